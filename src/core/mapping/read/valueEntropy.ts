/**
 * How much a value says, in bits: two places that share a UUID share an origin, two places that share a `1`
 * may share nothing. An estimate from the shape of the value alone (the specification's §2.3).
 */
import { createMemo } from '../../memo';

/** Words for a choice of two or for nothing. */
const NOTHING = new Set(['', 'true', 'false', 'null', 'undefined', 'none', 'yes', 'no', 'on', 'off']);
const MAX_BITS = 128;
const MAX_WORD_BITS = 18;
/** Seconds or milliseconds of this century. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** Letters, with spaces and punctuation that joins words between them. */
const WORDS = /^\p{L}[\p{L}\p{M}'’.,!?&:; _-]*$/u;

/** Bits of a value, 0 for what says nothing, at most 128. */
export function valueBits(value: string): number {
  return bits.of(value);
}

/** Each place that has a value asks for them. */
const bits = createMemo(estimateBits, 10_000);

function estimateBits(value: string): number {
  if (NOTHING.has(value.trim().toLowerCase())) {
    return 0;
  }
  if (/^-?\d+$/.test(value)) {
    return digitBits(value);
  }
  if (/^-?\d+[.,]\d+$/.test(value)) {
    return Math.min(12, value.length * 2);
  }
  const dated = dateBits(value);
  if (dated !== undefined) {
    return dated;
  }
  if (WORDS.test(value) && isReadable(value)) {
    return Math.min(MAX_WORD_BITS, 9 + 3 * (value.match(/\p{L}+/gu)?.length ?? 1));
  }
  return Math.min(MAX_BITS, value.length * Math.log2(variety(value)));
}

function digitBits(digits: string): number {
  return isEpoch(digits) ? 12 : Math.min(MAX_BITS, Math.log2(Math.abs(Number(digits)) + 2));
}

function dateBits(value: string): number | undefined {
  if (DATE.test(value) || TIME.test(value)) {
    return 9;
  }
  return isMoment(value) ? 24 : undefined;
}

/** Whether a value is a date with a time. */
export function isMoment(value: string): boolean {
  return MOMENT.test(value);
}

/** Whether a value counts seconds or milliseconds to a moment of this century. */
export function isEpoch(value: string): boolean {
  return EPOCH.test(value);
}

/** Whether letters can be spoken: vowels among them, and no upper case inside. */
function isReadable(value: string): boolean {
  const words = value.match(/\p{L}+/gu) ?? [];
  return words.every(
    (word) =>
      word.length <= 24 &&
      !/\p{Ll}\p{Lu}\p{Ll}*\p{Lu}/u.test(word) &&
      !/^[bcdfghjklmnpqrstvwxz]{5}$|[bcdfghjklmnpqrstvwxz]{6}/i.test(word),
  );
}

/** How many different characters each place can hold: as few as occur, as many as their kind has. */
function variety(value: string): number {
  const distinct = new Set(value).size;
  const alphabet = /^[0-9a-f-]+$/i.test(value) ? 16 : /^[0-9a-z_-]+$/.test(value) ? 36 : 64;
  return Math.max(2, Math.min(alphabet, distinct));
}
