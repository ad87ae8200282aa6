/**
 * Whether the requests of a run carried the values of that very run: what a label says was taken from an answer is
 * looked up in the answer of the run, and has to be where the label says.
 *
 * The order of a list can differ from run to run. An item is therefore found by the words that it had in the recording;
 * where no words tell it, any item can be meant if it was picked. What nobody picked can also be at its position, and
 * in another order if all items of its list are sent.
 */
import { carriedText, headerParts, VOLATILE } from '../carriedText.mjs';
import { NAMED_BY_ID } from './answerShape.mjs';
import { fieldsOf } from './browser/places.mjs';
import { patternValues, pickedValues } from './pageValues.mjs';
import { xmlTexts } from './xml.mjs';

/** A text of so many characters is in another one for a reason. */
const SURE_LENGTH = 8;
/** Members of an item, so deep. */
const DEPTH = 3;

/** The places that a run has to fill from its own answers. Cookies are the business of the cookie jar. */
export function filledPlaces(labels) {
  return labels.filter(({ kind, location }) => kind === 'response' && location !== 'cookie');
}

/**
 * The places that carried something else, with what is wrong about each.
 *
 * @param {readonly object[]} labels of the recording
 * @param {readonly object[]} entries of the recording
 * @param {ReadonlyMap<number, object>} exchanges of the run, as the server saw them, by the step of the recording
 */
export function wronglyCarried(labels, entries, exchanges) {
  return filledPlaces(labels).flatMap((label) => {
    const { request } = exchanges.get(label.step) ?? {};
    const { response } = exchanges.get(answeredStep(label.producer.step, entries, exchanges)) ?? {};
    if (request === undefined) return [];
    if (response === undefined)
      return [{ step: label.step, words: `no source of ${label.location} ${label.key}` }];
    const sent = placesIn(request, label);
    const isGiven = givenBy(response, entries[label.producer.step].response, label);
    const tokens = label.class === 'csrf' ? tokensBefore(label.step, labels, exchanges) : [];
    if (sent.some((text) => isGiven(text) || tokens.includes(text))) return [];
    if (
      label.class === 'list-item' &&
      isSameList(request, response, entries[label.producer.step].response, label)
    )
      return [];
    const isRecorded = sent.some((text) => text.includes(label.value));
    const what = sent.length === 0 ? 'no value' : isRecorded ? 'the recorded value' : 'another value';
    return [{ step: label.step, words: `${what} in ${label.location} ${label.key}` }];
  });
}

/** A step of the run; for one that the import left out as a duplicate, the last one before it that asked for the same. */
function answeredStep(step, entries, exchanges) {
  if (exchanges.has(step)) return step;
  const { method, url } = entries[step].request;
  return entries.findLastIndex(
    ({ request }, at) => at < step && exchanges.has(at) && request.method === method && request.url === url,
  );
}

/**
 * The tokens against forgery that pages of the run gave before a step. Any of them is right, whichever page it is from: if
 * it was used up, the server refuses it.
 */
function tokensBefore(step, labels, exchanges) {
  const places = filledPlaces(labels).filter((label) => label.class === 'csrf');
  const patterns = new Set(places.map(({ producer }) => producer.path).filter(isPattern));
  const pages = [...exchanges].filter(([at]) => at < step).map(([, { response }]) => response.body.content);
  return pages.flatMap((page) => [...patterns].flatMap((pattern) => patternValues(page, pattern)));
}

