/**
 * The flaws token-…: tokens that the API did not issue and takes for what they say all the same, because it does not
 * verify their signature as it should.
 */
import { createHmac } from 'node:crypto';
import type { Api } from '../api';
import type { Session } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { JsonFields, parseJson } from '../http/json';

/** The session that a token claims which the API did not issue; undefined where no flaw lets it through. */
export function claimedSession(api: Api, token: string): Session | undefined {
  const [head = '', payload = '', signature] = token.split('.');
  const [header, claims] = [head, payload].map(fieldsIn);
  if (header === undefined || claims === undefined || signature === undefined) {
    return undefined;
  }
  const sub = claims.get('sub');
  const user =
    typeof sub === 'string' && /^\d{1,19}$/.test(sub) ? api.store.users.get(BigInt(sub)) : undefined;
  const expiresAt = Number(claims.get('exp')) * 1000;
  const isAccepted = ACCEPTED.some(
    ({ flaw, accepts }) =>
      api.flaws.has(flaw) &&
      accepts({ algorithm: header.get('alg'), signed: `${head}.${payload}`, signature }),
  );
  return user === undefined || !isAccepted ? undefined : { userId: user.id, role: user.role, expiresAt };
}

interface Token {
  readonly algorithm: unknown;
  readonly signed: string;
  readonly signature: string;
}

const ACCEPTED: readonly { readonly flaw: FlawName; readonly accepts: (token: Token) => boolean }[] = [
  { flaw: 'token-unverified', accepts: () => true },
  { flaw: 'token-alg-none', accepts: ({ algorithm }) => algorithm === 'none' },
  { flaw: 'token-signature-optional', accepts: ({ signature }) => signature === '' },
  { flaw: 'token-weak-key', accepts: ({ signed, signature }) => signature === weaklySigned(signed) },
];

function weaklySigned(text: string): string {
  return createHmac('sha256', 'secret').update(text).digest('base64url');
}

function fieldsIn(part: string): JsonFields | undefined {
  try {
    const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
    return value instanceof JsonFields ? value : undefined;
  } catch {
    // Not JSON, so that the text is no token.
    return undefined;
  }
}
