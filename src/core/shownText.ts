/**
 * Texts from outside as reports, logs and terminals show them: without what could move a terminal's
 * cursor, break a line or turn the reading direction around, and no longer than a reader can use.
 */

/**
 * One line: line breaks become spaces, other control characters (C0, C1, and those that steer the
 * reading direction) are written as `\x1b`.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
    });
}

/** The beginning of a text; what is cut off is an ellipsis, and neither a character nor a mask is cut in half. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length - 1)}…`;
}

/** At most `length` UTF-16 code units of a text; neither a character nor a mask is cut in half. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  const opened = text.lastIndexOf('‹', end - 1);
  MASK.lastIndex = opened;
  const isInMask = opened !== -1 && MASK.test(text) && MASK.lastIndex > end;
  return text.slice(0, isInMask ? opened : end);
}

/** What masking puts in the place of a secret: `‹secret:7f3a›`, in authorization tests also `‹token:alice›`. */
const MASK = /‹(?:secret|token):[^‹›]{1,100}›/y;
