/**
 * Results on the disk: `.chainwright/results/<chain>/<time>.json`, with long bodies in a folder beside
 * each file.
 *
 * Everything arrives here masked. A result is written under another name, flushed and renamed, so that a
 * crash at any instant leaves whole results only; what a killed run left half-done is removed with the
 * next one. The folder ignores itself, so nobody commits it by accident. It may also have come with a
 * clone: nothing outside the workspace is read, written or deleted through it.
 */
import { mkdir, open, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import type { ExecutionResult } from '../core/result';
import { readResult, readResultHead, writeResult } from '../core/resultFile';
import type { RecordedResult, ResultHead, RunTrigger } from '../core/resultFile';
import { writeFileAtomically } from './atomicFile';
import { createBodyStore } from './bodyStore';
import type { BodyStore } from './bodyStore';
import { errorCode, readRegularFile } from './regularFile';

/** A result in the history of its chain. */
export interface StoredResult {
  /** Absolute path. */
  readonly file: string;
  /** Bytes, its long bodies left out. */
  readonly size: number;
  readonly head: ResultHead;
}

/** The place of a result that is being made. */
export interface ResultSlot {
  /** Absolute path the result will have. */
  readonly file: string;
  /** Where its long bodies go while it is being made. */
  readonly bodies: BodyStore;
}

/** The results of one workspace folder. Every path it gives lies inside that folder. */
export interface ResultStore {
  /** A place for the result of a run that begins now; nothing is written yet. */
  slot(chainFile: string, startedAt: Date): Promise<ResultSlot>;
  /** Writes a result into its slot, then removes the oldest beyond those to keep. */
  save(slot: ResultSlot, result: ExecutionResult, trigger: RunTrigger): Promise<void>;
  /** The chains (workspace paths) that have results, by path; a chain may be gone by now. */
  chains(): Promise<readonly string[]>;
  /** The results of a chain (workspace path), newest first. */
  list(chainFile: string): Promise<readonly StoredResult[]>;
  /** Reads a result. Rejects with a UserError when it is gone or is none. */
  read(file: string): Promise<RecordedResult>;
  /** Deletes a result and its bodies. */
  remove(file: string): Promise<void>;
}

/** Where results are kept, relative to the workspace folder. */
const RESULTS_FOLDER = '.chainwright/results';

const MAX_RESULT_BYTES = 512 * 2 ** 20;
/** Longer first lines are not ours: names and notes are short. */
const HEAD_BYTES = 16 * 1024;
const RESULT_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(?:-\d+)?\.json$/;
const BODIES_NAME = /^(.*)\.bodies$/;

/** The results below a workspace folder (absolute path); of each chain the newest `keep` stay. */
export function createResultStore(workspace: string, keep: number): ResultStore {
  const folderOf = (chainFile: string): string =>
    path.join(workspace, RESULTS_FOLDER, chainFile.replace(/\.chain\.json$/, ''));
  return {
    async slot(chainFile, startedAt) {
      const folder = folderOf(chainFile);
      await makeFolder(workspace, folder);
      const file = await freeName(folder, startedAt);
      return { file, bodies: createBodyStore(bodiesOf(file)) };
    },
    async save({ file }, result, trigger) {
      await makeFolder(workspace, path.dirname(file));
      await writeFileAtomically(file, writeResult(result, trigger), { access: 'private' });
      await prune(path.dirname(file), keep);
    },
    async chains() {
      const top = path.join(workspace, RESULTS_FOLDER);
      const names = (await isOurs(workspace, top)) ? await readdir(top, { recursive: true }) : [];
      const folders = names
        .filter((name) => RESULT_NAME.test(path.basename(name)))
        .map((name) => path.dirname(name));
      return [...new Set(folders)].sort().map((name) => `${name.split(path.sep).join('/')}.chain.json`);
    },
    async list(chainFile) {
      const folder = folderOf(chainFile);
      const names = (await isOurs(workspace, folder)) ? await resultNames(folder) : [];
      const heads = await Promise.all(names.map((name) => headOf(path.join(folder, name))));
      return heads.flatMap((stored) => stored ?? []);
    },
    async read(file) {
      await refuseOutside(workspace, file);
      const reading = await readRegularFile(file, MAX_RESULT_BYTES);
      if (!reading.ok) {
        throw gone(file);
      }
      return readResult(new TextDecoder().decode(reading.bytes), path.basename(file));
    },
    async remove(file) {
      await refuseOutside(workspace, file);
      await removeResult(file);
    },
  };
}

/** The folder of a result's long bodies. */
function bodiesOf(file: string): string {
  return file.replace(/\.json$/, '.bodies');
}

/** The bodies of a result that was read. */
export function storedBodies(file: string): BodyStore {
  return createBodyStore(bodiesOf(file));
}

async function makeFolder(workspace: string, folder: string): Promise<void> {
  const top = path.join(workspace, '.chainwright');
  await mkdir(top, { recursive: true });
  await refuseOutside(workspace, top);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseOutside(workspace, folder);
  try {
    await writeFile(path.join(top, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw error;
    }
  }
}

/** Names sort by time; two runs that begin in one millisecond get a number. */
async function freeName(folder: string, startedAt: Date): Promise<string> {
  const time = startedAt.toISOString().replaceAll(':', '-');
  const taken = new Set(await readdir(folder));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? time : `${time}-${number}`;
    if (!taken.has(`${name}.json`) && !taken.has(`${name}.bodies`)) {
      return path.join(folder, `${name}.json`);
    }
  }
}

/** Newest first. */
async function resultNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => RESULT_NAME.test(name))
    .sort()
    .reverse();
}

