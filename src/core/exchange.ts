/**
 * One exchange as the user means it: a prepared request, its authentication, its redirects and its
 * cookies, until there is a final answer or a reason why there is none.
 *
 * Every hop passes the same gate: its origin must be admitted, and no secret may be part of it that is
 * not bound to that origin, in whatever encoding a response may have handed it back to us.
 */
import type { Secret } from './builtIns';
import { UserError } from './errors';
import { answerDigest, digestProblem, strongestChallenge } from './digest';
import type { Auth, HeaderLine, HttpRequest, HttpResponse, OAuth2Auth } from './model';
import { originOf, sameOrigin } from './origin';
import type { AwsCredentials, Clock, CookieJar, Hash, Random, Send, SendResult, SignAws } from './ports';
import { headerValue } from './prepare';
import type { PreparedRequest } from './prepare';
import { maxRedirects, nextHop } from './redirect';
import { secretsIn } from './secretForms';
import type { Reason, RecordedHop } from './result';
import type { TokenCache } from './tokenCache';
import { requestTarget } from './url';

/** What carries out exchanges. */
export interface ExchangePorts {
  readonly send: Send;
  readonly clock: Clock;
  readonly random: Random;
  readonly hash: Hash;
  readonly signAws: SignAws;
  readonly tokens: TokenCache;
}

/** Where a run may send to. */
export interface OriginPolicy {
  /** Who named an origin, or why nothing may be sent there: a whole sentence and what to do. */
  admit(origin: string): { readonly addressFrom: 'authored' | 'response' } | { readonly refused: string };
}

/** How one exchange is carried out. */
export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for everything, redirects included. */
  readonly timeoutMs: number;
  readonly redirects: 'follow' | 'manual';
  readonly policy: OriginPolicy;
  readonly cookies: CookieJar;
  /** Every secret the run has looked up so far. */
  readonly secrets: readonly Secret[];
  /** Secrets that answers are compared with: who answers could guess them, so it must be theirs already. */
  readonly comparedSecrets: readonly Secret[];
}

/** What came of it: the last request that was (or would have been) sent, and its answer or a reason. */
export interface ExchangeOutcome {
  readonly request: HttpRequest;
  readonly hops: readonly RecordedHop[];
  readonly answer?: SendResult;
  /** Why there is no final answer, when that is not the transport's doing. */
  readonly reason?: Extract<Reason, { kind: 'refused' | 'redirect' | 'authentication' }>;
}

/** Carries out an exchange. Failures are data; it rejects only for faults that are ours. */
export async function exchange(
  prepared: PreparedRequest,
  ports: ExchangePorts,
  options: ExchangeOptions,
): Promise<ExchangeOutcome> {
  const refusal = checkSecrets(prepared);
  if (refusal !== undefined) {
    return { request: prepared.request, hops: [], reason: { kind: 'refused', message: refusal } };
  }
  const authenticated = await authenticate(prepared, ports, options);
  if (!authenticated.ok) {
    const reason = { kind: 'authentication', message: authenticated.message } as const;
    return { request: prepared.request, hops: [], reason };
  }
  const outcome = await followHops(authenticated.request, prepared.auth, ports, options);
  const renewed = await withNewToken(prepared, outcome, ports, options);
  return renewed === undefined ? outcome : followHops(renewed, prepared.auth, ports, options);
}

/** The request with a new token when the server refused the one it had; a token may end before its time. */
async function withNewToken(
  prepared: PreparedRequest,
  { request, answer }: ExchangeOutcome,
  ports: ExchangePorts,
  options: ExchangeOptions,
): Promise<HttpRequest | undefined> {
  const { auth } = prepared;
  if (auth.type !== 'oauth2' || answer?.response?.status !== 401) {
    return undefined;
  }
  const used = headerValue(request.headers, 'authorization')?.replace(/^Bearer /, '');
  if (used === undefined) {
    return undefined;
  }
  ports.tokens.forget(auth, used);
  const again = await withToken(prepared, auth, ports, options);
  return again.ok && headerValue(again.request.headers, 'authorization') !== `Bearer ${used}`
    ? again.request
    : undefined;
}

