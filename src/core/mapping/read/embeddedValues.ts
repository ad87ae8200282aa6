/**
 * Values that a text carries inside: claims of a token, members of JSON in a text, in base64 or with percent signs, a
 * text in base64.
 * One level deep, and bounded: answers have hundreds of thousands of texts, of which nearly all carry nothing.
 */
import { decodedText } from '../../run/decode';
import { isArray, isObject, type JsonValue } from '../../json/json';
import type { Decoding } from '../../model';
import { plainText } from '../../prepare/template';
import type { InnerPlace } from './responseValue';
import { namePlace, ownerOf, type PlaceName } from '../../language/placeName';
import { readJson } from './readJson';

/** A value inside of a text. */
export interface InnerValue {
  readonly value: string;
  readonly inner: InnerPlace;
  readonly isNumber: boolean;
  /** Its name in a place of this name. */
  readonly nameIn: (outer: PlaceName) => PlaceName;
}

/** UTF-16 code units of a text that is looked into. */
const MAX_LENGTH = 65_536;
const MIN_LENGTH = 8;
const MAX_DEPTH = 20;
const MAX_VALUES = 1000;

/** Whether a text may carry values; mostly a look at a few of its characters. */
export function mayCarry(text: string): boolean {
  const first = text.charCodeAt(0);
  return (
    text.length <= MAX_LENGTH &&
    isCarrierLike(text.length, first, text.charCodeAt(4), text.charCodeAt(8)) &&
    (first === BRACE || first === BRACKET || BASE64.test(text))
  );
}

/** Whether a text of a length and with such a first, fifth and ninth character may carry values. */
export function isCarrierLike(length: number, first: number, fifth: number, ninth: number): boolean {
  const isBase64 = isAsciiLead(first) && isAsciiLead(fifth) && (length <= 8 || isAsciiLead(ninth));
  return length >= MIN_LENGTH && (isBase64 || first === BRACE || first === BRACKET);
}

const BRACE = 0x7b;
const BRACKET = 0x5b;

/** The values that a text carries, in its order; `as` tells how where the text does not. */
export function innerValues(text: string, as = decodingOf(text)): readonly InnerValue[] {
  const decoded = decodedText(text, as);
  if (decoded === undefined) {
    return [];
  }
  const json = readJson(decoded);
  if (json !== undefined) {
    return members(json, as);
  }
  return as === 'base64' && PRINTABLE.test(decoded)
    ? [{ value: decoded, inner: { as, steps: [] }, isNumber: false, nameIn: (outer) => outer }]
    : [];
}

function decodingOf(text: string): Decoding['as'] {
  const isJson = /^[[{]/.test(text);
  return isJson ? 'json' : isToken(text) ? 'jwt' : 'base64';
}

/** RFC 7515 §3.1: the header is an object, which begins with `{"` in base64. */
function isToken(text: string): boolean {
  return /^(?:Bearer )?eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(text);
}

/** In base64 of ASCII, as the header of a token is, every fourth character is one of few. */
function isAsciiLead(code: number): boolean {
  return (code >= LETTER_I && code <= LETTER_Z) || (code >= SMALL_A && code <= SMALL_F);
}

const LETTER_I = 0x49;
const LETTER_Z = 0x5a;
const SMALL_A = 0x61;
const SMALL_F = 0x66;
/** Either alphabet; a token has dots between its parts. */
const BASE64 = /^(?:[A-Za-z0-9+/]+|[\w.-]+)={0,2}$/;
const PRINTABLE = /^\P{C}+$/u;

/** Numbers and texts of a JSON value, up to a bound. */
function members(json: JsonValue, as: Decoding['as']): readonly InnerValue[] {
  const found: InnerValue[] = [];
  const walk = (value: JsonValue, steps: readonly (string | number)[]): void => {
    if (steps.length > MAX_DEPTH || found.length >= MAX_VALUES) {
      return;
    }
    if (isArray(value)) {
      value.forEach((item, index) => walk(item, [...steps, index]));
    } else if (isObject(value)) {
      Object.entries(value).forEach(([name, member]) => walk(member, [...steps, name]));
    } else if (value !== null && typeof value !== 'boolean') {
      const isNumber = typeof value !== 'string';
      const nameIn = (outer: PlaceName): PlaceName => nameOf(steps, as, outer);
      found.push({ value: plainText(value), inner: { as, steps }, isNumber, nameIn });
    }
  };
  walk(json, []);
  return found;
}

/** Claims speak of the user whose token it is (RFC 7519 §4.1.2); other members of what the text itself is called. */
function nameOf(steps: readonly (string | number)[], as: Decoding['as'], outer: PlaceName): PlaceName {
  const names = steps.filter((step) => typeof step === 'string');
  const own = names.at(-1) ?? '';
  const owner = ownerOf(names.slice(0, -1));
  if (as === 'jwt') {
    return namePlace(own === 'sub' ? 'id' : own, owner.length === 0 ? USER : owner);
  }
  const around = owner.length > 0 ? owner : ownerOf([outer.field.join(' ')]);
  return namePlace(own, around.length > 0 ? around : outer.noun);
}

const USER: readonly string[] = ['user'];
