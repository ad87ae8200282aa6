/** What a function takes: what is wrong with a value before a function is called with it. */
import { textOfBase64 } from '../../base64';
import { isArray, isObject, parseJson, type JsonValue } from '../../json/json';
import { plainText } from '../template';
import { decodeBytes, type InputEncoding } from './bytes';

/** What is wrong with a value, in whole sentences; `encoding` is the one that the call names for it. */
export type ArgumentCheck = (value: JsonValue, encoding: JsonValue | undefined) => string | undefined;

/** What is checked, by function and parameter. */
export const argumentChecks: ReadonlyMap<string, ArgumentCheck> = new Map<string, ArgumentCheck>([
  // A code of 31 bits has ten digits at most (RFC 4226 §5.3).
  ['$totp digits', wholeNumber('The digits of $totp', 4, 10)],
  ['$totp period', wholeNumber('The period of $totp', 1, 3600)],
  ['$totp key', encodedAs('The key of $totp', 'base32')],
  ['$hmac key', encodedAs('The key of $hmac')],
  ['$jwt key', encodedAs('The key of $jwt')],
  ['$jwt claims', object('claims that are')],
  ['$jwt header', object('a header that is')],
  ['$hash value', encodedAs('The value of $hash')],
  ['$base64 value', encodedAs('The value of $base64')],
  ['$base64url value', encodedAs('The value of $base64url')],
  ['$hex value', encodedAs('The value of $hex')],
  ['$base64Decode value', base64Text],
  ['$length value', sized],
]);

/** The object that a value is, or that its text contains. */
export function objectOf(value: JsonValue): Readonly<Record<string, JsonValue>> | undefined {
  if (typeof value !== 'string') {
    return isObject(value) ? value : undefined;
  }
  try {
    const parsed = parseJson(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function wholeNumber(what: string, least: number, most: number): ArgumentCheck {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? undefined
      : `${what} is a whole number from ${least} to ${most}.`;
}

function encodedAs(what: string, usual: InputEncoding = 'utf8'): ArgumentCheck {
  return (value, encoding = usual) =>
    decodeBytes(plainText(value), encoding as InputEncoding) === undefined
      ? `${what} is not ${plainText(encoding)}. Check it, or name its encoding.`
      : undefined;
}

function object(what: string): ArgumentCheck {
  return (value) =>
    objectOf(value) === undefined
      ? `$jwt takes ${what} a JSON object. Check what its argument is.`
      : undefined;
}

function base64Text(value: JsonValue): string | undefined {
  return textOfBase64(plainText(value)) === undefined
    ? '$base64Decode was given a value that is not base64 of a UTF-8 text. Check where it comes from.'
    : undefined;
}

function sized(value: JsonValue): string | undefined {
  return typeof value === 'string' || isArray(value) || isObject(value)
    ? undefined
    : '$length takes a text, an array or an object. Check what its argument is.';
}