async function followHops(
  first: HttpRequest,
  auth: Auth,
  ports: ExchangePorts,
  options: ExchangeOptions,
): Promise<ExchangeOutcome> {
  const deadline = ports.clock.monotonic() + options.timeoutMs;
  const hops: RecordedHop[] = [];
  let request = first;
  let challenged = false;
  let last: { readonly request: HttpRequest; readonly answer: SendResult } | undefined;
  for (;;) {
    const admission = admitRequest(request, options);
    if ('refused' in admission) {
      const reason = { kind: 'refused', message: admission.refused } as const;
      return { request, ...last, hops: last === undefined ? hops : hops.slice(0, -1), reason };
    }
    const timeoutMs = Math.max(1, Math.ceil(deadline - ports.clock.monotonic()));
    const answer = await ports.send(request, { signal: options.signal, timeoutMs, ...admission });
    if (!answer.ok) {
      return { request, hops, answer };
    }
    last = { request, answer };
    const { response } = answer;
    options.cookies.store(request.url, setCookieLines(response));
    // Whoever a redirect leads to could crack the password from an answer to a challenge of its own.
    const mayAnswer = !challenged && sameOrigin(first.url, request.url);
    const challenge = mayAnswer ? answerChallenge(request, response, auth, ports) : undefined;
    if (challenge?.ok === false) {
      return { request, hops, answer, reason: { kind: 'authentication', message: challenge.message } };
    }
    if (challenge !== undefined) {
      challenged = true;
      hops.push(recordHop(request, response, ['answered the digest challenge']));
      request = challenge.request;
      continue;
    }
    const step = options.redirects === 'manual' ? ({ kind: 'final' } as const) : nextHop(request, response);
    if (step.kind === 'final') {
      return { request, hops, answer };
    }
    if (step.kind === 'stop' || hops.length >= maxRedirects) {
      const message = step.kind === 'stop' ? step.message : loopMessage(hops);
      return { request, hops, answer, reason: { kind: 'redirect', message } };
    }
    hops.push(recordHop(request, response, step.notes));
    request = withCookies(
      auth.type === 'digest' ? withoutAuthorization(step.request) : step.request,
      options.cookies,
    );
    challenged = false;
  }
}

/** A digest answer holds for one URL; the next one gives a challenge of its own. */
function withoutAuthorization(request: HttpRequest): HttpRequest {
  return {
    ...request,
    headers: request.headers.filter(({ name }) => name.toLowerCase() !== 'authorization'),
  };
}

function recordHop(request: HttpRequest, { status }: HttpResponse, notes: readonly string[]): RecordedHop {
  return { method: request.method, url: request.url, status, notes };
}

function loopMessage(hops: readonly RecordedHop[]): string {
  const last = hops.at(-1)?.url ?? '';
  return `The server redirected ${hops.length} times without an end, last from ${last}. Look at the redirects of this result, or set "redirects": "manual".`;
}

function setCookieLines({ headers }: HttpResponse): readonly string[] {
  return headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value);
}

function withCookies(request: HttpRequest, cookies: CookieJar): HttpRequest {
  const cookie = cookies.header(request.url);
  return cookie === undefined || cookie === ''
    ? request
    : withHeader(request, { name: 'Cookie', value: cookie });
}

/** The request with a header line before its last ones, in place of any of the same name. */
function withHeader(request: HttpRequest, line: HeaderLine): HttpRequest {
  const others = request.headers.filter(({ name }) => name.toLowerCase() !== line.name.toLowerCase());
  return { ...request, headers: [...others, line] };
}

function checkSecrets({ request, secrets }: PreparedRequest): string | undefined {
  const origin = originOf(request.url);
  const stray = secrets.find(({ origins }) => origin === undefined || !origins.includes(origin));
  return stray === undefined ? undefined : strayMessage(stray, origin);
}

function strayMessage({ label, name, origins }: Secret, origin: string | undefined): string {
  const bound = origins.length === 0 ? 'no origin' : origins.join(', ');
  return (
    `The ${label} is bound to ${bound} and was not sent to ${origin ?? 'this address'}. ` +
    `If it belongs there, bind it: --secret-host ${name}=${origin ?? 'https://…'}.`
  );
}

