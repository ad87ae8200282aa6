/**
 * Requests of a chain that were recorded once for each item of a list, to be written as one with a loop: one extraction of
 * the list, one request with `forEach`, and the others removed.
 */
import { addExtraction, extractionMember, removeRequests } from '../../edit/chainEdit';
import { setMember, treeOf } from '../../edit/jsonEdit';
import { setInOrder } from '../../edit/memberOrder';
import { applyEdits, editBetween, type TextEdit } from '../../edit/textEdit';
import { proposeName } from '../../extraction/proposeName';
import { valueAtSteps } from '../../extraction/responsePart';
import { CHAIN, below } from '../../files/writtenPath';
import {
  isArray,
  isNumber,
  isObject,
  jsonEquals,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../json/json';
import { nodeAt, valueOf, type JsonPath } from '../../json/jsonDocument';
import type { Extraction } from '../../model';
import { referencedVariables } from '../../prepare/references';
import { plainText } from '../../prepare/template';
import { listPath, type RepeatedRequest } from '../match/repeatedRequests';
import { decoded } from '../read/urlValue';

/** Requests of a chain that can be one with a loop. */
export interface OpenLoop {
  /** Says which requests they are, and no value. */
  readonly key: string;
  /** Id of the request that is answered with the list. */
  readonly source: string;
  /** JSONPath of the values in the answer. */
  readonly path: string;
  /** Of the list. */
  readonly extraction: Extraction;
  /** The variable of an item. */
  readonly item: string;
  /** Ids of the requests in the order of the chain; the first one stays. */
  readonly requests: readonly string[];
  /** What differs in the request that stays, and what it becomes. */
  readonly place: JsonPath;
  readonly reference: string;
}

/** What loops are held against. */
export interface LoopedSession {
  readonly loops: readonly RepeatedRequest[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
  /** Names of variables that the chain has. */
  readonly taken: readonly string[];
}

/**
 * The loops that a chain still writes out after the request that is answered with the list.
 *
 * @throws UserError when the text is not JSON
 */
export function openLoops(text: string, { loops, ids, taken }: LoopedSession): readonly OpenLoop[] {
  const all = requestsIn(text).filter(isObject);
  const commented = commentedIn(text);
  return loops.flatMap(({ list, requests: recorded }): readonly OpenLoop[] => {
    const { entry, steps, member } = list;
    const source = all.findIndex(({ id }) => id !== undefined && id === ids.get(entry));
    const values = new Map(recorded.map((one) => [ids.get(one.entry), one.value]));
    const requests = all.filter(({ id }) => typeof id === 'string' && values.has(id));
    const [first] = requests;
    const place = requests.length === recorded.length ? onlyDifference(requests, values) : undefined;
    if (source === -1 || first === undefined || place === undefined) {
      return [];
    }
    const isReady =
      all.indexOf(first) > source && isOnce(all[source]) && requests.every((one) => isPlain(one));
    if (
      !isReady ||
      !canBeTogether(requests, all) ||
      requests.slice(1).some((one) => commented.has(idOf(one)))
    ) {
      return [];
    }
    const url = valueAtSteps(all[source] ?? null, ['url']);
    const name = proposeName(
      { from: 'body', steps: [...steps.filter((step) => !ANY_LIST.test(step)), ...member] },
      { url: typeof url === 'string' ? url : '', taken },
    );
    const { item, variable } = namesFor(name, taken);
    const path = listPath(list);
    const named = requests.map(idOf);
    return [
      {
        key: JSON.stringify([ids.get(entry), path, named]),
        source: ids.get(entry) ?? '',
        path,
        extraction: { variable, from: 'body', select: { kind: 'path', path }, all: true, optional: false },
        item,
        requests: named,
        place: ['requests', all.indexOf(first), ...place.path],
        reference: `${place.before}{{${item}}}${place.after}`,
      },
    ];
  });
}

/** Names of lists that do not say what is in them. */
const ANY_LIST = /^(?:data|items|results?|content|rows|records|entries|list|values|objects|hits)$/i;

/** The edits that write requests as one with a loop. */
export function applyLoop(text: string, loop: OpenLoop): readonly TextEdit[] {
  const { source, extraction, requests, place, reference } = loop;
  const steps: readonly ((now: string) => readonly TextEdit[])[] = [
    (now) => setMember(now, place, reference),
    (now) => setInOrder(now, [...place.slice(0, 2), 'forEach'], loopMember(loop)),
    (now) => addExtraction(now, source, extraction),
    (now) => setMember(now, below(CHAIN, 'formatVersion'), 2),
    (now) => removeRequests(now, indexesOf(now, requests.slice(1))),
  ];
  return editBetween(
    text,
    steps.reduce((now, step) => applyEdits(now, step(now)), text),
  );
}

/** What the request that stays gets as `forEach`. */
export function loopMember({ extraction, item }: OpenLoop): JsonObject {
  return { in: `{{${extraction.variable}}}`, as: item };
}

/** What the request gets that is answered with the list. */
export function listMember({ extraction }: OpenLoop): JsonValue {
  return extractionMember(extraction);
}

function idOf({ id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}

function indexesOf(text: string, ids: readonly string[]): readonly number[] {
  const named = new Set<JsonValue | undefined>(ids);
  return requestsIn(text).flatMap((request, index) =>
    named.has(valueAtSteps(request, ['id'])) ? [index] : [],
  );
}

function requestsIn(text: string): readonly JsonValue[] {
  const list = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  return list !== undefined && isArray(list) ? list : [];
}

/** `orderId` and `orderIds`; `tag` and `tags`; `status` and `statuses`. */
function namesFor(
  name: string,
  taken: readonly string[],
): { readonly item: string; readonly variable: string } {
  const isPlural = name.length > 2 && /[^aius]s$/.test(name);
  const single = isPlural ? name.slice(0, -1) : name;
  const plural = isPlural ? name : `${name}${name.endsWith('s') ? 'es' : 's'}`;
  const free = (wanted: string): string => {
    let candidate = wanted;
    for (let count = 2; taken.includes(candidate); count += 1) {
      candidate = `${wanted}${count}`;
    }
    return candidate;
  };
  return { item: free(single), variable: free(plural) };
}

/** Whether a request is sent once in each run, so that it is answered with one list. */
function isOnce(request: JsonObject | undefined): boolean {
  return request !== undefined && ['forEach', 'when', 'disabled'].every((name) => !(name in request));
}

/**
 * Whether a request has no loop yet and extracts nothing: that would become a list, also for the chains that require this
 * one, and items do not see what others extracted.
 */
function isPlain({ forEach, extract }: JsonObject): boolean {
  return forEach === undefined && (extract === undefined || jsonEquals(extract, []));
}

/** Whether requests can follow one another: others in between neither change anything nor give them values. */
function canBeTogether(requests: readonly JsonObject[], all: readonly JsonObject[]): boolean {
  const own = new Set(requests);
  const [from, to] = [requests[0], requests.at(-1)].map((one) => all.findIndex((other) => other === one));
  const between = all.slice(from, to).filter((one) => !own.has(one) && one['method'] !== 'OPTIONS');
  const given = new Set(between.flatMap(variablesOf));
  return (
    between.length === 0 ||
    ([...between, ...requests].every(({ method }) => method === 'GET' || method === 'HEAD') &&
      !referencedVariables(stringifyJson([...requests])).some((name) => given.has(name)))
  );
}

function variablesOf({ extract = [] }: JsonObject): readonly (JsonValue | undefined)[] {
  return isArray(extract) ? extract.map((rule) => valueAtSteps(rule, ['variable'])) : [];
}

/** Ids of the requests with comments, which would be lost. */
function commentedIn(text: string): ReadonlySet<string> {
  const list = nodeAt(treeOf(text), below(CHAIN, 'requests'));
  const items = list?.kind === 'array' ? list.items : [];
  return new Set(
    items.flatMap((item) => {
      const request = valueOf(item);
      const outsideTexts = text.slice(item.start, item.end).replace(/"(?:[^"\\]|\\.)*"/g, '');
      return isObject(request) && /\/[/*]/.test(outsideTexts) ? [idOf(request)] : [];
    }),
  );
}

/** The only place where requests differ, with what is the same around it. */
interface Difference {
  readonly path: JsonPath;
  readonly before: string;
  readonly after: string;
  /** What differs, request by request. */
  readonly parts: readonly string[];
}

/** Members that may differ without making it another request. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['id', 'name']);
/** Members in which the value may be. */
const SENT: ReadonlySet<unknown> = new Set(['url', 'query', 'headers', 'body', 'variables']);

/** The place of the values; nothing when requests differ in something else, too. */
function onlyDifference(
  requests: readonly JsonObject[],
  values: ReadonlyMap<string | undefined, string>,
): Difference | undefined {
  const differences = differencesIn(
    requests.map((request) =>
      Object.fromEntries(Object.entries(request).filter(([name]) => !OF_PEOPLE.has(name))),
    ),
    [],
  );
  const [only] = differences ?? [];
  const isOfItem = only?.parts.every((part, index) => {
    const value = values.get(idOf(requests[index] ?? {}));
    const says = only.path[0] === 'url' ? decoded(part) : part;
    return value !== undefined && (says === value || REFERENCE.test(part));
  });
  return differences?.length === 1 && SENT.has(only?.path[0]) && isOfItem === true ? only : undefined;
}

/** What a place was mapped to already. */
const REFERENCE = /^\{\{[^{}]+\}\}$/;

/** Where values differ; nothing when they differ in more than texts and numbers. */
function differencesIn(values: readonly JsonValue[], path: JsonPath): readonly Difference[] | undefined {
  const [first = null] = values;
  if (values.every((value) => jsonEquals(value, first))) {
    return [];
  }
  if (values.every((value) => typeof value === 'string')) {
    const around = aroundDifference(values);
    return around === undefined ? undefined : [{ path, ...around }];
  }
  if (values.every(isNumber)) {
    return [{ path, before: '', after: '', parts: values.map(plainText) }];
  }
  const names = membersOf(first);
  if (
    names === undefined ||
    !values.every((value) => jsonEquals([...(membersOf(value) ?? [])], [...names]))
  ) {
    return undefined;
  }
  const inside = names.map((name) =>
    differencesIn(
      values.map((value) => valueAtSteps(value, [name]) ?? null),
      [...path, name],
    ),
  );
  return inside.every((found) => found !== undefined) ? inside.flat() : undefined;
}

function membersOf(value: JsonValue): readonly (string | number)[] | undefined {
  if (isArray(value)) {
    return [...value.keys()];
  }
  return isObject(value) ? Object.keys(value).toSorted() : undefined;
}

/** What is the same before and after the part in which texts differ; nothing when that is more than one part. */
function aroundDifference(texts: readonly string[]): Omit<Difference, 'path'> | undefined {
  const [first = ''] = texts;
  const before = first.slice(0, sameStart(texts)).replace(/[^/?#&=]*$/, '');
  const ends = texts.map((text) => text.slice(before.length));
  const parts = ends.map((end) => /^[^/?#&=]*/.exec(end)?.[0] ?? '');
  const after = (ends[0] ?? '').slice(parts[0]?.length);
  return ends.every((end, index) => end === `${parts[index] ?? ''}${after}`)
    ? { before, after, parts }
    : undefined;
}

function sameStart(texts: readonly string[]): number {
  const [first = ''] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) {
    length += 1;
  }
  return length;
}
