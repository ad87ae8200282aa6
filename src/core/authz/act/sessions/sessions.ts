/**
 * The users of an authorization run and their credentials: signed in once, renewed when they stopped
 * holding, never shared. What a login extracts goes with every request of its user.
 */
import { defined } from '../../../defined';
import type { JsonValue } from '../../../json/json';
import { planRun, type RunPlan } from '../../../run/plan';
import type { CookieJar } from '../../../ports';
import { effectiveAuth, variableUses } from '../../../prepare/references';
import type { BuiltInMemo } from '../../../prepare/scope';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { ChainRequest } from '../../../model';
import type { CellStep } from '../../model/authzResult';
import type { MatrixPlan } from '../../model/cell';
import type { AuthzContext } from '../context';
import { chainOf, requestOf, userOf, type NamedRequest } from '../../matrix/findByName';
import { statusAccepted } from '../../judge/denial';
import { jwtClaims, type JwtClaims } from './jwtClaims';
import { ANONYMOUS, type LoadedMatrix, type MatrixUser } from '../../model/matrix';
import { isSafe } from '../../matrix/safeRequest';
import type { StandIn } from '../../matrix/throwAways';
import { readOnlyCookies } from '../sender/readOnlyCookies';
import { planOf, type Answer, type Caller, type Values } from '../sender/sender';

/** A user who signed in, or why that failed. Renewed in place: every reference to it has the newest credentials. */
export interface Session extends Caller {
  /** What the user knows: everything the login extracted. */
  readonly values: Values;
  readonly steps: readonly CellStep[];
  readonly failure?: string;
  /** Present for a user who was made for a cell. */
  readonly standIn?: StandIn;
  /** Counts from 1; absent for the first session of a user, which is no further worker's. */
  readonly worker?: number;
}

/** The sessions of a run. */
export interface Sessions {
  /** Signs a user in, unless that was done. */
  of(name: string): Promise<Session>;
  /** Signs a user in once more, for a session that nobody else uses. */
  another(session: Session): Promise<Session>;
  /** Sessions that have expired while the run waited, by the names of their users. */
  readonly expired: Map<string, Session>;
  /** How long the run has waited for that. */
  waitedMs: number;
  /** Signs a user in again; the session is the same one. */
  renew(session: Session): Promise<void>;
  /**
   * Signs in again where the refusal of something granted may mean that the credentials ended: 401 always, 403 when
   * a request that needs them is refused as well, or when there is none. Whether they are new ones.
   */
  renewEnded(session: Session, refusal: Answer | undefined): Promise<boolean>;
  /** What was refused before signing in again was sent again; `again` is the refusal that it got then. */
  sentAgain(session: Session, refusal: Answer | undefined, again: Answer | undefined): void;
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
  /** The same users in further sessions, which nobody else uses at the same time. */
  forWorker(worker: number): Sessions;
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
  const start = async (user: MatrixUser, origin: Origin): Promise<LiveSession> => {
    const session = new LiveSession(user, context, origin);
    own.push(...(origin.newcomer === undefined ? [session] : []));
    await session.signIn();
    return session;
  };
  const renew = async (session: Session): Promise<void> => {
    await (await sessions.get(keyOf(session.user.name, session.worker)))?.signIn();
  };
  const signedIn = async (name: string, forWorker?: number): Promise<LiveSession> => {
    const user = userOf(context.loaded, name);
    // What a login ends cannot be had a second time.
    const worker = user.ended === true ? undefined : forWorker;
    const key = keyOf(name, worker);
    const first = worker === undefined ? undefined : await sessions.get(keyOf(name));
    const origin = worker === undefined ? { failures } : { failures: new Set<string>(), worker, first };
    const starting = sessions.get(key) ?? start(user, origin);
    sessions.set(key, starting);
    const session = await starting;
    if (expiresSoon(session, context.ports.clock.now())) {
      await session.signIn();
    }
    return session;
  };
  const of = (name: string): Promise<LiveSession> => signedIn(name);
  let lockedOut: Promise<boolean> | undefined;
  const all: Sessions = {
    of,
    expired: new Map(),
    waitedMs: 0,
    another: (first) => start(first.user, { failures: new Set(), first }),
    renew,
    areLockedOut(names) {
      lockedOut ??= failures.size === 0 ? undefined : everyoneFails(names, of, failures);
      return lockedOut ?? Promise.resolve(false);
    },
    ...endingsOf(context, renew),
    admit(user, standIn, given) {
      const session = start(user, { failures, newcomer: { standIn, given } });
      sessions.set(keyOf(user.name), session);
      return session;
    },
    extracted: () =>
      own.flatMap(({ user, values }) =>
        [...values].map(([variable, { value }]) => ({ user: user.name, variable, value })),
      ),
    failures: () => [...failures],
    isAlive: (session) => isAlive(context, session),
    forWorker: (worker) => ({
      ...all,
      of: (name) => signedIn(name, worker),
      // Trying everybody is for the first sessions, which another worker may be using.
      areLockedOut: () => lockedOut ?? Promise.resolve(false),
    }),
  };
  return all;
}

