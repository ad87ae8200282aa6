import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startServer, twoRequests, writeInWorkspace } from '../chainFiles';

async function hintsOf(uri: vscode.Uri): Promise<readonly string[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    uri,
    new vscode.Range(0, 0, document.lineCount, 0),
  );
  return hints.map(
    ({ label, position }) => `${position.line + 1}: ${typeof label === 'string' ? label : ''}`,
  );
}

describe('Inlay hints', () => {
  it('show the resolved URL of each request, once its values are known', async () => {
    const server = await startServer();
    try {
      const uri = await writeInWorkspace('hints.chain.json', twoRequests(server.origin));
      assert.deepEqual(await hintsOf(uri), []);
      await vscode.commands.executeCommand('chainwright.runAll', uri);
      assert.deepEqual(await hintsOf(uri), [`20: → ${server.origin}/orders/9007199254740993`]);
    } finally {
      await server.close();
    }
  });

  it('can be switched off', async () => {
    const chain = { ...twoRequests('{{base}}'), variables: { base: 'http://a.test' } };
    const uri = await writeInWorkspace('hints.chain.json', chain);
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('inlayHints.url', false, vscode.ConfigurationTarget.Workspace);
    try {
      assert.deepEqual(await hintsOf(uri), []);
    } finally {
      await settings.update('inlayHints.url', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
