/**
 * Making a user in the place of one of the matrix: registering, signing in, and making sure that it is another one.
 * A matrix that does not say what such users sign in with would have the operations tried on the users themselves.
 */
import { defined } from '../../../defined';
import type { JsonObject } from '../../../json/json';
import { canaryFor } from '../../request/nonexistentId';
import type { ThrowAway } from '../../model/matrix';
import { standInUser, THROW_AWAY_VARIABLE, type StandIn } from '../../matrix/throwAways';
import type { Objects } from '../objects/objects';
import type { TestObject } from '../inventory/testObject';
import { oneAccount, type Accounts } from './accounts';
import type { AuthzContext } from '../context';
import { resourceOf, userOf } from '../../matrix/findByName';
import type { Session, Sessions } from '../sessions/sessions';

/** What creating users uses. */
export interface CreateUserPorts {
  readonly context: AuthzContext;
  readonly sessions: Sessions;
  readonly objects: Pick<Objects, 'create' | 'adopt' | 'discard'>;
  readonly accounts: Pick<Accounts, 'compare'>;
}

/** What users registered for themselves, by their names. */
export type OwnAccounts = Map<string, TestObject>;

/** Whose place a user takes, and how it is made. */
export interface UserReplacement {
  readonly name: string;
  readonly how: ThrowAway;
  /** Counts from 1. */
  readonly count: number;
  readonly accounts: OwnAccounts;
}

/** Registers a user, signs it in, and makes sure that it is not the one it replaces. */
export async function createUser(ports: CreateUserPorts, making: UserReplacement): Promise<Session> {
  const session = await registerUser(ports, making);
  if (session.failure !== undefined) {
    return session;
  }
  const relation = await ports.accounts.compare(session, await ports.sessions.of(making.name));
  return relation.kind === 'one' ? { ...session, failure: oneAccount(relation) ?? '' } : session;
}

async function registerUser(
  { context, sessions, objects }: CreateUserPorts,
  { name, how, count, accounts }: UserReplacement,
): Promise<Session> {
  const { loaded, seed, ports } = context;
  const text = canaryFor(seed, `throw-away ${name} ${count}`, ports.hash);
  const user = standInUser(userOf(loaded, name), how, text, `${name} (throw-away ${count})`);
  const standIn: StandIn = { of: name, text };
  const newcomer: Session = {
    user,
    standIn,
    cookies: ports.newCookies(),
    memo: new Map(),
    values: new Map(),
    steps: [],
  };
  const registrar =
    how.by === undefined
      ? newcomer
      : withVariables(await sessions.of(how.by), { [THROW_AWAY_VARIABLE]: text, ...how.variables });
  const made = await objects.create(resourceOf(loaded, how.resource), registrar);
  if (!made.ok) {
    return { ...newcomer, steps: made.steps, failure: `${user.name} could not be made. ${made.failure}` };
  }
  const session = await sessions.admit(user, standIn, made.object.produced);
  if (how.by === undefined) {
    // Only who has signed in can delete the own account.
    const account = { ...made.object, owner: session };
    accounts.set(user.name, account);
    await objects.adopt(account);
  }
  return session;
}

/** The session of somebody who writes what another one signs in with; renewed with it. */
function withVariables(session: Session, variables: JsonObject): Session {
  const { failure } = session;
  return {
    user: { ...session.user, variables: { ...session.user.variables, ...variables } },
    memo: new Map(),
    get cookies() {
      return session.cookies;
    },
    get values() {
      return new Map([...session.values].filter(([name]) => !Object.hasOwn(variables, name)));
    },
    get steps() {
      return session.steps;
    },
    ...defined({ failure }),
  };
}
