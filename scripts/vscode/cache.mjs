/**
 * The cache of test machinery, `.vscode-test/` (git-ignored): what is large and the same for every
 * run is fetched once, keyed by its version.
 *
 * An entry is installed under a temporary name and renamed when it is complete, so a killed
 * installation leaves nothing that looks usable. Several processes may want the same entry: one
 * installs, the others wait for it; a lock whose owner died is taken over.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const INSTALL_DEADLINE_MS = 10 * 60_000;
const POLL_MS = 500;
const NUMBERLESS_LOCK_MS = 5_000;

/** Entries that this process is obtaining. */
const pending = new Map();

/** The project's root folder. */
export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The cache folder; `@vscode/test-electron` keeps its downloads there, too. */
export const CACHE = join(PROJECT, '.vscode-test');

/** What could not be had because the network or the registry did not give it. */
export class Unavailable extends Error {
  name = 'Unavailable';
}

/**
 * The folder of a cache entry; `install(folder)` fills an empty one when there is none yet.
 *
 * @param {string} name file name of the entry, with its version
 * @param {(folder: string) => Promise<void>} install
 * @returns {Promise<string>}
 */
export function cached(name, install) {
  const installing =
    pending.get(name) ?? obtain(join(CACHE, name), install).finally(() => pending.delete(name));
  pending.set(name, installing);
  return installing;
}

/**
 * Installs npm packages into `folder`, without their install scripts and without leaving the
 * registry that npm is set up for. Throws {@link Unavailable} with npm's last lines.
 *
 * @param {string} folder
 * @param {readonly string[]} packages such as `code-server@4.139.1`; none installs what `package.json` there says
 */
export async function npmInstall(folder, packages) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // without a registry this should be known after seconds, not minutes
  options.push('--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=3000');
  const child = spawn(npm, ['install', ...options, ...packages], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    timeout: INSTALL_DEADLINE_MS,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Unavailable(`npm could not be started: ${error.message}`)));
    child.once('close', resolve);
  });
  if (code !== 0) {
    const wanted = packages.length > 0 ? packages.join(', ') : folder;
    throw new Unavailable(
      `npm could not install ${wanted}:\n${output.trim().split('\n').slice(-12).join('\n')}`,
    );
  }
}

/** True when a file or folder is there. */
export async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function obtain(entry, install) {
  await mkdir(CACHE, { recursive: true });
  if (await exists(entry)) {
    return entry;
  }
  const lock = `${entry}.lock`;
  await takeLock(lock, entry);
  try {
    if (!(await exists(entry))) {
      await installEntry(entry, install);
    }
  } finally {
    await rm(lock, { force: true });
  }
  return entry;
}

async function installEntry(entry, install) {
  await removePartials(entry);
  const partial = `${entry}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  // npm installs into the nearest folder with a package.json, which would be the project's own
  await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
  await install(partial);
  await rename(partial, entry);
}

/** Removes what killed installations left; the lock's owner alone does this. */
async function removePartials(entry) {
  const leftovers = (await readdir(CACHE)).filter((name) => name.startsWith(`${basename(entry)}.partial-`));
  await Promise.all(leftovers.map((name) => rm(join(CACHE, name), { recursive: true, force: true })));
}

/** Waits until the lock is ours, or until the entry is there. */
async function takeLock(lock, entry) {
  while (!(await exists(entry))) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw error;
      }
    }
    if (await isAbandoned(lock)) {
      await rm(lock, { force: true });
    } else {
      await sleep(POLL_MS);
    }
  }
}

/** True for the lock of a process that is gone, or that was killed before it could write its number. */
async function isAbandoned(lock) {
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (!Number.isInteger(owner) || owner <= 0) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    return Date.now() - mtimeMs > NUMBERLESS_LOCK_MS;
  }
  try {
    process.kill(owner, 0);
    // our own number on a lock we have not taken was left by an earlier process of that number
    return owner === process.pid;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
