/** The chains that a collection becomes, before their contents: file names, ids, and what each needs from the others. */
import { requestIdFor } from '../../../core/edit/requestId';
import { groupRequests, type FolderStyle } from '../shape/chainGroups';
import type { ImportedCollection, KeptRequest } from '../shape/imported';
import { extractedVariables, variablesIn } from '../shape/chainNames';
import type { FileNames } from './fileNames';

/** A chain file that is to be written. */
export interface ChainDraft {
  readonly path: string;
  readonly name: string;
  /** Paths of the chains that extract variables which its requests use. */
  readonly requires: readonly string[];
  readonly requests: readonly DraftRequest[];
}

/** A request and its id in the chain. */
export interface DraftRequest {
  readonly source: KeptRequest;
  readonly id: string;
}

/** What the chains of all sources share. */
export interface DraftContext {
  readonly folders: FolderStyle;
  readonly names: FileNames;
  /** Gives ids that all chains share; absent when each has its own. */
  readonly nextId?: NextId | undefined;
}

/** Gives a request of a name its id, another one each time. */
export type NextId = (name: string) => string;

/** Drafts the chains of a collection. A group of which no request is kept has none. */
export function draftChains(collection: ImportedCollection, context: DraftContext): readonly ChainDraft[] {
  const producers: { readonly path: string; readonly produced: ReadonlySet<string> }[] = [];
  return groupRequests(collection, context.folders).flatMap((group): readonly ChainDraft[] => {
    const kept = group.requests.filter((request) => request.kind === 'kept');
    if (kept.length === 0) {
      return [];
    }
    const { nextId = createIds([]) } = context;
    const requests = kept.map((source) => ({ source, id: nextId(source.id ?? source.name) }));
    const path = context.names.free(group.name, 'chain', '.chain.json');
    const produced = new Set(kept.flatMap(({ request }) => extractedVariables(request)));
    const used = [...kept.map(({ request }) => request), collection.auth ?? {}].flatMap(variablesIn);
    const needed = used.filter((name) => !produced.has(name));
    const required = producers.filter((earlier) => needed.some((name) => earlier.produced.has(name)));
    producers.push({ path, produced });
    const name = group.name === '' ? 'Imported' : group.name;
    return [{ path, name, requires: required.map((earlier) => earlier.path), requests }];
  });
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
