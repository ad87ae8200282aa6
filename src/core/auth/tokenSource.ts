/**
 * Where access tokens come from: a token endpoint asked with what the chain says, or a person who signs in
 * in a browser. Only the editor has the second.
 */
import { phrase } from '../message';
import type { AuthorizationCodeAuth, OAuth2Auth } from '../model';
import type { SendOptions } from '../ports';
import type { TokenCache } from './tokenCache';
import type { TokenResult } from './tokenResponse';

/** An authentication that needs an access token; its texts are resolved. */
export type TokenAuth = OAuth2Auth | AuthorizationCodeAuth;

/** What a token is wanted for. The deadline is for what is sent to get it, not for a person who signs in. */
export interface TokenUse extends SendOptions {
  /** Origin that the token will be sent to. */
  readonly audience: string;
}

/** Gives access tokens. */
export interface TokenSource {
  readonly obtain: (auth: TokenAuth, use: TokenUse) => Promise<TokenResult>;
  /** Drops a token that a server refused (401). */
  readonly forget: (auth: TokenAuth, accessToken: string) => void;
}

/** Gives tokens of sessions that a person opened in a browser. */
export interface SignIns {
  readonly obtain: (auth: AuthorizationCodeAuth, use: TokenUse) => Promise<TokenResult>;
  readonly forget: (auth: AuthorizationCodeAuth, accessToken: string) => void;
}

/** Asks the one or the other, as the grant says. Without `signIns` nobody can sign in. */
export function createTokenSource(cache: TokenCache, signIns?: SignIns): TokenSource {
  return {
    async obtain(auth, use) {
      if (auth.grant !== 'authorizationCode') {
        return cache.obtain(auth, use);
      }
      return signIns?.obtain(auth, use) ?? { ok: false, message: NOBODY, notSendable: true };
    },
    forget(auth, accessToken) {
      if (auth.grant === 'authorizationCode') {
        signIns?.forget(auth, accessToken);
      } else {
        cache.forget(auth, accessToken);
      }
    },
  };
}

const NOBODY = phrase`This request needs somebody to sign in in a browser (grant authorizationCode), which only the editor can ask for. Run it there, or use the grant refreshToken.`;
