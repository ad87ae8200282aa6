/** Chains written down with a caret, opened in this window. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { writeInWorkspace } from './chainFiles';

/** A document and the place that its test is about. */
export interface MarkedDocument {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

/** Opens a file of the workspace with `content`, in which `¦` is the caret. */
export async function openMarked(name: string, content: string | object): Promise<MarkedDocument> {
  const marked = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  const offset = marked.indexOf('¦');
  assert.ok(offset !== -1, 'the text has a caret');
  const text = marked.replace('¦', '');
  const document = await vscode.workspace.openTextDocument(await writeInWorkspace(name, text));
  // What an earlier test left in the editor, or the editor has not taken over from the disk yet.
  if (document.getText() !== text) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  }
  return { document, position: document.positionAt(offset) };
}

/** A chain whose second request has the members `under`; the first extracts `orderId`. */
export function orderChain(origin: string, under: object): object {
  return {
    formatVersion: 1,
    name: 'Orders',
    variables: { quantity: 2, sku: 'A-1' },
    requests: [
      {
        id: 'create-order',
        name: 'Create order',
        method: 'POST',
        url: `${origin}/orders`,
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      },
      { id: 'read-order', method: 'GET', url: `${origin}/orders`, ...under },
    ],
  };
}
