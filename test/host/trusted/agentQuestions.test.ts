/** What a person is asked before a model sends something. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { text } from '../../../src/agent/fields';
import { defineTool } from '../../../src/agent/tool';
import { nothingApproved } from '../../../src/core/permission/approval';
import { ToolCalls, type ToolPorts } from '../../../src/host/agent/toolCalls';
import { MatrixHistory } from '../../../src/host/authz/matrixHistory';
import { MatrixRuns } from '../../../src/host/authz/matrixRuns';
import { MatrixService } from '../../../src/host/authz/matrixService';
import { answering } from '../answers';
import { askTool } from '../agentTools';
import { startServer, writeInWorkspace, type LoopbackServer } from '../chainFiles';
import { startOrders, type OrdersMatrix } from '../ordersMatrix';
import { ownService } from '../ownRuns';

describe('before a model sends something', () => {
  let server: LoopbackServer;
  let calls: ToolCalls;
  let ports: ToolPorts;
  let matrices: MatrixService;
  const log = vscode.window.createOutputChannel('Questions of a model', { log: true });
  const service = ownService();
  const files: vscode.Uri[] = [];
  const write = async (name: string, content: string | object): Promise<void> => {
    files.push(await writeInWorkspace(name, content));
  };
  const shop = (methods: readonly string[]): object => ({
    formatVersion: 1,
    name: 'Shop',
    variables: { base: server.origin },
    requests: methods.map((method, index) => ({
      id: `r${index}`,
      method,
      url: '{{base}}/orders',
      headers: [{ name: 'X-Key', value: '{{$secret SHOP_KEY}}' }],
    })),
  });
  const call = { name: 'chainwright_run_chain', input: { chain: 'shop.chain.json' } };
  const { token } = new vscode.CancellationTokenSource();
  const textOf = ({ content: [part] }: vscode.LanguageModelToolResult): string =>
    part instanceof vscode.LanguageModelTextPart ? part.value : '';
  const lines = ({ confirmationMessages }: vscode.PreparedToolInvocation): readonly string[] => {
    const message = confirmationMessages?.message;
    assert.ok(message instanceof vscode.MarkdownString);
    return message.value
      .replaceAll(/&nbsp;/g, ' ')
      .replaceAll('\\', '')
      .split(/\n+/);
  };
  beforeEach(async () => {
    server = await startServer();
    ports = {
      service,
      environments: { nameFor: () => Promise.resolve(undefined) },
      matrices: () => Promise.resolve({ service: matrices, run: (...run) => matrices.start(...run) }),
      machine: () =>
        Promise.resolve({
          maskingKey: new Uint8Array(32),
          userAgent: 'test',
          stored: new Map([['SHOP_KEY', { value: 's3cret-value', origins: [server.origin] }]]),
          approval: nothingApproved,
        }),
    };
    matrices = new MatrixService({
      runs: new MatrixRuns(new MatrixHistory(log)),
      environments: { chosen: undefined },
      machine: ports.machine,
      ask: () => Promise.resolve(true),
    });
    calls = new ToolCalls(ports);
  });
  afterEach(async () => {
    matrices.runs.dispose();
    await server.close();
    await Promise.all(files.splice(0).map(({ fsPath }) => rm(fsPath, { force: true })));
  });
  after(() => {
    service.runs.dispose();
    log.dispose();
  });

  it('the person sees which requests go where with which secrets', async () => {
    await write('shop.chain.json', shop(['GET', 'POST', 'POST']));
    const announced = await calls.announce(call);
    assert.equal(announced.invocationMessage, 'Running shop.chain.json');
    assert.equal(announced.confirmationMessages?.title, 'Run shop.chain.json?');
    assert.deepEqual(lines(announced), [`GET, POST (2): ${server.origin} with secret SHOP_KEY`]);
    assert.deepEqual(server.requests, []);
  });

  it('reading needs no question', async () => {
    await write('shop.chain.json', shop(['GET']));
    const announced = await calls.announce({ ...call, name: 'chainwright_analyze_chain' });
    assert.deepEqual(announced, { invocationMessage: 'Reading shop.chain.json' });
  });

  it('what changed since the question is asked about again', async () => {
    await write('shop.chain.json', {
      ...shop([]),
      requests: [{ id: 'a', method: 'GET', url: server.origin }],
    });
    await calls.announce(call);
    assert.deepEqual(await answering({}, async () => calls.invoke(call, token)), []);
    assert.deepEqual(server.requests, ['GET /']);

    await calls.announce(call);
    await write('shop.chain.json', {
      ...shop([]),
      requests: [{ id: 'a', method: 'DELETE', url: server.origin }],
    });
    let said = '';
    const invoke = async (): Promise<void> => {
      said = textOf(await calls.invoke(call, token));
    };
    const [question] = await answering({}, invoke);
    assert.ok(question?.kind === 'message');
    assert.equal(question.detail, `DELETE: ${server.origin} without any secret`);
    assert.equal(said, 'The person did not agree, so nothing was done. Ask them before you try again.');
    assert.deepEqual(server.requests, ['GET /']);

    assert.equal((await answering({ press: () => 'Continue' }, invoke)).length, 1);
    assert.deepEqual(server.requests, ['GET /', 'DELETE /']);
  });

  describe('by authorization tests', () => {
    const tests = { name: 'chainwright_run_authorization_tests', input: { matrix: 'who.authz.json' } };
    let orders: OrdersMatrix;
    const withSecret = {
      alice: {
        role: 'customer',
        login: 'who.chain.json#login',
        variables: { name: '{{$secret ALICE_NAME}}' },
      },
      bob: { role: 'customer', login: 'who.chain.json#login', variables: { name: 'bob' } },
    };
    beforeEach(async () => {
      orders = await startOrders('who', { users: withSecret });
      files.push(orders.matrix, orders.chain);
    });
    afterEach(() => orders.server.close());

    it('the person sees who signs in, what goes where, and what is created', async () => {
      const announced = await calls.announce(tests);
      assert.equal(announced.confirmationMessages?.title, 'Test the authorization of who.authz.json?');
      const [where, ...others] = lines(announced);
      assert.match(where ?? '', /^GET \(\d+\), DELETE \(\d+\): http:.* without any secret$/);
      assert.ok(where?.includes(orders.server.origin));
      const [users, made, most, missing, ...more] = others;
      assert.deepEqual(
        [users, made, missing, more],
        [
          'Users: alice (customer), bob (customer)',
          'Created, and deleted again: order',
          'Secrets without a value: ALICE_NAME',
          [],
        ],
      );
      assert.match(most ?? '', /^At most \d+ requests; at most \d+ may change something\.$/);
      const dry = { ...tests, input: { ...tests.input, dryRun: true } };
      assert.equal((await calls.announce(dry)).confirmationMessages, undefined);
      assert.match(textOf(await calls.invoke(dry, token)), /"planned":\["/);
      assert.deepEqual(orders.server.requests, []);
    });

    it('a matrix that changed since the question is asked about again', async () => {
      await calls.announce(tests);
      await orders.server.close();
      orders = await startOrders('who');
      let said = '';
      const asked = await answering(
        { press: (message) => (message.includes('cells of this') ? 'Run' : undefined) },
        async () => {
          said = textOf(await calls.invoke(tests, token));
        },
      );
      const question = asked.at(-1);
      assert.ok(question?.kind === 'message' && asked.length === 2);
      assert.match(question.detail, /Users: alice \(customer\), bob \(customer\), nobody \(anonymous\)/);
      assert.equal(said, 'The person did not agree, so nothing was done. Ask them before you try again.');
      assert.deepEqual(orders.server.requests, []);
    });
  });

  it('a tool that writes is shown with what it is given, and does nothing without a yes', async () => {
    const written: string[] = [];
    const tool = defineTool({
      name: 'write',
      title: 'Write a file',
      description: '',
      effect: 'writes',
      takes: { into: text('File.') },
      gives: {},
      work: ({ into }) => {
        written.push(into);
        return Promise.resolve({ into });
      },
    });
    const own = new ToolCalls(ports, [tool]);
    const wanted = { name: 'chainwright_write', input: { into: 'a.json' } };
    const invoke = async (): Promise<void> => {
      await own.invoke(wanted, token);
    };
    const [question] = await answering({}, invoke);
    assert.ok(question?.kind === 'message');
    assert.deepEqual(
      [question.message, question.detail],
      ['Let the model use "Write a file"?', 'into: "a.json"'],
    );
    assert.deepEqual(written, []);
    const announced = await own.announce(wanted);
    assert.deepEqual(lines(announced), ['into: "a.json"']);
    assert.deepEqual(await answering({}, invoke), []);
    assert.deepEqual(written, ['a.json']);
  });

  it('a value that the model gives leads no secret of a file elsewhere', async () => {
    await write('.env', 'SHOP_KEY=from-the-file');
    await write('shop.chain.json', shop(['GET']));
    const other = await startServer();
    const input = { chain: 'shop.chain.json', variables: { base: other.origin } };
    const announced = await calls.announce({ ...call, input });
    assert.match(lines(announced).join('\n'), /The model gives values for base\./);
    let ran: unknown;
    const asked = await answering({ press: () => 'Run Anyway' }, async () => {
      ran = await askTool('run_chain', input);
    });
    assert.equal(asked.length, 1);
    assert.match(JSON.stringify(ran), /base came from the model/);
    assert.deepEqual([other.requests, server.requests], [[], []]);
    await other.close();
  });
});
