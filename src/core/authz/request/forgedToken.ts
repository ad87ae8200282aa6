/**
 * Tokens (RFC 7519) that name another user, as somebody makes them who has no key: the claims of the caller's own
 * token, those that say who it is taken from the owner's. A server that verifies signatures refuses each of them.
 *
 * Nothing is left to chance or time: what makes a token unique and when it was issued stays the caller's.
 */
import { base64UrlOfBytes, textOfBase64 } from '../../base64';
import { isObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '../../json/json';
import type { Hash } from '../../ports';

/** How the signature of a forged token is made. */
export type Forgery = 'token-alg-none' | 'token-no-signature' | 'token-payload' | 'token-foreign-key';

/** A forged token, or why there is none: a text is no token, or the two name one user. */
export type Forged =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly lacks: 'token' | 'difference' };

/** Makes the caller's token one of the owner's; a scheme before it (`Bearer `) is kept. */
export function forgeToken(forgery: Forgery, own: JsonValue, owners: JsonValue, hash: Hash): Forged {
  const [mine, theirs] = [partsOf(own), partsOf(owners)];
  if (mine === undefined || theirs === undefined) {
    return { ok: false, lacks: 'token' };
  }
  const claims = claimsOfOther(mine.claims, theirs.claims);
  return claims === undefined
    ? { ok: false, lacks: 'difference' }
    : { ok: true, token: `${mine.scheme}${signed(forgery, mine, claims, hash)}` };
}

interface TokenParts {
  readonly scheme: string;
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly signature: string;
}

function partsOf(value: JsonValue): TokenParts | undefined {
  const [, scheme = '', head = '', payload = '', signature = ''] =
    typeof value === 'string' ? (TOKEN.exec(value) ?? []) : [];
  const [header, claims] = [head, payload].map(objectIn);
  return header === undefined || claims === undefined ? undefined : { scheme, header, claims, signature };
}

/** RFC 7515 §3.1: three parts. */
const TOKEN = /^([A-Za-z][\w-]{0,20} +)?([\w-]+)\.([\w-]+)\.([\w-]*)$/;

function objectIn(part: string): JsonObject | undefined {
  try {
    const value = parseJson(textOfBase64(part) ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    // Not JSON, so that the text is no token.
    return undefined;
  }
}

/** The claims with those of the other user; undefined where no claim says who it is. */
function claimsOfOther(own: JsonObject, owners: JsonObject): JsonObject | undefined {
  const others = Object.entries(owners).filter(
    ([name, value]) =>
      !ABOUT_THE_TOKEN.has(name) && stringifyJson(own[name] ?? null) !== stringifyJson(value),
  );
  return others.length === 0 ? undefined : { ...own, ...Object.fromEntries(others) };
}

/** Claims that nobody else can know or that say nothing about who it is (RFC 7519 §4.1, OpenID Connect Core §2). */
const ABOUT_THE_TOKEN: ReadonlySet<string> = new Set(
  'iat nbf exp jti sid nonce at_hash c_hash s_hash session_state auth_time uti'.split(' '),
);

function signed(forgery: Forgery, { header, signature }: TokenParts, claims: JsonObject, hash: Hash): string {
  const unsigned = (algorithm?: string): string =>
    [algorithm === undefined ? header : { ...header, alg: algorithm }, claims].map(encoded).join('.');
  switch (forgery) {
    case 'token-alg-none':
      return `${unsigned('none')}.`;
    case 'token-no-signature':
      return `${unsigned()}.`;
    case 'token-payload':
      return `${unsigned()}.${signature}`;
    case 'token-foreign-key': {
      const text = unsigned('HS256');
      return `${text}.${base64UrlOfBytes(hash.hmacSha256(bytes(WEAK_KEY), bytes(text)))}`;
    }
  }
}

/** The key that most examples are written with, and that too many servers are run with. */
const WEAK_KEY = 'secret';

function encoded(part: JsonObject): string {
  return base64UrlOfBytes(bytes(stringifyJson(part)));
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
