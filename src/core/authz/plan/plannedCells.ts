/**
 * The cells of one operation: for each caller the question that follows from the policy. Whether anything is
 * sent for them is decided later (`cellSkip.ts`).
 */
import { defined } from '../../defined';
import type { LoadedChain } from '../../run/plan';
import type { ChainRequest } from '../../model';
import { anonymousPlaces } from './requests/withoutCredentials';
import type { Cell, IdPlace } from '../model/cell';
import { cellId, pathTemplate } from '../model/cellId';
import {
  grantedUsers,
  grantFor,
  isAnonymous,
  ownersFor,
  ownersOf,
  reaches,
  relationOf,
} from '../matrix/grants';
import { idPlaces } from '../request/idLocations';
import {
  isPublic,
  type Matrix,
  type MatrixOperation,
  type MatrixResource,
  type MatrixUser,
} from '../model/matrix';
import { logOutOf } from '../matrix/endsCredentials';
import { exposureCells } from './exposureCells';
import { placeChoices } from './locationChoices';
import { isExpired, isSignedOut } from './requests/tokenVariants';
import { variantsFor } from './requests/variants';

/** An operation with what it names. */
export interface PlannedOperation {
  readonly operation: MatrixOperation;
  readonly loaded: Pick<LoadedChain, 'chain' | 'file'>;
  readonly request: ChainRequest;
  readonly resource?: MatrixResource;
  /** Every place that names the object; empty for functions, lists and creations. */
  readonly places: readonly IdPlace[];
}

/** An operation with what it names; places as in {@link PlannedOperation}. */
export function plannedOperation(
  operation: MatrixOperation,
  { loaded, request }: Pick<PlannedOperation, 'loaded' | 'request'>,
  resource: MatrixResource | undefined,
): PlannedOperation {
  const places = idPlaces(request, loaded.chain, namedIds(operation, resource));
  return { operation, loaded, request, places, ...defined({ resource }) };
}

/**
 * Identifiers of what an operation is about. Who creates an object chooses its identifier: only those of its parents name what
 * is somebody else's.
 */
export function namedIds(
  { request }: MatrixOperation,
  resource: MatrixResource | undefined,
): readonly string[] {
  const { create, id = [] } = resource ?? {};
  const isCreation = create?.chain === request.chain && create.id === request.id;
  return isCreation ? id.slice(0, -1) : id;
}

/** The cells of an operation, by owner, caller, location and variant. */
export function plannedCells(
  planned: PlannedOperation,
  all: readonly PlannedOperation[],
  matrix: Matrix,
): readonly Cell[] {
  // What is public is granted to credentials that have ended, too, which says nothing about them.
  const cells = cellsByPolicy(planned, all, matrix).filter(
    ({ kind, ended }) => ended === undefined || kind !== 'SELF',
  );
  return [...cells, ...exposureCells(planned, matrix, cells)];
}

function cellsByPolicy(
  planned: PlannedOperation,
  all: readonly PlannedOperation[],
  matrix: Matrix,
): readonly Cell[] {
  const { resource, places, operation } = planned;
  const isAboutObjects = resource !== undefined && (places.length > 0 || operation.effect === 'read');
  if (!isAboutObjects) {
    return [...functionCells(planned, matrix), ...propertyCells(planned, matrix)];
  }
  const owners = ownersFor(matrix, operation, resource);
  const asked = owners.length === 0 ? [undefined] : owners;
  return [
    ...asked.flatMap((owner) =>
      callersOf(matrix, operation).flatMap((caller) => objectCells(planned, all, { matrix, owner, caller })),
    ),
    ...propertyCells(planned, matrix),
  ];
}

/** For what is public, callers without credentials come first: what they get, everybody may. */
function callersOf(
  { policy, users }: Matrix,
  { name }: Pick<MatrixOperation, 'name'>,
): readonly MatrixUser[] {
  return isPublic(policy, name)
    ? [...users.filter(isAnonymous), ...users.filter((user) => !isAnonymous(user))]
    : users;
}

