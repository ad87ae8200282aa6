/**
 * Coverage of an API by an authorization run: which operations of a description, or of the chains of a matrix, no cell
 * tested. Operations are compared by method and path, whatever parameters are called.
 */
import type { LoadedMatrix } from '../model/matrix';
import { pathTemplate } from '../model/cellId';
import type { CellResult } from '../model/authzResult';

/** An operation: `GET` and `/orders/{{orderId}}`. */
export interface ApiOperation {
  readonly method: string;
  /** Parameters are references. */
  readonly path: string;
}

/** What a run tested of an API. */
export interface Coverage {
  /** What lists the operations: `openapi.yaml`. */
  readonly of: string;
  readonly total: number;
  /** As `DELETE /orders/{orderId}`, in the order of the source. */
  readonly untested: readonly string[];
}

/** The requests of the chains that a matrix tests, those that sign in left out. */
export function operationsOfChains({ matrix, chains }: LoadedMatrix): readonly ApiOperation[] {
  const logins = new Set(matrix.users.map(({ login }) => `${login?.chain ?? ''}#${login?.id ?? ''}`));
  const files = [...new Set(matrix.operations.map(({ request }) => request.chain))];
  return files.flatMap((file) =>
    (chains.get(file)?.chain.requests ?? [])
      .filter(({ id, disabled }) => !disabled && !logins.has(`${file}#${id}`))
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
  const tested = new Set(asked.flatMap((cell) => bestMatch(cell, unique) ?? []));
  return {
    of,
    total: unique.length,
    untested: unique.filter((operation) => !tested.has(operation)).map(shownOperation),
  };
}

function shownOperation({ method, path }: ApiOperation): string {
  return `${method.toUpperCase()} ${path.replace(/\{\{([^{}]+)\}\}/g, '{$1}')}`;
}

/** The operation that a request is: with the fewest segments before its path, then with the most words in common. */
function bestMatch(cell: ApiOperation, operations: readonly ApiOperation[]): ApiOperation | undefined {
  const segments = segmentsOf(cell.path);
  const rated = operations
    .filter(({ method }) => method.toUpperCase() === cell.method.toUpperCase())
    .flatMap((operation) => {
      const words = wordsInCommon(segmentsOf(operation.path), segments);
      return words === undefined ? [] : [{ operation, words, length: segmentsOf(operation.path).length }];
    });
  return rated.toSorted((one, other) => other.length - one.length || other.words - one.words)[0]?.operation;
}

/** How many segments are the same words; absent when it is another path. A base URL can have segments in front. */
function wordsInCommon(described: readonly string[], sent: readonly string[]): number | undefined {
  const own = sent.slice(sent.length - described.length);
  const fits =
    described.length <= sent.length &&
    described.every((segment, index) => isParameter(segment) || segment === own[index]);
  return fits ? described.filter((segment) => !isParameter(segment)).length : undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isParameter(segment: string): boolean {
  return segment.includes('{{');
}
