/**
 * How good suggestions for a recording are, judged by its labels.
 *
 * A suggestion for a place is right when the place is labelled `response` and the producer, an earlier answer,
 * holds the place's value in this recording and, if there is another of the same session, that one's value
 * there; a value picked from a list, sent back with a whole list, or found by words that the other one's answer does not
 * have is judged in this recording alone, for the other has other items, and so is what the other session did not do. No
 * item may be found by an id of this recording, nor by a name that is the value itself. `path` of a producer in a body is a JSONPath, an XPath, or the regular
 * expression whose group is taken, of one in a page a CSS selector, whose element has the value as its text or an attribute,
 * or a regular expression; `decode` says how the text there is read when the value is inside. Of a place with several values,
 * such as the chosen options of a list, each counts as right. Values labelled `either` (typed, or a word of the application,
 * and in an answer as well) count for nothing, nor do cookies. A dependency is a labelled place, counted once per method, path
 * and place, headers once per name.
 *
 * - precision: the share of suggested dependencies that are right
 * - recall: the share of dependencies for which a suggestion is right
 * - live share: the share of labelled places with a right suggestion whose source is live: the request that produces the
 *   value does not send the same thing, or a right suggestion from a live source supplies it there; the same thing means
 *   that two labelled places have the same value, in both recordings if there are two
 * - ticked precision: the share of places ticked by default whose suggestion is right
 * - ticked coverage: the share of labelled places that are ticked by default with a right suggestion
 */

import { load } from 'cheerio';
import { alignedSteps } from './alignedSteps.mjs';
import { carriedText, headerParts, VOLATILE } from './carriedText.mjs';
import { evaluate, filterTexts } from './jsonPath.mjs';
import { xmlTexts } from './record/xml.mjs';

/**
 * Scores suggestions as `chainwright map --json` writes them.
 *
 * @param {{ suggestions: readonly object[], labels: readonly object[], entries: readonly object[],
 *   other?: { labels: readonly object[], entries: readonly object[] } }} session entries of the HAR
 * @returns the metrics (`auto` means ticked by default), every place that is wrong or missing, and every place whose
 *   suggestion is right but whose source is not live
 */
export function scoreRecording({ suggestions, labels, entries, other }) {
  const labelsAt = labelsByPlace(labels);
  const truth = dependencies(labels);
  const steps = other === undefined ? [] : alignedSteps({ labels, entries }, other);
  const elsewhere = other === undefined ? new Map() : counterparts(truth, dependencies(other.labels), steps);
  const typed = new Set(labels.filter(({ kind }) => kind === 'user').map(({ value }) => value));
  const isOfRecording = ({ operand, text }) =>
    ID.test(operand) &&
    VOLATILE.test(text) &&
    !typed.has(text) &&
    other?.entries.every((entry) => !hasText(entry, text)) === true;
  const judged = suggestions.flatMap(({ producer, consumers, autoApply, confidence, variable }) =>
    consumers
      .filter(({ location }) => location !== 'cookie')
      .map((consumer) => ({
        id: placeId(consumer.entry, consumer),
        consumer,
        producer,
        autoApply,
        confidence,
        variable,
      }))
      .filter(({ id }) => !isEither(labelsAt.get(id) ?? [], producer, entries))
      .map((one) => ({
        ...one,
        isRight: isRight(one, { labelsAt, entries, elsewhere, other, steps, isOfRecording }),
      })),
  );
  const distinctOf = distinction(truth, entries);
  const right = judged.filter((one) => one.isRight);
  const wrong = judged.filter((one) => !one.isRight);
  const all = new Set([...truth].map(([id, { step }]) => distinctOf(id, step)));
  const hits = new Set(right.map(({ id, consumer }) => distinctOf(id, consumer.entry)));
  const misses = new Set(wrong.map(({ id, consumer }) => distinctOf(id, consumer.entry)));
  const auto = judged.filter(({ autoApply }) => autoApply);
  const found = new Set(right.map(({ id }) => id));
  const live = livePlaces(right, truth, elsewhere);
  const ticked = new Set(auto.filter((one) => one.isRight).map(({ id }) => id));
  return {
    dependencies: all.size,
    precision: ratio(hits.size, hits.size + misses.size),
    recall: ratio(hits.size, all.size),
    autoPrecision: ratio(auto.filter((one) => one.isRight).length, auto.length),
    autoCoverage: ratio(ticked.size, truth.size),
    liveShare: ratio(live.size, truth.size),
    wrongOnTyped: wrong.filter(({ id }) => labelsAt.get(id)?.some(({ kind }) => kind === 'user')).length,
    calibrationError: calibrationError(judged),
    wrong: wrong.map(({ id, variable, producer }) => ({ id, variable, producer })),
    missing: [...truth.keys()].filter((id) => !found.has(id)),
    dead: right
      .filter(({ id }) => !live.has(id))
      .map(({ id, variable, producer }) => ({ id, variable, producer })),
  };
}

