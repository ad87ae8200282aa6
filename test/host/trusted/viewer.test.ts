import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { pngBytes } from '../../../src/host/viewer/saveDrawing';
import { CallFailure } from '../../../src/protocol/channel';
import { until } from '../../until';
import { openPanels, twoRequests, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

const viewers = (): readonly string[] => openPanels('chainwright.viewer');

describe('the Chain Viewer', () => {
  let chain: vscode.Uri;
  before(async () => {
    chain = await writeInWorkspace('viewed.chain.json', twoRequests('http://127.0.0.1:1'));
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens next to the editor, once for each chain', async () => {
    await command('openViewer', chain);
    await command('openViewer', chain);
    await until(() => viewers().length > 0);
    assert.deepEqual(viewers(), ['Chain Viewer: viewed']);
  });

  it('says in its title in which folder a chain is', async () => {
    await mkdir(path.join(workspaceFolder(), 'titled'), { recursive: true });
    const other = await writeInWorkspace('titled/viewed.chain.json', twoRequests('http://127.0.0.1:1'));
    await command('openViewer', chain);
    await command('openViewer', other);
    await until(() => viewers().length === 2);
    assert.deepEqual([...viewers()].sort(), ['Chain Viewer: viewed', 'Chain Viewer: viewed · titled']);
  });

  it('opens for the chain in the editor and for a line of the Chains view', async () => {
    await vscode.window.showTextDocument(chain);
    await command('openViewer');
    await until(() => viewers().length === 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('openViewer', { kind: 'chain', chain });
    await until(() => viewers().length === 1);
  });

  for (const argument of ['viewed.chain.json', 1, {}, vscode.Uri.file('/etc/hosts')]) {
    it(`does not open for ${JSON.stringify(argument)}`, async () => {
      await command('openViewer', argument);
      assert.deepEqual(viewers(), []);
    });
  }
});

describe('a picture that a page sent', () => {
  it('is taken for one by its first bytes', () => {
    assert.equal(pngBytes('iVBORw0KGgoAAAA=').length, 11);
    for (const other of ['', 'PHN2Zy8+', 'iVBORw0K']) {
      assert.throws(() => pngBytes(other), CallFailure);
    }
  });
});
