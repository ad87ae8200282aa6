/** Who calls: the user behind the bearer token or session cookie of a request, or nobody. */
import type { Call } from '../api';
import { userByEmail, type Role, type Session, type User } from '../data/store';
import { failure, Problem } from '../http/reply';
import { cookieOf, headerOf } from '../http/request';
import { findSession } from './sessions';

/** A signed-in user. */
export interface Caller {
  readonly user: User;
  /** The role that counts; differs from the user's only with the flaw stale-role. */
  readonly role: Role;
  /** Bearer token or session cookie. */
  readonly credential: string;
  readonly session: Session;
}

/** Name of the session cookie. */
export const SESSION_COOKIE = 'session';

/** The caller; throws a 401 when there is none, a 403 for a cookie write without CSRF token. */
export function requireCaller(call: Call): Caller {
  const caller = findCaller(call);
  if (caller === undefined) {
    throw new Problem(
      failure(401, 'not-signed-in', 'Sign in with POST /login and send the token as a bearer token.', [
        ['WWW-Authenticate', 'Bearer realm="orders"'],
      ]),
    );
  }
  return caller;
}

/** The caller, or undefined when the request proves nobody; throws a 403 as {@link requireCaller}. */
export function findCaller(call: Call): Caller | undefined {
  const token = bearerToken(call);
  const credential = token ?? cookieOf(call.request, SESSION_COOKIE);
  const session = credential === undefined ? undefined : findSession(call.api, credential);
  const user = session === undefined ? undefined : call.api.store.users.get(effectiveUserId(call, session));
  if (credential === undefined || session === undefined || user === undefined) {
    return undefined;
  }
  if (token === undefined) {
    checkCsrfToken(call, session);
  }
  // Two requests in one millisecond differ as well: who compares answers is to see that this moves by itself.
  const seen = { ...user, lastSeenAt: Math.max(call.api.now(), user.lastSeenAt + 1) };
  call.api.store.users.set(user.id, seen);
  return {
    user: seen,
    role: call.api.flaws.has('stale-role') ? session.role : user.role,
    credential,
    session,
  };
}

/** The bearer token of a request, if it has one. */
export function bearerToken(call: Call): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headerOf(call.request, 'authorization') ?? '')?.[1];
}

function effectiveUserId({ api, request }: Call, session: Session): bigint {
  const id = api.flaws.has('header-identity') ? headerOf(request, 'x-user-id') : undefined;
  const name = api.flaws.has('header-user-name') ? headerOf(request, 'x-original-user') : undefined;
  if (id !== undefined && /^\d{1,19}$/.test(id)) {
    return BigInt(id);
  }
  return (name === undefined ? undefined : userByEmail(api.store, name)?.id) ?? session.userId;
}

function checkCsrfToken(call: Call, session: Session): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(call.request.method)) {
    return;
  }
  const form =
    headerOf(call.request, 'content-type')?.startsWith('application/x-www-form-urlencoded') === true;
  const sent =
    headerOf(call.request, 'x-csrf-token') ??
    (form ? new URLSearchParams(call.request.body.toString('utf8')).get('_csrf') : undefined);
  if (sent !== session.csrfToken) {
    throw new Problem(
      failure(403, 'csrf-token-missing', 'Send the CSRF token of the account page as X-CSRF-Token or _csrf.'),
    );
  }
}
