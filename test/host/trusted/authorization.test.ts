import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { eventually, until } from '../../until';
import { answering, type Answers, type Asked } from '../answers';
import { openPanels, positionOf, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { startOrders, type OrdersMatrix } from '../ordersMatrix';

const RUN: Answers = { press: () => 'Run' };

/** Titles of the authorization panels that are open. */
const authzPanels = (): readonly string[] => openPanels('chainwright.authz');

/** The flaws on the lines of a matrix. */
function flawsOf(matrix: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(matrix)
    .filter(({ code }) => typeof code === 'string' && code.startsWith('FLAW_'));
}

describe('authorization tests in the editor', () => {
  let orders: OrdersMatrix;
  let count = 0;
  const start = async (change: object = {}): Promise<OrdersMatrix> => {
    count += 1;
    orders = await startOrders(`who-${count}`, change);
    return orders;
  };
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await orders.server.close();
    await Promise.all([orders.matrix, orders.chain].map(({ fsPath }) => rm(fsPath, { force: true })));
    await rm(path.join(workspaceFolder(), '.chainwright/authz'), { recursive: true, force: true });
    await command('forgetAllowedOrigins');
  });

  it('run after one question, show their grid, and leave the API as it was', async () => {
    const { matrix } = await start();
    let outcome: unknown;
    const asked = await answering(RUN, async () => {
      outcome = await command('runMatrix', matrix);
    });
    assert.equal(outcome, 'finished');
    assert.deepEqual(messages(asked), [
      '6 cells of this authorization test create, change or delete something. Run them?',
    ]);
    assert.deepEqual(authzPanels(), [`Authorization: who-${count}`]);
    assert.equal(orders.orders.size, 0);
  });

  it('send nothing when the person says no', async () => {
    const { matrix, server } = await start();
    await answering({}, async () => assert.equal(await command('runMatrix', matrix), undefined));
    assert.deepEqual([server.requests, authzPanels()], [[], []]);
  });

  it('change nothing when only reading was allowed', async () => {
    const { matrix, server } = await start();
    await answering({ press: () => 'Run Only What Reads' }, () => command('runMatrix', matrix));
    assert.deepEqual(
      server.requests.filter((request) => !request.startsWith('GET') && request !== 'POST /login'),
      [],
    );
  });

  it('ask nothing about a matrix that does not agree to changes', async () => {
    const { matrix } = await start({ mutate: false });
    assert.deepEqual(await answering({}, () => command('runMatrix', matrix)), []);
  });

  it('want a host that is not this machine to be typed, once', async () => {
    const { matrix, chain } = await start();
    await writeInWorkspace(path.basename(chain.fsPath), {
      formatVersion: 1,
      name: 'Elsewhere',
      requests: ['login', 'create', 'read', 'delete'].map((id) => ({
        id,
        method: 'GET',
        url: 'https://api.invalid/{{orderId}}',
        ...(id === 'create' ? { extract: [{ variable: 'orderId', from: 'body', path: '$.id' }] } : {}),
      })),
    });
    const asked = await answering({}, () => command('runMatrix', matrix));
    const [question] = asked;
    assert.ok(question?.kind === 'input');
    assert.equal(question.options.title, 'Test the Authorization of api.invalid?');
    assert.ok((await question.options.validateInput?.('api.valid')) !== undefined);
    assert.ok((await question.options.validateInput?.('api.invalid')) === undefined);
    const typed = await answering({ input: () => 'api.invalid' }, () => command('runMatrix', matrix));
    assert.deepEqual(
      typed.map(({ kind }) => kind),
      ['input', 'message'],
    );
    const again = await answering({}, () => command('runMatrix', matrix));
    assert.deepEqual(
      again.map(({ kind }) => kind),
      ['message'],
    );
  });

  it('put flaws on the lines of the matrix, until the operation is edited', async () => {
    const { matrix } = await start();
    await answering(RUN, () => command('runMatrix', matrix));
    const document = await vscode.workspace.openTextDocument(matrix);
    await until(() => flawsOf(matrix).length > 0);
    const [flaw] = flawsOf(matrix);
    assert.ok(flaw !== undefined);
    assert.deepEqual([flaw.source, flaw.code, flaw.severity], ['chainwright', 'FLAW_READ', 0]);
    assert.match(flaw.message, /^(?:alice reads bob's|bob reads alice's) order\. /);
    assert.equal(document.getText(flaw.range), '"order.read"');
    const [request, rule] = flaw.relatedInformation ?? [];
    assert.match(request?.location.uri.path ?? '', /who-\d+\.chain\.json$/);
    assert.equal(document.getText(rule?.location.range), '"order.*"');

    const edit = new vscode.WorkspaceEdit();
    edit.insert(matrix, positionOf(document, '"users": {'), '\n  ');
    await vscode.workspace.applyEdit(edit);
    const before = flaw.range.start.line;
    await until(() => (flawsOf(matrix)[0]?.range.start.line ?? 0) === before + 1);

    const second = new vscode.WorkspaceEdit();
    const inRead = positionOf(document, '"order.read": {').translate(0, '"order.read": {'.length);
    second.insert(matrix, inRead, '\n      "irreversible": false,');
    await vscode.workspace.applyEdit(second);
    await until(() => flawsOf(matrix).length === 0);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('offer an issue about each flaw on its line', async () => {
    const { matrix } = await start();
    await answering(RUN, () => command('runMatrix', matrix));
    const document = await vscode.workspace.openTextDocument(matrix);
    await until(() => flawsOf(matrix).length > 0);
    const offeredAt = async (text: string) => {
      const at = positionOf(document, text);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        matrix,
        new vscode.Range(at, at),
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.filter((action) => action.command?.command === 'chainwright.raiseIssue');
    };
    const [offered, ...others] = await eventually(async () => {
      const actions = await offeredAt('"order.read": {');
      return actions.length > 0 ? actions : undefined;
    });
    assert.equal(others.length, flawsOf(matrix).length - 1);
    assert.match(offered?.title ?? '', /^Raise issue: (?:alice reads bob's|bob reads alice's) order…$/);
    const [uri, cell] = (offered?.command?.arguments ?? []) as [vscode.Uri, string];
    assert.equal(uri.toString(), matrix.toString());
    assert.equal(typeof cell, 'string');
    assert.deepEqual(await offeredAt('"order.delete": {'), []);
  });

  it('run the cells of an operation alone', async () => {
    const { matrix, server } = await start();
    await answering(RUN, () => command('runMatrixCells', matrix, 'order.read'));
    const attacks = server.requests.filter((request) => request.startsWith('GET /orders/'));
    assert.ok(attacks.length > 0);
    assert.equal(orders.orders.size, 0);
  });

  it('ask for the operation when none is named', async () => {
    const { matrix, server } = await start();
    const asked = await answering({}, () => command('runMatrixCells', matrix));
    const [question] = asked;
    assert.ok(question?.kind === 'pick');
    assert.deepEqual(question.items.map(({ label }) => label).sort(), ['order.delete', 'order.read']);
    assert.deepEqual(server.requests, []);
  });

  const wrong: readonly (readonly [title: string, name: string, ...args: unknown[]])[] = [
    ['a chain', 'runMatrix', vscode.Uri.file('/a.chain.json')],
    ['a text', 'runMatrix', '/etc/passwd'],
    ['a file of another machine', 'dryRunMatrix', vscode.Uri.parse('https://a.test/a.authz.json')],
    ['an object that looks like a place', 'cleanUpMatrix', { uri: 'file:///a.authz.json' }],
    ['no file', 'showAuthzResults', vscode.Uri.file('/nowhere/a.authz.json')],
    ['a matrix that is not there', 'runMatrix', vscode.Uri.file('/nowhere/a.authz.json')],
  ];
  for (const [title, name, ...args] of wrong) {
    it(`do nothing for ${title} (${name})`, async () => {
      await start();
      assert.equal(await command(name, ...args), undefined);
      assert.deepEqual(authzPanels(), []);
    });
  }

  for (const patterns of [7, [], [''], [{}], ['a', 7], 'x'.repeat(2000)]) {
    it(`run nothing for patterns like ${JSON.stringify(patterns).slice(0, 20)}`, async () => {
      const { matrix, server } = await start();
      const asked = await answering(RUN, () => command('runMatrixCells', matrix, patterns));
      assert.deepEqual([asked, server.requests], [[], []]);
    });
  }

  it('tell in a dry run what they would send, and send nothing', async () => {
    const { matrix, server } = await start();
    await command('dryRunMatrix', matrix);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^Dry run of who-\d+\.authz\.json: nothing was sent\./);
    assert.match(text, /\nOBJ order\.read alice<-bob path:orderId\n {2}bob: GET http:\/\/127\.0\.0\.1/);
    assert.deepEqual(server.requests, []);
  });

  it('show the last result again, from the disk as well', async () => {
    const { matrix } = await start();
    await answering(RUN, () => command('runMatrix', matrix));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('showAuthzResults', matrix);
    await until(() => authzPanels().length === 1);
    const stored = await vscode.workspace.findFiles('.chainwright/authz/**/*.json');
    assert.equal(stored.length, 1);
  });

  it('clean up, and say that nothing is left', async () => {
    const { matrix, server } = await start();
    await command('cleanUpMatrix', matrix);
    assert.deepEqual(server.requests, []);
  });

  it('propose a matrix on a page, and ask nothing else', async () => {
    const { chain } = await start();
    const asked = await answering({}, () => command('generateMatrix', chain));
    assert.deepEqual(asked, []);
    await until(() => openPanels('chainwright.proposal').includes('Propose Authorization Matrix'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

function messages(asked: readonly Asked[]): readonly string[] {
  return asked.flatMap((question) => (question.kind === 'message' ? [question.message] : []));
}
