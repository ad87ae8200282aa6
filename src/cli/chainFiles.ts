/** Finding chain files: named ones, those of a folder, and those that a glob matches. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';

/** One of `of` parts of a list, counting from 1: for spreading a run over machines. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Absolute paths of the chains that the arguments name, each once; those of folders and globs in order
 * of their names.
 *
 * @throws UserError when an argument names none
 */
export async function findChains(patterns: readonly string[], folder: string): Promise<readonly string[]> {
  const found = await Promise.all(patterns.map((pattern) => matches(pattern, folder)));
  return [...new Set(found.flat())];
}

/** The chains of one shard: every `of`-th, so that shards differ by one at most. */
export function takeShard(files: readonly string[], { index, of }: Shard): readonly string[] {
  return files.filter((_file, position) => position % of === index - 1);
}

/** The folder that bounds what a chain may read: its repository, else where the command runs, else its own. */
export async function workspaceOf(file: string, folder: string): Promise<string> {
  for (let parent = path.dirname(file); parent !== path.dirname(parent); parent = path.dirname(parent)) {
    if (await exists(path.join(parent, '.git'))) {
      return parent;
    }
  }
  return path.relative(folder, file).startsWith('..') ? path.dirname(file) : folder;
}

/** The workspace that keeps a result, as the store lays it out. */
export function storedIn(file: string): string | undefined {
  const steps = file.split(path.sep);
  const index = steps.lastIndexOf('.chainwright');
  return index === -1 ? undefined : steps.slice(0, index).join(path.sep) || path.sep;
}

/** Absolute paths of the files below a folder that a glob matches, in order of their names. */
export async function findFiles(pattern: string, folder: string): Promise<readonly string[]> {
  // Loaded here: a chain that is named by its path needs no search.
  const { glob } = await import('tinyglobby');
  const files = await glob([pattern], { cwd: folder, absolute: true, ignore: ['**/node_modules/**'] });
  return files.sort();
}

async function matches(pattern: string, folder: string): Promise<readonly string[]> {
  const absolute = path.resolve(folder, pattern);
  const found = await stat(absolute).catch(() => undefined);
  if (found?.isFile() === true) {
    return [absolute];
  }
  const files =
    found?.isDirectory() === true
      ? await search('**/*.chain.json', absolute)
      : await search(pattern.split(path.sep).join('/'), folder);
  if (files.length === 0) {
    throw new UserError(
      `No chain was found at ${pattern}.`,
      'Name a *.chain.json file, a folder that holds some, or a glob in quotes.',
    );
  }
  return files;
}

async function search(pattern: string, folder: string): Promise<readonly string[]> {
  return (await findFiles(pattern, folder)).filter((file) => file.endsWith('.chain.json'));
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
