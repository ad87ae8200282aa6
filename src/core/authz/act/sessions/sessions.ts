/**
 * The users of an authorization run and their credentials: signed in once, renewed when they stopped
 * holding, never shared. What a login extracts goes with every request of its user.
 */
import type { JsonValue } from '../../../json/json';
import { planRun, type RunPlan } from '../../../run/plan';
import type { CookieJar } from '../../../ports';
import { effectiveAuth, variableUses } from '../../../prepare/references';
import type { BuiltInMemo } from '../../../prepare/scope';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { CellStep } from '../../model/authzResult';
import type { MatrixPlan } from '../../model/cell';
import type { AuthzContext } from '../context';
import { chainOf, requestOf, userOf, type NamedRequest } from '../../matrix/findByName';
import { statusAccepted } from '../../judge/denial';
import { jwtClaims, type JwtClaims } from './jwtClaims';
import { ANONYMOUS, type LoadedMatrix, type MatrixUser } from '../../model/matrix';
import { isSafe } from '../../matrix/safeRequest';
import type { StandIn } from '../../matrix/throwAways';
import { planOf, type Answer, type Caller, type Values } from '../sender/sender';

/** A user who signed in, or why that failed. Renewed in place: every reference to it has the newest credentials. */
export interface Session extends Caller {
  /** What the user knows: everything the login extracted. */
  readonly values: Values;
  readonly steps: readonly CellStep[];
  readonly failure?: string;
  /** Present for a user who was made for a cell. */
  readonly standIn?: StandIn;
}

/** The sessions of a run. */
export interface Sessions {
  /** Signs a user in, unless that was done. */
  of(name: string): Promise<Session>;
  /** Signs a user in again; the session is the same one. */
  renew(session: Session): Promise<void>;
  /**
   * Signs in again where the refusal of something granted may mean that the credentials ended: 401 always, 403 when
   * a request that needs them is refused as well, or when there is none. Whether they are new ones.
   */
  renewEnded(session: Session, refusal: Answer | undefined): Promise<boolean>;
  /** Signs in somebody whom the matrix does not name, who knows `given` from the beginning. */
  admit(user: MatrixUser, standIn: StandIn, given: Values): Promise<Session>;
  /** What the logins of the matrix's own users gave, those of users made for cells left out. */
  extracted(): readonly UserValue[];
  /** Why users could not sign in, as long as the run has gone; each once. Whole sentences. */
  failures(): readonly string[];
  /** Whether none of these users can sign in: tried once somebody could not. Only the first failure is kept then. */
  areLockedOut(names: readonly string[]): Promise<boolean>;
  /** Whether credentials hold; absent when no request of the matrix shows it. */
  isAlive(session: Session): Promise<Liveness>;
}

/** A value that a login gave to a user. */
export interface UserValue {
  /** Name of a user. */
  readonly user: string;
  readonly variable: string;
  readonly value: JsonValue;
}

/** What a request that needs good credentials showed. */
export interface Liveness {
  readonly alive: boolean | undefined;
  readonly steps: readonly CellStep[];
}

/** Makes the sessions of a run; nobody is signed in yet. */
export function createSessions(context: AuthzContext): Sessions {
  const sessions = new Map<string, Promise<LiveSession>>();
  const failures = new Set<string>();
  const own: LiveSession[] = [];
  const start = async (user: MatrixUser, newcomer?: Newcomer): Promise<LiveSession> => {
    const session = new LiveSession(user, context, failures, newcomer);
    own.push(...(newcomer === undefined ? [session] : []));
    await session.signIn();
    return session;
  };
  const renew = async ({ user }: Session): Promise<void> => {
    await (await sessions.get(user.name))?.signIn();
  };
  let lockedOut: Promise<boolean> | undefined;
  const of = async (name: string): Promise<LiveSession> => {
    const signedIn = sessions.get(name) ?? start(userOf(context.loaded, name));
    sessions.set(name, signedIn);
    const session = await signedIn;
    if (expiresSoon(session, context.ports.clock.now())) {
      await session.signIn();
    }
    return session;
  };
  return {
    of,
    renew,
    areLockedOut(names) {
      lockedOut ??= failures.size === 0 ? undefined : everyoneFails(names, of, failures);
      return lockedOut ?? Promise.resolve(false);
    },
    renewEnded: endingOf(context, renew),
    admit(user, standIn, given) {
      const session = start(user, { standIn, given });
      sessions.set(user.name, session);
      return session;
    },
    extracted: () =>
      own.flatMap(({ user, values }) =>
        [...values].map(([variable, { value }]) => ({ user: user.name, variable, value })),
      ),
    failures: () => [...failures],
    isAlive: (session) => isAlive(context, session),
  };
}

