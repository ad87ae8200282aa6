/**
 * Access tokens kept while they are valid, so that a chain asks the token endpoint once and not once per
 * request. A token belongs to everything that defines it: endpoint, grant, client, scope, user and their
 * secrets; two users of an authorization test never share one.
 *
 * An expired token is replaced with its refresh token where the endpoint gave one, else by the grant.
 * Callers who want the same token at the same time wait for one exchange.
 */
import type { OAuth2Auth } from '../model';
import { requestToken, type TokenPorts } from './oauth2';
import type { SendOptions } from '../ports';
import { startTime } from '../run/timeLeft';
import type { AccessToken, TokenResult } from './tokenResponse';

/** Tokens by what defines them; lives as long as a run or an editor session, never on disk. */
export interface TokenCache {
  /** A valid token, from here or from the endpoint; its deadline is for all that is sent to get one. */
  readonly obtain: (auth: OAuth2Auth, options: SendOptions) => Promise<TokenResult>;
  /** Drops a token that a server refused (401); a newer one and the refresh token stay. */
  readonly forget: (auth: OAuth2Auth, accessToken: string) => void;
}

/** Milliseconds before its end from which a token no longer counts as valid. */
export const tokenMargin = 30_000;

/** An empty cache in front of a token endpoint. */
export function createTokenCache(ports: TokenPorts): TokenCache {
  const tokens = new Map<string, AccessToken>();
  const underWay = new Map<string, Promise<TokenResult>>();

  const start = (key: string, auth: OAuth2Auth, options: SendOptions): Promise<TokenResult> => {
    const exchange = renew(auth, tokens.get(key), ports, options)
      .then((result) => {
        if (result.ok) {
          tokens.set(key, result);
        }
        return result;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, exchange);
    return exchange;
  };

  return {
    async obtain(auth, options) {
      const key = keyOf(auth);
      const timeLeft = startTime(ports.clock, options.timeoutMs);
      for (;;) {
        const token = tokens.get(key);
        if (token !== undefined && isValid(token, ports.clock.now())) {
          return token;
        }
        const others = underWay.get(key);
        if (others === undefined) {
          return start(key, auth, { ...options, timeoutMs: timeLeft() });
        }
        const result = await others;
        if (!wasStopped(result) || options.signal.aborted) {
          return result;
        }
      }
    },
    forget(auth, accessToken) {
      const key = keyOf(auth);
      const token = tokens.get(key);
      if (token?.accessToken === accessToken) {
        tokens.set(key, { ...token, expiresAt: -Infinity });
      }
    },
  };
}

/** A new token; a refresh that fails falls back to the grant, since refresh tokens end without notice. */
async function renew(
  auth: OAuth2Auth,
  old: AccessToken | undefined,
  ports: TokenPorts,
  options: SendOptions,
): Promise<TokenResult> {
  if (old?.refreshToken === undefined) {
    return requestToken(auth, ports, options);
  }
  const { refreshToken } = old;
  const timeLeft = startTime(ports.clock, options.timeoutMs);
  const refreshed = await requestToken({ ...auth, grant: 'refreshToken', refreshToken }, ports, options);
  if (refreshed.ok) {
    return { refreshToken, ...refreshed };
  }
  return wasStopped(refreshed) ? refreshed : requestToken(auth, ports, { ...options, timeoutMs: timeLeft() });
}

function isValid({ expiresAt = Infinity }: AccessToken, now: number): boolean {
  return now < expiresAt - tokenMargin;
}

/** The caller who started an exchange may cancel it or run out of time; that does not answer those who waited with it. */
function wasStopped(result: TokenResult): boolean {
  return !result.ok && (result.failure?.code === 'cancelled' || result.failure?.code === 'timeout');
}

function keyOf(auth: OAuth2Auth): string {
  const { grant, tokenUrl, clientId, clientSecret, clientAuth, scope } = auth;
  const { username, password, refreshToken } = auth;
  const parts = [
    grant,
    tokenUrl,
    clientId,
    clientSecret,
    clientAuth,
    scope,
    username,
    password,
    refreshToken,
  ];
  return JSON.stringify(parts.map((part) => part ?? null));
}