/** A test whether a sent text is, or contains, what the answer of the run has at the label's place. */
function givenBy({ headers, body }, recorded, label) {
  const { producer, whole } = label;
  const isLink = label.class === 'link';
  switch (producer.source) {
    case 'body': {
      const texts = bodyTexts(body.content, recorded.content.text, label);
      const values = texts.flatMap((text) => partsOfLink(text, label));
      return (sent) => values.some((value) => (whole || isLink ? sent === value : sent.includes(value)));
    }
    case 'header': {
      const lines = headers.filter(({ name }) => name === producer.path.toLowerCase());
      const parts = new Set(lines.flatMap(({ value }) => headerParts(value)));
      const least = Math.min(SURE_LENGTH, label.value.length);
      const isInside = (sent) => [...parts].some((part) => part.length >= least && sent.includes(part));
      return whole ? (sent) => parts.has(sent) : isInside;
    }
    case 'cookie': {
      const values = cookieValues(
        headers.map((line) => [line.name, line.value]),
        producer.path,
      );
      return (sent) => values.includes(sent);
    }
    default: {
      if (!isPattern(producer.path)) return (sent) => sent !== '' && isInPage(body.content, sent);
      const values = pageTexts(body.content, recorded.content.text, label).filter((value) => value !== '');
      return (sent) => values.some((value) => (whole ? sent === value : sent.includes(value)));
    }
  }
}

/** What an answer sets a cookie of the name to; headers are pairs. */
export function cookieValues(headers, cookie) {
  return headers.flatMap(([name, line]) =>
    name === 'set-cookie' && line.startsWith(`${cookie}=`)
      ? [line.slice(cookie.length + 1).replace(/;.*$/s, '')]
      : [],
  );
}

/** Truths of browser sessions name a place in a page by a pattern, scripts by a name. */
function isPattern(path) {
  return path.includes('(');
}

function pageTexts(page, recorded, { class: named, value, producer: { path } }) {
  return named === 'list-pick' ? pickedValues(page, recorded, path, value) : patternValues(page, path);
}

/** A text, and of an address that was followed the part that is sent at the label's place. */
function partsOfLink(text, { location, key }) {
  if (location === 'path' && text.includes('/')) return [text, ...segments(text).slice(key, key + 1)];
  return location === 'query' && text.includes('?') ? [text, ...parameters(text, key)] : [text];
}

function isInPage(page, value) {
  const text = page.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  return [value, encodeURIComponent(value)].some((one) =>
    new RegExp(`(?<!\\w)${one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`).test(text),
  );
}

/** What the body of an answer has at a label's place; of a claim, what the token has there. */
function bodyTexts(text, recorded, label) {
  const { path, decode } = label.producer;
  const outer = path.startsWith('/') ? xmlValues(text, label) : jsonValues(text, recorded, label);
  if (decode === undefined) return outer;
  const inside = outer.map((value) => carriedText(value, decode.as));
  return decode.path === undefined
    ? inside
    : inside.flatMap((value) => textOf(valueAt(parsed(value), keysOf(decode.path))));
}

/** The texts of XML at an XPath; positions say nothing of what was picked. */
function xmlValues(text, { class: named, producer: { path } }) {
  try {
    return xmlTexts(text, named === 'list-pick' ? path.replace(/\[\d+\]/g, '') : path);
  } catch {
    // An error page instead of XML: its status tells.
    return [];
  }
}

function jsonValues(text, recorded, { class: named, producer: { path } }) {
  const isPick = named === 'list-pick';
  return membersAt(parsed(text), parsed(recorded), keysOf(path), isPick).flatMap(textOf);
}

/** The values that can be meant by keys, which led to one value in the recording. */
function membersAt(value, recorded, [key, ...inner], isPick) {
  if (key === undefined) return [value];
  const known = recorded?.[key];
  return sameMembers(value, key, known, isPick).flatMap((member) => membersAt(member, known, inner, isPick));
}

/** What a key means in an object or a list; a member that is named by an id or a version has another name in each run. */
function sameMembers(value, key, recorded, isPick) {
  if (typeof key === 'number' && Array.isArray(value)) return sameItems(value, recorded, key, isPick);
  const isNamedByRun = NAMED_BY_ID.test(key) && value?.[key] === undefined;
  return isNamedByRun ? Object.values(value ?? {}) : [value?.[key]];
}

/** The items of a list that have the most words of a recorded one; the one in its place where nobody picked it. */
function sameItems(items, recorded, index, isPick) {
  const words = wordsOf(recorded);
  const counts = items.map((item) => wordsOf(item).filter((word) => words.includes(word)).length);
  const most = Math.max(...counts);
  const alike = most > 0 || isPick ? items.filter((_, at) => counts[at] === most) : [];
  return isPick ? alike : [...alike, items[index]];
}

