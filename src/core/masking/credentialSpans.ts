/**
 * Finds credentials in a message by the names of their places: in header lines, in URLs, in JSON,
 * form and multipart bodies. The value there is masked whatever it is, and a value that is long enough is
 * learnt, so that it is masked everywhere else as well.
 */
import { isCredentialName } from './credentialNames';
import { withDecoded } from './decodedCredential';
import { EVENT_STREAM } from '../eventStream';
import { scanJson } from '../json/jsonTokens';
import { createMemo } from '../memo';
import type { HeaderLine } from '../model';
import { multipartFields } from './multipartFields';
import { credentialsOfOAuth, isOAuth1Signature, secretsOfSignature } from './oauth1Secrets';
import type { RecordedBody } from '../result/result';
import type { SecretSpan } from './secretForms';
import { withoutFormEscapes, withoutJsonEscapes } from './unescape';

/** A credential in a text; its `value` is without the escapes of its place. */
export interface CredentialSpan extends SecretSpan {
  /** Values to mask elsewhere too; none for what is used once, such as a signature. */
  readonly learn: readonly string[];
}

/** Finds credentials by their places, in order. */
export interface CredentialFinder {
  /** In the value of a header line. */
  readonly inHeader: (line: HeaderLine) => readonly CredentialSpan[];
  /** In a URL, or in a text that holds one: user information, query and fragment. */
  readonly inUrl: (text: string) => readonly CredentialSpan[];
  /** In a body of that media type; one that names none is JSON when it looks like it. */
  readonly inText: (content: string, mediaType: string) => readonly CredentialSpan[];
  /** In a body that is text; none in base64. */
  readonly inBody: (body: RecordedBody) => readonly CredentialSpan[];
}

/**
 * A finder that remembers what it read: an exchange is read once to learn from it and once to mask it, and
 * the names of its headers and members come again with the next one.
 */
export function createCredentialFinder(): CredentialFinder {
  const kinds = createMemo(headerKind);
  const members = createMemo((literal) => isCredentialName(withoutJsonEscapes(literal)));
  const bodies = new WeakMap<RecordedBody, readonly CredentialSpan[]>();
  const inText = (content: string, mediaType: string): readonly CredentialSpan[] =>
    credentialsInBody(content, mediaType, members.of);
  return {
    inHeader: ({ name, value }) => credentialsInHeader(kinds.of(name), value),
    inUrl: credentialsInUrl,
    inText,
    inBody(body) {
      if (body.encoding !== 'utf8') {
        return [];
      }
      const spans = bodies.get(body) ?? inText(body.content, body.mediaType);
      bodies.set(body, spans);
      return spans;
    },
  };
}

type HeaderKind = 'cookie' | 'set-cookie' | 'credential' | 'other';

function headerKind(name: string): HeaderKind {
  const lower = name.toLowerCase();
  if (lower === 'cookie' || lower === 'set-cookie') {
    return lower;
  }
  return isCredentialName(name) ? 'credential' : 'other';
}

function credentialsInHeader(kind: HeaderKind, value: string): readonly CredentialSpan[] {
  switch (kind) {
    case 'cookie':
      return credentialsInCookies(value, value.length);
    case 'set-cookie':
      return credentialsInCookies(value, endOfPair(value));
    case 'credential':
      return credentialsInAuthorization(value);
    case 'other':
      return credentialsInUrl(value);
  }
}

function credentialsInUrl(text: string): readonly CredentialSpan[] {
  return [
    ...(text.includes('@') ? userInformation(text) : []),
    ...(text.includes('=') ? namedFields(text, URL_FIELD) : []),
  ];
}

/** Whether a JSON string, as written in a text, names a credential. */
type IsCredentialMember = (literal: string) => boolean;

