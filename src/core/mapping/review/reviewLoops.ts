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
import { valueOf, type JsonPath } from '../../json/jsonDocument';
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
    if (all.indexOf(first) < source || isNeeded(requests, all)) {
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

/** `orderId` and `orderIds`; `tag` and `tags`. */
function namesFor(
  name: string,
  taken: readonly string[],
): { readonly item: string; readonly variable: string } {
  const plural = name.endsWith('s') ? name : `${name}s`;
  const item = plural.slice(0, -1);
  const free = (wanted: string): string => {
    let candidate = wanted;
    for (let count = 2; taken.includes(candidate); count += 1) {
      candidate = `${wanted}${count}`;
    }
    return candidate;
  };
  return { item, variable: free(plural) };
}

/** Whether something else uses what the requests extract, which would be a list afterwards. */
function isNeeded(requests: readonly JsonObject[], all: readonly JsonObject[]): boolean {
  const extracted = new Set(
    requests.flatMap(({ extract = [] }) =>
      isArray(extract) ? extract.map((rule) => valueAtSteps(rule, ['variable'])) : [],
    ),
  );
  const others = all.filter((request) => !requests.includes(request));
  return referencedVariables(stringifyJson(others)).some((name) => extracted.has(name));
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
const OF_PEOPLE: ReadonlySet<string> = new Set(['id', 'name', 'description']);
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
    return value !== undefined && (part === value || decoded(part) === value || REFERENCE.test(part));
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
