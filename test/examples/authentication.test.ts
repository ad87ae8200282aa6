import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DEMO_SECRETS, PARTNER } from '../../examples/orders-api/data/seed';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { client, createOrder, login, signIn, USER_IDS, type Received, type Send } from './client';

let api: OrdersApi;
let now: number;
let nobody: Send;

/** A new API for each test. */
function withApi(): void {
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 10);
    api = await startOrdersApi({ flaws: [], now: () => now, tokenLifetimeMs: 60_000 });
    nobody = client(api);
  });
  afterEach(() => api.close());
}

describe('login by token', () => {
  withApi();

  it('gives a token, the 64-bit user id, the role and the time of expiry', async () => {
    const { status, text } = await login(api, 'sam');
    const { token, expiresAt } = JSON.parse(text) as { token: string; expiresAt: string };
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    assert.equal(status, 200);
    assert.match(text, new RegExp(`"userId":${USER_IDS.sam},"role":"supportAgent"`));
    assert.equal(expiresAt, '2026-01-10T00:01:00.000Z');
    assert.deepEqual(
      { ...(claims as object), jti: '' },
      { sub: USER_IDS.sam, role: 'supportAgent', iat: now / 1000, exp: now / 1000 + 60, jti: '' },
    );
  });

  it('refuses a token that expired, was logged out, was altered or never existed', async () => {
    const alice = await signIn(api, 'alice');
    const bob = await signIn(api, 'bob');
    const altered = client(api, { Authorization: 'Bearer a.b.c' });
    assert.equal((await alice('POST', '/logout')).status, 204);
    const loggedOut = await alice('GET', '/api/me');
    const unknown = await altered('GET', '/api/me');
    now += 59_999;
    const live = await bob('GET', '/api/me');
    now += 1;
    const expired = await bob('GET', '/api/me');
    assert.deepEqual([loggedOut.status, unknown.status, live.status, expired.status], [401, 401, 200, 401]);
    assert.equal(expired.headers['www-authenticate'], 'Bearer realm="orders"');
  });

  it('moves lastSeenAt and nothing else with time', async () => {
    const alice = await signIn(api, 'alice');
    const first = (await alice('GET', '/api/me')).json();
    now += 1000;
    const second = (await alice('GET', '/api/me')).json();
    assert.deepEqual({ ...first, lastSeenAt: '' }, { ...second, lastSeenAt: '' });
    assert.notEqual(first['lastSeenAt'], second['lastSeenAt']);
  });

  for (const json of [
    { email: 'alice@example.com', password: 'wrong' },
    { email: '__proto__', password: '' },
  ]) {
    it(`answers 401 to ${JSON.stringify(json)}`, async () => {
      assert.equal((await nobody('POST', '/login', { json })).status, 401);
    });
  }

  it('has every secret that the sample workspace names', () => {
    assert.deepEqual(Object.keys(DEMO_SECRETS), [
      'ALICE_PASSWORD',
      'BOB_PASSWORD',
      'SAM_PASSWORD',
      'MIA_PASSWORD',
      'ROOT_PASSWORD',
      'PARTNER_PASSWORD',
      'PARTNER_API_KEY',
      'PARTNER_SIGNING_KEY',
      'PARTNER_CODE_KEY',
      'PARTNER_TOKEN_KEY',
    ]);
  });
});