interface Pair {
  readonly matrix: Matrix;
  readonly owner: MatrixUser | undefined;
  readonly caller: MatrixUser;
}

/** What is asked about the object, or the collection, of an owner. */
function objectCells(
  planned: PlannedOperation,
  all: readonly PlannedOperation[],
  pair: Pair,
): readonly Cell[] {
  const { matrix, owner, caller } = pair;
  const { places, operation } = planned;
  if (isAnonymous(caller)) {
    return [cellOf(planned, pair, 'ANON', { places: anonymousPlaces(places) })];
  }
  const { undeclared, ...reach } = grantFor(matrix, caller, operation);
  if (reach.scope === 'none') {
    return [cellOf(planned, pair, 'FUN', { places, undeclared })];
  }
  if (owner !== undefined && reaches(reach, caller, owner)) {
    return [cellOf(planned, pair, 'SELF', { places })];
  }
  if (places.length === 0) {
    return [cellOf(planned, pair, 'LIST', { places })];
  }
  const { request, loaded } = planned;
  const varied = { request, chain: loaded.chain, effect: operation.effect };
  const variants = variantsFor(varied, places, matrix.packs).filter(
    (variant) =>
      !isCellOfAnother(planned, all, variant) &&
      (!isSignedOut({ variant }) || canSignOut(matrix, operation, owner)) &&
      (!isExpired({ variant }) || canExpire(matrix, operation, owner)),
  );
  const [first = places, ...others] = placeChoices(places);
  return [
    cellOf(planned, pair, 'OBJ', { places: first }),
    ...variants.map((variant) => cellOf(planned, pair, 'OBJ', { places: first, variant })),
    ...others.map((choice) => cellOf(planned, pair, 'OBJ', { places: choice })),
  ];
}

/** Whether a session of the owner can be ended to try its token: a further one, and only to read with it. */
function canSignOut(matrix: Matrix, { effect }: MatrixOperation, owner: MatrixUser | undefined): boolean {
  return effect === 'read' && owner?.login !== undefined && logOutOf(matrix) !== undefined;
}

/** Whether the run may wait until a session of the owner has expired, and only to read with it. */
function canExpire({ limits }: Matrix, { effect }: MatrixOperation, owner: MatrixUser | undefined): boolean {
  return effect === 'read' && owner?.login !== undefined && limits.waitSeconds > 0;
}

/** What is tested for a function, or for creating something: no object could belong to another user. */
function functionCells(planned: PlannedOperation, matrix: Matrix): readonly Cell[] {
  const [owner] = grantedUsers(matrix, planned.operation);
  return matrix.users.map((caller) => {
    if (isAnonymous(caller)) {
      return cellOf(planned, { matrix, owner, caller }, 'ANON', {});
    }
    const { scope, undeclared } = grantFor(matrix, caller, planned.operation);
    return scope === 'none'
      ? cellOf(planned, { matrix, owner, caller }, 'FUN', { undeclared })
      : cellOf(planned, { matrix, owner: caller, caller }, 'SELF', {});
  });
}

/** What callers must not set, or, of what only reads, must not be shown, although they may use the operation. */
function propertyCells(planned: PlannedOperation, matrix: Matrix): readonly Cell[] {
  return planned.operation.effect === 'read' ? hiddenCells(planned, matrix) : settingCells(planned, matrix);
}

/** Properties that callers must not set on what is theirs. */
function settingCells(planned: PlannedOperation, matrix: Matrix): readonly Cell[] {
  return grantedUsers(matrix, planned.operation).flatMap((caller) => {
    const owner = otherOwner(planned, matrix, caller);
    const forbidden = planned.operation.assign.filter(({ except }) => !except.includes(caller.role));
    return [...new Set(forbidden.map(({ path }) => path))].map((property) =>
      cellOf(planned, { matrix, owner, caller }, 'PROP', { property }),
    );
  });
}

