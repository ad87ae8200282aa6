import assert from 'node:assert/strict';
import type { FlawName } from '../../examples/orders-api/flawCatalogue';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { createOrder, signIn, USER_IDS, type Received, type Send, type Sent } from './client';

type UserId = (typeof USER_IDS)[keyof typeof USER_IDS];

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'] as const;
const LOCATIONS = ['path', 'query', 'body', 'header'] as const;
const SHAPES = ['flat', 'nested'] as const;

type Method = (typeof METHODS)[number];
type Location = (typeof LOCATIONS)[number];

/** An operation on one order, and how it is addressed. */
interface Operation {
  readonly method: Method;
  readonly location: Location;
  readonly shape: (typeof SHAPES)[number];
}

const operations: readonly Operation[] = METHODS.flatMap((method) =>
  LOCATIONS.flatMap((location) => SHAPES.map((shape) => ({ method, location, shape }))),
);

describe('an addressed order', () => {
  let api: OrdersApi;
  let alice: Send;
  let bob: Send;
  let sam: Send;

  before(async () => {
    api = await startOrdersApi({ flaws: [] });
    [alice, bob, sam] = [await signIn(api, 'alice'), await signIn(api, 'bob'), await signIn(api, 'sam')];
  });

  after(() => api.close());

  for (const operation of operations) {
    const { method, location, shape } = operation;
    it(`answers ${method} by ${shape} ${location} to its owner alone`, async () => {
      const order = await createOrder(alice, 'mine');
      const foreign = await send(bob, operation, { user: USER_IDS.alice, order });
      const without = await send(sam, operation, { user: USER_IDS.alice, order });
      const untouched = (await alice('GET', `/api/orders/${order}`)).json()['note'];
      const own = await send(alice, operation, { user: USER_IDS.alice, order });
      const after = await alice('GET', `/api/orders/${order}`);
      assert.deepEqual(
        [foreign.status, without.status, untouched],
        [404, method === 'GET' ? 200 : 403, 'mine'],
      );
      assert.deepEqual([own.status, noteOf(after)], EFFECTS[method]);
    });
  }

  for (const operation of operations.filter(({ shape }) => shape === 'nested')) {
    it(`answers ${operation.method} by ${operation.location} only under its owner`, async () => {
      const [order, own] = [await createOrder(alice), await createOrder(bob)];
      const pairs = [
        { user: USER_IDS.bob, order },
        { user: USER_IDS.alice, order: own },
      ];
      const answers = await Promise.all(pairs.map((ids) => send(bob, operation, ids)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404],
      );
    });
  }

  const malformed: [what: string, expected: string, attempt: () => Promise<Received>][] = [
    ['no query parameter', '400 missing-parameter', () => alice('GET', '/api/user-order?order_id=x')],
    [
      'a repeated parent',
      '400 repeated-parameter',
      () => alice('GET', '/api/user-order?order_id=x&user_id=1&user_id=2'),
    ],
    ['no header', '400 missing-header', () => alice('GET', '/api/order/header')],
    [
      'a parent in a string',
      '400 invalid-field',
      () => alice('PATCH', '/api/user-order/body', { json: { orderId: 'x', userId: USER_IDS.alice } }),
    ],
    [
      'no parent in the body',
      '400 invalid-field',
      () => alice('PATCH', '/api/user-order/body', { json: { orderId: 'x' } }),
    ],
    ['a GET without a body', '415 unsupported-type', () => alice('GET', '/api/order/body')],
    [
      'a parent that is not a number',
      '404 no-such-order',
      () => alice('GET', '/api/user-order/header', { headers: { 'X-User-Id': 'x', 'X-Order-Id': 'x' } }),
    ],
  ];
  for (const [what, expected, attempt] of malformed) {
    it(`answers ${what} with ${expected}`, async () => {
      const { status, json } = await attempt();
      assert.equal(`${status} ${String(json()['error'])}`, expected);
    });
  }
});

describe('a flaw of an address', () => {
  const flaws: [flaw: FlawName, opens: (operation: Operation) => boolean][] = [
    ['by-query-unchecked', ({ location }) => location === 'query'],
    ['by-body-unchecked', ({ location }) => location === 'body'],
    ['by-header-unchecked', ({ location }) => location === 'header'],
    ['nested-parent-unchecked', ({ shape }) => shape === 'nested'],
    ['header-identity', ({ shape, location }) => shape === 'nested' && location === 'header'],
    ['read-any-order', ({ method, shape, location }) => `${method} ${shape} ${location}` === 'GET flat path'],
    [
      'delete-any-order',
      ({ method, shape, location }) => `${method} ${shape} ${location}` === 'DELETE flat path',
    ],
  ];
  for (const [flaw, opens] of flaws) {
    it(`${flaw} opens the operations it is about, and no other`, async () => {
      const api = await startOrdersApi({ flaws: [flaw] });
      const [alice, bob] = [await signIn(api, 'alice'), await signIn(api, 'bob')];
      const opened = [];
      for (const operation of operations) {
        const ids = { user: USER_IDS.alice, order: await createOrder(alice) };
        const { status } = await send(bob, operation, ids);
        opened.push(...(status < 300 ? [operation] : []));
      }
      await api.close();
      assert.deepEqual(opened, operations.filter(opens));
    });
  }
});

const BODY = { sku: 'B-2', quantity: 1, note: 'changed' };

const EFFECTS: Readonly<Record<Method, readonly [status: number, note: string]>> = {
  GET: [200, 'mine'],
  PUT: [200, 'changed'],
  PATCH: [200, 'changed'],
  DELETE: [204, 'gone'],
};

interface Ids {
  readonly user: UserId;
  readonly order: string;
}

function send(as: Send, operation: Operation, ids: Ids): Promise<Received> {
  const { target, headers = {}, members = '' } = addressed(operation, ids);
  const written =
    operation.method === 'GET' || operation.method === 'DELETE' ? '' : JSON.stringify(BODY).slice(1, -1);
  const body = [members, written].filter((part) => part !== '').join(',');
  return as(operation.method, target, { headers, ...(body === '' ? {} : { json: `{${body}}` }) });
}

interface Addressed extends Pick<Sent, 'headers'> {
  readonly target: string;
  /** JSON members, written out: the user id is beyond 2^53. */
  readonly members?: string;
}

function addressed({ location, shape }: Operation, { user, order }: Ids): Addressed {
  const nested = shape === 'nested';
  switch (location) {
    case 'path':
      return { target: nested ? `/api/users/${user}/orders/${order}` : `/api/orders/${order}` };
    case 'query':
      return {
        target: nested ? `/api/user-order?user_id=${user}&order_id=${order}` : `/api/order?order_id=${order}`,
      };
    case 'body':
      return nested
        ? { target: '/api/user-order/body', members: `"userId":${user},"orderId":"${order}"` }
        : { target: '/api/order/body', members: `"orderId":"${order}"` };
    case 'header':
      return nested
        ? { target: '/api/user-order/header', headers: { 'X-User-Id': user, 'X-Order-Id': order } }
        : { target: '/api/order/header', headers: { 'X-Order-Id': order } };
  }
}

function noteOf({ status, json }: Received): string {
  return status === 404 ? 'gone' : String(json()['note']);
}