function labelsByPlace(labels) {
  const places = new Map();
  for (const label of labels) {
    const id = placeId(label.step, label);
    places.set(id, [...(places.get(id) ?? []), label]);
  }
  return places;
}

/** Whether a place is labelled `either`, or of several values in it the one that a producer has. */
function isEither(labels, producer, entries) {
  const either = labels.filter(({ kind }) => kind === 'either');
  const isAll = either.length > 0 && either.length === labels.length;
  return isAll || either.some(({ value }) => yields(entries[producer.entry], producer, value));
}

/** The places whose suggestion has a live source. A producer comes first, so whether it is live is known by then. */
function livePlaces(right, truth, elsewhere) {
  const labelled = [...truth];
  const valuesOf = (id) => [truth.get(id).value, elsewhere.get(id)?.value];
  const isSame = (one, other) => {
    const [[here, there], [otherHere, otherThere]] = [valuesOf(one), valuesOf(other)];
    return here === otherHere && (there === undefined || otherThere === undefined || there === otherThere);
  };
  const live = new Set();
  for (const { id, producer } of right.toSorted((one, other) => one.consumer.entry - other.consumer.entry)) {
    const sent = labelled.filter(([place, { step }]) => step === producer.entry && isSame(place, id));
    if (sent.every(([place]) => live.has(place))) live.add(id);
  }
  return live;
}

/** How far confidence is from the share that is right, over tenths of confidence, weighted by their size. */
function calibrationError(judged) {
  const tenths = Array.from({ length: 11 }, (_, tenth) =>
    judged.filter(({ confidence }) => Math.floor(confidence * 10) === tenth),
  );
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const gaps = tenths.map((tenth) =>
    Math.abs(sum(tenth.map(({ confidence }) => confidence)) - tenth.filter((one) => one.isRight).length),
  );
  return judged.length === 0 ? 0 : sum(gaps) / judged.length;
}

function dependencies(labels) {
  const wanted = labels.filter(({ kind, location }) => kind === 'response' && location !== 'cookie');
  return new Map(wanted.map((label) => [placeId(label.step, label), label]));
}

/** The credential has two names: the header's, and the place's in a chain. */
function placeId(step, { location, key }) {
  return location === 'auth'
    ? `${step}|header:authorization`
    : `${step}|${location}:${String(key).toLowerCase()}`;
}

function isRight({ id, consumer, producer }, { labelsAt, entries, elsewhere, other, steps, isOfRecording }) {
  const label = labelsAt
    .get(id)
    ?.find(({ kind, value }) => kind === 'response' && yields(entries[producer.entry], producer, value));
  if (label === undefined || producer.entry >= consumer.entry) return false;
  if (pathsOf(producer).flatMap(filterTexts).some(isOfRecording)) return false;
  if (pathsOf(producer).some((path) => isNamedBy(path, label.value))) return false;
  const there = elsewhere.get(id);
  const answered = other?.entries[steps[producer.entry]];
  return (
    ['list-pick', 'list-item'].includes(label.class) ||
    there === undefined ||
    answered === undefined ||
    !pathsOf(producer)
      .flatMap(wordsOf)
      .every((words) => hasWords(answered, words)) ||
    yields(answered, producer, there.value)
  );
}

/** Whether a path leads through a member whose name is the value, so that it never finds another value. */
function isNamedBy(path, value) {
  return path.includes(`['${value}']`);
}

/** Where a rule looks, and where in the JSON that it finds there. */
function pathsOf({ path = '', decode }) {
  return [path, decode?.path ?? ''];
}

