import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { twoRequests, writeInWorkspace } from '../chainFiles';

/** Titles and lines (from 1) of the lenses of a document. */
async function lensesOf(uri: vscode.Uri): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.map(({ command, range }) => `${range.start.line + 1}: ${command?.title ?? ''}`);
}

async function open(name: string, content: string | object): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(await writeInWorkspace(name, content));
}

describe('CodeLens', () => {
  it('offers Run All on the file and Run on each request', async () => {
    const { uri } = await open('lenses.chain.json', twoRequests('http://127.0.0.1:1'));
    assert.deepEqual(await lensesOf(uri), ['1: $(run-all) Run All', '5: $(play) Run', '17: $(play) Run']);
  });

  it('covers the whole request and names it', async () => {
    const document = await open('lenses.chain.json', twoRequests('http://127.0.0.1:1'));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      100,
    );
    const read = lenses.at(-1);
    assert.equal((JSON.parse(document.getText(read?.range)) as { id: string }).id, 'read');
    assert.equal(read?.command?.arguments?.[1], 'read');
  });

  it('follows what is typed, complete or not', async () => {
    const { uri } = await open('typing.chain.json', '{ "requests": [\n{ "id": "a" },\n{ "id": "b", ');
    assert.deepEqual(await lensesOf(uri), ['1: $(run-all) Run All', '2: $(play) Run', '3: $(play) Run']);
  });

  it('leaves other JSON files alone', async () => {
    const { uri } = await open('other.json', twoRequests('http://127.0.0.1:1'));
    assert.deepEqual(await lensesOf(uri), []);
  });

  it('can be switched off', async () => {
    const { uri } = await open('lenses.chain.json', twoRequests('http://127.0.0.1:1'));
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('codeLens', false, vscode.ConfigurationTarget.Workspace);
    try {
      assert.deepEqual(await lensesOf(uri), []);
    } finally {
      await settings.update('codeLens', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('opens chains as JSON with comments', async () => {
    const document = await open('comments.chain.json', '// a chain\n{}');
    assert.equal(document.languageId, 'jsonc');
  });
});
