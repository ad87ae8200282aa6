/**
 * Finds many strings in one text in one pass: by the hash of a few code units in a row of each, rolled along the
 * text (after Karp and Rabin, 1987), and by comparing the whole string where the hash is the same.
 *
 * A string is added at any moment in time proportional to its length, because a run brings new ones with
 * every response. The units are those that tell a string from the others best: tokens of one server begin or
 * end alike. A plus sign counts as a space, as in forms.
 */
import { SEPARATOR, unitAt, type Units } from './units';

/** Called for a string that is in a text; offsets in code units, `end` exclusive. */
type VisitString = (string: number, start: number, end: number) => void;

/** Strings by the number that each was added with. */
export interface WindowTable {
  /** Adds a string of at least as many units as the table compares. */
  readonly add: (string: number, text: string) => void;
  /**
   * Visits strings in a text, roughly from left to right. The work grows with the text: where one is made to
   * look like the strings nearly everywhere, whole tokens that may contain one are visited instead in the end.
   */
  readonly scan: (units: Units, visit: VisitString) => void;
}

/** Comparisons for each unit of a text, and for a short text altogether. */
const WORK_PER_UNIT = 4;
const SMALL_WORK = 1 << 16;

/** A table that compares `width` units first. */
export function createWindowTable(width: 4 | 8 | 16): WindowTable {
  const shift = 32 / width;
  const slots = createSlots();
  const texts: string[] = [];
  const strings: number[] = [];
  const ends: number[] = [];
  return {
    add(string, text) {
      const { hash, end } = bestWindow(text, width, slots);
      slots.add(hash);
      texts.push(text);
      strings.push(string);
      ends.push(end);
    },
    scan(units, visit) {
      if (texts.length === 0) {
        return;
      }
      let work = units.length * WORK_PER_UNIT + SMALL_WORK;
      let doubted = 0;
      const compare = (index: number, end: number): void => {
        const text = texts[index] ?? '';
        const start = end - (ends[index] ?? 0);
        if (work > 0) {
          const same = commonLength(units, start, text);
          work -= same;
          if (same === text.length) {
            visit(strings[index] ?? 0, start, start + same);
          }
        } else if (end > doubted) {
          const first = tokenStart(units, end - width, Math.min(doubted, end - width));
          doubted = tokenEnd(units, end);
          visit(strings[index] ?? 0, first, doubted);
        }
      };
      roll({ units, shift, slots }, (hash, end) => {
        const looked = slots.forEach(hash, (index) => {
          compare(index, end);
        });
        work -= looked;
      });
    },
  };
}

/** Windows of a string that are looked at, and the units of one that should differ at least. */
const WINDOWS = 8;

/** The end of the window that fewest strings have and whose units differ most; the last one, if all are alike. */
function bestWindow(
  text: string,
  width: number,
  slots: Slots,
): { readonly hash: number; readonly end: number } {
  let best = { hash: 0, end: text.length, badness: Infinity };
  for (let index = 0; index < WINDOWS && best.badness > 0; index += 1) {
    const end = text.length - Math.floor((index * (text.length - width)) / (WINDOWS - 1));
    const hash = hashOf(text, end, width);
    const isVaried = new Set(text.slice(end - width, end)).size * 2 >= width;
    const badness = slots.count(hash) * 2 + (isVaried ? 0 : 1);
    if (badness < best.badness) {
      best = { hash, end, badness };
    }
  }
  return best;
}

/** Strings by the hashes of their windows, numbered as they were added. */
interface Slots {
  readonly add: (hash: number) => void;
  /** Visits the strings of a hash, and returns how many were looked at. */
  readonly forEach: (hash: number, visit: (index: number) => void) => number;
  /** How many strings have a hash, up to a few. */
  readonly count: (hash: number) => number;
  /** A bit for each slot that is taken, and by how many bits a hash is shifted to get its slot. */
  readonly taken: () => { readonly bits: Uint32Array; readonly shift: number };
}

/** Slots for each string, so that most units of a text lead to an empty one. */
const SLOTS_PER_STRING = 16;
const FIRST_SLOT_BITS = 10;
const MAX_COUNT = 8;

