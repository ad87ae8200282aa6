/**
 * The grammar of JSON (RFC 8259) as a reader that says where a text leaves it and what was expected.
 *
 * The engine's own `JSON.parse` is faster and is used where it loses nothing (see json.ts). This reader
 * takes over for numbers that a double would change, and for errors, which `JSON.parse` words differently
 * in every runtime and without a place.
 */
import type { JsonValue } from './json';

/** How deep JSON may nest; deeper bodies stay readable as text. Lists and objects both count. */
export const MAX_JSON_DEPTH = 512;

/** A text that is not JSON. Line and column count from 1, columns and offset in UTF-16 code units. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly line: number;
  readonly column: number;
  constructor(
    text: string,
    readonly offset: number,
    /** What the grammar asks for at this place, in words. */
    readonly expected: string,
  ) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    super(`expected ${expected} but found ${foundAt(text, offset)} at line ${line}, column ${column}`);
    this.line = line;
    this.column = column;
  }
}

/** JSON that nests deeper than {@link MAX_JSON_DEPTH}. */
export class JsonTooDeepError extends Error {
  override readonly name = 'JsonTooDeepError';
  constructor() {
    super(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
}

/** Turns the text of a JSON number into a value. */
type ReadNumber = (text: string) => JsonValue;

/**
 * Reads one JSON value with whitespace around it. Throws {@link JsonSyntaxError} or
 * {@link JsonTooDeepError}.
 */
export function readJson(text: string, readNumber: ReadNumber): JsonValue {
  const reader = new JsonReader(text, readNumber);
  return reader.document();
}

/** Makes `name` an own member of `object`, whatever the name is. */
function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__') {
    // Assigning would set the prototype.
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonReader {
  private offset = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly readNumber: ReadNumber,
  ) {}

  document(): JsonValue {
    const value = this.value('a JSON value');
    if (this.offset < this.text.length) {
      throw this.fault('the end of the text');
    }
    return value;
  }

  /** Reads a value and the whitespace around it. */
  private value(expected: string): JsonValue {
    this.skipSpaces();
    const value = this.bareValue(expected);
    this.skipSpaces();
    return value;
  }

  private bareValue(expected: string): JsonValue {
    switch (this.text[this.offset]) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number(expected);
    }
  }

  private object(): JsonValue {
    const object: Record<string, JsonValue> = {};
    this.enter();
    if (this.take('}')) {
      return this.leave(object);
    }
    do {
      this.skipSpaces();
      if (this.text[this.offset] !== '"') {
        throw this.fault('a member name in double quotes');
      }
      const name = this.string();
      this.skipSpaces();
      if (!this.take(':')) {
        throw this.fault("':'");
      }
      setMember(object, name, this.value('a JSON value'));
    } while (this.take(','));
    if (!this.take('}')) {
      throw this.fault("',' or '}'");
    }
    return this.leave(object);
  }

  private array(): JsonValue {
    const array: JsonValue[] = [];
    this.enter();
    if (this.take(']')) {
      return this.leave(array);
    }
    do {
      array.push(this.value('a JSON value'));
    } while (this.take(','));
    if (!this.take(']')) {
      throw this.fault("',' or ']'");
    }
    return this.leave(array);
  }

  /** Steps over the bracket that opens a list or an object. */
  private enter(): void {
    this.depth += 1;
    if (this.depth > MAX_JSON_DEPTH) {
      throw new JsonTooDeepError();
    }
    this.offset += 1;
    this.skipSpaces();
  }

  private leave(value: JsonValue): JsonValue {
    this.depth -= 1;
    return value;
  }

  private string(): string {
    const start = this.offset;
    this.offset += 1;
    let escaped = false;
    for (;;) {
      while (isPlain(this.text.charCodeAt(this.offset))) {
        this.offset += 1;
      }
      if (this.take('"')) {
        const token = this.text.slice(start, this.offset);
        return escaped ? (JSON.parse(token) as string) : token.slice(1, -1);
      }
      if (this.text[this.offset] !== '\\') {
        throw this.fault('the closing quote or an escaped character');
      }
      const length = this.lengthOf(ESCAPE);
      if (length === undefined) {
        throw this.fault('an escape such as \\n, \\" or \\u0041');
      }
      this.offset += length;
      escaped = true;
    }
  }

  private number(expected: string): JsonValue {
    const length = this.lengthOf(NUMBER);
    if (length === undefined) {
      throw this.fault(expected);
    }
    const start = this.offset;
    this.offset += length;
    return this.readNumber(this.text.slice(start, this.offset));
  }

  private word(word: string, value: JsonValue): JsonValue {
    if (!this.text.startsWith(word, this.offset)) {
      throw this.fault(word);
    }
    this.offset += word.length;
    return value;
  }

  private take(character: string): boolean {
    const isThere = this.text[this.offset] === character;
    this.offset += isThere ? 1 : 0;
    return isThere;
  }

  private skipSpaces(): void {
    while (isBlank(this.text.charCodeAt(this.offset))) {
      this.offset += 1;
    }
  }

  private lengthOf(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.offset;
    return pattern.exec(this.text)?.[0].length;
  }

  private fault(expected: string): JsonSyntaxError {
    return new JsonSyntaxError(this.text, this.offset, expected);
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether a character needs no escape in a string; false beyond the end, where the code is NaN. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code !== 0x22 && code !== 0x5c;
}

function foundAt(text: string, offset: number): string {
  const point = text.codePointAt(offset);
  if (point === undefined) {
    return 'the end of the text';
  }
  const isVisible = point > 0x20 && (point < 0x7f || point > 0xa0);
  return isVisible
    ? `'${String.fromCodePoint(point)}'`
    : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
