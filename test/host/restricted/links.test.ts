import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createResultStore } from '../../../src/node/results/resultStore';
import { orderLifecycle } from '../../formats/reporters/sampleReport';
import { until } from '../../until';
import { answering } from '../answers';
import { openPanels, startServer, twoRequests, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command, followLink } from '../commands';
import { tidyEditors } from '../viewFakes';

describe('in an untrusted workspace', () => {
  afterEach(tidyEditors);

  it('links open chains and results, and send nothing', async () => {
    const server = await startServer();
    const chain = await writeInWorkspace('linked.chain.json', twoRequests(server.origin));
    const store = createResultStore(workspaceFolder(), 10);
    const slot = await store.slot('linked.chain.json', new Date(0));
    await store.save(slot, orderLifecycle, 'runAll');
    const asked = await answering({}, async () => {
      await followLink('chain=linked.chain.json&request=read');
      assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, chain.fsPath);
      await followLink(`result=${vscode.workspace.asRelativePath(slot.file, false)}`);
      await until(() => openPanels('chainwright.results').length === 1);
    });
    assert.deepEqual([asked, server.requests], [[], []]);
    await server.close();
    await rm(chain.fsPath);
  });

  for (const query of [
    'chain=../x.chain.json',
    'chain=%2e%2e%2fx.chain.json',
    'chain=/etc/x.chain.json',
    'chain=~5c~5cserver~5cx.chain.json',
    'chain=http://127.0.0.1/x.chain.json',
    `chain=${'../'.repeat(100_000)}x.chain.json`,
  ]) {
    it(`the link ${JSON.stringify(query.slice(0, 50))} opens nothing`, async () => {
      await assert.rejects(followLink(query), { name: 'UserError' });
      assert.equal(vscode.window.activeTextEditor, undefined);
    });
  }

  it('nothing is shared, and no issue is raised', async () => {
    const chain = await writeInWorkspace('shared.chain.json', twoRequests('http://127.0.0.1:9'));
    const matrix = await writeInWorkspace('shared.authz.json', '{}');
    const asked = await answering({}, async () => {
      await command('share', chain);
      await command('shareMatrix', matrix);
      await command('raiseIssue', chain, 0);
    });
    assert.deepEqual(asked, []);
    await Promise.all([chain, matrix].map(({ fsPath }) => rm(fsPath)));
  });
});
