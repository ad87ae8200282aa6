/**
 * What a JSON text holds that the runtime's own `JSON.parse` would not give back: numbers that no double
 * holds, and nesting without end. One pass over the characters, so that ordinary bodies, which are nearly
 * all, still get the speed of `JSON.parse`. The text need not be valid.
 */
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
  let depth = 0;
  let deepest = 0;
  let hasExactNumber = false;
  let offset = nextMark(text, 0);
  while (offset < text.length) {
    switch (text.charCodeAt(offset)) {
      case QUOTE:
        offset = endOfString(text, offset);
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
        offset = endOfNumber(text, start);
        hasExactNumber ||= isChangedByDouble(text, start, offset);
      }
    }
    offset = nextMark(text, offset);
  }
  return { depth: deepest, hasExactNumber };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const MINUS = 0x2d;
const ZERO = 0x30;
const EXPONENT = /[eE]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The next quote, bracket or beginning of a number. */
function nextMark(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && MARKS[text.charCodeAt(offset)] !== 1) {
    offset += 1;
  }
  return offset;
}

/** By UTF-16 code unit: where {@link surveyJson} has to look closer. */
const MARKS = new Uint8Array(0x10000);
for (const mark of '"[]{}-0123456789') {
  MARKS[mark.charCodeAt(0)] = 1;
}

function endOfString(text: string, start: number): number {
  let offset = start + 1;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) {
      return offset + 1;
    }
    offset += code === BACKSLASH ? 2 : 1;
  }
  return offset;
}

function endOfNumber(text: string, start: number): number {
  let offset = start + 1;
  while (offset < text.length && isNumberCharacter(text.charCodeAt(offset))) {
    offset += 1;
  }
  return offset;
}

/** Digits and `+`, `-`, `.`, `E`, `e`; a stray one in an invalid text does no harm. */
function isNumberCharacter(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x2b && code <= 0x2e && code !== 0x2c) ||
    (code | 0x20) === 0x65
  );
}

function isChangedByDouble(text: string, start: number, end: number): boolean {
  const isNegative = text.charCodeAt(start) === MINUS;
  if (end - start === 1) {
    return false;
  }
  const isNegativeZero = isNegative && text.charCodeAt(start + 1) === ZERO;
  const number = text.slice(start, end);
  if (end - start <= SAFE_NUMBER_LENGTH && !isNegativeZero && !EXPONENT.test(number)) {
    return false;
  }
  return String(Number(number)) !== number && NUMBER.test(number) && !isExactAsDouble(number);
}
