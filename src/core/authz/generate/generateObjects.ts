/**
 * The kinds of objects that a chain works on: requests that send the same identifiers work on one kind. Which
 * of them create, show, list and delete one follows from what they do and where the identifier is.
 */
import { defined } from '../../defined';
import { isArray, isObject, type JsonValue } from '../../json/json';
import { memberPath } from '../../language/memberPath';
import { camelCase } from '../../language/nameWords';
import type { ChainRequest } from '../../model';
import { referencedVariables } from '../../prepare/references';
import { pathTemplate } from '../model/cellId';
import { freeName, objectOf, objectOfUrl } from './generateNames';
import type { SortedRequests, TriedRequest } from './generateRequests';
import type { Effect } from '../model/matrix';
import { wordsOf } from '../matrix/splitWords';
import { plantedAt, plantText } from '../request/canary';

/** A kind of object. */
export interface ChainObject {
  readonly name: string;
  /** Variables, outermost first. */
  readonly id: readonly string[];
  readonly create?: ChainRequest;
  readonly read?: ChainRequest;
  readonly list?: ChainRequest;
  readonly delete?: ChainRequest;
  /** Where the body of `create` holds free text. */
  readonly canary: readonly string[];
  /** Where the answer of `read` says whose it is. */
  readonly marker: readonly string[];
}

/**
 * The kinds of objects, in the order of the chain.
 *
 * @param ownerVariables variables that say who somebody is
 */
export function findObjects(
  { tried, ofUser }: SortedRequests,
  ownerVariables: ReadonlySet<string>,
): readonly ChainObject[] {
  // Creating one and listing all of them name no object, whatever else their addresses contain.
  const collections = new Set(tried.filter(({ creates }) => creates.length > 0).map(({ path }) => path));
  const addressing = tried.filter(
    (item) =>
      item.ids.length > 0 &&
      item.creates.length === 0 &&
      !(collections.has(item.path) && isList(item, item.path, ofUser)),
  );
  const inner = new Set(addressing.map(({ ids }) => ids.at(-1)));
  const unmentioned = tried.flatMap(({ creates }) => creates.filter((name) => !inner.has(name)));
  const addresses = [...addressing.map(({ ids }) => ids), ...unmentioned.map((name) => [name])];
  const byKey = new Map(addresses.toReversed().map((ids) => [keyOf(ids), ids]));
  const first = new Set(byKey.values());
  const unique = addresses.filter((ids) => first.has(ids));
  const names = new Map<readonly string[], string>();
  for (const id of unique.toSorted((one, other) => one.length - other.length)) {
    names.set(id, nameOf(id, tried, new Set(names.values())));
  }
  return unique.map((id) =>
    objectFrom({ name: names.get(id) ?? 'object', id, ofUser, ownerVariables }, tried),
  );
}

/** The object that a request works on; absent for a function. */
export function objectOfRequest(
  item: TriedRequest,
  objects: readonly ChainObject[],
): ChainObject | undefined {
  const made = objects.filter(({ create }) => create === item.request);
  return (
    objects.find(({ list }) => list === item.request) ??
    // What is made below another object is tried on that one, unless that is part of its own address.
    made.find(({ id }) => item.ids.every((name) => id.includes(name))) ??
    objects.find(({ id }) => keyOf(id) === keyOf(item.ids)) ??
    made[0]
  );
}

interface ObjectFrame {
  readonly name: string;
  readonly id: readonly string[];
  readonly ofUser: ReadonlySet<string>;
  readonly ownerVariables: ReadonlySet<string>;
}

function objectFrom(
  { name, id, ofUser, ownerVariables }: ObjectFrame,
  tried: readonly TriedRequest[],
): ChainObject {
  const create = creatorOf(id, tried);
  const collection = create === undefined ? undefined : pathTemplate(create);
  const best = (effect: Effect): ChainRequest | undefined =>
    bestOf(
      tried.filter((item) => item.effect === effect),
      { id, ofUser, collection },
    );
  const read = best('read');
  const remove = best('delete');
  const list = tried.find((item) => collection !== undefined && isList(item, collection, ofUser))?.request;
  return {
    name,
    id,
    ...defined({ create, read, list, delete: remove }),
    canary: create === undefined ? [] : freeTexts(create),
    marker: read === undefined ? [] : markersIn(read, ownerVariables),
  };
}

/** Reads at the path that creates one, and names no object that a chain makes. */
function isList(
  { path, effect, ids }: TriedRequest,
  collection: string,
  ofUser: ReadonlySet<string>,
): boolean {
  return effect === 'read' && path === collection && ids.every((variable) => ofUser.has(variable));
}

