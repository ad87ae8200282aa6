/** What the policy of a matrix grants whom, and whose objects are asked about. */
import { defined } from '../../defined';
import {
  ANONYMOUS,
  grantOf,
  isPublic,
  type GrantScope,
  type Matrix,
  type MatrixOperation,
  type MatrixResource,
  type MatrixUser,
  type Reach,
} from '../model/matrix';
import type { Cell, UserRelation } from '../model/cell';

/** What a user may do with an operation; what nobody declared is not granted. */
export interface Grant extends Reach {
  /** True when no pattern of the policy names the pair of role and operation. */
  readonly undeclared: boolean;
}

/** What a user may do with an operation. What is public and nothing else is declared for, everybody may. */
export function grantFor(
  { policy }: Pick<Matrix, 'policy'>,
  { role, ended }: Pick<MatrixUser, 'role' | 'ended'>,
  { name }: Pick<MatrixOperation, 'name'>,
): Grant {
  if (ended === true) {
    return { scope: isPublic(policy, name) ? 'any' : 'none', undeclared: false };
  }
  const reach = grantOf(policy, role, name);
  if (reach !== undefined) {
    const { scope, sharedBy } = reach;
    return { scope, ...defined({ sharedBy }), undeclared: false };
  }
  return isPublic(policy, name) ? { scope: 'any', undeclared: false } : { scope: 'none', undeclared: true };
}

/** Whether a grant of the caller includes the objects of an owner. */
export function reaches({ scope, sharedBy = [] }: Reach, caller: MatrixUser, owner: MatrixUser): boolean {
  if (scope === 'own') {
    return (
      caller.name === owner.name || sharedBy.some((name) => compareAttribute(name, caller, owner) === 'same')
    );
  }
  return scope === 'any';
}

/** Whether a user was granted what a cell asks about before the own credentials ended. */
export function wasGranted(
  matrix: Matrix,
  { operation, owner, caller, places }: Pick<Cell, 'operation' | 'owner' | 'caller' | 'places'>,
): boolean {
  const [user, other] = [caller, owner].map((name) => matrix.users.find((one) => one.name === name));
  if (user === undefined) {
    return false;
  }
  const reach = grantOf(matrix.policy, user.role, operation) ?? { scope: 'none' };
  return places.length === 0 ? reach.scope !== 'none' : other !== undefined && reaches(reach, user, other);
}

/** Of the attributes that two users both have, whether they have the same value; absent where they have none. */
export function relationOf(one: MatrixUser, other: MatrixUser): UserRelation | undefined {
  const compared = Object.keys(one.attributes ?? {}).flatMap((name) => {
    const value = compareAttribute(name, one, other);
    return value === undefined ? [] : [[name, value] as const];
  });
  return one.name === other.name || compared.length === 0 ? undefined : Object.fromEntries(compared);
}

function compareAttribute(name: string, one: MatrixUser, other: MatrixUser): 'same' | 'other' | undefined {
  const [mine, theirs] = [one, other].map(({ attributes = {} }) =>
    Object.hasOwn(attributes, name) ? attributes[name] : undefined,
  );
  if (mine === undefined || theirs === undefined) {
    return undefined;
  }
  return mine === theirs ? 'same' : 'other';
}

/** Whether a user has no credentials. */
export function isAnonymous({ role }: Pick<MatrixUser, 'role'>): boolean {
  return role === ANONYMOUS;
}

/** Users with credentials that hold. */
function activeUsers({ users }: Pick<Matrix, 'users'>): readonly MatrixUser[] {
  return users.filter((user) => !isAnonymous(user) && user.ended === undefined);
}

/** Users who may do an operation, at least to their own objects. */
export function grantedUsers(matrix: Matrix, operation: MatrixOperation): readonly MatrixUser[] {
  return activeUsers(matrix).filter((user) => grantFor(matrix, user, operation).scope !== 'none');
}

/**
 * Users whose objects an operation is asked about: those of the resource who may do it themselves, for that is
 * the control; where none of them may, the first who may.
 */
export function ownersFor(
  matrix: Matrix,
  operation: MatrixOperation,
  resource: MatrixResource,
): readonly MatrixUser[] {
  const granted = grantedUsers(matrix, operation);
  const owners = ownersOf(matrix, resource).filter((owner) => granted.includes(owner));
  return owners.length > 0 ? owners : granted.slice(0, 1);
}

/**
 * Those the matrix names, else of each role that may have some the first user with the same attributes; roles that
 * own before all others.
 */
export function ownersOf(matrix: Matrix, resource: MatrixResource): readonly MatrixUser[] {
  const { owners } = resource;
  const users = activeUsers(matrix);
  if (owners !== undefined) {
    return users.filter(({ name }) => owners.includes(name));
  }
  const operations = matrix.operations.filter((operation) => operation.resource === resource.name);
  const having = (scope: GrantScope) =>
    users.filter((user) =>
      operations.some((operation) => grantOf(matrix.policy, user.role, operation.name)?.scope === scope),
    );
  const own = having('own').filter(isFirstOfKind);
  const any = having('any');
  const creators = any.filter((user) => mayCreate(matrix, user, resource));
  return own.length > 0 ? own : [...creators, ...any].slice(0, 1);
}

/** Whether an operation that a user is granted sends the request that creates the resource. */
function mayCreate(matrix: Matrix, user: MatrixUser, { create }: MatrixResource): boolean {
  return matrix.operations.some(
    (operation) =>
      operation.request.chain === create?.chain &&
      operation.request.id === create.id &&
      grantFor(matrix, user, operation).scope !== 'none',
  );
}

/** Whether no earlier user has the same role and attributes. */
function isFirstOfKind(user: MatrixUser, index: number, users: readonly MatrixUser[]): boolean {
  return users.findIndex((other) => kindOf(other) === kindOf(user)) === index;
}

function kindOf({ role, attributes = {} }: MatrixUser): string {
  const named = Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([role, named]);
}
