/** What a person let a model do when they started it. A model can change none of it. */
import path from 'node:path';
import { realpath } from 'node:fs/promises';
import { UserError } from '../core/errors';
import { pathBelow } from '../node/files/pathBelow';

/** The rights of a model besides reading the workspace. */
export interface Rights {
  /** Origins besides this machine that requests may go to. */
  readonly allowHosts: readonly string[];
  /** Whether requests may be sent whose method says that they change something. */
  readonly allowMutations: boolean;
  /** Absolute path of the folder below which files may be written; absent where none may. */
  readonly writeFolder?: string;
}

/** What a person has to do so that a model may do more, in the words of the place where they start it. */
export interface RightsRemedies {
  readonly allowMutations: string;
  /** @param folder absolute path */
  readonly allowWriting: (folder: string) => string;
  readonly trustChanged: string;
}

/**
 * Refuses to write a file that is not below the folder for it, wherever links lead.
 *
 * @param file absolute path
 */
export async function refuseWriting(
  file: string,
  { writeFolder }: Rights,
  { allowWriting }: RightsRemedies,
): Promise<void> {
  const isAllowed = writeFolder !== undefined && (await isBelow(writeFolder, file));
  if (!isAllowed) {
    throw new UserError(`${file} may not be written.`, allowWriting(path.dirname(file)));
  }
}

/** Whether a file that need not exist yet is below a folder, once links are resolved. */
async function isBelow(folder: string, file: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => undefined);
  return real !== undefined && pathBelow(real, await realPlace(file)) !== undefined;
}

/** The real path of the nearest folder that exists, with the rest of the path. */
async function realPlace(file: string): Promise<string> {
  const real = await realpath(file).catch(() => undefined);
  const parent = path.dirname(file);
  return real ?? (parent === file ? file : path.join(await realPlace(parent), path.basename(file)));
}
