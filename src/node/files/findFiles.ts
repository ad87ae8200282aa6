/**
 * Searching a folder: every file once, by its real path, and nothing that lies elsewhere or in `node_modules`.
 *
 * Symbolic links come with a clone, and a chain that is found twice is sent twice. So a link inside the folder
 * adds only what a search would not find by itself; one that leads out, into `node_modules`, to nothing or around
 * in a circle is not followed.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileSystemAdapter } from 'tinyglobby';
import { pathBelow } from './pathBelow';

/** What a search found. */
export interface FoundFiles {
  /** Real absolute paths, in order. */
  readonly files: readonly string[];
  /** Links that were not followed because they lead out of the folder. */
  readonly leadingOut: readonly string[];
  /** Links that were not followed because they lead into `node_modules`. */
  readonly intoPackages: readonly string[];
}

/**
 * The files below a folder (absolute path) that a glob matches; `node_modules` is left out. Links that were not
 * followed are absolute paths in order, below the folder as it was named.
 */
export async function findFiles(pattern: string, folder: string): Promise<FoundFiles> {
  // Loaded here: a chain that is named by its path needs no search.
  const { glob, isDynamicPattern } = await import('tinyglobby');
  const steps = pattern.split('/');
  const dynamic = steps.findIndex((step) => isDynamicPattern(step) || MAY_OPEN_GROUP.test(step));
  const named = steps.slice(0, dynamic === -1 ? -1 : dynamic);
  const root = searchedFolder(named, folder);
  const realRoot = await realpath(root).catch(() => undefined);
  if (realRoot === undefined) {
    return { files: [], leadingOut: [], intoPackages: [] };
  }
  const boundary = createBoundary(realRoot);
  const matched = await glob([steps.slice(named.length).join('/')], {
    cwd: realRoot,
    absolute: true,
    fs: readingWithin(boundary),
  });
  const files = await Promise.all(matched.map((file) => boundary.realPath(path.resolve(file))));
  const asNamed = (links: Iterable<string>): readonly string[] =>
    [...links].map((link) => path.join(root, path.relative(realRoot, link))).sort();
  return {
    files: [...new Set(files.flatMap((file) => file ?? []))].sort(),
    leadingOut: asNamed(boundary.leadingOut),
    intoPackages: asNamed(boundary.intoPackages),
  };
}

/**
 * The folder that the first steps of a glob name, from the folder where it is given.
 *
 * @param system how paths are written; by default as on this system
 */
export function searchedFolder(
  steps: readonly string[],
  folder: string,
  system: path.PlatformPath = path,
): string {
  // With the separator at the end: `C:` alone is the current folder of that drive, not its top.
  return system.resolve(folder, steps.map((step) => `${step}/`).join(''));
}

/** A group of a glob can end in a later step: `{api/v1,web}`. */
const MAY_OPEN_GROUP = /[\\{([]/;

/** Tells what lies in a folder that is searched, once links are resolved. */
interface Boundary {
  /** The path of a file or folder without links; absent when it is not searched. */
  realPath(place: string): Promise<string | undefined>;
  /** Links that led out so far. */
  readonly leadingOut: ReadonlySet<string>;
  /** Links that led into `node_modules` so far. */
  readonly intoPackages: ReadonlySet<string>;
}

function createBoundary(realRoot: string): Boundary {
  const leadingOut = new Set<string>();
  const intoPackages = new Set<string>();
  const isInPackages = (place: string): boolean =>
    path.relative(realRoot, place).split(path.sep).includes('node_modules');
  return {
    async realPath(place) {
      const real = await realpath(place).catch(() => undefined);
      if (real === undefined || isInPackages(place)) {
        return undefined;
      }
      if (pathBelow(realRoot, real) === undefined) {
        leadingOut.add(place);
        return undefined;
      }
      if (isInPackages(real)) {
        intoPackages.add(place);
        return undefined;
      }
      return real;
    },
    leadingOut,
    intoPackages,
  };
}

/** Reads folders as if links were what they lead to; a folder is read by its real path, and once through links. */
function readingWithin(boundary: Boundary): FileSystemAdapter {
  const linked = new Set<string>();
  const list = async (folder: string): Promise<readonly Entry[]> => {
    const place = path.resolve(folder);
    const real = await boundary.realPath(place);
    if (real === undefined || (real !== place && linked.has(real))) {
      return [];
    }
    if (real !== place) {
      linked.add(real);
    }
    const entries = await readdir(place, { withFileTypes: true });
    return Promise.all(entries.map((entry) => resolved(entry, place)));
  };
  const reading = (folder: string, _options: object, done: Done): void => {
    list(folder).then((entries) => done(null, entries), done);
  };
  return { readdir: reading as unknown as NonNullable<FileSystemAdapter['readdir']> };
}

type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;
type Done = (error: Error | null, entries?: readonly Entry[]) => void;

async function resolved(entry: Dirent, folder: string): Promise<Entry> {
  if (!entry.isSymbolicLink()) {
    return entry;
  }
  const { name } = entry;
  const target = await stat(path.join(folder, name)).catch(() => undefined);
  return {
    name,
    isFile: () => target?.isFile() === true,
    isDirectory: () => target?.isDirectory() === true,
    isSymbolicLink: () => false,
  };
}
