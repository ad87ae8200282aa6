/**
 * The transport: one request goes out exactly as it was previewed, and one answer comes back with
 * everything that is known about it, or a failure that says what happened and what to do.
 *
 * No redirects, no cookies, nothing added; an answer that sets a cookie only has their parser loaded. One
 * repetition only: a GET, HEAD, OPTIONS or TRACE that went out on a kept connection and found it dead is sent again
 * on a new one, once, because a server may close an idle connection at the very moment it is used
 * (RFC 9112 §9.3.1). Other methods might take effect twice.
 */
import { defined } from '../../core/defined';
import type { HttpRequest, HttpResponse } from '../../core/model';
import type { Connection, Send, SendFailure, SendResult } from '../../core/ports';
import { checkHost, guardedLookup, resolveWithSystem, type ResolveHost } from './addressGuard';
import { exchangeWithAxios } from './axiosExchange';
import { ConnectionPool, type Route, type RouteSettings } from './connectionPool';
import { Deadline } from './deadline';
import { contentCodings, decodeBody, type Decoded } from './decode';
import type { Http2Sessions } from './http2Exchange';
import { Phases } from './phases';
import type { Attempt, Limits, Received } from './receive';
import { Refusal } from './refusal';
import { loadCookieParser } from './runCookies';
import { codeOf, explainDecoding, explainFault, explainStop } from './sendFailure';
import { aim, onThisMachine } from './target';
import type { TlsSettings } from './tls';

/** How to reach servers. */
export interface TransportConfig extends RouteSettings {
  /** Offer HTTP/2 to `https:` servers. */
  readonly http2: boolean;
  /** Bytes of a body, over the wire and decoded; {@link DEFAULT_MAX_BODY_BYTES} by default. */
  readonly maxBodyBytes?: number;
  /** Bytes of all header lines together; 64 KiB by default. */
  readonly maxHeaderBytes?: number;
  /** Looks hosts up; the operating system's resolver by default. */
  readonly resolveHost?: ResolveHost;
  /** `this-machine`: who sends has made sure that a person wrote each `0.0.0.0`; by default nothing is sent there. */
  readonly unspecifiedHost?: 'this-machine';
}

/** Sends until it is closed; what is sent then is answered as cancelled. */
export interface Transport {
  readonly send: Send;
  /** Closes every connection, those in use included. */
  close(): void;
}

/** 20 MiB. */
const DEFAULT_MAX_BODY_BYTES = 20 * 2 ** 20;

const DEFAULT_MAX_HEADER_BYTES = 64 * 2 ** 10;

/** Makes a transport with connections of its own. */
export function createTransport(config: TransportConfig): Transport {
  const pool = new ConnectionPool(config);
  let opened: Promise<Http2Sessions> | undefined;
  const sessions = () => (opened ??= newSessions());
  const underWay = new Set<Deadline>();
  const channel: Channel = { config, pool, sessions, underWay };
  let isClosed = false;
  return {
    send: (request, options) =>
      send(channel, request, isClosed ? { ...options, signal: AbortSignal.abort() } : options),
    close: () => {
      isClosed = true;
      for (const deadline of underWay) {
        deadline.cancel();
      }
      pool.close();
      void opened?.then((sessions) => {
        sessions.close();
      });
    },
  };
}

/** HTTP/2 takes a while to load, and few environments ask for it. */
async function newSessions(): Promise<Http2Sessions> {
  const { Http2Sessions } = await import('./http2Exchange');
  return new Http2Sessions();
}

interface Channel {
  readonly config: TransportConfig;
  readonly pool: ConnectionPool;
  /** Those of HTTP/2, made at the first call. */
  readonly sessions: () => Promise<Http2Sessions>;
  /** Of every request that is being sent. */
  readonly underWay: Set<Deadline>;
}

