/** The rows of data that a chain runs for: in a file that it names, in itself, or in a file that the person named. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { tableOf, type DataTable } from '../../core/data/dataTable';
import { readData } from '../../core/data/readData';
import { UserError } from '../../core/errors';
import type { Chain } from '../../core/model';
import type { LoadedChain } from '../../core/run/plan';
import { ignoreSystemError } from './systemError';
import { createFiles } from './workspaceFiles';

/**
 * Loads the rows of a chain; nothing where it has none.
 *
 * @param file workspace path of the chain
 * @throws UserError when its file cannot be read, or has no rows that can be used
 */
export async function loadData(
  data: Chain['data'],
  file: string,
  workspace: string,
): Promise<DataTable | undefined> {
  if (data === undefined) {
    return undefined;
  }
  if (typeof data !== 'string') {
    const place = { file };
    return tableOf(
      file,
      data.map((values) => ({ place, values })),
      { isAuthored: true },
    );
  }
  const bytes = await createFiles(workspace).bytes(data, file);
  return readData(bytes, path.posix.join(path.posix.dirname(file), data));
}

/**
 * Loads the rows of a file that the person who runs named.
 *
 * @param file as they wrote it, relative to `folder`
 */
export async function loadGivenData(file: string, folder: string): Promise<DataTable> {
  const bytes = await readFile(path.resolve(folder, file)).catch(ignoreSystemError);
  if (bytes === undefined) {
    throw new UserError(`The data file ${file} cannot be read.`, 'Check its path and its permissions.');
  }
  return readData(bytes, file);
}

/** Throws UserError when a chain has rows that another one requires or calls: they would be left out. */
export function refuseRequiredData(required: readonly LoadedChain[]): void {
  const rowed = required.find(({ chain }) => chain.data !== undefined);
  if (rowed !== undefined) {
    throw new UserError(
      'A chain with "data" cannot be required by another one, and cannot be one of its steps.',
      'Move "data" to that chain, or remove it.',
      { file: rowed.file },
    );
  }
}
