/**
 * Users that are made for operations which end credentials, and that nobody needs afterwards (specification §2.7).
 * Each replaces a user of the matrix: same role, same login, with an account of its own. Where the matrix does
 * not say how to make one, the user itself is taken, and the plan says so.
 */
import type { Cell } from '../model/cell';
import { isAnonymous } from './grants';
import type { Matrix, MatrixOperation, MatrixUser, ThrowAway } from '../model/matrix';

/** The variable that is different for each throw-away user. */
export const THROW_AWAY_VARIABLE = 'throwAway';

/** Whom a throw-away user replaces, and the text that identifies it and signs it in again. */
export interface StandIn {
  /** Name of a user of the matrix. */
  readonly of: string;
  /** The value of {@link THROW_AWAY_VARIABLE}. */
  readonly text: string;
}

/** How users of this role are made; absent where the matrix does not say, and for a user without credentials that hold. */
export function throwAwayFor(
  { throwAway }: Pick<Matrix, 'throwAway'>,
  { role, ended }: Pick<MatrixUser, 'role' | 'ended'>,
): ThrowAway | undefined {
  return ended === true ? undefined : throwAway.find((made) => made.role === role);
}

/** A throw-away user as the matrix would have it. Its name is none that a matrix can have. */
export function standInUser(
  user: MatrixUser,
  { variables }: ThrowAway,
  text: string,
  name: string,
): MatrixUser {
  return { ...user, name, variables: { ...user.variables, [THROW_AWAY_VARIABLE]: text, ...variables } };
}

/** The users of a cell whose credentials an operation may end, each once; empty for any other operation. */
export function usersAtRisk(
  { users }: Pick<Matrix, 'users'>,
  { endsCredentials }: Pick<MatrixOperation, 'endsCredentials'>,
  { owner, caller }: Pick<Cell, 'owner' | 'caller'>,
): readonly MatrixUser[] {
  return endsCredentials === true
    ? users.filter(
        (user) =>
          (user.name === owner || user.name === caller) && user.ended === undefined && !isAnonymous(user),
      )
    : [];
}

/** Whether a cell asks about somebody's own account alone, so that it is the control of that user. */
export function isOwnControl({ kind, owner, caller, resource }: Cell): boolean {
  return kind === 'SELF' && (owner === caller || resource === undefined);
}
