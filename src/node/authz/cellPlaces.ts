/** Where the cells of a result are written: in the matrix, and in the chains whose requests were sent for them. */
import path from 'node:path';
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import {
  createCellLocator,
  placeRange,
  type CellRanges,
  type PlacedRange,
} from '../../core/authz/matrix/locateCell';
import { readChain, type ChainPositions } from '../../core/files/chainFile';
import { UserError } from '../../core/errors';
import type { RequestReference } from '../../core/result/result';
import { readWorkspaceText } from '../files/workspaceText';

/** Where a cell is written; absent is what no text names. */
export interface WrittenCell extends CellRanges {
  /** The requests of its steps, as many as there are steps. */
  readonly steps: readonly (PlacedRange | undefined)[];
}

/** Finds the cells of a result in the files below a workspace folder (absolute path); files may be gone by now. */
export async function findCells(
  workspace: string,
  { matrix, exchanges }: AuthzResult,
): Promise<(result: CellResult) => WrittenCell> {
  const text = await textOf(workspace, matrix.file);
  const locate = text === undefined ? () => ({}) : createCellLocator(text, matrix.file);
  const chains = new Map<string, ChainPositions>();
  for (const file of new Set(exchanges.map(({ request }) => request.chain))) {
    const chain = await textOf(workspace, file);
    if (chain !== undefined) {
      chains.set(file, readChain(chain, file).positions);
    }
  }
  return ({ cell, steps }) => ({
    ...locate(cell),
    steps: steps.map(({ exchange }) => {
      const request = exchanges[exchange]?.request;
      return request === undefined ? undefined : requestPlace(chains, request);
    }),
  });
}

function requestPlace(
  chains: ReadonlyMap<string, ChainPositions>,
  { chain, id }: RequestReference,
): PlacedRange | undefined {
  const positions = chains.get(chain);
  const range = positions?.idRange(id);
  if (positions === undefined || range === undefined) {
    return undefined;
  }
  return placeRange(positions.document, range);
}

async function textOf(workspace: string, file: string): Promise<string | undefined> {
  try {
    return await readWorkspaceText(path.resolve(workspace, file), workspace);
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
