import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../until';
import { twoRequests, writeInWorkspace } from '../chainFiles';

async function workspaceSymbols(query: string): Promise<readonly vscode.SymbolInformation[]> {
  return vscode.commands.executeCommand<vscode.SymbolInformation[]>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
}

describe('symbols', () => {
  it('outline a chain as its requests and what they extract', async () => {
    const uri = await writeInWorkspace('symbols.chain.json', twoRequests('http://127.0.0.1:1'));
    await vscode.workspace.openTextDocument(uri);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    // The JSON language has an outline of its own.
    const requests = symbols.filter(({ kind }) => kind === vscode.SymbolKind.Method);
    assert.deepEqual(
      requests.map(({ name, detail, children }) => [name, detail, children.map((child) => child.name)]),
      [
        ['create', 'POST http://127.0.0.1:1/orders', ['orderId']],
        ['read', 'GET http://127.0.0.1:1/orders/{{orderId}}', []],
      ],
    );
  });

  it('find requests and variables of chains that are not open', async () => {
    const uri = await writeInWorkspace('symbols-elsewhere.chain.json', {
      formatVersion: 1,
      name: 'Elsewhere',
      variables: { symbolConstant: 1 },
      requests: [
        {
          id: 'symbol-request',
          name: 'Symbol request',
          method: 'GET',
          url: '/',
          extract: [{ variable: 'symbolVariable', from: 'body' }],
        },
      ],
    });
    // The new file is noticed a moment after it was written.
    const found = await eventually(async () => {
      const symbols = await workspaceSymbols('symbol');
      const ofFile = symbols.filter(({ location }) => location.uri.toString() === uri.toString());
      return ofFile.length === 0 ? undefined : ofFile;
    });
    assert.deepEqual(found.map(({ name }) => name).toSorted(), [
      'Symbol request',
      'symbolConstant',
      'symbolVariable',
    ]);
  });
});
