/**
 * Sessions: what a login gives, and what the credentials of a request lead back to. A bearer token
 * has the shape of a JSON Web Token, so that clients can read `sub` and `exp`, but it is only
 * looked up, never trusted for what it says, but for the flaws of unverifiedTokens.ts. A cookie session needs a CSRF token with every write.
 */
import { createHmac } from 'node:crypto';
import type { Api } from '../api';
import type { Session, User } from '../data/store';
import { writeJson } from '../http/json';
import { claimedSession } from './unverifiedTokens';

/** A session with the credential that leads to it. */
export interface IssuedSession extends Session {
  readonly credential: string;
}

/** Signs a user in with a bearer token. */
export function issueToken(api: Api, user: User): IssuedSession {
  const id = api.ids.next('token');
  const expiresAt = api.now() + api.tokenLifetimeMs;
  const head = base64url('{"alg":"HS256","typ":"JWT"}');
  const claims = base64url(
    writeJson({
      sub: user.id.toString(),
      role: user.role,
      iat: Math.floor(api.now() / 1000),
      exp: Math.floor(expiresAt / 1000),
      jti: id.slice(0, 16),
    }),
  );
  const signature = createHmac('sha256', id).update(`${head}.${claims}`).digest('base64url');
  return open(api, `${head}.${claims}.${signature}`, { userId: user.id, role: user.role, expiresAt });
}

/** Signs a user in with a session cookie and its CSRF token. */
export function issueCookie(api: Api, user: User): IssuedSession & { readonly csrfToken: string } {
  const csrfToken = api.ids.next('csrf').slice(0, 32);
  const expiresAt = api.now() + api.tokenLifetimeMs;
  const session = { userId: user.id, role: user.role, expiresAt, csrfToken };
  return { ...open(api, api.ids.next('session').slice(0, 40), session), csrfToken };
}

/** The live session of a credential; undefined when it is unknown, ended or expired. */
export function findSession(api: Api, credential: string): Session | undefined {
  const session = api.issued.has(credential) ? api.sessions.get(credential) : claimedSession(api, credential);
  return session === undefined || session.expiresAt <= api.now() ? undefined : session;
}

function open(api: Api, credential: string, session: Session): IssuedSession {
  api.issued.add(credential);
  api.sessions.set(credential, session);
  return { ...session, credential };
}

function base64url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}
