import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resultsPanels, startServer, twoRequests, until, writeInWorkspace } from '../chainFiles';
import type { LoopbackServer } from '../chainFiles';

const extension = vscode.extensions.getExtension('chainwright.chainwright');

describe('in an untrusted workspace', () => {
  let server: LoopbackServer;
  let chain: vscode.Uri;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('is activated by a chain file that is opened', async () => {
    chain = await writeInWorkspace('found.chain.json', twoRequests(server.origin));
    await vscode.window.showTextDocument(chain);
    await until(() => extension?.isActive === true);
  });

  it('offers nothing to run', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      chain,
      100,
    );
    assert.deepEqual(lenses, []);
  });

  for (const [name, ...args] of [['runAll'], ['runRequest', 'create']] as const) {
    it(`refuses ${name} in code and sends nothing`, async () => {
      assert.equal(await vscode.commands.executeCommand(`chainwright.${name}`, chain, ...args), undefined);
      assert.deepEqual([server.requests, resultsPanels()], [[], []]);
    });
  }

  it('takes settings that decide where data may go from the user alone', async () => {
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('allowedHosts', ['https://evil.test'], vscode.ConfigurationTarget.Workspace);
    assert.deepEqual(vscode.workspace.getConfiguration('chainwright').get('allowedHosts'), []);
  });
});
