/** The state of one API instance, and one call to it: what every handler is given. */
import type { FlawSet } from './flaws';
import { createIds, type Ids } from './data/ids';
import { createStore } from './data/seed';
import type { Order, Session, Store } from './data/store';
import type { ApiRequest } from './http/request';
import type { Reply } from './http/reply';

/** Everything an instance remembers; nothing is shared between instances. */
export interface Api {
  readonly store: Store;
  readonly ids: Ids;
  readonly flaws: FlawSet;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds until a new token expires. */
  readonly tokenLifetimeMs: number;
  /** Aborted when the API closes; slow answers stop waiting then. */
  readonly closing: AbortSignal;
  /** Bearer tokens and session cookies, those that have ended as well. */
  readonly issued: Set<string>;
  /** By bearer token or session cookie. */
  readonly sessions: Map<string, Session>;
  /** User ids by refresh token. */
  readonly refreshTokens: Map<string, bigint>;
  /** Expiry (milliseconds since 1970) by token of the client credentials grant. */
  readonly clientTokens: Map<string, number>;
  /** CSRF tokens of login forms that were handed out, by the cookie handed out with them. */
  readonly loginForms: Map<string, string>;
  /** Digest nonces, with the highest count each was used with. */
  readonly nonces: Map<string, number>;
  /** Failures so far, by key of the flaky endpoint. */
  readonly failures: Map<string, number>;
  /** Answers of the shared cache (flaw cached-leak), by request target. */
  readonly cache: Map<string, CachedAnswer>;
  /** Orders whose owner can no longer read them (flaw owner-read-broken). */
  readonly unreadable: Set<string>;
  /** Users whose token has ended on their last refused read (flaw token-ends-midway). */
  readonly endedMidway: Set<bigint>;
}

/** An answer, and the order that it shows. */
interface CachedAnswer {
  readonly reply: Reply;
  readonly order: Order;
}

/** One request on its way through a handler. */
export interface Call {
  readonly api: Api;
  readonly request: ApiRequest;
  /** Decoded path parameters by name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** False when a flaw in the routing let the request past the access checks. */
  readonly guarded: boolean;
}

/** What differs from one instance to the next. */
export interface ApiSetup {
  readonly seed: string;
  readonly flaws: FlawSet;
  readonly now: () => number;
  readonly tokenLifetimeMs: number;
  readonly closing: AbortSignal;
}

/** The state of a fresh instance. */
export function createApi({ seed, ...setup }: ApiSetup): Api {
  const ids = createIds(seed);
  return {
    ...setup,
    ids,
    store: createStore(ids),
    issued: new Set(),
    sessions: new Map(),
    refreshTokens: new Map(),
    clientTokens: new Map(),
    loginForms: new Map(),
    nonces: new Map(),
    failures: new Map(),
    cache: new Map(),
    unreadable: new Set(),
    endedMidway: new Set(),
  };
}

/** A path parameter; the router guarantees that those of the template are there. */
export function parameter(call: Call, name: string): string {
  return call.parameters.get(name) ?? '';
}

/** A path parameter that is a 64-bit identifier, as {@link idOf}. */
export function idParameter(call: Call, name: string): bigint {
  return idOf(parameter(call, name));
}

/** A 64-bit identifier; -1, which nobody has, when the text is not a number. */
export function idOf(text: string): bigint {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : -1n;
}
