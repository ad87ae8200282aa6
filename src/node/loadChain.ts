/**
 * Loading a chain with everything it names: the chains it requires, each once and in the order they
 * run, and the environment, nearest folder upwards first. Nothing outside the workspace is read.
 */
import { readdir } from 'node:fs/promises';
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
import { foldersUpwards, readWorkspaceText, workspacePath } from './workspaceText';

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
    const chain = validChain(source ?? (await readRequired(absolute, workspace, trail.at(-1))), name);
    for (const required of chain.requires) {
      await visit(path.resolve(path.dirname(absolute), required), [...trail, name]);
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
 * @throws UserError when no file defines it: what is wrong with a file there, or which environments there are
 */
export async function loadEnvironment(
  name: string,
  chainFile: string,
  workspace: string,
): Promise<LoadedEnvironment> {
  const seen: string[] = [];
  const broken: UserError[] = [];
  for (const folder of foldersUpwards(path.dirname(chainFile), workspace)) {
    const { found, faults } = await environmentsIn(folder, workspace);
    const wanted = found.find(({ environment }) => environment.name === name);
    if (wanted !== undefined) {
      return wanted;
    }
    seen.push(...found.map(({ environment }) => environment.name));
    broken.push(...faults);
  }
  // A file that cannot be read may be the one; only then is it worth an error.
  if (broken[0] !== undefined) {
    throw broken[0];
  }
  const known = seen.length === 0 ? 'None was found' : `Found were ${[...new Set(seen)].join(', ')}`;
  throw new UserError(
    `There is no environment "${name}" for ${workspacePath(chainFile, workspace)}.`,
    `${known}; an environment is a *.environment.json file beside the chain or in a folder above it.`,
  );
}

function validChain(text: string, name: string): Chain {
  const { chain, problems } = readChain(text, name);
  if (chain === undefined || hasErrors(problems)) {
    throw new InvalidFileError(name, problems.filter(isError).map(asFault));
  }
  return chain;
}

async function readRequired(file: string, workspace: string, from: string | undefined): Promise<string> {
  try {
    return await readWorkspaceText(file, workspace);
  } catch (error) {
    if (error instanceof UserError && from !== undefined) {
      throw new UserError(error.what, 'Correct "requires"; its paths are relative to this file.', {
        file: from,
      });
    }
    throw error;
  }
}

interface FolderEnvironments {
  readonly found: readonly LoadedEnvironment[];
  /** What is wrong with files of the folder that cannot be used. */
  readonly faults: readonly UserError[];
}

async function environmentsIn(folder: string, workspace: string): Promise<FolderEnvironments> {
  const names = (await readdir(folder)).filter((name) =>
    /\.environment\.json$|^http-client\.env\.json$/.test(name),
  );
  const found: LoadedEnvironment[] = [];
  const faults: UserError[] = [];
  for (const name of names.sort()) {
    const absolute = path.join(folder, name);
    const file = workspacePath(absolute, workspace);
    try {
      const environments = environmentsOf(file, await readWorkspaceText(absolute, workspace));
      found.push(...environments.map((environment) => ({ file, environment })));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      faults.push(error);
    }
  }
  return { found, faults };
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
