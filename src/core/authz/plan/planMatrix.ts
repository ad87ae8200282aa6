/**
 * The plan of an authorization run: every cell of a matrix in the order they are run, those that nothing is
 * sent for with the reason. It follows from the files alone: the same matrix has the same plan everywhere.
 */
import type { Cell, MatrixPlan } from '../model/cell';
import { cellSkip, type Consent } from './skipReason';
import { grantFor, isAnonymous } from '../matrix/grants';
import { fits, type LoadedMatrix, type Matrix } from '../model/matrix';
import { plannedCells, plannedOperation, type PlannedOperation } from './plannedCells';
import { planNotes } from './planNotes';
import { hiddenIds } from './hiddenUses';
import { requestNamed } from '../matrix/requestName';
import { isEnded } from './requests/tokenVariants';
import { attackMethod } from './requests/variants';

/** What a run asks of all that could be asked. */
export interface PlanOptions extends Consent {
  /** Patterns of cell ids or of operations; absent asks everything, an empty list nothing. */
  readonly only?: readonly string[];
}

/** Plans a run. */
export function planMatrix(loaded: LoadedMatrix, options: PlanOptions): MatrixPlan {
  const { matrix } = loaded;
  const operations = plannedOperations(loaded);
  const testable = operations.filter(
    (planned) => planned.places.length > 0 || hiddenIds(planned, loaded).length === 0,
  );
  const all = testable.flatMap((planned) =>
    plannedCells(planned, testable, matrix).map((cell) =>
      withSkip(cell, cellSkip(cell, planned, loaded, options)),
    ),
  );
  const { only, irreversible } = options;
  const cells = only === undefined ? all : all.filter((cell) => isNamed(cell, only));
  const nothing =
    only !== undefined && only.length > 0 && cells.length === 0 && all.length > 0
      ? [`No cell and no operation fits ${only.join(', ')}. The operations are: ${names(matrix)}.`]
      : [];
  const unknown = irreversible.filter((name) => !matrix.operations.some((one) => one.name === name));
  const meant =
    unknown.length === 0
      ? []
      : [`No operation is called ${unknown.join(' or ')}. The operations are: ${names(matrix)}.`];
  return {
    cells: inOrder(cells, matrix),
    ...(only === undefined ? {} : { unselected: all.filter((cell) => !isNamed(cell, only)) }),
    undeclared: undeclaredPairs(matrix),
    notes: [...planNotes(loaded, operations, all), ...nothing, ...meant],
  };
}

function plannedOperations({ matrix, chains }: LoadedMatrix): readonly PlannedOperation[] {
  return matrix.operations.flatMap((operation) => {
    const loaded = chains.get(operation.request.chain);
    const request = requestNamed(operation.request, chains);
    const resource = matrix.resources.find(({ name }) => name === operation.resource);
    return loaded === undefined || request === undefined
      ? []
      : [plannedOperation(operation, { loaded, request }, resource)];
  });
}

function withSkip(cell: Cell, skip: string | undefined): Cell {
  return skip === undefined ? cell : { ...cell, skip };
}

function isNamed({ id, operation }: Cell, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fits(pattern, id) || fits(pattern, operation));
}

function names({ operations }: Matrix): string {
  return operations.map(({ name }) => name).join(', ') || 'none';
}

/** Pairs of a user's role and an operation that no pattern of the policy names; what is public names everybody. */
function undeclaredPairs(matrix: Matrix): MatrixPlan['undeclared'] {
  const roles = new Set(matrix.users.filter((user) => !isAnonymous(user)).map(({ role }) => role));
  return [...roles].flatMap((role) =>
    matrix.operations
      .filter((operation) => grantFor(matrix, { role }, operation).undeclared)
      .map(({ name }) => ({ role, operation: name })),
  );
}

/**
 * Reads first, then what creates, updates and deletes, so that nothing is gone before it is asked for; with
 * equal effects by resource, and within one as planned. A variant never comes before the cell it varies. What
 * ends credentials comes last of all.
 */
function inOrder(cells: readonly Cell[], { resources, operations }: Matrix): readonly Cell[] {
  const ending = new Set(
    operations.filter(({ endsCredentials }) => endsCredentials === true).map(({ name }) => name),
  );
  const endRank = (cell: Cell): number => (ending.has(cell.operation) || isEnded(cell) ? 1 : 0);
  const resourceRank = ({ resource }: Cell) => resources.findIndex(({ name }) => name === resource);
  return cells.toSorted(
    (one, other) =>
      endRank(one) - endRank(other) ||
      effectRank(one) - effectRank(other) ||
      resourceRank(one) - resourceRank(other),
  );
}

function effectRank(cell: Cell): number {
  const byEffect = { read: 0, create: 1, action: 1, update: 2, delete: 3 }[cell.effect];
  const byMethod = cell.variant === undefined ? 0 : (METHOD_RANK.get(attackMethod(cell)) ?? 0);
  return Math.max(byEffect, attackMethod(cell) === cell.method.toUpperCase() ? 0 : byMethod);
}

const METHOD_RANK: ReadonlyMap<string, number> = new Map([
  ['POST', 1],
  ['PUT', 2],
  ['PATCH', 2],
  ['DELETE', 3],
]);
