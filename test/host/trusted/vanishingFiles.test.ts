import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../until';
import {
  startServer,
  twoRequests,
  workspaceFolder,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { command } from '../commands';
import { shownMessages } from '../shownMessages';

describe('a run whose files change under it', () => {
  let server: LoopbackServer;
  /** Answers that the server holds back. */
  const held: ServerResponse[] = [];
  const written: string[] = [];

  beforeEach(async () => {
    server = await startServer((_request, response) => void held.push(response));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server.close();
    await Promise.all(written.splice(0).map((file) => rm(file, { recursive: true, force: true })));
  });

  /** Starts a run, does something while its first request is on its way, and lets it go on. */
  async function runMeanwhile(name: string, work: (chain: vscode.Uri) => Promise<unknown>): Promise<unknown> {
    const chain = await writeInWorkspace(`${name}.chain.json`, twoRequests(server.origin));
    written.push(chain.fsPath);
    const running = command('runAll', chain);
    for (const number of [1, 2]) {
      await until(() => held.length > 0);
      if (number === 1) {
        await work(chain);
      }
      held.shift()?.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":7}');
    }
    return running;
  }

  it('continues what it began when the chain is deleted', async () => {
    assert.equal(await runMeanwhile('deleted', ({ fsPath }) => rm(fsPath)), 'passed');
    assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/7']);
  });

  it('continues what it began when the chain is renamed', async () => {
    const moved = path.join(workspaceFolder(), 'moved-away.chain.json');
    written.push(moved);
    assert.equal(await runMeanwhile('renamed', ({ fsPath }) => rename(fsPath, moved)), 'passed');
  });

  it('continues what it began when the text is broken', async () => {
    const outcome = await runMeanwhile('broken', ({ fsPath }) => writeFile(fsPath, '{ "requests": ['));
    assert.equal(outcome, 'passed');
  });

  it('ends as usual where its result cannot be kept', async () => {
    const results = path.join(workspaceFolder(), '.chainwright');
    await rm(results, { recursive: true, force: true });
    await writeFile(results, 'a file where the folder should be');
    written.push(results);
    assert.equal(await runMeanwhile('unkept', () => Promise.resolve()), 'passed');
  });
});

describe('a chain that is on no disk yet', () => {
  it('is explained and has lenses; running it says to save it, and nothing is sent', async () => {
    const server = await startServer();
    const draft = vscode.Uri.from({ scheme: 'untitled', path: `${workspaceFolder()}/on-no-disk.chain.json` });
    const document = await vscode.workspace.openTextDocument(draft);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(draft, new vscode.Position(0, 0), JSON.stringify(twoRequests(server.origin)));
    await vscode.workspace.applyEdit(edit);
    try {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        draft,
      );
      assert.ok(lenses.some(({ command: lens }) => lens?.command === 'chainwright.runAll'));
      const messages = await shownMessages(async () => {
        for (const name of ['runAll', 'execute', 'runRequest', 'preview', 'openViewer']) {
          await command(name, draft, 'create');
        }
      });
      assert.deepEqual(server.requests, []);
      assert.ok(
        messages.length > 0 && messages.every((message) => /Save it|Save the/.test(message)),
        messages.join('\n'),
      );
    } finally {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await server.close();
    }
  });
});
