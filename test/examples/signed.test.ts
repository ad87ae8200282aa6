import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { PARTNER } from '../../examples/orders-api/data/seed';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { client, type Sent } from './client';

const SECONDS = 1_768_003_200;
const BODY = '{"sku":"A-1","quantity":5}';

let api: OrdersApi;

function withApi(): void {
  before(async () => {
    api = await startOrdersApi({ flaws: [], now: () => SECONDS * 1000 });
  });
  after(() => api.close());
}

async function answered(expected: number, method: string, target: string, sent: Sent): Promise<void> {
  const { status, headers } = await client(api)(method, target, sent);
  assert.equal(status, expected);
  assert.equal(headers['www-authenticate'] === undefined, status === 200);
}

describe('a signed request of the partner', () => {
  withApi();

  const signed = (text: string, key: string = PARTNER.signingKey) =>
    createHmac('sha256', key).update(text).digest('hex');
  const text = (method: string, target: string, timestamp: number, body: string) =>
    [method, target, timestamp, body].join('\n');
  const right = text('POST', '/partner/signed', SECONDS, BODY);
  const old = SECONDS - 301;

  const cases: [what: string, expected: number, signature: string, timestamp?: number, target?: string][] = [
    ['a signature', 200, signed(right)],
    ['a signature of another key', 401, signed(right, 'x')],
    ['another method', 401, signed(text('PUT', '/partner/signed', SECONDS, BODY))],
    ['another path', 401, signed(text('POST', '/partner/other', SECONDS, BODY))],
    ['another body', 401, signed(text('POST', '/partner/signed', SECONDS, `${BODY} `))],
    ['another time', 401, signed(right), SECONDS + 1],
    ['a time just within five minutes', 200, signed(text('POST', '/partner/signed', old + 1, BODY)), old + 1],
    ['a time more than five minutes ago', 401, signed(text('POST', '/partner/signed', old, BODY)), old],
    ['a query that is not signed', 401, signed(right), SECONDS, '/partner/signed?all=true'],
  ];
  for (const [what, expected, signature, timestamp = SECONDS, target = '/partner/signed'] of cases) {
    it(`is answered ${expected} with ${what}`, () =>
      answered(expected, 'POST', target, {
        json: BODY,
        headers: { 'X-Signature': signature, 'X-Timestamp': String(timestamp) },
      }));
  }

  it('is answered 401 without a signature', () => answered(401, 'POST', '/partner/signed', { json: BODY }));
});

describe('a one-time code of the partner', () => {
  withApi();

  const cases: [what: string, expected: number, headers: Readonly<Record<string, string>>][] = [
    ['the code of now', 200, { 'X-One-Time-Code': '114744' }],
    ['the code before it', 200, { 'X-One-Time-Code': '690552' }],
    ['an older code', 401, { 'X-One-Time-Code': '374447' }],
    ['the next code', 401, { 'X-One-Time-Code': '201018' }],
    ['no code', 401, {}],
  ];
  for (const [what, expected, headers] of cases) {
    it(`is answered ${expected} as ${what}`, () => answered(expected, 'GET', '/partner/code', { headers }));
  }
});

describe('a token that the partner signs', () => {
  withApi();

  const claims = { iss: PARTNER.name, exp: SECONDS + 1 };
  const cases: [what: string, expected: number, token: string][] = [
    ['everything right', 200, token(claims)],
    ['another key', 401, token(claims, { key: 'x' })],
    ['another issuer', 401, token({ ...claims, iss: 'x' })],
    ['a time that is over', 401, token({ ...claims, exp: SECONDS })],
    ['no expiry', 401, token({ iss: PARTNER.name })],
    ['another algorithm', 401, token(claims, { alg: 'none' })],
    ['claims that are no object', 401, token('x')],
    ['a head that is not JSON', 401, signedToken('x', base64url(JSON.stringify(claims)))],
    ['nothing signed', 401, 'a.b.c'],
  ];
  for (const [what, expected, bearer] of cases) {
    it(`is answered ${expected} with ${what}`, () =>
      answered(expected, 'GET', '/partner/token', { headers: { Authorization: `Bearer ${bearer}` } }));
  }

  it('is needed', () => answered(401, 'GET', '/partner/token', {}));

  function token(payload: unknown, { alg = 'HS256', key }: { alg?: string; key?: string } = {}): string {
    return signedToken(base64url(JSON.stringify({ alg })), base64url(JSON.stringify(payload)), key);
  }

  function signedToken(head: string, payload: string, key: string = PARTNER.tokenKey): string {
    const signature = createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url');
    return `${head}.${payload}.${signature}`;
  }

  function base64url(content: string): string {
    return Buffer.from(content).toString('base64url');
  }
});