/** Members of an answer that callers must not be shown: of any object, or of their own where they see no other. */
function hiddenCells(planned: PlannedOperation, matrix: Matrix): readonly Cell[] {
  const { operation, places } = planned;
  return grantedUsers(matrix, operation).flatMap((caller) => {
    const hidden = operation.hidden.filter(({ from }) => from.includes(caller.role));
    return [...new Set(hidden.map(({ path }) => path))].map((property) => {
      const owner = shownOwner(planned, matrix, { caller, property });
      return cellOf(planned, { matrix, owner, caller }, 'PROP', { property, places });
    });
  });
}

/** A user who is shown a member, so that showing it to others can be detected; the caller if nobody else is. */
function shownOwner(
  { operation, resource }: PlannedOperation,
  matrix: Matrix,
  { caller, property }: { readonly caller: MatrixUser; readonly property: string },
): MatrixUser {
  if (resource !== undefined && grantFor(matrix, caller, operation).scope === 'own') {
    return caller;
  }
  const owners =
    resource === undefined ? grantedUsers(matrix, operation) : ownersFor(matrix, operation, resource);
  const isShown = ({ role }: MatrixUser): boolean =>
    !operation.hidden.some(({ path, from }) => path === property && from.includes(role));
  return owners.find(isShown) ?? owners.find((user) => user !== caller) ?? caller;
}

/** Somebody else whose values a property may be set to. */
function otherOwner(
  { resource, operation }: PlannedOperation,
  matrix: Matrix,
  caller: MatrixUser,
): MatrixUser | undefined {
  const owners = resource === undefined ? [] : ownersOf(matrix, resource);
  const others = [...owners, ...grantedUsers(matrix, operation)].filter((user) => user !== caller);
  // The values of somebody of the same tenant could be those that the caller's own object has already.
  return others.find((user) => isOther(user, caller)) ?? others[0];
}

/** Whether two users differ in every attribute that they both have. */
function isOther(one: MatrixUser, other: MatrixUser): boolean {
  return !Object.values(relationOf(one, other) ?? {}).includes('same');
}

/** A method that another operation of the matrix sends to this path is that one's question, with its own grants. */
function isCellOfAnother(
  planned: PlannedOperation,
  all: readonly PlannedOperation[],
  variant: NonNullable<Cell['variant']>,
): boolean {
  return all.some(
    (other) => variant === `verb-${other.request.method.toUpperCase()}` && sharesPath(planned, other),
  );
}

/** Whether two operations are sent to the same path, whatever they call their variables. */
function sharesPath(one: PlannedOperation, other: PlannedOperation): boolean {
  return anyVariables(one.request) === anyVariables(other.request);
}

function anyVariables(request: ChainRequest): string {
  return pathTemplate(request).replace(/\{\{[^{}]*\}\}/g, '{{}}');
}

/** Kinds of cells about an object of the owner to which the role of the caller has some grant. */
const BETWEEN_USERS: ReadonlySet<Cell['kind']> = new Set(['OBJ', 'LIST', 'SELF']);

interface Question {
  readonly places?: readonly IdPlace[];
  readonly variant?: NonNullable<Cell['variant']>;
  readonly property?: string;
  readonly undeclared?: boolean;
}

function cellOf(
  { operation, request, resource, places: among }: PlannedOperation,
  { owner, caller }: Pair,
  kind: Cell['kind'],
  { places = [], variant, property, undeclared = false }: Question,
): Cell {
  const named = {
    kind,
    operation: operation.name,
    ...defined({ owner: owner?.name, ownerRole: owner?.role }),
    caller: caller.name,
    places,
    ...defined({ variant, property }),
  };
  return {
    id: cellId(named, among),
    ...named,
    effect: operation.effect,
    ...defined({ resource: resource?.name }),
    callerRole: caller.role,
    ...defined({ ended: caller.ended }),
    ...(owner === undefined || !BETWEEN_USERS.has(kind)
      ? {}
      : defined({ relation: relationOf(owner, caller) })),
    method: request.method,
    path: pathTemplate(request),
    ...(undeclared ? { undeclared } : {}),
  };
}
