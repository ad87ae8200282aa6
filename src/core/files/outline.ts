/**
 * The outline of a chain file: the ranges of its requests, read from text that may be broken.
 *
 * One pass over the tokens, without a tree: it runs on every keystroke and at activation, must cope
 * with a file that is just being typed, and a file nested 100,000 deep must not exhaust the stack.
 */
import { createScanner } from 'jsonc-parser';
import { defined } from '../defined';
import type { TextRange } from '../problem';
import { CALL } from './chainShape';

/** The ranges of the chain and its requests. */
export interface ChainOutline {
  /** The whole chain; absent when the text does not begin with an object. */
  readonly range?: TextRange;
  /** Empty texts for what is not there yet. */
  readonly name: string;
  readonly status: string;
  /** Requests in the order of the file; one that has no `id` yet is left out. */
  readonly requests: readonly OutlinedRequest[];
}

/** A request as far as it can be read; empty texts for what is not there yet. */
export interface OutlinedRequest {
  /** Position in the list of the file, in which those without an id count. */
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** The file of the chain that is run in place of a request; method and URL say so as well. */
  readonly chain?: string;
  readonly disabled: boolean;
  /** It has at least one extraction, or takes something from the chain that it runs. */
  readonly extracts: boolean;
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
  /** Commas so far: the position of the next item, in an array. */
  commas: number;
  /** Values that the outline shows, by name. */
  readonly texts: Map<string, string>;
}

// The scanner's token kinds (jsonc-parser's SyntaxKind, a const enum that isolated modules cannot read).
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  true: 8,
  string: 10,
  end: 17,
} as const;

const REQUEST_DEPTH = 3;
const REQUEST_TEXTS = new Set(['id', 'name', 'method', 'url', 'chain']);
const CHAIN_TEXTS = new Set(['name', 'status']);
const NO_TEXTS: ReadonlySet<string> = new Set();

/** Reads the outline of a chain file's text. Never throws. */
export function outlineChain(text: string): ChainOutline {
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  const requests: OutlinedRequest[] = [];
  let chain: Omit<ChainOutline, 'requests'> | undefined;
  const close = (end: number): void => {
    const request = isRequest(frames) ? frames.at(-1) : undefined;
    const frame = frames.pop();
    if (request !== undefined) {
      requests.push(...asRequest(request, frames.at(-1)?.commas ?? 0, end));
    }
    if (frame?.kind === 'object' && frames.length === 0) {
      chain ??= asChain(frame, end);
    }
  };
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    switch (token) {
      case TOKEN.openBrace:
      case TOKEN.openBracket:
        takeExtraction(frames, token);
        frames.push(openFrame(token, start));
        break;
      case TOKEN.closeBrace:
      case TOKEN.closeBracket:
        close(start + scanner.getTokenLength());
        break;
      case TOKEN.comma:
        takeComma(frames.at(-1));
        break;
      case TOKEN.true:
        takeTrue(frames);
        break;
      case TOKEN.string:
        takeTaken(frames);
        takeString(frames, scanner.getTokenValue());
    }
  }
  while (frames.length > 0) {
    close(text.length);
  }
  return { name: '', status: '', ...chain, requests };
}

function openFrame(token: number, start: number): Frame {
  const kind = token === TOKEN.openBrace ? 'object' : 'array';
  return { kind, start, key: undefined, atKey: true, commas: 0, texts: new Map() };
}

function takeComma(frame: Frame | undefined): void {
  if (frame !== undefined) {
    frame.atKey = true;
    frame.commas += 1;
  }
}

function takeTrue(frames: readonly Frame[]): void {
  const frame = frames.at(-1);
  if (frame?.key === 'disabled' && !frame.atKey && isRequest(frames)) {
    frame.texts.set('disabled', 'true');
  }
}

/** An object in the list `extract` of a request. */
function takeExtraction(frames: readonly Frame[], token: number): void {
  const request = frames[REQUEST_DEPTH - 1];
  const isItem = token === TOKEN.openBrace && frames.length === REQUEST_DEPTH + 1;
  if (isItem && request?.key === 'extract' && isRequest(frames.slice(0, REQUEST_DEPTH))) {
    request.texts.set('extract', 'true');
  }
}

/** A name in the list `take` of a step that runs a chain. */
function takeTaken(frames: readonly Frame[]): void {
  const request = frames[REQUEST_DEPTH - 1];
  const isItem = frames.length === REQUEST_DEPTH + 1 && frames.at(-1)?.kind === 'array';
  if (isItem && request?.key === 'take' && isRequest(frames.slice(0, REQUEST_DEPTH))) {
    request.texts.set('extract', 'true');
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
  } else if (frame.key !== undefined && shownTexts(frames).has(frame.key)) {
    frame.texts.set(frame.key, value);
  }
}

/** Names of the texts that are kept of the innermost frame. */
function shownTexts(frames: readonly Frame[]): ReadonlySet<string> {
  if (frames.length === 1) {
    return CHAIN_TEXTS;
  }
  return isRequest(frames) ? REQUEST_TEXTS : NO_TEXTS;
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

function asChain({ texts, start }: Frame, end: number): Omit<ChainOutline, 'requests'> {
  return { range: { start, end }, name: texts.get('name') ?? '', status: texts.get('status') ?? '' };
}

function asRequest({ texts, start }: Frame, index: number, end: number): readonly OutlinedRequest[] {
  const id = texts.get('id');
  if (id === undefined || id === '') {
    return [];
  }
  const text = (name: string): string => texts.get(name) ?? '';
  const chain = texts.get('chain');
  return [
    {
      index,
      id,
      name: text('name'),
      method: chain === undefined ? text('method') : CALL,
      url: chain ?? text('url'),
      ...defined({ chain }),
      disabled: texts.has('disabled'),
      extracts: texts.has('extract'),
      range: { start, end },
    },
  ];
}