function credentialsInBody(
  content: string,
  mediaType: string,
  isCredentialMember: IsCredentialMember,
): readonly CredentialSpan[] {
  if (mediaType.includes('json') || /^\s{0,100}[[{]/.test(content)) {
    return credentialsInJson(content, isCredentialMember);
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    return namedFields(content, FORM_FIELD);
  }
  if (mediaType === EVENT_STREAM) {
    return credentialsInEvents(content, isCredentialMember);
  }
  return mediaType.startsWith('multipart/') ? credentialsInParts(content) : [];
}

/** Cookies that say no secret are short: a language, a theme. */
const MIN_COOKIE_LENGTH = 8;

function credentialsInCookies(line: string, end: number): readonly CredentialSpan[] {
  const spans: CredentialSpan[] = [];
  for (let from = 0; from < end;) {
    const semicolon = line.indexOf(';', from);
    const next = semicolon === -1 ? end : Math.min(semicolon, end);
    spans.push(...cookieSpan(line.slice(from, next), from));
    from = next + 1;
  }
  return spans;
}

/** The value of one `name=value`, without the quotes that some servers put around it. */
function cookieSpan(pair: string, at: number): readonly CredentialSpan[] {
  const equals = pair.indexOf('=');
  const raw = pair.slice(equals + 1);
  const trimmed = raw.trim();
  const quoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
  const value = quoted ? trimmed.slice(1, -1) : trimmed;
  if (value === '') {
    return [];
  }
  const start = at + equals + 1 + raw.indexOf(value);
  const worth = value.length >= MIN_COOKIE_LENGTH || isCredentialName(pair.slice(0, Math.max(0, equals)));
  const learn = worth ? [...new Set([value, withoutFormEscapes(value)])] : [];
  return [{ start, end: start + value.length, value, learn }];
}

function endOfPair(line: string): number {
  const end = line.indexOf(';');
  return end === -1 ? line.length : end;
}

/** `Bearer abc`, `Basic dXNlcjpwYXNz`, `Digest response="…"`, or a key alone (RFC 9110 §11.4). */
function credentialsInAuthorization(line: string): readonly CredentialSpan[] {
  const [, scheme = '', rest = line] = /^([A-Za-z][A-Za-z0-9-]{0,40}) +(.*)$/s.exec(line) ?? [];
  const value = rest.trim();
  const start = line.length - rest.trimStart().length;
  if (value === '') {
    return [];
  }
  return [{ start, end: start + value.length, value, learn: worthOf(scheme.toLowerCase(), value) }];
}

function worthOf(scheme: string, value: string): readonly string[] {
  switch (scheme) {
    case 'digest':
    case 'aws4-hmac-sha256':
      return [];
    case 'basic':
      return [value, ...passwordOf(value)];
    case 'oauth':
      return credentialsOfOAuth(value);
    default:
      return [value];
  }
}

function passwordOf(basic: string): readonly string[] {
  try {
    const bytes = Uint8Array.from(atob(basic), (character) => character.charCodeAt(0));
    const pair = new TextDecoder().decode(bytes);
    return pair.includes(':') ? [pair.slice(pair.indexOf(':') + 1)] : [];
  } catch {
    return []; // Not base64: masked verbatim.
  }
}

/** The password before `@`, or the whole text without a name (`https://token@host`). */
function userInformation(text: string): readonly CredentialSpan[] {
  return [...text.matchAll(/:\/\/([^/?#@\s]{1,4096})@/g)].flatMap(({ 1: user = '', index }) => {
    const colon = user.indexOf(':');
    const start = index + 3 + colon + 1;
    const raw = user.slice(colon + 1);
    return raw === '' ? [] : [fieldSpan(start, raw)];
  });
}

const URL_FIELD = /[?&#;]([^=&#;?\s]{1,200})=([^&#;\s"'<>]*)/g;
const FORM_FIELD = /(?:^|&)([^=&]{1,200})=([^&]*)/g;

function namedFields(text: string, field: RegExp): readonly CredentialSpan[] {
  return [...text.matchAll(field)].flatMap(({ 0: pair, 1: written = '', 2: raw = '', index }) => {
    const name = withoutFormEscapes(written);
    return raw !== '' && isCredentialName(name)
      ? [
          fieldSpan(
            index + pair.length - raw.length,
            raw,
            isOAuth1Signature(name) ? secretsOfSignature : withDecoded,
          ),
        ]
      : [];
  });
}

function fieldSpan(
  start: number,
  raw: string,
  worth: (value: string) => readonly string[] = withDecoded,
): CredentialSpan {
  const value = withoutFormEscapes(raw);
  return { start, end: start + raw.length, value, learn: worth(value) };
}

function credentialsInParts(content: string): readonly CredentialSpan[] {
  return [...multipartFields(content, isCredentialName)]
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) => {
      const value = content.slice(start, end);
      return { start, end, value, learn: withDecoded(value) };
    });
}

/** In the data of events that is JSON, which may be written in several lines. */
function credentialsInEvents(
  content: string,
  isCredentialMember: IsCredentialMember,
): readonly CredentialSpan[] {
  const spans: CredentialSpan[] = [];
  let start = 0;
  let end = 0;
  // The lines of an event with spaces for all that is not data, so that places in it are those in the body.
  let data = '';
  const endEvent = (): void => {
    if (/^\s*[[{]/.test(data)) {
      for (const span of credentialsInJson(data, isCredentialMember)) {
        spans.push({ ...span, start: start + span.start, end: start + span.end });
      }
    }
    start = end;
    data = '';
  };
  for (const line of content.split(/(?<=\n|\r(?!\n))/)) {
    const { length } = /^\ufeff?data:/.exec(line)?.[0] ?? line;
    end += line.length;
    data += ' '.repeat(length) + line.slice(length);
    if (/^[\r\n]/.test(line)) {
      endEvent();
    }
  }
  endEvent();
  return spans;
}

/** Characters of a member's name that are looked at. */
const MAX_NAME = 200;

/** Strings and numbers whose member has a credential's name, also as items of an array there. */
function credentialsInJson(text: string, isCredentialMember: IsCredentialMember): readonly CredentialSpan[] {
  const spans: CredentialSpan[] = [];
  let keyStart = 0;
  let keyEnd = 0;
  let inCredential = false;
  let arrays = 0;
  scanJson(text, (kind, start, end) => {
    switch (kind) {
      case ':':
        inCredential = isCredentialMember(text.slice(keyStart, Math.min(keyEnd, keyStart + MAX_NAME)));
        arrays = 0;
        break;
      case '[':
        arrays += 1;
        break;
      case ']':
        arrays -= 1;
        break;
      case '{':
      case '}':
        inCredential = false;
        break;
      case ',':
        inCredential &&= arrays > 0;
        break;
      case '"':
      case 'scalar':
        keyStart = start;
        keyEnd = end;
        if (inCredential) {
          spans.push(...jsonSpan(text, start, end));
        }
    }
  });
  return spans;
}

function jsonSpan(text: string, start: number, end: number): readonly CredentialSpan[] {
  const token = text.slice(start, end);
  if (/^-?\d/.test(token)) {
    return [{ start, end, value: token, learn: [token], bare: true }];
  }
  const closed = token.length > 1 && token.endsWith('"');
  const raw = token.slice(1, closed ? -1 : undefined);
  if (!token.startsWith('"') || raw === '') {
    return [];
  }
  const value = withoutJsonEscapes(raw);
  return [{ start: start + 1, end: start + 1 + raw.length, value, learn: withDecoded(value) }];
}
