/**
 * Searching a folder: every file once, by its own path, and nothing that lies elsewhere.
 *
 * Symbolic links come with a clone, and a chain that is found twice is sent twice. So a link inside the folder
 * adds only what a search would not find by itself; one that leads out, to nothing or around in a circle is not
 * followed.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileSystemAdapter } from 'tinyglobby';

/** What a search found. */
export interface FoundFiles {
  /** Absolute paths, in order. */
  readonly files: readonly string[];
  /** Absolute paths of the links that were not followed because they lead out of the folder, in order. */
  readonly leadingOut: readonly string[];
}

/** The files below a folder (absolute path) that a glob matches; `node_modules` is left out. */
export async function findFiles(pattern: string, folder: string): Promise<FoundFiles> {
  // Loaded here: a chain that is named by its path needs no search.
  const { glob, isDynamicPattern } = await import('tinyglobby');
  const steps = pattern.split('/');
  const dynamic = steps.findIndex((step) => isDynamicPattern(step) || MAY_OPEN_GROUP.test(step));
  const named = steps.slice(0, dynamic === -1 ? -1 : dynamic);
  const root = path.resolve(folder, named.join('/') || (named.length > 0 ? '/' : '.'));
  const realRoot = await realpath(root).catch(() => undefined);
  if (realRoot === undefined) {
    return { files: [], leadingOut: [] };
  }
  const boundary = createBoundary(root, realRoot);
  const matched = await glob([steps.slice(named.length).join('/')], {
    cwd: root,
    absolute: true,
    ignore: ['**/node_modules/**'],
    fs: readingWithin(boundary),
  });
  const files = await Promise.all(matched.map((file) => boundary.ownPath(path.resolve(file))));
  return {
    files: [...new Set(files.flatMap((file) => file ?? []))].sort(),
    leadingOut: boundary.leadingOut(),
  };
}

/** A group of a glob can end in a later step: `{api/v1,web}`. */
const MAY_OPEN_GROUP = /[\\{([]/;

/** Tells what lies in a folder that is searched, once links are resolved. */
interface Boundary {
  /** The path of a file or folder without links, below the root as it was named; absent when it lies elsewhere. */
  ownPath(place: string): Promise<string | undefined>;
  /** Links that led out so far. */
  leadingOut(): readonly string[];
}

function createBoundary(root: string, realRoot: string): Boundary {
  const out = new Set<string>();
  return {
    async ownPath(place) {
      const real = await realpath(place).catch(() => undefined);
      if (real === undefined) {
        return undefined;
      }
      const below = path.relative(realRoot, real);
      if (below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below)) {
        out.add(place);
        return undefined;
      }
      return path.join(root, below);
    },
    leadingOut: () => [...out].sort(),
  };
}

/** Reads folders as if links were what they lead to; a folder is read by its own path, and once through links. */
function readingWithin(boundary: Boundary): FileSystemAdapter {
  const linked = new Set<string>();
  const list = async (folder: string): Promise<readonly Entry[]> => {
    const place = path.resolve(folder);
    const own = await boundary.ownPath(place);
    if (own === undefined || (own !== place && linked.has(own))) {
      return [];
    }
    if (own !== place) {
      linked.add(own);
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
