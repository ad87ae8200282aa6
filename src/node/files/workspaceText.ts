/**
 * Reading the text files that make up a workspace: chains, environments, `.env`. They may come from a
 * stranger's repository, so a link that leads out of the workspace, a named pipe or a device is not read.
 */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors';
import { placedText } from './openSource';
import { pathBelow } from './pathBelow';
import { readRegularFile, type FileFault } from './regularFile';
import { errorCode } from './systemError';

/** Bytes of the largest text file that is read. */
const MAX_TEXT_BYTES = 64 * 2 ** 20;

/**
 * The text of a file below the workspace; links inside the workspace are followed.
 *
 * @throws UserError when it cannot be read
 */
export async function readWorkspaceText(file: string, workspace: string): Promise<string> {
  const name = workspacePath(file, workspace);
  // Another drive or share is not even looked at: that alone could sign in at a stranger's server.
  const real = path.isAbsolute(path.relative(workspace, file)) ? undefined : await realOrUndefined(file);
  if (real === undefined && pathBelow(workspace, file) !== undefined) {
    throw new UserError(`${name} does not exist.`, 'Check the path.');
  }
  if (real === undefined || pathBelow(await realpath(workspace), real) === undefined) {
    throw new UserError(
      `${name} lies outside the workspace.`,
      'Move it into the workspace; files from elsewhere are not read.',
    );
  }
  const reading = await readRegularFile(real, MAX_TEXT_BYTES);
  if (!reading.ok) {
    throw new UserError(`${name} ${FAULTS[reading.fault]}.`, 'Check its kind and its permissions.');
  }
  return placedText(reading.bytes);
}

/**
 * Gives the text of a file below a workspace folder, both by absolute path. Rejects with a UserError when
 * it cannot be read.
 */
export type ReadText = (file: string, workspace: string) => Promise<string>;

/** Reads what an editor holds unsaved, and everything else from disk. */
export function unsavedFirst(unsaved: (file: string) => string | undefined): ReadText {
  return async (file, workspace) => {
    const text = pathBelow(workspace, file) === undefined ? undefined : unsaved(file);
    return text ?? readWorkspaceText(file, workspace);
  };
}

/** A path relative to the workspace, `/` as separator; absolute when it lies elsewhere, or is the workspace itself. */
export function workspacePath(file: string, workspace: string): string {
  const below = pathBelow(workspace, file) ?? '';
  return (below === '' ? file : below).split(path.sep).join('/');
}

/** A folder and those above it up to the workspace, nearest first. */
export function foldersUpwards(folder: string, workspace: string): readonly string[] {
  const parent = path.dirname(folder);
  const isTop = parent === folder || (pathBelow(workspace, folder) ?? '') === '';
  return isTop ? [folder] : [folder, ...foldersUpwards(parent, workspace)];
}

const FAULTS: Readonly<Record<FileFault, string>> = {
  missing: 'does not exist',
  'not-a-file': 'is not an ordinary file',
  'too-large': 'is larger than 64 MiB',
  forbidden: 'may not be read',
};

async function realOrUndefined(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