/** What an attempt brought, and the way it took. */
interface Carried {
  readonly received: Received;
  readonly route: Route;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

async function send(
  channel: Channel,
  request: HttpRequest,
  options: Parameters<Send>[1],
): Promise<SendResult> {
  const phases = new Phases();
  const aimed = aim(request);
  if (!aimed.ok) {
    return { ok: false, failure: aimed.failure, timings: phases.timings() };
  }
  const meansThisMachine = channel.config.unspecifiedHost === 'this-machine';
  const target = meansThisMachine ? onThisMachine(aimed.target, request.url) : aimed.target;
  const refused = checkHost(target.host);
  if (refused !== undefined) {
    return { ok: false, failure: refused, timings: phases.timings() };
  }
  const deadline = new Deadline(options.signal, options.timeoutMs);
  channel.underWay.add(deadline);
  const limits = limitsOf(channel.config);
  const lookup = guardedLookup(channel.config.resolveHost ?? resolveWithSystem);
  const { listenTo } = options;
  const attempt: Attempt = { request, target, lookup, deadline, phases, limits, ...defined({ listenTo }) };
  try {
    const carried = await carryOut(channel, attempt);
    const result = await conclude(carried, attempt, options.timeoutMs, channel.config.tls);
    await loadCookieParser(result);
    return result;
  } catch (error) {
    if (error instanceof Refusal) {
      return { ok: false, failure: error.failure, timings: phases.timings() };
    }
    throw error;
  } finally {
    deadline.release();
    channel.underWay.delete(deadline);
  }
}

async function carryOut(channel: Channel, attempt: Attempt): Promise<Carried> {
  const first = await tryOnce(channel, attempt);
  if (!diedOnKeptConnection(first.received, attempt)) {
    return first;
  }
  channel.pool.dropIdle();
  attempt.phases.startAgain();
  return tryOnce(channel, attempt);
}

function diedOnKeptConnection({ reused, heard, fault }: Received, { request, deadline }: Attempt): boolean {
  return (
    fault !== undefined &&
    reused &&
    !heard &&
    deadline.reason === undefined &&
    SAFE_METHODS.has(request.method) &&
    /^(ECONNRESET|EPIPE)$/.test(codeOf(fault))
  );
}

async function tryOnce({ config, pool, sessions }: Channel, attempt: Attempt): Promise<Carried> {
  const way = pool.route(attempt.target);
  const route = way instanceof Promise ? await way : way;
  if (config.http2 && attempt.target.secure) {
    if (route.kind === 'tunnel') {
      throw new Refusal(noHttp2(route.proxy.shown));
    }
    const http2 = await sessions();
    const received = await http2.exchange({ ...attempt, tls: pool.tls });
    if (received !== 'http1') {
      return { received, route: pool.directRoute(attempt.target) };
    }
  }
  return { received: await exchangeWithAxios({ route, pool, ...attempt }), route };
}

async function conclude(
  { received, route }: Carried,
  { target, deadline, phases, limits }: Attempt,
  timeoutMs: number,
  { verify }: TlsSettings,
): Promise<SendResult> {
  const { head, body, fault, stopped } = received;
  const timings = phases.timings();
  const connection = describeConnection(received, route, target.secure && !verify);
  const codings = head === undefined ? [] : contentCodings(head.headers);
  const decoded: Decoded =
    codings.length === 0 ? { body } : await decodeBody(body, codings, limits.maxBodyBytes);
  const isCutOff = stopped !== undefined && decoded.fault?.kind === 'corrupt';
  const response: HttpResponse | undefined =
    head === undefined
      ? undefined
      : { body: decoded.body.subarray(0, stopped?.size), wireSize: body.length, ...head };
  let failure: SendFailure | undefined;
  if (fault !== undefined || response === undefined) {
    const proxy = 'proxy' in route && !received.reachedProxy ? { proxy: route.proxy } : {};
    const place = { target, ...proxy, answered: response !== undefined, limits };
    failure =
      deadline.reason === undefined
        ? explainFault(fault, place)
        : explainStop(deadline.reason, place, timeoutMs);
  } else if (decoded.fault !== undefined && !isCutOff) {
    failure = explainDecoding(decoded.fault, limits);
  } else {
    const partial = stopped === undefined ? {} : ({ isPartial: true } as const);
    return { ok: true, response, timings, connection, ...partial };
  }
  return { ok: false, failure, timings, connection, ...defined({ response }) };
}

function describeConnection({ reused, address }: Received, route: Route, unverified: boolean): Connection {
  return {
    via: 'proxy' in route ? route.proxy.shown : route.kind,
    reused,
    ...defined({ address }),
    ...(unverified ? { tlsVerified: false } : {}),
  };
}

function limitsOf({ maxBodyBytes, maxHeaderBytes }: TransportConfig): Limits {
  return {
    maxBodyBytes: maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    maxHeaderBytes: maxHeaderBytes ?? DEFAULT_MAX_HEADER_BYTES,
  };
}

function noHttp2(proxy: string): SendFailure {
  return {
    code: 'proxy',
    message: `HTTP/2 does not go through the proxy ${proxy}.`,
    todo: 'Switch http2 off in the environment, or set its proxy to none.',
  };
}
