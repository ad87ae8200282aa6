/**
 * Requests that were sent once for each item of a list that an earlier answer had: a loop, written out. They are the same
 * but for one value, and these values are those of one member of all the items.
 */
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, type JsonValue } from '../../json/json';
import { memberPath } from '../../language/memberPath';
import { nameWords } from '../../language/nameWords';
import { plainText } from '../../prepare/template';
import { parsedUrl } from '../../prepare/url';
import { readBody, readJson } from '../read/readJson';
import type { RecordedStep } from '../read/recordedSession';
import { formFields, segmentsOf } from '../read/urlValue';
import { valueBits } from '../read/valueEntropy';

/** A list in an answer, and the requests that were sent for its items. */
export interface RepeatedRequest {
  readonly list: ListMember;
  /** In the order of the items. */
  readonly requests: readonly { readonly entry: number; readonly value: string }[];
}

/** A member that all items of a list have. */
export interface ListMember {
  /** Entry whose answer has the list. */
  readonly entry: number;
  /** Members that lead to the list; none mean the whole body. */
  readonly steps: readonly string[];
  /** Members that lead from an item to the value; none mean the item. */
  readonly member: readonly string[];
}

/** JSONPath of the values: `$.items[*].id`. */
export function listPath({ steps, member }: ListMember): string {
  return `${memberPath(steps)}[*]${memberPath(member).slice(1)}`;
}

/** Values that tell little are believed when there are so many. */
const FEW = 3;
const UNMISTAKABLE = 12;
const MAX_ITEMS = 1000;
const MAX_LISTS = 10_000;
/** Members of objects inside of each other that are looked into. */
const MAX_DEPTH = 4;
/** Places of a request that may hold the value. */
const MAX_PLACES = 100;
/** UTF-16 code units of a body that is compared. */
const MAX_BODY = 100_000;
/** UTF-16 code units of all that is compared. */
const MAX_COMPARED = 50_000_000;
/** What leads through a list, and is no item of one. */
const PAGING = /^(?:p|pg|page|offset|start|skip|limit|size|cursor|after|before|top)$/;
/** What an item is called that happens to have such a word. */
const ITEM = /^(?:id|ids|uuid|guid|key)$/;

function isPaging(name: string): boolean {
  const words = nameWords(name);
  return words.some((word) => PAGING.test(word)) && !ITEM.test(words.at(-1) ?? '');
}

/** The loops that a session has written out, in the order of their lists. */
export function repeatedRequests(steps: readonly RecordedStep[]): readonly RepeatedRequest[] {
  const read = steps.map(partsOf);
  const sent = new Set(
    read.flatMap((parts) => parts.flatMap(({ value, isValue }) => (isValue ? [value] : []))),
  );
  const lists = listsIn(steps, sent);
  const used = new Set<number>();
  return groupsIn(steps, read, new Set([...lists.values()].flatMap(({ values }) => values)))
    .toSorted((one, other) => other.length - one.length)
    .flatMap((group): readonly RepeatedRequest[] => {
      const values = group.map(({ value }) => value);
      const list = isTelling(values) ? lists.get(keyOf(values)) : undefined;
      const first = Math.min(...group.map(({ index }) => index));
      if (
        list === undefined ||
        list.index >= first ||
        !isSentAs(group, list) ||
        group.some(({ entry }) => used.has(entry))
      ) {
        return [];
      }
      group.forEach(({ entry }) => used.add(entry));
      const entryOf = new Map(group.map(({ value, entry }) => [value, entry]));
      const requests = list.values.flatMap((value) => {
        const entry = entryOf.get(value);
        return entry === undefined ? [] : [{ entry, value }];
      });
      return [{ list: list.place, requests }];
    })
    .toSorted((one, other) => one.list.entry - other.list.entry);
}

function isTelling(values: readonly string[]): boolean {
  const isDistinct = new Set(values).size === values.length;
  return (
    values.length > 1 &&
    isDistinct &&
    (values.length >= FEW || values.every((value) => valueBits(value) >= UNMISTAKABLE))
  );
}

/** Whether bodies have numbers for numbers and texts for texts, as the items of a list would be sent. */
function isSentAs(group: readonly Repetition[], { areNumbers }: FoundList): boolean {
  return group.every(({ isNumber }) => isNumber === undefined || isNumber === areNumbers);
}

/** The same for the same values in any order. */
function keyOf(values: readonly string[]): string {
  return JSON.stringify(values.toSorted());
}

/** A request of a group, and the value in which it differs from the others. */
interface Repetition {
  readonly index: number;
  readonly entry: number;
  readonly value: string;
  readonly isNumber: Part['isNumber'];
}

