/** An API of orders with one flaw, and a matrix that finds it: everybody who is signed in reads every order. */
import type { IncomingMessage } from 'node:http';
import type * as vscode from 'vscode';
import { startServer, writeInWorkspace, type LoopbackServer } from './chainFiles';

/** The API and the files of its matrix. */
export interface OrdersMatrix {
  readonly server: LoopbackServer;
  readonly matrix: vscode.Uri;
  readonly chain: vscode.Uri;
  /** Orders that are there now. */
  readonly orders: ReadonlyMap<string, object>;
}

/** Starts the API and writes the files, named by `name`; `change` replaces members of the matrix. */
export async function startOrders(name: string, change: object = {}): Promise<OrdersMatrix> {
  const orders: Orders = new Map();
  const server = await startServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [status, answer] = answerTo(request, body, orders);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const chain = await writeInWorkspace(`${name}.chain.json`, chainAt(server.origin));
  const matrix = await writeInWorkspace(`${name}.authz.json`, { ...matrixOf(name), ...change });
  return { server, matrix, chain, orders };
}

type Orders = Map<string, { readonly customer: string; readonly note: string }>;
type Body = Readonly<Record<string, unknown>>;
type Answered = readonly [status: number, body: object];

function answerTo(request: IncomingMessage, body: Body, orders: Orders): Answered {
  const user = request.headers.authorization?.replace('Bearer token-of-', '');
  const id = /^\/orders\/(\w+)$/.exec(request.url ?? '')?.[1];
  if (request.url === '/login') {
    return [200, { token: `token-of-${String(body['user'])}` }];
  }
  if (user === undefined) {
    return [401, { error: 'Sign in.' }];
  }
  return id === undefined ? created(user, body, orders) : answerAbout(id, user, request, orders);
}

let made = 0;

function created(customer: string, body: Body, orders: Orders): Answered {
  made += 1;
  const order = { customer, note: String(body['note']) };
  orders.set(`order${made}`, order);
  return [201, { id: `order${made}`, ...order }];
}

/** Deleting is for the owner; reading, which is the flaw, for everybody who is signed in. */
function answerAbout(id: string, user: string, { method }: IncomingMessage, orders: Orders): Answered {
  const order = orders.get(id);
  if (order === undefined) {
    return [404, { error: 'There is no such order.' }];
  }
  if (method !== 'DELETE') {
    return [200, { id, ...order }];
  }
  return order.customer === user && orders.delete(id) ? [200, {}] : [403, { error: 'It is not yours.' }];
}

function chainAt(origin: string): object {
  const auth = { type: 'bearer', token: '{{token}}' };
  return {
    formatVersion: 1,
    name: 'Orders',
    requests: [
      {
        id: 'login',
        method: 'POST',
        url: `${origin}/login`,
        body: { json: { user: '{{name}}' } },
        extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      },
      {
        id: 'create',
        method: 'POST',
        url: `${origin}/orders`,
        auth,
        body: { json: { note: 'a note' } },
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      },
      { id: 'read', method: 'GET', url: `${origin}/orders/{{orderId}}`, auth },
      { id: 'delete', method: 'DELETE', url: `${origin}/orders/{{orderId}}`, auth },
    ],
  };
}

function matrixOf(name: string): object {
  const request = (id: string): string => `${name}.chain.json#${id}`;
  const user = (who: string) => ({ role: 'customer', login: request('login'), variables: { name: who } });
  return {
    formatVersion: 1,
    name: 'Orders: who may do what',
    mutate: true,
    users: { alice: user('alice'), bob: user('bob'), nobody: { role: 'anonymous' } },
    resources: {
      order: {
        create: request('create'),
        read: request('read'),
        delete: request('delete'),
        id: ['orderId'],
        canary: ['$.note'],
        marker: ['$.customer'],
      },
    },
    operations: {
      'order.read': { resource: 'order', request: request('read'), effect: 'read' },
      'order.delete': { resource: 'order', request: request('delete'), effect: 'delete' },
    },
    policy: { customer: { 'order.*': 'own' }, public: [] },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Body);
}
