/**
 * The chains that a collection becomes, before their contents: which requests go to which, file names, ids, and what
 * each needs from the others. Folders decide (folderGroups.ts), unless the source says itself what its chains are; inside a
 * chain they are tags. Files are named after what people called things, plain on every system, each once.
 */
import { defined } from '../../../core/defined';
import { fileStem, freeId, requestIdFor } from '../../../core/edit/plainNames';
import { extractedVariables, variablesIn, variablesNeededBy } from '../shape/chainNames';
import type { WrittenAuth } from '../../../core/files/writtenChain';
import type { ImportedCollection, ImportedVariable, KeptRequest, StatedChain } from '../shape/imported';
import { groupRequests, type ChainGroup, type FolderStyle } from './folderGroups';
import { linkGroups, type LinkedGroup } from './linkedGroups';

/** A chain file that is to be written. */
export interface ChainDraft {
  readonly path: string;
  readonly name: string;
  /** Whether it has what several chains need, so that they require it. */
  readonly isShared?: true;
  /** What the source says about this chain alone. */
  readonly description?: string;
  /** Paths of the chains that extract variables which its requests use, or that the source says run first. */
  readonly requires: readonly string[];
  readonly requests: readonly DraftRequest[];
  /** Its constants. */
  readonly variables: readonly ImportedVariable[];
  /** What requests without authentication of their own use. */
  readonly auth: WrittenAuth | undefined;
}

/** A request and its id in the chain. */
export interface DraftRequest {
  readonly source: KeptRequest;
  readonly id: string;
  /** Names of its folders inside the chain, which become tags. */
  readonly folders: readonly string[];
}

/** What the chains of all sources share. */
interface DraftContext {
  readonly folders: FolderStyle;
  readonly names: FileNames;
  /** Gives ids that all chains share; absent when each has its own. */
  readonly nextId?: NextId | undefined;
}

/** Gives a request of a name its id, another one each time. */
export type NextId = (name: string) => string;

/** Drafts the chains of a collection. A group of which no request is kept has none. */
export function draftChains(collection: ImportedCollection, context: DraftContext): readonly ChainDraft[] {
  return collection.chains === undefined
    ? draftGroups(collection, context)
    : draftStated(collection, collection.chains, context);
}

function draftGroups(collection: ImportedCollection, context: DraftContext): readonly ChainDraft[] {
  const first = requiredDraft(collection, context);
  const inFirst = new Set(first?.variables);
  const variables = collection.variables.filter((variable) => !inFirst.has(variable));
  const kept = collection.requests.filter((request) => request.kind === 'kept');
  const given = first === undefined ? new Set<string>() : givenBy(first);
  const grouped = groupRequests(kept, context.folders).filter(({ requests }) => requests.length > 0);
  const groups =
    grouped.length > 1
      ? linkGroups(grouped, { ...collection, variables }, given)
      : grouped.map((group) => ({ ...group, ...ALONE }));
  const drafts: ChainDraft[] = [];
  for (const { folders, requests, isShared, requires, leftOut } of groups) {
    const name = isShared ? 'Shared' : folders.length === 0 ? collection.name : folders.join(' / ');
    const required = requires.flatMap((index) => drafts[index] ?? []);
    drafts.push({
      path: context.names.free(name, 'chain', '.chain.json'),
      name: name === '' ? 'Imported' : name,
      ...(isShared ? { isShared } : {}),
      requires: [
        ...(first !== undefined && needs(requests, collection.auth, given) ? [first] : []),
        ...required,
      ].map(({ path }) => path),
      requests: draftRequests(requests, folders.length, context),
      variables: variables.filter((one) => !leftOut.has(one.name)),
      auth: collection.auth,
    });
  }
  return first === undefined ? drafts : [first, ...drafts];
}

/** How the only group is linked. Most imports are one chain. */
const ALONE: Omit<LinkedGroup, keyof ChainGroup<KeptRequest>> = {
  isShared: false,
  requires: [],
  leftOut: new Set(),
};

