/**
 * Which chain a request goes to: all of a file into one, its folders as tags, or a chain for each folder.
 */
import type { ImportedCollection, ImportedRequest } from './imported';

/** What folders become. */
export type FolderStyle = 'tags' | 'chains';

/** Requests that make a chain. */
export interface ChainGroup {
  /** Names of the folders that became this chain; empty for the chain of the whole file. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly requests: readonly ImportedRequest[];
}

/** The chains of a collection, in the order of their first requests; requests keep their order. */
export function groupRequests(
  { name, requests }: Pick<ImportedCollection, 'name' | 'requests'>,
  style: FolderStyle,
): readonly ChainGroup[] {
  if (style === 'tags') {
    return requests.length === 0 ? [] : [{ folders: [], name, requests }];
  }
  const groups = new Map<string, { folders: readonly string[]; requests: ImportedRequest[] }>();
  for (const request of requests) {
    const key = JSON.stringify(request.folders);
    const group = groups.get(key) ?? { folders: request.folders, requests: [] };
    group.requests.push(request);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    name: group.folders.length === 0 ? name : group.folders.join(' / '),
  }));
}
