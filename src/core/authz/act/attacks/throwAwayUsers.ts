/**
 * Throw-away users of a run: made for the cells of operations that end credentials, so that no user of the matrix
 * loses the own ones (specification §2.7). Each control and each attack gets new ones, and the victim of a flaw is
 * never used again. They are objects of the matrix like all others: in the ledger before they are made, deleted at
 * the end.
 */
import { isOwnControl, standInUser, throwAwayFor } from '../../matrix/throwAways';
import type { LedgerEntry } from '../ledger';
import type { Cell } from '../../model/cell';
import type { LoadedMatrix } from '../../model/matrix';
import type { Signals } from '../../model/verdict';
import { operationOf, userOf } from '../../matrix/findByName';
import { createUser, type OwnAccounts, type CreateUserPorts } from '../accounts/createUser';
import type { Controls } from '../controls/controls';
import type { Session, Sessions } from '../sessions/sessions';
import { isSuccess } from '../../response/status';

/** Where the procedure of a cell gets its users. */
interface CellUsers {
  readonly sessions: Sessions;
  readonly controls: Controls;
}

/** The throw-away users of a run. */
export interface ThrowAways {
  /** The same for one cell: where its operation ends credentials, each user is one that was made for it. */
  forCell<Users extends CellUsers>(users: Users, cell: Cell): Users;
  /** Notes users who removed, or lost, the account that only they could have removed. */
  noteDeletedAccounts(
    current: Sessions,
    cell: Cell,
    signals: Pick<Signals, 'state' | 'status'>,
  ): Promise<void>;
  /** Signs in again as the user of an entry of the ledger; absent when the matrix does not say how. */
  signInFromLedger(
    entry: Pick<LedgerEntry, 'owner'> & { readonly standIn: string },
  ): Promise<Session | undefined>;
  /** Why users could not be made; each once. Whole sentences. */
  failures(): readonly string[];
}

/** Makes the throw-away users of a run; nobody is made yet. */
export function createThrowAways(ports: CreateUserPorts): ThrowAways {
  const { context, sessions } = ports;
  const accounts: OwnAccounts = new Map();
  const { make, failures } = createMaker(ports, accounts);
  const siblings = new Map<string, Promise<Session>>();
  return {
    failures,
    forCell(users, cell) {
      const { name, endsCredentials } = operationOf(context.loaded, cell.operation);
      const sibling: MakeUser = (user) => once(siblings, JSON.stringify([name, user]), () => make(user));
      const removed = (user: Session): Promise<void> => discardAccount(ports, accounts, user);
      return endsCredentials === true
        ? withThrowAways(users, cell, { loaded: context.loaded, make, sibling, removed })
        : users;
    },
    async noteDeletedAccounts(current, { owner, effect }, { state, status }) {
      const isRemoved = effect === 'delete' && state === 'gone' && status !== 'none' && isSuccess(status);
      if (owner !== undefined && isRemoved) {
        await discardAccount(ports, accounts, await current.of(owner));
      }
    },
    async signInFromLedger({ owner, standIn: text }) {
      const user = userOf(context.loaded, owner);
      const how = throwAwayFor(context.loaded.matrix, user);
      return how === undefined
        ? undefined
        : sessions.admit(
            standInUser(user, how, text, `${owner} (throw-away)`),
            { of: owner, text },
            new Map(),
          );
    },
  };
}

/** Gives somebody to take the place of a user (by name): the user itself where nobody can be made. */
type MakeUser = (name: string) => Promise<Session>;

/** Makes users, each another one; what failed once is not tried again. */
function createMaker(
  ports: CreateUserPorts,
  accounts: OwnAccounts,
): { readonly make: MakeUser; readonly failures: () => readonly string[] } {
  const { loaded } = ports.context;
  const counts = new Map<string, number>();
  const failed = new Map<string, Session>();
  return {
    failures: () => [...failed.values()].flatMap(({ failure }) => failure ?? []),
    async make(name) {
      const how = throwAwayFor(loaded.matrix, userOf(loaded, name));
      if (how === undefined) {
        return ports.sessions.of(name);
      }
      const before = failed.get(name);
      if (before !== undefined) {
        return before;
      }
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const session = await createUser(ports, { name, how, count, accounts });
      if (session.failure !== undefined) {
        failed.set(name, session);
      }
      return session;
    },
  };
}

/** Who has no account any more cannot sign in to remove it. */
async function discardAccount(
  { objects }: CreateUserPorts,
  accounts: OwnAccounts,
  { user }: Session,
): Promise<void> {
  const account = accounts.get(user.name);
  await (account === undefined ? undefined : objects.discard(account));
}

interface Makers {
  readonly loaded: LoadedMatrix;
  /** Another one each time. */
  readonly make: MakeUser;
  /** The one on which the control of the operation is made, which may have ended its credentials. */
  readonly sibling: MakeUser;
  readonly removed: (user: Session) => Promise<void>;
}

function withThrowAways<Users extends CellUsers>(
  users: Users,
  cell: Cell,
  { loaded, make, sibling, removed }: Makers,
): Users {
  const own = new Map<string, Promise<Session>>();
  const isControl = isOwnControl(cell);
  return {
    ...users,
    sessions: {
      ...users.sessions,
      of(name) {
        if (throwAwayFor(loaded.matrix, userOf(loaded, name)) === undefined) {
          return users.sessions.of(name);
        }
        return isControl ? sibling(name) : once(own, name, () => make(name));
      },
    },
    controls: {
      ...users.controls,
      async own(operation, user) {
        const { standIn } = user;
        const who = standIn === undefined || isControl ? user : await sibling(standIn.of);
        const control = await users.controls.own(operation, who);
        await (control.ok && operation.effect === 'delete' ? removed(who) : undefined);
        return control;
      },
    },
  };
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
