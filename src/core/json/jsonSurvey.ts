/**
 * What a JSON text holds that the runtime's own `JSON.parse` would not give back: numbers that no double
 * holds, and nesting without end. One pass over the bytes, so that ordinary bodies, which are nearly
 * all, still get the speed of `JSON.parse`. The text need not be valid.
 */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  ZERO,
} from './jsonBytes';
import { isExactAsDouble } from './decimal';

/** Counted outside strings. */
export interface JsonSurvey {
  /** Lists and objects inside one another, at most. */
  readonly depth: number;
  /** It contains a number that a double would change. */
  readonly hasExactNumber: boolean;
}

/** Fifteen significant digits always survive a double (IEEE 754 binary64). */
const SAFE_NUMBER_LENGTH = 15;

/** Looks through a text without building values. */
export function surveyJson(text: string): JsonSurvey {
  // All syntax is ASCII, and bytes are read faster than the code units of a string.
  const bytes = new TextEncoder().encode(text);
  let depth = 0;
  let deepest = 0;
  let hasExactNumber = false;
  let offset = nextMark(bytes, 0);
  while (offset < bytes.length) {
    switch (bytes[offset]) {
      case QUOTE:
        offset = endOfString(bytes, offset);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        deepest = depth > deepest ? depth : deepest;
        offset += 1;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        offset += 1;
        break;
      default: {
        const start = offset;
        offset = endOfNumber(bytes, start);
        hasExactNumber ||= isChangedByDouble(bytes, start, offset);
      }
    }
    offset = nextMark(bytes, offset);
  }
  return { depth: deepest, hasExactNumber };
}

const LOWER_CASE = 0x20;
const LETTER_E = 0x65;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The next quote, bracket or beginning of a number. */
function nextMark(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (offset < bytes.length && MARKS[bytes[offset] ?? 0] !== 1) {
    offset += 1;
  }
  return offset;
}

/** By byte: where {@link surveyJson} has to look closer. */
const MARKS = new Uint8Array(0x100);
for (const mark of '"[]{}-0123456789') {
  MARKS[mark.charCodeAt(0)] = 1;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let offset = start + 1;
  while (offset < bytes.length && bytes[offset] !== QUOTE) {
    offset += bytes[offset] === BACKSLASH ? 2 : 1;
  }
  return offset + 1;
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  let offset = start + 1;
  while (isNumberByte(bytes[offset] ?? 0)) {
    offset += 1;
  }
  return offset;
}

/** Digits and `+`, `-`, `.`, `E`, `e`; a stray one in an invalid text does no harm. */
export function isNumberByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x2b && byte <= 0x2e && byte !== 0x2c) ||
    (byte | LOWER_CASE) === LETTER_E
  );
}

function isChangedByDouble(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= SAFE_NUMBER_LENGTH && !isNegativeZero(bytes, start) && !hasExponent(bytes, start, end)) {
    return false;
  }
  const number = new TextDecoder().decode(bytes.subarray(start, end));
  return String(Number(number)) !== number && NUMBER.test(number) && !isExactAsDouble(number);
}

function isNegativeZero(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === MINUS && bytes[start + 1] === ZERO;
}

function hasExponent(bytes: Uint8Array, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1) {
    if (((bytes[offset] ?? 0) | LOWER_CASE) === LETTER_E) {
      return true;
    }
  }
  return false;
}
