/**
 * The chains of a collection: ids, tags, constants and what each chain needs from the others.
 */
import { requestIdFor } from '../../../core/edit/requestId';
import { isArray, isObject, stringifyJson, type JsonObject, type JsonValue } from '../../../core/json/json';
import { referencedVariables } from '../../../core/prepare/references';
import { secretNamesIn } from '../../../core/permission/secretNames';
import { groupRequests, type ChainGroup, type FolderStyle } from '../shape/chainGroups';
import { layOutFile, typedValues } from './layOutFile';
import type { FileNames } from './fileNames';
import { itemsOf, memberOf, textOf } from '../shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../shape/imported';
import type { ImportSecrets } from '../secrets/importSecrets';

/** A chain file. */
export interface ComposedChain {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly requests: readonly ComposedRequest[];
}

/** A request as it went into a chain. */
export interface ComposedRequest {
  readonly source: KeptRequest;
  readonly id: string;
  /** Names of the secrets that stand in it. */
  readonly secrets: readonly string[];
}

/** What the chains of all sources share. */
export interface ChainContext {
  readonly folders: FolderStyle;
  readonly names: FileNames;
  readonly secrets: ImportSecrets;
  /** Variables that stand in JSON without quotes. */
  readonly typed: ReadonlySet<string>;
  /** Name of the environment that the chains are meant for. */
  readonly environment: string | undefined;
  /** Gives ids that all chains share; absent when each has its own. */
  readonly nextId?: NextId;
}

/** Gives a request of a name its id, another one each time. */
export type NextId = (name: string) => string;

/** A chain on its way to a text. */
interface Draft {
  readonly group: ChainGroup;
  readonly path: string;
  readonly requests: readonly (readonly [request: KeptRequest, id: string])[];
  /** Variables that its requests extract. */
  readonly produced: ReadonlySet<string>;
}

/** Composes the chains of a collection. A group of which no request is kept has none. */
export function composeChains(
  collection: ImportedCollection,
  context: ChainContext,
): readonly ComposedChain[] {
  const drafts = groupRequests(collection, context.folders).flatMap((group) => draftOf(group, context));
  return drafts.map((draft, index) => ({
    path: draft.path,
    ...written(chainOf(draft, drafts.slice(0, index), collection, context), draft),
  }));
}

function written(chain: JsonObject, { requests }: Draft): Omit<ComposedChain, 'path'> {
  const values = itemsOf(chain['requests']);
  return {
    name: textOf(chain['name']) ?? '',
    text: layOutFile(chain),
    requests: requests.map(([source, id], index) => ({
      source,
      id,
      secrets: secretNamesIn(stringifyJson(values[index] ?? null)),
    })),
  };
}

function draftOf(group: ChainGroup, { names, nextId = createIds([]) }: ChainContext): readonly Draft[] {
  const kept = group.requests.filter((request) => request.kind === 'kept');
  if (kept.length === 0) {
    return [];
  }
  const requests = kept.map((request): [KeptRequest, string] => [
    request,
    nextId(request.id ?? request.name),
  ]);
  const produced = new Set(kept.flatMap(({ request }) => extractedVariables(request)));
  return [{ group, path: names.free(group.name, 'chain', '.chain.json'), requests, produced }];
}

/**
 * Ids one after the other, as `requestIdFor` gives them, without looking through all of them for each.
 *
 * @param there ids that are in use already
 */
export function createIds(there: readonly string[]): NextId {
  const taken = new Set(there);
  const numbers = new Map<string, number>();
  return (name) => {
    const plain = requestIdFor(name, []);
    const stem = plain.replace(/-\d+$/, '');
    let id = plain;
    for (let number = numbers.get(stem) ?? 2; taken.has(id); number += 1) {
      id = `${stem}-${number}`;
      numbers.set(stem, number);
    }
    taken.add(id);
    return id;
  };
}

function chainOf(
  { group, requests, produced }: Draft,
  earlier: readonly Draft[],
  collection: ImportedCollection,
  { folders, secrets, typed, environment }: ChainContext,
): JsonObject {
  const { description, auth } = collection;
  const used = new Set([...requests.map(([{ request }]) => request), auth ?? {}].flatMap(variablesIn));
  const needed = [...used].filter((name) => !produced.has(name));
  const requires = earlier.filter((other) => needed.some((name) => other.produced.has(name)));
  const variables = secrets.inVariables(typedValues(collection.variables, typed));
  return {
    formatVersion: 1,
    name: group.name === '' ? 'Imported' : group.name,
    ...(description === undefined ? {} : { description }),
    status: 'draft',
    ...(environment === undefined ? {} : { environment }),
    ...(requires.length === 0 ? {} : { requires: requires.map(({ path }) => path) }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(auth === undefined ? {} : { auth: secrets.inAuth(auth) }),
    requests: requests.map(([request, id]) => requestOf(request, id, folders, secrets)),
  };
}

function requestOf(
  { name, description, folders, tags: words = [], request }: KeptRequest,
  id: string,
  style: FolderStyle,
  secrets: ImportSecrets,
): JsonObject {
  const all = [...(style === 'tags' ? folders : []), ...words];
  const tags = [...new Set(all.filter((word) => word.trim() !== ''))];
  return {
    id,
    ...(name.trim() === '' || name === id ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
    ...secrets.inRequest(request),
  };
}

/** Variables that the strings of a value refer to. */
export function variablesIn(value: JsonValue): readonly string[] {
  const known = typeof value === 'object' && value !== null ? remembered.get(value) : undefined;
  // The marks are the same in JSON text, escapes included, and one text is searched faster than many.
  const found = known ?? referencedVariables(stringifyJson(value));
  if (typeof value === 'object' && value !== null) {
    remembered.set(value, found);
  }
  return found;
}

/** By the value: the chain and the report ask for those of every request. */
const remembered = new WeakMap<object, readonly string[]>();

/** Variables that a request extracts. */
export function extractedVariables(request: JsonObject): readonly string[] {
  const rules = request['extract'];
  return rules === undefined || !isArray(rules)
    ? []
    : rules.flatMap((rule) => (isObject(rule) ? (textOf(memberOf(rule, 'variable')) ?? []) : []));
}
