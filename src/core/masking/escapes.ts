/**
 * The escapes that APIs, browsers and pages write: `%C3%A4` (RFC 3986 §2.1), `\n` and `\u00e4`
 * (RFC 8259 §7), `&amp;` and `&#228;` (HTML). Read one at a time from UTF-16 code units; what only
 * looks like an escape is none.
 */

/** Escapes by the character they begin with: percent, JSON, HTML. */
export type EscapeKind = '%' | '\\' | '&';

/** All kinds. */
export const escapeKinds: readonly EscapeKind[] = ['%', '\\', '&'];

/** One character that was read: its code point, or a lone half of one, and where its source ends. */
export interface Escape {
  readonly point: number;
  readonly end: number;
}

/** The escape that begins at `at`; absent when none does. */
export function readEscape(units: Uint16Array, at: number): Escape | undefined {
  switch (units[at]) {
    case PERCENT:
      return readPercent(units, at);
    case BACKSLASH:
      return readBackslash(units, at);
    case AMPERSAND:
      return readEntity(units, at);
    default:
      return undefined;
  }
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const MAX_POINT = 0x10ffff;

/** Bytes are UTF-8; one that is not is Latin-1, which older encoders write. */
function readPercent(units: Uint16Array, at: number): Escape | undefined {
  const first = percentByte(units, at);
  if (first === undefined) {
    return undefined;
  }
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0;
  let point = more === 0 ? first : first & (0x3f >> more);
  for (let index = 1; index <= more; index += 1) {
    const byte = percentByte(units, at + 3 * index);
    if (byte === undefined || byte >> 6 !== 2) {
      return { point: first, end: at + 3 };
    }
    point = (point << 6) | (byte & 0x3f);
  }
  return point > MAX_POINT ? { point: first, end: at + 3 } : { point, end: at + 3 + 3 * more };
}

function percentByte(units: Uint16Array, at: number): number | undefined {
  return units[at] === PERCENT ? hexNumber(units, at + 1, at + 3) : undefined;
}

/** Code units after the backslash, and what they stand for: `"` `\` `/` b f n r t. */
const SHORT: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
);

function readBackslash(units: Uint16Array, at: number): Escape | undefined {
  const short = SHORT.get(units[at + 1] ?? 0);
  if (short !== undefined) {
    return { point: short, end: at + 2 };
  }
  const unit = units[at + 1] === 0x75 ? hexNumber(units, at + 2, at + 6) : undefined;
  return unit === undefined ? undefined : { point: unit, end: at + 6 };
}

const ENTITIES: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);

/** Letters and digits between `&` and `;` in the longest entity read here: `&#x10FFFF;`. */
const MAX_ENTITY = 8;

function readEntity(units: Uint16Array, at: number): Escape | undefined {
  const end = units.subarray(at + 1, at + 2 + MAX_ENTITY).indexOf(0x3b);
  if (end < 1) {
    return undefined;
  }
  const name = String.fromCharCode(...units.subarray(at + 1, at + 1 + end));
  const point = ENTITIES.get(name) ?? numericEntity(name);
  return point === undefined || point > MAX_POINT ? undefined : { point, end: at + end + 2 };
}

function numericEntity(name: string): number | undefined {
  const [, hex, decimal] = /^#(?:[xX]([0-9A-Fa-f]+)|(\d+))$/.exec(name) ?? [];
  if (hex !== undefined) {
    return Number.parseInt(hex, 16);
  }
  return decimal === undefined ? undefined : Number.parseInt(decimal, 10);
}

function hexNumber(units: Uint16Array, start: number, end: number): number | undefined {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = hexDigit(units[at] ?? 0);
    if (digit === -1) {
      return undefined;
    }
    number = number * 16 + digit;
  }
  return number;
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) {
    return unit - 0x30;
  }
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
