/** A client for tests of the sample API: raw targets go onto the wire as written, nothing is added. */
import { request, type IncomingHttpHeaders } from 'node:http';
import type { OrdersApi } from '../../examples/orders-api/ordersApi';
import { defined } from '../../src/core/defined';

/** What to send besides method and target. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed; numbers beyond 2^53 are rounded, so compare those in `text`. */
  readonly json: () => Record<string, unknown>;
}

/** Sends as one caller. */
export type Send = (method: string, target: string, sent?: Sent) => Promise<Received>;

/** A client that sends `headers` with every request. */
export function client(api: OrdersApi, headers: Readonly<Record<string, string>> = {}): Send {
  return (method, target, sent = {}) =>
    new Promise((resolve, reject) => {
      const body = bodyOf(sent);
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: api.port,
          method,
          path: target,
          headers: { ...headers, ...lengthOf(body.content), ...body.headers, ...sent.headers },
          ...defined({ signal: sent.signal }),
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              json: () => JSON.parse(text) as Record<string, unknown>,
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body.content);
    });
}

/** A client that is signed in with a bearer token; the alias is the name before `@example.com`. */
export async function signIn(api: OrdersApi, alias: string): Promise<Send> {
  const { token } = (await login(api, alias)).json();
  return client(api, { Authorization: `Bearer ${String(token)}` });
}

/** The answer to a login with the demo password of that user. */
export function login(api: OrdersApi, alias: string): Promise<Received> {
  const json = { email: `${alias}@example.com`, password: `${alias}-demo-password` };
  return client(api)('POST', '/login', { json });
}

/** Creates an order and gives its id. */
export async function createOrder(send: Send, note = ''): Promise<string> {
  const created = await send('POST', '/api/orders', { json: { sku: 'A-1', quantity: 2, note } });
  return String(created.json()['id']);
}

/** User ids in the order of the seed. */
export const USER_IDS = {
  alice: '9007199254740993',
  bob: '9007199254740995',
  sam: '9007199254740997',
  mia: '9007199254740999',
  root: '9007199254741001',
} as const;

/** Node writes the body of a GET or DELETE without its length by default. */
function lengthOf(content: string | Buffer): Readonly<Record<string, string>> {
  return content.length === 0 ? {} : { 'Content-Length': String(Buffer.byteLength(content)) };
}

function bodyOf({ json, form, body }: Sent): {
  readonly content: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
} {
  if (json !== undefined) {
    const content = typeof json === 'string' ? json : JSON.stringify(json);
    return { content, headers: { 'Content-Type': 'application/json' } };
  }
  if (form !== undefined) {
    return {
      content: new URLSearchParams(form).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
  }
  return { content: body ?? '', headers: {} };
}
