/**
 * Whether the requests of a run carried the values of that very run: what a label says was taken from an answer is
 * looked up in the answer of the run, and has to be where the label says.
 *
 * Only what JSON and XML answers gave and what is not masked in a result can be checked so. Picks from a list
 * are left out, for the label knows the position alone.
 */
import { carriedText } from '../carriedText.mjs';
import { xmlTexts } from './xml.mjs';

/**
 * The places that carried something else.
 *
 * @param {ReadonlyMap<number, object>} exchanges of a result, by the step of the recording
 */
export function wronglyCarried(labels, exchanges) {
  const known = labels.filter(
    ({ kind, producer, location, class: named }) =>
      kind === 'response' &&
      producer.source === 'body' &&
      named !== 'list-pick' &&
      location !== 'cookie' &&
      location !== 'header',
  );
  return known.flatMap((label) => {
    const answer = exchanges.get(label.producer.step)?.response?.body?.content;
    const request = exchanges.get(label.step)?.request;
    if (answer === undefined || request === undefined) return [];
    const given = givenBy(answer, label.producer);
    const sent = placeIn(request, label);
    const isRight =
      given === undefined ||
      sent === undefined ||
      isMasked(sent) ||
      isMasked(given) ||
      isCarried(label, sent, given);
    return isRight ? [] : [{ step: label.step, place: `${label.location} ${label.key}` }];
  });
}

/** What the answer has at the label's place; of a claim, what the token has there. */
function givenBy(answer, { path, decode }) {
  const text = valueAt(answer, path);
  if (decode === undefined || text === undefined || isMasked(text)) return text;
  const inside = carriedText(text, decode.as);
  return decode.path === undefined ? inside : valueAt(inside, decode.path);
}

function isMasked(text) {
  return /‹secret/.test(text);
}

function isCarried({ class: named, location, key, whole }, sent, given) {
  if (named === 'link' && location === 'path') return sent === segments(given)[key];
  if (named === 'link' && location === 'query') return sent === parameter(given, key);
  return whole ? sent === given : sent.includes(given);
}

function placeIn({ url, body }, { location, key }) {
  if (location === 'path') return segments(url)[key];
  if (location === 'query') return parameter(url, key);
  const text = body?.content ?? '';
  return /^[$/]/.test(String(key)) ? valueAt(text, key) : (new URLSearchParams(text).get(key) ?? undefined);
}

function segments(url) {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);
}

function parameter(url, name) {
  return new URL(url).searchParams.get(name) ?? undefined;
}

/** The value of a JSON text at a path of members and indices, or of XML at an XPath, as text. */
function valueAt(text, path) {
  const keys = [...path.matchAll(/\.(\w+)|\[(\d+)\]|\['([^']*)'\]/g)].map(
    ([, member, index, quoted]) => member ?? quoted ?? Number(index),
  );
  try {
    if (path.startsWith('/')) return xmlTexts(text, anyNamespace(path))[0];
    const value = keys.reduce((inner, key) => inner?.[key], JSON.parse(text));
    return value === undefined || value === null ? undefined : String(value);
  } catch {
    // An error page instead of JSON or XML: its status tells.
    return undefined;
  }
}

/** Labels name elements without prefixes, which are the client's own. */
function anyNamespace(path) {
  return path.replace(/\/(\w[\w-]*)/g, "/*[local-name()='$1']");
}
