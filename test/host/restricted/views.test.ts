import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ChainsTree } from '../../../src/host/views/chainsView';
import { chainsMessage } from '../../../src/host/views/chainCommands';
import { duplicateRequest } from '../../../src/host/views/chainActions';
import { twoRequests } from '../chainFiles';
import { tidyEditors, viewServices, writeChain } from '../viewFakes';

describe('the views in an untrusted workspace', () => {
  it('show chains and let them be edited', async () => {
    const chain = await writeChain('views', twoRequests('http://127.0.0.1:1'));
    const services = viewServices(() => [chain]);
    const tree = new ChainsTree(services);
    try {
      await duplicateRequest({ chain, requestId: 'read' });
      assert.equal((await tree.getChildren({ kind: 'chain', chain })).length, 3);
    } finally {
      tree.dispose();
      services.dispose();
      await tidyEditors();
    }
  });

  it('say above chains what works, and leave an empty view to its ways on', async () => {
    const chain = vscode.Uri.file('/views/one.chain.json');
    assert.match(
      await chainsMessage({ list: () => Promise.resolve([chain]) }),
      /^Restricted Mode: .* nothing is sent\.$/,
    );
    assert.equal(await chainsMessage({ list: () => Promise.resolve([]) }), '');
  });

  it('do not start the sample API', async () => {
    assert.equal(await vscode.commands.executeCommand('chainwright.startSampleApi'), undefined);
  });
});
