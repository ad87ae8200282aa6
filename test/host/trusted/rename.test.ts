import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { positionOf, writeInWorkspace } from '../chainFiles';

const producer = {
  formatVersion: 1,
  name: 'Producer',
  requests: [
    {
      id: 'make',
      method: 'POST',
      url: 'http://127.0.0.1:1/orders',
      extract: [{ variable: 'renamedId', from: 'body', path: '$.id' }],
    },
  ],
};
const consumer = {
  formatVersion: 1,
  name: 'Consumer',
  requires: ['rename-producer.chain.json'],
  variables: { taken: 1 },
  requests: [{ id: 'use', method: 'GET', url: 'http://127.0.0.1:1/{{ renamedId }}/{{taken}}/{{$guid}}' }],
};

async function openConsumer(): Promise<vscode.TextDocument> {
  await writeInWorkspace('rename-producer.chain.json', producer);
  return vscode.workspace.openTextDocument(await writeInWorkspace('rename-consumer.chain.json', consumer));
}

async function renameAt(
  document: vscode.TextDocument,
  name: string,
  newName: string,
): Promise<vscode.WorkspaceEdit> {
  return vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    positionOf(document, name),
    newName,
  );
}

/** Texts that an edit replaces, by file. */
async function replaced(edit: vscode.WorkspaceEdit): Promise<readonly string[]> {
  const files = await Promise.all(
    edit.entries().map(async ([uri, edits]) => {
      const document = await vscode.workspace.openTextDocument(uri);
      return edits.map(
        ({ range, newText }) =>
          `${vscode.workspace.asRelativePath(uri)}: ${document.getText(range)} → ${newText}`,
      );
    }),
  );
  return files.flat().toSorted();
}

describe('rename', () => {
  it('renames a variable in the chain, in what it requires, and keeps the braces', async () => {
    const edit = await renameAt(await openConsumer(), 'renamedId', 'renamedOnce');
    assert.deepEqual(await replaced(edit), [
      'rename-consumer.chain.json: renamedId → renamedOnce',
      'rename-producer.chain.json: renamedId → renamedOnce',
    ]);
  });

  it('renames a request id in the matrices that name it', async () => {
    const document = await openConsumer();
    await writeInWorkspace('rename.authz.json', {
      operations: { use: { request: 'rename-consumer.chain.json#use', effect: 'read' } },
    });
    assert.deepEqual(await replaced(await renameAt(document, 'use"', 'use-it')), [
      'rename-consumer.chain.json: use → use-it',
      'rename.authz.json: use → use-it',
    ]);
  });

  const refused: [title: string, name: string, newName: string, reason: RegExp][] = [
    ['a name that is taken', 'renamedId', 'taken', /already defines taken/],
    ['what is not a name', 'renamedId', 'a b', /"a b" is not a valid variable name/],
    ['a built-in', '$guid', 'id', /\$guid is built in/],
  ];
  for (const [title, name, newName, reason] of refused) {
    it(`refuses ${title} and says why`, async () => {
      const document = await openConsumer();
      await assert.rejects(renameAt(document, name, newName), reason);
    });
  }

  it('prepares with the name alone', async () => {
    const document = await openConsumer();
    const prepared = await vscode.commands.executeCommand<{ range: vscode.Range; placeholder: string }>(
      'vscode.prepareRename',
      document.uri,
      positionOf(document, 'renamedId'),
    );
    assert.equal(document.getText(prepared.range), 'renamedId');
    assert.equal(prepared.placeholder, 'renamedId');
  });
});
