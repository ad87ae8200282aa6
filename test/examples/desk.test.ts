import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { client } from './client';

describe('the order desk', () => {
  let api: OrdersApi;
  before(async () => (api = await startOrdersApi()));
  after(() => api.close());

  it('is a page with everything from its own server, and a policy that says so', async () => {
    const { status, headers, text } = await client(api)('GET', '/desk');
    assert.equal(status, 200);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(text, /<script>| on\w+=|style=|https?:/);
    const sources = [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, target = '']) => target);
    assert.deepEqual(sources, ['/desk/desk.css', '/desk/desk.js']);
  });

  it('has a script that browsers can read, and a style', async () => {
    const script = await client(api)('GET', '/desk/desk.js');
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.ok(new Script(script.text) instanceof Script);
    assert.equal(
      (await client(api)('GET', '/desk/desk.css')).headers['content-type'],
      'text/css; charset=utf-8',
    );
  });
});
