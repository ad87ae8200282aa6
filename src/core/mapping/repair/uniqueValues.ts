/**
 * Values that have to be new each time, such as the name of a user who signs up: a server that has them already refuses
 * the request.
 */
import { nameWords } from '../../language/nameWords';
import { escapeReferences } from '../../prepare/template';
import type { Slot } from '../read/slots';
import {
  constantsFor,
  fieldOf,
  namesField,
  statedSlots,
  type Generation,
  type RefusedRequest,
} from './generatedValues';

/** How servers say that a value is not new; part of words, in any case. */
const NOT_NEW = /already|taken|exist|unique|duplicate|in use|conflict/i;
/** What has to be unique in most applications, the likeliest first. */
const UNIQUE_NAMES =
  /^(?:username|email|emailaddress|mail|login|loginname|user|slug|handle|code|sku|key|name|title|number|phone)$/;
const MIN_LENGTH = 3;
const MAX_LENGTH = 100;
/** A value or field that the answer names is certainly the one. */
const IS_NAMED = 1;
const IS_USUAL = 0.5;
/** Digits and letters only: for servers that accept nothing else. */
const IS_PLAIN = -0.25;

/** Whether an answer complains of a value that is not new: 409 (RFC 9110 §15.5.10), or an error that says so. */
export function saysNotNew(status: number | undefined, text: string): boolean {
  return status === 409 || ((status === 400 || status === 422) && NOT_NEW.test(text));
}

/** The values of a refused request that may have to be new, the likeliest first. */
export function uniqueValuesFor(refused: RefusedRequest): readonly Generation[] {
  const { chain, request, answer } = refused;
  return statedSlots(refused)
    .flatMap((slot) => {
      const score = scoreOf(slot, answer);
      return score === undefined
        ? []
        : templatesFor(slot.value).map((template, at) => ({ slot, template, score: score + at * IS_PLAIN }));
    })
    .toSorted((one, other) => other.score - one.score)
    .map((value) => ({
      kind: 'generate',
      why: 'unique',
      request,
      values: constantsFor(chain, [value], ['unique']),
    }));
}

/** How likely a place has to have a new value; absent when it cannot be the one. */
function scoreOf(slot: Slot, answer: string): number | undefined {
  const { location, value, isCredential, isPassword, isNumber } = slot;
  const isText = value.length >= MIN_LENGTH && value.length <= MAX_LENGTH && !/[\r\n]/.test(value);
  if (location !== 'body' || isCredential || isPassword || isNumber || !isText) {
    return undefined;
  }
  const isNamed = answer.includes(value) || namesField(answer, slot);
  const isUsual = UNIQUE_NAMES.test(nameWords(fieldOf(slot)).join(''));
  return isNamed || isUsual ? (isNamed ? IS_NAMED : 0) + (isUsual ? IS_USUAL : 0) : undefined;
}

/** The value with a part that is new each time; of an address before the `@`, of digits as many digits. */
function templatesFor(value: string): readonly string[] {
  if (/^\d+$/.test(value)) {
    const digits = Math.min(value.length, MAX_DIGITS);
    return [
      `${value.slice(0, value.length - digits)}{{$randomInt ${10 ** (digits - 1)} ${10 ** digits - 1}}}`,
    ];
  }
  const [, before = value, after = ''] = /^([^@]*)(@.*)$/s.exec(value) ?? [];
  const [start, end] = [before, after].map(escapeReferences);
  const generated = `${start}-{{$uuid}}${end}`;
  // A backslash right before a reference would make a text of it.
  return before.endsWith('\\') ? [generated] : [generated, `${start}{{$randomInt 100000 999999}}${end}`];
}

/** Of a safe integer. */
const MAX_DIGITS = 9;