/** The gate of every hop: where it goes, and what it would carry there. */
function admitRequest(
  request: HttpRequest,
  { policy, secrets, comparedSecrets }: ExchangeOptions,
): ReturnType<OriginPolicy['admit']> {
  const origin = originOf(request.url);
  if (origin === undefined) {
    return { refused: `${request.url} has no origin that can be sent to. Correct its host.` };
  }
  const stray =
    comparedSecrets.find(({ origins }) => !origins.includes(origin)) ??
    strayIn(() => requestText(request), origin, secrets);
  return stray === undefined ? policy.admit(origin) : { refused: strayMessage(stray, origin) };
}

/** A secret that a text carries, in whatever encoding, although it is not bound to the text's destination. */
function strayIn(text: () => string, origin: string, secrets: readonly Secret[]): Secret | undefined {
  const strangers = secrets.filter(({ origins }) => !origins.includes(origin));
  if (strangers.length === 0) {
    return undefined;
  }
  const carried = secretsIn(
    text(),
    strangers.map(({ value }) => value),
  );
  return strangers.find(({ value }) => carried.includes(value));
}

/** Everything of a request that could carry a secret, as one text. */
function requestText({ url, headers, body }: HttpRequest): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [url, ...lines, body === undefined ? '' : new TextDecoder().decode(body)].join('\n');
}

type Authenticated =
  { readonly ok: true; readonly request: HttpRequest } | { readonly ok: false; readonly message: string };

/** Applies what preparing could not: a token from elsewhere, a signature over the whole request. */
async function authenticate(
  prepared: PreparedRequest,
  ports: ExchangePorts,
  options: ExchangeOptions,
): Promise<Authenticated> {
  const { request, auth } = prepared;
  if (auth.type === 'oauth2') {
    return withToken(prepared, auth, ports, options);
  }
  return auth.type === 'awsSigV4' ? withSignature(request, auth, ports) : { ok: true, request };
}

function withSignature(
  request: HttpRequest,
  credentials: AwsCredentials,
  { signAws, clock }: ExchangePorts,
): Authenticated {
  try {
    const lines = signAws(request, credentials, new Date(clock.now()));
    return { ok: true, request: lines.reduce(withHeader, request) };
  } catch (error) {
    if (error instanceof UserError) {
      return { ok: false, message: error.message };
    }
    throw error;
  }
}

async function withToken(
  { request, tokenSecrets }: PreparedRequest,
  auth: OAuth2Auth,
  { tokens }: ExchangePorts,
  { signal, timeoutMs, policy, secrets }: ExchangeOptions,
): Promise<Authenticated> {
  const origin = originOf(auth.tokenUrl);
  if (origin === undefined) {
    const message = `The token URL ${JSON.stringify(auth.tokenUrl)} is no http(s) URL. Correct "tokenUrl".`;
    return { ok: false, message };
  }
  const stray =
    tokenSecrets.find(({ origins }) => !origins.includes(origin)) ??
    strayIn(() => Object.values(auth).join('\n'), origin, secrets);
  if (stray !== undefined) {
    return { ok: false, message: strayMessage(stray, origin) };
  }
  const admission = policy.admit(origin);
  if ('refused' in admission) {
    return { ok: false, message: admission.refused };
  }
  const token = await tokens.obtain(auth, { signal, timeoutMs, ...admission });
  return token.ok ? { ok: true, request: withBearer(request, token.accessToken) } : token;
}

function withBearer(request: HttpRequest, token: string): HttpRequest {
  return withHeader(request, { name: 'Authorization', value: `Bearer ${token}` });
}

/** The request again with an answer to the server's digest challenge (RFC 7616), when it asks for one. */
function answerChallenge(
  request: HttpRequest,
  response: HttpResponse,
  auth: Auth,
  { random, hash }: ExchangePorts,
): Authenticated | undefined {
  if (auth.type !== 'digest' || response.status !== 401 || headerValue(request.headers, 'authorization')) {
    return undefined;
  }
  const offered = response.headers.filter(({ name }) => name.toLowerCase() === 'www-authenticate');
  const values = offered.map(({ value }) => value);
  const challenge = strongestChallenge(values);
  if (challenge === undefined) {
    return { ok: false, message: digestProblem(values) ?? 'The digest challenge could not be read.' };
  }
  const value = answerDigest({
    challenge,
    method: request.method,
    uri: requestTarget(request.url),
    username: auth.username,
    password: auth.password,
    body: request.body ?? new Uint8Array(),
    cnonce: Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    nonceCount: 1,
    hash,
  });
  return { ok: true, request: withHeader(request, { name: 'Authorization', value }) };
}
