import assert from 'node:assert/strict';
import { FLAWS, type FlawName } from '../../examples/orders-api/flawCatalogue';
import { DEFAULT_FLAWS } from '../../examples/orders-api/flaws';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { client, createOrder, signIn, USER_IDS, type Received, type Send } from './client';

/** Alice owns the order under attack; its note is the canary. Bob is the attacker. */
interface World {
  readonly api: OrdersApi;
  readonly alice: Send;
  readonly bob: Send;
  readonly sam: Send;
  readonly root: Send;
  readonly nobody: Send;
  readonly order: string;
  readonly own: string;
  /** Alice's; its content is the canary. */
  readonly wish: string;
  /** Alice's, of an organization that Sam belongs to and Bob does not; its text is the canary. */
  readonly note: string;
}

type Attack = (world: World) => Promise<Received>;

const CANARY = 'CNRY-alice';
const NOTE = { json: { text: 'A change' } };
const WISH = { json: { content: 'A change' } };
const CHANGE = { json: { sku: 'A-1', quantity: 1, note: 'changed' } };

const read: Attack = ({ bob, order }) => bob('GET', `/api/orders/${order}`);
const put: Attack = ({ bob, order }) => bob('PUT', `/api/orders/${order}`, CHANGE);
const remove: Attack = ({ bob, order }) => bob('DELETE', `/api/orders/${order}`);
const putByQuery: Attack = ({ bob, order }) => bob('PUT', `/api/order?order_id=${order}`, CHANGE);
const browse: Attack = async (world) => {
  const pages = [];
  for (const page of [1, 2, 3, 4, 5, 6]) {
    pages.push(await world.bob('GET', `/api/orders?pageSize=4&page=${page}`));
  }
  const [first] = pages;
  assert.ok(first !== undefined);
  return { ...first, text: pages.map((page) => page.text).join('') };
};

/** Reads with a token of the attacker's own making that names alice. */
function readAs(header: string, signature = ''): Attack {
  const claims = `{"sub":"${USER_IDS.alice}","exp":9999999999}`;
  const parts = [header, claims].map((part) => Buffer.from(part).toString('base64url'));
  return ({ nobody, order }) =>
    nobody('GET', `/api/orders/${order}`, {
      headers: { Authorization: `Bearer ${[...parts, signature].join('.')}` },
    });
}

