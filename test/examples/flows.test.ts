import assert from 'node:assert/strict';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { eventsOf } from '../../src/core/eventStream';
import { client, createOrder, login, signIn, type Send } from './client';

let api: OrdersApi;
let alice: Send;
let bob: Send;
let nobody: Send;

/** A new API for each test. */
function withApi(): void {
  beforeEach(async () => {
    api = await startOrdersApi({ flaws: [] });
    [alice, bob, nobody] = [await signIn(api, 'alice'), await signIn(api, 'bob'), client(api)];
  });
  afterEach(() => api.close());
}

describe('checkouts and invoices', () => {
  withApi();

  it('become ready after two questions and give a 63-bit invoice number, digit for digit', async () => {
    const id = await createOrder(alice);
    const started = await alice('POST', '/api/checkouts', { json: { orderId: id } });
    const path = String(started.headers.location);
    const states: string[] = [];
    for (let question = 0; question < 3; question += 1) {
      states.push((await alice('GET', path)).text.replace(/^.*"state":/, ''));
    }
    assert.equal(started.status, 202);
    assert.deepEqual(states, [
      '"processing","invoiceNumber":null}',
      '"processing","invoiceNumber":null}',
      '"ready","invoiceNumber":9223372036854000001}',
    ]);
    assert.equal((await alice('GET', `/api/orders/${id}`)).json()['state'], 'paid');
    assert.equal((await alice('POST', '/api/checkouts', { json: { orderId: id } })).status, 409);
    assert.equal((await alice('POST', `/api/orders/${id}/cancel`)).status, 409);
    assert.equal((await bob('GET', path)).status, 404);
  });

  it('write the invoice as XML, with the customer escaped, for its owner only', async () => {
    const root = await signIn(api, 'root');
    const email = '<x>&@example.com';
    await root('POST', '/api/admin/users', { json: { email, name: 'x', password: 'pw' } });
    const token = String(
      (await nobody('POST', '/login', { json: { email, password: 'pw' } })).json()['token'],
    );
    const odd = client(api, { Authorization: `Bearer ${token}` });
    const id = await createOrder(odd);
    const started = await odd('POST', '/api/checkouts', { json: { orderId: id } });
    for (let question = 0; question < 3; question += 1) {
      await odd('GET', String(started.headers.location));
    }
    const invoice = await odd('GET', '/api/invoices/9223372036854000001');
    assert.equal(invoice.headers['content-type'], 'application/xml; charset=utf-8');
    assert.equal(
      invoice.text,
      `<?xml version="1.0" encoding="UTF-8"?>
<invoice number="9223372036854000001">
  <order>${id}</order>
  <customer>&#60;x&#62;&#38;@example.com</customer>
  <lines>
    <line sku="A-1" quantity="2">12.50</line>
  </lines>
  <total currency="EUR">12.50</total>
</invoice>
`,
    );
    assert.equal((await odd('GET', `/api/invoices/${Number('9223372036854000001')}`)).status, 404);
    assert.equal((await bob('GET', '/api/invoices/9223372036854000001')).status, 404);
    assert.equal((await bob('GET', '/api/invoices/x')).status, 404);
  });
});

