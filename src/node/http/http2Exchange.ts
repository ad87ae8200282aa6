/**
 * HTTP/2 for environments that ask for it: one session per origin, agreed upon by ALPN. A server that
 * speaks only HTTP/1.1 is remembered and reached that way.
 *
 * HTTP/2 has no place for some lines: names are lower-cased, `Host` becomes `:authority`, and the lines
 * about the connection (`Connection`, `Keep-Alive`) are left out (RFC 9113 §8.2.2).
 */
import http2, { type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import { isIP } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import { defined } from '../../core/defined';
import { headerValue } from '../../core/headers';
import type { HttpRequest } from '../../core/model';
import type { ConnectionTls } from './connectionPool';
import type { Deadline } from './deadline';
import {
  closedEarly,
  headersTooLarge,
  headerLines,
  receiveBody,
  remoteAddress,
  STOPPED,
  type Attempt,
  type Received,
  type ResponseHead,
} from './receive';
import { Refusal } from './refusal';
import type { Target } from './target';

/** An attempt over HTTP/2. */
export interface Http2Attempt extends Attempt {
  readonly tls: () => ConnectionTls;
}

/** The sessions of one transport. */
export class Http2Sessions {
  private readonly sessions = new Map<string, ClientHttp2Session>();
  private readonly http1Origins = new Set<string>();
  private readonly connecting = new Set<TLSSocket>();

  /** One attempt; `http1` when the server does not speak HTTP/2. What goes wrong is in `fault`. */
  async exchange(attempt: Http2Attempt): Promise<Received | 'http1'> {
    const key = attempt.target.origin;
    if (this.http1Origins.has(key)) {
      return 'http1';
    }
    const open = this.sessions.get(key);
    const reusable = open !== undefined && !open.closed && !open.destroyed ? open : undefined;
    try {
      const session = reusable ?? (await this.connect(attempt, key));
      return session === 'http1' ? session : await converse(session, attempt, reusable !== undefined);
    } catch (fault) {
      return { body: EMPTY, fault, reused: false, heard: false, reachedProxy: false };
    } finally {
      attempt.deadline.onStop(() => undefined);
    }
  }

  close(): void {
    for (const session of this.sessions.values()) {
      session.destroy();
    }
    for (const socket of this.connecting) {
      socket.destroy();
    }
    this.sessions.clear();
  }

  private async connect(attempt: Http2Attempt, key: string): Promise<ClientHttp2Session | 'http1'> {
    const { target, limits } = attempt;
    const socket = tls.connect(socketOptions(attempt));
    this.connecting.add(socket);
    attempt.phases.follow(socket);
    await secured(socket, attempt.deadline).finally(() => this.connecting.delete(socket));
    if (socket.alpnProtocol !== 'h2') {
      socket.destroy();
      this.http1Origins.add(key);
      attempt.phases.startAgain();
      return 'http1';
    }
    const session = http2.connect(target.origin, {
      createConnection: () => socket,
      settings: { enablePush: false, maxHeaderListSize: limits.maxHeaderBytes },
    });
    // Streams report what went wrong with them; an idle session may just go.
    session.on('error', () => session.destroy());
    session.once('close', () => {
      if (this.sessions.get(key) === session) {
        this.sessions.delete(key);
      }
    });
    this.sessions.set(key, session);
    return session;
  }
}

const EMPTY = new Uint8Array(0);

/** Lines that HTTP/1.1 has and HTTP/2 must not have. */
const CONNECTION_LINES = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
]);

function socketOptions({ target, lookup, tls: options }: Http2Attempt): tls.ConnectionOptions {
  return {
    ...options(),
    host: target.host,
    port: target.port,
    lookup,
    servername: isIP(target.host) === 0 ? target.host : '',
    ALPNProtocols: ['h2', 'http/1.1'],
  };
}

function secured(socket: TLSSocket, deadline: Deadline): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
    deadline.onStop(() => {
      socket.destroy();
      reject(STOPPED);
    });
  });
}

async function converse(
  session: ClientHttp2Session,
  attempt: Http2Attempt,
  reused: boolean,
): Promise<Received> {
  const { request, target, deadline, phases, limits } = attempt;
  const address = session.socket === undefined ? undefined : remoteAddress(session.socket);
  const facts = { reused, reachedProxy: false, ...defined({ address }) };
  session.ref();
  const stream = session.request(requestHeaders(request, target), { endStream: request.body === undefined });
  stream.once('close', () => {
    session.unref();
  });
  try {
    const answered = firstHeaders(stream, deadline, limits.maxHeaderBytes);
    if (request.body !== undefined) {
      stream.end(request.body);
    }
    const head = await answered;
    phases.mark('firstByte');
    const received = await receiveBody(stream, head, attempt);
    const reset = received.stopped === undefined ? resetFault(stream) : {};
    return { ...facts, heard: true, ...reset, ...received, head };
  } catch (fault) {
    stream.destroy();
    return { ...facts, heard: false, body: EMPTY, fault: isGone(session, stream) ? closedEarly() : fault };
  }
}

/** Whether the server left, or refused the stream before looking at it (RFC 9113 §8.7). */
function isGone(session: ClientHttp2Session, { rstCode }: ClientHttp2Stream): boolean {
  return session.closed || session.destroyed || rstCode === http2.constants.NGHTTP2_REFUSED_STREAM;
}

/** A reset looks like the end of the body but for its code. */
function resetFault({ rstCode }: ClientHttp2Stream): { readonly fault?: unknown } {
  return rstCode === undefined || rstCode === http2.constants.NGHTTP2_NO_ERROR
    ? {}
    : { fault: Object.assign(new Error('reset'), { code: 'ERR_HTTP2_STREAM_ERROR' }) };
}

function firstHeaders(
  stream: ClientHttp2Stream,
  deadline: Deadline,
  maxHeaderBytes: number,
): Promise<ResponseHead> {
  return new Promise((resolve, reject) => {
    stream.once('response', (headers, _flags, ...raw: readonly unknown[]) => {
      const lines = headerLines((raw[0] ?? []) as readonly string[]);
      if (lines.reduce((sum, { name, value }) => sum + name.length + value.length, 0) > maxHeaderBytes) {
        reject(new Refusal(headersTooLarge(maxHeaderBytes)));
        return;
      }
      resolve({
        status: headers[':status'] ?? 0,
        statusText: '',
        httpVersion: '2',
        headers: lines.filter(({ name }) => !name.startsWith(':')),
      });
    });
    stream.on('error', reject);
    stream.once('close', () => {
      reject(closedEarly());
    });
    deadline.onStop(() => {
      reject(STOPPED);
      stream.destroy(STOPPED);
    });
  });
}

function requestHeaders({ method, headers }: HttpRequest, target: Target): OutgoingHttpHeaders {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string[]>;
  fields[':method'] = method;
  fields[':scheme'] = 'https';
  fields[':authority'] = headerValue(headers, 'host') ?? new URL(target.origin).host;
  fields[':path'] = target.path;
  for (const { name, value } of headers) {
    const field = name.toLowerCase();
    if (!CONNECTION_LINES.has(field)) {
      const before = fields[field];
      fields[field] = before === undefined ? value : [before, value].flat();
    }
  }
  return fields;
}
