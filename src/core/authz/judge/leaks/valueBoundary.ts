/**
 * Where a value is a whole word of a text: a number is not part of a longer number, a short word not part of a
 * longer word. Without this rule a small number would be found in every identifier.
 */
import { unitAt, type Units } from '../../../masking/units';

/** Whether the text from `start` to `end` is more than a part of something longer. */
export type IsWhole = (units: Units, start: number, end: number) => boolean;

/** What must hold around a value for it to be found. */
export function boundaryOf(value: string): IsWhole {
  if (/^\d[\d.]*$/.test(value)) {
    return isWholeNumber;
  }
  return value.length < MAX_WORD ? isWholeWord : anywhere;
}

/** Nothing needs to hold. */
function anywhere(): boolean {
  return true;
}

/**
 * No digit before or after, a decimal point taken along; letters on one side at most (`12345EUR`), for with
 * letters on both it is a part of a key.
 */
export function isWholeNumber(units: Units, start: number, end: number): boolean {
  const before = unitAt(units, start - 1);
  const after = unitAt(units, end);
  const isPart =
    isDigit(before) ||
    isDigit(after) ||
    (before === DOT && isDigit(unitAt(units, start - 2))) ||
    (after === DOT && isDigit(unitAt(units, end + 1)));
  return !isPart && !(isLetter(before) && isLetter(after));
}

function isWholeWord(units: Units, start: number, end: number): boolean {
  return (
    !(isWordPart(unitAt(units, start - 1)) && isWordPart(unitAt(units, start))) &&
    !(isWordPart(unitAt(units, end - 1)) && isWordPart(unitAt(units, end)))
  );
}

/** A longer text is unlike any other wherever it is. */
const MAX_WORD = 12;
const DOT = 0x2e;

/** Whether a code unit is an ASCII letter or digit. */
export function isWordPart(unit: number): boolean {
  return isDigit(unit) || isLetter(unit);
}

/** Whether a code unit is an ASCII digit. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Of ASCII: scripts without spaces between words have no such boundaries. */
function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
