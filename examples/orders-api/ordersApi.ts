/**
 * The sample orders API: a real HTTP server on a loopback address, in memory, started and closed by
 * its users (the demo, the tests, the extension). It behaves the same in every run: ids
 * depend on a seed, time on a clock that can be given, and delays on how often one asks.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi, type Api } from './api';
import { DEFAULT_FLAWS, selectFlaws } from './flaws';
import { AnswerWithheld, ConnectionCut, failure, Problem, type Reply } from './http/reply';
import { readRequest } from './http/request';
import { findRoute } from './http/router';
import { chooseTarget } from './http/target';
import { ROUTES } from './routes';

/** How to start an API; everything has a default. */
export interface OrdersApiOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
  /** Names of the flaws to switch on; by default {@link DEFAULT_FLAWS}, `[]` for none. */
  readonly flaws?: readonly string[];
  /** Text that all generated ids and tokens depend on. */
  readonly seed?: string;
  /** Milliseconds since 1970; by default the system clock. */
  readonly now?: () => number;
  /** Milliseconds until a token expires; an hour by default. */
  readonly tokenLifetimeMs?: number;
  /** Called for every answer, after it was written. */
  readonly onAnswer?: (answered: Answered) => void;
}

/** One line of an access log. */
export interface Answered {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly status: number;
}

/** A running API. */
export interface OrdersApi {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Requests that have arrived so far. */
  readonly requestCount: () => number;
  /** Stops listening and ends open connections; may be called twice. */
  readonly close: () => Promise<void>;
}

const DEFAULT_SEED = 'chainwright-sample';
const DEFAULT_LIFETIME_MS = 3_600_000;

/** Starts an API; rejects when a flaw is unknown or the port is taken. */
export async function startOrdersApi(options: OrdersApiOptions = {}): Promise<OrdersApi> {
  const closing = new AbortController();
  const api = createApi({
    seed: options.seed ?? DEFAULT_SEED,
    flaws: selectFlaws(options.flaws ?? DEFAULT_FLAWS),
    now: options.now ?? Date.now,
    tokenLifetimeMs: options.tokenLifetimeMs ?? DEFAULT_LIFETIME_MS,
    closing: closing.signal,
  });
  let requestCount = 0;
  const server = createServer((message, response) => {
    requestCount += 1;
    void serve(api, message, response).then((status) => {
      options.onAnswer?.({ method: message.method ?? '', target: message.url ?? '', status });
    });
  });
  const { port } = await listen(server, options.port ?? 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requestCount: () => requestCount,
    close: () => {
      closing.abort();
      return closeServer(server);
    },
  };
}

/** Answers one request; gives the status, 0 for one that gets no answer. */
async function serve(api: Api, message: IncomingMessage, response: ServerResponse): Promise<number> {
  try {
    const reply = await answer(api, message);
    await write(api, { reply, withBody: message.method !== 'HEAD' }, response);
    return reply.status;
  } catch (error) {
    if (!(error instanceof AnswerWithheld)) {
      response.destroy();
    }
    return 0;
  }
}

async function answer(api: Api, message: IncomingMessage): Promise<Reply> {
  try {
    const request = await readRequest(message);
    const target = chooseTarget(request, api.flaws);
    const { handle, parameters } = findRoute(ROUTES, target);
    return await handle({ api, request, parameters, guarded: target.guarded });
  } catch (error) {
    if (error instanceof Problem) {
      return error.reply;
    }
    if (error instanceof ConnectionCut || error instanceof AnswerWithheld || message.destroyed) {
      throw error;
    }
    return failure(500, 'internal', `This is a bug of the sample API, please report it: ${String(error)}`);
  }
}

interface Outgoing {
  readonly reply: Reply;
  readonly withBody: boolean;
}

async function write(api: Api, { reply, withBody }: Outgoing, response: ServerResponse): Promise<void> {
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body, 'utf8') : reply.body;
  const headers = [['Date', new Date(api.now()).toUTCString()], ...reply.headers];
  if (reply.pieces !== undefined) {
    response.writeHead(reply.status, headers.flat());
    await writePieces(withBody ? reply.pieces : undefined, response);
    return;
  }
  if (reply.status !== 204 && reply.status !== 304) {
    headers.push(['Content-Length', String(body?.length ?? 0)]);
  }
  response.writeHead(reply.status, headers.flat());
  response.end(withBody ? body : undefined);
}

async function writePieces(pieces: Reply['pieces'], response: ServerResponse): Promise<void> {
  const closed = new AbortController();
  response.once('close', () => {
    closed.abort();
  });
  for await (const piece of pieces?.(closed.signal) ?? []) {
    response.write(piece);
  }
  response.end();
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') {
        reject(new Error('The sample API listens on no port.'));
        return;
      }
      resolve(address);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
