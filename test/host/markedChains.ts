/** Chains written down with a caret, opened in this window. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { writeInWorkspace } from './chainFiles';

/** A document and the place that its test is about. */
export interface MarkedDocument {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

let files = 0;

/**
 * Opens a new file of the workspace with `content`, in which `¦` is the caret.
 *
 * Its own name, a number before `name`, keeps it apart from the documents of other tests: VS Code reads a file again
 * that changes below an open document, and may do so at any time, even when half of the file is written.
 */
export async function openMarked(name: string, content: string | object): Promise<MarkedDocument> {
  const marked = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  const offset = marked.indexOf('¦');
  assert.ok(offset !== -1, 'the text has a caret');
  const text = marked.replace('¦', '');
  files += 1;
  const uri = await writeInWorkspace(`${files}-${name}`, text);
  const document = await vscode.workspace.openTextDocument(uri);
  assert.equal(document.getText(), text);
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