/** Whether a request sends what all items of the answer's list have at a label's place, in any order. */
function isSameList({ body: sent }, { body }, recorded, { key, producer: { path } }) {
  const [given, place] = [path, key].map((one) => splitAtItem(keysOf(one)));
  const items = valueAt(parsed(sent?.content), place.list);
  const texts = Array.isArray(items) ? items.flatMap((item) => textOf(valueAt(item, place.member))) : [];
  return membersAt(parsed(body.content), parsed(recorded.content.text), given.list, false).some(
    (list) =>
      Array.isArray(list) &&
      list.length > 0 &&
      list.every((item) => textOf(valueAt(item, given.member)).every((text) => texts.includes(text))),
  );
}

/** The keys that lead to the innermost list, and those that lead from its item on. */
function splitAtItem(keys) {
  const at = keys.findLastIndex((key) => typeof key === 'number');
  return { list: keys.slice(0, at), member: keys.slice(at + 1) };
}

/** The texts in a value that are no ids, each with its path. */
function wordsOf(value, path = '', depth = 0) {
  if (typeof value === 'string') return VOLATILE.test(value) ? [] : [`${path} ${value}`];
  if (value === null || typeof value !== 'object' || depth === DEPTH) return [];
  return Object.entries(value).flatMap(([name, member]) => wordsOf(member, `${path}.${name}`, depth + 1));
}

function textOf(value) {
  return value === undefined || value === null ? [] : [String(value)];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // An error page instead of JSON: its status tells.
    return undefined;
  }
}

/** The texts that a request has at a label's place. */
function placesIn({ url, headers, body }, { location, key }) {
  const content = body?.content ?? '';
  switch (location) {
    case 'path':
      return segments(url).slice(key, key + 1);
    case 'query':
      return parameters(url, key);
    case 'header':
      return headers
        .filter(({ name }) => name === key.toLowerCase())
        .flatMap(({ value }) => credentials(value));
    default:
      if (key.startsWith('/')) return xmlValues(content, { producer: { path: anyNamespace(key) } });
      if (!key.startsWith('$')) return formTexts(headers, content, key);
      return textOf(valueAt(parsed(content), keysOf(key)));
  }
}

function valueAt(value, keys) {
  return keys.reduce((inner, key) => inner?.[key], value);
}

/** The texts of a field; where a run has none that is called so, of one whose name has other numbers, as with `6-RefersTo`. */
function formTexts(headers, text, name) {
  const mimeType = headers.find((line) => line.name === 'content-type')?.value ?? '';
  const fields = fieldsOf({ mimeType, text }) ?? [];
  const textsOf = (isCalledSo) => fields.flatMap(([field, value]) => (isCalledSo(field) ? [value] : []));
  const exact = textsOf((field) => field === name);
  return exact.length > 0 ? exact : textsOf((field) => withoutNumbers(field) === withoutNumbers(name));
}

function withoutNumbers(name) {
  return name.replace(/\d+/g, '#');
}

/** Places in XML that is sent name elements without prefixes, which are the client's own. */
function anyNamespace(path) {
  return path.replace(/\/(\w[\w-]*)/g, "/*[local-name()='$1']");
}

/** A header, and what it says in base64 (RFC 7617). */
function credentials(line) {
  const encoded = /^Basic (.*)$/.exec(line)?.[1];
  return encoded === undefined ? [line] : [line, carriedText(encoded, 'base64')];
}

function segments(url) {
  return new URL(url, 'http://127.0.0.1').pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);
}

function parameters(url, name) {
  return new URL(url, 'http://127.0.0.1').searchParams.getAll(name);
}

function keysOf(path) {
  return [...path.matchAll(/\.(\w+)|\[(\d+)\]|\['([^']*)'\]/g)].map(
    ([, member, index, quoted]) => member ?? quoted ?? Number(index),
  );
}
