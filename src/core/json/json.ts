/**
 * JSON without loss: what a response says is what the next request gets, digit for digit.
 *
 * A number that a double holds exactly is a plain `number`; any other (`9007199254740993`, `1e400`,
 * `-0`) keeps its source text in an {@link ExactNumber}. Objects carry own properties only: a member
 * called `__proto__` is data like any other. The last of several members with the same name wins,
 * as in `JSON.parse` (RFC 8259 §4).
 */
import { compareReadDecimals, decimalOf, isExactAsDouble, isInteger, type Decimal } from './decimal';
import { surveyJson } from './jsonSurvey';
import { JsonSyntaxError, JsonTooDeepError, MAX_JSON_DEPTH, readJson } from './jsonSyntax';

/** A number that no double holds: its JSON text, written back as it came. */
export class ExactNumber {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

/** Any JSON value; numbers that would lose digits are {@link ExactNumber}s. */
export type JsonValue = null | boolean | number | string | ExactNumber | readonly JsonValue[] | JsonObject;

/** A number as a file has it: exact where it has more digits than a double holds. */
export type WrittenNumber = number | ExactNumber;

/** A JSON object: read own properties only. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The JSON types a check can name; `integer` is a number without fraction. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * Reads a JSON text, keeping every digit. Throws JsonSyntaxError with the place, or JsonTooDeepError
 * for a text nested deeper than 512 levels, which the recursive readers of a value could not follow.
 */
export function parseJson(text: string): JsonValue {
  if (!VALUE_START.test(text)) {
    return readJson(text, numberFromText);
  }
  const { depth, hasExactNumber } = surveyJson(text);
  if (depth > MAX_JSON_DEPTH) {
    throw new JsonTooDeepError();
  }
  if (!hasExactNumber) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // Not JSON: read again below, for an error that says where and what.
    }
  }
  return readJson(text, numberFromText);
}

/**
 * The value of a text for callers that do not need positions; absent when the text is not JSON or a name is in an object
 * twice. Building the tree is most of the time and memory that reading a file takes. It is needed to point at what is wrong
 * and to read comments; what `JSON.parse` takes has none, and nothing is wrong with it but that a member may hide another one
 * of the same name. Those are found by counting: one of them is kept, and the text has a colon for each.
 */
export function readPlainJson(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text);
    return countMembers(value) === countColons(text) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Writes a value as JSON, numbers as they came. Compact, or with `indent` spaces a level, as
 * `JSON.stringify` lays it out.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  return hasExactNumber(value) ? write(value, ' '.repeat(indent), '\n') : JSON.stringify(value, null, indent);
}

/**
 * Whether two values are the same: numbers by value (`1.0` equals `1`), objects by members in any order.
 * `onCompare` gets the steps that each pair of texts, lists or objects takes, and may throw to stop.
 */
export function jsonEquals(a: JsonValue, b: JsonValue, onCompare?: (steps: number) => void): boolean {
  onCompare?.(stepsToCompare(a, b));
  if (a === b) {
    return true;
  }
  if (isNumber(a) || isNumber(b)) {
    return isNumber(a) && isNumber(b) && compareNumbers(a, b) === 0;
  }
  if (isArray(a) && isArray(b)) {
    return sameItems(a, b, onCompare);
  }
  return isObject(a) && isObject(b) && sameMembers(a, b, onCompare);
}

/** The number that a JSON number text represents: plain when a double gives it back, else exact. */
export function numberFromText(text: string): number | ExactNumber {
  return isExactAsDouble(text) ? Number(text) : new ExactNumber(text);
}

/** Below, at or above zero as `a` is less than, equal to or greater than `b`, every digit counted. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : compareReadDecimals(readDecimal(a), readDecimal(b));
}

/** A long number that is compared with many others is read once. */
const readDecimals = new WeakMap<ExactNumber, Decimal>();

function readDecimal(value: number | ExactNumber): Decimal {
  if (typeof value === 'number') {
    return decimalOf(String(value));
  }
  const decimal = readDecimals.get(value) ?? decimalOf(value.text);
  readDecimals.set(value, decimal);
  return decimal;
}

/** The JSON type of a value; a number without fraction is an `integer`. */
export function jsonType(value: JsonValue): JsonType {
  if (value === null) {
    return 'null';
  }
  if (isNumber(value)) {
    return isInteger(String(value)) ? 'integer' : 'number';
  }
  if (isArray(value)) {
    return 'array';
  }
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}

/** Whether a value is a number of either kind. */
export function isNumber(value: JsonValue): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Whether a value is a list; `Array.isArray` does not narrow readonly arrays. */
export function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object with members: no list, no number, not null. */
export function isObject(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** Texts are compared, and members counted, faster than values are visited. */
const CHARACTERS_PER_STEP = 1000;
const MEMBERS_PER_STEP = 8;

function stepsToCompare(a: JsonValue, b: JsonValue): number {
  if (typeof a === 'string') {
    return typeof b === 'string' && a.length === b.length ? a.length / CHARACTERS_PER_STEP : 0;
  }
  return typeof a === 'object' && a !== null ? 1 : 0;
}

const VALUE_START = /^[ \t\n\r]*["[{\-\dtfn]/;

function sameItems(
  a: readonly JsonValue[],
  b: readonly JsonValue[],
  onCompare?: (steps: number) => void,
): boolean {
  return a.length === b.length && a.every((item, index) => jsonEquals(item, b[index] ?? null, onCompare));
}

function sameMembers(a: JsonObject, b: JsonObject, onCompare?: (steps: number) => void): boolean {
  const names = Object.keys(a);
  const count = Object.keys(b).length;
  onCompare?.((names.length + count) / MEMBERS_PER_STEP);
  return (
    names.length === count &&
    names.every((name) => Object.hasOwn(b, name) && jsonEquals(a[name] ?? null, b[name] ?? null, onCompare))
  );
}

/** Whether a value holds a number that `JSON.stringify`, which is many times faster, would write as an object. */
function hasExactNumber(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (value instanceof ExactNumber) {
    return true;
  }
  return isArray(value) ? value.some(hasExactNumber) : Object.values(value).some(hasExactNumber);
}

function write(value: JsonValue, indent: string, lineStart: string): string {
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const inner = lineStart + indent;
  if (isArray(value)) {
    return enclose(
      '[]',
      value.map((item) => write(item, indent, inner)),
      indent,
      lineStart,
    );
  }
  const colon = indent === '' ? ':' : ': ';
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}${colon}${write(member, indent, inner)}`,
  );
  return enclose('{}', members, indent, lineStart);
}

function enclose(brackets: '[]' | '{}', parts: readonly string[], indent: string, lineStart: string): string {
  const [open, close] = [brackets[0] ?? '', brackets[1] ?? ''];
  if (parts.length === 0 || indent === '') {
    return `${open}${parts.join(',')}${close}`;
  }
  const inner = lineStart + indent;
  return `${open}${inner}${parts.join(`,${inner}`)}${lineStart}${close}`;
}

function countMembers(value: JsonValue): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return 0;
  }
  const inside = Object.values(value);
  const own = isArray(value) ? 0 : inside.length;
  return inside.reduce<number>((sum, item) => sum + countMembers(item), own);
}

/** Colons outside strings of a text that is JSON. */
function countColons(text: string): number {
  let colons = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      inString = !inString;
    } else if (code === BACKSLASH) {
      at += 1;
    } else if (code === COLON && !inString) {
      colons += 1;
    }
  }
  return colons;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
