/**
 * Loading a chain with everything it names: the chains it requires, each once and in the order they
 * run, and the environment, nearest folder upwards first. Nothing outside the workspace is read.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readChainOnly } from '../../core/files/chainFile';
import { readEnvironment, type EnvironmentDocument } from '../../core/files/environmentFile';
import { InvalidFileError, MissingEnvironmentError, UserError } from '../../core/errors';
import { readHttpClientEnv, type HttpClientEnv } from '../../core/files/httpClientEnv';
import { isHttpClientFile } from '../../core/language/environmentSources';
import type { Chain, Environment } from '../../core/model';
import { callCircle, chainsNamedBy } from '../../core/run/callCircle';
import { callSize, type OwnSteps } from '../../core/run/callSize';
import type { CalledChain, CalledChains, LoadedChain } from '../../core/run/plan';
import { pathFrom } from '../../core/language/filePath';
import {
  isPrivateEnvironmentFile,
  joinHttpClientFiles,
  withSecretTexts,
  type PlacedEnvironment,
} from '../../core/files/privateEnvironment';
import { hasErrors, type Problem } from '../../core/problem';
import { errorCode } from './systemError';
import { createRequireWalk } from './requireWalk';
import { foldersUpwards, readWorkspaceText, workspacePath, type ReadText } from './workspaceText';

/** A chain and the chains it requires, in the order they run. */
export interface LoadedChains {
  readonly main: LoadedChain;
  readonly required: readonly LoadedChain[];
  /** The chains that they call, directly or not. */
  readonly called: CalledChains;
}

/** An environment that was found. */
export type LoadedEnvironment = PlacedEnvironment;

/**
 * Loads a chain, its required chains, and those that are called.
 *
 * @param file absolute path of the chain
 * @param source unsaved text of that file, or the chain that was read from it; read when absent
 * @throws UserError for a file that is missing, invalid, outside the workspace, or requires or calls itself
 */
export async function loadChains(
  file: string,
  workspace: string,
  source?: string | Chain,
  readText?: ReadText,
): Promise<LoadedChains> {
  const known = new Map<string, LoadedChain>();
  const load = async (absolute: string, hint: Hint | undefined): Promise<LoadedChain> => {
    const name = workspacePath(absolute, workspace);
    const found =
      known.get(name) ??
      loadedFrom(
        name,
        (absolute === file ? source : undefined) ?? (await readNamed(absolute, workspace, hint, readText)),
      );
    known.set(name, found);
    return found;
  };
  const inOrder = async (absolute: string, hint: Hint | undefined): Promise<readonly LoadedChain[]> => {
    const walk = createRequireWalk(workspace, async (step) => {
      const loaded = await load(
        step.file,
        step.from === undefined ? hint : { from: step.from, member: 'requires' },
      );
      return { loaded, requires: loaded.chain.requires };
    });
    await walk.visit(absolute, []);
    return [...walk.visited.values()].map(({ loaded }) => loaded);
  };
  const chains = await inOrder(file, undefined);
  const called = new Map<string, CalledChain>();
  const visitCalls = async (from: LoadedChain): Promise<void> => {
    for (const { call } of from.chain.requests) {
      const absolute = call && path.resolve(workspace, path.dirname(from.file), call.chain);
      const name = absolute && workspacePath(absolute, workspace);
      if (absolute !== undefined && name !== undefined && !called.has(name)) {
        const loaded = await inOrder(absolute, { from: from.file, member: 'chain' });
        called.set(name, splitLast(loaded));
        await visitAll(loaded);
      }
    }
  };
  const visitAll = async (loaded: readonly LoadedChain[]): Promise<void> => {
    for (const one of loaded) {
      await visitCalls(one);
    }
  };
  await visitAll(chains);
  const { loaded: main, required } = splitLast(chains);
  refuseCallCircle(main, known);
  const ofCalls = [...called.values()].flatMap((one) => one.required);
  for (const one of new Set([main, ...required, ...ofCalls])) {
    const excess = excessError(one.file, (name) => stepsOf(known.get(name)));
    if (excess !== undefined) {
      throw excess;
    }
  }
  return { main, required, called };
}

function loadedFrom(name: string, found: string | Chain): LoadedChain {
  return { file: name, chain: typeof found === 'string' ? validChain(found, name) : found };
}

/** The last chain, and those that it requires. */
function splitLast(chains: readonly LoadedChain[]): CalledChain {
  const loaded = chains.at(-1);
  if (loaded === undefined) {
    throw new Error('a visited chain is always loaded');
  }
  return { loaded, required: chains.slice(0, -1) };
}

/** A chain that runs itself as a step, or requires what does, would never end. */
function refuseCallCircle(main: LoadedChain, known: ReadonlyMap<string, LoadedChain>): void {
  const circle = callCircle(main.file, (file) => {
    const chain = known.get(file)?.chain;
    return chain === undefined ? [] : chainsNamedBy(chain).flatMap((name) => pathFrom(file, name) ?? []);
  });
  if (circle !== undefined) {
    throw callCircleError(circle);
  }
}

/** What a run works out before it sends anything takes time for each request. */
const MAX_REQUESTS = 20_000;

/** Each step within another one needs memory while it runs. */
const MAX_DEPTH = 100;

