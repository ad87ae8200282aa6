import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { activateChain } from '../../../src/host/running/execution';
import { answering } from '../answers';
import { positionOf, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { shownMessages } from '../shownMessages';

const SECRET = 'l1teral-in-a-locked-file';
const LOCKED = {
  formatVersion: 1,
  name: 'Locked',
  auth: { type: 'bearer', token: SECRET },
  requests: [
    { id: 'create', method: 'POST', url: 'http://127.0.0.1:1/orders' },
    { id: 'read', method: 'GET', url: 'http://127.0.0.1:1/orders/42' },
  ],
};

describe('a chain that VS Code holds read-only', () => {
  const files = vscode.workspace.getConfiguration('files');
  let chain: vscode.Uri;
  let document: vscode.TextDocument;
  before(async () => {
    const locked = { '**/locked.chain.json': true };
    await files.update('readonlyInclude', locked, vscode.ConfigurationTarget.Workspace);
    chain = await writeInWorkspace('locked.chain.json', LOCKED);
    document = await vscode.workspace.openTextDocument(chain);
    await vscode.window.showTextDocument(document);
  });
  after(async () => {
    await files.update('readonlyInclude', undefined, vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(chain.fsPath);
  });

  const offsetOf = (text: string): number => document.offsetAt(positionOf(document, text));
  const edits: readonly [name: string, edit: () => Thenable<unknown>][] = [
    [
      'insertVariable',
      () =>
        command('insertVariable', chain, {
          offset: offsetOf('/42') + 1,
          version: document.version,
          variable: '$guid',
        }),
    ],
    [
      'storeAsSecret',
      () =>
        answering(
          { input: ({ value }) => value, pick: (items) => items.slice(0, 1).map(({ label }) => label) },
          () => command('storeAsSecret', chain, { start: offsetOf(SECRET), end: offsetOf(SECRET) + 1 }),
        ),
    ],
    ['moveRequestDown', () => command('moveRequestDown', { chain, requestId: 'create' })],
    ['duplicateItem', () => command('duplicateItem', { chain, requestId: 'create' })],
  ];
  for (const [name, edit] of edits) {
    it(`is left unchanged by ${name}, which says what to do`, async () => {
      const text = document.getText();
      const texts = await shownMessages(edit);
      assert.match(
        texts.join('\n'),
        /^locked\.chain\.json is read-only, so nothing was changed\. Make it writable/,
      );
      assert.equal(document.getText(), text);
      assert.equal(await readFile(chain.fsPath, 'utf8'), text);
    });
  }

  it('leaves no secret that nothing refers to', async () => {
    const asked = await answering({}, () => command('listSecrets'));
    assert.deepEqual(asked, []);
  });

  it('is not made active either', async () => {
    const text = document.getText();
    await assert.rejects(activateChain(document), {
      what: 'locked.chain.json is read-only, so nothing was changed.',
    });
    assert.equal(document.getText(), text);
  });
});
