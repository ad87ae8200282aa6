/** Reading whom a token is about and how long it holds (RFC 7519 §4.1), without trusting it: nothing is verified here. */
import { tokenClaims } from '../../../run/decode';
import { stringifyJson } from '../../../json/json';

/** Claims of a JSON Web Token. */
export interface JwtClaims {
  /** `iss` and `sub` as one text; absent when the token names no subject. */
  readonly subject?: string;
  /** Milliseconds since 1970; absent when it says nothing. */
  readonly expiresAt?: number;
}

/** The claims of a token; absent when the text is none. */
export function jwtClaims(token: string): JwtClaims | undefined {
  const claims = tokenClaims(token);
  if (claims === undefined) {
    return undefined;
  }
  const { iss = null, sub, exp } = claims;
  return {
    ...(sub === undefined ? {} : { subject: stringifyJson([iss, sub]) }),
    ...(typeof exp === 'number' ? { expiresAt: exp * 1000 } : {}),
  };
}
