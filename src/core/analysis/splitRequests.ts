/**
 * Where the requests of a chain file begin and end, found without parsing them.
 *
 * One pass over the characters that knows strings, comments and brackets. It gives an answer only when
 * parsing would cut the file at the same places: brackets match, and the list holds objects with one
 * comma between them. Whatever is inside a request may be wrong.
 */
import type { TextRange } from '../problem';
import { skipTrivia } from '../edit/trivia';

/** The list of requests, from `[` to `]`, and its items, each from `{` to `}`. */
export interface RequestList extends TextRange {
  readonly items: readonly TextRange[];
}

/** The end of the request at an offset, for those who know it without looking; `index` counts requests. */
export type EndOfKnown = (text: string, start: number, index: number) => number | undefined;

/** Finds the requests of a chain file; nothing when the text cannot be cut without doubt. */
export function splitRequests(text: string, endOfKnown: EndOfKnown): RequestList | undefined {
  const start = findRequests(text);
  if (start === undefined) {
    return undefined;
  }
  const items: TextRange[] = [];
  let at = skipTrivia(text, start + 1);
  while (text.charCodeAt(at) === OPEN_BRACE) {
    const end = endOfKnown(text, at, items.length) ?? containerEnd(text, at);
    if (end === undefined) {
      return undefined;
    }
    items.push({ start: at, end });
    at = skipTrivia(text, end);
    if (text.charCodeAt(at) !== COMMA) {
      break;
    }
    at = skipTrivia(text, at + 1);
  }
  return text.charCodeAt(at) === CLOSE_BRACKET ? { start, end: at + 1, items } : undefined;
}

/** Offset of the `[` that the member `requests` of the outermost object begins with. */
function findRequests(text: string): number | undefined {
  const root = skipTrivia(text, text.startsWith('\uFEFF') ? 1 : 0);
  let at = text.charCodeAt(root) === OPEN_BRACE ? skipTrivia(text, root + 1) : text.length;
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = stringEnd(text, at);
    const colon = skipTrivia(text, nameEnd);
    const value = skipTrivia(text, colon + 1);
    if (text.charCodeAt(colon) !== COLON) {
      return undefined;
    }
    if (isRequests(text.slice(at, nameEnd))) {
      return text.charCodeAt(value) === OPEN_BRACKET ? value : undefined;
    }
    const comma = skipTrivia(text, valueEnd(text, value) ?? text.length);
    if (text.charCodeAt(comma) !== COMMA) {
      return undefined;
    }
    at = skipTrivia(text, comma + 1);
  }
  return undefined;
}

/** A name as written, quotes included; one with escapes is left to the parser. */
function isRequests(written: string): boolean {
  return written === '"requests"';
}

function valueEnd(text: string, start: number): number | undefined {
  switch (text.charCodeAt(start)) {
    case OPEN_BRACE:
    case OPEN_BRACKET:
      return containerEnd(text, start);
    case QUOTE:
      return stringEnd(text, start);
    default:
      return start + (/^[\w.+-]*/.exec(text.slice(start, start + MAX_SCALAR))?.[0].length ?? 0);
  }
}

/** Characters of a number or word; a longer one is left to the parser. */
const MAX_SCALAR = 100;

/** Offset after the bracket that closes the one at `start`; nothing when they do not match. */
function containerEnd(text: string, start: number): number | undefined {
  const closing: number[] = [];
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    switch (code) {
      case QUOTE:
        at = stringEnd(text, at);
        break;
      case SLASH:
        at = Math.max(skipTrivia(text, at), at + 1);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        // In ASCII the closing bracket comes two after the opening one.
        closing.push(code + 2);
        at += 1;
        break;
      default:
        // A closing bracket.
        if (closing.pop() !== code) {
          return undefined;
        }
        at += 1;
        if (closing.length === 0) {
          return at;
        }
    }
    at = nextMark(text, at);
  }
  return undefined;
}

/** The next quote, slash or bracket; most of a file is something else. */
function nextMark(text: string, start: number): number {
  let at = start;
  while (at < text.length && MARKS[text.charCodeAt(at)] !== 1) {
    at += 1;
  }
  return at;
}

/** A string ends with its line when its quote is missing, as it does for the parser. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      return at + 1;
    }
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      return at;
    }
    at += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SLASH = 0x2f;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;

const MARKS = new Uint8Array(0x10000);
for (const mark of '"/[]{}') {
  MARKS[mark.charCodeAt(0)] = 1;
}
