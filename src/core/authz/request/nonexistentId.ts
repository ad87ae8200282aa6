/**
 * Identifiers that belong to nothing, and planted texts that belong to one object only. Both follow from the
 * seed of a run: the same seed asks the same questions, and nothing in a run is left to chance.
 *
 * An absent identifier must be well formed, or its answer would be about the format and not the absence:
 * a UUID stays a UUID, a prefix stays, every digit gives way to a digit. What is short is made longer: among
 * four digits there is always somebody's object.
 */
import { hex } from '../../hex';
import {
  isArray,
  isNumber,
  isObject,
  numberFromText,
  type ExactNumber,
  type JsonValue,
} from '../../json/json';
import type { Hash } from '../../ports';

/** A planted text, wherever it is. */
export const CANARY = /CNRY-[0-9a-f]{16}/;

/** The text that is planted in an object, or for a cell: known by its look, and unlike any other. */
export function canaryFor(seed: string, cellOrObject: string, hash: Hash): string {
  return `CNRY-${hex(hmac(seed, cellOrObject, hash)).slice(0, 16)}`;
}

/** An identifier of the same type and shape that no object has. */
export function absentId(value: JsonValue, seed: string, hash: Hash): JsonValue {
  if (typeof value === 'string') {
    return absentText(value, choices(seed, value, hash));
  }
  if (isNumber(value)) {
    return absentNumber(String(value), choices(seed, String(value), hash));
  }
  if (isArray(value)) {
    return value.map((item) => absentId(item, seed, hash));
  }
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, absentId(member, seed, hash)]),
    );
  }
  return value;
}

/** Gives a number from 0 to below `count`, another one at each call. */
type Choose = (count: number) => number;

function choices(seed: string, value: string, hash: Hash): Choose {
  const start = hmac(seed, `absent ${value}`, hash);
  let bytes = start;
  let used = 0;
  return (count) => {
    if (used === bytes.length) {
      bytes = hash.hmacSha256(start, bytes);
      used = 0;
    }
    used += 1;
    return (bytes[used - 1] ?? 0) % count;
  };
}

function hmac(seed: string, text: string, hash: Hash): Uint8Array {
  const encoder = new TextEncoder();
  return hash.hmacSha256(encoder.encode(seed), encoder.encode(text));
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const HEX = /^(?=.*\d)(?:[0-9a-f]{8,}|[0-9A-F]{8,})$/;
/** Separators between the parts of `ord_8f3kd93k` or `2024-000731`. */
const SEPARATORS = [...'_:./~-'];
/** A part that is shorter does not tell objects apart by itself. */
const MIN_TAIL = 4;
/** Characters, of which there are so many that no object has those chosen at random. */
const SURELY_ABSENT = 8;

function absentText(value: string, choose: Choose): string {
  const at = value.lastIndexOf('@');
  if (at > 0) {
    return absentText(value.slice(0, at), choose) + value.slice(at);
  }
  if (/^\d+$/.test(value)) {
    return absentDigits(value, choose);
  }
  if (UUID.test(value)) {
    return absentUuid(value, choose);
  }
  if (ULID.test(value)) {
    // The first character holds three bits only, and the time is in the first ten.
    return value.slice(0, 10) + picked(value.slice(10), choose, () => CROCKFORD);
  }
  return absentGlobalId(value, choose) ?? absentName(value, choose);
}

/** Version and variant stay, or some parsers refuse it. */
function absentUuid(value: string, choose: Choose): string {
  let digits = 0;
  return value.replace(/[0-9a-f]/gi, (digit) => {
    digits += 1;
    return digits === 13 || digits === 17 ? digit : pick(alphabetOf(digit, HEX_KINDS), choose);
  });
}

/** `Order:731` in base64, as GraphQL servers name objects (Relay, global object identification). */
function absentGlobalId(value: string, choose: Choose): string | undefined {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) || value.length % 4 !== 0) {
    return undefined;
  }
  const [, type, id] = /^([A-Za-z]\w*:)([\w-]+)$/.exec(atob(value)) ?? [];
  return type === undefined || id === undefined ? undefined : btoa(type + absentText(id, choose));
}

/** What follows the last separator gives way. */
function absentName(value: string, choose: Choose): string {
  const start = Math.max(...SEPARATORS.map((separator) => value.lastIndexOf(separator))) + 1;
  const [head, tail] =
    value.length - start < MIN_TAIL ? ['', value] : [value.slice(0, start), value.slice(start)];
  if (/^\d+$/.test(tail)) {
    return head + fixedDigits(tail, choose);
  }
  const kinds = HEX.test(tail) ? HEX_KINDS : KINDS;
  const changed = picked(tail, choose, (character) => alphabetOf(character, kinds));
  const isSurelyAbsent = tail.length >= SURELY_ABSENT && changed !== tail;
  return head + changed + (isSurelyAbsent ? '' : picked('x'.repeat(SURELY_ABSENT), choose, () => LOWER));
}

function absentNumber(text: string, choose: Choose): number | ExactNumber {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? [];
  // A fraction identifies nothing; a number beyond all counters is as absent as one can be.
  return numberFromText(sign + absentDigits(digits, choose));
}

/** As many digits as fit 32 bits, or as many as there are when those are more. */
function absentDigits(digits: string, choose: Choose): string {
  if (digits.length < 10 && !/^0\d/.test(digits)) {
    return `19${picked('0'.repeat(8), choose, () => DIGITS)}`;
  }
  return fixedDigits(digits, choose);
}

/** Of many digits the first one stays: with another one a large number may no longer fit 64 bits. */
function fixedDigits(digits: string, choose: Choose): string {
  if (digits.length < 10) {
    const further = digits.length < SURELY_ABSENT ? '0'.repeat(SURELY_ABSENT) : '';
    return `9${picked(digits.slice(1) + further, choose, () => DIGITS)}`;
  }
  const [first = ''] = digits;
  return `${first}0${picked(digits.slice(2), choose, () => DIGITS)}`;
}

const DIGITS = '0123456789';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

/** Characters that give way to each other. */
type Kinds = readonly string[];

const KINDS: Kinds = [DIGITS, LOWER, LOWER.toUpperCase()];
const HEX_KINDS: Kinds = [DIGITS, 'abcdef', 'ABCDEF'];

/** A character for each one of `text`; at least one differs. */
function picked(text: string, choose: Choose, alphabet: (character: string) => string): string {
  const characters = [...text].map((character) => pick(alphabet(character), choose));
  if (text === '' || characters.join('') !== text) {
    return characters.join('');
  }
  const last = characters.at(-1) ?? '';
  const letters = alphabet(last);
  return characters.slice(0, -1).join('') + (letters[(letters.indexOf(last) + 1) % letters.length] ?? '');
}

function pick(alphabet: string, choose: Choose): string {
  return alphabet[choose(alphabet.length)] ?? '';
}

/** What a character may give way to; those that are neither letter nor digit stay. */
function alphabetOf(character: string, kinds: Kinds): string {
  return kinds.find((kind) => kind.includes(character)) ?? character;
}
