/** `chainwright import --map`: a recording becomes, in one command, a chain that runs. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { defined } from '../../src/core/defined';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

const json = { 'content-type': 'application/json' };

/** Sends requests as a browser does and writes them down as HAR entries. */
function recorder(origin: string) {
  const entries: object[] = [];
  const send = async (line: string, headers: Readonly<Record<string, string>>, body?: object) => {
    const [method = '', target = ''] = line.split(' ');
    const url = `${origin}${target}`;
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const startedDateTime = new Date().toISOString();
    const response = await fetch(url, { method, headers, ...defined({ body: sent }) });
    const text = await response.text();
    entries.push({
      startedDateTime,
      time: 1,
      request: {
        method,
        url,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        ...(sent === undefined ? {} : { postData: { mimeType: 'application/json', text: sent } }),
      },
      response: {
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        content: { mimeType: response.headers.get('content-type') ?? '', text },
      },
    });
    return { response, text };
  };
  return { entries, send };
}

/** Signs in, orders, looks at the order, changes it as it was read, and cancels it. */
async function recordedSession(origin: string): Promise<object> {
  const { entries, send } = recorder(origin);
  const { text } = await send('POST /login', json, {
    email: 'alice@example.com',
    password: DEMO_SECRETS['ALICE_PASSWORD'],
  });
  const { token } = JSON.parse(text) as { token: string };
  const bearer = { authorization: `Bearer ${token}` };
  const created = await send('POST /api/orders', { ...json, ...bearer }, { sku: 'A-1', quantity: 2 });
  const id = /"id":"?([\w-]+)/.exec(created.text)?.[1] ?? '';
  const read = await send(`GET /api/orders/${id}`, bearer);
  const tag = read.response.headers.get('etag') ?? '';
  await send(`PATCH /api/orders/${id}`, { ...json, ...bearer, 'if-match': tag }, { note: 'Ring twice' });
  await send(`POST /api/orders/${id}/cancel`, bearer);
  return { log: { version: '1.2', entries } };
}

/** What is imported is a draft until somebody has looked at it. */
const RUN = ['run', 'mapped/session.chain.json', '--include-drafts'];

let workspace: Workspace;
let api: OrdersApi;
const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));

describe('chainwright import --map', () => {
  before(async () => {
    api = await startOrdersApi({ flaws: [] });
    workspace = await createWorkspace();
    await workspace.write({
      'session.har': JSON.stringify(await recordedSession(api.origin)),
      'bare.http': `GET ${api.origin}/api/orders/7\n`,
    });
  });
  after(async () => {
    await api.close();
    await workspace.dispose();
  });

  it('makes a chain that passes on the ids, tokens and tags of its own run', async () => {
    const { code, stderr } = await chainwright('import', 'session.har', '--map', '-o', 'mapped');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^session\.chain\.json: \d+ places refer to what earlier requests extract: \w+/m);
    assert.match(stderr, /Enter these secrets before a run: PASSWORD\.$/m);
    const password = { CHAINWRIGHT_SECRET_PASSWORD: DEMO_SECRETS['ALICE_PASSWORD'] };
    const run = await ended(
      start([...RUN, '--secret-host', `PASSWORD=${api.origin}`], workspace.folder, password),
    );
    assert.equal(run.code, 0, `${run.stdout}${run.stderr}`);
    assert.match(run.stdout, /5 passed/);
  });

  it('leaves nothing that the analysis finds wrong', async () => {
    const { code, stdout } = await chainwright('analyze', 'mapped/session.chain.json');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /No problems/);
  });

  it('maps without keeping responses where they are not wanted', async () => {
    const { stderr } = await chainwright('import', 'session.har', '--map', '--no-responses', '-o', 'lean');
    assert.doesNotMatch(stderr, /kept/);
    const text = await readFile(path.join(workspace.folder, 'lean/session.chain.json'), 'utf8');
    assert.match(text, /\{\{token\}\}/);
  });

  it('says that nothing was mapped where there are no responses', async () => {
    const { code, stderr } = await chainwright('import', 'bare.http', '--map', '-o', 'bare');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Nothing was mapped: no request has a response in these files\.$/m);
  });
});
