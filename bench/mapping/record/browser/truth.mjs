/**
 * Labels of a session at a browser. What the person typed is known from the session; where the page had a value from is
 * in the truth of the application: rules that were written after its own pages and scripts.
 *
 * A rule is `[request, place, origin]`: the requests that send the value, the place in them, and its origin.
 *
 * - `request`: a template, see places.mjs; or several
 * - `place`: `path NAME` of a segment in braces, `query NAME`, `header NAME`, or `body NAME`, the name of a field or a
 *   JSONPath, where `[*]` is any index and `**` any members; or `{ place, part }`, of which the pattern's group is the value:
 *   each part of a place has rules of its own
 * - `origin`: `typed`, `derived` (the page computed it or made it up), `own` (the page's own word), `either` (a word of the
 *   application that an answer has as well), or one or several sources `{ answer, body | same | page | header | cookie, as }`:
 *   `answer` is the template of the request that was answered, `body` a JSONPath, `same` the place's own JSONPath with any
 *   index, in the answer or in the member that `same` names (`'$.data'`), `page` a pattern whose group is the value, `header` the name of a header, `cookie` the name of one that was set;
 *   `pattern` takes a part of a header or of a text in a body. `as` says what kind of thing it is.
 *
 * The producer is the last earlier answer of the first source that has the value. The first rule for a place counts. A
 * rule that applies and has no producer is wrong, and recording fails, so each recording checks the rules; `optional`
 * ones may apply without a producer.
 */
import { cookieValues } from '../carriedValues.mjs';
import { patternValues } from '../pageValues.mjs';
import { leaves, matched, parsed, placesOf } from './places.mjs';

const KINDS = {
  typed: { kind: 'user' },
  derived: { kind: 'derived' },
  own: { kind: 'own' },
  either: { kind: 'either', class: 'constant' },
};

/**
 * The labels of a session, before it is compared with the other one. `rule` says which rule made a label, `part` of what
 * part of its place.
 *
 * @param {{ entries: object[], typed: string[], truth: object[] }} session
 */
export function labelsOf({ entries, typed, truth }) {
  return entries.flatMap((entry, step) => {
    const byRule = [];
    for (const [index, rule] of truth.entries()) {
      for (const found of placesOfRule(rule, entry)) {
        if (byRule.some((one) => isSamePlace(one, found) && isSamePart(one, found))) continue;
        const label = labelOf(rule, found, entries.slice(0, step));
        if (label !== undefined)
          byRule.push({ step, rule: index, part: found.part, text: found.text, ...label });
      }
    }
    const others = placesOf(entry).filter((place) => !byRule.some((one) => isSamePlace(one, place)));
    const byHand = others
      .filter(({ text }) => typed.includes(text))
      .map(({ location, key, text }) => ({ step, location, key, value: text, kind: 'user', whole: true }));
    return [...byRule, ...byHand].filter(({ kind }) => kind !== 'own');
  });
}

/** A field that is sent several times, as of a select with several chosen options, has a place for each of its texts. */
function isSamePlace(one, other) {
  return one.location === other.location && one.key === other.key && one.text === other.text;
}

/** Whether rules for the same place are about the same part of it; a rule without a part is about all of it. */
function isSamePart({ part }, { part: other }) {
  return part === undefined || other === undefined || part === other;
}

/** The places of a request that a rule is about; `value` is the part of the text that it is about. */
function placesOfRule([requests, wanted], entry) {
  const names = [requests]
    .flat()
    .map((template) => matched(template, entry))
    .find(Boolean);
  if (names === undefined) return [];
  const { place, part } = typeof wanted === 'string' ? { place: wanted } : wanted;
  return textsAt(place, names, entry)
    .map((found) => ({
      ...found,
      part: part?.source,
      value: part === undefined ? found.text : part.exec(found.text)?.[1],
    }))
    .filter(({ value }) => value !== undefined && value !== '');
}

