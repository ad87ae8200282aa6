/**
 * The answer of an OAuth 2.0 token endpoint: a token, or why there is none (RFC 6749 §5).
 *
 * Lenient where endpoints in the field are (a lifetime written as text, no token type), strict where a
 * wrong guess would be sent somewhere: a token must fit into a header, and be a bearer token.
 */
import { defined } from '../defined';
import { part, phrase, type Message, type Value } from '../message';
import type { AuthorizationCodeAuth, HttpResponse, OAuth2Auth } from '../model';
import type { SendFailure } from '../ports';

/** What a token endpoint gave. */
export interface AccessToken {
  readonly ok: true;
  readonly accessToken: string;
  /** Milliseconds since 1970; absent when the endpoint did not say. */
  readonly expiresAt?: number;
  /** For getting the next access token without the original grant. */
  readonly refreshToken?: string;
}

/** Why no token was received. */
export interface TokenFailure {
  readonly ok: false;
  /** A whole sentence what, and one what to do. */
  readonly message: Message;
  /** Present when the exchange itself failed or was cancelled. */
  readonly failure?: SendFailure;
  /** True when a front end has no way to get such a token at all. */
  readonly notSendable?: true;
}

/** A token, or why there is none. */
export type TokenResult = AccessToken | TokenFailure;

/** What a token is asked for with. */
export type TokenGrant = OAuth2Auth['grant'] | AuthorizationCodeAuth['grant'];

/** Reads the answer of a token endpoint; `askedAt` in milliseconds since 1970. */
export function readTokenResponse(
  { status, body }: HttpResponse,
  askedAt: number,
  grant: TokenGrant,
): TokenResult {
  const members = readMembers(body);
  const error = text(members, 'error');
  if (error !== undefined) {
    return failed(
      phrase`The token endpoint answered ${foreign(error)}${describe(members)} (${status}). ${remedyFor(error, grant)}`,
    );
  }
  if (status < 200 || status > 299) {
    const todo =
      status >= 300 && status < 400 ? 'Write the final address there.' : 'Look at what answers there.';
    return failed(
      phrase`The token endpoint answered ${status} without an OAuth 2.0 error. Check "tokenUrl". ${todo}`,
    );
  }
  if (members === undefined) {
    return failed(
      phrase`The token endpoint answered ${status}, but not with a JSON object. Check "tokenUrl".`,
    );
  }
  return readToken(members, askedAt);
}

function readToken(members: ReadonlyMap<string, unknown>, askedAt: number): TokenResult {
  const accessToken = text(members, 'access_token');
  if (accessToken === undefined) {
    return failed(
      phrase`The token endpoint answered without an "access_token". Check "tokenUrl" and the grant.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    return failed(phrase`The token endpoint gave a token that no header can carry. Check "tokenUrl".`);
  }
  const type = text(members, 'token_type') ?? 'Bearer';
  if (!/^bearer/i.test(type)) {
    return failed(
      phrase`The token endpoint gave a token of type ${foreign(type)}. Only bearer tokens can be used; ask it for one.`,
    );
  }
  const seconds = expiresIn(members);
  const refreshToken = text(members, 'refresh_token');
  return {
    ok: true,
    accessToken,
    ...(seconds === undefined ? {} : { expiresAt: askedAt + seconds * 1000 }),
    ...defined({ refreshToken }),
  };
}

function readMembers(body: Uint8Array): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function text(members: ReadonlyMap<string, unknown> | undefined, name: string): string | undefined {
  const value = members?.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Seconds; many endpoints write them as a string, against RFC 6749 §5.1. */
function expiresIn(members: ReadonlyMap<string, unknown>): number | undefined {
  const value = members.get('expires_in');
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined;
}

function describe(members: ReadonlyMap<string, unknown> | undefined): Message | '' {
  const description = text(members, 'error_description');
  return description === undefined ? '' : phrase`: ${foreign(description)}`;
}

function remedyFor(error: string, grant: TokenGrant): string {
  switch (error) {
    case 'invalid_client':
      return 'Check "clientId", "clientSecret" and "clientAuth".';
    case 'invalid_grant':
      return GRANT_REMEDY[grant];
    case 'invalid_scope':
      return 'Check "scope".';
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return 'Choose another "grant", or allow this one for the client there.';
    default:
      return 'Check the members of "auth".';
  }
}

const GRANT_REMEDY: Readonly<Record<TokenGrant, string>> = {
  authorizationCode: 'Run it again to sign in again.',
  clientCredentials: 'Check "clientId" and "clientSecret".',
  password: 'Check "username" and "password".',
  refreshToken: 'Get a new "refreshToken".',
};

/** UTF-16 code units that are shown of a text of the endpoint. */
const MAX_SHOWN = 300;

function foreign(text: string): Value {
  return part(text, MAX_SHOWN);
}

function failed(message: Message): TokenFailure {
  return { ok: false, message };
}