async function headOf(file: string): Promise<StoredResult | undefined> {
  const found = await stat(file);
  const head = found.isFile() ? readResultHead(await beginningOf(file)) : undefined;
  return head === undefined ? undefined : { file, size: found.size, head };
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Removes what is too old, and bodies whose result was never finished. */
async function prune(folder: string, keep: number): Promise<void> {
  const names = await resultNames(folder);
  await Promise.all(names.slice(Math.max(keep, 1)).map((name) => removeResult(path.join(folder, name))));
  const newest = names[0] ?? '';
  const left = new Set(await readdir(folder));
  // A run that began after the newest result may still be at work.
  const orphans = [...left].filter((name) => {
    const result = BODIES_NAME.exec(name)?.[1];
    return result !== undefined && !left.has(`${result}.json`) && `${result}.json` < newest;
  });
  await Promise.all(orphans.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

async function removeResult(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(bodiesOf(file), { recursive: true, force: true });
}

async function isOurs(workspace: string, folder: string): Promise<boolean> {
  try {
    await refuseOutside(workspace, folder);
    return true;
  } catch (error) {
    if (error instanceof UserError) {
      return false;
    }
    throw error;
  }
}

/** A link in a cloned folder must not lead our reading, writing and deleting somewhere else. */
async function refuseOutside(workspace: string, place: string): Promise<void> {
  const results = path.join(workspace, '.chainwright');
  const isBelow = place === results || path.relative(results, place).split(path.sep)[0] !== '..';
  const real = isBelow ? await realOf(place) : undefined;
  if (real === undefined) {
    throw gone(place);
  }
  const expected = path.join(await realpath(workspace), path.relative(workspace, place));
  if (real !== expected) {
    throw new UserError(
      `${path.basename(place)} is a link to somewhere else.`,
      'Delete the folder .chainwright of this workspace; it is made anew.',
    );
  }
}

async function realOf(place: string): Promise<string | undefined> {
  try {
    return await realpath(place);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      return undefined;
    }
    throw error;
  }
}

function gone(file: string): UserError {
  return new UserError(
    `The result ${path.basename(file)} is no longer there.`,
    'Run the chain to make a new one.',
  );
}
