/**
 * JSON that keeps 64-bit integers and sees duplicate keys. `JSON.parse` rounds 9007199254740993 and
 * hides the first of two equal keys; an API with 64-bit ids must do neither, and one flaw of this
 * sample (duplicate-key) lives on the difference.
 */

/** A parsed value; integers beyond 2^53 are bigints. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonFields;

/** A parsed object. It has no properties of its own, so a member named `__proto__` is only data. */
export class JsonFields {
  constructor(private readonly members: readonly (readonly [name: string, value: JsonValue])[]) {}

  /** Value of the last member of that name, as every common parser takes it. */
  get(name: string): JsonValue | undefined {
    return this.members.findLast(([member]) => member === name)?.[1];
  }

  /** Value of the first member of that name. */
  first(name: string): JsonValue | undefined {
    return this.members.find(([member]) => member === name)?.[1];
  }

  /** A name that occurs twice, if there is one. */
  duplicate(): string | undefined {
    const seen = new Set<string>();
    for (const [name] of this.members) {
      if (seen.has(name)) {
        return name;
      }
      seen.add(name);
    }
    return undefined;
  }
}

/** What can be written as JSON; members that are undefined are left out. */
export type Writable =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Writable[]
  | { readonly [name: string]: Writable | undefined };

/** Compact JSON; bigints digit for digit. */
export function writeJson(value: Writable): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  if (isList(value)) {
    return `[${value.map(writeJson).join(',')}]`;
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(',')}}`;
}

/** Parses a text; throws SyntaxError with the position when it is not JSON or nested too deeply. */
export function parseJson(text: string): JsonValue {
  const cursor = new Cursor(text);
  const value = parseValue(cursor, 0);
  cursor.end();
  return value;
}

const MAX_DEPTH = 64;
const WHITESPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

function parseValue(cursor: Cursor, depth: number): JsonValue {
  if (depth > MAX_DEPTH) {
    throw cursor.error('nested too deeply');
  }
  if (cursor.skip('{')) {
    return new JsonFields(parseList(cursor, '}', () => parseMember(cursor, depth)));
  }
  if (cursor.skip('[')) {
    return parseList(cursor, ']', () => parseValue(cursor, depth + 1));
  }
  return parseScalar(cursor);
}

function parseMember(cursor: Cursor, depth: number): readonly [string, JsonValue] {
  const name = parseString(cursor);
  if (name === undefined || !cursor.skip(':')) {
    throw cursor.error('a member name and a colon expected');
  }
  return [name, parseValue(cursor, depth + 1)];
}

function parseList<Item>(cursor: Cursor, closing: string, parseItem: () => Item): readonly Item[] {
  const items: Item[] = [];
  if (cursor.skip(closing)) {
    return items;
  }
  do {
    items.push(parseItem());
  } while (cursor.skip(','));
  if (!cursor.skip(closing)) {
    throw cursor.error(`"${closing}" expected`);
  }
  return items;
}

function parseScalar(cursor: Cursor): JsonValue {
  const text = parseString(cursor);
  if (text !== undefined) {
    return text;
  }
  const digits = cursor.take(NUMBER);
  if (digits !== undefined) {
    const value = Number(digits);
    return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
  }
  switch (cursor.take(WORD)) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    default:
      throw cursor.error('a value expected');
  }
}

function parseString(cursor: Cursor): string | undefined {
  const literal = cursor.take(STRING);
  if (literal === undefined) {
    return undefined;
  }
  const value: unknown = JSON.parse(literal);
  return String(value);
}

function isList(value: readonly Writable[] | object): value is readonly Writable[] {
  return Array.isArray(value);
}

class Cursor {
  private position = 0;
  constructor(private readonly text: string) {}

  take(pattern: RegExp): string | undefined {
    this.match(WHITESPACE);
    return this.match(pattern);
  }

  skip(mark: string): boolean {
    this.match(WHITESPACE);
    const found = this.text.startsWith(mark, this.position);
    this.position += found ? mark.length : 0;
    return found;
  }

  end(): void {
    this.match(WHITESPACE);
    if (this.position < this.text.length) {
      throw this.error('the end expected');
    }
  }

  error(problem: string): SyntaxError {
    return new SyntaxError(`${problem} at position ${this.position}`);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    this.position += found?.length ?? 0;
    return found;
  }
}
