/**
 * Cells of the pack `exposure`: whether the answers that users may have hold members that the description of the API
 * does not list (`PROP` of what reads, with a variant in place of a property).
 */
import type { Cell } from '../model/cell';
import { cellId } from '../model/cellId';
import type { LoadedMatrix, Matrix } from '../model/matrix';
import type { PlannedOperation } from './plannedCells';

/** Whether a cell compares all members of an answer with the description. */
export function comparesMembers({ variant }: Pick<Cell, 'variant'>): boolean {
  return variant === 'undescribed-members';
}

/** For each role that is granted an operation one of its questions, on the caller's own object where there is one. */
export function exposureCells(
  { operation, places }: PlannedOperation,
  { packs }: Pick<Matrix, 'packs'>,
  cells: readonly Cell[],
): readonly Cell[] {
  if (operation.effect !== 'read' || !packs.includes('exposure')) {
    return [];
  }
  const granted = cells.filter(({ kind }) => kind === 'SELF');
  const roles = [...new Set(granted.map(({ callerRole }) => callerRole))];
  return roles.flatMap((role) => {
    const ofRole = granted.filter(({ callerRole }) => callerRole === role);
    const chosen = ofRole.find(({ owner, caller }) => owner === caller) ?? ofRole[0];
    return chosen === undefined ? [] : [asExposure(chosen, places)];
  });
}

function asExposure({ relation: _relation, ...granted }: Cell, among: PlannedOperation['places']): Cell {
  const cell = { ...granted, kind: 'PROP', variant: 'undescribed-members' } as const;
  return { ...cell, id: cellId(cell, among) };
}

/** Why nothing can be compared; a whole sentence or two, undefined where something can. */
export function exposureSkip(cell: Cell, { described }: Pick<LoadedMatrix, 'described'>): string | undefined {
  if (!comparesMembers(cell)) {
    return undefined;
  }
  if (described === undefined) {
    return 'Which members its answer should have is not known. Name the description of the API with --openapi of "chainwright authz run".';
  }
  return described.lists(cell)
    ? undefined
    : `${described.name} does not say which members ${cell.operation} answers with.`;
}
