import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { activateChain, obstacleOf } from '../../../src/host/running/execution';
import { chainPlace } from '../../../src/host/chainDocument';
import { until } from '../../until';
import { ownService } from '../ownRuns';
import {
  startServer,
  twoRequests,
  workspaceFolder,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { command } from '../commands';

const CREATE = 'POST /orders';
const READ = 'GET /orders/9007199254740993';

describe('commands that run', () => {
  let server: LoopbackServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await server.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Three requests: create, read what was created, and one that needs nothing. */
  function threeRequests(status: string): object {
    const { requests, ...chain } = twoRequests(server.origin) as { requests: object[] };
    const last = { id: 'last', method: 'GET', url: `${server.origin}/last` };
    return { ...chain, status, requests: [...requests, last] };
  }

  const selections: [name: string, id: string, sent: string[]][] = [
    ['runWithDependencies', 'read', [CREATE, READ]],
    ['runWithDependencies', 'last', ['GET /last']],
    ['runFromHere', 'create', [CREATE, READ, 'GET /last']],
    ['runFromHere', 'last', ['GET /last']],
    ['runToHere', 'read', [CREATE, READ]],
  ];
  for (const [name, id, sent] of selections) {
    it(`${name} at ${id} sends what it says`, async () => {
      const chain = await writeInWorkspace('selections.chain.json', threeRequests('draft'));
      assert.equal(await command(name, chain, id), 'passed');
      assert.deepEqual(server.requests, sent);
    });
  }

  it('take an item of the Chains view', async () => {
    const chain = await writeInWorkspace('item.chain.json', threeRequests('draft'));
    assert.equal(await command('runToHere', { chain, requestId: 'create' }), 'passed');
    assert.equal(await command('runAll', { chain }), 'passed');
    assert.deepEqual(server.requests, [CREATE, CREATE, READ, 'GET /last']);
  });

  it('mean the request under the cursor of the active editor', async () => {
    const chain = await writeInWorkspace('at-cursor.chain.json', threeRequests('draft'));
    const editor = await vscode.window.showTextDocument(chain);
    const inside = editor.document.positionAt(editor.document.getText().indexOf('/last'));
    editor.selection = new vscode.Selection(inside, inside);
    assert.equal(await command('runWithDependencies'), 'passed');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    assert.equal(await command('runWithDependencies'), undefined, 'the cursor is in no request');
    assert.deepEqual(server.requests, ['GET /last']);
  });

  const noTargets: [title: string, argument: unknown][] = [
    ['a text', 'file:///orders.chain.json'],
    ['a number', 7],
    ['an object without a chain', { requestId: 'create' }],
    ['an object with something else as its chain', { chain: 'orders.chain.json' }],
    ['a list', []],
  ];
  for (const [title, argument] of noTargets) {
    it(`do nothing with ${title}, whatever editor is active`, async () => {
      await vscode.window.showTextDocument(
        await writeInWorkspace('active.chain.json', threeRequests('draft')),
      );
      for (const name of ['runAll', 'execute', 'runRequest', 'runFromHere', 'rerunFailed']) {
        assert.equal(await command(name, argument), undefined, name);
      }
      assert.deepEqual(server.requests, []);
    });
  }

  it('rerun what was run last', async () => {
    const chain = await writeInWorkspace('last.chain.json', threeRequests('draft'));
    await command('runToHere', chain, 'create');
    assert.equal(await command('rerunLast'), 'passed');
    assert.deepEqual(server.requests, [CREATE, CREATE]);
  });

  it('show the log of the last run, every secret masked', async () => {
    const key = { Authorization: 'Bearer eyJhbGciOiJub25lIn0.c2VjcmV0LXBheWxvYWQ.c2lnbmF0dXJl' };
    const headers = Object.entries(key).map(([name, value]) => ({ name, value }));
    const url = `${server.origin}/me`;
    const chain = await writeInWorkspace('logged.chain.json', {
      formatVersion: 1,
      name: 'Logged',
      requests: [{ id: 'me', method: 'GET', url, headers }],
    });
    await command('runAll', chain);
    await command('showExecutionLog', chain);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'log');
    const text = document?.getText() ?? '';
    assert.match(text, /\[info\] passed: me \(me in logged\.chain\.json\): GET http:\S+\/me, 201 Created/);
    assert.match(text, /> Authorization: Bearer ‹secret:/);
    assert.doesNotMatch(text, /c2VjcmV0/);
  });
});