/** Whether requests use one of some variables before they extract it themselves. */
function needs(
  requests: readonly KeptRequest[],
  auth: WrittenAuth | undefined,
  given: ReadonlySet<string>,
): boolean {
  const produced = new Set<string>();
  return requests.some(({ request }) => {
    const used = [...variablesNeededBy(request), ...variablesIn(auth ?? {})];
    const isNeeded = used.some((name) => given.has(name) && !produced.has(name));
    extractedVariables(request).forEach((name) => produced.add(name));
    return isNeeded;
  });
}

/** The chain of the requests that the others require, with the constants that these need. */
function requiredDraft(
  { required = [], variables }: ImportedCollection,
  context: DraftContext,
): ChainDraft | undefined {
  if (required.length === 0) {
    return undefined;
  }
  const needed = new Set(required.flatMap(({ request }) => variablesNeededBy(request)));
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  // Iterating a Set also visits members added during the iteration.
  for (const name of needed) {
    variablesIn(values.get(name) ?? null).forEach((inner) => needed.add(inner));
  }
  return {
    path: context.names.free('auth', 'auth', '.chain.json'),
    name: 'auth',
    requires: [],
    requests: draftRequests(required, 0, context),
    variables: variables.filter(({ name }) => needed.has(name)),
    auth: undefined,
  };
}

/** Variables that chains which require a chain get from it. */
function givenBy({ requests, variables }: ChainDraft): ReadonlySet<string> {
  return new Set([
    ...requests.flatMap(({ source }) => extractedVariables(source.request)),
    ...variables.map(({ name }) => name),
  ]);
}

/** Drafts the chains that a source states. Chains of which no request is kept are not required by others either. */
function draftStated(
  { requests: all, variables, auth }: ImportedCollection,
  stated: readonly StatedChain[],
  context: DraftContext,
): readonly ChainDraft[] {
  const byFolder = new Map<string, KeptRequest[]>(stated.map(({ folder }) => [folder, []]));
  for (const request of all) {
    if (request.kind === 'kept') {
      byFolder.get(request.folders[0] ?? '')?.push(request);
    }
  }
  const chains = stated
    .filter(({ folder }) => (byFolder.get(folder) ?? []).length > 0)
    .map((chain) => ({ ...chain, path: context.names.free(chain.folder, 'chain', '.chain.json') }));
  const paths = new Map(chains.map(({ folder, path }) => [folder, path]));
  return chains.map(({ folder, path, description, requires }) => {
    const kept = byFolder.get(folder) ?? [];
    const used = new Set([...kept.map(({ request }) => request), auth ?? {}].flatMap(variablesIn));
    return {
      path,
      name: folder,
      ...defined({ description }),
      requires: requires.flatMap((required) => paths.get(required) ?? []),
      requests: draftRequests(kept, 1, context),
      // Chains that a source states have no constants in common.
      variables: variables.filter(({ name }) => used.has(name)),
      auth,
    };
  });
}

/** @param depth how many of their folders the chain is */
function draftRequests(
  kept: readonly KeptRequest[],
  depth: number,
  { nextId = createIds([]) }: DraftContext,
): readonly DraftRequest[] {
  return kept.map((source) => ({
    source,
    id: nextId(source.id ?? source.name),
    folders: source.folders.slice(depth),
  }));
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

/** The names of one import. */
export interface FileNames {
  /** A name that ends in `ending` and that no file of the import has yet. */
  readonly free: (name: string, fallback: string, ending: string) => string;
}

/** Begins with the names of files that are there already. */
export function createFileNames(there: readonly string[]): FileNames {
  const taken = new Map<string, Set<string>>();
  const thereWith = (ending: string): Set<string> =>
    new Set(
      there
        .map((file) => file.toLowerCase())
        .filter((file) => file.endsWith(ending))
        .map((file) => file.slice(0, -ending.length)),
    );
  return {
    free(name, fallback, ending) {
      const stems = taken.get(ending) ?? thereWith(ending);
      const stem = freeId(fileStem(name, fallback), stems);
      taken.set(ending, stems.add(stem));
      return stem + ending;
    },
  };
}
