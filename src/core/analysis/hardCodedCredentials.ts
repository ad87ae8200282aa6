/**
 * Credentials written as text in a chain file, where everybody who can read the repository reads them.
 *
 * What counts as one follows from its place (the token of an authentication, a header `X-Api-Key`, a member
 * `password`) or from its shape (a JSON Web Token). References are none, and neither are words that
 * people write as placeholders, or to be refused on purpose: `<token>`, `changeme`, `wrong-password`.
 */
import { isSent } from '../prepare/references';
import { isCredentialName } from '../masking/credentialNames';
import { isCredentialPlace } from '../masking/credentialPlaces';
import { visitStrings, type JsonPath, type VisitedString } from '../json/jsonDocument';
import type { JsonNode } from '../json/jsonTree';
import { findKeys } from '../masking/keyPatterns';
import { multipartFields } from '../masking/multipartFields';
import { mergeSpans } from '../masking/secretForms';
import type { Location } from '../model';
import type { TextRange } from '../problem';
import { findReferences } from '../prepare/template';
import { namedStrings } from './namedStrings';
import { offsetInString } from './stringRange';

/** A credential: the range of its characters, and its kind in words, without its value. */
export interface HardCodedCredential {
  readonly range: TextRange;
  readonly what: string;
}

/** The location of the text at a path; absent for what is not sent. */
export type Locate = (path: JsonPath) => Location | undefined;

/** Finds credentials in the strings of `node`, which is at `path`; ranges are those of `text`. */
export function hardCodedCredentials(
  text: string,
  node: JsonNode,
  path: JsonPath,
  locate: Locate,
): readonly HardCodedCredential[] {
  const found: HardCodedCredential[] = [];
  visitCredentials(node, path, locate, (string, spans, location) => {
    const at = (index: number): number => offsetInString(text, string.range.start + 1, index);
    for (const { start, end } of spans) {
      found.push({ range: { start: at(start), end: at(end) }, what: inWords(string.path, location) });
    }
  });
  return found;
}

/** Visits the strings of `node`, which is at `path`, that contain credentials; spans are in their characters. */
export function visitCredentials(
  node: JsonNode,
  path: JsonPath,
  locate: Locate,
  visit: (string: VisitedString, spans: readonly TextRange[], location: Location) => void,
): void {
  visitStrings(node, path, (string) => {
    const location = string.kind === 'value' ? locate(string.path) : undefined;
    if (location === undefined || !isSent(location)) {
      return;
    }
    const spans = credentialsIn(string, location);
    if (spans.length > 0) {
      visit(string, spans, location);
    }
  });
}

/** The ranges of credentials in a string, in order; a text that includes a reference is not a credential. */
function credentialsIn({ value, path }: VisitedString, location: Location): readonly TextRange[] {
  if (value === '') {
    return [];
  }
  const places = placesIn(value, path, location);
  const passwords = isOfRow(path) ? passwordsInAddresses(value) : [];
  const named = inOrder([...places, ...apartFrom(passwords, places)]);
  const keys = apartFrom(mergeSpans(findKeys(value)), named).map(({ start, end }) => ({ start, end }));
  return apartFrom(inOrder([...named, ...keys]), findReferences(value));
}

function inOrder(spans: readonly TextRange[]): readonly TextRange[] {
  return spans.toSorted((one, other) => one.start - other.start);
}

/** The spans that none of `others` overlaps; both are in order, each apart from the next. */
function apartFrom<Span extends TextRange>(
  spans: readonly Span[],
  others: readonly TextRange[],
): readonly Span[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? Infinity) <= start) {
      next += 1;
    }
    return (others[next]?.start ?? Infinity) >= end;
  });
}

function placesIn(value: string, path: JsonPath, location: Location): readonly TextRange[] {
  if (path[0] === 'url') {
    return inUrl(value);
  }
  if (path[0] === 'body' && path[1] === 'text') {
    return value.startsWith('--') ? inMultipartText(value) : inJsonText(value);
  }
  return isOfRow(path) ? inPlace(value, location) : [];
}

/** Of a row only the value can be a credential; elsewhere every string can. */
function isOfRow(path: JsonPath): boolean {
  const isRow = typeof path.at(-2) === 'number' && path[1] !== 'json' && path[1] !== 'graphql';
  return !isRow || path.at(-1) === 'value';
}

