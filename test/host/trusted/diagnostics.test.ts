import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../until';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';

/** Our own diagnostics of a file as `severity code text`. */
function problemsOf(document: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'chainwright')
    .map(({ severity, code, range }) => {
      const value = typeof code === 'object' ? code.value : code;
      return `${vscode.DiagnosticSeverity[severity]} ${value} ${document.getText(range)}`;
    });
}

const faulty = `{
  "formatVersion": 1,
  "name": "Faulty",
  "variables": { "leftover": 1 },
  "requests": [
    { "id": "read", "method": "GET", "url": "http://127.0.0.1:1/{{nowhere}}" }
  ]
}`;

async function open(name: string, text: string): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(await writeInWorkspace(name, text));
}

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  await vscode.workspace.applyEdit(edit);
}

describe('diagnostics', () => {
  it('show what the analyzer finds, with a code that leads to its documentation', async () => {
    const document = await open('diagnostics.chain.json', faulty);
    await until(() => problemsOf(document).length === 2);
    assert.deepEqual(problemsOf(document), ['Information unused leftover', 'Error unresolved {{nowhere}}']);
    const [unused, unresolved] = vscode.languages.getDiagnostics(document.uri);
    assert.deepEqual(unused?.tags, [vscode.DiagnosticTag.Unnecessary]);
    const code = unresolved?.code;
    assert.ok(typeof code === 'object');
    assert.match(code.target.toString(), /\/docs\/problems\.md#unresolved$/);
  });

  it('follow what is typed and go when it is fixed', async () => {
    const document = await open('diagnostics-typing.chain.json', faulty);
    await until(() => problemsOf(document).length === 2);
    await replaceAll(document, faulty.replace('nowhere', 'leftover'));
    await until(() => problemsOf(document).length === 0);
  });

  it('follow the chain that a step runs', async () => {
    const called = faulty.replace('"variables": { "leftover": 1 },', '');
    const pay = await open('diagnostics-pay.chain.json', called);
    const document = await open(
      'diagnostics-step.chain.json',
      '{ "formatVersion": 2, "name": "c", "requests": [{ "id": "pay", "chain": "diagnostics-pay.chain.json" }] }',
    );
    await until(() => problemsOf(document).join() === 'Error missing-with diagnostics-pay.chain.json');
    await replaceAll(pay, called.replace('{{nowhere}}', ''));
    await until(() => problemsOf(document).length === 0);
  });

  it('follow the description of the API and what it refers to, whatever their files are called', async () => {
    const api = (path: string): string =>
      `{ "openapi": "3.1.0", "info": {}, "paths": { "/${path}": { "$ref": "diagnostics-parts.txt#/all" } } }`;
    await writeInWorkspace('diagnostics-shop', api('customers'));
    await writeInWorkspace('diagnostics-parts.txt', '{ "all": { "post": {} } }');
    const document = await open(
      'diagnostics-described.chain.json',
      `{ "formatVersion": 1, "name": "c", "openapi": "diagnostics-shop",
        "requests": [{ "id": "read", "method": "GET", "url": "http://127.0.0.1:1/orders" }] }`,
    );
    const unknown = 'Warning openapi-operation "http://127.0.0.1:1/orders"';
    await until(() => problemsOf(document).join() === unknown);
    await writeInWorkspace('diagnostics-shop', api('orders'));
    await writeInWorkspace('diagnostics-parts.txt', '{ "all": { "get": {} } }');
    await until(() => problemsOf(document).length === 0);
    await writeInWorkspace('diagnostics-parts.txt', '{ "all": { "put": {} } }');
    await until(() => problemsOf(document).join() === unknown);
  });

  it('leave alone what may be defined next to a chain that is on no disk', async () => {
    const text = faulty.replace('"variables"', '"environment": "local", "variables"');
    const draft = vscode.Uri.from({ scheme: 'untitled', path: `${workspaceFolder()}/draft.chain.json` });
    const document = await vscode.workspace.openTextDocument(draft);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(draft, new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
    await until(() => problemsOf(document).length > 0);
    assert.deepEqual(problemsOf(document), ['Information unused leftover']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('leave syntax and schema to the JSON language', async () => {
    const document = await open('diagnostics-schema.chain.json', faulty.replace('"method": "GET", ', ''));
    // The JSON language looks only at what is on the screen.
    await vscode.window.showTextDocument(document);
    await until(() =>
      vscode.languages.getDiagnostics(document.uri).some(({ message }) => message.includes('method')),
    );
    await until(() => problemsOf(document).length === 2);
    assert.deepEqual(problemsOf(document), ['Information unused leftover', 'Error unresolved {{nowhere}}']);
  });

  it('say what hides what', async () => {
    const document = await open(
      'diagnostics-shadowing.chain.json',
      `{ "formatVersion": 1, "name": "x", "environment": "local", "variables": { "baseUrl": "http://127.0.0.1:2" },
  "requests": [{ "id": "a", "method": "GET", "url": "{{baseUrl}}" }] }`,
    );
    await until(() => problemsOf(document).length > 0);
    const [shadowing] = vscode.languages.getDiagnostics(document.uri);
    assert.deepEqual(problemsOf(document), ['Warning shadowing baseUrl']);
    assert.deepEqual(
      shadowing?.relatedInformation?.map(
        ({ location, message }) =>
          `${vscode.workspace.asRelativePath(location.uri)}:${location.range.start.line + 1} ${message}`,
      ),
      ['local.environment.json:6 The environment local defines baseUrl.'],
    );
  });

  it('show what is wrong with an environment', async () => {
    const document = await open(
      'diagnostics.environment.json',
      '{ "formatVersion": 1, "name": "diagnostics", "allowHosts": ["https://:x"], "secretOrigins": { "KEY": [] } }',
    );
    await until(() => problemsOf(document).length === 2);
    assert.deepEqual(problemsOf(document), [
      'Error invalid-origin "https://:x"',
      'Warning unknown-secret "KEY"',
    ]);
  });

  it('cover chains that are not open when the setting says so', async () => {
    const uri = await writeInWorkspace('diagnostics-closed.chain.json', faulty.replace('"GET"', '7'));
    const settings = vscode.workspace.getConfiguration('chainwright');
    const codes = (): readonly unknown[] =>
      vscode.languages.getDiagnostics(uri).map(({ code }) => (typeof code === 'object' ? code.value : code));
    assert.deepEqual(codes(), []);
    await settings.update('diagnostics.scope', 'workspace', vscode.ConfigurationTarget.Workspace);
    try {
      await until(() => codes().length > 0);
      assert.ok(codes().includes('wrong-type'), 'nobody else checks the schema of a closed file');
    } finally {
      await settings.update('diagnostics.scope', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await until(() => codes().length === 0);
  });
});
