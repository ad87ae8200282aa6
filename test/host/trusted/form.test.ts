import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { outlineChain } from '../../../src/core/files/outline';
import type { ExecutionResult } from '../../../src/core/result/result';
import { isRecorded } from '../../../src/core/result/resultViews';
import { exampleExchange } from '../../../src/formats/importers/shape/recordedResponses';
import { recordedResult } from '../../../src/formats/importers/write/recordedResult';
import { pathOf } from '../../../src/host/form/pickFile';
import { keepRecordings } from '../../../src/node/results/keepRecordings';
import { createResultStore } from '../../../src/node/results/resultStore';
import { CallFailure, RemoteError } from '../../../src/protocol/channel';
import type { FormChange, FormTarget } from '../../../src/protocol/formEdit';
import type { Segment } from '../../../src/protocol/formPreview';
import { rulesHere } from '../../formats/importers/rulesHere';
import { until } from '../../until';
import { answering } from '../answers';
import { positionOf, startServer, workspaceFolder, type LoopbackServer } from '../chainFiles';
import { command } from '../commands';
import { ownForms, type Forms, type OpenForm } from '../formPage';
import { tidyEditors, writeChain } from '../viewFakes';

const chainText = (origin: string): string => `{
  // two requests
  "formatVersion": 1,
  "name": "Orders",
  "requests": [
    {
      "id": "create",
      "name": "Create",
      "method": "POST", // creates
      "url": "${origin}/orders",
      "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]
    },
    { "id": "read", "method": "GET", "url": "${origin}/orders/{{orderId}}" }
  ]
}
`;

const CREATE = { index: 0, id: 'create' };
const READ = { index: 1, id: 'read' };

const setting = (
  target: FormTarget,
  name: string,
  before: string | null,
  value: string | null,
): FormChange => ({
  target,
  edits: [{ kind: 'set', path: [name], before, value }],
});
const rename = (before: string, name: string): FormChange =>
  setting(CREATE, 'name', JSON.stringify(before), JSON.stringify(name));

const textOf = (segments: readonly Segment[] | undefined): string =>
  (segments ?? []).map(({ kind, text }) => (kind === 'written' ? text : `[${kind} ${text}]`)).join('');

let server: LoopbackServer;
let forms: Forms;
let form: OpenForm;

/** A server for a group of tests. */
function withServer(): void {
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());
}