describe('pages', () => {
  withApi();

  it('list the products with links', async () => {
    const { text } = await nobody('GET', '/');
    assert.match(
      text,
      /<tr data-sku="B-2"><td class="name">Ball bearing<\/td><td class="price">14.50<\/td><\/tr>/,
    );
  });

  it('show a receipt with the note escaped', async () => {
    const id = await createOrder(alice, '</dd><script>');
    const { status, text } = await alice('GET', `/receipts/${id}`);
    assert.equal(status, 200);
    assert.match(text, /<dd class="note">&#60;\/dd&#62;&#60;script&#62;<\/dd>/);
    assert.match(text, /<dd class="total" data-currency="EUR">12.50<\/dd>/);
    assert.equal((await bob('GET', `/receipts/${id}`)).status, 404);
  });
});

describe('attachments', () => {
  withApi();

  const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 98, 0]);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b1' };
  const upload = (name: string) =>
    Buffer.concat([
      Buffer.from(
        '--b1\r\nContent-Disposition: form-data; name="title"\r\n\r\nNote\r\n' +
          `--b1\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\n` +
          'Content-Type: application/x-test\r\n\r\n',
      ),
      bytes,
      Buffer.from('\r\n--b1--\r\n'),
    ]);

  it('come back byte for byte, to the owner only', async () => {
    const path = `/api/orders/${await createOrder(alice)}/attachments`;
    const created = await alice('POST', path, { headers, body: upload('file') });
    const { id, ...rest } = created.json();
    const file = await fetchBytes(`${path}/${String(id)}`);
    assert.equal(created.status, 201);
    assert.deepEqual(rest, { fileName: 'a.bin', contentType: 'application/x-test', size: 8, title: 'Note' });
    assert.deepEqual(file, { type: 'application/x-test', bytes });
    assert.equal((await bob('GET', `${path}/${String(id)}`)).status, 404);
    assert.equal((await alice('GET', `${path}/att-none`)).status, 404);
  });

  const broken: [what: string, type: string, body: string | Buffer][] = [
    ['another content type', 'text/plain', upload('file')],
    ['no boundary', 'multipart/form-data', upload('file')],
    ['no closing boundary', 'multipart/form-data; boundary=b1', '--b1\r\n'],
    ['a part without a name', 'multipart/form-data; boundary=b1', '--b1\r\n\r\nx\r\n--b1--'],
    ['no file part', 'multipart/form-data; boundary=b1', upload('document')],
    ['nothing', 'multipart/form-data; boundary=b1', ''],
  ];
  for (const [what, type, body] of broken) {
    it(`answer ${what} with 400`, async () => {
      const path = `/api/orders/${await createOrder(alice)}/attachments`;
      assert.equal((await alice('POST', path, { headers: { 'Content-Type': type }, body })).status, 400);
    });
  }

  async function fetchBytes(path: string) {
    const { token } = (await nobody('POST', '/login', { json: demo('alice') })).json();
    const response = await fetch(`${api.origin}${path}`, {
      headers: { Authorization: `Bearer ${String(token)}` },
    });
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  }

  function demo(alias: string) {
    return { email: `${alias}@example.com`, password: `${alias}-demo-password` };
  }
});

describe('unreliable endpoints', () => {
  withApi();

  const statusOf = async (target: string) => (await nobody('GET', target)).status;

  it('fail a number of times for each key, then work for good', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push(await statusOf('/api/flaky/a?failures=2'));
    }
    assert.deepEqual(statuses, [503, 503, 200, 200]);
    assert.equal(await statusOf('/api/flaky/b?failures=1'), 503);
    assert.equal(await statusOf('/api/flaky/c?failures=0'), 200);
    assert.equal(await statusOf('/api/flaky/c?failures=-1'), 400);
  });

  it('wait as long as asked', async () => {
    const start = performance.now();
    const { status, text } = await nobody('GET', '/api/slow?ms=50');
    // Timers may fire a fraction of a millisecond early.
    assert.ok(performance.now() - start > 45);
    assert.deepEqual([status, text], [200, '{"waitedMs":50}']);
    assert.equal(await statusOf('/api/slow?ms=30001'), 400);
  });
});

describe('the events of an order', () => {
  withApi();

  /** Reads a stream up to a text, and hangs up. */
  async function readUntil(wanted: string, id: string): Promise<string> {
    const token = String((await login(api, 'alice')).json()['token']);
    const headers = { Authorization: `Bearer ${token}` };
    const { body } = await fetch(`${api.origin}/api/orders/${id}/events`, { headers });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes(wanted)) {
        break;
      }
    }
    return text;
  }

  it('tell its way to the customer, and then stay open', async () => {
    const id = await createOrder(alice);
    const text = await readUntil(': nothing new', id);
    const { events } = eventsOf(new TextEncoder().encode(text));
    assert.deepEqual(
      events,
      ['ordered', 'packed', 'shipped', 'delivered'].map((state, index) => ({
        event: 'delivery',
        id: String(index + 1),
        data: { orderId: id, state },
      })),
    );
    assert.match(text, /: nothing new\n\n$/);
  });

  it('are for its owner only, and end with the API', async () => {
    const id = await createOrder(alice);
    assert.equal((await bob('GET', `/api/orders/${id}/events`)).status, 404);
    assert.equal(
      (await alice('HEAD', `/api/orders/${id}/events`)).headers['content-type'],
      'text/event-stream',
    );
    await readUntil('ordered', id);
    const open = alice('GET', `/api/orders/${id}/events`);
    await Promise.all([assert.rejects(open), readUntil('delivered', id).then(() => api.close())]);
  });
});
