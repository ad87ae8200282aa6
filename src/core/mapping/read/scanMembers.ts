/**
 * Goes through the values of a JSON text without building them: of hundreds of thousands in an answer a few are
 * wanted. Only those and what leads to them are made.
 */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  ZERO,
} from '../../json/jsonBytes';
import { numberFromText, type WrittenNumber } from '../../json/json';
import { MAX_JSON_DEPTH } from '../../json/jsonSyntax';
import { isNumberByte } from '../../json/jsonSurvey';

/** A quick look at values that rules out most; what it lets pass need not be wanted. */
export interface Sieve {
  /** The text is the bytes from `start` to before `end`, in UTF-8, as `JSON.stringify` writes it. */
  readonly mayWantText: (bytes: Uint8Array, start: number, end: number) => boolean;
  readonly mayWantNumber: (value: number) => boolean;
}

/** A text or number that passed. */
export interface ScannedMember {
  /** Members and positions that lead to it. */
  readonly steps: (string | number)[];
  /** How many of them are positions. */
  readonly lists: number;
  readonly value: string | WrittenNumber;
}

/**
 * The members of a JSON text that pass a sieve, in the order of the parsed text. Absent for a text that is no list or
 * object, and for one that has to be parsed: members that are called like positions come first there. Of members with
 * one name in an object all are looked at, and of an answer to a call all but its number (JSON-RPC 2.0 §5).
 */
export function scanMembers(text: string, sieve: Sieve): readonly ScannedMember[] | undefined {
  const scan = new MemberScan(text, sieve);
  try {
    return scan.isWhole() ? scan.found.filter(({ steps }) => !scan.isCall || steps[0] !== 'id') : undefined;
  } catch (error) {
    if (error instanceof UnusualJson || error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** The text is not JSON, or has to be parsed. */
class UnusualJson extends Error {}

class MemberScan {
  readonly found: ScannedMember[] = [];
  isCall = false;
  readonly #bytes: Uint8Array;
  readonly #isAscii: boolean;
  #at = 0;
  /** Whether the string that was read last has escapes that `JSON.stringify` does not write. */
  #isRespelled = false;
  /** By depth: where the name of a member begins and ends; in a list the position, and `IN_LIST`. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(
    private readonly text: string,
    private readonly sieve: Sieve,
  ) {
    this.#bytes = new TextEncoder().encode(text);
    this.#isAscii = this.#bytes.length === text.length;
  }

  /** Reads the text; tells whether it is one list or object. */
  isWhole(): boolean {
    const first = this.#skipSpace();
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) {
      return false;
    }
    this.#readValue(0);
    this.#skipSpace();
    return this.#at === this.#bytes.length;
  }

  #readValue(depth: number): void {
    switch (this.#skipSpace()) {
      case QUOTE:
        this.#readText(depth);
        break;
      case OPEN_BRACE:
        this.#readObject(depth);
        break;
      case OPEN_BRACKET:
        this.#readList(depth);
        break;
      case LETTER_T:
        this.#take('true');
        break;
      case LETTER_F:
        this.#take('false');
        break;
      case LETTER_N:
        this.#take('null');
        break;
      default:
        this.#readNumber(depth);
    }
  }

  #readObject(depth: number): void {
    if (this.#isEmpty(depth, CLOSE_BRACE)) {
      return;
    }
    do {
      this.#expect(QUOTE);
      const start = this.#at;
      this.#at = this.#endOfString(start) + 1;
      if (this.#isRespelled || isDigit(this.#bytes[start] ?? 0)) {
        throw new UnusualJson();
      }
      this.#starts[depth] = start;
      this.#ends[depth] = this.#at - 1;
      this.isCall ||= depth === 0 && this.#textOf(start, this.#at - 1) === 'jsonrpc';
      this.#expect(COLON);
      this.#readValue(depth + 1);
    } while (this.#hasMore(CLOSE_BRACE));
  }

  #readList(depth: number): void {
    if (this.#isEmpty(depth, CLOSE_BRACKET)) {
      return;
    }
    let position = 0;
    do {
      this.#starts[depth] = position;
      this.#ends[depth] = IN_LIST;
      this.#readValue(depth + 1);
      position += 1;
    } while (this.#hasMore(CLOSE_BRACKET));
  }

  /** Goes into a list or an object, which ends at once if it is empty. */
  #isEmpty(depth: number, close: number): boolean {
    if (depth === MAX_JSON_DEPTH) {
      throw new UnusualJson();
    }
    this.#at += 1;
    const isEmpty = this.#skipSpace() === close;
    this.#at += isEmpty ? 1 : 0;
    return isEmpty;
  }

  /** Whether another one follows in a list or an object, which ends otherwise. */
  #hasMore(close: number): boolean {
    const byte = this.#skipSpace();
    if (byte !== COMMA && byte !== close) {
      throw new UnusualJson();
    }
    this.#at += 1;
    return byte === COMMA;
  }

  #readText(depth: number): void {
    const start = this.#at + 1;
    const end = this.#endOfString(start);
    this.#at = end + 1;
    if (this.#isRespelled || this.sieve.mayWantText(this.#bytes, start, end)) {
      this.#keep(this.#textOf(start, end), depth);
    }
  }

  #readNumber(depth: number): void {
    const bytes = this.#bytes;
    const start = this.#at;
    let end = start;
    while (isNumberByte(bytes[end] ?? 0)) {
      end += 1;
    }
    this.#at = end;
    const value = plainNumber(bytes, start, end) ?? writtenNumber(this.#textOf(start, end));
    if (typeof value !== 'number' || this.sieve.mayWantNumber(value)) {
      this.#keep(value, depth);
    }
  }

  /** The end of a string whose text begins at `start`. */
  #endOfString(start: number): number {
    const bytes = this.#bytes;
    let end = start;
    this.#isRespelled = false;
    for (;;) {
      while (IN_STRING[bytes[end] ?? 0] === 1) {
        end += 1;
      }
      if (bytes[end] !== BACKSLASH) {
        break;
      }
      this.#isRespelled ||= ESCAPES[bytes[end + 1] ?? 0] !== 1;
      end += 2;
    }
    if (bytes[end] !== QUOTE) {
      throw new UnusualJson();
    }
    return end;
  }

  #textOf(start: number, end: number): string {
    const written = this.#isAscii
      ? this.text.slice(start, end)
      : DECODER.decode(this.#bytes.subarray(start, end));
    return written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
  }

  #keep(value: string | WrittenNumber, depth: number): void {
    const steps: (string | number)[] = [];
    let lists = 0;
    for (let at = 0; at < depth; at += 1) {
      const start = this.#starts[at] ?? 0;
      const end = this.#ends[at] ?? 0;
      lists += end === IN_LIST ? 1 : 0;
      steps.push(end === IN_LIST ? start : this.#textOf(start, end));
    }
    this.found.push({ steps, lists, value });
  }

  #take(word: string): void {
    for (let offset = 0; offset < word.length; offset += 1) {
      if (this.#bytes[this.#at + offset] !== word.charCodeAt(offset)) {
        throw new UnusualJson();
      }
    }
    this.#at += word.length;
  }

  #expect(byte: number): void {
    if (this.#skipSpace() !== byte) {
      throw new UnusualJson();
    }
    this.#at += 1;
  }

  /** The next byte that is no space; 0 at the end. */
  #skipSpace(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let byte = bytes[at] ?? 0;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1;
      byte = bytes[at] ?? 0;
    }
    this.#at = at;
    return byte;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** A short number of digits with or without a point; absent for any other. */
function plainNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  const isPadded = bytes[first] === ZERO && end > first + 1 && bytes[first + 1] !== POINT;
  if (end === first || end - first > SAFE_LENGTH || isPadded) {
    return undefined;
  }
  let digits = 0;
  let divisor = 0;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isDigit(byte)) {
      digits = digits * 10 + byte - ZERO;
      divisor *= 10;
    } else if (byte === POINT && divisor === 0 && at > first && at < end - 1) {
      divisor = 1;
    } else {
      return undefined;
    }
  }
  // Both are exact, so that the quotient is the double next to the number.
  const value = divisor === 0 ? digits : digits / divisor;
  return isNegative ? (value === 0 ? undefined : -value) : value;
}

/** A number of any other kind; throws for what is none. */
function writtenNumber(text: string): WrittenNumber {
  JSON.parse(text);
  return numberFromText(text);
}

const IN_LIST = -1;
/** The digits of a number so long always survive a double. */
const SAFE_LENGTH = 15;
const COLON = 0x3a;
const COMMA = 0x2c;
const POINT = 0x2e;
const NINE = 0x39;
const LETTER_T = 0x74;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
/** By byte: what a string has as it is. */
const IN_STRING = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
/** By byte: what follows the backslash of an escape that `JSON.stringify` writes. */
const ESCAPES = new Uint8Array(0x100);
for (const escape of '"\\bfnrt') {
  ESCAPES[escape.charCodeAt(0)] = 1;
}
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