describe('rerunning what failed', () => {
  it('sends what did not pass, with the values that are known', async () => {
    let works = false;
    const server = await startServer((request, response) => {
      const status = request.method === 'POST' || works ? 201 : 500;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"id":1}');
    });
    try {
      const chain = await writeInWorkspace('failing.chain.json', twoRequests(server.origin));
      assert.equal(await command('runAll', chain), 'failed');
      works = true;
      assert.equal(await command('rerunFailed', chain), 'passed');
      assert.deepEqual(server.requests, [CREATE, 'GET /orders/1', 'GET /orders/1']);
      assert.equal(await command('rerunFailed', chain), undefined, 'all is well');
    } finally {
      await server.close();
    }
  });
});

describe('executing', () => {
  let server: LoopbackServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await server.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** The first lines of the results that are kept of a chain. */
  async function kept(name: string): Promise<readonly { readonly trigger: string }[]> {
    const folder = path.join(workspaceFolder(), '.chainwright/results', name);
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
    const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    return texts.map((text) => JSON.parse(text) as { trigger: string });
  }

  for (const status of ['draft', 'archived', undefined]) {
    it(`does not send a chain whose status is ${String(status)}`, async () => {
      const chain = await writeInWorkspace('idle.chain.json', { ...twoRequests(server.origin), status });
      assert.equal(await command('execute', chain), undefined);
      assert.deepEqual(server.requests, []);
    });
  }

  it('does not send an active chain that has unsaved changes', async () => {
    const chain = await writeInWorkspace('edited.chain.json', {
      ...twoRequests(server.origin),
      status: 'active',
    });
    const editor = await vscode.window.showTextDocument(chain);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// changed\n'));
    assert.equal(obstacleOf(editor.document), 'unsaved');
    assert.equal(await command('execute', chain), undefined);
    assert.deepEqual(server.requests, []);
  });

  it('keeps the result of an active, saved chain as an execution, and that of Run All as such', async () => {
    const chain = await writeInWorkspace('recorded.chain.json', {
      ...twoRequests(server.origin),
      status: 'active',
    });
    assert.equal(await command('execute', chain), 'passed');
    assert.equal(await command('runAll', chain), 'passed');
    const triggers = (await kept('recorded')).map(({ trigger }) => trigger);
    assert.deepEqual(triggers, ['execute', 'runAll']);
  });

  it('is one edit away for a draft, which keeps its comments and stays unsaved', async () => {
    const text = '{\n  "formatVersion": 1,\n  "name": "n", // orders\n  "requests": []\n}\n';
    const chain = await writeInWorkspace('fixed.chain.json', text);
    const { document } = await vscode.window.showTextDocument(chain);
    assert.equal(obstacleOf(document), 'draft');
    await activateChain(document);
    assert.equal(document.getText(), text.replace('// orders', '// orders\n  "status": "active",'));
    assert.equal(obstacleOf(document), 'unsaved');
    await document.save();
    assert.equal(obstacleOf(document), undefined);
  });
});

describe('starting a run', () => {
  it('sends nothing when the person says no, and tells what was asked', async () => {
    const server = await startServer();
    const asked: unknown[] = [];
    const service = ownService({
      environments: { nameFor: () => Promise.resolve('staging') },
      beforeRun: (place, { select, environment }) => {
        asked.push(path.basename(place.file), select, environment);
        return Promise.resolve(false);
      },
    });
    try {
      const chain = await writeInWorkspace('refused.chain.json', twoRequests(server.origin));
      const select = { kind: 'all' } as const;
      const outcome = await service.start({ place: chainPlace(chain), select, trigger: 'runAll' });
      assert.equal(outcome, undefined);
      assert.deepEqual(asked, ['refused.chain.json', select, 'staging']);
      assert.deepEqual([server.requests, service.last], [[], undefined]);
    } finally {
      service.runs.dispose();
      await server.close();
    }
  });

  it('is over for everybody when it breaks off in the middle', async () => {
    const server = await startServer((_request, response) => {
      response.end('x'.repeat(2 ** 21));
    });
    const service = ownService({}, () => Promise.reject(new Error('The disk is full.')));
    try {
      const place = chainPlace(await writeInWorkspace('broken-off.chain.json', twoRequests(server.origin)));
      const run = service.start({ place, select: { kind: 'all' }, trigger: 'runAll' });
      await assert.rejects(run, /The disk is full\./);
      assert.equal(service.runs.latest(place.uri)?.view.outcome, 'failed');
    } finally {
      service.runs.dispose();
      await server.close();
    }
  });

  it('can be cancelled without naming its chain', async () => {
    const server = await startServer(() => undefined);
    try {
      const chain = await writeInWorkspace('running.chain.json', twoRequests(server.origin));
      const run = command('runAll', chain);
      await until(() => server.requests.length === 1);
      await command('cancelRun');
      assert.equal(await run, 'cancelled');
    } finally {
      await server.close();
    }
  });
});
