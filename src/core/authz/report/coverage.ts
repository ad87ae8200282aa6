/**
 * Coverage of an API by an authorization run: which operations of a description, or of the chains of a matrix, no cell
 * tested. Operations are compared by method and path, whatever parameters are called.
 */
import type { LoadedMatrix } from '../model/matrix';
import { pathTemplate } from '../model/cellId';
import { inEnglish, type Say } from '../../say';
import type { ApiListing } from '../../openapi/apiListing';
import { assignToOperations, operationText } from '../../openapi/assignToOperations';
import type { ApiOperation, SentRequest } from '../../openapi/matchOperation';
import type { Cell } from '../model/cell';
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
  api: ApiListing,
  { cells }: { readonly cells: readonly Pick<CellResult, 'cell' | 'class'>[] },
): Coverage {
  const unique = [...new Map(api.operations.map((one) => [operationText(one), one])).values()];
  const asked = cells.filter(({ class: outcome }) => outcome !== 'SKIPPED').map(({ cell }) => sentBy(cell));
  const { calls } = assignToOperations({ ...api, operations: unique }, asked, (request) => request);
  return {
    of: api.name,
    total: unique.length,
    untested: unique.filter((operation) => !calls.has(operation)).map(operationText),
  };
}

/**
 * The coverage by the descriptions that chains of a matrix name, and by those of their requests that are in none of
 * these descriptions.
 */
export function coverageOfChains(
  loaded: LoadedMatrix,
  named: readonly ApiListing[],
  result: Parameters<typeof coverageOf>[1],
  say: Say = inEnglish,
): Coverage {
  const operations = named.reduce(
    (rest, api) => assignToOperations(api, rest, sentBy).unmatched,
    operationsOfChains(loaded),
  );
  const name = named.length === 0 ? say('the chains') : say('other requests of the chains');
  const rest = operations.length === 0 && named.length > 0 ? [] : [{ name, servers: [], operations }];
  const parts = [...named, ...rest].map((api) => coverageOf(api, result));
  return {
    of: parts.map(({ of }) => of).join(', '),
    total: parts.reduce((sum, { total }) => sum + total, 0),
    untested: parts.flatMap(({ untested }) => untested),
  };
}

/** What a cell sends, as far as it says which operation that is. */
export function sentBy({ method, path }: Pick<Cell, 'method' | 'path'>): SentRequest {
  return { method, url: path };
}
