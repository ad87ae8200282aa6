/** The two users of a cell, signed in and known to be two: without both a cell cannot be asked. */
import { isAnonymous } from '../../matrix/grants';
import type { Cell } from '../../model/cell';
import type { CellStep } from '../../model/authzResult';
import { oneAccount, type Accounts } from '../accounts/accounts';
import { notAsked, stepsOf, type Finding } from './finding';
import type { Session, Sessions } from '../sessions/sessions';

/** What signing users in uses. */
export interface SignInPorts {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
}

/** Both users, or why the cell cannot be asked. */
export type SignedIn =
  | {
      readonly ok: true;
      readonly owner: Session;
      readonly caller: Session;
      readonly steps: readonly CellStep[];
    }
  | { readonly ok: false; readonly finding: Finding };

/** Signs in the owner, or the caller in its place, and the caller. */
export async function signIn(ports: SignInPorts, cell: Pick<Cell, 'owner' | 'caller'>): Promise<SignedIn> {
  const owner = await ports.sessions.of(cell.owner ?? cell.caller);
  const caller = await ports.sessions.of(cell.caller);
  const steps = stepsOf(owner.steps, caller.steps);
  const failed = [owner, caller].find(({ failure }) => failure !== undefined);
  if (failed !== undefined) {
    // Why is the same for every cell and said once.
    const failure =
      failed.standIn === undefined
        ? `${failed.user.name} could not sign in; the notes of the run say why.`
        : `${failed.user.name} could not be made or sign in; the notes of the run say why.`;
    return { ok: false, finding: notAsked(failure, steps) };
  }
  if (owner === caller || isAnonymous(caller.user)) {
    return { ok: true, owner, caller, steps };
  }
  const relation = await ports.accounts.compare(owner, caller);
  const reason = oneAccount(relation);
  const all = stepsOf(steps, relation.steps);
  return reason === undefined
    ? { ok: true, owner, caller, steps: all }
    : { ok: false, finding: notAsked(reason, all) };
}
