/**
 * One exchange as the user means it: a prepared request, its authentication, its redirects and its
 * cookies, until a final answer or the reason for its absence. One deadline covers everything.
 *
 * Every hop passes the same gate (admission.ts). Authentication is generated again for each
 * hop on its own origin, and is left behind for good on the way to another one: that one could
 * lead us back to an address of their choice. Cookies of the jar go wherever they belong, as in browsers,
 * because signing in by way of another origin needs them; those that secrets led to pass the gate as well.
 */
import { refusePrepared, refuseRequest, tokenOf, type Gate } from '../permission/admission';
import {
  answerChallenge,
  authenticate,
  sign,
  withNewToken,
  type Authenticated,
  type AuthPorts,
} from '../auth/authenticate';
import { defined } from '../defined';
import { headerValues, joinCookies, withHeader, withoutHeaders } from '../headers';
import { phrase, type Message } from '../message';
import type { HeaderLine, HttpRequest, HttpResponse } from '../model';
import { originOf, sameOrigin } from '../permission/origin';
import {
  derivedFrom,
  nothingSensitive,
  secretsBehind,
  type Derived,
  type LearnedSecrets,
} from '../permission/sensitive';
import type { CookieJar, ListenTo, Send, SendResult } from '../ports';
import type { PreparedRequest } from '../prepare/prepare';
import { maxRedirects, nextHop } from './redirect';
import type { Reason, RecordedHop } from '../result/result';
import { startTime, type TimeLeft } from './timeLeft';
import type { TokenFailure } from '../auth/tokenResponse';

/** What carries out exchanges. */
export interface ExchangePorts extends AuthPorts {
  readonly send: Send;
}

/** How one exchange is carried out. */
export interface ExchangeOptions extends Gate {
  readonly signal: AbortSignal;
  /** Milliseconds for everything but listening: tokens, redirects, and whatever is sent again. */
  readonly timeoutMs: number;
  readonly redirects: 'follow' | 'manual';
  readonly listenTo?: ListenTo | undefined;
  readonly cookies: CookieJar;
  /** The secrets that origins got so far. */
  readonly learned: LearnedSecrets;
}

/** The outcome: the last request that was (or would have been) sent, and its answer or a reason. */
export interface ExchangeOutcome {
  readonly request: HttpRequest;
  readonly hops: readonly RecordedHop[];
  readonly answer?: SendResult;
  /** Why no final answer was received, when the transport is not the cause. */
  readonly reason?: ExchangeReason;
}

/** Why an exchange ended without the transport having failed. */
type ExchangeReason =
  | Extract<Reason<Message>, { kind: 'refused' | 'redirect' | 'authentication' | 'not-sendable' }>
  | { readonly kind: 'cancelled'; readonly message: Message };

/** Why a request has no answer when the person who runs cancels it. */
export const cancelledUnderWay = phrase`The run was cancelled while this request was under way.`;

/** Carries out an exchange. Failures are data; it rejects only for faults that are ours. */
export async function exchange(
  prepared: PreparedRequest,
  ports: ExchangePorts,
  options: ExchangeOptions,
): Promise<ExchangeOutcome> {
  const refused = refusePrepared(prepared, options);
  if (refused !== undefined) {
    return unsent(prepared, { kind: 'refused', message: phrase`${refused}` });
  }
  const { auth, forToken } = prepared;
  options.learned.add(originOf(auth.type === 'oauth2' ? auth.tokenUrl : ''), secretsBehind(forToken));
  const timeLeft = startTime(ports.clock, options.timeoutMs);
  const first = await authenticate(prepared, ports, { timeLeft, ...options });
  if (!first.ok) {
    return unsent(prepared, reasonOf(first));
  }
  const context: Context = {
    prepared,
    ports,
    options,
    timeLeft: signsIn(prepared) ? startTime(ports.clock, options.timeoutMs) : timeLeft,
  };
  const outcome = await followHops(first, context);
  const response = outcome.answer?.response;
  if (response?.status !== 401) {
    return outcome;
  }
  const now = { ...prepared, request: withCookies(prepared.request, true, context) };
  const timed = { ...options, timeLeft: context.timeLeft };
  const renewed = await withNewToken(now, outcome.request, ports, timed);
  if (renewed === undefined) {
    return outcome;
  }
  if (!renewed.ok) {
    return { ...outcome, reason: reasonOf(renewed) };
  }
  const again = await followHops(renewed, context);
  const refusal = recordHop(outcome.request, response, ['the token was refused, a new one was sent']);
  return { ...again, hops: [...outcome.hops, refusal, ...again.hops] };
}

