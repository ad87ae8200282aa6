import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, until } from '../../until';
import { writeInWorkspace } from '../chainFiles';
import { openMarked } from '../markedChains';

/** A matrix next to the chain `mx.chain.json`, one section a line. */
const matrix = ({
  request = 'mx.chain.json#get-item',
  policy = '"customer": { "item.*": "own" }',
} = {}) => `{ "formatVersion": 1, "name": "Items",
"users": { "alice": { "role": "customer", "variables": { "key": "a" } }, "bob": { "role": "customer", "variables": { "key": "b" } } },
"resources": { "item": { "create": "mx.chain.json#make-item", "read": "mx.chain.json#get-item", "id": ["itemId"] } },
"operations": {
  "item.read": { "resource": "item", "request": "${request}" }
},
"policy": { ${policy} } }`;

const chain = {
  formatVersion: 1,
  name: 'Items',
  requests: [
    {
      id: 'make-item',
      method: 'POST',
      url: 'http://127.0.0.1:1/items',
      body: { json: { note: 'n' } },
      extract: [{ variable: 'itemId', from: 'body', path: '$.id' }],
    },
    { id: 'get-item', method: 'GET', url: 'http://127.0.0.1:1/items/{{itemId}}' },
  ],
};

/** Our own problems of a document as `severity code text`. */
function problemsOf(document: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'chainwright')
    .map(({ severity, code, range }) => {
      const value = typeof code === 'object' ? code.value : code;
      return `${vscode.DiagnosticSeverity[severity]} ${value} ${document.getText(range)}`;
    });
}

async function open(name: string, text: string): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(await writeInWorkspace(name, text));
}

async function replace(document: vscode.TextDocument, text: string, by: string): Promise<void> {
  const start = document.getText().indexOf(text);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
  edit.replace(document.uri, range, by);
  await vscode.workspace.applyEdit(edit);
}

/** Waits for a label that must come: completion begins with the bundle of authorization tests. */
async function offers(label: string, name: string, content: string): Promise<void> {
  const { document, position } = await openMarked(name, content);
  await until(async () => {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    return list.items.some(
      (item) => (typeof item.label === 'string' ? item.label : item.label.label) === label,
    );
  });
}

async function lensesOf({ uri }: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.sort((one, other) => one.range.start.line - other.range.start.line);
}

describe('A matrix file', () => {
  beforeEach(async () => {
    await writeInWorkspace('mx.chain.json', chain);
  });

  it('has its problems underlined, including those together with its chains', async () => {
    const document = await open(
      'mx-problems.authz.json',
      matrix({ request: 'mx.chain.json#gone', policy: '"customer": { "itm.*": "own" }, "agent": {}' }),
    );
    await until(() => problemsOf(document).length >= 4);
    assert.deepEqual(problemsOf(document), [
      'Warning undeclared-grant "item.read"',
      'Error unknown-request "mx.chain.json#gone"',
      'Warning unused-pattern "itm.*"',
      'Warning unknown-role "agent"',
    ]);
    const [first] = vscode.languages.getDiagnostics(document.uri);
    assert.ok(typeof first?.code === 'object');
    assert.match(first.code.target.toString(), /\/docs\/problems\.md#undeclared-grant$/);
  });

  it('follows what is typed in its chains before they are saved', async () => {
    const document = await open('mx-unsaved.authz.json', matrix({ request: 'mx.chain.json#fetch-item' }));
    await until(() => problemsOf(document).length > 0);
    const named = await vscode.workspace.openTextDocument(
      await writeInWorkspace('mx.chain.json', {
        ...chain,
        requests: [...chain.requests, { id: 'other-item', method: 'GET', url: 'http://127.0.0.1:1/' }],
      }),
    );
    await replace(named, 'other-item', 'fetch-item');
    await until(() => problemsOf(document).length === 0);
    assert.ok(named.isDirty);
    await vscode.window.showTextDocument(named);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until(() => problemsOf(document).length === 1);
  });

  it('leaves the shape to the JSON language, which knows our schema', async () => {
    const document = await open('mx-shape.authz.json', matrix().replace('"role": "customer", ', ''));
    await vscode.window.showTextDocument(document);
    await until(() =>
      vscode.languages
        .getDiagnostics(document.uri)
        .some(({ source, message }) => source !== 'chainwright' && message.includes('role')),
    );
    assert.deepEqual(problemsOf(document), []);
  });

  it('completes names that the schema cannot know', async () => {
    const name = 'mx-names.authz.json';
    await offers('item.*', name, matrix({ policy: '"customer": { "¦" }' }));
    await offers('get-item', name, matrix({ request: 'mx.chain.json#¦' }));
    await offers('mx.chain.json', name, matrix({ request: '¦' }));
    await offers('itemId', name, matrix().replace('["itemId"]', '["¦"]'));
    await offers('$.note', name, matrix().replace('"id":', '"canary": ["¦"], "id":'));
  });

  it('can be run as a whole and operation by operation', async () => {
    const document = await open('mx-lenses.authz.json', matrix());
    // They come with the bundle of authorization tests.
    const lenses = await eventually(async () => {
      const found = await lensesOf(document);
      return found.length === 0 ? undefined : found;
    });
    assert.deepEqual(
      lenses.map(({ range, command }) => [range.start.line + 1, command?.title, command?.command]),
      [
        [1, '$(run-all) Run Authorization Tests', 'chainwright.runMatrix'],
        [1, 'Dry Run', 'chainwright.dryRunMatrix'],
        [1, 'Open as Policy Grid', 'chainwright.openPolicyGrid'],
        [5, '$(play) Run', 'chainwright.runMatrixCells'],
      ],
    );
    assert.deepEqual(lenses.at(-1)?.command?.arguments, [document.uri, 'item.read']);
  });
});
