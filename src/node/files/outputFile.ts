/**
 * Files that a person names for what a command makes, such as a report. Failing to write one is nothing
 * unusual (a full disk, a folder of somebody else): the user gets a sentence with what to do.
 *
 * An ordinary file is written whole or not at all. A device or a pipe (`/dev/null`, `/dev/stdout`, `>(jq)` of a
 * shell) is written to, never replaced by a file.
 */
import { constants, createWriteStream, open as openDescriptor, type Stats } from 'node:fs';
import { lstat, open, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { UserError } from '../../core/errors';
import { temporaryFileName, writeFileAtomically, type FileContent } from './atomicFile';
import { makeFolder } from './makeFolder';
import { whenUnread } from './pieceOutput';
import { errorCode } from './systemError';

/**
 * Writes a file (absolute path), its folder made if need be.
 *
 * @param what begins the sentence about a failure: `The report`
 * @param signal aborts when the program is interrupted: then nothing waits long for who reads a pipe
 * @throws UserError when it cannot be written
 */
export async function writeOutputFile(
  what: string,
  file: string,
  content: FileContent,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const found = await statOf(file);
    if (found !== undefined && isWrittenTo(file, found)) {
      const target = found.isFIFO() ? await openPipe(file) : createWriteStream(file, { flags: 'a' });
      await pipeInto(target, content, signal);
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

/**
 * Whether there is something in the place of a file to write, a link that leads nowhere included.
 *
 * @throws UserError when the system does not say
 */
export async function outputExists(what: string, file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      return false;
    }
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
  const { reason, todo } = REASONS.get(code) ?? { reason: `the system says ${code}`, todo: WRITABLE };
  return new UserError(`${what} ${file} could not be written: ${reason}.`, todo);
}

/** Why something cannot be written, and what to do about it. */
interface Reason {
  readonly reason: string;
  readonly todo: string;
}

const WRITABLE = 'Use a folder where you can write.';
const OTHER_FOLDER = 'Name a file in another folder.';
const MORE_SPACE = 'Free some space, or use another disk.';

/** By the names of errors that the system and Node.js use. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  ['EISDIR', { reason: 'it is a folder', todo: 'Name a file in it.' }],
  ['ENOTDIR', { reason: 'a part of its path is not a folder', todo: OTHER_FOLDER }],
  ['EEXIST', { reason: 'a part of its path is not a folder', todo: OTHER_FOLDER }],
  ['ENOSPC', { reason: 'the disk is full', todo: MORE_SPACE }],
  ['EDQUOT', { reason: 'your part of the disk is full', todo: MORE_SPACE }],
  ['EFBIG', { reason: 'files cannot become that large here', todo: 'Raise the limit, or use another disk.' }],
  ['ENOENT', { reason: 'nothing can be created in its folder', todo: OTHER_FOLDER }],
  ['EACCES', { reason: 'you cannot write there', todo: WRITABLE }],
  ['EPERM', { reason: 'you cannot write there', todo: WRITABLE }],
  ['EROFS', { reason: 'the disk is read-only', todo: WRITABLE }],
  ['ENAMETOOLONG', { reason: 'its name is too long', todo: 'Choose a shorter name.' }],
  ['ENXIO', { reason: 'nobody reads from this pipe', todo: 'Start the program that reads the pipe first.' }],
  ['EPIPE', { reason: 'nobody reads from this pipe any more', todo: 'Let its reader read everything.' }],
  [
    'ABORT_ERR',
    {
      reason: 'the program was interrupted before everything was read',
      todo: 'Run the command again, and let the reader read everything.',
    },
  ],
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

/** Writes at the pace of who reads. Rejects with an AbortError when that one stops after an interruption. */
async function pipeInto(
  target: Writable,
  content: FileContent,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unread = new AbortController();
  const forget = whenUnread(target, signal, () => {
    unread.abort();
  });
  try {
    await pipeline(Readable.from(piecesOf(content)), target, { signal: unread.signal });
  } finally {
    forget();
  }
}

/** In one piece a text would be taken for its characters. */
function piecesOf(content: FileContent): Iterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}
