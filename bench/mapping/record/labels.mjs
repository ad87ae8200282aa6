/**
 * Labels of one request: each place that holds a traced value, with what the value's origin was.
 *
 * A place of an address that was followed as a whole is labelled `link`; record.mjs keeps those that differ
 * between the two sessions, for the others are the application's own words.
 */
import { Joined, Traced, written } from './traced.mjs';
import { path } from './answer.mjs';
import { xmlPlaces } from './xml.mjs';

/**
 * Rows of a text that the client made of its own parts also say `within` which text that is.
 *
 * @param {number} step index of the entry
 * @param {{ url: unknown, query?: object, headers?: object, basic?: object[], json?: unknown, form?: object,
 *   xml?: object }} request as the session gave it
 * @returns labels as shared/inference/README.md describes them
 */
export function labelsOf(step, { url, query = {}, headers = {}, basic = [], json, form = {}, xml }) {
  return [
    ...addressLabels(url),
    ...fields('query', query),
    ...fields('header', headers),
    ...basic.map((part) => label('header', 'authorization', part, part.value, false)),
    ...fields('body', form),
    ...(xml === undefined ? [] : xmlPlaces(xml).flatMap(([key, value]) => places('body', key, value))),
    ...(json === undefined ? [] : members(json, [])),
  ].map((label) => ({ step, ...label }));
}

function addressLabels(url) {
  const { text, spans } = written(url);
  const [address, search = ''] = text.split('?', 2);
  const offset = /^https?:\/\/[^/]*/.exec(address)?.[0].length ?? 0;
  const segments = [...address.slice(offset).matchAll(/[^/]+/g)];
  const inPath = segments.flatMap(({ 0: segment, index }, key) => {
    const start = offset + index;
    const inside = spans.filter((span) => span.start < start + segment.length && span.end > start);
    return inside.map(({ start: from, end: to, traced }) => {
      const whole = from <= start && to >= start + segment.length;
      return label('path', key, traced, whole ? decodeURIComponent(segment) : traced.value, whole);
    });
  });
  const followed = spans.find(({ traced }) => traced.link)?.traced;
  const inQuery =
    followed === undefined
      ? []
      : [...new URLSearchParams(search)].map(([name, value]) => label('query', name, followed, value, true));
  return [...inPath, ...inQuery];
}

function fields(location, named) {
  return Object.entries(named).flatMap(([name, value]) => places(location, name, value));
}

function members(json, keys) {
  if (json instanceof Traced || json instanceof Joined) return places('body', path(keys), json);
  if (json === null || typeof json !== 'object') return [];
  return Object.entries(json).flatMap(([key, value]) =>
    members(value, [...keys, Array.isArray(json) ? Number(key) : key]),
  );
}

function places(location, key, value) {
  const { text, spans } = written(value);
  const isOwn = spans.every(({ traced }) => traced.kind !== 'response');
  return spans.map(({ traced }) => {
    const whole = String(traced.value) === text;
    return {
      ...label(location, key, traced, traced.value, whole),
      ...(isOwn && !whole ? { within: text } : {}),
    };
  });
}

function label(location, key, { kind, label: named, producer, link }, value, whole) {
  return {
    location,
    key,
    value: String(value),
    kind,
    ...(kind === 'response' ? { class: link ? 'link' : (named ?? 'value'), producer } : {}),
    whole,
  };
}
