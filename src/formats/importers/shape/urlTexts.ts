/**
 * Texts of addresses as people type them into other tools: names and values of a query or a form, addresses without a
 * scheme, and `:name` in a path with values next to it.
 */
import type { WrittenField, WrittenRequest } from '../../../core/files/writtenChain';
import { escapeReferences, findReferences } from '../../../core/prepare/template';
import { encodeAround } from '../../../core/prepare/url';

/** A urlencoded text as names and values, by default one with references; absent when it is something else. */
export function readFields(text: string, decode: Decode = decodeAround): readonly WrittenField[] | undefined {
  const fields = text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const name = decode(pair.slice(0, Math.max(equals, 0)));
    const value = decode(pair.slice(equals + 1));
    return name === undefined || name === '' || value === undefined ? undefined : { name, value };
  });
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

/** The members `url` and `query`: rows, where these send the very same text; a fragment is never sent. */
export function splitQuery(url: string): Pick<WrittenRequest, 'url' | 'query'> {
  const [, before = '', query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(url) ?? [];
  const fields = query === undefined || query === '' ? undefined : readFields(query);
  const written = fields?.map(({ name, value }) => `${encodeAround(name)}=${encodeAround(value)}`);
  if (fields !== undefined && written?.join('&') === query) {
    return { url: before, query: fields };
  }
  return { url: query === undefined ? before : `${before}?${query}` };
}

/**
 * A percent-encoded text decoded, its references left as they are. No tool looks for references behind
 * `%7B%7B`, so that what only looks like one once it is decoded is escaped. Absent when it cannot be written so.
 */
export function decodeAround(template: string): string | undefined {
  if (!template.includes('%')) {
    return template;
  }
  const references = findReferences(template);
  const ends = [0, ...references.map(({ end }) => end)];
  const literal = ends.map((end, index) => decodePiece(template.slice(end, references[index]?.start)));
  const written = references.map(({ start, end }) => template.slice(start, end));
  // A backslash in front of a reference would escape it.
  return literal.every((text, index) => text !== undefined && !(index in written && text.endsWith('\\')))
    ? literal.map((text = '', index) => text + (written[index] ?? '')).join('')
    : undefined;
}

/** What tools send that leave escapes in a value as they are; a value that cannot be decoded stays. */
export function decodedWhereEscaped(template: string): string {
  return decodeAround(template) ?? template;
}

/** A percent-encoded text without references decoded: whatever looks like one is text. Absent when it is none. */
export function decodeLiteral(text: string): string | undefined {
  try {
    return escapeReferences(decodeURIComponent(text));
  } catch {
    // URIError: a % that begins no escape.
    return undefined;
  }
}

type Decode = (text: string) => string | undefined;

function decodePiece(text: string): string | undefined {
  return text.includes('%') ? decodeLiteral(text) : text;
}

/** The address with the scheme that those tools add; a reference at its beginning may bring one. */
export function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(url) || url === '' ? url : `http://${url}`;
}

/** The address with the values in the place of their names; one without a value stays and gets a remark. */
export function withPathValues(
  url: string,
  values: ReadonlyMap<string, string>,
  remark: (sentence: string) => void,
): string {
  return url.replace(/(?<=\/):([^/?#:{}]+)/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === '') {
      remark(`The path parameter ${whole} has no value. Write one, or a reference, in its place in the URL.`);
    }
    return value === undefined || value === '' ? whole : value;
  });
}
