/**
 * Making a folder with the parents that are missing.
 *
 * Node's own recursive `mkdir` never ends where a parent is there and refuses new folders with ENOENT, as `/proc`
 * does: it takes that for a missing parent, again and again.
 */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './systemError';

/**
 * Makes a folder (absolute path) and its missing parents, one by one. A folder that is there already is left alone.
 * Rejects with the system's error.
 *
 * @param mode permissions of the folders that are made; what the system gives by default when absent
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    const parent = path.dirname(folder);
    if (errorCode(error) !== 'ENOENT' || parent === folder) {
      throw error;
    }
    await makeFolder(parent, mode);
    await makeOne(folder, mode);
  }
}

/** Systems do not agree on the error for a folder that is there, such as the top of a disk. */
async function makeOne(folder: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(folder, mode);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || !(await isFolder(folder))) {
      throw error;
    }
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}
