import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from '../answers';
import { startServer, until, writeInWorkspace } from '../chainFiles';

describe('secrets in an untrusted workspace', () => {
  it('are neither asked for nor taken from files', async () => {
    const extension = vscode.extensions.getExtension('chainwright.chainwright');
    const server = await startServer();
    const chain = await writeInWorkspace('secrets.chain.json', {
      formatVersion: 1,
      name: 'Secrets',
      environment: 'hostile',
      requests: [{ id: 'a', method: 'GET', url: server.origin, auth: { type: 'bearer', token: 'abcdef' } }],
    });
    await vscode.window.showTextDocument(chain);
    await until(() => extension?.isActive === true);
    const asked = await answering({}, async () => {
      for (const [name, ...args] of [
        ['setSecret', 'KEY'],
        ['storeAsSecret', chain, { start: 0, end: 5 }],
        ['runAll', chain],
      ] as const) {
        assert.equal(await vscode.commands.executeCommand(`chainwright.${name}`, ...args), undefined);
      }
    });
    assert.deepEqual([asked, server.requests], [[], []]);
    await server.close();
  });

  it('can be listed and forgotten, which sends nothing', async () => {
    const asked = await answering({}, async () => {
      for (const name of ['listSecrets', 'deleteSecret', 'forgetAllowedOrigins', 'signOut']) {
        await vscode.commands.executeCommand(`chainwright.${name}`);
      }
    });
    assert.deepEqual(asked, []);
  });

  it('leave environments to choose from', async () => {
    const [list] = await answering({}, () => vscode.commands.executeCommand('chainwright.selectEnvironment'));
    assert.equal(list?.kind, 'pick');
  });
});
