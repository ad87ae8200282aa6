/**
 * Why nothing is sent for a cell: what may change something needs the consent of the file and of the person
 * who runs it, and what cannot be taken back is named by a person.
 */
import { extractedVariables } from '../../run/plan';
import type { Cell } from '../model/cell';
import { pathTemplate } from '../model/cellId';
import {
  isPublic,
  type LoadedMatrix,
  type Matrix,
  type MatrixOperation,
  type MatrixResource,
  type MatrixUser,
} from '../model/matrix';
import { setProperty } from '../request/canary';
import { undeclaredChange } from '../matrix/safeRequest';
import { throwAwayFor, usersAtRisk } from '../matrix/throwAways';
import { exposureSkip } from './exposureCells';
import { hiddenIds, hidesCredentials } from './hiddenUses';
import type { PlannedOperation } from './plannedCells';
import { isSignedOut } from './requests/tokenVariants';
import { attackMethod, isMutating } from './requests/variants';

/** What the person who runs agreed to. */
export interface Consent {
  readonly allowMutations: boolean;
  /** What to do for agreeing to changes; a whole sentence. */
  readonly allowChanges: string;
  /** Names of operations that may do what nobody can take back. */
  readonly irreversible: readonly string[];
}

/** One or two sentences why nothing is sent for a cell; undefined where something is. */
export function cellSkip(
  cell: Cell,
  planned: PlannedOperation,
  loaded: LoadedMatrix,
  consent: Consent,
): string | undefined {
  const skip =
    pointlessSkip(cell, planned, loaded) ??
    exposureSkip(cell, loaded) ??
    hiddenSkip(cell, planned, loaded) ??
    dangerSkip(cell, planned, loaded, consent);
  const refusal = refusedMutations(loaded, consent);
  if (skip !== undefined || refusal === undefined) {
    return skip;
  }
  return isMutating(cell) || isSignedOut(cell)
    ? `It may change something, and ${refusal}`
    : objectSkip(cell, planned, loaded, refusal);
}

/** Why an answer would tell nothing. */
function pointlessSkip(
  { kind, effect }: Cell,
  { operation, request, resource, loaded: { file } }: PlannedOperation,
  { matrix }: LoadedMatrix,
): string | undefined {
  if (request.disabled) {
    return `The request ${request.id} is disabled in ${file}. Enable it to test ${operation.name}.`;
  }
  if (kind === 'FUN' && isPublic(matrix.policy, operation.name)) {
    return `The policy calls ${operation.name} public, so there is nobody whom it must refuse.`;
  }
  return kind === 'PROP' && effect !== 'read' && resource === undefined
    ? `Nothing shows what ${operation.name} sets. Name the resource that it creates or changes.`
    : undefined;
}

/** Why an attack would send something else than meant, so that a refusal of it proves nothing. */
function hiddenSkip(cell: Cell, planned: PlannedOperation, loaded: LoadedMatrix): string | undefined {
  const [id] = cell.places.length === 0 ? [] : hiddenIds(planned, loaded);
  if (id !== undefined) {
    return `It sends {{${id}}} through another variable or a function as well, where it cannot be replaced. Write {{${id}}} in the request itself, or compute from $request.path or $request.body.`;
  }
  if (cell.kind === 'ANON' && hidesCredentials(planned, loaded)) {
    return `A function or variable of ${planned.request.id} uses a credential that cannot be left out. Use it in a header, a parameter or a member of the body of its own.`;
  }
  const isUnset =
    cell.kind === 'PROP' &&
    cell.effect !== 'read' &&
    JSON.stringify(setProperty(planned.request, cell.property ?? '', UNLIKELY).body) ===
      JSON.stringify(planned.request.body);
  return isUnset
    ? `${cell.property ?? ''} cannot be set in the body of ${planned.request.id}. Write the body as JSON in the request itself.`
    : undefined;
}

/** A value that no body has. */
const UNLIKELY = '{{a value to set}}';

