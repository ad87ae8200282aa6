import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../../examples/orders-api/ordersApi';
import { until } from '../../until';
import {
  resultsPanels,
  startServer,
  twoRequests,
  workspaceFolder,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { command } from '../commands';

describe('running in the editor', () => {
  let server: LoopbackServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await server.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('sends nothing and shows nothing for a chain that was not run', async () => {
    const chain = await writeInWorkspace('never.chain.json', twoRequests(server.origin));
    assert.equal(await command('showLastResult', chain), undefined);
    assert.deepEqual([server.requests, resultsPanels()], [[], []]);
  });

  it('runs a whole chain, with every digit, and shows its results next to the editor', async () => {
    const chain = await writeInWorkspace('whole.chain.json', twoRequests(server.origin));
    await vscode.window.showTextDocument(chain);
    assert.equal(await command('runAll'), 'passed');
    assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/9007199254740993']);
    assert.deepEqual(resultsPanels(), ['Results: whole']);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), chain.toString());
  });

  it('runs what the editor shows, saved or not', async () => {
    const chain = await writeInWorkspace('unsaved.chain.json', twoRequests(server.origin));
    const editor = await vscode.window.showTextDocument(chain);
    const text = editor.document.getText();
    const at = text.indexOf('/orders/');
    await editor.edit((edit) => edit.insert(editor.document.positionAt(at), '/edited'));
    assert.equal(await command('runAll', chain), 'passed');
    assert.equal(server.requests[1], 'GET /edited/orders/9007199254740993');
  });

  it('runs one request with the values of the last run', async () => {
    const chain = await writeInWorkspace('one.chain.json', twoRequests(server.origin));
    assert.equal(await command('runRequest', chain, 'read'), 'failed');
    assert.deepEqual(server.requests, []);
    assert.equal(await command('runAll', chain), 'passed');
    assert.equal(await command('runRequest', chain, 'read'), 'passed');
    assert.deepEqual(server.requests.slice(2), ['GET /orders/9007199254740993']);
  });

  it('runs the request under the cursor', async () => {
    const chain = await writeInWorkspace('cursor.chain.json', twoRequests(server.origin));
    const editor = await vscode.window.showTextDocument(chain);
    const inside = editor.document.positionAt(editor.document.getText().indexOf('/orders'));
    editor.selection = new vscode.Selection(inside, inside);
    assert.equal(await command('runRequest'), 'passed');
    assert.deepEqual(server.requests, ['POST /orders']);
  });

  it('keeps one panel for each chain', async () => {
    const chain = await writeInWorkspace('panel.chain.json', twoRequests(server.origin));
    await command('runAll', chain);
    await command('runAll', chain);
    await command('showLastResult', chain);
    assert.deepEqual(resultsPanels(), ['Results: panel']);
  });

  const refused: [title: string, content: string | object][] = [
    ['broken JSON', '{ "requests": ['],
    ['a chain without a format version', { name: 'x', requests: [] }],
    ['a request of another type', { formatVersion: 1, name: 'x', requests: ['GET /'] }],
  ];
  for (const [title, content] of refused) {
    it(`does not run ${title}`, async () => {
      const chain = await writeInWorkspace('refused.chain.json', content);
      assert.equal(await command('runAll', chain), undefined);
      assert.deepEqual([server.requests, resultsPanels()], [[], []]);
    });
  }

  it('does not run a file that is not a chain, an unknown request, or what is not a file', async () => {
    const chain = await writeInWorkspace('known.chain.json', twoRequests(server.origin));
    const other = await writeInWorkspace('other.json', twoRequests(server.origin));
    const untitled = vscode.Uri.parse('untitled:x.chain.json');
    assert.equal(await command('runAll', other), undefined);
    assert.equal(await command('runAll', untitled), undefined);
    assert.equal(await command('runRequest', chain, '__proto__'), undefined);
    assert.equal(await command('runAll', { scheme: 'file', fsPath: chain.fsPath }), undefined);
    assert.deepEqual(server.requests, []);
  });
});

describe('rules that may take long, in the editor', () => {
  let server: LoopbackServer;
  beforeEach(async () => {
    server = await startServer((request, response) => {
      const length = request.url === '/archive' ? 50_000 : 50;
      response
        .writeHead(200, { 'Content-Type': 'application/xml' })
        .end(`<orders>${'<b>4711</b>'.repeat(length)}</orders>`);
    });
  });
  afterEach(() => server.close());

  /** A chain that takes an order from a list by an XPath and uses it. */
  const chainOf = (list: string, xpath: string, timeoutMs: number): object => ({
    formatVersion: 1,
    name: 'Orders as XML',
    requests: [
      {
        id: 'list',
        method: 'GET',
        url: `${server.origin}${list}`,
        timeoutMs,
        extract: [{ variable: 'order', from: 'body', xpath }],
      },
      { id: 'read', method: 'GET', url: `${server.origin}/orders/{{order}}` },
    ],
  });

  it('are applied by another process', async () => {
    const chain = await writeInWorkspace('xml.chain.json', chainOf('/orders', 'string(//b[1])', 30_000));
    assert.equal(await command('runAll', chain), 'passed');
    assert.equal(server.requests[1], 'GET /orders/4711');
  });

  it('end with the time of their request, and the editor does not wait for them', async () => {
    const endless = "string(count(//b[translate(string(/),'x','y')='q']))";
    const chain = await writeInWorkspace('bomb.chain.json', chainOf('/archive', endless, 2000));
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 50);
    assert.equal(await command('runAll', chain), 'failed');
    clearInterval(ticking);
    assert.ok(ticks > 10, `${ticks} ticks`);
    assert.equal(server.requests.length, 1);
  });
});

describe('cancelling', () => {
  it('ends the request in flight, keeps what came before, and lets the chain be run again', async () => {
    const server = await startServer((request, response) => {
      if (request.method === 'POST') {
        response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":1}');
      }
    });
    try {
      const chain = await writeInWorkspace('slow.chain.json', twoRequests(server.origin));
      const run = command('runAll', chain);
      await until(() => server.requests.length === 2);
      assert.equal(await command('runAll', chain), undefined, 'one run at a time');
      await command('cancelRun', chain);
      assert.equal(await run, 'cancelled');
      assert.equal(await command('runRequest', chain, 'create'), 'passed');
    } finally {
      await server.close();
    }
  });
});

describe('the sample workspace', () => {
  it('runs against the sample API', async () => {
    const api = await startOrdersApi({ port: 0 });
    for (const [name, value] of Object.entries(DEMO_SECRETS)) {
      process.env[`CHAINWRIGHT_SECRET_${name}`] = value;
    }
    try {
      const environment = await readFile(path.join(workspaceFolder(), 'local.environment.json'), 'utf8');
      await writeInWorkspace(
        'local.environment.json',
        environment.replace('http://127.0.0.1:4010', api.origin),
      );
      const chain = vscode.Uri.file(path.join(workspaceFolder(), 'orders.chain.json'));
      assert.equal(await command('runAll', chain), 'passed');
    } finally {
      await api.close();
    }
  });
});
