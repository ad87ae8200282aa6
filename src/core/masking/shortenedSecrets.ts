/**
 * Known secrets that were shortened: their beginning directly before an ellipsis, or their end directly after one.
 *
 * Eight characters are enough to tell a secret by, and few enough that a shorter rest gives little away. What is
 * shown of a shortened text is short, so only the surroundings of ellipses are looked at.
 */
import { textOf, unitAt, type Units } from './units';

/** Called for a value, or a part of one, in a text; offsets in code units, `end` exclusive. */
export type VisitValue = (value: string, start: number, end: number) => void;

/** Secrets by their beginnings and ends. */
export interface ShortenedSecrets {
  readonly add: (value: string) => void;
  /** Visits what is left of secrets next to ellipses. */
  readonly forEach: (units: Units, visit: VisitValue) => void;
}

/** Code units of a part that is recognised. */
const PART = 8;

/** Code units of the shortest text with a part that is recognised, and its ellipsis. */
export const SHORTEST_REST = PART + 1;

/** Code units next to an ellipsis that are looked at. */
const NEAR = 1024;

/** Comparisons for each unit of a text, and for a short text altogether. */
const WORK_PER_UNIT = 4;
const SMALL_WORK = 1 << 16;

/** Without secrets yet. A part that is not `isDistinctive`, such as a common word, is left alone. */
export function createShortenedSecrets(isDistinctive: (part: string) => boolean): ShortenedSecrets {
  const beginnings = new Map<string, string[]>();
  const ends = new Map<string, string[]>();
  return {
    add(value) {
      if (value.length > PART) {
        addTo(beginnings, value.slice(0, PART), value);
        addTo(ends, value.slice(-PART), value);
      }
    },
    forEach(units, visit) {
      if (beginnings.size === 0) {
        return;
      }
      const next = ellipses(units);
      const work = { left: units.length * WORK_PER_UNIT + SMALL_WORK };
      let last = 0;
      for (let ellipsis = next(0); ellipsis !== undefined;) {
        const { start, end } = ellipsis;
        const following = next(end);
        const near = Math.max(last, start - NEAR);
        visitBefore({ units, values: beginnings, from: near, to: start, isDistinctive, work }, visit);
        const most = Math.min(following?.start ?? units.length, end + NEAR);
        visitAfter({ units, values: ends, from: end, to: most, isDistinctive, work }, visit);
        last = end;
        ellipsis = following;
      }
    },
  };
}

function addTo(values: Map<string, string[]>, part: string, value: string): void {
  const alike = values.get(part);
  if (alike === undefined) {
    values.set(part, [value]);
  } else {
    alike.push(value);
  }
}

interface Ellipsis {
  readonly start: number;
  readonly end: number;
}

/** Finds the next `…`, or three dots or more, from an offset on; offsets must not descend. */
function ellipses(units: Units): (from: number) => Ellipsis | undefined {
  let sign = -1;
  let dots = -1;
  return (from) => {
    sign = sign < from ? indexOf(units, '…', from) : sign;
    dots = dots < from ? dotsFrom(units, from) : dots;
    const start = Math.min(sign, dots);
    if (start === Infinity) {
      return undefined;
    }
    let end = start + 1;
    while (start === dots && unitAt(units, end) === DOT) {
      end += 1;
    }
    return { start, end };
  };
}

const DOT = 0x2e;

/** Infinite when there are none. */
function dotsFrom(units: Units, from: number): number {
  let at = indexOf(units, '.', from);
  while (at !== Infinity && (unitAt(units, at + 1) !== DOT || unitAt(units, at + 2) !== DOT)) {
    at = indexOf(units, '.', at + 1);
  }
  return at;
}

function indexOf(units: Units, character: string, from: number): number {
  const at =
    typeof units === 'string' ? units.indexOf(character, from) : units.indexOf(character.charCodeAt(0), from);
  return at === -1 ? Infinity : at;
}

/** A stretch of a text next to an ellipsis, and the values that may be there. */
interface Stretch {
  readonly units: Units;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly from: number;
  readonly to: number;
  readonly isDistinctive: (part: string) => boolean;
  /** Comparisons that are left. */
  readonly work: { left: number };
}

/** The longest beginning of a value that ends where the stretch does. */
function visitBefore({ units, values, from, to, isDistinctive, work }: Stretch, visit: VisitValue): void {
  for (let start = from; start + PART <= to; start += 1) {
    const alike = values.get(textOf(units, start, start + PART)) ?? [];
    const value = alike.find((candidate) => isIn(candidate, 0, { units, start, end: to, work }));
    if (value !== undefined && isPart(textOf(units, start, to), isDistinctive)) {
      visit(value, start, to);
      return;
    }
  }
}

/** The longest end of a value that begins where the stretch does. */
function visitAfter({ units, values, from, to, isDistinctive, work }: Stretch, visit: VisitValue): void {
  for (let end = to; end >= from + PART; end -= 1) {
    const alike = values.get(textOf(units, end - PART, end)) ?? [];
    const value = alike.find((candidate) =>
      isIn(candidate, candidate.length - (end - from), { units, start: from, end, work }),
    );
    if (value !== undefined && isPart(textOf(units, from, end), isDistinctive)) {
      visit(value, from, end);
      return;
    }
  }
}

/** Whether a stretch is what a value has from an offset on; taken for granted after too much comparing. */
function isIn(
  value: string,
  offset: number,
  { units, start, end, work }: Pick<Stretch, 'units' | 'work'> & Ellipsis,
): boolean {
  if (work.left <= 0) {
    return true;
  }
  if (offset < 0 || offset + end - start > value.length) {
    return false;
  }
  let at = start;
  while (at < end && unitAt(units, at) === value.charCodeAt(offset + at - start)) {
    at += 1;
  }
  work.left -= at - start + 1;
  return at === end;
}

function isPart(part: string, isDistinctive: (part: string) => boolean): boolean {
  return !SCHEME.test(part) && isDistinctive(part);
}

/** `https://…` is in many messages, whatever the secrets are. */
const SCHEME = /^[a-z]{2,10}:\/\/$/;
