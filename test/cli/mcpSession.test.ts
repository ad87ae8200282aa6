/** A whole job by tool calls alone: from an OpenAPI file to a chain that runs, through a break, to authorization tests. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { createWorkspace, type Workspace } from '../node/workspace';
import { cli, secrets } from './program';

/** Calls that the job may take. */
const MOST_CALLS = 25;
/** Bytes of all answers and of the list of tools: about 12,000 tokens. */
const MOST_BYTES = 48_000;

/** The answer of a tool. */
type Answer = Readonly<Record<string, unknown>>;

describe('a session of a model', function () {
  this.timeout(120_000);
  let api: OrdersApi;
  let workspace: Workspace;
  let client: Client;
  let calls = 0;
  let bytes = 0;

  before(async () => {
    api = await startOrdersApi({ flaws: ['read-any-order'] });
    workspace = await createWorkspace();
    await workspace.write({ 'openapi.json': description(api.origin) });
    client = new Client({ name: 'test', version: '1' });
    const bound = ['ALICE_PASSWORD', 'BOB_PASSWORD'].flatMap((name) => [
      '--secret-host',
      `${name}=${api.origin}`,
    ]);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cli, 'mcp', '--folder', workspace.folder, '--write', '.', '--allow-mutations', ...bound],
        env: { PATH: process.env['PATH'] ?? '', ...definedIn(secrets) },
      }),
    );
    bytes += JSON.stringify(await client.listTools()).length;
  });
  after(async () => {
    await client.close();
    await api.close();
    await workspace.dispose();
  });

  async function call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const answer = await client.callTool({ name, arguments: args }, undefined, { timeout: 60_000 });
    calls += 1;
    bytes += JSON.stringify(answer['content']).length;
    assert.notEqual(answer['isError'], true, JSON.stringify(answer['content']));
    return answer['structuredContent'] as Answer;
  }

  /** Changes a chain as an agent does with the tools that it has for files. */
  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const before = await readFile(path.join(workspace.folder, file), 'utf8');
    const after = change(before);
    assert.notEqual(after, before);
    await workspace.write({ [file]: after });
  }

  it('goes from a description over a chain that runs and breaks to authorization tests', async () => {
    assert.deepEqual((await call('list_chains'))['chains'], []);
    const imported = await call('import_requests', { source: 'openapi.json', output: 'api' });
    const chain = (imported['files'] as readonly string[]).find((file) => file.endsWith('.chain.json')) ?? '';
    await call('analyze_chain', { chain });
    await workspace.write({
      [chain]: ordersChain(api.origin),
      'api/login.chain.json': loginChain(api.origin),
    });
    assert.deepEqual((await call('analyze_chain', { chain }))['problems'], []);
    assert.equal((await call('run_chain', { chain }))['outcome'], 'passed');

    await edit(chain, (text) => text.replace('$.id', '$.orderNumber'));
    const broken = await call('run_chain', { chain });
    const cause = broken['rootCause'] as { readonly request: string; readonly why: string };
    assert.equal(cause.request, 'create');
    const explained = await call('explain_failure', { chain, request: cause.request });
    assert.match(JSON.stringify(explained['extractions']), /orderNumber/);
    assert.match(JSON.stringify(explained['answered']), /\\"id\\":/);
    await edit(chain, (text) => text.replace('$.orderNumber', '$.id'));
    assert.equal((await call('run_chain', { chain }))['outcome'], 'passed');
    await call('map_values', { chain });
    await call('preview_request', { chain, request: 'read' });

    const users = { alice: 'customer', bob: 'customer' };
    const proposed = await call('propose_matrix', { source: chain, users });
    assert.match(JSON.stringify(proposed['questions']), /Who may read, change and delete an order\?/);
    assert.deepEqual(proposed['secrets'], ['ALICE_PASSWORD', 'BOB_PASSWORD']);
    const [next] = proposed['next'] as readonly { readonly arguments: { readonly answers: object } }[];
    const answers = { ...next?.arguments.answers, mutate: 'yes' };
    const written = { ...next?.arguments, answers, output: 'api/orders.authz.json' };
    assert.deepEqual((await call('propose_matrix', written))['files'], ['api/orders.authz.json']);
    const planned = await call('run_authorization_tests', { matrix: 'api/orders.authz.json', dryRun: true });
    assert.ok((planned['planned'] as readonly string[]).length > 0);
    const tested = await call('run_authorization_tests', { matrix: 'api/orders.authz.json' });
    assert.match(JSON.stringify(tested['findings']), /GET \/api\/orders\/\{orderId\}/);
    assert.deepEqual(tested['leftovers'], []);

    assert.ok(calls <= MOST_CALLS, `${calls} calls`);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  });
});

function definedIn(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value = '']) => [[name, value]]));
}

function description(origin: string): object {
  const ok = { 200: { description: 'OK' } };
  return {
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: origin }],
    paths: {
      '/login': { post: { operationId: 'login', responses: ok } },
      '/api/orders': { post: { operationId: 'createOrder', responses: ok } },
      '/api/orders/{orderId}': {
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getOrder', responses: ok },
        delete: { operationId: 'deleteOrder', responses: ok },
      },
    },
  };
}

const CHAIN = { formatVersion: 1, status: 'active' };

function loginChain(origin: string): object {
  const json = { email: '{{email}}', password: '{{password}}' };
  return {
    ...CHAIN,
    name: 'Login',
    variables: { email: 'alice@example.com', password: '{{$secret ALICE_PASSWORD}}' },
    requests: [
      {
        id: 'login',
        method: 'POST',
        url: `${origin}/login`,
        body: { json },
        extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      },
    ],
  };
}

function ordersChain(origin: string): object {
  const url = `${origin}/api/orders`;
  return {
    ...CHAIN,
    name: 'Orders',
    requires: ['login.chain.json'],
    auth: { type: 'bearer', token: '{{token}}' },
    requests: [
      {
        id: 'create',
        method: 'POST',
        url,
        body: { json: { sku: 'A-1', quantity: 1, note: 'x' } },
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
        expect: { status: 201 },
      },
      { id: 'read', method: 'GET', url: `${url}/{{orderId}}`, expect: { status: 200 } },
      { id: 'delete', method: 'DELETE', url: `${url}/{{orderId}}` },
    ],
  };
}
