/** Texts as sequences of UTF-16 code units. */

/** A text, or its code units; bytes are units below 256. */
export type Units = string | Uint16Array;

/** Stands between parts of a decoded text that are apart in its source; a noncharacter, which no value has. */
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