/** Whether none of the users can sign in. The others are kept from it by the same, so that one failure says enough. */
async function everyoneFails(
  names: readonly string[],
  of: (name: string) => Promise<Session>,
  failures: Set<string>,
): Promise<boolean> {
  for (const name of names) {
    const { failure } = await of(name);
    if (failure === undefined) {
      return false;
    }
  }
  [...failures].slice(1).forEach((other) => failures.delete(other));
  return true;
}

/** What was refused with credentials that hold is not asked about again. */
function endingOf(context: AuthzContext, renew: Sessions['renew']): Sessions['renewEnded'] {
  const forbidden = new Set<string>();
  const sentAgain = new Map<string, number>();
  const { exchanges } = context.sender;
  const isForbidden = (key: string): boolean =>
    forbidden.has(key) || exchanges[sentAgain.get(key) ?? -1]?.exchange?.response?.status === 403;
  return async (session, refusal) => {
    const status = refusal?.response?.status;
    const { user } = session;
    const { method = '', url = '' } = refusal?.result.exchange?.request ?? {};
    const key = JSON.stringify([user.name, method, url]);
    const isOpen = status === 403 && loginPlan(context.loaded, user) !== undefined && !isForbidden(key);
    if (status !== 401 && !isOpen) {
      return false;
    }
    if (isOpen && (await isAlive(context, session)).alive === true) {
      forbidden.add(key);
      return false;
    }
    await renew(session);
    sentAgain.set(key, exchanges.length);
    return true;
  };
}

/** Milliseconds that a token must still hold when a cell begins. */
const MARGIN_MS = 10_000;

/** A session that was issued with less than that is used anyway. */
function expiresSoon({ values, signedInAt }: LiveSession, now: number): boolean {
  return claimsOf(values).some(
    ({ expiresAt = Infinity }) => expiresAt - now < MARGIN_MS && expiresAt - signedInAt >= MARGIN_MS,
  );
}

/** What is special about somebody whom the matrix does not name. */
interface Newcomer {
  readonly standIn: StandIn;
  readonly given: Values;
}

class LiveSession implements Session {
  readonly standIn?: StandIn;
  readonly memo: BuiltInMemo = new Map();
  cookies: CookieJar;
  values: Values = new Map();
  steps: readonly CellStep[] = [];
  failure?: string;
  /** Milliseconds since 1970. */
  signedInAt = 0;

  constructor(
    readonly user: MatrixUser,
    private readonly context: AuthzContext,
    private readonly failures: Set<string>,
    private readonly newcomer?: Newcomer,
  ) {
    this.cookies = context.ports.newCookies();
    if (newcomer !== undefined) {
      this.standIn = newcomer.standIn;
    }
  }

