import assert from 'node:assert/strict';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { requestChain } from '../../../src/host/results/requestChain';
import { WorkspaceFiles } from '../../../src/host/workspaceFiles';
import { CallFailure } from '../../../src/protocol/channel';
import { workspaceFolder } from '../chainFiles';

describe('files of a cloned folder', () => {
  it('are read when they are files of a size that somebody could have written', async () => {
    const folder = path.join(workspaceFolder(), 'hostile-files');
    const files = new WorkspaceFiles();
    const read = (name: string) => files.text(vscode.Uri.file(path.join(folder, name)));
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(path.join(folder, 'plain.txt'), '{}');
      await writeFile(path.join(folder, 'huge.txt'), '');
      await truncate(path.join(folder, 'huge.txt'), 65 * 2 ** 20);
      assert.equal(await read('plain.txt'), '{}');
      await assert.rejects(read('huge.txt'));
      await assert.rejects(read('missing.txt'));
      if (process.platform !== 'win32') {
        await symlink('/dev/zero', path.join(folder, 'endless.txt'));
        await symlink('plain.txt', path.join(folder, 'link.txt'));
        await assert.rejects(read('endless.txt'));
        assert.equal(await read('link.txt'), '{}');
      }
    } finally {
      files.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('name no chain elsewhere in their results', () => {
    const of = (chain: string) => requestChain('/ws', { request: { chain, id: 'a' } });
    assert.equal(of('auth/login.chain.json').path, '/ws/auth/login.chain.json');
    for (const chain of [
      '../x.chain.json',
      'a/../../x.chain.json',
      '/etc/x.chain.json',
      '..\\x.chain.json',
      '',
    ]) {
      assert.throws(() => of(chain), CallFailure, chain);
    }
  });
});
