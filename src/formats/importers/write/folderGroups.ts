/**
 * Which requests of a file go into a chain together: all of them, those of each folder, or, where one chain would be too
 * long to work with, those of the outer folders, which are divided further only as far as they are too long themselves.
 */
import { groupBy } from '../../../core/groupBy';

/** What folders become: tags of one chain, a chain each, or chains only where one chain would be too long (`size`). */
export type FolderStyle = 'tags' | 'chains' | 'size';

/** A request and the names of its folders, outermost first. */
interface InFolders {
  readonly folders: readonly string[];
}

/** Requests that make a chain. */
export interface ChainGroup<Request> {
  /** Names of the folders that became this chain; empty for the chain of the whole file. */
  readonly folders: readonly string[];
  readonly requests: readonly Request[];
}

/** Requests of a chain whose folders are not divided. */
const MOST_UNDIVIDED = 100;

/** A folder with fewer requests stays in the chain of the folder around it. */
const LEAST_IN_CHAIN = 3;

/** The groups of a file; requests keep their order in each. */
export function groupRequests<Request extends InFolders>(
  requests: readonly Request[],
  style: FolderStyle,
): readonly ChainGroup<Request>[] {
  const whole = { folders: [], requests };
  switch (style) {
    case 'tags':
      return [whole];
    case 'chains':
      return [...groupBy(requests, ({ folders }) => JSON.stringify(folders)).values()].map((group) => ({
        folders: group[0]?.folders ?? [],
        requests: group,
      }));
    case 'size': {
      const divided = divide(whole);
      return divided.length > 1 ? divided : [whole];
    }
  }
}

function divide<Request extends InFolders>(group: ChainGroup<Request>): readonly ChainGroup<Request>[] {
  const { folders, requests } = group;
  if (requests.length <= MOST_UNDIVIDED) {
    return [group];
  }
  const folderOf = (request: Request): string | undefined => request.folders[folders.length];
  const parts = groupBy(requests, folderOf);
  const isApart = (folder: string | undefined): folder is string =>
    folder !== undefined && (parts.get(folder)?.length ?? 0) >= LEAST_IN_CHAIN;
  const rest = requests.filter((request) => !isApart(folderOf(request)));
  const apart = [...parts].flatMap(([folder, part]) =>
    isApart(folder) ? divide({ folders: [...folders, folder], requests: part }) : [],
  );
  return rest.length === 0 ? apart : [{ folders, requests: rest }, ...apart];
}
