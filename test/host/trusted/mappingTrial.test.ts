import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ExecutionResult } from '../../../src/core/result/result';
import { readHarText } from '../../../src/formats/importers/read/har/harSession';
import { ChainMapping } from '../../../src/host/mapping/chainMapping';
import { analyzeFile } from '../../../src/node/analyzeFile';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';

const USER = 'u-8812afe0';
const IDS = ['sign-up', 'basket', 'items'];

/** A call as HAR states it. */
function call(method: string, url: string, answer: object) {
  return {
    request: { method, url: `http://api.test${url}`, headers: [] },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: JSON.stringify(answer) },
    },
  };
}

/** A run in which the user of the basket is another one than who signed up, and the last request was refused. */
function refusedRun(variable: string): ExecutionResult {
  const answered = (id: string, status: number, answer: object, value?: string) => ({
    request: { chain: 'tried.chain.json', id },
    extractions: value === undefined ? [] : [{ variable, from: '', found: true, value }],
    exchange: {
      request: { method: 'GET', url: 'http://api.test/', headers: [] },
      response: {
        status,
        headers: [{ name: 'content-type', value: 'application/json' }],
        body: { encoding: 'utf8', content: JSON.stringify(answer), size: 1, mediaType: 'application/json' },
      },
    },
  });
  return {
    kind: 'run',
    chain: { file: 'tried.chain.json', name: 'Tried' },
    startedAt: '9999-01-01T00:00:00.000Z',
    requests: [
      answered('sign-up', 201, { user: { id: 'u-1' } }, 'u-1'),
      answered('basket', 201, { basket: { id: 'u-2' } }),
      answered('items', 404, {}),
    ],
  } as unknown as ExecutionResult;
}

describe('an applied place that a run refused', () => {
  it('takes another source in one step that undo takes back, and leaves no extraction behind', async () => {
    const chain = await writeInWorkspace('tried.chain.json', {
      formatVersion: 1,
      name: 'Tried',
      requests: [
        { id: 'sign-up', method: 'POST', url: 'http://api.test/users' },
        { id: 'basket', method: 'POST', url: 'http://api.test/baskets' },
        { id: 'items', method: 'GET', url: `http://api.test/users/${USER}/items` },
      ],
    });
    const recording = {
      log: {
        entries: [
          call('POST', '/users', { user: { id: USER } }),
          call('POST', '/baskets', { basket: { id: USER } }),
          call('GET', `/users/${USER}/items`, {}),
        ],
      },
    };
    const mapping = new ChainMapping(chain, {
      lastSession: () =>
        Promise.resolve({
          source: 'recorded',
          startedAt: '2026-11-21T14:02:00.000Z',
          steps: readHarText(JSON.stringify(recording), 'tried.har'),
          ids: new Map(IDS.map((id, entry) => [entry, id])),
        }),
      lastRun: () => refusedRun('userId'),
      analyses: { of: ({ fsPath }) => analyzeFile({ file: fsPath, workspace: workspaceFolder() }) },
      rejected: { of: () => new Set() },
      users: () => Promise.resolve([]),
    });
    const document = await vscode.workspace.openTextDocument(chain);
    await vscode.window.showTextDocument(document);

    const view = await mapping.view();
    assert.equal(view.kind, 'review');
    const groups = view.things.flatMap((thing) => thing.groups);
    const picks = groups.flatMap(({ uses }) => uses.map(({ key }) => ({ key, choice: 0 })));
    assert.equal(await mapping.apply(picks), 1);
    const applied = document.getText();
    const tried = await mapping.view();
    assert.equal(tried.kind, 'review');
    const [other] = tried.trial?.places.flatMap(({ others }) => others) ?? [];
    assert.deepEqual(other?.drops, {
      from: 'sign-up',
      extraction: '{"variable":"userId","from":"body","path":"$.user.id"}',
    });
    assert.equal(await mapping.takeInstead(other.pick), 1);
    assert.doesNotMatch(document.getText(), /userId/);
    assert.match(document.getText(), /users\/\{\{basketId\}\}\/items/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), applied);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    mapping.dispose();
  });
});
