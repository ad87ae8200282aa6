/** What a run of a matrix would send, as far as files tell: what responses give stays a reference. */
import type { BuiltInPorts } from '../../builtIns';
import { authoredScope, resolveTarget } from '../../originPolicy';
import type { AuthoredSettings } from '../../originPolicy';
import { referencedVariables } from '../../references';
import { attackRequest } from '../request/attackRequest';
import type { Cell, MatrixPlan } from './cell';
import { operationOf, requestOf, userOf } from '../run/context';
import type { LoadedMatrix } from '../matrix/matrix';
import { attackMethod } from '../request/variants';

/** The attack of one cell. */
export interface DryRequest {
  /** Id of the cell. */
  readonly cell: string;
  readonly user: string;
  readonly method: string;
  /** References to what only a run knows are left in it. */
  readonly url: string;
  /** Names of those. */
  readonly missing: readonly string[];
}

/** The attacks of a plan, those of skipped cells left out. */
export function dryRun(
  loaded: LoadedMatrix,
  plan: MatrixPlan,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
): readonly DryRequest[] {
  return plan.cells
    .filter(({ skip }) => skip === undefined)
    .map((cell) => requestOfCell(loaded, cell, settings, builtIns));
}

function requestOfCell(
  loaded: LoadedMatrix,
  cell: Cell,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
): DryRequest {
  const named = requestOf(loaded, operationOf(loaded, cell.operation).request);
  const { request, chain } = attackRequest(named.request, named.loaded.chain, {
    places: cell.places,
    ...(cell.variant === undefined ? {} : { variant: cell.variant }),
    anonymous: cell.kind === 'ANON',
  });
  const main = { file: named.loaded.file, chain };
  const { variables } = userOf(loaded, cell.caller);
  const scope = authoredScope(
    { main, required: named.loaded.required, items: [], outside: [] },
    main,
    { ...settings, user: { file: loaded.file, variables } },
    builtIns,
  );
  const query = request.query
    .filter(({ disabled }) => !disabled)
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  const joined =
    query === '' ? request.url : `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`;
  const url = resolveTarget(joined, scope);
  return {
    cell: cell.id,
    user: cell.caller,
    method: attackMethod(cell),
    url,
    missing: [...new Set(referencedVariables(url))],
  };
}