function inPlace(value: string, location: Location): readonly TextRange[] {
  if (location.in === 'header' && /^cookie$/i.test(location.name ?? '')) {
    return namedValues(value, COOKIE, isSessionName);
  }
  if (!isCredentialPlace(location)) {
    return [];
  }
  const hasScheme = location.in === 'header' || (location.in === 'auth' && location.name !== 'password');
  const start = hasScheme ? (/^[A-Za-z][\w-]*\s+(?=\S+\s*$)/.exec(value)?.[0].length ?? 0) : 0;
  return isPlaceholder(value.slice(start)) ? [] : [{ start, end: value.length }];
}

// What looks behind keeps long texts without `=` from being read again at each of their characters.
const COOKIE = /(?<![^=;\s])([^=;\s]+)=([^;]*)/g;
const QUERY = /(?<![^=&?#])([^=&?#]+)=([^&#]*)/g;

function inUrl(url: string): readonly TextRange[] {
  const query = url.indexOf('?');
  return query === -1
    ? []
    : namedValues(url.slice(query), QUERY, isCredentialName).map(({ start, end }) => ({
        start: start + query,
        end: end + query,
      }));
}

/** RFC 3986 §3.2.1: `https://ann:password@host`. The last `@` before the path ends it. */
const ADDRESS_USER = /:\/\/[^:/?#@\s"<>]{0,200}:([^/?#\s"<>]{1,1000})@/g;

function passwordsInAddresses(value: string): readonly TextRange[] {
  return [...value.matchAll(ADDRESS_USER)].flatMap(({ index, 0: user, 1: password = '' }) => {
    const end = index + user.length - 1;
    return isPlaceholder(password) ? [] : [{ start: end - password.length, end }];
  });
}

/** In a text that is JSON, or would be once its references have values. */
function inJsonText(text: string): readonly TextRange[] {
  return namedStrings(text)
    .filter(({ name, value }) => value !== '' && isCredentialName(name) && !isPlaceholder(value))
    .map(({ start, value }) => ({ start, end: start + value.length }));
}

/** In the text of a multipart body (RFC 7578), which is how browsers record one. */
function inMultipartText(text: string): readonly TextRange[] {
  return [...multipartFields(text, isCredentialName)].filter(
    ({ start, end }) => end > start && !isPlaceholder(text.slice(start, end)),
  );
}

function isSessionName(name: string): boolean {
  return isCredentialName(name) || /sess|sid$/i.test(name);
}

/** The values of `name=value` pairs whose name gives them away. */
function namedValues(
  text: string,
  pairs: RegExp,
  isCredential: (name: string) => boolean,
): readonly TextRange[] {
  return [...text.matchAll(pairs)].flatMap(({ index, 0: pair, 1: name = '', 2: value = '' }) => {
    const end = index + pair.length;
    return isCredential(name) && !isPlaceholder(value) ? [{ start: end - value.length, end }] : [];
  });
}

function isPlaceholder(value: string): boolean {
  const trimmed = value.trim();
  const words = trimmed
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ .]+/);
  return MARKED_AS_PLACEHOLDER.test(trimmed) || words.every((word) => PLACEHOLDER_WORDS.has(word));
}

/** `<token>`, `${TOKEN}`, `%TOKEN%`, `****`, `xxxx`. */
const MARKED_AS_PLACEHOLDER = /^(?:<.*>|\[.*\]|\{.*\}|\$\{?\w+\}?|%\w+%|[*xX.•]+)$/s;

/** A value that consists of these words only is a placeholder for a credential, or meant to be refused. */
const PLACEHOLDER_WORDS: ReadonlySet<string> = new Set(
  (
    ' a access an api bad basic bearer change changeme code credential credentials dummy empty example expired ' +
    'fake here insert invalid key masked me missing my no none not null password placeholder put real redacted ' +
    'refresh replace secret string tbd test the this to todo token undefined unknown user valid value wrong your'
  ).split(' '),
);

function inWords(path: JsonPath, { in: kind, name = '' }: Location): string {
  const shown = JSON.stringify(name.slice(name.lastIndexOf('/') + 1));
  switch (kind) {
    case 'auth':
      return `${shown} of the authentication`;
    case 'header':
      return `The header ${shown}`;
    case 'query':
      return `The query parameter ${shown}`;
    case 'path':
      return 'A key in the URL';
    case 'variables':
      return `The variable ${shown}`;
    case 'cookie':
    case 'body':
    case 'expect':
    case 'flow':
      return path[0] === 'variables' ? `The constant ${shown}` : name === '' ? 'A key in the body' : shown;
  }
}
