/**
 * YAML as JSON values; the only file that knows the package.
 *
 * Files come from anywhere, and a few lines of YAML can expand to billions of values. What aliases repeat is
 * counted while it is read, and a file that goes beyond the bound is refused, as is one that contains itself.
 * Values are those of YAML 1.2: a date is a text, and a number keeps its digits.
 */
import {
  Composer,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type CST,
  type Pair,
  type Scalar,
} from 'yaml';
import { UserError } from '../../../core/errors';
import { isArray, isObject, numberFromText, type JsonObject, type JsonValue } from '../../../core/json/json';
import { MAX_JSON_DEPTH } from '../../../core/json/jsonSyntax';
import { oneLine } from '../../../core/shownText';

/** Reads a YAML document. Throws UserError, with the place, when it is none. */
export function parseYaml(text: string): JsonValue {
  if (text.length > MAX_LENGTH) {
    throw refused('is larger than 20 MB');
  }
  const lines = new LineCounter();
  const [document, another] = new Composer(OPTIONS).compose(tokensOf(text, lines), true, text.length);
  const [error] = document?.errors ?? [];
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    const message = oneLine(error.message).replace(/[.:]$/, '');
    throw refused(`is not sound: ${message}, at line ${line}, column ${col}`);
  }
  if (another !== undefined) {
    throw refused('is several documents in one');
  }
  return new Reader(lines).value(document?.contents, 0).value;
}

/**
 * The tokens of a text. The package composes them recursively, and a text that is nested deep enough ends
 * the process, so that the nesting is bounded before.
 */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_JSON_DEPTH) {
      throw refused('is nested too deep');
    }
  }
  yield* parser.end();
}

/** UTF-16 code units; a document takes some thirty times its size while it is read. */
const MAX_LENGTH = 20_000_000;

/** Values in a file, including those that aliases repeat. */
const MAX_VALUES = 5_000_000;

// Keys are compared by the reader below: the package compares each with all before it.
const OPTIONS = { version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false } as const;

/** A value, and how many values it consists of. */
interface Sized {
  readonly value: JsonValue;
  readonly size: number;
}

class Reader {
  private readonly anchors = new Map<string, Sized>();

  constructor(private readonly lines: LineCounter) {}

  value(node: unknown, depth: number): Sized {
    if (depth > MAX_JSON_DEPTH) {
      throw refused('is nested too deep');
    }
    const read = this.plain(node, depth);
    if (read.size > MAX_VALUES) {
      throw refused('repeats itself too often');
    }
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.anchors.set(node.anchor, read);
    }
    return read;
  }

  private plain(node: unknown, depth: number): Sized {
    if (isAlias(node)) {
      return this.anchors.get(node.source) ?? this.fail(node, `nothing before it is named &${node.source}`);
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.value(item, depth + 1));
      return { value: items.map(({ value }) => value), size: items.reduce((sum, { size }) => sum + size, 1) };
    }
    if (isMap(node)) {
      return this.members(node.items, depth);
    }
    return { value: isScalar(node) ? scalarValue(node) : null, size: 1 };
  }

  private members(pairs: readonly Pair[], depth: number): Sized {
    const members = new Map<string, JsonValue>();
    const merged: JsonObject[] = [];
    let total = 1;
    for (const { key, value: written } of pairs) {
      const { value, size } = this.value(written, depth + 1);
      total += size;
      if (isMergeKey(key)) {
        merged.push(...(isArray(value) ? value : [value]).filter(isObject));
        continue;
      }
      const name = this.nameOf(key);
      if (members.has(name)) {
        this.fail(key, `the key ${JSON.stringify(name)} is duplicate`);
      }
      members.set(name, value);
    }
    // What a mapping says itself comes before what it takes from others, and of these the first one counts.
    const others = merged.toReversed().flatMap((object) => Object.entries(object));
    return { value: Object.fromEntries(new Map([...others, ...members])), size: total };
  }

  private nameOf(key: unknown): string {
    const plain = isAlias(key) ? this.anchors.get(key.source)?.value : undefined;
    if (isScalar(key) || typeof plain === 'string') {
      return typeof plain === 'string' ? plain : isScalar(key) ? keyText(key) : '';
    }
    return key === null || key === undefined ? '' : this.fail(key, 'a key is not a string');
  }

  private fail(node: unknown, why: string): never {
    const range: unknown = typeof node === 'object' && node !== null && 'range' in node ? node.range : [];
    const { line, col } = this.lines.linePos(Array.isArray(range) ? Number(range[0] ?? 0) : 0);
    throw refused(`is not sound: ${oneLine(why)}, at line ${line}, column ${col}`);
  }
}

/** `<<`, which takes over the members of other mappings (https://yaml.org/type/merge.html). */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

function keyText(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function scalarValue({ value, source }: Scalar): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (source !== undefined && JSON_NUMBER.test(source)) {
        return numberFromText(source);
      }
      return Number.isFinite(value) ? value : (source ?? String(value));
    default:
      return value === null || value === undefined ? null : (source ?? null);
  }
}

/** RFC 8259 §6; YAML has other ways to write numbers besides. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function refused(how: string): UserError {
  return new UserError(`The YAML of the file ${how}.`, 'Correct it, or export the file again.');
}

/** A value in a text, and where what is in it begins, in UTF-16 code units and in the order of the text. */
export interface PlacedNode {
  readonly entries: () => Iterable<readonly [name: string, start: number, inside: PlacedNode]>;
}

/** Reads a sound document again for its places. */
export function placedYaml(text: string): PlacedNode {
  const [document] = new Composer(OPTIONS).compose(tokensOf(text, new LineCounter()), true, text.length);
  return placedNode(document?.contents);
}

function placedNode(node: unknown): PlacedNode {
  return {
    *entries() {
      const named: readonly (readonly [name: string, key: unknown, value: unknown])[] = isMap(node)
        ? node.items.map(({ key, value }) => [isScalar(key) ? keyText(key) : '', key, value])
        : isSeq(node)
          ? node.items.map((item, index) => [String(index), item, item])
          : [];
      for (const [name, key, value] of named) {
        yield [name, isNode(key) ? (key.range?.[0] ?? 0) : 0, placedNode(value)];
      }
    },
  };
}
