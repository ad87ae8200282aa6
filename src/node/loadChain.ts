/**
 * Loading a chain with everything it names: the chains it requires, each once and in the order they
 * run, and the environment, nearest folder upwards first. Nothing outside the workspace is read.
 */
import { readFile, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readChain } from '../core/chainFile';
import { readEnvironment } from '../core/environmentFile';
import type { EnvironmentDocument } from '../core/environmentFile';
import { InvalidFileError, UserError } from '../core/errors';
import { readHttpClientEnv } from '../core/httpClientEnv';
import type { HttpClientEnv } from '../core/httpClientEnv';
import type { Chain, Environment } from '../core/model';
import type { LoadedChain } from '../core/plan';
import { hasErrors } from '../core/problem';
import type { Problem } from '../core/problem';

/** A chain and the chains it requires, in the order they run. */
export interface LoadedChains {
  readonly main: LoadedChain;
  readonly required: readonly LoadedChain[];
}

/** An environment and the file (workspace path) it stands in. */
export interface LoadedEnvironment {
  readonly file: string;
  readonly environment: Environment;
}

/**
 * Loads a chain and its required chains.
 *
 * @param file absolute path of the chain
 * @param text unsaved text of that file; read from disk when absent
 * @throws UserError for a file that is missing, invalid, outside the workspace, or requires itself
 */
export async function loadChains(file: string, workspace: string, text?: string): Promise<LoadedChains> {
  const loaded: LoadedChain[] = [];
  const visit = async (absolute: string, trail: readonly string[], source?: string): Promise<void> => {
    const name = workspacePath(absolute, workspace);
    if (trail.includes(name)) {
      const circle = [...trail.slice(trail.indexOf(name)), name].join(' → ');
      throw new UserError(
        `The chains require each other in a circle: ${circle}.`,
        'Take one of them out of "requires".',
        { file: trail.at(-1) ?? name },
      );
    }
    if (loaded.some((known) => known.file === name)) {
      return;
    }
    const chain = validChain(source ?? (await readText(absolute, name)), name);
    for (const required of chain.requires) {
      await visit(await resolveRequired(required, absolute, workspace), [...trail, name]);
    }
    loaded.push({ file: name, chain });
  };
  await visit(file, [], text);
  const main = loaded.at(-1);
  if (main === undefined) {
    throw new Error('a visited chain is always loaded');
  }
  return { main, required: loaded.slice(0, -1) };
}

/**
 * Finds an environment by name: `*.environment.json` and `http-client.env.json` in the chain's folder,
 * then in each folder above up to the workspace.
 *
 * @throws UserError when no file defines it, naming those that were found
 */
export async function loadEnvironment(
  name: string,
  chainFile: string,
  workspace: string,
): Promise<LoadedEnvironment> {
  const seen: string[] = [];
  for (const folder of foldersUpwards(path.dirname(chainFile), workspace)) {
    for (const found of await environmentsIn(folder, workspace)) {
      if (found.environment.name === name) {
        return found;
      }
      seen.push(found.environment.name);
    }
  }
  const known = seen.length === 0 ? 'None was found' : `Found were ${[...new Set(seen)].join(', ')}`;
  throw new UserError(
    `There is no environment "${name}" for ${workspacePath(chainFile, workspace)}.`,
    `${known}; an environment is a *.environment.json file beside the chain or in a folder above it.`,
  );
}

/** A path relative to the workspace, `/` as separator; absolute when it lies elsewhere. */
export function workspacePath(file: string, workspace: string): string {
  const relative = path.relative(workspace, file);
  const inside = !relative.startsWith('..') && !path.isAbsolute(relative);
  return (inside ? relative : file).split(path.sep).join('/');
}

function validChain(text: string, name: string): Chain {
  const { chain, problems } = readChain(text, name);
  if (chain === undefined || hasErrors(problems)) {
    throw new InvalidFileError(name, problems.filter(isError).map(asFault));
  }
  return chain;
}

async function readText(file: string, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new UserError(`${name} ${why}.`, 'Check the path and its permissions.');
  }
}

async function resolveRequired(required: string, from: string, workspace: string): Promise<string> {
  const place = { file: workspacePath(from, workspace) };
  const file = path.resolve(path.dirname(from), required);
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) {
    throw new UserError(
      `The required chain ${required} does not exist.`,
      'Correct its path in "requires"; it is relative to this file.',
      place,
    );
  }
  if (path.relative(await realpath(workspace), real).startsWith('..')) {
    throw new UserError(
      `The required chain ${required} lies outside the workspace.`,
      'Move it into the workspace; files from elsewhere are not read.',
      place,
    );
  }
  return file;
}

/** A folder and those above it up to the workspace, nearest first. */
export function foldersUpwards(folder: string, workspace: string): readonly string[] {
  const parent = path.dirname(folder);
  const isTop =
    folder === workspace || parent === folder || path.relative(workspace, folder).startsWith('..');
  return isTop ? [folder] : [folder, ...foldersUpwards(parent, workspace)];
}

async function environmentsIn(folder: string, workspace: string): Promise<readonly LoadedEnvironment[]> {
  const names = (await readdir(folder)).filter((name) =>
    /\.environment\.json$|^http-client\.env\.json$/.test(name),
  );
  const found = await Promise.all(
    names.sort().map(async (name) => {
      const absolute = path.join(folder, name);
      const file = workspacePath(absolute, workspace);
      return environmentsOf(file, await readText(absolute, file)).map((environment) => ({
        file,
        environment,
      }));
    }),
  );
  return found.flat();
}

function environmentsOf(file: string, text: string): readonly Environment[] {
  const { environments, problems } = file.endsWith('http-client.env.json')
    ? readHttpClientEnv(text, file)
    : single(readEnvironment(text, file));
  if (hasErrors(problems)) {
    throw new InvalidFileError(file, problems.filter(isError).map(asFault));
  }
  return environments;
}

function single({ environment, problems }: EnvironmentDocument): HttpClientEnv {
  return { environments: environment === undefined ? [] : [environment], problems };
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

function asFault({ place, message }: Problem): { place: Problem['place']; message: string } {
  return { place, message };
}
