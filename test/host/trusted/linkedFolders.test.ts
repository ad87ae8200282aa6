import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { MatrixTestTree } from '../../../src/host/authz/matrixTestTree';
import { findFiles } from '../../../src/host/findFiles';
import { TestTree } from '../../../src/host/running/testTree';
import { WorkspaceFiles } from '../../../src/host/workspaceFiles';
import { until } from '../../until';
import { twoRequests, workspaceFolder } from '../chainFiles';

const CHAIN = JSON.stringify(twoRequests('http://127.0.0.1:1'));

describe('a workspace with symbolic links', () => {
  let folder: string;
  let outside: string;
  let files: WorkspaceFiles;
  const at = (name: string) => path.join(folder, name);
  /** Those of the folder, relative to it. */
  const named = (found: Iterable<vscode.Uri>) =>
    [...found]
      .map(({ fsPath }) => path.relative(folder, fsPath).split(path.sep).join('/'))
      .filter((name) => !name.startsWith('..'))
      .sort();
  const itemsOf = ({ items }: vscode.TestController) => named([...items].flatMap(([, { uri }]) => uri ?? []));

  before(async function () {
    if (process.platform === 'win32') {
      // Links to files need rights that few have there.
      this.skip();
    }
    folder = path.join(workspaceFolder(), 'linked');
    outside = await mkdtemp(path.join(tmpdir(), 'chainwright-outside-'));
    await mkdir(at('own'), { recursive: true });
    for (const place of [at('own'), outside]) {
      await writeFile(path.join(place, 'a.chain.json'), CHAIN);
      await writeFile(path.join(place, 'a.authz.json'), '{}');
    }
    await symlink('own', at('again'));
    await symlink('.', at('loop'));
    await symlink(outside, at('out'));
    for (const kind of ['chain', 'authz']) {
      await symlink(`own/a.${kind}.json`, at(`same.${kind}.json`));
      await symlink(path.join(outside, `a.${kind}.json`), at(`out.${kind}.json`));
    }
  });
  beforeEach(() => {
    files = new WorkspaceFiles();
  });
  afterEach(() => files.dispose());
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.all([folder, outside].map((place) => rm(place, { recursive: true, force: true })));
  });

  it('has every file once, and none from elsewhere', async () => {
    const pattern = '**/*.{chain,authz}.json';
    const listed = named(await vscode.workspace.findFiles(pattern));
    assert.ok(listed.includes('again/a.chain.json') && listed.includes('out.chain.json'), listed.join());
    assert.deepEqual(named(await findFiles(pattern)), ['own/a.authz.json', 'own/a.chain.json']);
  });

  it('has every chain once, also when a link to it is made or opened', async () => {
    assert.deepEqual(named(await files.list()), ['own/a.chain.json']);
    await symlink('own/a.chain.json', at('later.chain.json'));
    await writeFile(at('new.chain.json'), CHAIN);
    await vscode.workspace.openTextDocument(at('again/a.chain.json'));
    await until(async () => named(await files.list()).includes('new.chain.json'));
    assert.deepEqual(named(await files.list()), ['new.chain.json', 'own/a.chain.json']);
    await Promise.all(['later', 'new'].map((name) => rm(at(`${name}.chain.json`))));
    await until(async () => !named(await files.list()).includes('new.chain.json'));
  });

  it('has every chain and matrix once as a test', async () => {
    const controller = vscode.tests.createTestController('linked', 'Test');
    const chains = new TestTree(controller, files);
    const matrices = new MatrixTestTree(controller, files);
    try {
      await Promise.all([chains.refresh(), matrices.refresh()]);
      await vscode.workspace.openTextDocument(at('same.chain.json'));
      const opened = controller.items.get(vscode.Uri.file(at('own/a.chain.json')).toString());
      await vscode.workspace.openTextDocument(at('own/a.chain.json'));
      await until(() => opened?.children.size === 2 && itemsOf(controller).length === 2);
      assert.deepEqual(itemsOf(controller), ['own/a.authz.json', 'own/a.chain.json']);
    } finally {
      chains.dispose();
      matrices.dispose();
      controller.dispose();
    }
  });
});
