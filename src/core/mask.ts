/**
 * Masking: puts pseudonyms in the place of secrets in texts and messages. What is secret is decided
 * elsewhere (see redact.ts); here only the places differ, so that masked JSON stays JSON, a masked
 * header keeps its scheme and a masked binary body keeps its encoding.
 */
import {
  credentialsInBody,
  credentialsInHeader,
  credentialsInUrl,
  type CredentialSpan,
} from './credentialSpans';
import type { HeaderLine } from './model';
import type { RecordedBody, RecordedExchange } from './result';
import { mergeSpans, type SecretSpan } from './secretForms';
import { utf8AsBinary } from './secretSpellings';

/** What every mask begins with; a value that holds it is masked already. */
export const maskBegin = '‹secret:';

/** Masks the places of a message, each by its own rules. What holds no secret comes back as it is. */
export interface Masks {
  readonly text: (text: string) => string;
  /** JSON text; it stays JSON when a whole value is masked. */
  readonly json: (text: string) => string;
  readonly header: (line: HeaderLine) => HeaderLine;
  readonly url: (url: string) => string;
  readonly body: (body: RecordedBody) => RecordedBody;
  readonly exchange: (exchange: RecordedExchange) => RecordedExchange;
}

/**
 * The masks that replace each value by its `pseudonym`.
 *
 * @param find where secrets stand in a text, whatever its place
 */
export function createMasks(
  find: (text: string) => readonly SecretSpan[],
  pseudonym: (value: string) => string,
): Masks {
  const maskOf = rememberLast((value) => `${maskBegin}${pseudonym(value)}›`);
  const named = (text: string, spans: readonly CredentialSpan[]): string =>
    replaceSpans(
      text,
      spans.filter(({ value }) => !WHOLLY_MASKED.test(value)),
      maskOf,
    );
  const text = (source: string): string => {
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
  const content = (source: string, mediaType: string): string =>
    text(named(source, credentialsInBody(source, mediaType)));
  const masks: Masks = {
    text,
    json(source) {
      const masked = content(source, 'application/json');
      return WHOLLY_MASKED.test(masked) ? JSON.stringify(masked) : masked;
    },
    header(line) {
      const value = text(named(line.value, credentialsInHeader(line)));
      const name = text(line.name);
      return value === line.value && name === line.name ? line : { name, value };
    },
    url: (url) => text(named(url, credentialsInUrl(url))),
    body(body) {
      const masked =
        body.encoding === 'utf8'
          ? content(body.content, body.mediaType)
          : inBase64(body.content, (binary) => content(binary, body.mediaType));
      const mediaType = text(body.mediaType);
      return masked === body.content && mediaType === body.mediaType
        ? body
        : { ...body, content: masked, mediaType };
    },
    exchange: (exchange) => maskExchange(exchange, masks),
  };
  return masks;
}

/** A copy of plain data with every string masked; parts without secrets are kept as they are. */
export function maskStrings<T>(data: T, masks: Masks): T {
  return walk(data, '', masks) as T;
}

/** Masking may join what stood apart; a second round mends that, and this many are enough. */
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

/** A mask is no secret, even when one is spelled like a part of it. */
function outsideMasks(text: string, spans: readonly SecretSpan[]): readonly SecretSpan[] {
  if (spans.length === 0 || !text.includes(maskBegin)) {
    return spans;
  }
  const masks = [...text.matchAll(MASK)].map(({ 0: mask, index }) => ({
    start: index,
    end: index + mask.length,
  }));
  let at = 0;
  return mergeSpans(spans).filter(({ start, end }) => {
    while (at < masks.length && (masks[at]?.end ?? 0) <= start) {
      at += 1;
    }
    const mask = masks[at];
    return mask === undefined || mask.start >= end || (start < mask.start && mask.end < end);
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
    redirects: redirects.map((hop) => ({ ...maskStrings(hop, masks), url: masks.url(hop.url) })),
  };
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
  if (key === 'exchange') {
    return masks.exchange(data as RecordedExchange);
  }
  if (Array.isArray(data)) {
    const items = data.map((item) => walk(item, '', masks));
    return items.every((item, index) => item === data[index]) ? data : items;
  }
  const entries = Object.entries(data);
  const masked = entries.map(([name, value]) => [name, walk(value, name, masks)] as const);
  return masked.every(([, value], index) => value === entries[index]?.[1])
    ? data
    : Object.fromEntries(masked);
}
