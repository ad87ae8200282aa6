/**
 * OAuth 2.0 access tokens by the grants that need no browser (RFC 6749 §4.3, §4.4 and §6).
 *
 * The token request is an ordinary HttpRequest sent through the `Send` port, so that it obeys the same
 * proxies, certificates, refused addresses and deadlines as every other. oauth4webapi was considered: it
 * works on fetch's Request and Response, which this layer does not have, and reads the clock itself; the
 * editor's browser sign-in (authorization code with PKCE) is its purpose. Redirects of a token
 * endpoint are not followed, since the request carries the client's secret.
 */
import { phrase, type Message } from '../message';
import type { HeaderLine, HttpRequest, OAuth2Auth } from '../model';
import { originOf } from '../permission/origin';
import type { Clock, Send, SendOptions } from '../ports';
import { readTokenResponse, type TokenFailure, type TokenGrant, type TokenResult } from './tokenResponse';

/** What obtaining a token needs. */
export interface TokenPorts {
  readonly send: Send;
  readonly clock: Clock;
  /** Value of the `User-Agent` header. */
  readonly userAgent: string;
}

/** A client at a token endpoint; the texts are resolved. */
export type TokenClient = Pick<OAuth2Auth, 'tokenUrl' | 'clientId' | 'clientSecret' | 'clientAuth'>;

/** Asks the token endpoint for an access token; `auth` holds resolved texts. */
export async function requestToken(
  auth: OAuth2Auth,
  ports: TokenPorts,
  options: SendOptions,
): Promise<TokenResult> {
  return sendTokenRequest({ ...buildTokenRequest(auth, ports.userAgent), grant: auth.grant }, ports, options);
}

/** Asks for an access token with the code that a browser brought (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export async function redeemCode(
  client: TokenClient,
  { code, redirectUri, codeVerifier }: Readonly<Record<'code' | 'redirectUri' | 'codeVerifier', string>>,
  ports: TokenPorts,
  options: SendOptions,
): Promise<TokenResult> {
  const parameters = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  };
  const built = tokenRequest(client, parameters, ports.userAgent);
  return sendTokenRequest({ ...built, grant: 'authorizationCode' }, ports, options);
}

async function sendTokenRequest(
  built: ReturnType<typeof buildTokenRequest> & { readonly grant: TokenGrant },
  { send, clock }: TokenPorts,
  options: SendOptions,
): Promise<TokenResult> {
  if (!built.ok) {
    return failed(built.message);
  }
  const askedAt = clock.now();
  const result = await send(built.request, options);
  if (!result.ok) {
    const { message, todo } = result.failure;
    const endpoint = built.request.url.replace(/\?.*$/, '');
    return {
      ...failed(phrase`No access token from ${endpoint}: ${message} ${todo}`),
      failure: result.failure,
    };
  }
  return readTokenResponse(result.response, askedAt, built.grant);
}

/** The token request, or why it cannot be built (RFC 6749 §2.3.1 and §4). */
export function buildTokenRequest(
  auth: OAuth2Auth,
  userAgent: string,
): { readonly ok: true; readonly request: HttpRequest } | TokenFailure {
  const missing = missingMember(auth);
  if (missing !== undefined && originOf(auth.tokenUrl) !== undefined) {
    return failed(phrase`The OAuth 2.0 grant ${auth.grant} needs a "${missing}". Add it to "auth".`);
  }
  const scope = auth.scope === '' ? undefined : auth.scope;
  return tokenRequest(auth, { ...grantParameters(auth), scope }, userAgent);
}

function tokenRequest(
  client: TokenClient,
  parameters: Readonly<Record<string, string | undefined>>,
  userAgent: string,
): ReturnType<typeof buildTokenRequest> {
  const origin = originOf(client.tokenUrl);
  if (origin === undefined) {
    return failed(
      phrase`The token URL ${client.tokenUrl} is not an http(s) URL with a plain host. Correct "tokenUrl".`,
    );
  }
  const { host, pathname, search } = new URL(client.tokenUrl);
  const body = new TextEncoder().encode(new URLSearchParams(withClient(parameters, client)).toString());
  const headers: readonly HeaderLine[] = [
    { name: 'Host', value: host },
    { name: 'User-Agent', value: userAgent },
    { name: 'Accept', value: 'application/json' },
    { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    { name: 'Content-Length', value: String(body.length) },
    ...clientHeader(client),
  ];
  return {
    ok: true,
    request: { method: 'POST', url: `${origin}${pathname}${search}`, headers, body },
  };
}

const NEEDED = {
  clientCredentials: ['clientId'],
  password: ['username', 'password'],
  refreshToken: ['refreshToken'],
} as const;

function missingMember(auth: OAuth2Auth): string | undefined {
  return NEEDED[auth.grant].find((member) => auth[member] === undefined || auth[member] === '');
}

function withClient(
  parameters: Readonly<Record<string, string | undefined>>,
  client: TokenClient,
): [name: string, value: string][] {
  const inBody = !sendsBasic(client);
  const all = {
    ...parameters,
    client_id: inBody ? client.clientId : undefined,
    client_secret: inBody ? client.clientSecret : undefined,
  };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

function grantParameters({
  grant,
  username,
  password,
  refreshToken,
}: OAuth2Auth): Record<string, string | undefined> {
  switch (grant) {
    case 'clientCredentials':
      return { grant_type: 'client_credentials' };
    case 'password':
      return { grant_type: 'password', username, password };
    case 'refreshToken':
      return { grant_type: 'refresh_token', refresh_token: refreshToken };
  }
}

/** A client without a secret cannot prove itself: it is named in the body (RFC 6749 §3.2.1). */
function sendsBasic({ clientAuth = 'basic', clientSecret }: TokenClient): boolean {
  return clientAuth === 'basic' && clientSecret !== undefined;
}

/** Identifier and secret are form-encoded before base64, unlike in plain `Basic` (RFC 6749 §2.3.1). */
function clientHeader(client: TokenClient): readonly HeaderLine[] {
  if (!sendsBasic(client)) {
    return [];
  }
  const credentials = [client.clientId, client.clientSecret ?? ''].map(formEncode).join(':');
  return [{ name: 'Authorization', value: `Basic ${btoa(credentials)}` }];
}

function formEncode(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1);
}

function failed(message: Message): TokenFailure {
  return { ok: false, message };
}