/** The words by which a rule finds an item: of a filter, or of an element in a pattern. */
function wordsOf(path) {
  const elements = [...path.matchAll(/(?:>\\s\*|=")((?:[^"\\<]|\\.)+?\+?)(?:\\s\*<|")/g)];
  return [
    ...filterTexts(path).map(({ text }) => text),
    ...elements.map(([, words]) => words.replaceAll('\\s+', ' ').replace(/\\(.)/g, '$1')),
  ];
}

function hasWords({ response: { content } }, words) {
  return unescapedPage(content.text ?? '')
    .replace(/\s+/g, ' ')
    .includes(words);
}

/** Members by which programs, and not people, identify things. */
const ID = /(?:id|key|hash|token)$/i;

/** Whether a text, which needs no escapes, is in an answer. */
function hasText({ response: { content } }, text) {
  return (content.text ?? '').includes(text);
}

/** The labels of the other session by the places of this one, where both have the request and the value's producer of one kind. */
function counterparts(truth, others, steps) {
  return new Map(
    [...truth].flatMap(([id, label]) => {
      const there = others.get(placeId(steps[label.step], label));
      const isSame = there?.class === label.class && steps[label.producer?.step] === there?.producer?.step;
      return isSame ? [[id, there]] : [];
    }),
  );
}

function distinction(truth, entries) {
  const dependent = new Set([...truth.keys()]);
  return (id, step) => {
    const place = id.slice(id.indexOf('|') + 1);
    if (place.startsWith('header:')) return place;
    const { method, url } = entries[step].request;
    const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
    const template = segments.map((segment, at) => (dependent.has(`${step}|path:${at}`) ? '{}' : segment));
    return `${method} /${template.join('/')} ${place}`;
  };
}

/**
 * True when the producer holds `wanted` in the entry's answer; of what has to be decoded, when that holds it. Parts of a header
 * count as written and as read, and a number that is read as JSON is written as it is.
 */
function yields(entry, { decode, ...place }, wanted) {
  const isNumber = decode?.as === 'json' && decode.path === undefined && /^-?\d+$/.test(wanted);
  if (decode === undefined || isNumber || (decode.as === 'percent' && place.source === 'header')) {
    return holds(entry, place, wanted);
  }
  const inside = textsAt(entry, place).map((text) => carriedText(text, decode.as));
  return inside.some((text) =>
    decode.path === undefined ? text === wanted : bodyYields(text, decode.path, wanted),
  );
}

/** The texts at a place, to be decoded: a part of a body, an element of a page, a header, a cookie. */
function textsAt({ response: { headers, content } }, { source, path }) {
  if (source === 'body') return [bodyText(content.text, path) ?? ''];
  if (source === 'html') return elementTexts(content.text, path) ?? [groupText(content.text, path) ?? ''];
  const [name, start] = source === 'cookie' ? ['set-cookie', `${path}=`] : [path.toLowerCase(), ''];
  return headers
    .filter((line) => line.name.toLowerCase() === name && line.value.startsWith(start))
    .map(({ value }) => value.slice(start.length).replace(/;.*$/s, ''));
}

function holds(entry, { source, path }, wanted) {
  const { headers, content } = entry.response;
  const lines = (name) =>
    headers.filter((header) => header.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value);
  switch (source) {
    case 'body':
      return bodyYields(content.text, path, wanted);
    case 'html': {
      const texts = elementTexts(content.text, path) ?? [unescapedPage(groupText(content.text, path) ?? '')];
      return texts.some((text) => text === wanted || headerParts(text).includes(wanted));
    }
    case 'header':
      return lines(path).some((line) => headerParts(line).includes(wanted));
    case 'cookie':
      return lines('set-cookie').some((line) => line.startsWith(`${path}=${wanted}`));
    default:
      return false;
  }
}

/** Of an address in a body, a chain takes the part that is sent. */
function bodyYields(text, path, wanted) {
  const found = bodyText(text, path);
  return found === wanted || (ADDRESS.test(found) && headerParts(found).includes(wanted));
}

const ADDRESS = /^(?:https?:\/)?\/\S+$/;

/** What a JSONPath, an XPath or a regular expression takes from a body; undefined when there is nothing. */
function bodyText(text, path) {
  if (XPATH.test(path)) return xmlTexts(text, path).join('\n');
  if (!path.startsWith('$')) return groupText(text, path);
  try {
    return String(evaluate(JSON.parse(text), path));
  } catch {
    // A body that is not JSON contains nothing at a JSONPath.
    return undefined;
  }
}

/** From the root, or a function of such a path. */
const XPATH = /^(?:[a-z-]+\()*\/\w/;

/** The program writes RE2, whose flags come first: `(?s)^.*?"id":"(.*?)"`. */
function groupText(text, pattern) {
  const [, flags = '', rest] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern);
  try {
    return new RegExp(rest, flags).exec(text)?.[1];
  } catch {
    // A CSS selector is not a pattern.
    return undefined;
  }
}

/** The text and the attributes of the element that a CSS selector selects; undefined where it selects none. */
function elementTexts(page, css) {
  try {
    const element = load(page).root().find(css).first();
    return element.length === 0 ? undefined : [element.text(), ...Object.values(element.attr())];
  } catch {
    // A regular expression is no selector.
    return undefined;
  }
}

function unescapedPage(text) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function ratio(part, whole) {
  return whole === 0 ? 1 : part / whole;
}