function keyOf(user: string, worker?: number): string {
  return JSON.stringify([user, worker ?? null]);
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
function endingsOf(
  context: AuthzContext,
  renew: Sessions['renew'],
): Pick<Sessions, 'renewEnded' | 'sentAgain'> {
  const forbidden = new Set<string>();
  const keyOfRefusal = ({ user }: Session, refusal: Answer | undefined): string => {
    const { method = '', url = '' } = refusal?.result.exchange?.request ?? {};
    return JSON.stringify([user.name, method, url]);
  };
  return {
    async renewEnded(session, refusal) {
      const status = refusal?.response?.status;
      const key = keyOfRefusal(session, refusal);
      const isOpen =
        status === 403 && loginPlan(context.loaded, session.user) !== undefined && !forbidden.has(key);
      if (status !== 401 && !isOpen) {
        return false;
      }
      if (isOpen && (await isAlive(context, session)).alive === true) {
        forbidden.add(key);
        return false;
      }
      await renew(session);
      return true;
    },
    sentAgain(session, refusal, again) {
      if (again?.response?.status === 403) {
        forbidden.add(keyOfRefusal(session, refusal));
      }
    },
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

/** Whose session it is. */
interface Origin {
  /** Where it is noted that the user cannot sign in. */
  readonly failures: Set<string>;
  readonly newcomer?: Newcomer;
  readonly worker?: number;
  /** The session of the same user that has no worker. */
  readonly first?: Session | undefined;
}

/** What is special about somebody whom the matrix does not name. */
interface Newcomer {
  readonly standIn: StandIn;
  readonly given: Values;
}

class LiveSession implements Session {
  readonly standIn?: StandIn;
  readonly worker?: number;
  /** The same for every session of a user, who would be another one with other built-ins. */
  readonly memo: BuiltInMemo;
  cookies: CookieJar;
  values: Values = new Map();
  steps: readonly CellStep[] = [];
  failure?: string;
  /** Milliseconds since 1970. */
  signedInAt = 0;

  constructor(
    readonly user: MatrixUser,
    private readonly context: AuthzContext,
    private readonly origin: Origin,
  ) {
    this.cookies = context.ports.newCookies();
    this.memo = origin.first?.memo ?? new Map();
    Object.assign(this, defined({ standIn: origin.newcomer?.standIn, worker: origin.worker }));
  }

  /** Starts again, without the cookies and values of before. What a cancelled run does not get to changes nothing. */
  async signIn(): Promise<void> {
    const { cookies, values, signedInAt, steps, failure: before } = this;
    this.cookies = this.context.ports.newCookies();
    this.values = this.origin.newcomer?.given ?? new Map();
    const isFirst = this.signedInAt === 0;
    this.signedInAt = this.context.ports.clock.now();
    delete this.failure;
    const plan = loginPlan(this.context.loaded, this.user);
    if (plan === undefined) {
      return;
    }
    const answers = await this.sendLogin(plan);
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
    this.values = answers.at(this.user.ended === true ? -2 : -1)?.values ?? this.values;
    this.noteFailure(last === undefined ? 'No request signs in.' : last.failure, isFirst);
  }

  /** Credentials that end are those that the last request is sent with; it may be answered with new ones. */
  private async sendLogin(plan: RunPlan): Promise<readonly Answer[]> {
    const send = (items: RunPlan['items'], values: Values): Promise<readonly Answer[]> =>
      this.context.sender.send({ caller: this, plan: { ...plan, items }, values, step: 'login' });
    if (this.user.ended !== true) {
      return send(plan.items, this.values);
    }
    const before = await send(plan.items.slice(0, -1), this.values);
    const got = before.at(-1);
    if (got === undefined || got.failure !== undefined) {
      return before;
    }
    this.cookies = readOnlyCookies(this.cookies);
    return [...before, ...(await send(plan.items.slice(-1), got.values))];
  }

  private noteFailure(failure: string | undefined, isFirst: boolean): void {
    if (failure === undefined) {
      return;
    }
    this.failure = `${this.user.name} could not sign in. ${failure}`;
    // That a user made for a cell cannot sign in again is reported by the cell.
    if (isFirst || this.origin.newcomer === undefined) {
      this.origin.failures.add(this.failure);
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

/**
 * The request that the matrix names for it, else the last reading request that needs the credentials among those that
 * sign in. Only where none of them is one, any other of their chain may do.
 */
function livenessRequest(loaded: LoadedMatrix, user: MatrixUser): NamedRequest | undefined {
  const { alive, login } = user;
  if (alive !== undefined) {
    return requestOf(loaded, alive);
  }
  const chain = login === undefined ? undefined : chainOf(loaded, login);
  if (chain === undefined) {
    return undefined;
  }
  const proves = (request: ChainRequest): boolean =>
    request.method.toUpperCase() === 'GET' &&
    !request.disabled &&
    isSafe(request) &&
    effectiveAuth(request, chain.chain).type !== 'none';
  const signingIn = (loginPlan(loaded, user)?.items ?? []).filter(
    (item) => item.loaded.chain === chain.chain,
  );
  const request =
    signingIn.findLast((item) => proves(item.request))?.request ?? chain.chain.requests.findLast(proves);
  return request === undefined ? undefined : { loaded: chain, request };
}

/** When the last of some tokens of a session expires, in milliseconds since 1970; absent when one does not say it. */
export function expiryOf({ values }: Session, variables: ReadonlySet<string>): number | undefined {
  const ends = [...values]
    .filter(([name]) => variables.has(name))
    .map(([, { value }]) => (typeof value === 'string' ? jwtClaims(value)?.expiresAt : undefined));
  const known = ends.flatMap((end) => end ?? []);
  return known.length === 0 || known.length < ends.length ? undefined : Math.max(...known);
}

function claimsOf(values: Values): readonly JwtClaims[] {
  return [...values.values()].flatMap(({ value }) =>
    typeof value === 'string' ? (jwtClaims(value) ?? []) : [],
  );
}
