/**
 * Telling the accounts of users apart. Two users of a matrix that are one account in truth reach everything of
 * each other's rightly: no answer to one about an object of the other proves anything.
 *
 * Credentials and what the API says of who is signed in are compared before anything is asked (specification
 * §2.2, step 1); where they are opaque, what two users are shown is compared once harm was seen.
 */
import { stringifyJson } from '../../../json/json';
import { isCredentialName } from '../../../masking/credentialNames';
import { credentialVariables } from '../../../masking/credentialVariables';
import { outerValues } from '../../../prepare/writtenValues';
import type { MatrixResource } from '../../model/matrix';
import type { Targets } from '../objects/targets';
import type { CellStep } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import { jwtClaims } from '../sessions/jwtClaims';
import type { Session } from '../sessions/sessions';
import { compareObjects } from './compareObjects';
import { askWhoAmI, type WhoAmI } from '../sessions/currentUser';

/** How the accounts of two users relate to each other. */
export interface Relation {
  readonly kind: 'one' | 'two' | 'unknown';
  /** What shows that they are one, or makes it look so; absent otherwise. Whole sentences. */
  readonly reason?: string;
  readonly steps: readonly CellStep[];
}

/** The accounts of a run's users. */
export interface Accounts {
  /** What credentials show, and what the API says of who is signed in; each user is asked once. */
  compare(one: Session, other: Session): Promise<Relation>;
  /** The same, and where that leaves it open, what both are shown of their objects. */
  compareSeen(one: Session, other: Session, resource: MatrixResource): Promise<Relation>;
  /** Why users may be one account after all, which nothing proves; each once. Whole sentences. */
  doubts(): readonly string[];
  /** The same accounts, known to the same extent, for somebody with other targets. */
  withTargets(targets: Pick<Targets, 'of'>): Accounts;
}

/** Makes the accounts of a run. */
export function createAccounts(context: AuthzContext, targets: Pick<Targets, 'of'>): Accounts {
  const identities = new Map<string, Promise<WhoAmI>>();
  const seen = new Map<string, Promise<Relation>>();
  const doubts = new Set<string>();
  const identityOf = (user: Session): Promise<WhoAmI> => {
    const identity = identities.get(user.user.name) ?? askWhoAmI(context, user);
    identities.set(user.user.name, identity);
    return identity;
  };
  const compare = async (one: Session, other: Session): Promise<Relation> => {
    const known = byCredentials(context, one, other);
    return known.kind === 'unknown' ? byIdentity([one, other], identityOf) : known;
  };
  const withTargets = (own: Pick<Targets, 'of'>): Accounts => ({
    compare,
    doubts: () => [...doubts],
    async compareSeen(one, other, resource) {
      const compared = await compare(one, other);
      if (compared.kind !== 'unknown') {
        return compared;
      }
      const key = JSON.stringify([resource.name, ...[one.user.name, other.user.name].sort()]);
      const relation = seen.get(key) ?? compareObjects({ context, targets: own }, [one, other], resource);
      seen.set(key, relation);
      const { kind, reason } = await relation;
      if (kind === 'unknown' && reason !== undefined) {
        doubts.add(reason);
      }
      return relation;
    },
    withTargets,
  });
  return withTargets(targets);
}

/** Why two users are one account; absent where nothing says so. Whole sentences. */
export function oneAccount({ kind, reason }: Relation): string | undefined {
  return kind === 'one'
    ? `${reason ?? ''} No answer to one of them proves anything about the other: give each user an account of its own.`
    : undefined;
}

function byCredentials(context: AuthzContext, one: Session, other: Session): Relation {
  const [mine, theirs] = [credentialsOf(context, one), credentialsOf(context, other)];
  const shared = [...mine].find(([name, text]) => theirs.get(name) === text);
  const [name, who] = [shared?.[0], `${one.user.name} and ${other.user.name}`];
  if (name !== undefined) {
    return {
      kind: 'one',
      reason: `${who} have the same ${name}: they are signed in as one user.`,
      steps: [],
    };
  }
  const subjects = [one, other].map((session) => subjectOf(context, session));
  if (subjects[0] === undefined || subjects[1] === undefined) {
    return { kind: 'unknown', steps: [] };
  }
  return subjects[0] === subjects[1]
    ? { kind: 'one', reason: `The tokens of ${who} are of the same subject.`, steps: [] }
    : { kind: 'two', steps: [] };
}

/** What proves who a user is: what a login brought in, and the authentication in the matrix of users without a login. */
function credentialsOf(context: AuthzContext, session: Session): ReadonlyMap<string, string> {
  const { user, values } = session;
  const extracted = [...values]
    .filter(([name]) => isCredentialName(name))
    .map(([name, { value }]) => [name, stringifyJson(value)] as const);
  const cookies = cookiesOf(context, session)
    .filter(([name]) => isCredentialName(name) || SESSION.test(name))
    .map(([name, value]) => [`cookie ${name}`, value] as const);
  const written = user.login === undefined ? writtenCredential(context, user) : [];
  return new Map([...extracted, ...cookies, ...written]);
}

/** `sid`, `connect.sid`, `my_session`. */
const SESSION = /(?:sid|session|sess)$/i;

/** The cookies that go with a request such as the login's last one. */
function cookiesOf(
  { sender }: AuthzContext,
  { cookies, steps }: Session,
): readonly (readonly [name: string, value: string])[] {
  const last = steps.at(-1);
  const url = last === undefined ? undefined : sender.exchanges[last.exchange]?.exchange?.request.url;
  const header = url === undefined ? '' : (cookies.header(url) ?? '');
  return header.split(/; */).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 || at === pair.length - 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)] as const];
  });
}

/** All values together, as two users may share an API key or a password. */
function writtenCredential(
  { loaded }: AuthzContext,
  { variables }: Session['user'],
): readonly (readonly [string, string])[] {
  const names = [...loaded.chains.values()].flatMap(({ chain, required }) => [
    ...credentialVariables(
      chain,
      outerValues(
        required.map((other) => other.chain),
        loaded.environment,
      ),
    ),
  ]);
  const written = [...new Set(names)].filter((name) => Object.hasOwn(variables, name)).sort();
  return written.length === 0
    ? []
    : [[written.join(' and '), stringifyJson(written.map((name) => variables[name] ?? null))]];
}

/** Whom the tokens of a user are about; absent when none says so. */
function subjectOf(context: AuthzContext, session: Session): string | undefined {
  const values = [...session.values.values()].map(({ value }) => value);
  const cookies = cookiesOf(context, session).map(([, value]) => value);
  return [...values, ...cookies]
    .flatMap((value) => (typeof value === 'string' ? (jwtClaims(value) ?? []) : []))
    .find(({ subject }) => subject !== undefined)?.subject;
}

async function byIdentity(
  users: readonly [Session, Session],
  identityOf: (user: Session) => Promise<WhoAmI>,
): Promise<Relation> {
  const [one, other] = [await identityOf(users[0]), await identityOf(users[1])];
  const steps = [...one.steps, ...other.steps];
  if (one.identity === undefined || other.identity === undefined) {
    return { kind: 'unknown', steps };
  }
  const [mine, theirs] = users.map(({ user }) => user.name);
  return one.identity === other.identity
    ? {
        kind: 'one',
        reason: `${one.request ?? 'The API'} names the same user to ${mine} and ${theirs}.`,
        steps,
      }
    : { kind: 'two', steps };
}
