/**
 * Folders of results below `.chainwright`: files named by the time of their run, long bodies in a folder
 * next to each file, the newest of them kept.
 *
 * A result is written under another name, flushed and renamed, so that a crash at any instant leaves whole
 * results only; what a killed run left half-done is removed with the next one. `.chainwright` ignores itself,
 * so nobody commits it by accident. It may also have come with a clone: nothing outside the workspace is
 * read, written or deleted through it.
 */
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors';
import { writeFileAtomically, type FileContent } from '../files/atomicFile';
import { probeFolder } from '../files/outputFile';
import { pathBelow } from '../files/pathBelow';
import { readRegularFile } from '../files/regularFile';
import { errorCode } from '../files/systemError';

/** Larger files are no results of ours. */
export const MAX_RESULT_BYTES = 512 * 2 ** 20;
const RESULT_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(?:-\d+)?\.json$/;
const BODIES_NAME = /^(.*)\.bodies$/;

/** Whether a file name (without its folder) is one that {@link freeResultFile} gives. */
export function isResultName(name: string): boolean {
  return RESULT_NAME.test(name);
}

/** The folder of a result's long bodies. */
export function bodiesOf(file: string): string {
  return file.replace(/\.json$/, '.bodies');
}

/**
 * Makes a folder of results (absolute path). Rejects with a UserError when it would lie outside the workspace, or
 * the disk does not let it be made.
 */
export async function makeResultFolder(workspace: string, folder: string): Promise<void> {
  const top = path.join(workspace, '.chainwright');
  const steps = pathBelow(top, folder)?.split(path.sep);
  if (steps === undefined) {
    throw gone(folder);
  }
  await unlessThere(() => mkdir(top));
  await refuseOutside(workspace, top);
  // One by one: no folder is made behind a link.
  for (const index of steps.keys()) {
    const place = path.join(top, ...steps.slice(0, index + 1));
    await unlessThere(() => mkdir(place, { mode: 0o700 }));
    await refuseOutside(workspace, place);
  }
  await unlessThere(() => writeFile(path.join(top, '.gitignore'), '*\n', { flag: 'wx' }));
}

/** Makes a folder of results, and makes sure that something can be written into it. Rejects as {@link makeResultFolder}. */
export async function checkResultFolder(workspace: string, folder: string): Promise<void> {
  await makeResultFolder(workspace, folder);
  await unlessThere(() => probeFolder(folder));
}

/** Makes something in the folder of results. Rejects with a UserError when that is neither there nor can be made. */
async function unlessThere(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) {
      throw error;
    }
    if (code !== 'EEXIST') {
      throw new UserError(
        `The folder .chainwright of this workspace cannot be written (${code}).`,
        'Make sure that the workspace can be written to, and that there is space left.',
      );
    }
  }
}

/** A name that no result of the folder has. Names sort by time; two runs that begin in one millisecond get a number. */
export async function freeResultFile(folder: string, startedAt: Date): Promise<string> {
  const time = startedAt.toISOString().replaceAll(':', '-');
  const taken = new Set(await readdir(folder));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? time : `${time}-${number}`;
    if (!taken.has(`${name}.json`) && !taken.has(`${name}.bodies`)) {
      return path.join(folder, `${name}.json`);
    }
  }
}

/** Writes a result for its owner alone, then removes the oldest beyond those to keep. */
export async function saveResult(file: string, content: FileContent, keep: number): Promise<void> {
  await unlessThere(() => writeFileAtomically(file, content, { access: 'private' }));
  await prune(path.dirname(file), keep);
}

/** The results of a folder, newest first; none when the folder does not exist. */
export async function resultFiles(workspace: string, folder: string): Promise<readonly string[]> {
  const names = (await isOurs(workspace, folder)) ? await resultNames(folder) : [];
  return names.map((name) => path.join(folder, name));
}

/** Reads a result. Rejects with a UserError when it is gone or not a file of the workspace's results. */
export async function readResultText(workspace: string, file: string): Promise<string> {
  await refuseOutside(workspace, file);
  const reading = await readRegularFile(file, MAX_RESULT_BYTES);
  if (!reading.ok) {
    throw gone(file);
  }
  return new TextDecoder().decode(reading.bytes);
}

/** Deletes a result and its bodies. Rejects with a UserError when it is not a file of the workspace's results. */
export async function deleteResult(workspace: string, file: string): Promise<void> {
  await refuseOutside(workspace, file);
  await removeResult(file);
}

/** Whether a folder is there and lies where it seems to lie. */
export async function isOurs(workspace: string, folder: string): Promise<boolean> {
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

/** Newest first. */
async function resultNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter(isResultName).sort().reverse();
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

/** A link in a cloned folder must not lead our reading, writing and deleting somewhere else. */
async function refuseOutside(workspace: string, place: string): Promise<void> {
  const results = path.join(workspace, '.chainwright');
  const real = pathBelow(results, place) === undefined ? undefined : await realOf(place);
  if (real === undefined) {
    throw gone(place);
  }
  const expected = path.join(await realpath(workspace), path.relative(workspace, place));
  // Windows finds a folder by its name in any case.
  if (pathBelow(expected, real) !== '') {
    throw new UserError(
      `${path.basename(place)} is a link to somewhere else.`,
      'Delete the folder .chainwright of this workspace; it is created again.',
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
    'Run again what it came from to make a new one.',
  );
}
