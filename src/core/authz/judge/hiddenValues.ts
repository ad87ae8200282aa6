/**
 * Values of a member that a caller must not be shown, compared with what its owner is shown. Servers write the
 * same value in several forms (`"4200.00"` and `4200`), and they hide it in several ways: they leave it out, empty
 * it, or mask it. Any other value tells something, and what it tells is not known.
 */
import { isArray, isObject, type JsonValue } from '../../json/json';
import { plainText } from '../../prepare/template';

/** What a caller is shown: the owner's value, nothing, or something else. */
export type Showing = 'shown' | 'hidden' | 'other';

/** Compares a value with those that the owner is shown; with none of these, whatever tells something is shown. */
export function showingOf(value: JsonValue, known: readonly JsonValue[]): Showing {
  if (known.some((one) => isSameValue(value, one))) {
    return 'shown';
  }
  if (isHidden(value)) {
    return 'hidden';
  }
  return known.length === 0 ? 'shown' : 'other';
}

/** Whether a value tells nothing at all: `null`, empty, or only mask characters. */
export function isUninformative(value: JsonValue): boolean {
  return isLeafwise(value, (leaf) => leaf === null || (typeof leaf === 'string' && MASK.test(leaf)));
}

/** Whether a value tells nothing, or is masked for the most part: `**** 1234`. */
function isHidden(value: JsonValue): boolean {
  return isLeafwise(
    value,
    (leaf) => leaf === null || (typeof leaf === 'string' && (MASK.test(leaf) || isMasked(leaf))),
  );
}

/** Whether all values inside of a value meet a condition; an empty array or object has none. */
function isLeafwise(value: JsonValue, meets: (leaf: JsonValue) => boolean): boolean {
  if (isArray(value)) {
    return value.every((item) => isLeafwise(item, meets));
  }
  return isObject(value)
    ? Object.values(value).every((member: JsonValue) => isLeafwise(member, meets))
    : meets(value);
}

/** `***`, `•••`, `xxx-xx`, nothing. */
const MASK = /^[*•●█#x…\s.-]*$/i;
/** Part of a word only where several follow each other. */
const MASK_RUN = /[*•●█#…]+|x{2,}/gi;
const LETTER = /[\p{L}\p{N}]/gu;

function isMasked(text: string): boolean {
  const masks = (text.match(MASK_RUN) ?? []).join('').length;
  const visible = text.replace(MASK_RUN, '').match(LETTER)?.length ?? 0;
  return masks > 0 && masks >= visible;
}

function isSameValue(value: JsonValue, known: JsonValue): boolean {
  if (isArray(value) || isObject(value)) {
    const [mine, theirs] = [entriesOf(value), entriesOf(known)];
    return (
      mine.length > 0 &&
      mine.length === theirs.length &&
      mine.every(([name, item]) => theirs.some(([other, one]) => name === other && isSameValue(item, one)))
    );
  }
  const [text, other] = [plainText(value), plainText(known)];
  return text === other || isSameNumber(text, other) || containsValue(text, other) || isUnmasked(text, other);
}

function entriesOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return isArray(value) || isObject(value) ? Object.entries(value) : [];
}

/** Whether two texts are one number, by its digits: as a floating-point number one long identifier would be another. */
export function isSameNumber(one: string, other: string): boolean {
  const number = digitsOf(one);
  return number !== undefined && number === digitsOf(other);
}

const NUMBER = /^\s*(-?)0*(\d+)(?:\.(\d*?)0*)?\s*$/;

function digitsOf(text: string): string | undefined {
  const found = NUMBER.exec(text);
  const [, sign = '', whole = '', fraction = ''] = found ?? [];
  return found === null ? undefined : `${sign}${whole}.${fraction}`;
}

/** Characters that a value needs before it is recognized inside of another one. */
const MIN_LENGTH = 6;

/** Whether a text contains another one, whatever separates its groups: `4111-1111` and `4111 1111`. */
function containsValue(text: string, other: string): boolean {
  const wanted = lettersOf(other);
  return wanted.length >= MIN_LENGTH && !isMasked(other) && lettersOf(text).includes(wanted);
}

function lettersOf(text: string): string {
  return (text.match(LETTER) ?? []).join('').toLowerCase();
}

/** Whether a text shows what the owner is shown masked: everything that the mask leaves is in it, in this order. */
function isUnmasked(text: string, masked: string): boolean {
  const parts = masked
    .split(MASK_RUN)
    .map(lettersOf)
    .filter((part) => part !== '');
  if (!isMasked(masked) || isMasked(text) || parts.length === 0) {
    return false;
  }
  let from = 0;
  const letters = lettersOf(text);
  return parts.every((part) => {
    const found = letters.indexOf(part, from);
    from = found + part.length;
    return found !== -1;
  });
}