/**
 * Steps that lead to more than a run can do, if they do: a few chains that run each other twice lead to millions of requests.
 *
 * @param file workspace path of a chain that leads into no circle
 */
export function excessError(
  file: string,
  stepsIn: (file: string) => OwnSteps | undefined,
): UserError | undefined {
  const { requests, depth } = callSize(file, stepsIn);
  if (depth > 0 && requests > MAX_REQUESTS) {
    return new UserError(
      `The steps of ${file} lead to more than ${MAX_REQUESTS} requests.`,
      'Take steps out, or use "forEach" to run one more than once.',
      { file },
    );
  }
  return depth > MAX_DEPTH
    ? new UserError(
        `The steps of ${file} are more than ${MAX_DEPTH} deep within each other.`,
        'Take steps out.',
        { file },
      )
    : undefined;
}

function stepsOf(loaded: LoadedChain | undefined): OwnSteps | undefined {
  const requests = loaded?.chain.requests;
  return requests && { requests: requests.length, called: requests.flatMap(({ call }) => call?.chain ?? []) };
}

/** Chains that run each other without an end; `circle` has its first file again at its end. */
export function callCircleError(circle: readonly string[]): UserError {
  return new UserError(
    `The chains run each other in a circle: ${circle.join(' → ')}.`,
    'Take one of the steps out.',
    { file: circle.at(-2) ?? '' },
  );
}

/**
 * Finds an environment by name: `*.environment.json` and `http-client.env.json`, with its private file, in the
 * chain's folder, then in each folder above up to the workspace.
 *
 * @throws MissingEnvironmentError when no file defines it; another UserError when a file there cannot be read
 */
export async function loadEnvironment(
  name: string,
  chainFile: string,
  workspace: string,
  readText: ReadText = readWorkspaceText,
): Promise<LoadedEnvironment> {
  const seen: string[] = [];
  const broken: UserError[] = [];
  for (const folder of foldersUpwards(path.dirname(chainFile), workspace)) {
    const { found, faults } = await environmentsIn(folder, workspace, readText);
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
  throw new MissingEnvironmentError(
    `The environment "${name}" of ${workspacePath(chainFile, workspace)} does not exist.`,
    `${known}; an environment is a *.environment.json file next to the chain or in a folder above it.`,
  );
}

/**
 * The environments that a chain can be run in, nearest folder first; of those with the same name the one
 * that a run would take. Files that cannot be read are left out.
 */
export async function listEnvironments(
  chainFile: string,
  workspace: string,
): Promise<readonly LoadedEnvironment[]> {
  const byName = new Map<string, LoadedEnvironment>();
  for (const folder of foldersUpwards(path.dirname(chainFile), workspace)) {
    for (const loaded of (await environmentsIn(folder, workspace, readWorkspaceText)).found) {
      const { name } = loaded.environment;
      byName.set(name, byName.get(name) ?? loaded);
    }
  }
  return [...byName.values()];
}

function validChain(text: string, name: string): Chain {
  const { chain, problems } = readChainOnly(text, name);
  if (chain === undefined || hasErrors(problems)) {
    throw new InvalidFileError(name, problems.filter(isError).map(asFault));
  }
  return chain;
}

/** Where a chain is named: the workspace path of the file, and the member. */
export interface Hint {
  readonly from: string;
  readonly member: 'requires' | 'chain';
}

/**
 * The text of a chain that another one names.
 *
 * @throws UserError when it cannot be read
 */
export async function readNamed(
  file: string,
  workspace: string,
  hint: Hint | undefined,
  readText: ReadText = readWorkspaceText,
): Promise<string> {
  try {
    return await readText(file, workspace);
  } catch (error) {
    if (error instanceof UserError && hint !== undefined) {
      throw new UserError(error.what, `Correct "${hint.member}"; its paths are relative to this file.`, {
        file: hint.from,
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

async function environmentsIn(
  folder: string,
  workspace: string,
  readText: ReadText,
): Promise<FolderEnvironments> {
  const names = (await filesIn(folder)).filter((name) =>
    /\.environment\.json$|^http-client(?:\.private)?\.env\.json$/.test(name),
  );
  const found: LoadedEnvironment[] = [];
  const faults: UserError[] = [];
  const brokenFiles = new Set<string>();
  for (const name of names.sort()) {
    const absolute = path.join(folder, name);
    const file = workspacePath(absolute, workspace);
    try {
      const environments = environmentsOf(file, await readText(absolute, workspace));
      found.push(...environments.map((environment) => ({ file, environment })));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      faults.push(error);
      brokenFiles.add(file);
    }
  }
  return { found: joinHttpClientFiles(found, brokenFiles), faults };
}

/** Empty when the folder does not exist, as for a file that was never saved. */
async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return [];
  }
}

function environmentsOf(file: string, text: string): readonly Environment[] {
  const { environments, problems } = isHttpClientFile(file)
    ? readHttpClientEnv(text, file)
    : single(readEnvironment(text, file));
  if (hasErrors(problems)) {
    throw new InvalidFileError(file, problems.filter(isError).map(asFault));
  }
  return isPrivateEnvironmentFile(file) ? environments.map(withSecretTexts) : environments;
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
