/** Texts as sequences of UTF-16 code units, and arrays of them that grow without an object per character. */

/** A text, or its code units; bytes are units below 256. */
export type Units = string | Uint16Array;

/** Separates parts of a decoded text that are apart in its source; a noncharacter, which no value has. */
export const SEPARATOR = 0xffff;

/** One code unit; not a number (`NaN`) or 0 beyond the end. */
export function unitAt(units: Units, at: number): number {
  return typeof units === 'string' ? units.charCodeAt(at) : (units[at] ?? 0);
}

/** The units from `start` to `end` as a text. */
export function textOf(units: Units, start = 0, end = units.length): string {
  if (typeof units === 'string') {
    return units.slice(start, end);
  }
  if (end - start <= CHUNK) {
    return String.fromCharCode(...units.subarray(start, end));
  }
  const pieces: string[] = [];
  for (let at = start; at < end; at += CHUNK) {
    pieces.push(String.fromCharCode(...units.subarray(at, Math.min(at + CHUNK, end))));
  }
  return pieces.join('');
}

/** Arguments that every engine takes in one call. */
const CHUNK = 8192;

/** Code units that are written one after the other. */
export interface UnitWriter {
  readonly length: () => number;
  readonly write: (unit: number) => void;
  /** Writes a code point beyond the first plane as two units. */
  readonly writePoint: (point: number) => void;
  readonly copy: (units: Units, start: number, end: number) => void;
  /** Forgets everything from an offset on. */
  readonly cut: (length: number) => void;
  readonly units: () => Uint16Array;
}

/** An empty one. */
export function createUnitWriter(): UnitWriter {
  let units = EMPTY;
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more > units.length) {
      const larger = new Uint16Array(Math.max(length + more, units.length * 2, FIRST_LENGTH));
      larger.set(units);
      units = larger;
    }
  };
  const write = (unit: number): void => {
    reserve(1);
    units[length] = unit;
    length += 1;
  };
  return {
    length: () => length,
    write,
    writePoint(point) {
      if (point > 0xffff) {
        write(0xd800 + ((point - 0x10000) >> 10));
        write(0xdc00 + ((point - 0x10000) & 0x3ff));
      } else {
        write(point);
      }
    },
    copy(source, start, end) {
      reserve(end - start);
      if (typeof source === 'string') {
        for (let at = start; at < end; at += 1) {
          units[length + at - start] = source.charCodeAt(at);
        }
      } else {
        units.set(source.subarray(start, end), length);
      }
      length += end - start;
    },
    cut(shorter) {
      length = shorter;
    },
    units: () => units.subarray(0, length),
  };
}

const EMPTY = new Uint16Array(0);

/** Units for which there is room at first. */
const FIRST_LENGTH = 64;
