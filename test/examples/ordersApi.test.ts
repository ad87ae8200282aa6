import assert from 'node:assert/strict';
import { startOrdersApi, type Answered, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { client, createOrder, login, signIn, USER_IDS, type Send } from './client';

describe('startOrdersApi', () => {
  it('listens on a free loopback port, counts requests and tells about answers', async () => {
    const answers: Answered[] = [];
    const api = await startOrdersApi({ onAnswer: (answered) => answers.push(answered) });
    const { status } = await client(api)('GET', '/health?probe=1');
    await api.close();
    assert.match(api.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual([status, api.requestCount()], [200, 1]);
    assert.deepEqual(answers, [{ method: 'GET', target: '/health?probe=1', status: 200 }]);
  });

  it('rejects an unknown flaw and names the known ones', async () => {
    await assert.rejects(
      startOrdersApi({ flaws: ['read-any-order', 'sql-injection'] }),
      /There is no flaw named "sql-injection"\. Use names of this list: read-any-order, update-any-order,/,
    );
  });

  it('rejects a port that is taken', async () => {
    const api = await startOrdersApi();
    await assert.rejects(startOrdersApi({ port: api.port }), { code: 'EADDRINUSE' });
    await api.close();
  });

  it('closes twice, and while an answer is waiting', async () => {
    const api = await startOrdersApi();
    const slow = client(api)('GET', '/api/slow?ms=30000');
    const cut = assert.rejects(slow, { code: 'ECONNRESET' });
    await client(api)('GET', '/health');
    await api.close();
    await api.close();
    await cut;
  });

  it('is the same in every run with the same seed and clock', async () => {
    const transcript = async (seed: string) => {
      const api = await startOrdersApi({ seed, now: () => Date.UTC(2026, 5, 1) });
      const { text } = await login(api, 'alice');
      const created = await (
        await signIn(api, 'bob')
      )('POST', '/api/orders', { json: { sku: 'A-1', quantity: 1 } });
      await api.close();
      return [text, created.text, created.headers.date];
    };
    assert.deepEqual(await transcript('one'), await transcript('one'));
    assert.notDeepEqual(await transcript('one'), await transcript('two'));
  });

  it('shares nothing between instances', async () => {
    const [first, second] = await Promise.all([startOrdersApi(), startOrdersApi()]);
    const id = await createOrder(await signIn(first, 'alice'));
    const { status } = await (await signIn(second, 'alice'))('GET', `/api/orders/${id}`);
    await Promise.all([first.close(), second.close()]);
    assert.equal(status, 404);
  });
});

describe('the orders API', () => {
  let api: OrdersApi;
  let alice: Send;
  let bob: Send;
  let sam: Send;
  let mia: Send;
  let root: Send;
  let nobody: Send;

  before(async () => {
    api = await startOrdersApi({ flaws: [] });
    const users = ['alice', 'bob', 'sam', 'mia', 'root'] as const;
    const [a, b, s, m, r] = await Promise.all(users.map((alias) => signIn(api, alias)));
    assert.ok(a !== undefined && b !== undefined && s !== undefined && m !== undefined && r !== undefined);
    [alice, bob, sam, mia, root, nobody] = [a, b, s, m, r, client(api)];
  });

  after(() => api.close());

  describe('orders', () => {
    it('creates an order with Location, ETag and the 64-bit id of its owner', async () => {
      const json = { sku: 'A-1', quantity: 2, note: 'x' };
      const { status, headers, text } = await alice('POST', '/api/orders', { json });
      const { id, createdAt, ...rest } = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual(
        [status, headers.location, headers.etag],
        [201, `/api/orders/${String(id)}`, `"${String(id)}-1"`],
      );
      assert.match(String(createdAt), /Z$/);
      assert.match(text, new RegExp(`"customerId":${USER_IDS.alice},`));
      assert.deepEqual(
        { ...rest, customerId: 0 },
        {
          customerId: 0,
          customer: 'alice@example.com',
          sku: 'A-1',
          quantity: 2,
          items: [{ sku: 'A-1', quantity: 2, price: 6.25 }],
          amount: 12.5,
          currency: 'EUR',
          note: 'x',
          state: 'open',
        },
      );
    });

    it('reads, replaces, changes, cancels and deletes', async () => {
      const path = `/api/orders/${await createOrder(alice)}`;
      const replaced = await alice('PUT', path, { json: { sku: 'B-2', quantity: 1 } });
      const changed = await alice('PATCH', path, { json: { note: 'n' } });
      const cancelled = await alice('POST', `${path}/cancel`);
      const shown = (await alice('GET', path)).json();
      const deleted = await alice('DELETE', path);
      const gone = await alice('GET', path);
      assert.equal(replaced.json()['amount'], 14.5);
      assert.equal(changed.json()['note'], 'n');
      assert.equal(cancelled.json()['state'], 'cancelled');
      assert.deepEqual([shown['sku'], shown['note'], shown['state']], ['B-2', 'n', 'cancelled']);
      assert.deepEqual([deleted.status, deleted.text, gone.status], [204, '', 404]);
    });

    it('honours If-None-Match and If-Match', async () => {
      const path = `/api/orders/${await createOrder(alice)}`;
      const etag = String((await alice('GET', path)).headers.etag);
      const unchanged = await alice('GET', path, { headers: { 'If-None-Match': etag } });
      const stale = await alice('PATCH', path, { json: { note: 'a' }, headers: { 'If-Match': '"old"' } });
      const fresh = await alice('PATCH', path, { json: { note: 'a' }, headers: { 'If-Match': etag } });
      assert.deepEqual([unchanged.status, stale.status, fresh.status], [304, 412, 200]);
    });

    it('pages by number and by cursor, and names the next page in a Link header', async () => {
      const user = await signIn(api, 'sam');
      const first = await user('GET', '/api/orders?pageSize=4');
      const page = first.json() as { items: unknown[]; total: number; nextCursor: string };
      const second = await user('GET', `/api/orders?pageSize=4&cursor=${page.nextCursor}`);
      const linked = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
      assert.equal(page.items.length, 4);
      assert.equal((await user('GET', linked)).text, second.text);
      const last = await user('GET', `/api/orders?pageSize=4&page=${Math.ceil(page.total / 4)}`);
      assert.deepEqual([last.json()['nextCursor'], last.headers.link], [null, undefined]);
      assert.deepEqual((await user('GET', '/api/orders?page=999')).json()['items'], []);
    });

    it('lists own orders to customers and all to support', async () => {
      const own = (await bob('GET', '/api/orders')).json() as { items: { customer: string }[] };
      const all = (await sam('GET', '/api/orders')).json() as { items: { customer: string }[] };
      assert.deepEqual([...new Set(own.items.map((item) => item.customer))], ['bob@example.com']);
      assert.ok(new Set(all.items.map((item) => item.customer)).size > 1);
    });

    it('finds the same order by query, body, nested path and GraphQL', async () => {
      const id = await createOrder(alice, 'same');
      const query = 'query Q($id: ID!) { found: order(id: $id) { id note } me { email } } # end\n';
      const answers = await Promise.all([
        alice('GET', `/api/order?order_id=${id}`),
        alice('POST', '/api/orders/lookup', { json: { orderId: id } }),
        alice('PATCH', `/api/order?order_id=${id}`, { json: {} }),
        alice('POST', '/api/orders/update', { json: { orderId: id } }),
        alice('POST', '/api/orders/cancel', { json: { orderId: id } }),
        alice('GET', `/api/users/${USER_IDS.alice}/orders/${id}`),
        alice('PATCH', `/api/users/${USER_IDS.alice}/orders/${id}`, { json: {} }),
      ]);
      assert.deepEqual(
        answers.map((answer) => [answer.status, answer.json()['id']]),
        answers.map(() => [200, id]),
      );
      assert.deepEqual((await alice('POST', '/graphql', { json: { query, variables: { id } } })).json(), {
        data: { found: { id, note: 'same' }, me: { email: 'alice@example.com' } },
      });
      assert.equal((await alice('DELETE', `/api/order?order_id=${id}`)).status, 204);
      assert.equal((await alice('DELETE', `/api/users/${USER_IDS.alice}/orders/${id}`)).status, 404);
    });

    it('cancels by a GraphQL mutation', async () => {
      const query = `mutation { cancelOrder(id: "${await createOrder(alice)}") { state } }`;
      const answer = await alice('POST', '/graphql', { json: { query } });
      assert.deepEqual(answer.json(), { data: { cancelOrder: { state: 'cancelled' } } });
    });

    const documents: [query: string, code: string][] = [
      ['', 'GRAPHQL_PARSE_FAILED'],
      ['query {', 'GRAPHQL_PARSE_FAILED'],
      ['{ order(id: 5) { id } }', 'GRAPHQL_PARSE_FAILED'],
      ['{ a '.repeat(50), 'GRAPHQL_PARSE_FAILED'],
      ['subscription { me { id } }', 'GRAPHQL_PARSE_FAILED'],
      ['{ me { password } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ me { __proto__ } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ users { id } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['{ order { id } }', 'NOT_FOUND'],
    ];
    for (const [query, code] of documents) {
      it(`answers GraphQL ${JSON.stringify(query.slice(0, 30))} with ${code}`, async () => {
        const answer = (await alice('POST', '/graphql', { json: { query } })).json() as {
          data: unknown;
          errors: { extensions: { code: string } }[];
        };
        assert.deepEqual([answer.data, answer.errors[0]?.extensions.code], [null, code]);
      });
    }
  });

  describe('users and administration', () => {
    it('shows a user by an id that no double holds, digit for digit', async () => {
      const { status, text } = await alice('GET', `/api/users/${USER_IDS.alice}`);
      assert.equal(status, 200);
      assert.match(text, new RegExp(`^\\{"id":${USER_IDS.alice},"email":"alice@example.com"`));
      assert.equal((await root('GET', `/api/users/${Number(USER_IDS.alice)}`)).status, 404);
    });

    it('shows the tax number to the user and managers, and to no support agent', async () => {
      const path = `/api/users/${USER_IDS.bob}`;
      const shown = await Promise.all([bob, mia, sam].map(async (send) => (await send('GET', path)).json()));
      assert.deepEqual(
        shown.map((user) => 'taxNumber' in user),
        [true, true, false],
      );
    });

    it('changes the own name, not the own role, and the password', async () => {
      const own = await startOrdersApi({ flaws: [] });
      const user = await signIn(own, 'bob');
      const changed = await user('PATCH', `/api/users/${USER_IDS.bob}`, {
        json: { name: 'Robert', role: 'manager' },
      });
      const password = await user('PUT', `/api/users/${USER_IDS.bob}/password`, {
        json: { password: 'new' },
      });
      const before = await login(own, 'bob');
      const json = { email: 'bob@example.com', password: 'new' };
      const after = await client(own)('POST', '/login', { json });
      await own.close();
      assert.deepEqual([changed.json()['name'], changed.json()['role']], ['Robert', 'customer']);
      assert.deepEqual([password.status, before.status, after.status], [204, 401, 200]);
    });

    it('lets the administrator create, read, change and delete users', async () => {
      const json = { email: 'tom@example.com', name: 'Tom', password: 'tom-demo-password', role: 'manager' };
      const created = await root('POST', '/api/admin/users', { json });
      const path = String(created.headers.location);
      const tom = await signIn(api, 'tom');
      const id = await createOrder(tom);
      const again = await root('POST', '/api/admin/users', { json });
      const changed = await root('PATCH', path, { json: { role: 'customer' } });
      const stats = await tom('GET', '/api/admin/stats');
      const read = await root('GET', path);
      const deleted = await root('DELETE', path);
      assert.deepEqual([created.status, again.status, stats.status, deleted.status], [201, 409, 403, 204]);
      assert.deepEqual([changed.json()['role'], read.json()['role']], ['customer', 'customer']);
      assert.equal((await tom('GET', '/api/me')).status, 401);
      assert.equal((await root('GET', `/api/orders/${id}`)).status, 404);
      assert.equal((await root('DELETE', `/api/admin/users/${USER_IDS.root}`)).status, 409);
    });

    it('counts for managers', async () => {
      const stats = (await mia('GET', '/api/admin/stats')).json();
      assert.deepEqual(Object.keys(stats), ['users', 'orders', 'revenue']);
    });
  });

  describe('the policy', () => {
    let order: string;
    let ownOfSam: string;
    before(async () => {
      order = await createOrder(alice);
      ownOfSam = await createOrder(sam);
    });

    const statuses: [
      who: string,
      what: string,
      expected: number,
      attempt: () => Promise<{ status: number }>,
    ][] = [
      ['nobody', 'reads an order', 401, () => nobody('GET', `/api/orders/${order}`)],
      ['nobody', 'lists users', 401, () => nobody('GET', '/api/admin/users')],
      ['nobody', 'reads products', 200, () => nobody('GET', '/api/products/A-1')],
      ['a customer', 'reads the order of another', 404, () => bob('GET', `/api/orders/${order}`)],
      ['a customer', 'reads a missing order', 404, () => bob('GET', '/api/orders/ord-none')],
      ['a customer', 'reads the profile of another', 403, () => bob('GET', `/api/users/${USER_IDS.alice}`)],
      ['a customer', 'reads a missing profile', 403, () => bob('GET', '/api/users/1')],
      [
        'a customer',
        'opens the orders of another',
        404,
        () => bob('GET', `/api/users/${USER_IDS.alice}/orders`),
      ],
      [
        'a customer',
        'sets a password of another',
        403,
        () => bob('PUT', `/api/users/${USER_IDS.alice}/password`),
      ],
      ['a customer', 'lists users', 403, () => bob('GET', '/api/admin/users')],
      ['a support agent', 'reads any order', 200, () => sam('GET', `/api/orders/${order}`)],
      ['a support agent', 'changes an order', 403, () => sam('PATCH', `/api/orders/${order}`, { json: {} })],
      [
        'a support agent',
        'changes an own order',
        403,
        () => sam('PATCH', `/api/orders/${ownOfSam}`, { json: {} }),
      ],
      [
        'a support agent',
        'changes a missing order',
        403,
        () => sam('PATCH', '/api/orders/ord-none', { json: {} }),
      ],
      ['a support agent', 'sees counts', 403, () => sam('GET', '/api/admin/stats')],
      ['a manager', 'changes any order', 200, () => mia('PATCH', `/api/orders/${order}`, { json: {} })],
      ['a manager', 'lists users', 403, () => mia('GET', '/api/admin/users')],
      ['an administrator', 'lists users', 200, () => root('GET', '/api/admin/users')],
      ['an administrator', 'deletes any order', 204, () => root('DELETE', `/api/orders/${ownOfSam}`)],
    ];
    for (const [who, what, expected, attempt] of statuses) {
      it(`answers ${expected} when ${who} ${what}`, async () => {
        assert.equal((await attempt()).status, expected);
      });
    }
  });

  describe('bad input', () => {
    const order = (json: unknown) => () => alice('POST', '/api/orders', { json });
    const attempts: [
      what: string,
      expected: string,
      attempt: () => Promise<{ status: number; text: string }>,
    ][] = [
      ['a body that is not JSON', '400 invalid-json', order('{"sku":')],
      ['a list', '400 invalid-body', order('[]')],
      ['an empty body', '400 invalid-json', order('')],
      ['a duplicate member', '400 duplicate-member', order('{"sku":"A-1","sku":"B-2","quantity":1}')],
      ['no sku', '400 invalid-field', order({ quantity: 1 })],
      ['a quantity in a string', '400 invalid-field', order({ sku: 'A-1', quantity: '2' })],
      ['a huge quantity', '400 invalid-field', order('{"sku":"A-1","quantity":9007199254740993}')],
      ['an unknown product', '400 unknown-product', order({ sku: '__proto__', quantity: 1 })],
      ['deep nesting', '400 invalid-json', order(`{"sku":${'['.repeat(10_000)}`)],
      ['a body beyond 1 MiB', '413 too-large', order(`"${'x'.repeat(1_100_000)}"`)],
      ['no content type', '415 unsupported-type', () => alice('POST', '/api/orders', { body: '{}' })],
      ['a page of 0', '400 invalid-parameter', () => alice('GET', '/api/orders?page=0')],
      ['a page size of 101', '400 invalid-parameter', () => alice('GET', '/api/orders?pageSize=101')],
      ['a foreign cursor', '400 invalid-cursor', () => alice('GET', '/api/orders?cursor=abc')],
      ['no order_id', '400 missing-parameter', () => alice('GET', '/api/order')],
      ['two order_ids', '400 repeated-parameter', () => alice('GET', '/api/order?order_id=a&order_id=b')],
      ['broken percent encoding', '400 invalid-path', () => alice('GET', '/api/orders/%zz')],
      ['an unknown path', '404 no-such-endpoint', () => alice('GET', '/__proto__')],
      ['a wrong method', '405 method-not-allowed', () => alice('PUT', '/api/orders')],
      ['a trailing slash', '404 no-such-endpoint', () => alice('GET', '/api/orders/')],
      [
        'an unknown role',
        '400 invalid-field',
        () => root('PATCH', `/api/admin/users/${USER_IDS.bob}`, { json: { role: 'x' } }),
      ],
    ];
    for (const [what, expected, attempt] of attempts) {
      it(`answers ${what} with ${expected}`, async () => {
        const { status, text } = await attempt();
        const { error } = JSON.parse(text) as { error: string };
        assert.equal(`${status} ${error}`, expected);
      });
    }

    it('lists the methods of a path', async () => {
      const { status, headers } = await nobody('OPTIONS', '/api/orders/x');
      assert.deepEqual([status, headers.allow], [204, 'GET, PUT, PATCH, DELETE']);
    });

    it('answers HEAD like GET without the body', async () => {
      const { status, headers, text } = await nobody('HEAD', '/api/products');
      assert.deepEqual([status, Number(headers['content-length']) > 50, text], [200, true, '']);
    });
  });
});
