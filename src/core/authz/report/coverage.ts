/**
 * Coverage of an API by an authorization run: which operations of a description, or of the chains of a matrix, no cell
 * tested. Operations are compared by method and path, whatever parameters are called.
 */
import type { LoadedMatrix } from '../model/matrix';
import { pathTemplate } from '../model/cellId';
import { createOperationMatcher, type ApiOperation } from '../../openapi/matchOperation';
import type { CellResult } from '../model/authzResult';

/** What a run tested of an API. */
export interface Coverage {
  /** What lists the operations: `openapi.yaml`. */
  readonly of: string;
  readonly total: number;
  /** As `DELETE /orders/{orderId}`, in the order of the source. */
  readonly untested: readonly string[];
}

/** The requests of the chains that a matrix tests; those that sign in, and steps that run other chains, left out. */
export function operationsOfChains({ matrix, chains }: LoadedMatrix): readonly ApiOperation[] {
  const logins = new Set(matrix.users.map(({ login }) => `${login?.chain ?? ''}#${login?.id ?? ''}`));
  const files = [...new Set(matrix.operations.map(({ request }) => request.chain))];
  return files.flatMap((file) =>
    (chains.get(file)?.chain.requests ?? [])
      .filter(({ id, disabled, call }) => !disabled && call === undefined && !logins.has(`${file}#${id}`))
      .map((request) => ({ method: request.method, path: pathTemplate(request) })),
  );
}

/** Which operations no cell tested; a cell that was left out tests nothing. */
export function coverageOf(
  of: string,
  operations: readonly ApiOperation[],
  { cells }: { readonly cells: readonly Pick<CellResult, 'cell' | 'class'>[] },
): Coverage {
  const unique = [...new Map(operations.map((one) => [shownOperation(one), one])).values()];
  const asked = cells.filter(({ class: outcome }) => outcome !== 'SKIPPED').map(({ cell }) => cell);
  const match = createOperationMatcher(unique);
  const tested = new Set(asked.map(({ method, path: url }) => match({ method, url })?.operation));
  return {
    of,
    total: unique.length,
    untested: unique.filter((operation) => !tested.has(operation)).map(shownOperation),
  };
}

function shownOperation({ method, path }: ApiOperation): string {
  return `${method.toUpperCase()} ${path.replace(/\{\{([^{}]+)\}\}/g, '{$1}')}`;
}