/** What each attack comes to, as `status [leaks] [changed | gone | unreadable]`, without and with the flaw. */
const scenarios: Readonly<Record<FlawName, readonly [without: string, withFlaw: string, attack: Attack]>> = {
  'read-any-order': ['404', '200 leaks', read],
  'update-any-order': ['404', '200 changed', put],
  'delete-any-order': ['404', '204 gone', remove],
  'read-any-user': ['403', '200', ({ bob }) => bob('GET', `/api/users/${USER_IDS.alice}`)],
  'change-any-password': [
    '403',
    '204',
    ({ bob }) => bob('PUT', `/api/users/${USER_IDS.alice}/password`, { json: { password: 'x' } }),
  ],
  'sensitive-fields': [
    '200',
    '200 leaks',
    async ({ sam }) => canaryFor(/taxNumber/, await sam('GET', `/api/users/${USER_IDS.alice}`)),
  ],
  'undescribed-fields': [
    '200',
    '200 leaks',
    async ({ alice }) => canaryFor(/passwordHash/, await alice('GET', `/api/users/${USER_IDS.alice}`)),
  ],
  'by-query-unchecked': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/api/order?order_id=${order}`)],
  'by-body-unchecked': [
    '404',
    '200 changed',
    ({ bob, order }) => bob('POST', '/api/orders/update', { json: { orderId: order, note: 'changed' } }),
  ],
  'by-header-unchecked': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', '/api/order/header', { headers: { 'X-Order-Id': order } }),
  ],
  'by-form-unchecked': [
    '404',
    '200 leaks changed',
    ({ bob, order }) => bob('POST', '/session/orders/cancel', { form: { orderId: order } }),
  ],
  'by-cookie-unchecked': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', '/session/orders/current', { headers: { Cookie: `lastOrder=${order}` } }),
  ],
  'header-identity': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', `/api/orders/${order}`, { headers: { 'X-User-Id': USER_IDS.alice } }),
  ],
  'header-user-name': [
    '404',
    '200 leaks',
    ({ bob, order }) =>
      bob('GET', `/api/orders/${order}`, { headers: { 'X-Original-User': 'alice@example.com' } }),
  ],
  'trusted-proxy': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', `/api/orders/${order}`, { headers: { 'X-Forwarded-For': '127.0.0.1' } }),
  ],
  'graphql-unchecked': [
    '200',
    '200 leaks',
    ({ bob, order }) => bob('POST', '/graphql', { json: { query: `{ order(id: "${order}") { note } }` } }),
  ],
  'graphql-errors-with-data': [
    '200',
    '200 leaks',
    ({ bob, order }) => bob('POST', '/graphql', { json: { query: `{ order(id: "${order}") { note } }` } }),
  ],
  'graphql-alias-unchecked': [
    '200',
    '200 leaks',
    ({ bob, order, own }) =>
      bob('POST', '/graphql', {
        json: { query: `{ a: order(id: "${own}") { id } b: order(id: "${order}") { note } }` },
      }),
  ],
  'graphql-batch-unchecked': [
    '400',
    '200 leaks',
    ({ bob, order, own }) =>
      bob('POST', '/graphql', {
        json: [own, order].map((id) => ({ query: `{ order(id: "${id}") { note } }` })),
      }),
  ],
  'nested-parent-unchecked': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', `/api/users/${USER_IDS.alice}/orders/${order}`),
  ],
  'nested-child-unchecked': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', `/api/users/${USER_IDS.bob}/orders/${order}`),
  ],
  'duplicate-key': [
    '400',
    '200 changed',
    ({ bob, own, order }) =>
      bob('POST', '/api/orders/update', {
        json: `{"orderId":"${own}","orderId":"${order}","note":"changed"}`,
      }),
  ],
  'query-pollution': [
    '400',
    '200 leaks',
    ({ bob, own, order }) => bob('GET', `/api/order?order_id=${own}&order_id=${order}`),
  ],
  'body-path-disagreement': [
    '200',
    '200 changed',
    ({ bob, own, order }) => bob('PUT', `/api/orders/${own}`, { json: { ...CHANGE.json, id: order } }),
  ],
  'method-override': [
    '405',
    '204 gone',
    ({ bob, order }) =>
      bob('POST', `/api/orders/${order}`, { headers: { 'X-HTTP-Method-Override': 'DELETE' } }),
  ],
  'original-url': [
    '200',
    '200 leaks',
    ({ bob, order }) => bob('GET', '/health', { headers: { 'X-Original-URL': `/api/orders/${order}` } }),
  ],
  'path-case': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/API/Orders/${order}`)],
  'trailing-slash': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/api/orders/${order}/`)],
  'path-normalization': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/api/%2e//orders/${order}`)],
  'path-semicolon': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/api;x/y/..;/orders/${order}`)],
  'path-decoding': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/api%2f%256frders/${order}`)],
  'path-suffix': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/api/orders/${order}.json`)],
  'old-api-version': ['404', '200 leaks', ({ bob, order }) => bob('GET', `/v0/orders/${order}`)],
  'type-confusion': [
    '400',
    '200 leaks',
    ({ bob, order }) => bob('POST', '/api/orders/lookup', { json: { orderId: [order] } }),
  ],
  'head-unchecked': ['404', '200', ({ bob, order }) => bob('HEAD', `/api/orders/${order}`)],
  'wildcard-id': ['404', '200 leaks', ({ bob }) => bob('GET', '/api/orders/*')],
  'id-list-unchecked': [
    '404',
    '200 leaks',
    ({ bob, order, own }) => bob('GET', `/api/orders/${own},${order}`),
  ],
  'global-id-unchecked': [
    '404',
    '200 leaks',
    ({ bob, order }) => bob('GET', `/api/orders/${Buffer.from(`Order:${order}`).toString('base64url')}`),
  ],
  'token-alg-none': ['401', '200 leaks', readAs('{"alg":"none"}')],
  'token-signature-optional': ['401', '200 leaks', readAs('{}')],
  'token-unverified': ['401', '200 leaks', readAs('{}', 'x')],
  'token-weak-key': ['401', '200 leaks', readAs('{}', 'Fes6WD9GkXHxUfst79oco2gs3TKaASk7ZliJgTD4FKA')],
  'bfla-admin-list': ['403', '200', ({ bob }) => bob('GET', '/api/admin/users')],
  'bfla-verb': ['403', '204 gone', ({ bob }) => bob('DELETE', `/api/admin/users/${USER_IDS.alice}`)],
  'stale-role': [
    '403',
    '200',
    async ({ root, sam }) => {
      await root('PATCH', `/api/admin/users/${USER_IDS.sam}`, { json: { role: 'customer' } });
      return sam('GET', `/api/users/${USER_IDS.alice}`);
    },
  ],
  'logout-ignored': [
    '401',
    '200 leaks',
    async ({ sam, order }) => {
      await sam('POST', '/logout');
      return sam('GET', `/api/orders/${order}`);
    },
  ],
  'anonymous-read': ['401', '200 leaks', ({ nobody, order }) => nobody('GET', `/api/orders/${order}`)],
  'owner-assignment': [
    '200 leaks',
    '200 leaks gone',
    ({ alice, order }) => alice('PATCH', `/api/orders/${order}`, { json: `{"customerId":${USER_IDS.bob}}` }),
  ],
  'role-assignment': [
    '403',
    '200',
    async ({ bob }) => {
      await bob('PATCH', `/api/users/${USER_IDS.bob}`, { json: { role: 'administrator' } });
      return bob('GET', '/api/admin/users');
    },
  ],
  'list-leaks': ['200', '200 leaks', browse],
  'list-leaks-later-page': ['200', '200 leaks', browse],
  'cached-leak': [
    '404',
    '200 leaks',
    async (world) => {
      await world.alice('GET', `/api/orders/${world.order}`);
      return read(world);
    },
  ],
  'denied-but-changed': ['404', '404 changed', put],
  'denied-404-but-deleted': ['404', '404 gone', remove],
  'denied-403-but-deleted': ['404', '403 gone', remove],
  'takeover-on-update': ['404', '200 leaks gone', put],
  'leak-in-403': ['404', '403 leaks', read],
  'leak-in-header': ['404', '403 leaks', read],
  'leak-in-500': ['404', '500 leaks', read],
  'redirect-with-body': ['404', '302 leaks', read],
  'token-ends-midway': [
    '404',
    '200 leaks',
    async (world) => {
      const refused = await read(world);
      return refused.status === 401 ? read({ ...world, bob: await signIn(world.api, 'bob') }) : refused;
    },
  ],
  'read-any-wish': ['403', '200 leaks', ({ bob, wish }) => bob('GET', `/shop/wishes/${wish}`)],
  'change-any-wish': ['403', '200', ({ bob, wish }) => bob('PUT', `/shop/wishes/${wish}`, WISH)],
  'delete-any-wish': ['403', '204', ({ bob, wish }) => bob('DELETE', `/shop/wishes/${wish}`)],
  'list-every-wish': ['200', '200 leaks', ({ bob }) => bob('GET', '/shop/wishes')],
  'wish-in-403': ['403', '403 leaks', ({ bob, wish }) => bob('GET', `/shop/wishes/${wish}`)],
  'clear-any-wish-list': [
    '403',
    '200',
    async ({ alice, bob }) => {
      const list = (await alice('GET', '/shop/wish-list')).json();
      return bob('POST', `/shop/wish-lists/${String(list['id'])}/clear`);
    },
  ],
  'newsletter-shows-wish': [
    '201',
    '201 leaks',
    ({ nobody }) => nobody('POST', '/shop/newsletter', { json: { email: 'n@example.com' } }),
  ],
  'read-any-card': ['403', '200', ({ bob }) => bob('GET', '/shop/cards/alice')],
  'cross-tenant-read': ['404', '200 leaks', ({ bob, note }) => bob('GET', `/team/notes/${note}`)],
  'cross-tenant-update': ['404', '200', ({ bob, note }) => bob('PUT', `/team/notes/${note}`, NOTE)],
  'cross-tenant-delete': ['404', '204', ({ bob, note }) => bob('DELETE', `/team/notes/${note}`)],
  'cross-tenant-list': ['200', '200 leaks', ({ bob }) => bob('GET', '/team/notes')],
  'colleague-deletes': ['403', '204', ({ sam, note }) => sam('DELETE', `/team/notes/${note}`)],
  'colleague-refused': ['200 leaks', '403', ({ sam, note }) => sam('GET', `/team/notes/${note}`)],
  'read-any-review': ['404', '200 leaks', async (world) => world.bob('GET', await reviewPath(world))],
  'delete-any-review': ['404', '204', async (world) => world.bob('DELETE', await reviewPath(world))],
  'read-any-board': [
    '404',
    '200 leaks',
    async ({ alice, bob }) => {
      await alice('POST', '/team/boards', { json: { key: 'a', title: CANARY } });
      return bob('GET', '/team/boards/a');
    },
  ],
  'accepted-202': ['404', '202', put],
  'not-modified-304': ['404', '304', read],
  'id-ignored': ['404', '200', put],
  'soft-deny-200': ['404', '200', read],
  'soft-404-null': ['404', '200', read],
  'login-page-200': ['404', '200', read],
  'redirect-to-login': ['404', '302', read],
  'wrong-401': ['404', '401', read],
  'denied-400': ['404', '400', read],
  'existence-oracle': ['404', '403', read],
  'server-error-500': ['404', '500', read],
  'rate-limit-429': ['404', '429', read],
  'expired-token-401': [
    '404',
    '401',
    async (world) => {
      const refused = await read(world);
      const live = await world.bob('GET', '/api/me');
      return refused.status === 401 ? live : refused;
    },
  ],
  'connection-dropped': ['404', '0', read],
  'never-answers': [
    '404',
    '0',
    ({ bob, order }) => bob('GET', `/api/orders/${order}`, { signal: AbortSignal.timeout(2000) }),
  ],
  'owner-read-broken': ['404', '404 unreadable', put],
  'update-refused-to-all': [
    '200 changed',
    '404',
    ({ alice, order }) => alice('PUT', `/api/orders/${order}`, CHANGE),
  ],
  'over-restricted': ['204 gone', '403', ({ alice, order }) => alice('DELETE', `/api/orders/${order}`)],
};

describe('flaws', () => {
  for (const { name, outcome } of FLAWS) {
    const [without, withFlaw, attack] = scenarios[name];
    it(`${name} turns ${without} into ${withFlaw} (${outcome})`, async () => {
      assert.equal(await outcomeOf([], attack), without);
      assert.equal(await outcomeOf([name], attack), withFlaw);
    });
  }

  it('have distinct names', () => {
    assert.equal(new Set(FLAWS.map((flaw) => flaw.name)).size, FLAWS.length);
  });

  it('are a handful by default', async () => {
    assert.deepEqual(DEFAULT_FLAWS, [
      'read-any-order',
      'denied-but-changed',
      'bfla-admin-list',
      'owner-assignment',
      'nested-child-unchecked',
    ]);
    assert.equal(await outcomeOf(undefined, read), '200 leaks');
    assert.equal(await outcomeOf(undefined, put), '404 changed');
    assert.equal(await outcomeOf(undefined, remove), '404');
  });

  it('say no to a missing order in the same soft way as to that of another', async () => {
    for (const flaw of ['soft-deny-200', 'soft-404-null', 'login-page-200']) {
      const world = await createWorld([flaw]);
      const missing = '/api/orders/ord-none';
      const answers = [
        await read(world),
        await world.bob('GET', missing),
        await world.sam('DELETE', missing),
      ];
      await world.api.close();
      assert.deepEqual(
        answers.map(({ status, text }) => [status, text]),
        answers.map(() => [200, answers[0]?.text]),
      );
    }
  });

  it('keep list-leaks-later-page off the pages of the caller', async () => {
    const world = await createWorld(['list-leaks-later-page']);
    const page = (number: number) => world.bob('GET', `/api/orders?pageSize=3&page=${number}`);
    const own = (await Promise.all([page(1), page(2)])).map(({ text }) => /alice@/.test(text));
    const next = /alice@/.test((await page(3)).text);
    await world.api.close();
    assert.deepEqual([...own, next], [false, false, true]);
  });

  it('name what a cached leak is by X-Cache, and miss with another query or after a change', async () => {
    const world = await createWorld(['cached-leak']);
    await world.alice('GET', `/api/orders/${world.order}`);
    const hit = await read(world);
    const miss = await world.bob('GET', `/api/orders/${world.order}?fresh=1`);
    await world.alice('PATCH', `/api/orders/${world.order}`, { json: { note: CANARY } });
    const purged = await read(world);
    await world.api.close();
    assert.deepEqual(
      [hit, miss, purged].map(({ status, headers }) => [status, headers['x-cache']]),
      [
        [200, 'HIT'],
        [404, 'MISS'],
        [404, 'MISS'],
      ],
    );
  });

  it('change the own newest order with id-ignored, wherever the id is', async () => {
    for (const attack of [put, putByQuery]) {
      const world = await createWorld(['id-ignored']);
      await attack(world);
      const { note } = (await world.bob('GET', `/api/orders/${world.own}`)).json();
      const untouched = await stateOf(world);
      await world.api.close();
      assert.deepEqual([note, untouched], ['changed', []]);
    }
  });

  it('refuse id-ignored to a role without the grant as always', async () => {
    const attack: Attack = ({ sam, order }) => sam('PUT', `/api/orders/${order}`, CHANGE);
    assert.equal(await outcomeOf(['id-ignored'], attack), '403');
    assert.equal(await outcomeOf(['id-ignored', 'wrong-401'], attack), '401');
  });

  it('answer token-ends-midway by turns, once with every token', async () => {
    const world = await createWorld(['token-ends-midway']);
    const statuses = [];
    for (let token = 0; token < 4; token += 1) {
      const bob = await signIn(world.api, 'bob');
      statuses.push((await read({ ...world, bob })).status);
    }
    await world.api.close();
    assert.deepEqual(statuses, [401, 200, 401, 200]);
  });

  it('take an X-User-Id header for the caller with header-identity, also where it names the parent', async () => {
    const nested: Attack = ({ bob, order }) =>
      bob('GET', '/api/user-order/header', {
        headers: { 'X-User-Id': USER_IDS.alice, 'X-Order-Id': order },
      });
    assert.equal(await outcomeOf([], nested), '404');
    assert.equal(await outcomeOf(['header-identity'], nested), '200 leaks');
  });
});

async function outcomeOf(flaws: readonly string[] | undefined, attack: Attack): Promise<string> {
  const world = await createWorld(flaws);
  try {
    const answer = await attack(world).catch(() => undefined);
    const after = await stateOf(world);
    const words = [String(answer?.status ?? 0), ...(leaks(answer) ? ['leaks'] : []), ...after];
    return words.join(' ');
  } finally {
    await world.api.close();
  }
}

async function createWorld(flaws: readonly string[] | undefined): Promise<World> {
  const api = await startOrdersApi(flaws === undefined ? {} : { flaws });
  const alice = await signIn(api, 'alice');
  const bob = await signIn(api, 'bob');
  return {
    api,
    alice,
    bob,
    sam: await signIn(api, 'sam'),
    root: await signIn(api, 'root'),
    nobody: client(api),
    order: await createOrder(alice, CANARY),
    own: await createOrder(bob, 'own'),
    wish: await idOf(alice('POST', '/shop/wishes', { json: { content: CANARY } })),
    note: await idOf(alice('POST', '/team/notes', { json: { text: CANARY } })),
  };
}

/** Where a new review of alice is, which only her list shows. */
async function reviewPath({ alice }: World): Promise<string> {
  await alice('POST', '/team/reviews', { json: { text: CANARY } });
  const { reviews } = (await alice('GET', '/team/reviews')).json();
  const [first] = reviews as readonly { readonly reviewId: string }[];
  return `/team/reviews/${first?.reviewId ?? ''}`;
}

async function idOf(created: Promise<Received>): Promise<string> {
  return String((await created).json()['id']);
}

function leaks(answer: Received | undefined): boolean {
  return answer !== undefined && `${JSON.stringify(answer.headers)}${answer.text}`.includes(CANARY);
}

function canaryFor(pattern: RegExp, answer: Received): Received {
  return pattern.test(answer.text) ? { ...answer, text: CANARY } : answer;
}

async function stateOf({ alice, order }: World): Promise<readonly string[]> {
  const { status, text } = await alice('GET', `/api/orders/${order}`);
  if (status === 200) {
    return /"note":"CNRY-alice","state":"open"/.test(text) ? [] : ['changed'];
  }
  return [status === 503 ? 'unreadable' : 'gone'];
}