describe('the form of a chain', () => {
  withServer();

  beforeEach(async () => {
    forms = ownForms();
    form = await forms.open(await writeChain('form', chainText(server.origin)));
  });
  afterEach(async () => {
    forms.dispose();
    await tidyEditors();
  });

  const ids = (): readonly string[] => outlineChain(form.document.getText()).requests.map(({ id }) => id);

  it('shows the first request', () => {
    const [view] = form.shown;
    assert.deepEqual(
      view?.requests.map(({ id }) => id),
      ['create', 'read'],
    );
    assert.equal(view?.chosen?.index, 0);
    assert.deepEqual([view?.trusted, view?.broken, view?.revision], [true, undefined, form.document.version]);
  });

  it('changes the text in one step that can be undone, comments kept', async () => {
    const answer = await form.call('change', rename('Create', 'Create order'));
    assert.deepEqual(answer, { kind: 'done', revision: form.document.version });
    assert.equal(form.document.getText(), chainText(server.origin).replace('"Create"', '"Create order"'));
    await form.whenShown(({ requests }) => requests[0]?.name === 'Create order');
    await vscode.window.showTextDocument(form.document);
    await vscode.commands.executeCommand('undo');
    assert.equal(form.document.getText(), chainText(server.origin));
    await form.whenShown(({ requests }) => requests[0]?.name === 'Create');
    await vscode.commands.executeCommand('redo');
    await form.whenShown(({ requests }) => requests[0]?.name === 'Create order');
  });

  it('makes changes one after the other, however quickly they come', async () => {
    const names = ['Create', 'Cre', 'C', 'Ca', 'Call', 'Called'];
    const answers = await Promise.all(
      names.slice(1).map((name, index) => form.call('change', rename(names[index] ?? '', name))),
    );
    assert.ok(answers.every(({ kind }) => kind === 'done'));
    await form.whenShown(({ requests }) => requests[0]?.name === 'Called');
  });

  it('does not overwrite what was typed in the text, and shows that', async () => {
    const edit = new vscode.WorkspaceEdit();
    const at = positionOf(form.document, '"Create"');
    edit.replace(form.document.uri, new vscode.Range(at, at.translate(0, 8)), '"By hand"');
    await vscode.workspace.applyEdit(edit);
    const shown = form.shown.length;
    assert.deepEqual(await form.call('change', rename('Create', 'Create order')), { kind: 'stale' });
    await until(() => form.shown.length > shown);
    await form.whenShown(({ requests }) => requests[0]?.name === 'By hand');
  });

  it('shows one view for a burst of changes', async () => {
    const shown = form.shown.length;
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) {
      const before = outlineChain(form.document.getText()).requests[0]?.name ?? '';
      await form.call('change', rename(before, name));
    }
    await form.whenShown(({ requests }) => requests[0]?.name === 'H');
    assert.ok(form.shown.length - shown < 8, String(form.shown.length - shown));
  });

  it('stays in step with another form of the same chain', async () => {
    const other = await forms.open(form.document.uri);
    await other.call('change', rename('Create', 'Elsewhere'));
    await form.whenShown(({ requests }) => requests[0]?.name === 'Elsewhere');
    await form.call('choose', READ);
    await form.whenShown(({ chosen }) => chosen?.index === 1);
    assert.equal((await other.whenShown(() => true)).chosen?.index, 0);
  });

  it('says where a broken text is broken, and comes back when it is fixed', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.delete(
      form.document.uri,
      new vscode.Range(positionOf(form.document, '"POST"'), positionOf(form.document, ', // creates')),
    );
    await vscode.workspace.applyEdit(edit);
    const broken = await form.whenShown((view) => view.broken !== undefined);
    assert.deepEqual([broken.broken?.line, broken.requests.length], [9, 2]);
    await assert.rejects(form.call('change', rename('Create', 'x')), RemoteError);
    await vscode.window.showTextDocument(form.document);
    await vscode.commands.executeCommand('undo');
    const repaired = await form.whenShown((view) => view.broken === undefined);
    assert.equal(repaired.requests[0]?.method, 'POST');
  });

  it('adds a request and shows it', async () => {
    await answering({ input: () => ' Change order ' }, () => form.call('addRequest', 1));
    const view = await form.whenShown(({ chosen }) => chosen?.index === 1);
    assert.equal(view.requests[1]?.name, 'Change order');
    assert.deepEqual(ids(), ['create', 'change-order', 'read']);
  });

  it('adds the request of the cURL command in the clipboard, and shows it', async () => {
    await vscode.env.clipboard.writeText("curl -X PUT https://api.example.com/orders/7 -d '{}'");
    await form.call('pasteCurl');
    const view = await form.whenShown(({ chosen }) => chosen?.index === 2);
    assert.equal(view.requests[2]?.method, 'PUT');
    await vscode.env.clipboard.writeText('not a command');
    await assert.rejects(form.call('pasteCurl'), /This is not a cURL command/);
    assert.equal(ids().length, 3);
  });

  it('moves the server of the first request into an environment', async () => {
    const url = JSON.stringify(`${server.origin}/orders`);
    await form.call('change', setting(CREATE, 'url', url, '"https://api.example.com/orders"'));
    await form.call('createEnvironment');
    const text = form.document.getText();
    assert.ok(
      text.includes('"environment": "default"') && text.includes('"url": "{{baseUrl}}/orders"'),
      text,
    );
    const file = vscode.Uri.joinPath(form.document.uri, '..', 'default.environment.json');
    assert.match(await readFile(file.fsPath, 'utf8'), /"baseUrl": "https:\/\/api\.example\.com"/);
    await vscode.workspace.fs.delete(file);
    await assert.rejects(form.call('createEnvironment'), /names no server now/);
  });

  it('adds nothing when the person gives up', async () => {
    await answering({}, () => form.call('addRequest', 1));
    assert.equal(form.document.getText(), chainText(server.origin));
  });

  it('duplicates, switches off, moves and deletes requests', async () => {
    await form.call('duplicateRequests', [CREATE]);
    assert.deepEqual(ids(), ['create', 'create-2', 'read']);
    await form.call('disableRequests', [{ index: 1, id: 'create-2' }], true);
    await form.call('moveRequests', [{ index: 2, id: 'read' }], 0);
    const view = await form.whenShown(({ requests }) => requests[0]?.id === 'read');
    assert.deepEqual(
      view.requests.map(({ disabled }) => disabled),
      [false, false, true],
    );
    assert.equal(view.orderProblems.length, 1);
    await form.call('fixOrder');
    await form.whenShown(({ orderProblems }) => orderProblems.length === 0);
    await form.call('deleteRequests', [{ index: ids().indexOf('create-2'), id: 'create-2' }]);
    assert.deepEqual(ids(), ['create', 'read']);
  });

  it('follows the chosen request to another place', async () => {
    await form.call('choose', READ);
    await form.whenShown(({ chosen }) => chosen?.index === 1);
    await form.call('moveRequests', [READ], 0);
    assert.equal((await form.whenShown(({ chosen }) => chosen?.index === 0)).requests[0]?.id, 'read');
  });

  it('refuses requests that are no longer there', async () => {
    await assert.rejects(form.call('deleteRequests', [{ index: 0, id: 'gone' }]), /no longer there/);
    await assert.rejects(form.call('preview', { index: 7, id: 'x' }, null), /no longer there/);
    await assert.rejects(form.call('runRequest', { index: 7, id: 'x' }), /no longer there/);
    assert.deepEqual(ids(), ['create', 'read']);
  });

  it('shows the settings of the chain, and changes them', async () => {
    await form.call('choose', null);
    const view = await form.whenShown(({ chosen }) => chosen === undefined);
    assert.equal(view.chain, '{"formatVersion":1,"name":"Orders"}');
    await form.call('change', setting(null, 'status', null, '"active"'));
    assert.match(form.document.getText(), /"name": "Orders",\n {2}"status": "active",/);
  });

  it('previews a request with what is being typed, and sends nothing', async () => {
    const before = server.requests.length;
    const preview = await form.call('preview', READ, null);
    assert.equal(textOf(preview.url), `${server.origin}/orders/[missing {{orderId}}]`);
    const draft = { id: 'read', method: 'PUT', url: 'http://127.0.0.1/x', body: { json: { a: 1 } } };
    const typed = await form.call('preview', READ, {
      target: READ,
      edits: [{ kind: 'set', path: [], before: null, value: JSON.stringify(draft) }],
    });
    assert.deepEqual(
      [typed.method, textOf(typed.url), textOf(typed.body?.text), typed.remarks],
      ['PUT', 'http://127.0.0.1/x', '{\n  "a": 1\n}', []],
    );
    const other = await form.call('preview', READ, setting(READ, 'method', '"GET"', '"HEAD"'));
    assert.equal(other.method, 'HEAD');
    const unfinished = await form.call('preview', READ, {
      target: READ,
      edits: [{ kind: 'set', path: [], before: null, value: '{"method":5}' }],
    });
    assert.match(unfinished.remarks.join(), /not complete yet/);
    assert.ok(form.document.getText() === chainText(server.origin) && server.requests.length === before);
  });

  it('asks for the value of a secret that its preview lacks', async () => {
    const lacking = (names: readonly string[]) => ({
      target: READ,
      edits: [
        {
          kind: 'set' as const,
          path: [],
          before: null,
          value: JSON.stringify({
            id: 'read',
            method: 'GET',
            url: `http://127.0.0.1/${names.map((name) => `{{$secret ${name}}}`).join('/')}`,
          }),
        },
      ],
    });
    const { missingSecrets, remarks } = await form.call('preview', READ, lacking(['NOT_SET_A', 'NOT_SET_B']));
    assert.deepEqual(missingSecrets, ['NOT_SET_A', 'NOT_SET_B']);
    assert.match(remarks[0] ?? '', /^\{\{\$secret NOT_SET_A\}\}: The secret NOT_SET_A has no value\. /);
    await form.call('setPreviewedSecret', 'NOT_SET_B');
    await form.call('setPreviewedSecret', 'OTHER');
    assert.deepEqual(forms.askedSecrets, [['NOT_SET_B', form.document.uri.fsPath]]);
  });

  it('suggests the variables that have a value at a place', async () => {
    const url = `${server.origin}/orders/`;
    const caret = { start: url.length, end: url.length };
    const [first] = await form.call('suggest', READ, ['url'], url, caret);
    assert.deepEqual([first?.name, first?.explanation, first?.text], ['orderId', 'Create', '{{orderId}}']);
    assert.deepEqual(await form.call('suggest', READ, ['id'], '', { start: 0, end: 0 }), []);
    assert.deepEqual(await form.call('suggest', { index: 7, id: '' }, ['url'], '', { start: 0, end: 0 }), []);
  });

  it('copies a request as a command', async () => {
    await form.call('copyCurl', CREATE);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^curl -i -X POST 'http:\/\/127\.0\.0\.1:\d+\/orders'/,
    );
  });

  it('copies a secret as a variable of the shell, whether it has a value or not', async () => {
    const auth = '{"type":"bearer","token":"{{$secret API_KEY}}"}';
    await form.call('change', setting(CREATE, 'auth', null, auth));
    await form.call('copyCurl', CREATE);
    assert.match(await vscode.env.clipboard.readText(), /-H 'Authorization: Bearer '"\$SECRET_API_KEY" /);
  });

  it('renames a variable and an id wherever they are named', async () => {
    const rename = (path: readonly (string | number)[], name: string) =>
      answering({ input: () => name }, () => form.call('rename', CREATE, path));
    await rename(['extract', 0, 'variable'], ' newId ');
    assert.match(form.document.getText(), /"variable": "newId"[^]*\/orders\/\{\{newId\}\}"/);
    const [asked] = await rename(['id'], 'create-order');
    assert.ok(asked?.kind === 'input' && asked.options.value === 'create');
    assert.deepEqual(ids(), ['create-order', 'read']);
    await form.whenShown(({ chosen, requests }) => chosen?.index === 0 && requests[0]?.id === 'create-order');
  });

  it('renames nothing to a name that is taken, and nothing that is not there', async () => {
    const rename = (target: FormTarget, path: readonly (string | number)[]) =>
      answering({ input: () => 'read' }, () => form.call('rename', target, path));
    await assert.rejects(rename(CREATE, ['id']), /already has a request read/);
    await assert.rejects(rename(CREATE, ['extract', 7, 'variable']), /name no longer exists/);
    await assert.rejects(rename(null, ['variables', 'gone']), /name no longer exists/);
    await answering({}, () => form.call('rename', CREATE, ['id']));
    assert.equal(form.document.getText(), chainText(server.origin));
  });

  it('renames nothing else that came to this place while the name was asked for', async () => {
    const other = '{"variable":"other","from":"status"}';
    const input = async (): Promise<string> => {
      const edits = [{ kind: 'insert', path: ['extract'], index: 0, value: other }] as const;
      await form.call('change', { target: CREATE, edits });
      return 'renamed';
    };
    await assert.rejects(
      answering({ input }, () => form.call('rename', CREATE, ['extract', 0, 'variable'])),
      /name no longer exists/,
    );
    assert.match(form.document.getText(), /"variable": ?"other"[^]*"variable": "orderId"/);
  });

  it('renames nothing in a text that somebody changes while its uses are looked for', async () => {
    const { document } = form;
    const list = async (): Promise<readonly vscode.Uri[]> => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, '\n');
      await vscode.workspace.applyEdit(edit);
      return [];
    };
    Object.assign(forms.services.files, { list });
    await assert.rejects(
      answering({ input: () => 'renamed' }, () => form.call('rename', CREATE, ['id'])),
      /text has changed meanwhile/,
    );
    assert.equal(document.getText(), `${chainText(server.origin)}\n`);
  });

  it('follows its file when that is changed on the disk', async () => {
    await writeFile(form.document.uri.fsPath, chainText(server.origin).replace('"Create"', '"On the disk"'));
    await form.whenShown(({ requests }) => requests[0]?.name === 'On the disk');
    assert.deepEqual(await form.call('change', rename('On the disk', 'Here')), {
      kind: 'done',
      revision: form.document.version,
    });
  });

  it('continues with the text when its file is deleted', async () => {
    await form.call('change', rename('Create', 'Kept'));
    await vscode.workspace.fs.delete(form.document.uri);
    await form.call('change', rename('Kept', 'Kept still'));
    assert.match(form.document.getText(), /"Kept still"/);
  });

  it('applies the fix of a problem, for the text that it was offered for', async () => {
    await form.call(
      'change',
      setting(READ, 'url', JSON.stringify(`${server.origin}/orders/{{orderId}}`), '"{{orderid}}"'),
    );
    await form.call('choose', READ);
    const { revision, problems } = await form.whenShown(
      (view) => view.chosen?.index === 1 && view.problems.length > 0,
    );
    const fix = problems[0]?.fixes.indexOf('Change to orderId') ?? -1;
    assert.notEqual(fix, -1);
    await assert.rejects(form.call('fix', revision - 1, 0, fix), /The text has changed\./);
    await assert.rejects(form.call('fix', revision, 0, 99), /The text has changed\./);
    await form.call('fix', revision, 0, fix);
    assert.match(form.document.getText(), /"url": "\{\{orderId\}\}"/);
  });

  it('runs requests, shows the response, and keeps a part as a variable', async () => {
    await form.call('runRequest', CREATE);
    assert.equal(server.requests.at(-1), 'POST /orders');
    // Results of a test's own runs are not those of the extension: the form learns of them as of any others.
    const result = await form.call('preview', READ, null);
    assert.equal(textOf(result.url), `${server.origin}/orders/[value 9007199254740993]`);
    forms.services.last.set(form.document.uri, 'create', 'passed');
    const { chosen, requests } = await form.whenShown((view) => view.chosen?.run !== undefined);
    assert.equal(requests[0]?.progress?.state, 'finished');
    const details = await form.call('details', chosen?.run ?? -1, chosen?.runIndex ?? -1);
    assert.equal(details.outcome, 'passed');
    await assert.rejects(form.call('details', 99, 0), /no longer there/);
    await assert.rejects(form.call('openBody', chosen?.run ?? -1, 0, 0), RemoteError);
  });

  it('shows the whole body and the past of a result that is only on the disk', async () => {
    const { uri } = form.document;
    await command('runAll', uri);
    const [kept] = await forms.history.list(uri);
    const run = await forms.history.read(uri, kept?.file ?? '');
    const result = run.requests.find(({ request }) => request.id === 'create');
    assert.ok(result !== undefined);
    await keepRecorded(uri, { ...run, requests: [{ ...result, startedAt: '2026-01-01T00:00:00.000Z' }] });
    forms.services.last.put(uri, result);
    const { chosen } = await form.whenShown((view) => view.chosen?.run !== undefined);
    const at = [chosen?.run ?? -1, chosen?.runIndex ?? -1] as const;
    await form.call('openBody', ...at, 0);
    // The text comes from the extension that is loaded; which result it is of is said by the address.
    const { scheme, query } = vscode.window.activeTextEditor?.document.uri ?? uri;
    const subject = vscode.Uri.file(kept?.file ?? '').toString();
    assert.deepEqual([scheme, JSON.parse(query)], ['chainwright-body', [subject, 0, 0, 0]]);
    const { points } = await form.call('past', ...at);
    assert.deepEqual(
      points.map(({ status, isShown }) => [status, isShown]),
      [[201, true]],
    );
  });

  it('shows the recording of a request that was never run, and keeps a part as a variable', async () => {
    const { uri } = form.document;
    const answer = { status: 200, headers: [], body: '{"state":"open"}' };
    const recorded = exampleExchange({ method: 'GET', url: 'http://a.test', headers: [] }, answer);
    const chain = { path: 'form.chain.json', name: 'Orders', source: 'orders.json' };
    const file = vscode.workspace.asRelativePath(uri, false);
    const gone = { status: 404, headers: [], body: '{"error":"gone"}' };
    const examples = [exampleExchange({ method: 'GET', url: 'http://a.test', headers: [] }, gone)];
    const requests = [{ id: 'read', name: 'Read', extract: [], recorded, examples }];
    await keepRecordings(
      [
        {
          workspace: workspaceFolder(),
          result: await recordedResult({ ...chain, requests }, file, rulesHere),
        },
      ],
      { secrets: [], maskingKey: new Uint8Array(32), keep: 9 },
    );
    const [kept] = await forms.history.list(uri);
    const [result] = (await forms.history.read(uri, kept?.file ?? '')).requests;
    assert.ok(result !== undefined);
    forms.services.last.record(uri, result);
    await form.call('choose', READ);
    const { chosen, requests: rows } = await form.whenShown((view) => view.chosen?.run !== undefined);
    assert.equal(rows[1]?.progress, undefined, 'it counts for no run');
    const at = [chosen?.run ?? -1, chosen?.runIndex ?? -1] as const;
    assert.equal(isRecorded(await form.call('details', ...at)), true);
    assert.deepEqual(await form.call('past', ...at), { points: [] });
    await form.call('openBody', ...at, 0);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'chainwright-body');
    await form.call('openBody', ...at, 1);
    const { query } = vscode.window.activeTextEditor.document.uri;
    assert.equal((JSON.parse(query) as unknown[]).at(-1), 1, 'the body is that of the second example');
    assert.ok('id' in (await form.call('offerExtraction', ...at, { from: 'body', steps: ['error'] }, 1)));
    const offer = await form.call('offerExtraction', ...at, { from: 'body', steps: ['state'] }, 0);
    assert.ok('id' in offer);
    await form.call('extract', offer.id, { variable: offer.variable, rule: 0, uses: [] });
    assert.match(form.document.getText(), /"extract": \[\s*\{[^}]*"path": "\$\.state"/);
    // What a run brings comes before it.
    forms.services.last.set(uri, 'read', 'passed');
    await form.whenShown((view) => view.chosen?.run !== undefined && view.chosen.run !== at[0]);
  });

  it('fetches what was typed before the text is saved', async () => {
    form.drafts = [rename('Create', 'Typed'), setting(READ, 'method', '"PUT"', '"stale"')];
    await form.call('change', setting(null, 'description', null, '"d"'));
    await form.document.save();
    const saved = await readFile(form.document.uri.fsPath, 'utf8');
    assert.match(saved, /"name": "Typed"/);
    assert.match(saved, /"description": "d"/);
    assert.ok(!saved.includes('stale'));
  });

  it('does not let a page that never answers keep the text from being saved', async () => {
    form.drafts = undefined;
    await form.call('change', rename('Create', 'Saved'));
    assert.equal(await form.document.save(), true);
    assert.match(await readFile(form.document.uri.fsPath, 'utf8'), /"Saved"/);
  });

  it('puts what a page hands over late into the text, which then has it to save', async () => {
    let handOver: (changes: readonly FormChange[]) => void = () => undefined;
    form.drafts = new Promise((resolve) => {
      handOver = resolve;
    });
    await form.call('change', setting(null, 'description', null, '"d"'));
    assert.equal(await form.document.save(), true);
    handOver([rename('Create', 'Typed')]);
    await until(() => form.document.getText().includes('"Typed"'));
    assert.ok(form.document.isDirty);
  });

  it('does not ask a page that is hidden', async () => {
    form.isVisible = false;
    form.drafts = undefined;
    await form.call('change', rename('Create', 'Hidden'));
    assert.equal(await form.document.save(), true);
  });

  it('shows the request in a text editor', async () => {
    await form.call('reveal', READ);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document, form.document);
    assert.equal(editor?.selection.active.line, positionOf(form.document, '"read"').line);
  });
});

