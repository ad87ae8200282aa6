import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { openText } from '../../../src/host/chainDocument';
import { jobsFor } from '../../../src/host/running/testJobs';
import { runJobs } from '../../../src/host/running/testRun';
import { TestTree } from '../../../src/host/running/testTree';
import { until } from '../../until';
import { startServer, twoRequests, writeInWorkspace, type LoopbackServer } from '../chainFiles';
import { ownService } from '../ownRuns';
import { recordRun, textOf, type RecordedRun } from '../recordedRun';

/** A chain with a request of every outcome. */
function outcomes(origin: string, status?: string): object {
  return {
    formatVersion: 1,
    name: 'Outcomes',
    status,
    requests: [
      { id: 'pass', name: 'Passes', method: 'GET', url: `${origin}/ok` },
      {
        id: 'fail',
        method: 'GET',
        url: `${origin}/500`,
        extract: [{ variable: 'id', from: 'body', path: '$.id' }],
        expect: { status: 200 },
      },
      { id: 'block', method: 'GET', url: `${origin}/{{id}}` },
      { id: 'off', method: 'GET', url: `${origin}/off`, disabled: true },
    ],
  };
}

describe('chains as tests', () => {
  let server: LoopbackServer;
  let controller: vscode.TestController;
  let tree: TestTree;
  let files: vscode.Uri[];
  const changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  const log = vscode.window.createOutputChannel('Test', { log: true });

  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    server = await startServer((request, response) => {
      const status = request.url === '/500' ? 500 : 200;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"id":1}');
    });
    files = [];
    controller = vscode.tests.createTestController(`test-${Date.now()}`, 'Test');
    tree = new TestTree(controller, {
      list: () => Promise.resolve(files),
      text: async (uri) => openText(uri) ?? readFile(uri.fsPath, 'utf8'),
      refresh: () => undefined,
      watch: () => undefined,
      onDidChange: changed.event,
    });
    [...controller.items].forEach(([name]) => controller.items.delete(name));
  });
  afterEach(async () => {
    tree.dispose();
    controller.dispose();
    await server.close();
  });

  async function addChain(name: string, chain: object): Promise<vscode.TestItem> {
    const uri = await writeInWorkspace(name, chain);
    files.push(uri);
    await tree.refresh();
    const item = controller.items.get(uri.toString());
    assert.ok(item !== undefined);
    return item;
  }

  /** Runs what a person chose and returns what the test run received. */
  async function runTests(request: vscode.TestRunRequest, recorded = recordRun()): Promise<RecordedRun> {
    const service = ownService();
    try {
      const jobs = await jobsFor(request, controller.items, tree);
      await runJobs({ service, log }, jobs, recorded.run);
      recorded.run.end();
    } finally {
      service.runs.dispose();
    }
    return recorded;
  }

  function childOf(chain: vscode.TestItem, id: string): vscode.TestItem {
    const item = chain.children.get(id);
    assert.ok(item !== undefined);
    return item;
  }

  it('are listed by file and read when somebody looks into one', async () => {
    const chain = await addChain('tree.chain.json', outcomes(server.origin));
    assert.deepEqual(
      [chain.label, chain.description, chain.children.size],
      ['tree.chain.json', undefined, 0],
    );
    await tree.resolve(chain);
    assert.equal(chain.description, 'Outcomes');
    assert.deepEqual(
      [...chain.children].map(([, { label, range }]) => `${label} ${(range?.start.line ?? -1) + 1}`),
      ['Passes 5', 'fail 11', 'block 26', 'off 31'],
    );
  });

  it('follow their files', async () => {
    const chain = await addChain('following.chain.json', outcomes(server.origin));
    await tree.resolve(chain);
    const kept = childOf(chain, 'pass');
    const editor = await vscode.window.showTextDocument(files[0] as vscode.Uri);
    const at = editor.document.getText().indexOf('"pass"');
    await editor.edit((edit) => edit.insert(editor.document.positionAt(at), '"first", "x": '));
    changed.fire(files);
    await until(() => chain.children.get('first') !== undefined);
    assert.equal(chain.children.get('pass'), undefined);
    assert.equal(kept.label, 'Passes');
  });

  it('leave with their files', async () => {
    await addChain('leaving.chain.json', outcomes(server.origin));
    files.pop();
    changed.fire([]);
    await until(() => controller.items.size === 0);
  });

  const broken: [title: string, text: string, children: number][] = [
    ['nothing', '', 0],
    ['broken JSON', '{ "requests": [{ "id": "a" }, { "id": "b"', 2],
    ['ids that are there twice', '{ "requests": [{ "id": "a" }, { "id": "a" }] }', 1],
    ['names of inherited members', '{ "requests": [{ "id": "__proto__" }, { "id": "constructor" }] }', 2],
  ];
  for (const [index, [title, text, children]] of broken.entries()) {
    it(`cope with ${title}`, async () => {
      const uri = await writeInWorkspace(`odd-${index}.chain.json`, text);
      files.push(uri);
      await tree.refresh();
      const item = controller.items.get(uri.toString());
      assert.ok(item !== undefined);
      await tree.resolve(item);
      assert.equal(item.children.size, children);
    });
  }

  it('have the results of their requests', async () => {
    const chain = await addChain('results.chain.json', outcomes(server.origin));
    const { calls, messages, output } = await runTests(new vscode.TestRunRequest([chain]));
    assert.deepEqual(calls, [
      'enqueued Passes',
      'enqueued fail',
      'enqueued block',
      'enqueued off',
      'started Passes',
      'passed Passes',
      'started fail',
      'failed fail',
      'started block',
      'errored block',
      'skipped off',
      'end',
    ]);
    const [failed, blocked] = messages;
    assert.deepEqual(
      [failed?.message, failed?.expectedOutput, failed?.actualOutput],
      ['Expected status is 200, but it was 500.', '200', '500'],
    );
    const document = await vscode.workspace.openTextDocument(chain.uri as vscode.Uri);
    assert.equal(document.getText(failed?.location?.range), '200');
    assert.match(textOf(blocked), /^id comes from fail, which answered 500\./);
    assert.match(output(), /passed: Passes \(pass in results\.chain\.json\): GET http:\S+\/ok, 200 OK/);
    assert.doesNotMatch(output().replaceAll('\r\n', ''), /[\r\n]/);
  });

  it('run a request with what it needs, and report on it alone', async () => {
    const chain = await addChain('one.chain.json', twoRequests(server.origin));
    await tree.resolve(chain);
    const { calls } = await runTests(new vscode.TestRunRequest([childOf(chain, 'read')]));
    assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/1']);
    assert.deepEqual(calls, ['enqueued read', 'started read', 'passed read', 'end']);
  });

  it('run without what was excluded', async () => {
    const chain = await addChain('excluded.chain.json', outcomes(server.origin));
    await tree.resolve(chain);
    const { calls } = await runTests(new vscode.TestRunRequest([chain], [childOf(chain, 'fail')]));
    assert.deepEqual(server.requests, ['GET /ok', 'GET /500']);
    assert.deepEqual(
      calls.filter((call) => call.includes('fail')),
      [],
    );
  });

  it('run one after the other, drafts left out unless they are chosen', async () => {
    await addChain('a-draft.chain.json', outcomes(server.origin));
    await addChain('b-active.chain.json', { ...twoRequests(server.origin), status: 'active' });
    await addChain('c-archived.chain.json', outcomes(server.origin, 'archived'));
    const { calls, output } = await runTests(new vscode.TestRunRequest());
    assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/1']);
    assert.equal(calls.filter((call) => call.startsWith('skipped')).length, 8);
    assert.match(output(), /Skipped a-draft\.chain\.json: it is a draft\. .*\r\n/);
    assert.match(output(), /Skipped c-archived\.chain\.json: it is archived\. .*\r\n/);
  });

  it('say why a chain cannot be run', async () => {
    const chain = await addChain('invalid.chain.json', {
      formatVersion: 1,
      name: 'x',
      requests: [{ id: 'a', method: 'GET', url: 7 }],
    });
    const { calls, messages } = await runTests(new vscode.TestRunRequest([chain]));
    assert.deepEqual(calls, ['enqueued a', 'errored a', 'end']);
    assert.match(textOf(messages[0]), /invalid\.chain\.json/);
  });

  it('are skipped when they are cancelled, and the run ends', async () => {
    await server.close();
    server = await startServer(() => undefined);
    const chain = await addChain('slow.chain.json', twoRequests(server.origin));
    const other = await addChain('later.chain.json', twoRequests(server.origin));
    const recorded = recordRun();
    const run = runTests(new vscode.TestRunRequest([chain, other]), recorded);
    await until(() => server.requests.length === 1);
    recorded.cancel();
    const { calls } = await run;
    assert.equal(server.requests.length, 1);
    assert.deepEqual(
      calls.filter((call) => !call.startsWith('enqueued')),
      ['started create', 'skipped create', 'skipped read', 'skipped create', 'skipped read', 'end'],
    );
  });

  it('are skipped when there is nothing to send', async () => {
    const chain = await addChain('empty.chain.json', { formatVersion: 1, name: 'Empty', requests: [] });
    const { calls } = await runTests(new vscode.TestRunRequest([chain]));
    assert.deepEqual(calls, ['skipped empty.chain.json', 'end']);
    const off = await addChain('off.chain.json', outcomes(server.origin));
    await tree.resolve(off);
    const disabled = await runTests(new vscode.TestRunRequest([childOf(off, 'off')]));
    assert.deepEqual(disabled.calls, ['enqueued off', 'skipped off', 'end']);
    assert.deepEqual(server.requests, []);
  });
});

describe('the Test Explorer', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('runs the chain of the editor, and the request at the cursor', async () => {
    const server = await startServer();
    try {
      const chain = await writeInWorkspace('explorer.chain.json', twoRequests(server.origin));
      const editor = await vscode.window.showTextDocument(chain);
      await untilRunning('testing.runCurrentFile', () => server.requests.length === 2);
      assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/9007199254740993']);
      const inside = editor.document.positionAt(editor.document.getText().indexOf('"create"'));
      editor.selection = new vscode.Selection(inside, inside);
      await vscode.commands.executeCommand('testing.runAtCursor');
      await until(() => server.requests.length === 3);
      assert.equal(server.requests[2], 'POST /orders');
    } finally {
      await server.close();
    }
  });

  /** Tests of a file that was just opened come a moment later; until then VS Code finds none to run. */
  async function untilRunning(command: string, condition: () => boolean): Promise<void> {
    const runs = async (): Promise<boolean> => {
      await vscode.commands.executeCommand(command);
      return condition();
    };
    await until(runs, { pause: 50 });
  }
});
