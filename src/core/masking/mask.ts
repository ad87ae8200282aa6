/**
 * Masking: puts pseudonyms in the place of secrets in texts and messages. What is secret is decided
 * elsewhere (see redact.ts); here only the places differ, so that masked JSON stays JSON, a masked
 * header keeps its scheme and a masked binary body keeps its encoding.
 */
import type { CredentialFinder, CredentialSpan } from './credentialSpans';
import { createMemo, type Memo } from '../memo';
import { Message, renderMessage } from '../message';
import type { HeaderLine } from '../model';
import type { TextRange } from '../problem';
import type { RecordedBody, RecordedExchange, RecordedHop } from '../result/result';
import { mergeSpans, type SecretSpan } from './secretForms';

/** What every mask begins with; a value that holds it is masked already. */
export const maskBegin = '‹secret:';

/** Masks the places of a message, each by its own rules. What contains no secret comes back unchanged. */
export interface Masks {
  readonly text: (text: string) => string;
  /** JSON text; it stays JSON when a whole value is masked. */
  readonly json: (text: string) => string;
  readonly header: (line: HeaderLine) => HeaderLine;
  readonly url: (url: string) => string;
  readonly body: (body: RecordedBody) => RecordedBody;
  readonly exchange: (exchange: RecordedExchange) => RecordedExchange;
}

/** Which texts are secret, and what replaces them. */
export interface MaskRules {
  /** The places of secrets in a text, whatever its place. */
  readonly find: (text: string) => readonly SecretSpan[];
  /** Changes when `find` may find more than before. */
  readonly revision: () => number;
  readonly credentials: CredentialFinder;
  readonly pseudonym: (value: string) => string;
}

/** The masks that replace each value by its pseudonym. */
export function createMasks({ find, revision, credentials, pseudonym }: MaskRules): Masks {
  const maskOf = rememberLast(createMemo((value) => `${maskBegin}${pseudonym(value)}›`).of);
  const named = (text: string, spans: readonly CredentialSpan[]): string => {
    if (spans.length === 0) {
      return text;
    }
    const inOrder = spans.toSorted((a, b) => a.start - b.start);
    const places = notInside(inOrder, masksOf(text)).filter(({ value }) => !WHOLLY_MASKED.test(value));
    // A known secret may reach over the edge of a place: in `a&b`, for example, of the field that ends at `&`.
    return replaceSpans(text, [...places, ...notInside(outsideMasks(text, find(text)), places)], maskOf);
  };
  const maskKnown = (source: string): string => {
    let masked = source;
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = replaceSpans(masked, outsideMasks(masked, find(masked)), maskOf);
      if (next === masked) {
        break;
      }
      masked = next;
    }
    return masked;
  };
  const text = remembered(revision, createMemo(maskKnown));
  const jsonText = (source: string): string => {
    const masked = text(named(source, credentials.inText(source, 'application/json')));
    return masked !== source && WHOLLY_MASKED.test(masked) ? JSON.stringify(masked) : masked;
  };
  const masks: Masks = {
    text,
    json: remembered(revision, createMemo(jsonText)),
    header: rememberLines(revision, (line) => ({
      name: text(line.name),
      value: text(named(line.value, credentials.inHeader(line))),
    })),
    url: (url) => text(named(url, credentials.inUrl(url))),
    body(body) {
      const { content, mediaType } = body;
      const known = body.stored === undefined ? text : (beginning: string) => maskCut(beginning, text);
      const masked =
        body.encoding === 'utf8'
          ? known(named(content, credentials.inBody(body)))
          : inBase64(content, (binary) => known(named(binary, credentials.inText(binary, mediaType))));
      const maskedType = text(mediaType);
      return masked === content && maskedType === mediaType
        ? body
        : { ...body, content: masked, mediaType: maskedType };
    },
    exchange: (exchange) => maskExchange(exchange, masks),
  };
  return masks;
}

/** A copy of plain data with every string masked and every message as text; parts without either are kept as they are. */
export function maskStrings<T>(data: T, masks: Masks): T {
  return walk(data, '', masks) as T;
}

/** Masking can join texts that were apart; a second round fixes that, and this many are enough. */
const ROUNDS = 4;
const MASK = /‹secret:[0-9a-f]{4}›/g;
const WHOLLY_MASKED = /^(?:‹secret:[0-9a-f]{4}›)+$/;
const BINARY_MASK = /\u00e2\u0080\u00b9(secret:[0-9a-f]{4})\u00e2\u0080\u00ba/g;