describe('login by form', () => {
  withApi();

  it('needs the hidden token with its cookie, then signs in with a cookie', async () => {
    const { page, cookie, token } = await openForm();
    const form = { _csrf: token, email: 'bob@example.com', password: 'bob-demo-password' };
    const withoutCookie = await nobody('POST', '/session/login', { form });
    const wrongToken = await submit(cookie, { ...form, _csrf: 'x' });
    const wrongPassword = await submit(cookie, { ...form, password: 'x' });
    const signedIn = await submit(cookie, form);
    const again = await submit(cookie, form);
    assert.equal(page.status, 200);
    assert.deepEqual([withoutCookie.status, wrongToken.status, wrongPassword.status], [403, 403, 401]);
    assert.deepEqual(
      [signedIn.status, signedIn.headers.location, again.status],
      [303, '/session/account', 403],
    );
  });

  it('lets a cookie read, and write only with the CSRF token', async () => {
    const { browser, csrf } = await signInByForm();
    const json = { sku: 'A-1', quantity: 1 };
    const read = await browser('GET', '/api/orders');
    const refused = await browser('POST', '/api/orders', { json });
    const created = await browser('POST', '/api/orders', { json, headers: { 'X-CSRF-Token': csrf } });
    assert.deepEqual([read.status, refused.status, created.status], [200, 403, 201]);
    assert.match(cookiesOf(created), /^lastOrder=ord-[0-9a-f]{12}$/);
  });

  it('shows the order of the lastOrder cookie and cancels the one of a form field', async () => {
    const { cookie, csrf } = await signInByForm();
    const own = await createOrder(await signIn(api, 'bob'));
    const other = await createOrder(await signIn(api, 'alice'));
    const current = (id: string) =>
      nobody('GET', '/session/orders/current', { headers: { Cookie: `${cookie}; lastOrder=${id}` } });
    const cancel = (orderId: string) =>
      nobody('POST', '/session/orders/cancel', {
        form: { orderId, _csrf: csrf },
        headers: { Cookie: cookie },
      });
    const shown = await Promise.all([current(own), current(other), current('')]);
    const cancelled = await Promise.all([cancel(own), cancel(other)]);
    assert.deepEqual(
      shown.map((answer) => answer.status),
      [200, 404, 404],
    );
    assert.deepEqual(
      cancelled.map((answer) => answer.status),
      [200, 404],
    );
  });

  it('ends with log-out', async () => {
    const { browser, csrf } = await signInByForm();
    const out = await browser('POST', '/session/logout', { headers: { 'X-CSRF-Token': csrf } });
    assert.deepEqual([out.status, (await browser('GET', '/session/account')).status], [303, 401]);
  });

  async function openForm() {
    const page = await nobody('GET', '/session/login');
    return { page, cookie: cookiesOf(page), token: /name="_csrf" value="(\w+)"/.exec(page.text)?.[1] ?? '' };
  }

  function submit(cookie: string, form: Record<string, string>) {
    return nobody('POST', '/session/login', { form, headers: { Cookie: cookie } });
  }

  async function signInByForm() {
    const { cookie: formCookie, token } = await openForm();
    const form = { _csrf: token, email: 'bob@example.com', password: 'bob-demo-password' };
    const cookie = cookiesOf(await submit(formCookie, form));
    const browser = client(api, { Cookie: cookie });
    const { text } = await browser('GET', '/session/account');
    return { browser, cookie, csrf: /name="csrf-token" content="(\w+)"/.exec(text)?.[1] ?? '' };
  }

  function cookiesOf({ headers }: Received): string {
    return (
      (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).find((pair) => !pair?.endsWith('=')) ??
      ''
    );
  }
});

