/**
 * JSON laid out for reading: one member or item a line, two spaces a level, and every token as it
 * came. Numbers keep their digits, strings their escapes, members their order and their duplicates,
 * because nothing is parsed into values. What is not JSON stays unchanged.
 */
import { scanJson, type JsonTokenKind } from './jsonTokens';

/** Lays out a JSON text of any size and depth; any other text comes back unchanged. */
export function prettyJson(text: string): string {
  const layout = createLayout(text.length * MAX_GROWTH + 1024);
  const grammar = createGrammar();
  scanJson(text, (kind, start, end) => {
    const token = text.slice(start, end);
    if (layout.fits() && grammar.accepts(kind, token)) {
      layout.add(kind, token);
    }
  });
  return grammar.isComplete() && layout.fits() ? layout.text() : text;
}

/** Deep nesting can multiply the size of a text; one that grows more than this is not formatted. */
const MAX_GROWTH = 8;
/** Deeper levels are not indented further: nobody can read them, and a hostile text is all indentation. */
const MAX_INDENT = 64;

function createLayout(limit: number) {
  const pieces: string[] = [];
  let length = 0;
  let depth = 0;
  let previous: JsonTokenKind | undefined;
  const write = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const breakLine = (): void => write(`\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`);
  return {
    add(kind: JsonTokenKind, token: string): void {
      const opened = previous === '{' || previous === '[';
      if (kind === '}' || kind === ']') {
        depth -= 1;
        if (!opened) {
          breakLine();
        }
      } else if (opened || previous === ',') {
        breakLine();
      }
      write(kind === ':' ? ': ' : token);
      if (kind === '{' || kind === '[') {
        depth += 1;
      }
      previous = kind;
    },
    fits: () => length <= limit,
    text: () => pieces.join(''),
  };
}

/** What may come next (RFC 8259 §2); `first-…` is right after an opening bracket. */
type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'object-rest' | 'list-rest' | 'end';

/** What a token leads to: the next expectation, or one that depends on what is open. */
type Step = Expected | 'open-object' | 'open-list' | 'close' | 'after-value';

const VALUE: Partial<Record<JsonTokenKind, Step>> = {
  '{': 'open-object',
  '[': 'open-list',
  '"': 'after-value',
  scalar: 'after-value',
};

const GRAMMAR: Readonly<Record<Expected, Partial<Record<JsonTokenKind, Step>>>> = {
  value: VALUE,
  'first-value': { ...VALUE, ']': 'close' },
  key: { '"': 'colon' },
  'first-key': { '"': 'colon', '}': 'close' },
  colon: { ':': 'value' },
  'object-rest': { ',': 'key', '}': 'close' },
  'list-rest': { ',': 'value', ']': 'close' },
  end: {},
};

/** Checks tokens against the grammar, one by one; after one that does not fit nothing is accepted. */
function createGrammar() {
  const open: Expected[] = [];
  let expected: Expected | undefined = 'value';
  const follow = (step: Step | undefined): Expected | undefined => {
    switch (step) {
      case 'open-object':
        open.push('object-rest');
        return 'first-key';
      case 'open-list':
        open.push('list-rest');
        return 'first-value';
      case 'close':
        open.pop();
        return open.at(-1) ?? 'end';
      case 'after-value':
        return open.at(-1) ?? 'end';
      default:
        return step;
    }
  };
  return {
    accepts(kind: JsonTokenKind, token: string): boolean {
      expected = expected !== undefined && isWhole(kind, token) ? follow(GRAMMAR[expected][kind]) : undefined;
      return expected !== undefined;
    },
    isComplete: () => expected === 'end',
  };
}

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function isWhole(kind: JsonTokenKind, token: string): boolean {
  switch (kind) {
    case 'scalar':
      return SCALAR.test(token);
    case '"':
      return isClosed(token);
    default:
      return true;
  }
}

/** Only the last token of a text can be an unclosed string. */
function isClosed(token: string): boolean {
  let backslashes = 0;
  while (token[token.length - 2 - backslashes] === '\\') {
    backslashes += 1;
  }
  return token.length > 1 && token.endsWith('"') && backslashes % 2 === 0;
}
