import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../until';
import { positionOf, startServer, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

const create =
  '{ "id": "create", "name": "Create order", "method": "POST", "url": "http://127.0.0.1:1/", "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }] }';
const read = '{ "id": "read", "method": "GET", "url": "http://127.0.0.1:1/{{orderId}}" }';

/** A chain with one request in each line. */
function chain(...requests: readonly string[]): string {
  return `{\n  "formatVersion": 1,\n  "name": "Fixes",\n  "requests": [\n    ${requests.join(',\n    ')}\n  ]\n}\n`;
}

async function open(name: string, text: string): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(await writeInWorkspace(name, text));
}

/** The fixes at a text. */
async function fixesAt(
  document: vscode.TextDocument,
  text: string,
  kind = vscode.CodeActionKind.QuickFix,
): Promise<readonly vscode.CodeAction[]> {
  const at = positionOf(document, text);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(at, at),
    kind.value,
    100,
  );
}

/**
 * The fix with a title. VS Code gives up the question when an extension that starts meanwhile has fixes to
 * offer as well, so it is asked until it is there.
 */
async function fixAt(
  document: vscode.TextDocument,
  text: string,
  title: string,
  kind?: vscode.CodeActionKind,
): Promise<vscode.CodeAction> {
  return eventually(async () => {
    const fixes = await fixesAt(document, text, kind).then(
      (found) => found,
      () => [],
    );
    return fixes.find((candidate) => candidate.title === title);
  });
}

/** The text after a fix. */
async function fixed(document: vscode.TextDocument, fix: vscode.CodeAction): Promise<string> {
  assert.ok(fix.edit !== undefined && (await vscode.workspace.applyEdit(fix.edit)));
  return document.getText();
}

describe('quick fixes', () => {
  it('correct a slip of the pen', async () => {
    const document = await open(
      'fix-spelling.chain.json',
      chain(create, read.replace('{{orderId', '{{ordreId')),
    );
    const fix = await fixAt(document, 'ordreId', 'Change to orderId');
    assert.equal(await fixed(document, fix), chain(create, read));
  });

  it('move a request before the one that needs it', async () => {
    const document = await open('fix-order.chain.json', chain(read, create));
    const fix = await fixAt(document, '{{orderId', 'Move Create order before read');
    assert.equal(fix.isPreferred, true);
    assert.equal(await fixed(document, fix), chain(create, read));
  });

  it('extract a variable from the request whose last answer has it', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"order":{"orderId":7}}');
    });
    try {
      const at = (request: string): string => request.replaceAll('http://127.0.0.1:1', server.origin);
      const silent = create.replace(/, "extract": \[.*\]/, '');
      const document = await open('extract.chain.json', chain(at(silent), at(read)));
      await command('runAll', document.uri);
      const fix = await fixAt(document, 'orderId', 'Extract orderId from Create order ($.order.orderId)');
      assert.match(
        await fixed(document, fix),
        /"extract": \[\s*\{ "variable": "orderId", "from": "body", "path": "\$\.order\.orderId" \}\s*\]/,
      );
    } finally {
      await server.close();
    }
  });

  it('remove an extraction that nothing uses', async () => {
    const document = await open('fix-unused.chain.json', chain(create));
    const fix = await fixAt(document, 'orderId', 'Remove the extraction of orderId');
    assert.equal(await fixed(document, fix), chain(create.replace(/, "extract".*\]/, '')));
  });

  it('declare a variable in the environment', async () => {
    const environment = await writeInWorkspace('fix.environment.json', {
      formatVersion: 1,
      name: 'fix',
      variables: { baseUrl: 'http://127.0.0.1:1' },
    });
    const text = chain(read).replace('"name": "Fixes"', '"name": "Fixes", "environment": "fix"');
    const document = await open('fix-environment.chain.json', text);
    await fixed(document, await fixAt(document, '{{orderId', 'Add orderId to the environment fix'));
    const changed = await vscode.workspace.openTextDocument(environment);
    assert.deepEqual((JSON.parse(changed.getText()) as { variables: unknown }).variables, {
      baseUrl: 'http://127.0.0.1:1',
      orderId: '',
    });
  });

  it('hand a literal credential to the command that keeps it', async () => {
    const auth = '"auth": { "type": "bearer", "token": "s3cr3t-t0k3n-9f8e7d" }';
    const document = await open('fix-secret.chain.json', chain(read.replace(' }', `, ${auth} }`)));
    const { command } = await fixAt(document, 's3cr3t', 'Store as secret…');
    assert.equal(command?.command, 'chainwright.storeAsSecret');
    const [uri, range] = (command.arguments ?? []) as [vscode.Uri, { start: number; end: number }];
    assert.equal(uri.toString(), document.uri.toString());
    assert.equal(document.getText().slice(range.start, range.end), 's3cr3t-t0k3n-9f8e7d');
  });

  it('fix all adds the missing ids', async () => {
    const bare = '{ "method": "GET", "url": "http://127.0.0.1:1/orders" }';
    const document = await open('fix-all.chain.json', chain(bare, bare));
    const kind = vscode.CodeActionKind.SourceFixAll.append('chainwright');
    const fix = await fixAt(document, '"method"', 'Add the missing request ids', kind);
    assert.equal(
      await fixed(document, fix),
      chain(bare.replace('{', '{ "id": "get-orders",'), bare.replace('{', '{ "id": "get-orders-2",')),
    );
  });

  it('offer nothing where nothing is wrong', async () => {
    const document = await open('fix-nothing.chain.json', chain(create, read));
    assert.deepEqual(await fixesAt(document, '{{orderId'), []);
  });
});
