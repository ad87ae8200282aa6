/** Finding a file that a link names: below a workspace folder, wherever links on the disk lead to. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathBelow } from './pathBelow';
import { errorCode } from './systemError';

/** A file that was found. */
export interface LinkedFile {
  /** Absolute path, as the link names it. */
  readonly file: string;
  /** Path of the file that it really is, below the real folder, `/` as separator. */
  readonly realName: string;
}

/**
 * Finds an ordinary file.
 *
 * @param name path below the folder, `/` as separator, without `.` and `..`
 * @returns nothing when there is none, or it lies elsewhere
 */
export async function linkedFile(name: string, folder: string): Promise<LinkedFile | undefined> {
  const file = path.join(folder, ...name.split('/'));
  try {
    const real = await realpath(file);
    const below = pathBelow(await realpath(folder), real);
    return below !== undefined && (await stat(real)).isFile()
      ? { file, realName: below.split(path.sep).join('/') }
      : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
