import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ItemsDone } from '../../../src/core/result/itemsDone';
import { chainPlace } from '../../../src/host/chainDocument';
import { statusOf, stepText } from '../../../src/host/running/runStatus';
import { RunStatusBar } from '../../../src/host/running/runStatusBar';
import type { RequestProgress, RunView } from '../../../src/protocol/runView';
import { until } from '../../until';
import { startServer, twoRequests, writeInWorkspace } from '../chainFiles';
import { ownService } from '../ownRuns';

type Ended = Extract<RequestProgress, { state: 'finished' }>['summary']['outcome'];

/** A view of a run whose requests got that far, each as its name says. */
function viewOf(
  outcome: RunView['outcome'],
  ...progress: readonly (Ended | 'running' | 'waiting')[]
): RunView {
  return {
    run: 1,
    chain: { file: 'orders.chain.json', name: 'Orders' },
    environment: 'local',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1234,
    outcome,
    notes: [],
    requests: progress.map((state, index) => ({
      planned: {
        request: { chain: 'orders.chain.json', id: state },
        name: `${state} ${index}`,
        method: 'GET',
      },
      progress:
        state === 'waiting'
          ? { state }
          : state === 'running'
            ? { state, attempt: 1 }
            : { state: 'finished', summary: { outcome: state, durationMs: 1, attempts: 1 } },
    })),
  };
}

describe('the status bar', () => {
  const texts: [text: string, view: RunView][] = [
    ['$(sync~spin) 2/3 running 1', viewOf('running', 'passed', 'running', 'waiting')],
    ['$(sync~spin) 1/2 waiting 0', viewOf('running', 'waiting', 'waiting')],
    ['$(check) 2 passed · 1.2 s', viewOf('passed', 'passed', 'passed')],
    ['$(check) 1 passed · 1.2 s', viewOf('passed', 'passed', 'skipped')],
    ['$(error) 2 failed · 1.2 s', viewOf('failed', 'failed', 'failed', 'blocked', 'passed')],
    ['$(error) 1 blocked · 1.2 s', viewOf('failed', 'blocked', 'passed')],
    ['$(circle-slash) Cancelled · 1.2 s', viewOf('cancelled', 'passed', 'failed', 'skipped')],
    ['$(check) 0 passed · 1.2 s', viewOf('passed')],
  ];
  for (const [text, view] of texts) {
    it(`says ${text}`, () => {
      assert.equal(statusOf(view).text, text);
    });
  }

  it('tells more when the mouse rests on it, and says what a click does', () => {
    const ended = statusOf(viewOf('failed', 'failed', 'blocked', 'passed'));
    assert.equal(ended.tooltip, 'Orders · local\n1 passed, 1 failed, 1 blocked\nClick to show the results');
    assert.equal(ended.spoken, 'Orders: 1 failed, 1.2 s');
    const going = statusOf(viewOf('running', 'passed', 'running', 'waiting'));
    assert.equal(going.tooltip, 'Orders · local\n1 passed, 2 to go\nClick to cancel');
    assert.deepEqual([ended.action, going.action], ['show', 'cancel']);
  });

  it('tells how many items of a loop are finished, as the notification of a long run does', () => {
    const view = viewOf('running', 'passed', 'running');
    const [first, last] = view.requests;
    assert.ok(first !== undefined && last !== undefined);
    const after = (items: ItemsDone): RunView => ({
      ...view,
      requests: [first, { ...last, progress: { state: 'running', attempt: 1, items } }],
    });
    const items = after({ done: 12, of: 40 });
    assert.equal(
      statusOf(items).tooltip,
      'Orders · local\n1 passed, 1 to go\n12 of 40 items\nClick to cancel',
    );
    assert.equal(stepText(items, 1), '2 of 2: running 1 · 12 of 40 items');
    assert.equal(stepText(after({ done: 3 }), 1), '2 of 2: running 1 · 3 pages');
    assert.equal(stepText(view, 1), '2 of 2: running 1');
  });

  it('shows names as names, in one short line', () => {
    const view = viewOf('running', 'running');
    const [row] = view.requests;
    assert.ok(row !== undefined);
    const name = `$(trash)\r\n${'x'.repeat(1000)}`;
    const hostile = { ...view, requests: [{ ...row, planned: { ...row.planned, name } }] };
    const { text } = statusOf(hostile);
    assert.equal(text, `$(sync~spin) 1/1 $\u200b(trash) ${'x'.repeat(30)}…`);
  });

  it('follows a run, and shows nothing where no chain is in view', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    let answer = (): void => undefined;
    const server = await startServer((request, response) => {
      const send = (): unknown =>
        response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":1}');
      if (request.method === 'POST') {
        send();
      } else {
        answer = send;
      }
    });
    const service = ownService();
    const item = vscode.window.createStatusBarItem('test', vscode.StatusBarAlignment.Left);
    const shown: string[] = [];
    const watched = new Proxy(item, {
      get: (target, name) =>
        name === 'hide' || name === 'show' ? () => shown.push(name) : (Reflect.get(target, name) as unknown),
      set: (target, name, value) => Reflect.set(target, name, value),
    });
    const bar = new RunStatusBar(service.runs, watched);
    try {
      const chain = await writeInWorkspace('status.chain.json', twoRequests(server.origin));
      const place = chainPlace(chain);
      const run = service.start({ place, select: { kind: 'all' }, trigger: 'runAll' });
      await until(() => item.text === '$(sync~spin) 2/2 read');
      assert.deepEqual((item.command as vscode.Command).command, 'chainwright.cancelRun');
      answer();
      await run;
      await until(() => shown.at(-1) === 'hide');
      await vscode.window.showTextDocument(chain);
      await until(() => shown.at(-1) === 'show');
      assert.match(item.text, /^\$\(check\) 2 passed · /);
      assert.deepEqual((item.command as vscode.Command).command, 'chainwright.showLastResult');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await until(() => shown.at(-1) === 'hide');
    } finally {
      bar.dispose();
      service.runs.dispose();
      await server.close();
    }
  });
});
