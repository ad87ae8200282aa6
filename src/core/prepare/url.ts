/**
 * URLs as templates and on the wire.
 *
 * A reference is encoded by its place: not at all before the path (`{{baseUrl}}`), as one segment
 * in the path, as one value in the query. What people typed themselves is kept as typed, apart from
 * characters that a request line cannot contain (spaces, controls, non-ASCII), which are
 * percent-encoded as UTF-8 (RFC 3986 §2.1). Nothing is normalised: `/a/../b` is sent as `/a/../b`.
 */
import { parsedUrl } from './parsedUrl';
import type { JsonValue } from '../json/json';
import type { LocationKind } from '../model';
import { plainText, resolveTemplate, type Reference } from './template';

/** Part of a URL that a position belongs to; `base` is everything before the path. */
export type UrlPart = 'base' | 'path' | 'query';

/** Gives the value of a reference in a part of a URL. */
export type UrlLookup = (reference: Reference, part: UrlPart) => JsonValue | undefined;

/** Resolves the references of a URL; those without value stay in the text. */
export function resolveUrl(template: string, lookup: UrlLookup): string {
  const parts = splitUrl(template);
  const { text } = resolveTemplate(
    template,
    (reference) => lookup(reference, partAt(parts, reference.start)),
    (value, { start }) =>
      partAt(parts, start) === 'base' ? plainText(value) : encodeComponent(plainText(value)),
  );
  return text.replace(/#.*$/s, '').replace(UNSENDABLE, encodeComponent);
}

/** Adds a query parameter, already encoded, to a URL. */
export function addQuery(url: string, encodedName: string, encodedValue: string): string {
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&';
  return `${url}${separator}${encodedName}=${encodedValue}`;
}

/** Percent-encodes a text as one path segment, query name or query value; half surrogates become U+FFFD. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text.replace(HALF_SURROGATE, '\ufffd'));
}

/** Percent-encodes a text as one value, its references left as they are. */
export function encodeAround(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, (part) =>
    part.startsWith('{{') ? part : encodeComponent(part),
  );
}

/** The location word for a part: the text before the path counts as path. */
export function partLocation(part: UrlPart): LocationKind {
  return part === 'query' ? 'query' : 'path';
}

/** The URL without path, query and fragment, when it is one that can be sent to. */
export function httpUrl(url: string): URL | undefined {
  return /^https?:\/\//i.test(url) ? parsedUrl(url) : undefined;
}

/** Path and query exactly as written, for the request line; `/` without a path. */
export function requestTarget(url: string): string {
  const afterAuthority = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return afterAuthority.startsWith('/') ? afterAuthority : `/${afterAuthority}`;
}

const UNSENDABLE = /[^\x21-\x7e]+/g;
const HALF_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Where the parts of a URL begin. */
export interface UrlParts {
  readonly pathStart: number;
  readonly queryStart: number;
}

/** Finds where path and query begin, looking at literal characters only: those inside `{{…}}` do not count. */
export function splitUrl(template: string): UrlParts {
  const literal = hideReferences(template);
  const authority = /^[^/?#]*:\/\//.exec(literal)?.[0].length ?? 0;
  const pathStart = indexOrEnd(literal, /[/?#]/g, authority);
  return { pathStart, queryStart: indexOrEnd(literal, /[?#]/g, pathStart) };
}

/** A text of the same length in which references are blanked out: what is left was typed by people. */
export function hideReferences(template: string): string {
  return template.replace(/\{\{[^{}]*\}\}/g, (reference) => '_'.repeat(reference.length));
}

function indexOrEnd(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function partAt({ pathStart, queryStart }: UrlParts, offset: number): UrlPart {
  if (offset < pathStart) {
    return 'base';
  }
  return offset < queryStart ? 'path' : 'query';
}
