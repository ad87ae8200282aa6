/** Chain files and servers for the in-host tests: everything stays in the window's own workspace and on loopback. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';

/** A loopback server that remembers what it was asked. */
export interface LoopbackServer {
  readonly origin: string;
  /** Method and target of every request so far. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a server; by default it answers everything with an order. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void = sendOrder,
): Promise<LoopbackServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The folder that is open in this window. */
export function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder !== undefined, 'a folder is open');
  return folder.uri.fsPath;
}

/**
 * Writes a file into the workspace. Where a document shows it, waits until that has the new text: VS Code reads the
 * file again at a moment of its own, which would change the document in the middle of a test.
 */
export async function writeInWorkspace(name: string, content: string | object): Promise<vscode.Uri> {
  const file = path.join(workspaceFolder(), name);
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  await writeFile(file, text);
  const uri = vscode.Uri.file(file);
  const shown = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (shown?.isDirty === false) {
    await until(() => shown.isClosed || shown.getText() === text);
  }
  return uri;
}

/** A chain of two requests: the second needs what the first extracts. */
export function twoRequests(origin: string): object {
  return {
    formatVersion: 1,
    name: 'Two requests',
    requests: [
      {
        id: 'create',
        method: 'POST',
        url: `${origin}/orders`,
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      },
      { id: 'read', method: 'GET', url: `${origin}/orders/{{orderId}}` },
    ],
  };
}

/** The first place of a text in a document. */
export function positionOf(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.notEqual(offset, -1, `${text} is in the document`);
  return document.positionAt(offset);
}

/** Titles of the results panels that are open. */
export function resultsPanels(): readonly string[] {
  return openPanels('chainwright.results');
}

/** Titles of the panels of a type that are open. */
export function openPanels(type: string): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(type))
    .map(({ label }) => label);
}

function sendOrder(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":9007199254740993}');
}
