/** Files that changed after the start of the server for models: a person may trust them, and sees what for. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { createWorkspace, type Workspace } from '../node/workspace';
import { until } from '../until';
import { callTool, startClient, type Answer, type Person } from './mcpClient';

const SECRET = 'correct-horse-battery';
const YES: ElicitResult = { action: 'accept', content: { trust: true } };

describe('mcp, asking about files that changed', function () {
  this.timeout(60_000);
  let server: Server;
  let origin: string;
  let received: string[];
  let workspace: Workspace;
  let client: Client;
  let questions: string[];
  before(async () => {
    server = createServer(({ method = '', url = '', headers }, response) => {
      received.push(`${method} ${url} ${headers['x-key']?.toString() ?? ''}`.trim());
      response.setHeader('Content-Type', 'application/json');
      response.end('{"id":7}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    received = [];
    questions = [];
    workspace = await createWorkspace();
    await workspace.write({
      'a.chain.json': chain([]),
      'local.environment.json': { formatVersion: 1, name: 'local', variables: { base: origin } },
    });
  });
  afterEach(async () => {
    await client.close();
    await workspace.dispose();
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const headers = [{ name: 'X-Key', value: '{{$secret KEY}}' }];
  const keyed = (url: string, more: object = {}) => ({
    id: 'keyed',
    method: 'GET',
    url: `{{base}}${url}`,
    headers,
    ...more,
  });
  const chain = (requests: readonly object[], more: object = {}) => ({
    formatVersion: 1,
    name: 'Chain',
    status: 'active',
    environment: 'local',
    ...more,
    requests,
  });

  async function connect(person: Person, ...options: readonly string[]): Promise<void> {
    client = await startClient(workspace.folder, {
      options,
      environment: { CHAINWRIGHT_SECRET_KEY: SECRET },
      person: async (question) => {
        questions.push(question);
        return person(question);
      },
    });
  }

  const run = (args: object = {}): Promise<Answer> =>
    callTool(client, 'run_chain', { chain: 'a.chain.json', ...args });
  const says =
    (answer: ElicitResult): Person =>
    () =>
      Promise.resolve(answer);

  it('asks with all that would be sent, and runs with secrets after a yes', async () => {
    await connect(says(YES));
    await workspace.write({ 'a.chain.json': chain([keyed('/a'), keyed('/b', { id: 'other' })]) });
    const { data } = await run();
    assert.deepEqual([data['outcome'], data['secretsWithheld']], ['passed', undefined]);
    assert.deepEqual(received, [`GET /a ${SECRET}`, `GET /b ${SECRET}`]);
    assert.deepEqual(questions, [
      [
        'Run `a.chain.json` in `local`?',
        `GET (2): ${origin} with \`secret KEY\``,
        '',
        'Changed after the server was started, perhaps by the model: `a.chain.json`.',
        'If you do not trust this as it is now, the run has only the secrets that you bound to an origin.',
      ].join('\n'),
    ]);
  });

  it('asks about each text once, and about another one again', async () => {
    await connect(says(YES));
    for (const url of ['/a', '/a', '/b', '/a']) {
      await workspace.write({ 'a.chain.json': chain([keyed(url)]) });
      assert.equal((await run()).data['outcome'], 'passed');
    }
    assert.equal(questions.length, 2);
    const other = { formatVersion: 1, name: 'local', variables: { base: origin, more: 'x' } };
    await workspace.write({ 'local.environment.json': other });
    await run();
    assert.match(questions[2] ?? '', /`a\.chain\.json`, `local\.environment\.json`\.$/m);
    await run({ to: 'keyed', environment: 'local' });
    assert.equal(questions.length, 3);
  });

  it('asks one question at a time, and the same one once', async () => {
    let open = 0;
    await connect(async () => {
      open += 1;
      assert.equal(open, 1);
      await new Promise(setImmediate);
      open -= 1;
      return YES;
    });
    await workspace.write({ 'a.chain.json': chain([keyed('/a')]), 'b.chain.json': chain([keyed('/b')]) });
    const answers = await Promise.all([run(), run(), run({ chain: 'b.chain.json' })]);
    assert.deepEqual(
      answers.map(({ data }) => data['outcome']),
      ['passed', 'passed', 'passed'],
    );
    assert.equal(questions.length, 2);
  });

  it('asks about a chain that is required, too', async () => {
    await workspace.write({
      'login.chain.json': chain([]),
      'a.chain.json': chain([], { requires: ['login.chain.json'] }),
    });
    await connect(says(YES));
    await workspace.write({ 'login.chain.json': chain([keyed('/login')]) });
    assert.equal((await run()).data['outcome'], 'passed');
    assert.match(questions[0] ?? '', /perhaps by the model: `login\.chain\.json`\./);
    assert.deepEqual(received, [`GET /login ${SECRET}`]);
  });

  const refusals: readonly (readonly [title: string, answer: ElicitResult, asked: number, why: RegExp])[] = [
    ['declines', { action: 'decline' }, 1, /does not trust them/],
    ['cancels', { action: 'cancel' }, 2, /did not answer/],
    ['accepts without trust', { action: 'accept', content: { trust: false } }, 1, /does not trust them/],
    ['accepts with something else', { action: 'accept', content: { trust: 'yes' } }, 2, /did not answer/],
  ];
  for (const [title, answer, asked, why] of refusals) {
    it(`keeps secrets back when the person ${title}, and takes a no for an answer`, async () => {
      await connect(says(answer));
      await workspace.write({ 'a.chain.json': chain([keyed('/a')]) });
      for (const { text } of [await run(), await run()]) {
        assert.match(text, /a\.chain\.json changed after the start.*start chainwright mcp again/);
        assert.match(text, why);
      }
      assert.deepEqual([received, questions.length], [[], asked]);
    });
  }

  it('sends nothing when the call is cancelled while the person is asked', async () => {
    await connect(() => new Promise(() => undefined));
    await workspace.write({
      'a.chain.json': chain([{ id: 'plain', method: 'GET', url: `${origin}/plain` }, keyed('/a')]),
    });
    const cancel = new AbortController();
    const running = client.callTool({ name: 'run_chain', arguments: { chain: 'a.chain.json' } }, undefined, {
      signal: cancel.signal,
    });
    await until(() => questions.length === 1);
    cancel.abort();
    await assert.rejects(running);
    await until(async () =>
      (await callTool(client, 'list_results', { chain: 'a.chain.json' })).text.includes('cancelled'),
    );
    assert.deepEqual(received, []);
  });

  it('asks nothing where trust makes no difference, or a value of the model is in play', async () => {
    await connect(says(YES));
    await workspace.write({
      'a.chain.json': chain([{ id: 'plain', method: 'GET', url: `${origin}/plain` }]),
    });
    assert.equal((await run()).data['outcome'], 'passed');
    await workspace.write({ 'a.chain.json': chain([keyed('/a')]) });
    assert.match((await run({ variables: { x: 1 } })).text, /changed after the start/);
    await callTool(client, 'preview_request', { chain: 'a.chain.json', request: 'keyed' });
    assert.deepEqual([received, questions], [['GET /plain'], []]);
  });

  it('asks about authorization tests with their users', async () => {
    const read = { id: 'read', method: 'GET', url: '{{base}}/items/{{id}}', headers };
    const matrix = (role: string) => ({
      formatVersion: 1,
      name: 'Items',
      environment: 'local',
      users: { alice: { role, login: 'a.chain.json', variables: { id: '1' } } },
      resources: { item: { read: 'items.chain.json#read', id: ['id'] } },
      operations: { 'item.read': { resource: 'item', request: 'items.chain.json#read', effect: 'read' } },
      policy: { [role]: { 'item.read': 'own' } },
    });
    await workspace.write({
      'a.chain.json': chain([keyed('/login')]),
      'items.chain.json': chain([read]),
      'a.authz.json': matrix('user'),
    });
    await connect(says(YES));
    await workspace.write({ 'a.authz.json': matrix('customer') });
    await callTool(client, 'run_authorization_tests', { matrix: 'a.authz.json', dryRun: true });
    assert.deepEqual(questions, []);
    const { data, text } = await callTool(client, 'run_authorization_tests', { matrix: 'a.authz.json' });
    assert.equal(data['secretsWithheld'], undefined, text);
    assert.ok(received.includes(`GET /login ${SECRET}`), received.join());
    assert.match(
      questions[0] ?? '',
      /^Test the authorization of `a\.authz\.json` in `local`\?\nGET.*with `secret KEY`\nUsers: `alice \(customer\)`\nAt most \d+ requests; at most 0 may change something\.\n\nChanged .*: `a\.authz\.json`\.$/m,
    );
  });

  describe('gives a hostile model', () => {
    it('no run of a file that changes while the person looks at the question', async () => {
      await connect(async () => {
        await workspace.write({ 'a.chain.json': chain([keyed('/stolen')]) });
        return YES;
      });
      await workspace.write({ 'a.chain.json': chain([keyed('/shown')]) });
      await run();
      assert.deepEqual(received, [`GET /shown ${SECRET}`]);
      await workspace.write({ 'a.chain.json': chain([keyed('/stolen')]) });
      const asked = questions.length;
      await run();
      assert.equal(questions.length, asked + 1);
    });

    it('nothing that the person forbade when they started the server', async () => {
      await connect(says(YES));
      await workspace.write({ 'a.chain.json': chain([keyed('/a', { method: 'DELETE' })]) });
      assert.match((await run()).text, /DELETE.*--allow-mutations/);
      const elsewhere = { formatVersion: 1, name: 'local', variables: { base: 'http://192.0.2.1' } };
      await workspace.write({ 'a.chain.json': chain([keyed('/a')]), 'local.environment.json': elsewhere });
      assert.match((await run()).text, /--allow-host http:\/\/192\.0\.2\.1|nobody vouched for/);
      assert.deepEqual(received, []);
    });

    it('no words of its own in the question', async function () {
      if (process.platform === 'win32') {
        this.skip();
      }
      const name = `x\`**\n\u001b[2J\u202e# Safe: [yes](http:) ${'y'.repeat(150)}.chain.json`;
      const local = { formatVersion: 1, name: 'local`?\nGET: nowhere', variables: { base: origin } };
      await connect(says({ action: 'decline' }), '--allow-mutations');
      const odd = { id: 'odd', method: '`*', url: '{{base}}/odd' };
      await workspace.write({
        [name]: chain([keyed('/a'), odd], { environment: local.name }),
        'local.environment.json': local,
      });
      await callTool(client, 'run_chain', { chain: name });
      const escaped = 'x\\x60** \\x1b[2J\\u202e# Safe: [yes](http:) ';
      const [title = '', ...lines] = (questions[0] ?? '').split('\n');
      assert.equal(title, `Run \`${escaped}${'y'.repeat(150)}.chain.json\` in \`local\\x60? GET: nowhere\`?`);
      assert.equal(lines[0], `GET, \`\\x60*\`: ${origin} with \`secret KEY\``);
      assert.match(lines[2] ?? '', /`local\.environment\.json`\.$/);
      assert.ok(lines[2]?.includes(`\`${escaped}yyy`) && lines[2].includes('y…`'), lines[2]);
      assert.equal(lines.length, 4);
    });

    it('no question that nobody can read', async () => {
      const required = Array.from({ length: 40 }, (_, index) => `${'long'.repeat(20)}${index}.chain.json`);
      await connect(says(YES));
      await workspace.write(Object.fromEntries(required.map((file) => [file, chain([])])));
      await workspace.write({ 'a.chain.json': chain([keyed('/a')], { requires: required }) });
      assert.match((await run()).text, /too much to read: run less at once/);
      assert.deepEqual([received, questions], [[], []]);
    });
  });
});
