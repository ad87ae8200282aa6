/**
 * The outline of a chain file: where its requests stand, read from text that may be broken.
 *
 * One pass over the tokens, without a tree: it runs on every keystroke and at activation, must cope
 * with a file that is just being typed, and a file nested 100,000 deep must not exhaust the stack.
 */
import { createScanner } from 'jsonc-parser';
import type { TextRange } from './problem';

/** Where the chain and its requests stand. */
export interface ChainOutline {
  /** The whole chain; absent when the text does not begin with an object. */
  readonly range?: TextRange;
  /** Requests in the order of the file; one that has no `id` yet is left out. */
  readonly requests: readonly OutlinedRequest[];
}

/** A request as far as it can be read; empty texts for what is not there yet. */
export interface OutlinedRequest {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly range: TextRange;
}

/** An object or array that is open at the scanner's position. */
interface Frame {
  readonly kind: 'object' | 'array';
  readonly start: number;
  /** The last property name, in an object. */
  key: string | undefined;
  /** The next string is a property name, in an object. */
  atKey: boolean;
  /** `id`, `name` and `method`, when this is a request. */
  readonly texts: Map<string, string>;
}

// The scanner's token kinds (jsonc-parser's SyntaxKind, a const enum that isolated modules cannot read).
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  string: 10,
  end: 17,
} as const;

const REQUEST_DEPTH = 3;
const REQUEST_TEXTS = new Set(['id', 'name', 'method']);

/** Reads the outline of a chain file's text. Never throws. */
export function outlineChain(text: string): ChainOutline {
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  const requests: OutlinedRequest[] = [];
  let range: TextRange | undefined;
  const close = (end: number): void => {
    const request = isRequest(frames) ? frames.at(-1) : undefined;
    const frame = frames.pop();
    if (request !== undefined) {
      requests.push(...asRequest(request, end));
    }
    if (frame?.kind === 'object' && frames.length === 0) {
      range ??= { start: frame.start, end };
    }
  };
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    switch (token) {
      case TOKEN.openBrace:
      case TOKEN.openBracket:
        frames.push(openFrame(token, start));
        break;
      case TOKEN.closeBrace:
      case TOKEN.closeBracket:
        close(start + scanner.getTokenLength());
        break;
      case TOKEN.comma:
        expectKey(frames.at(-1));
        break;
      case TOKEN.string:
        takeString(frames, scanner.getTokenValue());
    }
  }
  while (frames.length > 0) {
    close(text.length);
  }
  return range === undefined ? { requests } : { range, requests };
}

function openFrame(token: number, start: number): Frame {
  const kind = token === TOKEN.openBrace ? 'object' : 'array';
  return { kind, start, key: undefined, atKey: true, texts: new Map() };
}

function expectKey(frame: Frame | undefined): void {
  if (frame !== undefined) {
    frame.atKey = true;
  }
}

function takeString(frames: readonly Frame[], value: string): void {
  const frame = frames.at(-1);
  if (frame?.kind !== 'object') {
    return;
  }
  if (frame.atKey) {
    frame.key = value;
    frame.atKey = false;
  } else if (frame.key !== undefined && REQUEST_TEXTS.has(frame.key) && isRequest(frames)) {
    frame.texts.set(frame.key, value);
  }
}

/** The innermost frame is an object in the array `requests` of the outermost object. */
function isRequest(frames: readonly Frame[]): boolean {
  const [root, list, request] = frames;
  return (
    frames.length === REQUEST_DEPTH &&
    root?.kind === 'object' &&
    root.key === 'requests' &&
    list?.kind === 'array' &&
    request?.kind === 'object'
  );
}

function asRequest({ texts, start }: Frame, end: number): readonly OutlinedRequest[] {
  const id = texts.get('id');
  if (id === undefined || id === '') {
    return [];
  }
  const [name, method] = [texts.get('name') ?? '', texts.get('method') ?? ''];
  return [{ id, name, method, range: { start, end } }];
}
