/**
 * The environments that the person trusts: those named for this run, and those that they said yes to before.
 *
 * Answers are remembered outside of every workspace, by the file's real path and what the file said then. The same
 * file with another URL, proxy, certificate authority or client certificate is asked about again, and so is a
 * file of the same name in another folder.
 */
import { readFile, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../../core/errors';
import { writeFileAtomically } from '../../node/files/atomicFile';
import { makeFolder } from '../../node/files/makeFolder';
import { pathBelow } from '../../node/files/pathBelow';
import { errorCode } from '../../node/files/systemError';
import { isText, itemsOf, membersOf, parseUnknown } from '../../core/json/unknownJson';
import { shellWord } from '../shellWord';
import type { DependingSecrets, EnvironmentClaim, EnvironmentTrust } from '../../node/run/environmentTrust';

/** Where trust comes from. */
export interface TrustSources {
  /** Files named for this run, relative to `folder`. */
  readonly files: readonly string[];
  readonly folder: string;
  /** The file that remembers answers; absent where this system says of no place. */
  readonly memory: string | undefined;
  /** Asks a question on the terminal; absent where there is none. */
  readonly ask?: (question: string) => Promise<boolean>;
}

/** What the person at the command line vouches for. One question is asked at a time. */
export function createEnvironmentTrust(sources: TrustSources): EnvironmentTrust {
  let named: Promise<ReadonlySet<string>> | undefined;
  let last: Promise<void> = Promise.resolve();
  const isNamed = async (file: string): Promise<boolean> => {
    named ??= realPaths(sources);
    return (await named).has(file);
  };
  const isRemembered = async (claim: EnvironmentClaim): Promise<boolean> => {
    const memory = await memoryFor(claim, sources);
    return memory !== undefined && digestsOf(await remembered(memory), claim.file).includes(claim.digest);
  };
  const ask = async (claim: EnvironmentClaim, depending: DependingSecrets): Promise<void> => {
    if (await isRemembered(claim)) {
      return; // The answer to the question before covers it.
    }
    if (sources.ask === undefined || !(await sources.ask(questionAbout(claim, depending)))) {
      throw untrusted(claim, depending);
    }
    await remember(claim, await memoryFor(claim, sources));
  };
  return {
    isNamed,
    isRemembered,
    ask(claim, depending) {
      const asking = last.then(() => ask(claim, depending));
      last = asking.catch(() => undefined);
      return asking;
    },
  };
}

/**
 * The file that remembers answers, where this system keeps the state of programs. Only absolute paths count (XDG
 * Base Directory Specification): a relative one would lead into the workspace.
 */
export function trustMemory(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = os.homedir(),
): string | undefined {
  const folders: Partial<Record<NodeJS.Platform, readonly (string | undefined)[]>> = {
    win32: [environment['LOCALAPPDATA'], path.join(home, 'AppData', 'Local')],
    darwin: [path.join(home, 'Library', 'Application Support')],
  };
  const others = [environment['XDG_STATE_HOME'], path.join(home, '.local', 'state')];
  const folder = (folders[platform] ?? others).find(
    (candidate) => candidate !== undefined && path.isAbsolute(candidate),
  );
  return folder === undefined ? undefined : path.join(folder, 'chainwright', 'trusted-environments.json');
}

/** The memory, unless it is inside of the workspace, where anybody could have written it. */
async function memoryFor(
  { workspace }: EnvironmentClaim,
  { memory }: TrustSources,
): Promise<string | undefined> {
  if (memory === undefined) {
    return undefined;
  }
  const real = await realpath(memory).catch(() => path.resolve(memory));
  return pathBelow(workspace, real) === undefined ? memory : undefined;
}

async function realPaths({ files, folder }: TrustSources): Promise<ReadonlySet<string>> {
  const real = files.map(async (file) => {
    try {
      return await realpath(path.resolve(folder, file));
    } catch (error) {
      if (errorCode(error) === undefined) {
        throw error;
      }
      throw new UserError(
        `--trust-environment ${JSON.stringify(file)} names no file that can be read.`,
        'Write the path of an environment file, relative to the current folder.',
      );
    }
  });
  return new Set(await Promise.all(real));
}

/** Digests by real path. A damaged memory trusts nothing. */
async function remembered(memory: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return membersOf(parseUnknown(await readFile(memory, 'utf8')));
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return {};
  }
}

/** What a file said when it was trusted: a file can hold several environments. */
function digestsOf(known: Readonly<Record<string, unknown>>, file: string): readonly string[] {
  return itemsOf(Object.hasOwn(known, file) ? known[file] : undefined).filter(isText);
}

/** Answers about one file that are remembered. */
const REMEMBERED = 20;

async function remember({ file, digest }: EnvironmentClaim, memory: string | undefined): Promise<void> {
  if (memory === undefined) {
    return;
  }
  const known = await remembered(memory);
  const digests = [...digestsOf(known, file), digest].slice(-REMEMBERED);
  const content = JSON.stringify(Object.fromEntries([...Object.entries(known), [file, digests]]), null, 2);
  try {
    await makeFolder(path.dirname(memory), 0o700);
    await writeFileAtomically(memory, `${content}\n`, { access: 'private' });
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    console.error(`Your answer could not be remembered: ${memory} cannot be written.`);
  }
}

function questionAbout(claim: EnvironmentClaim, depending: DependingSecrets): string {
  const lines = consequences(claim, depending).map((line) => `  ${line}\n`);
  return `This run uses secrets, and ${claim.file} decides where they go:\n${lines.join('')}`;
}

/** What it means to trust a file, this run first. */
function consequences(
  { origins, proxy, authority, clientCertificate }: EnvironmentClaim,
  { destinations }: DependingSecrets,
): readonly string[] {
  const others = origins.filter((origin) =>
    destinations.every((destination) => destination.origin !== origin),
  );
  return [
    ...destinations.map(({ origin, labels }) => `${origin} gets ${labels.join(', ')}`),
    ...(others.length === 0 ? [] : [`later runs may send secrets to ${others.join(', ')}`]),
    ...(proxy === undefined ? [] : [`everything goes through the proxy ${proxy}`]),
    ...(authority === undefined ? [] : [`certificates of the authority ${authority} are trusted`]),
    ...(clientCertificate === undefined ? [] : [`the client certificate ${clientCertificate} is presented`]),
  ];
}

function untrusted(claim: EnvironmentClaim, depending: DependingSecrets): UserError {
  return new UserError(
    `This run uses secrets, and nobody vouched for ${claim.file}, so nothing was sent: ` +
      `${consequences(claim, depending).join('; ')}.`,
    `If you trust that file, add --trust-environment ${shellWord(relativePath(claim.file))}.`,
  );
}

function relativePath(file: string): string {
  return pathBelow(process.cwd(), file) ?? file;
}
