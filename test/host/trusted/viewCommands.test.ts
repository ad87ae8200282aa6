import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { outlineChain } from '../../../src/core/files/outline';
import { until } from '../../until';
import { twoRequests, workspaceFolder } from '../chainFiles';
import { tidyEditors, writeChain } from '../viewFakes';
import { command } from '../commands';

async function idsIn(chain: vscode.Uri): Promise<readonly string[]> {
  const document = await vscode.workspace.openTextDocument(chain);
  return outlineChain(document.getText()).requests.map(({ id }) => id);
}

describe('the commands of the views', () => {
  let chain: vscode.Uri;
  beforeEach(async () => {
    chain = await writeChain('commands', twoRequests('http://127.0.0.1:1'));
  });
  afterEach(tidyEditors);

  it('move the request that they are given, one after another', async () => {
    const create = { chain, requestId: 'create' };
    await Promise.all([command('moveRequestDown', create), command('moveRequestUp', create)]);
    assert.deepEqual(await idsIn(chain), ['create', 'read']);
    await command('moveRequestDown', create);
    assert.deepEqual(await idsIn(chain), ['read', 'create']);
  });

  it('move the request under the cursor from the palette', async () => {
    const editor = await vscode.window.showTextDocument(chain);
    const inside = editor.document.positionAt(editor.document.getText().indexOf('"read"'));
    editor.selection = new vscode.Selection(inside, inside);
    await command('moveRequestUp');
    assert.deepEqual(await idsIn(chain), ['read', 'create']);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await command('moveRequestDown');
    assert.deepEqual(await idsIn(chain), ['read', 'create']);
  });

  it('take several lines as menus give them', async () => {
    const lines = ['create', 'read'].map((requestId) => ({ chain, requestId }));
    await command('copyRequestId', lines[0], lines);
    assert.equal(await vscode.env.clipboard.readText(), 'create\nread');
  });

  it('open the chain that a step runs', async () => {
    const called = vscode.workspace.asRelativePath(chain, false);
    const caller = await writeChain('calling', {
      formatVersion: 2,
      name: 'Calling',
      requests: [{ id: 'pay', chain: called.split('/').at(-1) }],
    });
    await command('openCalledChain', { chain: caller, requestId: 'pay' });
    const shown = vscode.window.activeTextEditor?.document.uri.toString();
    assert.equal(shown, chain.toString());
  });

  it('mean the request under the cursor when nothing is given', async () => {
    const editor = await vscode.window.showTextDocument(chain);
    const inside = editor.document.positionAt(editor.document.getText().indexOf('"read"'));
    editor.selection = new vscode.Selection(inside, inside);
    await command('duplicateItem', null);
    assert.deepEqual(await idsIn(chain), ['create', 'read', 'read-2']);
  });

  it('lead from a variable in the text to the Parameter Dashboard', async () => {
    const editor = await vscode.window.showTextDocument(chain);
    const inside = editor.document.positionAt(editor.document.getText().indexOf('{{orderId}}') + 3);
    editor.selection = new vscode.Selection(inside, inside);
    assert.equal(await command('revealParameter'), undefined);
  });

  it('lead from the Parameter Dashboard to the text', async () => {
    const { uri } = await vscode.workspace.openTextDocument(chain);
    const text = (await vscode.workspace.openTextDocument(chain)).getText();
    const start = text.indexOf('{{orderId}}');
    const file = vscode.workspace.asRelativePath(uri, false);
    await command('showVariablePlace', { chain, place: { file, range: { start, end: start + 11 } } });
    const editor = (): vscode.TextEditor | undefined =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === chain.toString());
    await until(() => editor()?.document.getText(editor()?.selection) === '{{orderId}}');
  });

  it('find chains on refresh, and none behind a link out of the folder', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'chainwright-linked-'));
    const link = path.join(workspaceFolder(), 'linked');
    const near = path.join(workspaceFolder(), 'near.chain.json');
    const isKnown = async (place: string): Promise<boolean> => {
      const symbols = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[]>(
        'vscode.executeWorkspaceSymbolProvider',
        'behind-the-link',
      );
      return symbols.some(({ location }) => location.uri.path.endsWith(place));
    };
    try {
      await symlink(elsewhere, link, 'junction');
      assert.equal(await isKnown('/far.chain.json'), false);
      const requests = [{ id: 'behind-the-link', method: 'GET', url: 'http://127.0.0.1:1' }];
      const linked = { formatVersion: 1, name: 'Behind the link', requests };
      await writeFile(path.join(elsewhere, 'far.chain.json'), JSON.stringify(linked));
      await writeFile(near, JSON.stringify(linked));
      await command('refreshChains');
      await until(() => isKnown('/near.chain.json'));
      assert.equal(await isKnown('/far.chain.json'), false);
    } finally {
      await rm(near, { force: true });
      await rm(link, { recursive: true });
      await rm(elsewhere, { recursive: true });
      await command('refreshChains');
    }
  });

  for (const hostile of [7, 'x', [], {}, { chain: 'x', place: {} }, { chain: 1, requestId: {} }]) {
    it(`do nothing with ${JSON.stringify(hostile)}`, async () => {
      for (const name of ['showVariablePlace', 'moveRequestUp', 'copyRequestId']) {
        assert.equal(await command(name, hostile), undefined);
      }
      assert.deepEqual(await idsIn(chain), ['create', 'read']);
    });
  }
});