function labelOf([requests, place, origin, { optional = false } = {}], found, earlier) {
  const { location, key, text, value } = found;
  const label = { location, key, value, whole: value === text };
  if (typeof origin === 'string') return { ...label, ...KINDS[origin] };
  const producer = producerOf({ value, key }, [origin].flat(), earlier);
  if (producer === undefined && !optional)
    throw new Error(
      `no producer of ${value} in ${JSON.stringify(place)} of ${requests}, entry ${earlier.length}`,
    );
  return producer && { ...label, kind: 'response', ...producer };
}

function textsAt(place, names, entry) {
  const [location, name] = place.split(/ (.*)/s);
  if (location === 'header') {
    const text = entry.headers.find(([known]) => known === name)?.[1];
    return text === undefined ? [] : [{ location, key: name, text }];
  }
  const isWanted = location === 'path' ? (key) => key === names[name] : keyPattern(name);
  return placesOf(entry).filter((one) => one.location === location && isWanted(one.key));
}

/** `[*]` is any index, `*` as a member any member, `**` any members. */
function keyPattern(name) {
  const pattern = name
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, (stars) => (stars === '*' ? '[^.[\\]]+' : '.+'));
  const whole = new RegExp(`^${pattern}$`);
  return (key) => whole.test(key);
}

/** The last answer of the first source that has the value. */
function producerOf({ value, key }, sources, earlier) {
  for (const source of sources) {
    for (const [step, entry] of [...earlier.entries()].reverse()) {
      if (matched(source.answer, entry) === undefined) continue;
      const place = valuesAt(source, entry, key).find((one) => one.value === value);
      if (place === undefined) continue;
      return {
        class: source.as ?? classOf(source, key),
        producer: { step, source: place.source, path: place.path },
      };
    }
  }
  return undefined;
}

/** Where lists are sent back as they came, nobody picked an item. */
function classOf({ body = '', same }, key) {
  if (same && /\[\d+\]/.test(key)) return 'list-item';
  return body.includes('[*]') ? 'list-pick' : 'value';
}

/** What a source has in an answer: values, each with its place. */
function valuesAt({ body, same, page, header, cookie, pattern = /^(.*)$/s }, { answer }, key) {
  if (cookie !== undefined)
    return cookieValues(answer.headers, cookie).map((value) => ({ value, source: 'cookie', path: cookie }));
  if (header !== undefined) {
    return answer.headers
      .filter(([name]) => name === header)
      .map(([, text]) => ({ value: pattern.exec(text)?.[1], source: 'header', path: header }));
  }
  if (page !== undefined) {
    return patternValues(answer.text, page.source).map((value) => ({
      value,
      source: 'html',
      path: page.source,
    }));
  }
  const isWanted = keyPattern(same ? sameKey(key, same) : body);
  return leaves(parsed(answer.text) ?? {})
    .filter(([name]) => isWanted(name))
    .map(([name, text]) => ({ value: pattern.exec(text)?.[1], source: 'body', path: name }));
}

/** A place's own JSONPath with any index, below another member than the root if one is named. */
function sameKey(key, same) {
  const root = same === true ? '$' : same;
  return key.replace(/^\$/, () => root).replace(/\[\d+\]/g, '[*]');
}

/**
 * The labels that are true of both sessions, which need not have the same length.
 *
 * What was taken from an answer is `either` when the person typed it before the answer (which repeats it), and when a
 * place of the same rule has the same value in the other session: then it is a word of the application.
 */
export function truthOf(labels, others) {
  const elsewhere = new Set(others.map(({ rule, value }) => `${rule} ${value}`));
  const typedAt = new Map();
  for (const { kind, value, step } of labels)
    if ((kind === 'user' || kind === 'derived') && !typedAt.has(value)) typedAt.set(value, step);
  return labels.map(({ rule, part: _part, text: _text, ...label }) => {
    if (label.kind !== 'response') return label;
    const isEcho = (typedAt.get(label.value) ?? Infinity) <= label.producer.step;
    const isWord = elsewhere.has(`${rule} ${label.value}`) && label.class !== 'list-pick';
    return isEcho || isWord ? { ...label, kind: 'either', class: isEcho ? 'echo' : 'constant' } : label;
  });
}
