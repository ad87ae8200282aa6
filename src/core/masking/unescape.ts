/**
 * The readings of a text: what it says once percent, JSON or HTML escapes are undone.
 *
 * Which characters an encoder escapes, and how it spells them, differs from encoder to encoder, so a
 * value is not looked for in every spelling it may have: the text is decoded and the value is looked
 * for in what it means. A reading knows for each of its characters where it stands in the source.
 *
 * What was decoded is an array of UTF-16 code units: twenty megabytes full of escapes must not become
 * twenty million little strings. A text without escapes is read as it is, for a copy of each would be most
 * of the memory that a long run goes through.
 */
import { escapeKinds, readEscape, type Escape, type EscapeKind } from './escapes';
import { textOf, type Units } from './units';

/** A text and where its parts come from; offsets in code units, `end` exclusive. */
export interface Reading {
  readonly units: Units;
  /** Where characters stand in the source, escapes included; absent for the source itself. */
  readonly source?: FindSource;
}

/** The place in the source of the decoded characters from `start` to `end`. */
export type FindSource = (start: number, end: number) => { readonly start: number; readonly end: number };

/** Escapes inside escapes that are still seen through: JSON in a JSON string in a query, for example. */
const LEVELS = 3;

/**
 * The readings of a text, itself first: then with all escapes undone, and again what that left.
 *
 * @param apart kinds of escapes to undo alone as well. A value that itself looks escaped
 *   (`50%25`) is lost when all are undone together.
 */
export function* readings(units: Units, apart: readonly EscapeKind[]): Generator<Reading> {
  yield { units };
  if (!holdsEscape(units, escapeKinds)) {
    return;
  }
  const plain: Reading = { units: typeof units === 'string' ? codeUnits(units) : units };
  for (const kind of apart) {
    const reading = decode(plain, [kind]);
    if (reading !== undefined) {
      yield reading;
    }
  }
  let reading = decode(plain, escapeKinds);
  for (let level = 1; reading !== undefined && level <= LEVELS; level += 1) {
    yield reading;
    reading = decode(reading, escapeKinds);
  }
}

/** The characters that a JSON string literal stands for, without its quotes; bad escapes stay. */
export function withoutJsonEscapes(text: string): string {
  return text.includes('\\') ? unescaped(text, '\\') : text;
}

/** The characters that a form field or query value stands for; `+` is a space; bad escapes stay. */
export function withoutFormEscapes(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.includes('%') ? unescaped(spaced, '%') : spaced;
}

/** Whether a value would be another one if escapes in it were undone, as `50%25` would. */
export function looksEscaped(value: string): boolean {
  return decode({ units: value }, escapeKinds) !== undefined;
}

function holdsEscape(units: Units, kinds: readonly EscapeKind[]): boolean {
  return typeof units === 'string'
    ? kinds.some((kind) => units.includes(kind))
    : kinds.some((kind) => units.includes(kind.charCodeAt(0)));
}

function codeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    units[at] = text.charCodeAt(at);
  }
  return units;
}

function unescaped(text: string, kind: EscapeKind): string {
  const reading = decode({ units: text }, [kind]);
  return reading === undefined ? text : textOf(reading.units);
}

/** Undoes the escapes of some kinds; absent when there are none. */
function decode(reading: Reading, kinds: readonly EscapeKind[]): Reading | undefined {
  if (!holdsEscape(reading.units, kinds)) {
    return undefined;
  }
  const { source } = reading;
  const units = typeof reading.units === 'string' ? codeUnits(reading.units) : reading.units;
  const read = unitReader(units, kinds);
  const decoded = new Uint16Array(units.length);
  const places = createPlaces();
  let length = 0;
  for (let at = 0; at < units.length;) {
    places.note(length, at);
    const { point, end } = read(at);
    at = end;
    length += writePoint(decoded, length, point);
  }
  if (length === units.length) {
    return undefined;
  }
  /** The source characters of one decoded character, found again from the nearest noted place. */
  const place = (index: number): { start: number; end: number } => {
    let [reached, at] = places.before(index);
    for (;;) {
      const { point, end } = read(at);
      reached += point > 0xffff ? 2 : 1;
      if (reached > index) {
        return { start: at, end };
      }
      at = end;
    }
  };
  return {
    units: decoded.subarray(0, length),
    source(start, end) {
      const inner = { start: place(start).start, end: place(end - 1).end };
      return source === undefined ? inner : source(inner.start, inner.end);
    },
  };
}

/** Reads one character, decoded when an escape of one of `kinds` begins there. */
function unitReader(units: Uint16Array, kinds: readonly EscapeKind[]): (at: number) => Escape {
  const [percent, backslash, ampersand] = escapeKinds.map((kind) => kinds.includes(kind));
  return (at) => {
    const unit = units[at] ?? 0;
    const escape =
      (unit === 0x25 && percent) || (unit === 0x5c && backslash) || (unit === 0x26 && ampersand)
        ? readEscape(units, at)
        : undefined;
    return escape ?? { point: unit, end: at + 1 };
  };
}

/** Writes a code point and returns how many units it took. */
function writePoint(units: Uint16Array, at: number, point: number): 1 | 2 {
  if (point <= 0xffff) {
    units[at] = point;
    return 1;
  }
  units[at] = 0xd800 + ((point - 0x10000) >> 10);
  units[at + 1] = 0xdc00 + ((point - 0x10000) & 0x3ff);
  return 2;
}

interface Places {
  /** Takes note of a character's decoded and source offsets, if the last note is far enough away. */
  readonly note: (decoded: number, source: number) => void;
  /** The last noted offsets at or before a decoded one. */
  readonly before: (decoded: number) => readonly [decoded: number, source: number];
}

/** Decoded code units between two notes. */
const STRIDE = 64;

function createPlaces(): Places {
  const decodedAt: number[] = [];
  const sourceAt: number[] = [];
  let next = 0;
  return {
    note(decoded, source) {
      if (decoded >= next) {
        decodedAt.push(decoded);
        sourceAt.push(source);
        next = decoded + STRIDE;
      }
    },
    before(decoded) {
      let low = 0;
      let high = decodedAt.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if ((decodedAt[middle] ?? 0) <= decoded) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return [decodedAt[low] ?? 0, sourceAt[low] ?? 0];
    },
  };
}
