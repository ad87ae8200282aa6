/** What the policy of a matrix grants whom, and whose objects are asked about. */
import {
  ANONYMOUS,
  grantOf,
  isPublic,
  type GrantScope,
  type Matrix,
  type MatrixOperation,
  type MatrixResource,
  type MatrixUser,
} from '../model/matrix';

/** What a user may do with an operation; what nobody declared is not granted. */
export interface Grant {
  readonly scope: GrantScope;
  /** True when no pattern of the policy names the pair of role and operation. */
  readonly undeclared: boolean;
}

/** What a user may do with an operation. What is public and nothing else is declared for, everybody may. */
export function grantFor(
  { policy }: Pick<Matrix, 'policy'>,
  { role }: Pick<MatrixUser, 'role'>,
  { name }: Pick<MatrixOperation, 'name'>,
): Grant {
  const scope = grantOf(policy, role, name);
  if (scope !== undefined) {
    return { scope, undeclared: false };
  }
  return isPublic(policy, name) ? { scope: 'any', undeclared: false } : { scope: 'none', undeclared: true };
}

/** Whether a user has no credentials. */
export function isAnonymous({ role }: Pick<MatrixUser, 'role'>): boolean {
  return role === ANONYMOUS;
}

/** Users who may do an operation, at least to their own objects. */
export function grantedUsers(matrix: Matrix, operation: MatrixOperation): readonly MatrixUser[] {
  return matrix.users.filter(
    (user) => !isAnonymous(user) && grantFor(matrix, user, operation).scope !== 'none',
  );
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

/** Those the matrix names, else of each role that may have some the first user; roles that own before all others. */
export function ownersOf(matrix: Matrix, resource: MatrixResource): readonly MatrixUser[] {
  const { owners } = resource;
  const users = matrix.users.filter((user) => !isAnonymous(user));
  if (owners !== undefined) {
    return users.filter(({ name }) => owners.includes(name));
  }
  const operations = matrix.operations.filter((operation) => operation.resource === resource.name);
  const having = (scope: GrantScope) =>
    users.filter((user) =>
      operations.some((operation) => grantOf(matrix.policy, user.role, operation.name) === scope),
    );
  const own = having('own').filter(isFirstOfRole);
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

function isFirstOfRole({ role }: MatrixUser, index: number, users: readonly MatrixUser[]): boolean {
  return users.findIndex((user) => user.role === role) === index;
}
