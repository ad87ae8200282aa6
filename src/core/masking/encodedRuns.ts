/**
 * Runs of characters that base64 of either alphabet (RFC 4648 §4, §5) and hexadecimal digits are written with,
 * and what they are at every alignment: where a run begins says nothing, because it may begin with a name.
 *
 * Lines of a run may be indented. Characters are kept as the six bits they represent.
 */
import { unitAt, type Units } from './units';

/** A run. Characters are counted without line breaks. */
export interface EncodedRun {
  /** Six bits for each character; more may follow behind `length`. */
  readonly sextets: Uint8Array;
  readonly length: number;
  /** The offset in the text of a character. */
  readonly offsetOf: (character: number) => number;
}

/** By code unit, the six bits of a base64 character. */
const SEXTETS = new Uint8Array(128).fill(0xff);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((character, index) => {
  SEXTETS[character.charCodeAt(0)] = index;
});
SEXTETS[0x2d] = 62;
SEXTETS[0x5f] = 63;
const NONE = 0xff;

/** By six bits, the hexadecimal digit that is the same character; 16 for none. */
export const NIBBLES: Uint8Array = new Uint8Array(64).fill(16);
[...'0123456789abcdef'].forEach((digit, index) => {
  NIBBLES[SEXTETS[digit.charCodeAt(0)] ?? 0] = index;
  NIBBLES[SEXTETS[digit.toUpperCase().charCodeAt(0)] ?? 0] = index;
});

/** Line breaks and indentation between two lines of a run, in code units. */
const MAX_BREAK = 64;

/** Visits runs of at least `least` characters. A run is valid during its visit only. */
export function forEachRun(units: Units, least: number, visit: (run: EncodedRun) => void): void {
  let sextets = NO_SEXTETS;
  for (let start = nextStart(units, 0); start < units.length;) {
    const firstEnd = endOfCharacters(units, start);
    let end = firstEnd;
    if (end - start >= least || isLineBreak(unitAt(units, end))) {
      const run = linesOf(units, start, firstEnd);
      end = run.end;
      if (run.characters >= least) {
        if (sextets.length < run.characters) {
          sextets = new Uint8Array(Math.max(run.characters, FIRST_LENGTH, sextets.length * 2));
        }
        const isOneLine = run.characters === end - start;
        const offsetOf = isOneLine
          ? fillLine(units, start, end, sextets)
          : fillLines(units, start, end, sextets);
        visit({ sextets, length: run.characters, offsetOf });
      }
    }
    start = nextStart(units, end);
  }
}

/** The offset of the next base64 character. */
function nextStart(units: Units, from: number): number {
  let at = from;
  if (typeof units === 'string') {
    while (at < units.length && (SEXTETS[units.charCodeAt(at)] ?? NONE) === NONE) {
      at += 1;
    }
  } else {
    while (at < units.length && (SEXTETS[units[at] ?? 0] ?? NONE) === NONE) {
      at += 1;
    }
  }
  return at;
}

/** The offset after the base64 characters that begin at `from`. */
function endOfCharacters(units: Units, from: number): number {
  let at = from;
  if (typeof units === 'string') {
    while (at < units.length && (SEXTETS[units.charCodeAt(at)] ?? NONE) !== NONE) {
      at += 1;
    }
  } else {
    while (at < units.length && (SEXTETS[units[at] ?? 0] ?? NONE) !== NONE) {
      at += 1;
    }
  }
  return at;
}

/** The end of a run and its characters, further lines included. */
function linesOf(units: Units, start: number, firstEnd: number): { end: number; characters: number } {
  let characters = firstEnd - start;
  for (let end = firstEnd; ;) {
    const next = nextCharacter(units, end);
    const lineEnd = next === end ? end : endOfCharacters(units, next);
    if (lineEnd === next) {
      return { end, characters };
    }
    characters += lineEnd - next;
    end = lineEnd;
  }
}

/** The offset of the next character of a run: after a line break, if there is one. */
export function nextCharacter(units: Units, at: number): number {
  if (!isLineBreak(unitAt(units, at))) {
    return at;
  }
  let next = at + 1;
  while (next - at < MAX_BREAK && isBlank(unitAt(units, next))) {
    next += 1;
  }
  return next;
}

function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function isBlank(unit: number): boolean {
  return isLineBreak(unit) || unit === 0x20 || unit === 0x09;
}

/** Most texts have no long run. */
const NO_SEXTETS = new Uint8Array(0);

/** Characters for which there is room at first. */
const FIRST_LENGTH = 256;

/** Writes the bits of a run, and returns where its characters are. */
function fillLine(
  units: Units,
  start: number,
  end: number,
  sextets: Uint8Array,
): (character: number) => number {
  for (let at = start; at < end; at += 1) {
    sextets[at - start] = SEXTETS[unitAt(units, at)] ?? NONE;
  }
  return (character) => start + character;
}

/** Characters between two offsets that are kept. */
const STRIDE = 64;

/** The same for a run of several lines. */
function fillLines(
  units: Units,
  start: number,
  end: number,
  sextets: Uint8Array,
): (character: number) => number {
  const offsets: number[] = [];
  let length = 0;
  for (let at = start; at < end; at = nextCharacter(units, at + 1)) {
    if (length % STRIDE === 0) {
      offsets.push(at);
    }
    sextets[length] = SEXTETS[unitAt(units, at)] ?? NONE;
    length += 1;
  }
  return (character) => {
    let at = offsets[Math.floor(character / STRIDE)] ?? start;
    for (let left = character % STRIDE; left > 0; left -= 1) {
      at = nextCharacter(units, at + 1);
    }
    return at;
  };
}
