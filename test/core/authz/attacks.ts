/** Requests and matrices in short, for tests of what an authorization run plans and sends. */
import assert from 'node:assert/strict';
import { withEffects } from '../../../src/core/authz/matrix/effects';
import type { LoadedMatrix, MatrixChain } from '../../../src/core/authz/model/matrix';
import { readMatrix } from '../../../src/core/authz/matrix/matrixFile';
import { defined } from '../../../src/core/defined';
import type { JsonValue } from '../../../src/core/json/json';
import type { Chain, ChainRequest, Environment, HttpRequest } from '../../../src/core/model';
import { loadChain } from '../fakeRun';
import { prepared, scopeOf } from '../prepare/prepared';

/** A request and its chain, read as from a file. */
export function chainRequest(request: object, chain: object = {}): { request: ChainRequest; chain: Chain } {
  const loaded = loadChain({
    ...chain,
    requests: [{ id: 'r', method: 'GET', url: '{{baseUrl}}/', ...request }],
  });
  const [only] = loaded.chain.requests;
  assert.ok(only);
  return { request: only, chain: loaded.chain };
}

/** The bytes that a request comes to; fails when it cannot be sent. */
export async function onWire(
  request: ChainRequest,
  chain: Chain,
  values: Readonly<Record<string, JsonValue>>,
): Promise<HttpRequest> {
  const preparation = await prepared(
    request,
    chain,
    scopeOf(chain, { values: new Map(Object.entries(values)) }),
  );
  assert.equal(preparation.kind, 'ready', JSON.stringify(preparation));
  return preparation.kind === 'ready' ? preparation.prepared.request : { method: '', url: '', headers: [] };
}

/** The members of a matrix file that a test changes. */
export interface MatrixInShort {
  readonly mutate?: boolean;
  readonly users?: Readonly<Record<string, object>>;
  readonly resources?: Readonly<Record<string, object>>;
  readonly operations?: Readonly<Record<string, object>>;
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly packs?: readonly string[];
  readonly throwAway?: Readonly<Record<string, object>>;
}

const user = (role: string) => ({ role, login: 'login.chain.json' });

/** Two customers, an agent and somebody without credentials, and their orders by one chain. */
export const SHOP = {
  mutate: true,
  users: {
    alice: user('customer'),
    bob: user('customer'),
    sam: user('agent'),
    nobody: { role: 'anonymous' },
  },
  resources: {
    order: {
      create: 'orders.chain.json#create',
      read: 'orders.chain.json#read',
      delete: 'orders.chain.json#remove',
      id: ['orderId'],
    },
  },
  operations: { 'order.read': { resource: 'order', request: 'orders.chain.json#read' } },
  policy: { customer: { '*': 'own' }, agent: { '*': 'none' } },
} satisfies MatrixInShort;

/** The requests of {@link SHOP}. */
const SHOP_REQUESTS: readonly object[] = [
  {
    id: 'create',
    method: 'POST',
    url: '{{baseUrl}}/orders',
    body: { json: { note: 'Ring twice' } },
    extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
  },
  { id: 'read', url: '{{baseUrl}}/orders/{{orderId}}' },
  { id: 'change', method: 'PATCH', url: '{{baseUrl}}/orders/{{orderId}}', body: { json: { note: 'x' } } },
  { id: 'remove', method: 'DELETE', url: '{{baseUrl}}/orders/{{orderId}}' },
  { id: 'list', url: '{{baseUrl}}/orders' },
  { id: 'stats', url: '{{baseUrl}}/stats' },
  { id: 'item', url: '{{baseUrl}}/users/{{userId}}/orders/{{orderId}}/items/{{itemId}}' },
  { id: 'move', method: 'PUT', url: '{{baseUrl}}/orders/{{orderId}}', body: { json: { id: '{{orderId}}' } } },
  { id: 'hidden', url: '{{orderUrl}}' },
  { id: 'off', url: '{{baseUrl}}/orders/{{orderId}}', disabled: true },
].map((request) => ({ method: 'GET', ...request }));

const LOGIN = {
  id: 'login',
  method: 'POST',
  url: '{{baseUrl}}/login',
  extract: [{ variable: 'userId', from: 'body', path: '$.id' }],
};

/** A matrix with its chains, read as from files. */
export function loadedMatrix(matrix: MatrixInShort = {}, environment?: Environment): LoadedMatrix {
  const text = JSON.stringify({ formatVersion: 1, name: 'Shop', ...SHOP, ...matrix });
  const read = readMatrix(text, 'shop.authz.json');
  assert.ok(read.matrix, JSON.stringify(read.problems));
  const login = loadChain({ requests: [LOGIN] }, 'login.chain.json');
  const orders = loadChain(
    { variables: { orderUrl: '{{baseUrl}}/orders/{{orderId}}' }, requests: SHOP_REQUESTS },
    'orders.chain.json',
  );
  const chains = new Map<string, MatrixChain>(
    [login, orders].map((loaded) => [loaded.file, { ...loaded, required: [] }]),
  );
  return {
    file: 'shop.authz.json',
    matrix: withEffects(read.matrix, chains),
    chains,
    environmentFile: '',
    warnings: [],
    ...defined({ environment }),
  };
}