  /** Starts again, without the cookies and values of before. What a cancelled run does not get to changes nothing. */
  async signIn(): Promise<void> {
    const { cookies, values, signedInAt, steps, failure: before } = this;
    this.cookies = this.context.ports.newCookies();
    this.values = this.newcomer?.given ?? new Map();
    const isFirst = this.signedInAt === 0;
    this.signedInAt = this.context.ports.clock.now();
    delete this.failure;
    const plan = loginPlan(this.context.loaded, this.user);
    if (plan === undefined) {
      return;
    }
    const answers = await this.context.sender.send({
      caller: this,
      plan,
      values: this.values,
      step: 'login',
    });
    const last = answers.at(-1);
    if (!isFirst && wasCancelled(last)) {
      Object.assign(
        this,
        { cookies, values, signedInAt, steps },
        before === undefined ? {} : { failure: before },
      );
      return;
    }
    this.steps = answers.map(({ step }) => step);
    this.values = last?.values ?? this.values;
    this.noteFailure(last === undefined ? 'No request signs in.' : last.failure, isFirst);
  }

  private noteFailure(failure: string | undefined, isFirst: boolean): void {
    if (failure === undefined) {
      return;
    }
    this.failure = `${this.user.name} could not sign in. ${failure}`;
    // That a user made for a cell cannot sign in again is reported by the cell.
    if (isFirst || this.newcomer === undefined) {
      this.failures.add(this.failure);
    }
  }
}

function wasCancelled(answer: Answer | undefined): boolean {
  return answer?.result.reasons.some(({ kind }) => kind === 'cancelled') === true;
}

/** How many requests sign in all the users of a plan once. */
export function loginRequests(loaded: LoadedMatrix, { cells }: MatrixPlan): number {
  const used = new Set(cells.flatMap(({ owner, caller }) => [owner, caller]));
  return loaded.matrix.users
    .filter(({ name }) => used.has(name))
    .reduce((sum, user) => sum + (loginPlan(loaded, user)?.items.length ?? 0), 0);
}

/** Variables whose values a user signs in with. */
export function loginVariables(loaded: LoadedMatrix, user: MatrixUser): readonly string[] {
  const items = loginPlan(loaded, user)?.items ?? [];
  return items.flatMap((item) =>
    variableUses(item.request, item.loaded.chain).map(({ variable }) => variable),
  );
}

function loginPlan(loaded: LoadedMatrix, { login, role }: MatrixUser): RunPlan | undefined {
  if (login === undefined || role === ANONYMOUS) {
    return undefined;
  }
  const main = chainOf(loaded, login);
  return planRun(
    { main, required: main.required, environment: loaded.environment },
    login.id === undefined ? { kind: 'all' } : { kind: 'withDependencies', ids: [login.id] },
    new Set(),
  );
}

async function isAlive(context: AuthzContext, session: Session): Promise<Liveness> {
  const proof = livenessRequest(context.loaded, session.user);
  if (proof === undefined) {
    return { alive: undefined, steps: [] };
  }
  const { loaded, request } = proof;
  const bare = attackRequest(request, loaded.chain, { places: [], anonymous: false });
  const plan = planOf(loaded, bare.request, context.loaded.environment, bare.chain);
  const answers = await context.sender.send({
    caller: session,
    plan,
    values: session.values,
    step: 'liveness',
  });
  const response = answers[0]?.response;
  return {
    alive: response !== undefined && statusAccepted(response, request, context.loaded.matrix.denied),
    steps: answers.map(({ step }) => step),
  };
}

/** The request that the matrix names for it, or the last reading request of the login that needs the credentials. */
function livenessRequest(loaded: LoadedMatrix, { alive, login }: MatrixUser): NamedRequest | undefined {
  if (alive !== undefined) {
    return requestOf(loaded, alive);
  }
  const chain = login === undefined ? undefined : chainOf(loaded, login);
  const request = chain?.chain.requests.findLast(
    (candidate) =>
      candidate.method.toUpperCase() === 'GET' &&
      !candidate.disabled &&
      isSafe(candidate) &&
      effectiveAuth(candidate, chain.chain).type !== 'none',
  );
  return chain === undefined || request === undefined ? undefined : { loaded: chain, request };
}

function claimsOf(values: Values): readonly JwtClaims[] {
  return [...values.values()].flatMap(({ value }) =>
    typeof value === 'string' ? (jwtClaims(value) ?? []) : [],
  );
}
