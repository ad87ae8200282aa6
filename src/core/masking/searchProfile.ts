/**
 * What the values that are searched for have in common: their lengths, and the characters beyond ASCII that
 * they are made of. It separates text that could contain one of them from bytes that only happen to be
 * decodable.
 */
import { base64Filter, type Base64Filter } from './base64Filter';

/** Grows with every value. */
export interface SearchProfile {
  readonly add: (value: string) => void;
  /** UTF-16 code units of the shortest value; infinite while there is none. */
  readonly shortest: () => number;
  readonly longest: () => number;
  /** Whether a value has characters beyond ASCII, so that the bytes of UTF-8 matter. */
  readonly beyondAscii: () => boolean;
  /** Whether a value has characters beyond Latin-1, so that it is in UTF-16 where no byte is 0, too. */
  readonly isWide: () => boolean;
  /** Finds where base64 could encode text with such values, in UTF-8, UTF-16 or Latin-1. */
  readonly filter: () => Base64Filter;
  /** Whether a unit of UTF-16 may be part of text with such values. */
  readonly hasUnit: (unit: number) => boolean;
}

/** For no values yet. */
export function createSearchProfile(): SearchProfile {
  let bytes: Uint8Array = ASCII_TEXT;
  const characters = new Set<string>();
  let units: Uint8Array = ASCII_UNITS;
  let shortest = Infinity;
  let longest = 0;
  let isWide = false;
  let filter: Base64Filter | undefined;
  return {
    add(value) {
      filter = undefined;
      shortest = Math.min(shortest, value.length);
      longest = Math.max(longest, value.length);
      for (const character of value) {
        if (ASCII_TEXT[character.charCodeAt(0)] !== 1 && !characters.has(character)) {
          characters.add(character);
          units = withUnits(units, character);
          bytes = withBytes(bytes, character);
          isWide ||= character > '\u00ff';
        }
      }
    },
    shortest: () => shortest,
    longest: () => longest,
    beyondAscii: () => characters.size > 0,
    isWide: () => isWide,
    filter: () => (filter ??= base64Filter(bytes, shortest)),
    hasUnit: (unit) => units[unit] === 1,
  };
}

/** The bytes of ASCII text; in UTF-16 every second byte of such text is 0. */
const ASCII_TEXT = new Uint8Array(256);
ASCII_TEXT.fill(1, 0x20, 0x7f);
for (const byte of [0, 0x09, 0x0a, 0x0d]) {
  ASCII_TEXT[byte] = 1;
}

/** The same as units of UTF-16. */
const ASCII_UNITS = ASCII_TEXT.slice(0, 128).fill(0, 0, 1);

/** The bytes with those of a character in UTF-8 and UTF-16. */
function withBytes(bytes: Uint8Array, character: string): Uint8Array {
  const more = bytes.slice();
  for (const byte of new TextEncoder().encode(character)) {
    more[byte] = 1;
  }
  for (let at = 0; at < character.length; at += 1) {
    const unit = character.charCodeAt(at);
    more[unit & 0xff] = 1;
    more[unit >> 8] = 1;
  }
  return more;
}

/** The units with those of a character; there is room for all from the first one on. */
function withUnits(units: Uint8Array, character: string): Uint8Array {
  const more = units.length === ASCII_UNITS.length ? new Uint8Array(0x10000) : units;
  if (more !== units) {
    more.set(units);
  }
  for (let at = 0; at < character.length; at += 1) {
    more[character.charCodeAt(at)] = 1;
  }
  return more;
}