/** Keeps a result of a chain as if its answers had been imported. */
async function keepRecorded(chain: vscode.Uri, result: ExecutionResult): Promise<void> {
  const store = createResultStore(workspaceFolder(), 10);
  const slot = await store.slot(vscode.workspace.asRelativePath(chain, false), new Date(0));
  await store.save(slot, { ...result, kind: 'recorded' }, 'runAll');
}

describe('the file of a body that is chosen', () => {
  it('is named as the chain has to name it', () => {
    const chain = vscode.Uri.file(`${workspaceFolder()}/auth/login.chain.json`);
    const file = vscode.Uri.file(`${workspaceFolder()}/files/note.txt`);
    assert.equal(pathOf(chain, file), '../files/note.txt');
  });

  for (const path of ['/etc/hosts', `${workspaceFolder()}-other/note.txt`, workspaceFolder()]) {
    it(`is refused outside of the workspace, as ${path.replace(workspaceFolder(), 'workspace')}`, () => {
      const chain = vscode.Uri.file(`${workspaceFolder()}/a.chain.json`);
      assert.throws(() => pathOf(chain, vscode.Uri.file(path)), CallFailure);
    });
  }
});

describe('the commands of the form', () => {
  withServer();

  const activeTab = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  let chain: vscode.Uri;
  beforeEach(async () => {
    chain = await writeChain('opened', chainText(server.origin));
  });
  afterEach(tidyEditors);

  it('open a chain as a form and as text again', async () => {
    await vscode.window.showTextDocument(chain);
    await command('openForm');
    await until(() => activeTab() instanceof vscode.TabInputCustom);
    await command('openText');
    await until(() => activeTab() instanceof vscode.TabInputText);
  });

  it('mean the chain of the form that is in front', async () => {
    await command('openForm', chain);
    await until(() => activeTab() instanceof vscode.TabInputCustom);
    const before = server.requests.length;
    await command('runAll');
    assert.ok(server.requests.length > before);
  });

  it('open the form again when its file got another name', async () => {
    await command('openForm', chain);
    await until(() => activeTab() instanceof vscode.TabInputCustom);
    const renamed = vscode.Uri.joinPath(chain, '../renamed form.chain.json');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(chain, renamed, { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await command('openForm', renamed);
    await until(() => {
      const tab = activeTab();
      return tab instanceof vscode.TabInputCustom && tab.uri.path === renamed.path;
    });
    const before = server.requests.length;
    await command('runAll');
    assert.ok(server.requests.length > before);
  });

  it('do not open what is not a chain', async () => {
    for (const argument of ['a.chain.json', 1, {}, vscode.Uri.file('/etc/hosts')]) {
      await command('openForm', argument);
    }
    assert.ok(!(activeTab() instanceof vscode.TabInputCustom));
  });
});