function keyOf(ids: readonly string[]): string {
  return ids.toSorted().join(' ');
}

/** The request that extracts the innermost identifier that any extracts. */
function creatorOf(id: readonly string[], tried: readonly TriedRequest[]): ChainRequest | undefined {
  for (const variable of id.toReversed()) {
    const creator = tried.find(({ creates }) => creates.includes(variable));
    if (creator !== undefined) {
      return creator.request;
    }
  }
  return undefined;
}

/** What tells whether a request is meant for one object. */
interface Meant {
  readonly id: readonly string[];
  readonly ofUser: ReadonlySet<string>;
  /** Path at which one is created. */
  readonly collection: string | undefined;
}

/**
 * The request that is meant for one object: exactly its identifiers, the innermost at the end of the path, best
 * right behind the path that creates one. Without such a one, any that names it in addition to what the owner knows
 * anyway.
 */
function bestOf(among: readonly TriedRequest[], { id, ofUser, collection }: Meant): ChainRequest | undefined {
  const innermost = id.at(-1) ?? '';
  const fitting = among.filter(
    ({ ids }) => ids.includes(innermost) && ids.every((name) => id.includes(name) || ofUser.has(name)),
  );
  const rank = ({ path, ids }: TriedRequest): number => {
    const [, before, last = ''] = /^(.*)\/([^/]*)$/s.exec(path) ?? [];
    const isAtEnd = referencedVariables(last).includes(innermost);
    const isMember = isAtEnd && before === collection;
    return (keyOf(ids) === keyOf(id) ? 0 : 3) + (isMember ? 0 : isAtEnd ? 1 : 2);
  };
  return fitting.toSorted((one, other) => rank(one) - rank(other))[0]?.request;
}

/** `order`; with what it belongs to where that name means another one: `userOrder`. */
function nameOf(id: readonly string[], tried: readonly TriedRequest[], taken: ReadonlySet<string>): string {
  const create = creatorOf(id, tried);
  const names = id.map((variable) => {
    // A user name or a title does not say what it is the name of.
    const byPath = NAME.test(variable) ? nameOfCollection(variable, tried) : undefined;
    return (
      byPath ?? objectOf(variable) ?? (create === undefined ? undefined : objectOfUrl(create.url)) ?? 'object'
    );
  });
  const own = names.at(-1) ?? 'object';
  return taken.has(own) ? freeName(camelCase(names.flatMap(wordsOf)), taken) : own;
}

const NAME = /(?:name|title|slug|mail|login|handle)$/i;

/** `user` where a path is `/users/{{username}}`. */
function nameOfCollection(variable: string, tried: readonly TriedRequest[]): string | undefined {
  const member = `/{{${variable}}}`;
  const path = tried.map((item) => item.path).find((one) => one.includes(member));
  return path === undefined ? undefined : objectOfUrl(path.slice(0, path.indexOf(member)));
}

/** Found by planting: what takes the text is what the engine would plant in by itself. */
function freeTexts(request: ChainRequest): readonly string[] {
  const { body } = plantText(request, { ...plantedAt([]), text: PLANTED });
  switch (body?.kind) {
    case 'json':
      return pathsTo(body.value, []);
    case 'form':
      return body.fields.filter(({ value }) => value === PLANTED).map(({ name }) => name);
    case 'multipart':
      return body.parts.filter(({ value }) => value === PLANTED).map(({ name }) => name);
    default:
      return [];
  }
}

/** A text that no body holds: it has a character that no JSON text may be made of. */
const PLANTED = '\u0000';

function pathsTo(value: JsonValue, steps: readonly (string | number)[]): readonly string[] {
  if (value === PLANTED) {
    return [memberPath(steps)];
  }
  if (isArray(value)) {
    return value.flatMap((item, index) => pathsTo(item, [...steps, index]));
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => pathsTo(member, [...steps, name]))
    : [];
}

/** Members that an answer is expected to have from the login, such as the id of the customer. */
function markersIn({ expect }: ChainRequest, ownerVariables: ReadonlySet<string>): readonly string[] {
  return expect.body
    .filter(({ operators }) =>
      operators.some(
        ({ operator, value }) =>
          operator === 'equals' &&
          typeof value === 'string' &&
          referencedVariables(value).some((name) => ownerVariables.has(name)),
      ),
    )
    .flatMap(({ path }) => path ?? []);
}
