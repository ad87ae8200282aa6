/**
 * What preparing a request could not do for its authentication: a token from elsewhere, a signature over
 * everything that is sent, an answer to a challenge. Failures are data.
 */
import { refuse, refuseRequest, type Gate } from '../permission/admission';
import { answerDigest, digestProblem, strongestChallenge } from './digest';
import { UserError } from '../errors';
import { phrase, quoted } from '../message';
import type { Auth, HeaderLine, HttpRequest, HttpResponse } from '../model';
import { originOf } from '../permission/origin';
import { nothingSensitive } from '../permission/sensitive';
import type { Clock, Hash, Random, SignAws } from '../ports';
import { headerValue, withHeader } from '../headers';
import { hex } from '../hex';
import type { PreparedRequest } from '../prepare/prepare';
import type { TimeLeft } from '../run/timeLeft';
import { signOAuth1, type OAuth1 } from './oauth1';
import type { TokenAuth, TokenSource } from './tokenSource';
import type { TokenFailure } from './tokenResponse';
import { requestTarget } from '../prepare/url';

/** What authentication needs. */
export interface AuthPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly hash: Hash;
  readonly signAws: SignAws;
  readonly tokens: TokenSource;
}

/** How a token is obtained. */
export interface AuthOptions extends Gate {
  readonly signal: AbortSignal;
  readonly timeLeft: TimeLeft;
}

/** A request that proves who sends it, or why it cannot. */
export type Authenticated =
  | {
      readonly ok: true;
      readonly request: HttpRequest;
      /** Names of the header lines that hold for this one request only. */
      readonly proof: readonly string[];
    }
  | TokenFailure;

/** UTF-16 code units that are shown of an address that is none. */
const MAX_URL = 200;

/** Applies the authentication of a prepared request to it. */
export async function authenticate(
  prepared: PreparedRequest,
  ports: AuthPorts,
  options: AuthOptions,
): Promise<Authenticated> {
  const { request, auth } = prepared;
  return auth.type === 'oauth2' ? withToken(prepared, auth, ports, options) : sign(request, auth, ports);
}

/** Signs a request whose authentication signs; every other one proves nothing of itself. */
export function sign(request: HttpRequest, auth: Auth, ports: AuthPorts): Authenticated {
  switch (auth.type) {
    case 'awsSigV4':
      return signed(() => withLines(request, ports.signAws(request, auth, new Date(ports.clock.now()))));
    case 'oauth1':
      return signed(() => withOAuth1(request, auth, ports));
    default:
      return { ok: true, request, proof: [] };
  }
}

/**
 * A prepared request with a new token when the server refused the one it had (401), because a token may end
 * before its time. Absent when there is no other one, or none was used. A redirect that turned it into a GET
 * shows that it was carried out: sent again it could take effect twice.
 */
export async function withNewToken(
  prepared: PreparedRequest,
  refused: HttpRequest,
  ports: AuthPorts,
  options: AuthOptions,
): Promise<Authenticated | undefined> {
  const { request, auth } = prepared;
  const used = headerValue(refused.headers, 'authorization')?.replace(/^Bearer /, '');
  if (auth.type !== 'oauth2' || used === undefined || refused.method !== request.method) {
    return undefined;
  }
  ports.tokens.forget(auth, used);
  const again = await withToken(prepared, auth, ports, options);
  if (!again.ok) {
    // What the token endpoint has against the grant matters less than the 401; that it was out of reach, more.
    return again.failure === undefined ? undefined : again;
  }
  return headerValue(again.request.headers, 'authorization') === `Bearer ${used}` ? undefined : again;
}

/** The request again with an answer to the server's digest challenge (RFC 7616), when it asks for one. */
export function answerChallenge(
  request: HttpRequest,
  response: HttpResponse,
  auth: Auth,
  { random, hash }: AuthPorts,
): Authenticated | undefined {
  if (auth.type !== 'digest' || response.status !== 401 || headerValue(request.headers, 'authorization')) {
    return undefined;
  }
  const offered = response.headers.filter(({ name }) => name.toLowerCase() === 'www-authenticate');
  const values = offered.map(({ value }) => value);
  const challenge = strongestChallenge(values);
  if (challenge === undefined) {
    return {
      ok: false,
      message: phrase`${digestProblem(values) ?? 'The digest challenge could not be read.'}`,
    };
  }
  const value = answerDigest({
    challenge,
    method: request.method,
    uri: requestTarget(request.url),
    username: auth.username,
    password: auth.password,
    body: request.body ?? new Uint8Array(),
    cnonce: hex(random.bytes(8)),
    nonceCount: 1,
    hash,
  });
  return withLines(request, [{ name: 'Authorization', value }]);
}

function withOAuth1(request: HttpRequest, auth: OAuth1, { random, clock, hash }: AuthPorts): Authenticated {
  const moment = { nonce: hex(random.bytes(16)), timestamp: Math.floor(clock.now() / 1000) };
  const proof = auth.in === 'query' ? [] : ['Authorization'];
  return { ok: true, request: signOAuth1(request, auth, moment, hash), proof };
}

/** What signing gives; a credential that cannot sign is a reason. */
function signed(signing: () => Authenticated): Authenticated {
  try {
    return signing();
  } catch (error) {
    if (error instanceof UserError) {
      return { ok: false, message: phrase`${error.message}` };
    }
    throw error;
  }
}

function withLines(request: HttpRequest, lines: readonly HeaderLine[]): Authenticated {
  return { ok: true, request: lines.reduce(withHeader, request), proof: lines.map(({ name }) => name) };
}

async function withToken(
  prepared: PreparedRequest,
  auth: TokenAuth,
  { tokens }: AuthPorts,
  options: AuthOptions,
): Promise<Authenticated> {
  const origin = originOf(auth.tokenUrl);
  if (origin === undefined) {
    const message = phrase`The token URL ${quoted(auth.tokenUrl, MAX_URL)} is not an http(s) URL. Correct "tokenUrl".`;
    return { ok: false, message };
  }
  const { request, forToken } = prepared;
  const text = () => Object.values(auth).join('\n');
  const refused =
    refuse({ origins: [origin], sensitive: forToken, text }, options) ??
    refuseSignIn(prepared, auth, options);
  if (refused !== undefined) {
    return { ok: false, message: phrase`${refused}` };
  }
  const token = await tokens.obtain(auth, {
    signal: options.signal,
    timeoutMs: options.timeLeft(),
    audience: originOf(request.url) ?? request.url,
  });
  if (!token.ok) {
    return token;
  }
  const line = { name: 'Authorization', value: `Bearer ${token.accessToken}` };
  return { ok: true, request: withHeader(request, line), proof: [] };
}

/**
 * Why the browser must not open a sign-in page: the page's address carries texts of the chain, and the
 * resulting token goes to the request's own origin.
 */
function refuseSignIn(
  { request, sensitive }: PreparedRequest,
  auth: TokenAuth,
  gate: Gate,
): string | undefined {
  if (auth.grant !== 'authorizationCode') {
    return undefined;
  }
  const { authorizationUrl, clientId, scope = '', redirectUri = '' } = auth;
  const origin = originOf(authorizationUrl);
  if (origin === undefined) {
    return `The authorization URL ${JSON.stringify(authorizationUrl)} is not an http(s) URL. Correct "authorizationUrl".`;
  }
  const text = () => [authorizationUrl, clientId, scope, redirectUri].join('\n');
  return (
    refuse({ origins: [origin], sensitive: nothingSensitive, text }, gate) ??
    refuseRequest(request, sensitive.derived, gate)
  );
}
