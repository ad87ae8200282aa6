import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { positionOf, writeInWorkspace } from '../chainFiles';

const login = {
  formatVersion: 1,
  name: 'Log in',
  requests: [
    {
      id: 'login',
      method: 'POST',
      url: 'http://127.0.0.1:1/login',
      extract: [{ variable: 'navToken', from: 'body', path: '$.token' }],
    },
  ],
};
const orders = {
  formatVersion: 1,
  name: 'Orders',
  requires: ['nav-login.chain.json'],
  requests: [
    {
      id: 'nav-read',
      method: 'GET',
      url: 'http://127.0.0.1:1/orders/{{navToken}}?again={{ navToken }}',
      body: { file: 'nav-body.json' },
    },
  ],
};
const matrix = {
  formatVersion: 1,
  name: 'Who may do what',
  operations: { 'order.read': { request: 'nav-orders.chain.json#nav-read', effect: 'read' } },
};

/** `file:line:character text` of places. */
async function shown(places: readonly (vscode.Location | vscode.LocationLink)[]): Promise<readonly string[]> {
  const lines = await Promise.all(
    places.map(async (place) => {
      const [uri, range] =
        'targetUri' in place ? [place.targetUri, place.targetRange] : [place.uri, place.range];
      const document = await vscode.workspace.openTextDocument(uri);
      return `${vscode.workspace.asRelativePath(uri)} ${document.getText(range)}`;
    }),
  );
  return lines.toSorted();
}

describe('navigation', () => {
  let files: Record<'login' | 'orders' | 'matrix', vscode.Uri>;

  // Once: an editor reads a file again when it is written again, and a test would see it change.
  before(async () => {
    files = {
      login: await writeInWorkspace('nav-login.chain.json', login),
      orders: await writeInWorkspace('nav-orders.chain.json', orders),
      matrix: await writeInWorkspace('nav.authz.json', matrix),
    };
  });

  async function openAll(): Promise<Record<'login' | 'orders' | 'matrix', vscode.TextDocument>> {
    return {
      login: await vscode.workspace.openTextDocument(files.login),
      orders: await vscode.workspace.openTextDocument(files.orders),
      matrix: await vscode.workspace.openTextDocument(files.matrix),
    };
  }

  it('goes from a reference to the extraction in a required chain', async () => {
    const { orders: document } = await openAll();
    const found = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionOf(document, 'navToken}}'),
    );
    assert.deepEqual(await shown(found), ['nav-login.chain.json navToken']);
  });

  it('goes from a matrix to the request it names', async () => {
    const { matrix: document } = await openAll();
    const found = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionOf(document, 'nav-read'),
    );
    assert.deepEqual(await shown(found), ['nav-orders.chain.json nav-read']);
  });

  it('finds the references of a variable in every chain that sees it', async () => {
    const { login: document } = await openAll();
    const found = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      positionOf(document, 'navToken'),
    );
    assert.deepEqual(await shown(found), [
      'nav-login.chain.json navToken',
      'nav-orders.chain.json navToken',
      'nav-orders.chain.json navToken',
    ]);
  });

  it('finds the references of a request in matrices', async () => {
    const { orders: document } = await openAll();
    const found = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      positionOf(document, 'nav-read'),
    );
    assert.deepEqual(await shown(found), ['nav-orders.chain.json nav-read', 'nav.authz.json nav-read']);
  });

  it('highlights definitions as writes and uses as reads', async () => {
    const uri = await writeInWorkspace('nav-highlight.chain.json', {
      ...orders,
      requires: [],
      variables: { navToken: '1' },
    });
    const document = await vscode.workspace.openTextDocument(uri);
    const found = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
      'vscode.executeDocumentHighlights',
      uri,
      positionOf(document, 'navToken'),
    );
    assert.deepEqual(
      found.map(({ kind }) => kind),
      [
        vscode.DocumentHighlightKind.Read,
        vscode.DocumentHighlightKind.Read,
        vscode.DocumentHighlightKind.Write,
      ],
    );
  });

  it('links the files that a chain names, and the line of a request that a matrix names', async () => {
    const { orders: chain, matrix: authz } = await openAll();
    const linksOf = async ({ uri }: vscode.TextDocument): Promise<readonly string[]> => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        uri,
        100,
      );
      return links.flatMap(({ target }) =>
        target?.scheme === 'file' ? [`${vscode.workspace.asRelativePath(target)}#${target.fragment}`] : [],
      );
    };
    assert.deepEqual(await linksOf(chain), ['nav-login.chain.json#', 'nav-body.json#']);
    assert.deepEqual(await linksOf(authz), ['nav-orders.chain.json#L8']);
  });
});
