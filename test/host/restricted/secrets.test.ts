import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { nothingApproved } from '../../../src/core/permission/approval';
import { thisMachine } from '../../../src/host/settings';
import type { SignInPorts } from '../../../src/node/secrets/signInPorts';
import { until } from '../../until';
import { answering } from '../answers';
import { startServer, writeInWorkspace } from '../chainFiles';

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

  it('are not taken out of the keychain, which a preview could do without a run', async () => {
    const kept = new Map<string, unknown>();
    const memory = {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => kept.set(key, value),
    };
    const extension = vscode.extensions.getExtension('chainwright.chainwright');
    let read = 0;
    const values = () =>
      Promise.resolve(new Map(Object.entries({ KEY: { value: `v${(read += 1)}`, origins: [] } })));
    const { stored } = await thisMachine(
      { workspaceState: memory, extension } as unknown as vscode.ExtensionContext,
      {
        secrets: { values },
        approvals: { current: nothingApproved },
        signIn: {} as SignInPorts,
      },
    );
    assert.deepEqual([stored.size, read], [0, 0]);
  });

  it('leave environments to choose from', async () => {
    const [list] = await answering({}, () => vscode.commands.executeCommand('chainwright.selectEnvironment'));
    assert.equal(list?.kind, 'pick');
  });
});
