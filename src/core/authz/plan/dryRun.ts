/** What a run of a matrix would send, as far as files tell: what responses give stays a reference. */
import { defined } from '../../defined';
import type { BuiltInPorts } from '../../prepare/builtIns';
import { authoredScope, resolveTarget, type AuthoredSettings } from '../../permission/originPolicy';
import type { Message } from '../../message';
import { referencedVariables } from '../../prepare/references';
import {
  credentialVariables,
  isComputedCredential,
  madeOfCredentials,
} from '../../masking/credentialVariables';
import { outerValues } from '../../prepare/writtenValues';
import { plantedAt } from '../request/canary';
import { attackRequest, type AttackShape } from './requests/attackRequest';
import type { Cell, MatrixPlan } from '../model/cell';
import { operationOf, requestOf, userOf } from '../matrix/findByName';
import type { LoadedMatrix, MatrixOperation, MatrixUser } from '../model/matrix';
import { standInUser, throwAwayFor, usersAtRisk } from '../matrix/throwAways';
import { forgeryOf, isExpired, isSignedOut } from './requests/tokenVariants';
import { attackMethod, isMutating } from './requests/variants';
import { dryContent, dryUrl, type DryContent } from './dryRunContent';

/** The attack of one cell. */
export interface DryRequest<Text = string> extends DryContent<Text> {
  /** Id of the cell. */
  readonly cell: string;
  readonly user: string;
  readonly method: string;
  /** References to what only a run knows are left in it. */
  readonly url: string;
  /** Names of those. */
  readonly missing: readonly string[];
  /** Users whose places are taken by such as are made for the cell; absent where none are. */
  readonly standIns?: readonly string[];
}

/** The attacks of a plan, those of skipped cells left out. */
export function dryRun(
  loaded: LoadedMatrix,
  plan: MatrixPlan,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
): readonly DryRequest<Message>[] {
  return plan.cells
    .filter(({ skip }) => skip === undefined)
    .map((cell) => requestOfCell(loaded, cell, settings, builtIns));
}

/** The text that a run plants, as far as known beforehand. */
const PLANTED = 'CNRY-…';

function shapeOf({ matrix }: LoadedMatrix, cell: Cell): AttackShape {
  const operation = matrix.operations.find(({ name }) => name === cell.operation);
  const resource = matrix.resources.find(({ name }) => name === cell.resource);
  const assigned = operation?.assign.find(({ path }) => path === cell.property);
  return {
    places: cell.places,
    anonymous: cell.kind === 'ANON',
    ...defined({ variant: cell.variant }),
    ...(isMutating(cell) && resource !== undefined
      ? { planted: { ...plantedAt(resource.canary), text: PLANTED } }
      : {}),
    ...defined({ property: assigned }),
  };
}

function requestOfCell(
  loaded: LoadedMatrix,
  cell: Cell,
  settings: AuthoredSettings,
  builtIns: BuiltInPorts,
): DryRequest<Message> {
  const operation = operationOf(loaded, cell.operation);
  const named = requestOf(loaded, operation.request);
  const attacked = attackRequest(named.request, named.loaded.chain, shapeOf(loaded, cell));
  const { chain } = attacked;
  const main = { file: named.loaded.file, chain };
  const { variables } = standIn(loaded, operation, userOf(loaded, cell.caller));
  const standIns = usersAtRisk(loaded.matrix, operation, cell)
    .filter((user) => throwAwayFor(loaded.matrix, user) !== undefined)
    .map(({ name }) => name);
  const scope = authoredScope(
    { main, required: named.loaded.required, called: new Map(), items: [], outside: [] },
    { loaded: main },
    { ...settings, user: { file: loaded.file, variables } },
    builtIns,
  ).forRequest(attacked.request.variables);
  const url = dryUrl(attacked, whoseToken(cell), (template) => resolveTarget(template, scope));
  const outside = outerValues(
    named.loaded.required.map((other) => other.chain),
    settings.environment,
  );
  const used = credentialVariables(chain, outside);
  const made = madeOfCredentials([chain], outside);
  const isHidden = (variable: string): boolean => used.has(variable) || isComputedCredential(variable, made);
  return {
    cell: cell.id,
    user: cell.caller,
    method: attackMethod(cell),
    url,
    ...dryContent(attacked, whoseToken(cell), (reference) => {
      const written = [reference.name, ...reference.args].join(' ');
      const lookup = isHidden(written) ? undefined : scope.lookup(reference);
      return lookup?.ok === true ? lookup.found.value : undefined;
    }),
    missing: [...new Set(referencedVariables(url))],
    ...(standIns.length === 0 ? {} : { standIns }),
  };
}

/** Whose token is sent; a forged one is of the caller's making and names the owner, an ended one was the owner's. */
function whoseToken(cell: Cell): string {
  if (isSignedOut(cell)) {
    return `${cell.owner ?? cell.caller} after log-out`;
  }
  if (isExpired(cell)) {
    return `${cell.owner ?? cell.caller}, expired`;
  }
  return forgeryOf(cell) === undefined ? cell.caller : `${cell.caller} as ${cell.owner ?? cell.caller}`;
}

/** The user, or what one made in its place will be like. */
function standIn(
  { matrix }: LoadedMatrix,
  { endsCredentials }: MatrixOperation,
  user: MatrixUser,
): MatrixUser {
  const how = endsCredentials === true ? throwAwayFor(matrix, user) : undefined;
  return how === undefined ? user : standInUser(user, how, PLANTED, user.name);
}
