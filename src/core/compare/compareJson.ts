/**
 * Two JSON values compared by structure: every member or item that one of them lacks, or that is another one.
 *
 * Items of a list are matched by a member that tells them apart when there is one, so that an item put in front
 * does not make all others differ; else by their positions.
 */
import { defined } from '../defined';
import { isArray, isObject, jsonEquals, stringifyJson, type JsonObject, type JsonValue } from '../json/json';

/** A way to a value: names of members and indices of items. */
type ValuePath = readonly (string | number)[];

/** A place at which the values differ; a side is absent where it has no such member or item. */
export interface ValueChange {
  /** In the newer value; in the older one for what was removed. */
  readonly path: ValuePath;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** Members by which people tell items apart, the best first. */
const IDENTITIES = ['id', 'key', 'uuid', 'sku', 'code', 'slug', 'name', 'email'];

/** The places at which two values differ, in the order of the newer one; at most `limit` and one. */
export function compareJson(before: JsonValue, after: JsonValue, limit: number): readonly ValueChange[] {
  const changes: ValueChange[] = [];
  collect({ path: [], before, after }, { changes, limit });
  return changes;
}

interface Collected {
  readonly changes: ValueChange[];
  readonly limit: number;
}

function collect(pair: ValueChange, collected: Collected): void {
  const { path, before, after } = pair;
  if (collected.changes.length > collected.limit) {
    return;
  }
  if (before === undefined || after === undefined) {
    collected.changes.push(pair);
  } else if (isObject(before) && isObject(after)) {
    memberPairs(before, after).forEach(([name, one, other]) =>
      collect(pairAt([...path, name], one, other), collected),
    );
  } else if (isArray(before) && isArray(after)) {
    itemPairs(before, after).forEach(([index, one, other]) =>
      collect(pairAt([...path, index], one, other), collected),
    );
  } else if (!jsonEquals(before, after)) {
    collected.changes.push(pair);
  }
}

type Pair<Step> = readonly [step: Step, before: JsonValue | undefined, after: JsonValue | undefined];

function pairAt(path: ValuePath, before: JsonValue | undefined, after: JsonValue | undefined): ValueChange {
  return {
    path,
    ...defined({ before, after }),
  };
}

function memberPairs(before: JsonObject, after: JsonObject): readonly Pair<string>[] {
  const own = (object: JsonObject, name: string): JsonValue | undefined =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].map((name) => [name, own(before, name), own(after, name)]);
}

function itemPairs(before: readonly JsonValue[], after: readonly JsonValue[]): readonly Pair<number>[] {
  const [older, newer] = [identitiesOf(before, after), identitiesOf(after, before)];
  if (older === undefined || newer === undefined) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => [index, before[index], after[index]]);
  }
  const positions = new Map(older.map((identity, index) => [identity, index]));
  const known = new Set(newer);
  const removed = older.flatMap((identity, index): Pair<number>[] =>
    known.has(identity) ? [] : [[index, before[index], undefined]],
  );
  const kept = newer.map((identity, index): Pair<number> => {
    const position = positions.get(identity);
    return [index, position === undefined ? undefined : before[position], after[index]];
  });
  return [...kept, ...removed];
}

/** What tells the items of a list apart, by the first member that does so in it and in its `other` state. */
function identitiesOf(
  list: readonly JsonValue[],
  other: readonly JsonValue[],
): readonly string[] | undefined {
  if (!list.every(isScalar) || !other.every(isScalar)) {
    const member = IDENTITIES.find(
      (name) => isDistinctive(list, name) && isDistinctive(other, name) && meet(list, other, name),
    );
    return member === undefined ? undefined : list.map((item) => identityOf(item, member));
  }
  const values = [list, other].map((items) => new Set(items.map((item) => stringifyJson(item))));
  const areUnique = values[0]?.size === list.length && values[1]?.size === other.length;
  return areUnique && list.length !== other.length ? list.map((item) => stringifyJson(item)) : undefined;
}

/** Every item has the member, and each another one. */
function isDistinctive(list: readonly JsonValue[], member: string): boolean {
  const identities = new Set<string>();
  for (const item of list) {
    if (!isObject(item) || !Object.hasOwn(item, member) || !isScalar(item[member] ?? null)) {
      return false;
    }
    identities.add(identityOf(item, member));
  }
  return identities.size === list.length;
}

/** Ids that are new at every answer match nothing: then another member, or the position, tells more. */
function meet(list: readonly JsonValue[], other: readonly JsonValue[], member: string): boolean {
  const known = new Set(other.map((item) => identityOf(item, member)));
  return list.some((item) => known.has(identityOf(item, member)));
}

function identityOf(item: JsonValue, member: string): string {
  return isObject(item) ? stringifyJson(item[member] ?? null) : '';
}

function isScalar(value: JsonValue): boolean {
  return !isArray(value) && !isObject(value);
}
