/**
 * Files that a person names for what a command makes, such as a report. That one cannot be written is nothing
 * unusual (a full disk, a folder of somebody else): it is told in a sentence, with what to do about it.
 *
 * An ordinary file is written whole or not at all. A device or a pipe (`/dev/null`, `/dev/stdout`, `>(jq)` of a
 * shell) is written to, never replaced by a file.
 */
import { constants, createWriteStream, open as openDescriptor } from 'node:fs';
import type { Stats } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { UserError } from '../../core/errors';
import { writeFileAtomically } from './atomicFile';
import type { FileContent } from './atomicFile';
import { temporaryFileName } from './leftovers';
import { makeFolder } from './makeFolder';
import { errorCode } from './regularFile';

/**
 * Writes a file (absolute path), its folder made if need be.
 *
 * @param what begins the sentence about a failure: `The report`
 * @throws UserError when it cannot be written
 */
export async function writeOutputFile(what: string, file: string, content: FileContent): Promise<void> {
  try {
    const found = await statOf(file);
    if (found !== undefined && isWrittenTo(file, found)) {
      const target = found.isFIFO() ? await openPipe(file) : createWriteStream(file, { flags: 'a' });
      await pipeline(Readable.from(piecesOf(content)), target);
    } else {
      await makeFolder(path.dirname(file));
      await writeFileAtomically(file, content);
    }
  } catch (error) {
    throw outputFault(what, file, error);
  }
}

/**
 * Makes sure, before anything is done, that a file can be written later. Nothing is left of the attempt.
 *
 * @throws UserError when it cannot be written
 */
export async function checkOutputFile(what: string, file: string): Promise<void> {
  try {
    const found = await statOf(file);
    if (found?.isDirectory() === true) {
      throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    }
    if (found === undefined || !isWrittenTo(file, found)) {
      await probeFolder(await existingFolder(path.dirname(file)));
    }
  } catch (error) {
    throw outputFault(what, file, error);
  }
}

/** Enough for a full disk to refuse it. */
const PROBE = new Uint8Array(4096);

/** Writes something into a folder and removes it again. Rejects with the system's error when that fails. */
export async function probeFolder(folder: string): Promise<void> {
  const file = path.join(folder, temporaryFileName());
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(PROBE);
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** The UserError for what the system says about a file; any other error as it was. */
export function outputFault(what: string, file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) {
    return error;
  }
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new UserError(
    `${what} ${file} could not be written: ${REASONS.get(code) ?? `the system says ${code}`}.`,
    isFull
      ? 'Free some space, or name a file on another disk.'
      : 'Name a file in a folder where you may write.',
  );
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EEXIST', 'a part of its path is not a folder'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'your part of the disk is full'],
  ['EFBIG', 'files may not become that large here'],
  ['ENOENT', 'nothing can be created in its folder'],
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'the disk is read-only'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ENXIO', 'nobody reads from this pipe'],
  ['EPIPE', 'nobody reads from this pipe any more'],
]);

/** What is there, behind links; absent when nothing is. */
async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** `/dev/stdout` and `/dev/fd/3` may lead to an ordinary file, and are no names of one. */
function isWrittenTo(file: string, found: Stats): boolean {
  return !(found.isFile() || found.isDirectory()) || (found.isFile() && file.startsWith('/dev/'));
}

async function existingFolder(folder: string): Promise<string> {
  const found = await statOf(folder);
  if (found === undefined && path.dirname(folder) !== folder) {
    return existingFolder(path.dirname(folder));
  }
  if (found?.isDirectory() !== true) {
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  }
  return folder;
}

/** Without waiting for somebody who reads a pipe: there is one by now, or none comes. */
async function openPipe(file: string): Promise<Socket> {
  const fd = await promisify(openDescriptor)(file, constants.O_WRONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: false, writable: true });
}

/** In one piece a text would be taken for its characters. */
function piecesOf(content: FileContent): Iterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}
