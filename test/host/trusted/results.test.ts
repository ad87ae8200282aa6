import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LastRuns } from '../../../src/host/results/lastRuns';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import { ResultsTree } from '../../../src/host/results/resultsTree';
import { until } from '../../until';
import { ownService } from '../ownRuns';
import {
  resultsPanels,
  startServer,
  twoRequests,
  workspaceFolder,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { command } from '../commands';

describe('results on disk', () => {
  let server: LoopbackServer;
  let log: vscode.LogOutputChannel;
  let history: ResultHistory;
  beforeEach(async () => {
    await rm(path.join(workspaceFolder(), '.chainwright'), { recursive: true, force: true });
    server = await startServer();
    log = vscode.window.createOutputChannel('Results test', { log: true });
    history = new ResultHistory(log);
  });
  afterEach(async () => {
    vscode.Disposable.from(history, log).dispose();
    await server.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Runs a chain so often and gives its results, newest first. */
  async function ran(name: string, times: number): Promise<[chain: vscode.Uri, files: vscode.Uri[]]> {
    const chain = await writeInWorkspace(`${name}.chain.json`, twoRequests(server.origin));
    for (let time = 0; time < times; time += 1) {
      await command('runAll', chain);
    }
    const stored = await history.list(chain);
    return [chain, stored.map(({ file }) => vscode.Uri.file(file))];
  }

  it('keep every run with what the person did', async () => {
    const [chain] = await ran('kept', 2);
    await command('runRequest', chain, 'read');
    const heads = (await history.list(chain)).map(({ head }) => head);
    assert.deepEqual(
      heads.map(({ trigger, counts }) => [trigger, counts.passed]),
      [
        ['part', 1],
        ['runAll', 2],
        ['runAll', 2],
      ],
    );
  });

  it('keep themselves out of version control', async () => {
    await ran('ignored', 1);
    const ignore = await readFile(path.join(workspaceFolder(), '.chainwright/.gitignore'), 'utf8');
    assert.equal(ignore, '*\n');
  });

  it('keep no more than the setting says, and none at all for 0', async () => {
    const settings = vscode.workspace.getConfiguration('chainwright');
    try {
      for (const kept of [2, 0]) {
        await settings.update('results.keep', kept, vscode.ConfigurationTarget.Workspace);
        const [, files] = await ran(`keep-${kept}`, 3);
        assert.equal(files.length, kept);
      }
    } finally {
      await settings.update('results.keep', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('are in the view by chain, newest first, each with a label that is read aloud', async () => {
    const [chain, files] = await ran('viewed', 2);
    const tree = new ResultsTree(history);
    const [node] = await tree.getChildren();
    assert.equal(node?.chain.toString(), chain.toString());
    const results = await tree.getChildren(node);
    assert.deepEqual(
      results.map((result) => tree.getTreeItem(result).id),
      files.map(({ fsPath }) => fsPath),
    );
    for (const result of results) {
      assert.match(tree.getTreeItem(result).accessibilityInformation?.label ?? '', /passed, 2 passed/);
    }
    tree.dispose();
  });

  it('open next to the editor as they were', async () => {
    const [, [newest]] = await ran('opened', 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('openResult', newest);
    await until(() => resultsPanels().length === 1);
    assert.match(resultsPanels()[0] ?? '', /^Results: opened, .*\d\d:\d\d/);
  });

  it('of chains in folders say which folder in the title', async () => {
    const folder = 'titled/deep';
    await mkdir(path.join(workspaceFolder(), folder), { recursive: true });
    await ran(`${folder}/same`, 1);
    const [, files] = await ran('same', 2);
    assert.deepEqual([...resultsPanels()].sort(), ['Results: same', 'Results: same · titled/deep']);
    await command('compareResults', files[0], files);
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '', /^same: /);
  });

  it('are shown in the Explorer as files', async () => {
    const [, [newest]] = await ran('revealed', 1);
    await command('revealResultFile', newest);
    await vscode.commands.executeCommand('copyFilePath');
    assert.equal(await vscode.env.clipboard.readText(), newest?.fsPath);
  });

  it('of an earlier window are shown when the chain was not run in this one', async () => {
    const [, [newest]] = await ran('left', 1);
    assert.ok(newest !== undefined);
    const folder = path.dirname(newest.fsPath);
    await cp(folder, path.join(folder, '../earlier'), { recursive: true });
    const chain = await writeInWorkspace('earlier.chain.json', twoRequests(server.origin));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('showLastResult', chain);
    await until(() => resultsPanels().length === 1);
    assert.match(resultsPanels()[0] ?? '', /^Results: earlier, .*\d\d:\d\d/);
    await command('showExecutionLog', chain);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /create/);
  });

  it('are compared in the diff editor, where two equal runs are equal', async () => {
    const [, files] = await ran('compared', 2);
    await command('compareResults', files[0], files);
    const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.match(label ?? '', /^compared: \d+\/\d+\/\d+, .*\d\d:\d\d.* ↔ \d+\/\d+\/\d+, .*\d\d:\d\d/);
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const texts = await Promise.all(
      [input.original, input.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    assert.match(texts[0] ?? '', /^chain {8}Two requests/);
    assert.equal(texts[0], texts[1]);
  });

  it('are opened from nowhere else', async () => {
    const [chain] = await ran('elsewhere', 1);
    const outside = await writeInWorkspace('2026-01-01T00-00-00.000Z.json', '{}');
    for (const argument of [chain, outside, 'file:///etc/hosts', { kind: 'result', file: outside.fsPath }]) {
      await command('openResult', argument);
    }
    await until(() => resultsPanels().length > 0);
    assert.deepEqual(resultsPanels(), ['Results: elsewhere']);
  });

  it('say what is wrong with one that was damaged, and open nothing', async () => {
    const [, [newest]] = await ran('damaged', 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writeFile(newest?.fsPath ?? '', '{"formatVersion":1');
    await command('openResult', newest);
    assert.deepEqual(resultsPanels(), []);
    assert.deepEqual(
      await history.list(vscode.Uri.file(path.join(workspaceFolder(), 'damaged.chain.json'))),
      [],
    );
  });

  it('tell the last outcomes and values after the window was closed', async () => {
    const [chain] = await ran('remembered', 1);
    const service = ownService();
    const last = new LastRuns(service.runs, history);
    assert.equal(last.of(chain, 'create'), undefined, 'read when first asked for');
    await until(() => last.of(chain, 'create') !== undefined);
    assert.equal(last.of(chain, 'read')?.outcome, 'passed');
    assert.deepEqual(last.values(chain).get('orderId'), { shown: '9007199254740993' });
    vscode.Disposable.from(last, service.runs).dispose();
  });

  it('that were recorded elsewhere say so, and count for no run', async () => {
    const [chain, [newest]] = await ran('recorded-elsewhere', 2);
    const file = newest?.fsPath ?? '';
    const text = await readFile(file, 'utf8');
    const recorded = text.replace('"kind":"run"', '"kind":"recorded"');
    await writeFile(file, recorded.replaceAll('"outcome":"passed"', '"outcome":"failed"'));
    const tree = new ResultsTree(history);
    const [node] = await tree.getChildren();
    const items = (await tree.getChildren(node)).map((result) => tree.getTreeItem(result));
    assert.match(items[0]?.accessibilityInformation?.label ?? '', /, Recorded, /);
    assert.doesNotMatch(items[0]?.accessibilityInformation?.label ?? '', /passed|failed/);
    const service = ownService();
    const last = new LastRuns(service.runs, history);
    last.of(chain, 'create');
    await until(() => last.of(chain, 'create') !== undefined);
    assert.equal(last.of(chain, 'create')?.outcome, 'passed');
    vscode.Disposable.from(tree, last, service.runs).dispose();
  });

  it('keep what other requests did when one of them is run again', async () => {
    const [chain] = await ran('one-of-two', 1);
    await command('runRequest', chain, 'read');
    const service = ownService();
    const last = new LastRuns(service.runs, history);
    last.of(chain, 'create');
    await until(() => last.of(chain, 'create') !== undefined);
    assert.deepEqual(
      [last.of(chain, 'create')?.outcome, last.of(chain, 'read')?.outcome],
      ['passed', 'passed'],
    );
    vscode.Disposable.from(last, service.runs).dispose();
  });
});