function unsent({ request }: PreparedRequest, reason: ExchangeReason): ExchangeOutcome {
  return { request, hops: [], reason };
}

/** Whether a person may have had to sign in: their time is not the request's. */
function signsIn({ auth }: PreparedRequest): boolean {
  return auth.type === 'oauth2' && auth.grant === 'authorizationCode';
}

/** What the steps of one exchange share. */
interface Context {
  readonly prepared: PreparedRequest;
  readonly ports: ExchangePorts;
  readonly options: ExchangeOptions;
  readonly timeLeft: TimeLeft;
}

/** One request of an exchange. */
interface Hop {
  readonly request: HttpRequest;
  /** What it carries that was derived from secrets, cookies of the jar aside. */
  readonly derived: readonly Derived[];
  /** Names of its header lines that hold for this request only. */
  readonly proof: readonly string[];
  /** No request of the exchange went to another origin than the first. */
  readonly atHome: boolean;
  /** It answers a challenge. */
  readonly challenged: boolean;
  /** Redirects that led to it. */
  readonly redirects: number;
}

/** What follows an answer. */
type Next =
  | { readonly kind: 'final' }
  | { readonly kind: 'stop'; readonly reason: ExchangeReason }
  | { readonly kind: 'go'; readonly hop: Hop; readonly notes: readonly string[] };

async function followHops(
  { request, proof }: Extract<Authenticated, { ok: true }>,
  context: Context,
): Promise<ExchangeOutcome> {
  const { prepared, ports, options, timeLeft } = context;
  const hops: RecordedHop[] = [];
  let last: { readonly request: HttpRequest; readonly answer: SendResult } | undefined;
  const derived = [...prepared.sensitive.derived, ...tokenOf(prepared)];
  const ofRequest = [...proof, ...(prepared.bound?.names ?? [])];
  let hop: Hop = { request, derived, proof: ofRequest, atHome: true, challenged: false, redirects: 0 };
  for (;;) {
    const cookies = options.cookies.derived(hop.request.url);
    const refused = refuseRequest(hop.request, [...hop.derived, ...cookies], options);
    if (refused !== undefined) {
      const reason = { kind: 'refused', message: phrase`${refused}` } as const;
      return { request: hop.request, ...last, hops: hops.slice(0, -1), reason };
    }
    const origin = originOf(hop.request.url) ?? '';
    const { secrets } = hop.atHome ? prepared.sensitive : nothingSensitive;
    options.learned.add(origin, secretsBehind({ secrets, derived: [...hop.derived, ...cookies] }));
    const timeoutMs = timeLeft();
    const { signal, listenTo } = options;
    const answer = await ports.send(hop.request, { signal, timeoutMs, ...defined({ listenTo }) });
    last = { request: hop.request, answer };
    if (!answer.ok) {
      const isFirst = hops.length === 0 && prepared.auth.type !== 'oauth2';
      return { ...last, hops, answer: isFirst ? answer : withTimeLeft(answer, timeoutMs, options) };
    }
    options.cookies.store(
      hop.request.url,
      headerValues(answer.response.headers, 'set-cookie'),
      derivedFrom(options.learned.of(origin), origin, 'cookie'),
    );
    const next = whatFollows(hop, answer.response, context);
    if (next.kind !== 'go') {
      return { ...last, hops, ...(next.kind === 'stop' ? { reason: next.reason } : {}) };
    }
    hops.push(recordHop(hop.request, answer.response, next.notes));
    ({ hop } = next);
  }
}

