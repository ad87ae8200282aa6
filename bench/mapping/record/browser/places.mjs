/** Places of requests and answers, as the truth of an application names them. */
import { path } from '../answer.mjs';

/** Every place of a request that has a text: `location`, `key` and `text`. Headers and cookies are left out. */
export function placesOf({ url, body }) {
  const segments = segmentsOf(url).map((text, key) => ({ location: 'path', key, text }));
  const parameters = [...new URL(url).searchParams].map(([key, text]) => ({ location: 'query', key, text }));
  return [...segments, ...parameters, ...bodyPlaces(body)];
}

/** The decoded segments of a path. */
export function segmentsOf(url) {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);
}

function bodyPlaces(body) {
  if (body === undefined) return [];
  const fields = fieldsOf(body);
  if (fields !== undefined) return fields.map(([key, text]) => ({ location: 'body', key, text }));
  const json = parsed(body.text);
  return json === undefined ? [] : leaves(json).map(([key, text]) => ({ location: 'body', key, text }));
}

/** The fields of a form, with or without files. */
export function fieldsOf({ mimeType, text }) {
  if (mimeType.startsWith('application/x-www-form-urlencoded') && !/^\s*[[{]/.test(text))
    return [...new URLSearchParams(text)];
  const boundary = /^multipart\/form-data;.*boundary=(\S+)/.exec(mimeType)?.[1];
  if (boundary === undefined) return undefined;
  return text.split(`--${boundary}`).flatMap((part) => {
    const [, head, value] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    const name = /\bname="([^"]*)"/.exec(head ?? '')?.[1];
    return name === undefined ? [] : [[name, value]];
  });
}

/** The texts and numbers of a JSON value, each with its path. */
export function leaves(value, keys = []) {
  if (value === null) return [];
  if (typeof value !== 'object') return [[path(keys), String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...keys, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The JSON of a text; undefined when it is none. */
export function parsed(text) {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a request is of a template: `GET /posts/{id}?view=edit action=save`. Each segment in braces is any segment, then
 * come parameters and fields of a form that have to be there.
 *
 * @returns the index of each named segment; undefined when the request is another one
 */
export function matched(template, { method, url, body }) {
  const [wantedMethod, address, ...wantedFields] = template.split(' ');
  const [pathname, search = ''] = address.split('?');
  const wanted = pathname.split('/').filter((segment) => segment !== '');
  const segments = segmentsOf(url);
  const isSamePath =
    wanted.length === segments.length && wanted.every((one, at) => /^\{/.test(one) || one === segments[at]);
  if (method !== wantedMethod || !isSamePath) return undefined;
  const has = (pairs, names) => names.every(([name, value]) => pairs.get(name) === value);
  const fields = new Map(body === undefined ? [] : bodyPlaces(body).map(({ key, text }) => [key, text]));
  const isSame =
    has(new URL(url).searchParams, [...new URLSearchParams(search)]) &&
    has(
      fields,
      wantedFields.map((field) => field.split('=')),
    );
  return isSame ? Object.fromEntries(wanted.map((one, at) => [one.replace(/[{}]/g, ''), at])) : undefined;
}