describe('partner access', () => {
  withApi();

  const basic = (name: string, password: string) => ({
    Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  });
  const key = PARTNER.apiKey;
  const ways: [what: string, expected: number, target: string, headers: Record<string, string>][] = [
    ['Basic', 200, '/partner/basic', basic(PARTNER.name, PARTNER.password)],
    ['a wrong Basic password', 401, '/partner/basic', basic(PARTNER.name, 'x')],
    ['broken Basic', 401, '/partner/basic', { Authorization: 'Basic ???' }],
    ['a key in a header', 200, '/partner/key', { 'X-Api-Key': key }],
    ['a key in the query', 200, `/partner/key?api_key=${key}`, {}],
    ['a key in a cookie', 200, '/partner/key', { Cookie: `a=b; api_key=${key}` }],
    ['no key', 401, '/partner/key', {}],
    [
      'a Digest that was never asked for',
      401,
      '/partner/digest',
      { Authorization: 'Digest nonce="x", nc=1' },
    ],
    ['no OAuth token', 401, '/partner/oauth', { Authorization: 'Bearer client-x' }],
  ];
  for (const [what, expected, target, headers] of ways) {
    it(`answers ${expected} to ${what}`, async () => {
      const { status, headers: answered } = await nobody('GET', target, { headers });
      assert.equal(status, expected);
      assert.equal(answered['www-authenticate'] === undefined, status === 200);
    });
  }

  for (const [algorithm, hash] of [
    ['SHA-256', 'sha256'],
    ['MD5', 'md5'],
  ] as const) {
    it(`answers a ${algorithm} Digest once per count`, async () => {
      const challenge = String((await nobody('GET', '/partner/digest')).headers['www-authenticate']);
      const nonce = /nonce="(\w+)"/.exec(challenge)?.[1] ?? '';
      const digest = (text: string) => createHash(hash).update(text).digest('hex');
      const secret = digest(`${PARTNER.name}:partner:${PARTNER.password}`);
      const response = digest(`${secret}:${nonce}:00000001:c1:auth:${digest('GET:/partner/digest')}`);
      const Authorization =
        `Digest username="${PARTNER.name}", realm="partner", nonce="${nonce}", uri="/partner/digest", ` +
        `algorithm=${algorithm}, qop=auth, nc=00000001, cnonce="c1", response="${response}"`;
      assert.match(challenge, new RegExp(`qop="auth", algorithm=${algorithm}`));
      assert.equal((await nobody('GET', '/partner/digest', { headers: { Authorization } })).status, 200);
      assert.equal((await nobody('GET', '/partner/digest', { headers: { Authorization } })).status, 401);
    });
  }
});

describe('OAuth 2.0', () => {
  withApi();

  const clientFields = { client_id: PARTNER.name, client_secret: PARTNER.password };
  const alice = { username: 'alice@example.com', password: 'alice-demo-password' };
  const ask = (form: Record<string, string>) => nobody('POST', '/oauth/token', { form });
  const withToken = async (target: string, issued: Received) =>
    (await client(api, { Authorization: `Bearer ${String(issued.json()['access_token'])}` })('GET', target))
      .status;

  it('gives client credentials a token for the partner resource alone, until it expires', async () => {
    const issued = await ask({ ...clientFields, grant_type: 'client_credentials', scope: 'stock:read' });
    const { access_token: token, ...rest } = issued.json();
    assert.match(String(token), /^client-/);
    assert.deepEqual(rest, { scope: 'stock:read', token_type: 'Bearer', expires_in: 60 });
    assert.equal(await withToken('/partner/oauth', issued), 200);
    assert.equal(await withToken('/api/me', issued), 401);
    now += 60_000;
    assert.equal(await withToken('/partner/oauth', issued), 401);
  });

  it('takes the client from a Basic header', async () => {
    const credentials = Buffer.from(`${PARTNER.name}:${PARTNER.password}`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}` };
    const form = { grant_type: 'client_credentials' };
    assert.equal((await nobody('POST', '/oauth/token', { form, headers })).status, 200);
  });

  it('gives a user tokens for a password and, once, for a refresh token', async () => {
    const issued = await ask({ ...clientFields, ...alice, grant_type: 'password' });
    const refresh = {
      ...clientFields,
      grant_type: 'refresh_token',
      refresh_token: String(issued.json()['refresh_token']),
    };
    const refreshed = await ask(refresh);
    assert.equal(await withToken('/api/me', issued), 200);
    assert.equal(await withToken('/api/me', refreshed), 200);
    assert.deepEqual((await ask(refresh)).json(), { error: 'invalid_grant' });
  });

  const refusals: [expected: string, form: Record<string, string>][] = [
    ['401 invalid_client', { grant_type: 'client_credentials' }],
    ['401 invalid_client', { ...clientFields, client_secret: 'x', grant_type: 'client_credentials' }],
    ['400 unsupported_grant_type', { ...clientFields, grant_type: 'implicit' }],
    ['400 unsupported_grant_type', clientFields],
    ['400 invalid_grant', { ...clientFields, ...alice, password: 'x', grant_type: 'password' }],
    ['400 invalid_grant', { ...clientFields, grant_type: 'refresh_token' }],
  ];
  for (const [expected, form] of refusals) {
    it(`answers ${expected} to ${JSON.stringify(form)}`, async () => {
      const { status, json } = await ask(form);
      assert.equal(`${status} ${String(json()['error'])}`, expected);
    });
  }
});
