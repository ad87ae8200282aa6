/** The tools of a language model, called through the editor. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import { itemsOf } from '../../../src/core/json/unknownJson';
import { mcpServers } from '../../../src/host/agent/mcpServer';
import { until } from '../../until';
import { askTool, callTool } from '../agentTools';
import { answering } from '../answers';
import {
  openPanels,
  startServer,
  twoRequests,
  workspaceFolder,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { command } from '../commands';
import { startOrders } from '../ordersMatrix';

const names = (): readonly string[] =>
  vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('chainwright_'));

describe('tools of a language model', () => {
  let server: LoopbackServer;
  const files: vscode.Uri[] = [];
  const write = async (name: string, content: object): Promise<vscode.Uri> => {
    const uri = await writeInWorkspace(name, content);
    files.push(uri);
    return uri;
  };
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await server.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.all(files.splice(0).map(({ fsPath }) => rm(fsPath, { force: true })));
  });

  it('are all that package.json names', async () => {
    const manifest = vscode.extensions.getExtension('chainwright.chainwright')?.packageJSON as {
      readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
    };
    const contributed = manifest.contributes.languageModelTools.map(({ name }) => name);
    assert.ok(contributed.includes('chainwright_run_chain'));
    await until(() => names().length === contributed.length);
    assert.deepEqual([...names()].sort(), [...contributed].sort());
  });

  it('are those of the server that VS Code starts where the person wants it', async () => {
    const { extensionPath = '' } = vscode.extensions.getExtension('chainwright.chainwright') ?? {};
    assert.deepEqual(mcpServers(extensionPath, '1.0.0'), []);
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('mcpServer', true, vscode.ConfigurationTarget.Global);
    try {
      const [server, ...more] = mcpServers(extensionPath, '1.0.0');
      assert.ok(server !== undefined && more.length === 0);
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: server.command,
          args: server.args,
          env: { ELECTRON_RUN_AS_NODE: '1' },
        }),
      );
      const { tools } = await client.listTools();
      await client.close();
      assert.deepEqual(tools.map(({ name }) => `chainwright_${name}`).sort(), [...names()].sort());
    } finally {
      await settings.update('mcpServer', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('list chains and say what is wrong with one as the editor shows it', async () => {
    const uri = await write('wrong.chain.json', twoRequests(server.origin));
    const { chains } = await askTool('list_chains', { maxBytes: 100_000 });
    assert.ok(itemsOf(chains).some((chain) => JSON.stringify(chain).includes('"wrong.chain.json"')));
    assert.deepEqual((await askTool('analyze_chain', { chain: 'wrong.chain.json' }))['problems'], []);
    const editor = await vscode.window.showTextDocument(uri);
    const at = editor.document.getText().lastIndexOf('orderId}}');
    await editor.edit((edit) => edit.insert(editor.document.positionAt(at), 'no'));
    const { problems } = await askTool('analyze_chain', { chain: 'wrong.chain.json' });
    assert.match(JSON.stringify(problems), /noorderId/);
    assert.deepEqual(server.requests, []);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('run a chain as if a person had run it, and explain what failed', async () => {
    await server.close();
    server = await startServer((request, response) =>
      response.writeHead(request.method === 'GET' ? 404 : 201).end('{"id":7}'),
    );
    const uri = await write('model.chain.json', twoRequests(server.origin));
    await vscode.window.showTextDocument(uri);
    const ran = await askTool('run_chain', { chain: 'model.chain.json' });
    assert.equal(ran['outcome'], 'failed');
    assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/7']);
    const lenses = async (): Promise<string> => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
        100,
      );
      return found.map((lens) => lens.command?.title ?? '').join('\n');
    };
    await until(async () => /404/.test(await lenses()));
    const { why, answered } = await askTool('explain_failure', { chain: 'model.chain.json' });
    assert.match(JSON.stringify([why, answered]), /404/);
    const { results } = await askTool('list_results', { chain: 'model.chain.json' });
    assert.equal(itemsOf(results).length, 1);
    assert.equal(await command('rerunLast'), 'failed');
    assert.equal(server.requests.length, 4);
  });

  it('run a matrix as if a person had run it', async () => {
    const orders = await startOrders('asked');
    files.push(orders.matrix, orders.chain);
    let tested: Readonly<Record<string, unknown>> = {};
    const asked = await answering({ press: () => 'Run' }, async () => {
      tested = await askTool('run_authorization_tests', { matrix: 'asked.authz.json' });
    });
    assert.deepEqual(
      asked.map((one) => (one.kind === 'message' ? one.message : one.kind)),
      ['6 cells of this authorization test create, change or delete something. Run them?'],
    );
    assert.match(JSON.stringify(tested['findings']), /GET .*does not check who owns the order/);
    assert.deepEqual([tested['leftovers'], orders.orders.size], [[], 0]);
    assert.deepEqual(openPanels('chainwright.authz'), ['Authorization: asked']);
    await rm(path.join(workspaceFolder(), '.chainwright/authz'), { recursive: true, force: true });
    await orders.server.close();
  });

  it('say why a chain cannot be run, and what a person can do', async () => {
    assert.match(await callTool('run_chain', { chain: '../outside.chain.json' }), /outside/);
    await write('elsewhere.chain.json', {
      formatVersion: 1,
      name: 'Elsewhere',
      requests: [{ id: 'a', method: 'GET', url: 'https://api.invalid/x', timeoutMs: 2000 }],
    });
    let answer = '';
    const asked = await answering({}, async () => {
      answer = await callTool('run_chain', { chain: 'elsewhere.chain.json' });
    });
    assert.equal(answer, 'The person did not agree, so nothing was done. Ask them before you try again.');
    assert.deepEqual(
      asked.map((one) => (one.kind === 'message' ? one.message : one.kind)),
      ['May the chains of this workspace contact these addresses?'],
    );
  });

  it('cancel a run when the chat does', async () => {
    await server.close();
    server = await startServer(() => undefined);
    await write('hangs.chain.json', twoRequests(server.origin));
    const chat = new vscode.CancellationTokenSource();
    const running = callTool('run_chain', { chain: 'hangs.chain.json' }, chat.token);
    await until(() => server.requests.length === 1);
    chat.cancel();
    await running.catch(() => undefined);
    await until(async () => {
      const { results } = await askTool('list_results', { chain: 'hangs.chain.json' });
      return JSON.stringify(results).includes('"outcome":"cancelled"');
    });
  });
});