/** Why a cell could do what cannot be made good. */
function dangerSkip(
  cell: Cell,
  { operation, request, resource }: PlannedOperation,
  { matrix }: LoadedMatrix,
  { irreversible }: Consent,
): string | undefined {
  const word = undeclaredChange(operation, request);
  if (word !== undefined) {
    return `${request.method} ${pathTemplate(request)} sounds as if it changed something (${word}). Set "mutates" of ${operation.name} to true to agree to that, or to false if it only reads.`;
  }
  if (operation.irreversible && !irreversible.includes(operation.name)) {
    return `What ${operation.name} does cannot be taken back, so it is tested only when a person names it.`;
  }
  if (resource === undefined) {
    return functionSkip(operation, irreversible);
  }
  if (resource.create !== undefined || isThrownAway(cell, operation, matrix)) {
    return undefined;
  }
  const cannotBeUndone = operation.effect === 'delete' || operation.effect === 'action';
  if (cannotBeUndone && !irreversible.includes(operation.name)) {
    return `No request creates another ${resource.name}, so what ${operation.name} does to the one there is cannot be taken back. It is tested only when a person names it.`;
  }
  return isGuessedChange(cell)
    ? `It could change or delete the ${resource.name} of ${cell.owner ?? 'its owner'}, and no request creates another one.`
    : undefined;
}

/** Why a function could delete what was there before. */
function functionSkip(
  { name, effect, endsCredentials }: MatrixOperation,
  irreversible: Consent['irreversible'],
): string | undefined {
  return effect === 'delete' && endsCredentials !== true && !irreversible.includes(name)
    ? `Nothing in the matrix shows what ${name} deletes, which may have been there before. Name its resource; otherwise it is tested only when a person names it.`
    : undefined;
}

/** Whether everybody in a cell is made for it, so that nothing there has to be undone. */
function isThrownAway(cell: Cell, operation: MatrixOperation, matrix: Matrix): boolean {
  return (
    operation.endsCredentials === true &&
    usersAtRisk(matrix, operation, cell).every((user) => throwAwayFor(matrix, user) !== undefined)
  );
}

/** Whether a cell sends a changing method that the operation itself does not have. */
function isGuessedChange(cell: Cell): boolean {
  const { variant: _variant, ...base } = cell;
  const otherMethod = attackMethod(cell) !== attackMethod(base) && cell.variant?.startsWith('verb-') === true;
  return isMutating(cell) && (otherMethod || !isMutating(base));
}

/** Why nothing may be changed, to follow a conjunction; undefined when it may. */
function refusedMutations(
  { matrix, environment }: LoadedMatrix,
  { allowMutations, allowChanges }: Consent,
): string | undefined {
  if (!matrix.mutate) {
    return 'the matrix does not allow that. Set "mutate" to true in its file to agree.';
  }
  if (environment?.protected === true) {
    return `the environment ${environment.name} is protected. Choose another one.`;
  }
  return allowMutations ? undefined : `that was not allowed for this run. ${allowChanges}`;
}

/** Without creating anything, only objects that are there already can be asked about. */
function objectSkip(
  { owner: ownerName }: Cell,
  { resource }: PlannedOperation,
  loaded: LoadedMatrix,
  refusal: string,
): string | undefined {
  const owner = loaded.matrix.users.find(({ name }) => name === ownerName);
  if (resource?.create === undefined || owner === undefined) {
    return undefined;
  }
  const missing = unknownIds(resource, owner, loaded);
  return missing.length === 0
    ? undefined
    : `It needs the ${resource.name} of ${owner.name}: creating one changes something, and ${refusal} Or give ${missing.join(' and ')} in the variables of ${owner.name}.`;
}

function unknownIds(resource: MatrixResource, user: MatrixUser, { chains }: LoadedMatrix): readonly string[] {
  const { login } = user;
  const named = login === undefined ? undefined : chains.get(login.chain);
  const required = (named?.required ?? []).flatMap(({ chain }) => chain.requests);
  const own = (named?.chain.requests ?? []).filter(({ id }) => login?.id === undefined || id === login.id);
  const extracted = [...required, ...own].flatMap(extractedVariables);
  return resource.id.filter((name) => !Object.hasOwn(user.variables, name) && !extracted.includes(name));
}
