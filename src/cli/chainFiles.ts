/** Finding chain files: named ones, those of a folder, and those that a glob matches. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { plural } from '../core/words';
import { pathBelow } from '../node/files/pathBelow';
import { findFiles } from '../node/files/findFiles';
import { printable } from './paint';

/** One of `of` parts of a list, counting from 1: for spreading a run over machines. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What arguments can name. */
interface NamedKind {
  /** What people call it. */
  readonly title: string;
  /** How names of files end. */
  readonly endings: readonly string[];
  /** Finds them below a folder. */
  readonly glob: string;
}

const CHAINS: NamedKind = { title: 'chain', endings: ['.chain.json'], glob: '**/*.chain.json' };
/** Chains, and authorization matrices too. */
export const CHAINS_AND_MATRICES: NamedKind = {
  title: 'chain or matrix',
  endings: ['.chain.json', '.authz.json'],
  glob: '**/*.{chain,authz}.json',
};

/**
 * Absolute paths of the chains that the arguments name, each once; those of folders and globs in order
 * of their names.
 *
 * @throws UserError when an argument names none
 */
export async function findChains(
  patterns: readonly string[],
  folder: string,
  kind = CHAINS,
): Promise<readonly string[]> {
  const start = { folder, realFolder: await realpath(folder), kind };
  const found = await Promise.all(patterns.map((pattern) => matches(pattern, start)));
  return [...new Set(found.flat())];
}

/** The chains of one shard: every `of`-th, so that shards differ by one at most. */
export function takeShard(files: readonly string[], { index, of }: Shard): readonly string[] {
  return files.filter((_file, position) => position % of === index - 1);
}

/**
 * The workspace that keeps a result (absolute path), as the store lays it out.
 *
 * @param system how paths are written; by default as on this system
 */
export function storedIn(file: string, system: path.PlatformPath = path): string | undefined {
  const steps = file.split(system.sep);
  const index = steps.lastIndexOf('.chainwright');
  // With the separator at the end, which the top of a drive needs.
  return index === -1 ? undefined : system.resolve(steps.slice(0, index).join(system.sep) + system.sep);
}

/** The folder in which a command runs. */
interface StartFolder {
  /** As the system calls it. */
  readonly folder: string;
  /** Without links. */
  readonly realFolder: string;
  readonly kind: NamedKind;
}

/** What an argument names, with the links on its way resolved; one that leads out of the folder is followed. */
async function matches(pattern: string, start: StartFolder): Promise<readonly string[]> {
  const { folder, kind } = start;
  const place = path.resolve(folder, pattern);
  const named = shownPath(await realpath(place).catch(() => place), start);
  const found = await stat(named).catch(() => undefined);
  if (found?.isFile() === true) {
    return [named];
  }
  const { files, leadingOut, intoPackages } =
    found?.isDirectory() === true
      ? await findFiles(kind.glob, named)
      : await findFiles(pattern.split(path.sep).join('/'), folder);
  printSkipped(leadingOut, `out of ${pattern}`, folder);
  printSkipped(intoPackages, 'into node_modules', folder);
  const chains = files.filter((file) => kind.endings.some((ending) => file.endsWith(ending)));
  if (chains.length === 0) {
    throw new UserError(
      `No ${kind.title} was found at ${pattern}.`,
      'Name a *.chain.json file, a folder that holds some, or a glob in quotes.',
    );
  }
  return chains.map((file) => shownPath(file, start));
}

/** A real path, below the folder as the system calls it where it lies there. */
function shownPath(real: string, { folder, realFolder }: Omit<StartFolder, 'kind'>): string {
  const below = pathBelow(realFolder, real);
  return below === undefined ? real : path.join(folder, below);
}

/** @param where such as `into node_modules` */
function printSkipped(links: readonly string[], where: string, folder: string): void {
  if (links.length > 0) {
    const names = links.slice(0, MOST_NAMED).map((link) => path.relative(folder, link));
    const more = links.length - names.length;
    const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const what = plural(links.length, 'link that leads', 'links that lead');
    console.error(printable(`Skipped ${what} ${where}: ${list}. To include what a link leads to, name it.`));
  }
}

/** Links named in one line. */
const MOST_NAMED = 5;