function whatFollows(hop: Hop, response: HttpResponse, context: Context): Next {
  const { prepared, ports, options } = context;
  if (hop.atHome && !hop.challenged) {
    const answered = answerChallenge(hop.request, response, prepared.auth, ports);
    if (answered !== undefined) {
      // The challenge may have set or ended cookies; its answer does not cover them.
      const again = answered.ok
        ? { ...answered, request: withCookies(answered.request, true, context) }
        : answered;
      return go(again, { ...hop, challenged: true }, ['answered the digest challenge']);
    }
  }
  return options.redirects === 'manual' ? { kind: 'final' } : redirected(hop, response, context);
}

function redirected(hop: Hop, response: HttpResponse, context: Context): Next {
  const { options } = context;
  const step = nextHop(hop.request, response);
  if (step.kind === 'final') {
    return step;
  }
  if (step.kind === 'stop' || hop.redirects >= maxRedirects) {
    const message = step.kind === 'stop' ? step.message : loopMessage(hop);
    return { kind: 'stop', reason: { kind: 'redirect', message } };
  }
  const atHome = hop.atHome && sameOrigin(hop.request.url, step.request.url);
  const bare = withCookies(withoutHeaders(step.request, hop.proof), atHome, context);
  const proved: Authenticated = atHome ? signAgain(bare, context) : { ok: true, request: bare, proof: [] };
  const from = originOf(hop.request.url) ?? '';
  const target = derivedFrom(options.learned.of(from), from, 'redirect target');
  const derived = sameOrigin(hop.request.url, step.request.url) ? [...hop.derived, ...target] : target;
  return go(proved, { ...hop, derived, atHome, challenged: false, redirects: hop.redirects + 1 }, step.notes);
}

/** The request with everything that is made from what it sends. */
function signAgain(request: HttpRequest, { prepared, ports }: Context): Authenticated {
  const lines = prepared.bound?.linesFor(request) ?? [];
  const signed = sign(lines.reduce(withHeader, request), prepared.auth, ports);
  return signed.ok ? { ...signed, proof: [...signed.proof, ...lines.map(({ name }) => name)] } : signed;
}

function go(proved: Authenticated, hop: Hop, notes: readonly string[]): Next {
  return proved.ok
    ? { kind: 'go', hop: { ...hop, request: proved.request, proof: proved.proof }, notes }
    : { kind: 'stop', reason: reasonOf(proved) };
}

function reasonOf({ message, failure, notSendable }: TokenFailure): ExchangeReason {
  if (failure?.code === 'cancelled') {
    return { kind: 'cancelled', message: cancelledUnderWay };
  }
  return { kind: notSendable === true ? 'not-sendable' : 'authentication', message };
}

/** A timeout that says how little of the time was left, when something had used it up before. */
function withTimeLeft(
  answer: Extract<SendResult, { ok: false }>,
  left: number,
  { timeoutMs }: ExchangeOptions,
): SendResult {
  const { failure } = answer;
  if (failure.code !== 'timeout' || left >= timeoutMs) {
    return answer;
  }
  const share = `Of the ${timeoutMs} ms of this request, ${left} ms were left for that.`;
  return { ...answer, failure: { ...failure, message: `${failure.message} ${share}` } };
}

function recordHop(request: HttpRequest, response: HttpResponse, notes: readonly string[]): RecordedHop {
  const { method, url } = request;
  const setCookies = setCookieLines(response);
  return { method, url, status: response.status, ...(setCookies.length === 0 ? {} : { setCookies }), notes };
}

function loopMessage({ redirects, request }: Hop): Message {
  return phrase`The server redirected ${redirects} times without an end, last from ${request.url}. Look at the redirects of this result, or set "redirects": "manual".`;
}

function setCookieLines({ headers }: HttpResponse): readonly HeaderLine[] {
  return headers.filter(({ name }) => name.toLowerCase() === 'set-cookie');
}

/** The request with the cookies that belong to its URL by now; at home, with those it names itself. */
function withCookies(request: HttpRequest, atHome: boolean, { prepared, options }: Context): HttpRequest {
  const own = atHome ? prepared.ownCookies : undefined;
  const value = joinCookies([options.cookies.header(request.url), own]);
  return value === undefined
    ? withoutHeaders(request, ['cookie'])
    : withHeader(request, { name: 'Cookie', value });
}