function createSlots(): Slots {
  const hashes: number[] = [];
  const nexts: number[] = [];
  let shift = 32 - FIRST_SLOT_BITS;
  let heads = new Int32Array(1 << FIRST_SLOT_BITS).fill(-1);
  let bits = new Uint32Array(heads.length / 32);
  const link = (hash: number, index: number): void => {
    const slot = hash >>> shift;
    nexts[index] = heads[slot] ?? -1;
    heads[slot] = index;
    bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
  };
  const forEach = (hash: number, visit: (index: number) => void): number => {
    let count = 0;
    for (let index = heads[hash >>> shift] ?? -1; index !== -1; index = nexts[index] ?? -1) {
      count += 1;
      if (hashes[index] === hash) {
        visit(index);
      }
    }
    return count;
  };
  return {
    forEach,
    add(hash) {
      hashes.push(hash);
      link(hash, hashes.length - 1);
      if (hashes.length * SLOTS_PER_STRING > heads.length) {
        shift -= 2;
        heads = new Int32Array(heads.length * 4).fill(-1);
        bits = new Uint32Array(heads.length / 32);
        hashes.forEach(link);
      }
    },
    count(hash) {
      let count = 0;
      for (let at = heads[hash >>> shift] ?? -1; at !== -1 && count < MAX_COUNT; at = nexts[at] ?? -1) {
        count += hashes[at] === hash ? 1 : 0;
      }
      return count;
    },
    taken: () => ({ bits, shift }),
  };
}

/**
 * For the hash: random bits for the low byte of each code unit (xorshift), the high byte is mixed in. In each
 * step the hash is shifted, so that units before the window drop out of its 32 bits.
 */
const RANDOM = new Int32Array(256);
for (let unit = 0, state = 0x2545f491; unit < 256; unit += 1) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  RANDOM[unit] = state;
}
RANDOM[0x2b] = RANDOM[0x20] ?? 0;

function hashOf(text: string, end: number, width: number): number {
  let hash = 0;
  for (let at = end - width; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    hash = ((hash << (32 / width)) + (RANDOM[unit & 0xff] ?? 0) + Math.imul(unit >> 8, MIX)) | 0;
  }
  return hash;
}

const MIX = 0x9e3779b1;
const EMPTY = new Uint16Array(0);

/** Visits the windows of a text whose slot is taken. */
function roll(
  { units, shift, slots }: { readonly units: Units; readonly shift: number; readonly slots: Slots },
  visit: (hash: number, end: number) => void,
): void {
  const { bits, shift: slotShift } = slots.taken();
  const isText = typeof units === 'string';
  const text = isText ? units : '';
  const array = isText ? EMPTY : units;
  const first = 32 / shift - 1;
  let hash = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = isText ? text.charCodeAt(at) : (array[at] ?? 0);
    hash = ((hash << shift) + (RANDOM[unit & 0xff] ?? 0)) | 0;
    if (unit > 0xff) {
      hash = (hash + Math.imul(unit >> 8, MIX)) | 0;
    }
    const slot = hash >>> slotShift;
    if (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1 && at >= first) {
      visit(hash, at + 1);
    }
  }
}

/** How many units of a string are in a text from an offset on. */
function commonLength(units: Units, start: number, text: string): number {
  if (start < 0 || start + text.length > units.length) {
    return 0;
  }
  let at = 0;
  while (at < text.length && folded(unitAt(units, start + at)) === folded(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

function folded(unit: number): number {
  return unit === 0x2b ? 0x20 : unit;
}

/** What separates tokens: whitespace, control characters, quotes, and brackets of JSON and markup. */
function isTokenPart(unit: number): boolean {
  return (
    unit > 0x20 && unit !== 0x22 && unit !== 0x27 && unit !== 0x3c && unit !== 0x3e && unit !== SEPARATOR
  );
}

function tokenStart(units: Units, from: number, least: number): number {
  let at = from;
  while (at > least && isTokenPart(unitAt(units, at - 1))) {
    at -= 1;
  }
  return at;
}

function tokenEnd(units: Units, from: number): number {
  let at = from;
  while (at < units.length && isTokenPart(unitAt(units, at))) {
    at += 1;
  }
  return at;
}