/** Requests that differ in one value only; of long ones only values of lists are looked at. */
function groupsIn(
  steps: readonly RecordedStep[],
  read: readonly (readonly Part[])[],
  ofLists: ReadonlySet<string>,
): readonly (readonly Repetition[])[] {
  const groups = new Map<string, Repetition[]>();
  let compared = 0;
  steps.forEach((step, index) => {
    const parts = read[index] ?? [];
    const isSmall = parts.length <= MAX_PLACES;
    const places = parts
      .flatMap(({ isValue, value }, at) => (isValue && (isSmall || ofLists.has(value)) ? [at] : []))
      .slice(0, MAX_PLACES);
    for (const at of places) {
      if (compared > MAX_COMPARED) {
        return;
      }
      const key = JSON.stringify([
        at,
        parts.map(({ name, value }, other) => (other === at ? [name] : [name, value])),
      ]);
      compared += key.length;
      const group = groups.get(key) ?? [];
      group.push({
        index,
        entry: step.entry,
        value: parts[at]?.value ?? '',
        isNumber: parts[at]?.isNumber,
      });
      groups.set(key, group);
    }
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

/** A part of a request, and whether it may be the value that differs. */
interface Part {
  readonly name: string;
  readonly value: string;
  readonly isValue: boolean;
  /** Of JSON. */
  readonly isNumber?: boolean;
}

/** Nothing of a request with a body that is too large to be one of many. */
function partsOf({ method, url, body }: RecordedStep): readonly Part[] {
  if ((body?.text.length ?? 0) > MAX_BODY) {
    return [];
  }
  const parsed = parsedUrl(url);
  const json = body === undefined ? undefined : readJson(body.text);
  return [
    { name: method, value: parsed?.origin ?? url, isValue: false },
    ...segmentsOf(parsed?.pathname ?? '').map((value, at, all) => ({
      name: '/',
      value,
      isValue: !isPaging(all[at - 1] ?? ''),
    })),
    ...formFields(parsed?.search.slice(1) ?? '').map(({ name, value }) => ({
      name,
      value,
      isValue: !isPaging(name),
    })),
    ...(json === undefined ? [{ name: 'body', value: body?.text ?? '', isValue: false }] : leavesOf(json)),
  ];
}

function leavesOf(json: JsonValue, name = '$'): readonly Part[] {
  if (isArray(json)) {
    return [
      { name, value: `[${json.length}]`, isValue: false },
      ...json.flatMap((item, index) => leavesOf(item, `${name}[${index}]`)),
    ];
  }
  if (isObject(json)) {
    return Object.entries(json).flatMap(([member, value]) => leavesOf(value, `${name}.${member}`));
  }
  return [
    {
      name,
      value: plainText(json),
      isValue: isScalar(json) && !isPaging(name.slice(name.lastIndexOf('.') + 1)),
      isNumber: typeof json !== 'string',
    },
  ];
}

interface FoundList {
  readonly index: number;
  readonly place: ListMember;
  readonly values: readonly string[];
  /** All of them; values of two types are none of a list. */
  readonly areNumbers: boolean;
}

/** The members of lists whose values are sent, by their values; of several with the same values the one that came first. */
function listsIn(steps: readonly RecordedStep[], sent: ReadonlySet<string>): ReadonlyMap<string, FoundList> {
  const lists = new Map<string, FoundList>();
  steps.forEach(({ entry, response }, index) => {
    const json = response === undefined || response.status >= 400 ? undefined : readBody(response);
    walkLists(json ?? null, [], (items, at) => {
      for (const { member, values, areNumbers } of columnsOf(items, sent)) {
        const key = keyOf(values);
        if (lists.size < MAX_LISTS && !lists.has(key)) {
          lists.set(key, { index, place: { entry, steps: at, member }, values, areNumbers });
        }
      }
    });
  });
  return lists;
}

/** Calls back for each list that members lead to. */
function walkLists(
  value: JsonValue,
  steps: readonly string[],
  onList: (items: readonly JsonValue[], steps: readonly string[]) => void,
): void {
  if (isArray(value)) {
    if (value.length > 1 && value.length <= MAX_ITEMS) {
      onList(value, steps);
    }
  } else if (isObject(value) && steps.length < MAX_DEPTH) {
    Object.entries(value).forEach(([name, member]) => {
      walkLists(member, [...steps, name], onList);
    });
  }
}

/** The members that all items have, each with a value of its own that is sent somewhere. */
function columnsOf(
  items: readonly JsonValue[],
  sent: ReadonlySet<string>,
): readonly (Pick<FoundList, 'values' | 'areNumbers'> & Pick<ListMember, 'member'>)[] {
  return scalarsOf(items[0] ?? null, []).flatMap((member) => {
    const found: JsonValue[] = [];
    for (const item of items) {
      const value = valueAtSteps(item, member);
      if (value === undefined || !isScalar(value) || !sent.has(plainText(value))) {
        return [];
      }
      found.push(value);
    }
    const values = found.map(plainText);
    const texts = found.filter((value) => typeof value === 'string').length;
    return new Set(values).size === items.length && (texts === 0 || texts === found.length)
      ? [{ member, values, areNumbers: texts === 0 }]
      : [];
  });
}

function scalarsOf(item: JsonValue, steps: readonly string[]): readonly (readonly string[])[] {
  if (isScalar(item)) {
    return [steps];
  }
  return isObject(item) && steps.length < MAX_DEPTH
    ? Object.entries(item).flatMap(([name, member]) => scalarsOf(member, [...steps, name]))
    : [];
}

/** A text or a number. */
function isScalar(value: JsonValue): boolean {
  return value !== null && typeof value !== 'boolean' && !isArray(value) && !isObject(value);
}
