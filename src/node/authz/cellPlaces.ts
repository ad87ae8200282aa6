/** Where the cells of a result are written: in the matrix, and in the chains whose requests were sent for them. */
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { createCellLocator, type CellRanges, type PlacedRange } from '../../core/authz/matrix/locateCell';
import { findRequests, workspaceText } from '../files/requestPlaces';

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
  const text = await workspaceText(workspace, matrix.file);
  const locate = text === undefined ? () => ({}) : createCellLocator(text, matrix.file);
  const requestPlace = await findRequests(
    workspace,
    exchanges.map(({ request }) => request.chain),
  );
  return ({ cell, steps }) => ({
    ...locate(cell),
    steps: steps.map(({ exchange }) => {
      const request = exchanges[exchange]?.request;
      return request === undefined ? undefined : requestPlace(request);
    }),
  });
}