function replaceSpans(text: string, spans: readonly SecretSpan[], maskOf: (value: string) => string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, value, bare } of mergeSpans(spans)) {
    pieces.push(text.slice(copied, start), bare === true ? `"${maskOf(value)}"` : maskOf(value));
    copied = end;
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

/** Masks the beginning of a text; an ellipsis meanwhile tells that a secret at its end may be one, too. */
function maskCut(beginning: string, mask: (text: string) => string): string {
  const masked = mask(`${beginning}...`);
  return masked.endsWith('...') ? masked.slice(0, -3) : masked;
}

/** What is masked is remembered as long as no further secret is known. */
function remembered<T extends NonNullable<unknown>>(
  revision: () => number,
  memo: Memo<T>,
): (text: string) => T {
  let reached = revision();
  return (text) => {
    if (revision() !== reached) {
      reached = revision();
      memo.forget();
    }
    return memo.of(text);
  };
}

/** Header names that are remembered, and values of each. */
const NAMES = 128;
const VALUES = 32;

/** Most lines come again with the next exchange: each is masked once, and a long run keeps one of them. */
function rememberLines(
  revision: () => number,
  mask: (line: HeaderLine) => HeaderLine,
): (line: HeaderLine) => HeaderLine {
  const linesOf = remembered(
    revision,
    createMemo((name) => createMemo((value) => mask({ name, value }), VALUES), NAMES),
  );
  return ({ name, value }) => linesOf(name).of(value);
}

/** A listing full of one secret asks for its mask a million times in a row. */
function rememberLast(maskOf: (value: string) => string): (value: string) => string {
  let last: { readonly value: string; readonly mask: string } | undefined;
  return (value) => {
    if (last?.value !== value) {
      last = { value, mask: maskOf(value) };
    }
    return last.mask;
  };
}

/** A mask is not a secret, even when one is spelled like a part of a mask. */
function outsideMasks(text: string, spans: readonly SecretSpan[]): readonly SecretSpan[] {
  if (spans.length === 0 || !text.includes(maskBegin)) {
    return spans;
  }
  const masks = masksOf(text);
  let at = 0;
  return mergeSpans(spans).filter(({ start, end }) => {
    while (at < masks.length && (masks[at]?.end ?? 0) <= start) {
      at += 1;
    }
    const mask = masks[at];
    return mask === undefined || mask.start >= end || (start < mask.start && mask.end < end);
  });
}

function masksOf(text: string): readonly TextRange[] {
  return text.includes(maskBegin)
    ? [...text.matchAll(MASK)].map(({ 0: mask, index }) => ({ start: index, end: index + mask.length }))
    : [];
}

/** The spans that are not inside of one region; both are in order. */
function notInside<Span extends TextRange>(
  spans: readonly Span[],
  regions: readonly TextRange[],
): readonly Span[] {
  let at = 0;
  return regions.length === 0
    ? spans
    : spans.filter(({ start, end }) => {
        while (at < regions.length && (regions[at]?.end ?? 0) <= start) {
          at += 1;
        }
        const region = regions[at];
        return region === undefined || start < region.start || end > region.end;
      });
}

/** Masks what base64 holds; bytes are searched as Latin-1, and masks are put in as UTF-8. */
function inBase64(base64: string, mask: (binary: string) => string): string {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return mask(base64); // Not base64 after all: a text like any other.
  }
  const before = binary.replace(BINARY_MASK, '‹$1›');
  const after = mask(before);
  return after === before ? base64 : btoa(after.replace(MASK, utf8AsBinary));
}

/** The UTF-8 bytes of a mask, one character each. */
function utf8AsBinary(mask: string): string {
  return String.fromCharCode(...new TextEncoder().encode(mask));
}

function maskExchange(exchange: RecordedExchange, masks: Masks): RecordedExchange {
  const { request, response, redirects, ...rest } = exchange;
  return {
    ...maskStrings(rest, masks),
    request: {
      ...request,
      method: masks.text(request.method),
      url: masks.url(request.url),
      headers: request.headers.map(masks.header),
      ...(request.body === undefined ? {} : { body: masks.body(request.body) }),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            ...response,
            statusText: masks.text(response.statusText),
            headers: response.headers.map(masks.header),
            body: masks.body(response.body),
            notes: response.notes.map(masks.text),
          },
        }),
    redirects: redirects.map((hop) => maskHop(hop, masks)),
  };
}

function maskHop({ setCookies, ...hop }: RecordedHop, masks: Masks): RecordedHop {
  const lines = setCookies === undefined ? {} : { setCookies: setCookies.map(masks.header) };
  return { ...maskStrings(hop, masks), url: masks.url(hop.url), ...lines };
}

/** Members whose values are our own words: masking one would change what a result says. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'outcome',
  'encoding',
  'source',
  'in',
  'code',
  'startedAt',
]);

function walk(data: unknown, key: string, masks: Masks): unknown {
  if (typeof data === 'string') {
    return key === 'value' ? masks.json(data) : OWN_WORDS.has(key) ? data : masks.text(data);
  }
  if (typeof data !== 'object' || data === null) {
    return data;
  }
  if (data instanceof Message) {
    return renderMessage(data, masks.text);
  }
  if (key === 'exchange') {
    return masks.exchange(data as RecordedExchange);
  }
  return Array.isArray(data) ? walkItems(data, masks) : walkMembers(data, masks);
}

function walkItems(items: readonly unknown[], masks: Masks): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const masked = walk(items[index], '', masks);
    if (masked !== items[index]) {
      changed ??= [...items];
      changed[index] = masked;
    }
  }
  return changed ?? items;
}

/** Every event of a run passes here, nearly always unchanged; so nothing is made until something is. */
function walkMembers(data: object, masks: Masks): object {
  const members = data as Readonly<Record<string, unknown>>;
  let changes: [name: string, value: unknown][] | undefined;
  for (const name of Object.keys(members)) {
    const masked = walk(members[name], name, masks);
    if (masked !== members[name]) {
      changes ??= [];
      changes.push([name, masked]);
    }
  }
  return changes === undefined ? data : { ...data, ...Object.fromEntries(changes) };
}
