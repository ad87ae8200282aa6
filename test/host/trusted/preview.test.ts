import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../until';
import { startServer, twoRequests, writeInWorkspace, type LoopbackServer } from '../chainFiles';

let server: LoopbackServer;

function previewOpen(): vscode.TextDocument | undefined {
  return vscode.window.visibleTextEditors
    .map(({ document }) => document)
    .find(({ uri }) => uri.scheme === 'chainwright-preview');
}

async function preview(chain: vscode.Uri, id: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('chainwright.preview', chain, id);
  await until(() => previewOpen()?.uri.query.includes(id) === true);
  const document = previewOpen();
  assert.ok(document !== undefined);
  return document;
}

describe('Preview', () => {
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('shows a request as it would be sent, next to the editor and without taking the focus', async () => {
    const chain = await writeInWorkspace('preview.chain.json', twoRequests(server.origin));
    await vscode.window.showTextDocument(chain);
    const document = await preview(chain, 'read');
    assert.match(
      document.getText(),
      /^# \{\{orderId\}\} has no value yet\.\n\nGET \S+\/orders\/\{\{orderId\}\} HTTP/,
    );
    assert.match(document.getText(), /\nHost: 127\.0\.0\.1:\d+\n/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), chain.toString());
  });

  it('follows what is typed, saved or not, and what runs bring', async () => {
    const chain = await writeInWorkspace('preview-live.chain.json', twoRequests(server.origin));
    await vscode.window.showTextDocument(chain);
    const document = await preview(chain, 'read');
    const text = await vscode.workspace.openTextDocument(chain);
    const edit = new vscode.WorkspaceEdit();
    const at = text.getText().lastIndexOf('GET');
    edit.replace(chain, new vscode.Range(text.positionAt(at), text.positionAt(at + 3)), 'DELETE');
    await vscode.workspace.applyEdit(edit);
    await until(() => document.getText().includes('\nDELETE '));
    await vscode.commands.executeCommand('chainwright.runRequest', chain, 'create');
    await until(() => document.getText().startsWith(`DELETE ${server.origin}/orders/9007199254740993 `));
  });

  it('says what is wrong with a chain that cannot be read', async () => {
    const chain = await writeInWorkspace('broken.chain.json', '{ "requests": [{ "id": "a", ');
    const document = await preview(chain, 'a');
    assert.match(document.getText(), /^# broken\.chain\.json/);
  });

  it('sends nothing', async () => {
    const before = server.requests.length;
    const chain = await writeInWorkspace('preview.chain.json', twoRequests(server.origin));
    await preview(chain, 'create');
    assert.equal(server.requests.length, before);
  });

  it('reads nothing for a document that names no chain', async () => {
    for (const query of ['', 'null', '{"chain":"file:///etc/passwd","requestId":"a"}', '{"chain":1}']) {
      const uri = vscode.Uri.from({ scheme: 'chainwright-preview', path: '/x', query });
      const text = (await vscode.workspace.openTextDocument(uri)).getText();
      assert.ok(text === '' || /^# "passwd" is not a chain file\./.test(text), text);
    }
  });
});
