/**
 * The place of the characters of a JSON string in the file: between quotes and behind escapes, so that
 * `"\u007b{id}}"` is underlined as written.
 */
import type { TextRange } from '../problem';

/** The range of a string's characters, without its quotes; `value` is what the string says. */
export function contentRange(text: string, quoted: TextRange, value: string): TextRange {
  const start = quoted.start + 1;
  return { start, end: offsetInString(text, start, value.length) };
}

/** The offset in `text` of the character at `index` of a string whose characters begin at `start`. */
export function offsetInString(text: string, start: number, index: number): number {
  let at = start;
  let left = index;
  while (left > 0 && at < text.length) {
    const length = writtenLength(text, at);
    left -= length > 0 ? 1 : 0;
    at += Math.abs(length);
  }
  return Math.min(at, text.length);
}

/**
 * {@link offsetInString} for indices that do not fall: no character is looked at twice, however many
 * references a string holds.
 */
export function risingOffsets(text: string, start: number): (index: number) => number {
  let at = start;
  let passed = 0;
  return (index) => {
    at = offsetInString(text, at, index - passed);
    passed = index;
    return at;
  };
}

/** How many characters of a string that begins at `start` are before `offset` of the text. */
export function indexInString(text: string, start: number, offset: number): number {
  let at = start;
  let index = 0;
  while (at < Math.min(offset, text.length)) {
    const length = writtenLength(text, at);
    at += Math.abs(length);
    index += length > 0 && at <= offset ? 1 : 0;
  }
  return index;
}

const BACKSLASH = 0x5c;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/;
const LONGEST_ESCAPE = 6;
/** The parser leaves an escape that is none out of the value. */
const INVALID_ESCAPE = -2;

/** How many characters of the text encode the next one of the string; negative when they encode none. */
function writtenLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH) {
    return 1;
  }
  return ESCAPE.exec(text.slice(at, at + LONGEST_ESCAPE))?.[0].length ?? INVALID_ESCAPE;
}
