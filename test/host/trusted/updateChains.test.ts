import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { updateChains, type UpdateQuestions } from '../../../src/host/sync/updateChains';
import { writeInWorkspace } from '../chainFiles';
import { tidyEditors, writeChain } from '../viewFakes';

const older = `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /orders: {get: {operationId: list}}
  /orders/{id}: {get: {operationId: read}, delete: {operationId: cancel}}
`;
const newer = `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /orders:
    get: {operationId: list, parameters: [{name: limit, in: query, required: true, schema: {type: integer, example: 10}}]}
  /v2/orders/{id}: {get: {operationId: read}}
`;
const chain = (openapi?: string) => ({
  formatVersion: 1,
  name: 'Orders',
  openapi,
  requests: [
    { id: 'list', method: 'GET', url: '{{host}}/orders' },
    { id: 'read', method: 'GET', url: '{{host}}/orders/{{id}}' },
    { id: 'cancel', method: 'DELETE', url: '{{host}}/orders/{{id}}' },
  ],
});
const environments = { nameFor: () => Promise.resolve(undefined) };

/** A person who compares with something, and what was shown to them. */
function person(compared: vscode.Uri | 'none' | undefined, isAgreed = true, press?: string) {
  const seen = { edits: [] as string[], message: '', actions: [] as readonly string[] };
  const ask: UpdateQuestions = {
    older: () => Promise.resolve(compared),
    apply: async (edit) => {
      // Without what has VS Code ask a person for each change.
      const agreed = new vscode.WorkspaceEdit();
      for (const [uri, edits] of edit.entries()) {
        seen.edits.push(...edits.map(({ newText }) => newText.trim()));
        agreed.set(
          uri,
          edits.map(({ range, newText }) => vscode.TextEdit.replace(range, newText)),
        );
      }
      return isAgreed && (await vscode.workspace.applyEdit(agreed));
    },
    done: (message, actions) => {
      seen.message = message;
      seen.actions = actions;
      return Promise.resolve(press);
    },
  };
  return { ask, seen };
}

describe('Update Chains from OpenAPI…', () => {
  let old: vscode.Uri;
  let count = 0;
  before(async () => {
    old = await writeInWorkspace('shop.old.yaml', older);
  });
  /** A chain whose description no other chain names, and the name of that. */
  const described = async (): Promise<{ readonly uri: vscode.Uri; readonly name: string }> => {
    count += 1;
    const name = `shop${count}.openapi.yaml`;
    await writeInWorkspace(name, newer);
    return { uri: await writeChain('update', chain(name)), name };
  };
  afterEach(tidyEditors);

  it('changes the requests that the person agrees to, in texts that are not saved, too', async () => {
    const { uri, name } = await described();
    const document = await vscode.workspace.openTextDocument(uri);
    const unsaved = new vscode.WorkspaceEdit();
    unsaved.insert(uri, document.positionAt(document.getText().indexOf('Orders')), 'Unsaved ');
    await vscode.workspace.applyEdit(unsaved);
    const { ask, seen } = person(old);
    await updateChains(uri, { environments, ask });
    const text = document.getText();
    assert.match(text, /Unsaved Orders/);
    assert.match(text, /"limit"/);
    assert.match(text, /\{\{host\}\}\/v2\/orders\/\{\{id\}\}/);
    assert.equal(document.isDirty, true);
    assert.equal(seen.edits.length, 2);
    assert.equal(
      seen.message,
      `The chains were changed as ${name} says. One point is left for you to decide.`,
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('shows what became of the API, operation by operation', async () => {
    const { uri, name } = await described();
    const { ask, seen } = person(old, false, 'Show Changes of the API');
    await updateChains(uri, { environments, ask });
    assert.equal(seen.message, 'Nothing was changed. One point is left for you to decide.');
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.ok(shown.startsWith(`${name}\n\n~ GET /orders  changed  ${name}:5\n`), shown);
    assert.match(shown, /^> GET \/v2\/orders\/\{id\} {2}was GET \/orders\/\{id\}/m);
    assert.match(shown, /^ {6}! It calls an operation that is no longer described\./m);
  });

  it('adds what the description requires where nobody has an older one', async () => {
    const { uri } = await described();
    const { ask, seen } = person('none');
    await updateChains(uri, { environments, ask });
    assert.equal(seen.edits.length, 1);
    assert.match(seen.edits[0] ?? '', /"query": \[\{ "name": "limit", "value": "10" \}\]/);
    assert.match(
      (await vscode.workspace.openTextDocument(uri)).getText(),
      /\{\{host\}\}\/orders\/\{\{id\}\}/,
    );
  });

  it('does nothing when the person gives up', async () => {
    const { uri } = await described();
    const { ask, seen } = person(undefined);
    await updateChains(uri, { environments, ask });
    assert.deepEqual(seen, { edits: [], message: '', actions: [] });
  });

  it('refuses a chain that names no description', async () => {
    const uri = await writeChain('update', chain());
    await assert.rejects(
      updateChains(uri, { environments, ask: person('none').ask }),
      /This chain names no OpenAPI description\./,
    );
  });
});
