/** Reading whom a token is about and how long it holds (RFC 7519 §4.1), without trusting it: nothing is verified here. */
import { isObject, parseJson, stringifyJson } from '../../json';
import type { JsonObject } from '../../json';

/** Claims of a JSON Web Token. */
export interface JwtClaims {
  /** `iss` and `sub` as one text; absent when the token names no subject. */
  readonly subject?: string;
  /** Milliseconds since 1970; absent when it says nothing. */
  readonly expiresAt?: number;
}

/** The claims of a token; absent when the text is none. */
export function jwtClaims(token: string): JwtClaims | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  const claims = payload === undefined ? undefined : readClaims(payload);
  if (claims === undefined) {
    return undefined;
  }
  const { iss = null, sub, exp } = claims;
  return {
    ...(sub === undefined ? {} : { subject: stringifyJson([iss, sub]) }),
    ...(typeof exp === 'number' ? { expiresAt: exp * 1000 } : {}),
  };
}

function readClaims(payload: string): JsonObject | undefined {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    const claims = parseJson(text);
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
