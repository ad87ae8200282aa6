/** Where requests are written in the chain files of a workspace. */
import path from 'node:path';
import { placeRange, type PlacedRange } from '../../core/authz/matrix/locateCell';
import { UserError } from '../../core/errors';
import { readChain, type ChainPositions } from '../../core/files/chainFile';
import type { RequestReference } from '../../core/result/result';
import { readWorkspaceText } from './workspaceText';

/**
 * Finds requests in chain files below a workspace folder.
 *
 * @param workspace absolute path
 * @param files workspace paths of the chains; a file may be gone by now
 */
export async function findRequests(
  workspace: string,
  files: Iterable<string>,
): Promise<(request: RequestReference) => PlacedRange | undefined> {
  const chains = new Map<string, ChainPositions>();
  for (const file of new Set(files)) {
    const text = await workspaceText(workspace, file);
    if (text !== undefined) {
      chains.set(file, readChain(text, file).positions);
    }
  }
  return ({ chain, id }) => {
    const positions = chains.get(chain);
    const range = positions?.idRange(id);
    return positions === undefined || range === undefined ? undefined : placeRange(positions.document, range);
  };
}

/** The text of a file of a workspace; undefined when it cannot be read. */
export async function workspaceText(workspace: string, file: string): Promise<string | undefined> {
  try {
    return await readWorkspaceText(path.resolve(workspace, file), workspace);
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
