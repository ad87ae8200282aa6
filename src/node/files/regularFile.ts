/**
 * Reading a file that a stranger may have put there: an ordinary file up to a size, or the reason why not.
 *
 * A cloned folder can hold symbolic links, named pipes and, through them, devices; opening one of those
 * leaves the folder, waits for ever or never ends. So the last part of the path must not be a link, the kind
 * is checked before and after opening, and opening never waits.
 */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { errorCode } from './systemError';

/** Why a file was not read. */
export type FileFault = 'missing' | 'not-a-file' | 'too-large' | 'forbidden';

/** The bytes of a file, or why there are none. */
export type FileReading =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      /** Names of this very file on its disk: more than 1 where hard links lead to it. */
      readonly names: number;
    }
  | { readonly ok: false; readonly fault: FileFault };

/** Reads a file of at most `maxBytes`. Rejects only for faults of the machine. */
export async function readRegularFile(path: string, maxBytes: number): Promise<FileReading> {
  try {
    const found = await lstat(path);
    return found.isFile() ? await readOpened(path, maxBytes) : { ok: false, fault: 'not-a-file' };
  } catch (error) {
    const fault = FAULTS.get(errorCode(error) ?? '');
    if (fault === undefined) {
      throw error;
    }
    return { ok: false, fault };
  }
}

const FAULTS: ReadonlyMap<string, FileFault> = new Map([
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'missing'],
  ['ENAMETOOLONG', 'missing'],
  ['ELOOP', 'not-a-file'],
  ['EISDIR', 'not-a-file'],
  ['ENXIO', 'not-a-file'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
]);

async function readOpened(path: string, maxBytes: number): Promise<FileReading> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) {
      return { ok: false, fault: 'not-a-file' };
    }
    return opened.size > maxBytes
      ? { ok: false, fault: 'too-large' }
      : { ok: true, bytes: await handle.readFile(), names: opened.nlink };
  } finally {
    await handle.close();
  }
}
