import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startServer, type LoopbackServer } from '../chainFiles';
import { openMarked, orderChain, type MarkedDocument } from '../markedChains';

let server: LoopbackServer;

/** The hover of Chainwright at the caret; JSON's own hover tells about the schema. */
async function hoverAt({ document, position }: MarkedDocument): Promise<vscode.MarkdownString | undefined> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  const texts = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
  return texts.find(
    ({ value }) => value.includes('$(symbol-variable)') || value.includes('command:chainwright'),
  );
}

/** Calls the link of a hover with that label. */
async function follow(hover: vscode.MarkdownString | undefined, label: string): Promise<void> {
  const target = new RegExp(`\\[[^\\]]*${label}\\]\\(command:([^?]+)\\?([^ ]+) `).exec(hover?.value ?? '');
  assert.ok(target?.[1] !== undefined && target[2] !== undefined, hover?.value);
  const args = JSON.parse(decodeURIComponent(target[2])) as unknown[];
  await vscode.commands.executeCommand(target[1], ...args);
}

describe('Hover', () => {
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('tells where a reference takes its value from, what it was, and where else it is used', async () => {
    const chain = orderChain(server.origin, {
      url: `${server.origin}/orders/{{order¦Id}}`,
      headers: [{ name: 'X-Order', value: '{{orderId}}' }],
    });
    const place = await openMarked('hover.chain.json', chain);
    await vscode.commands.executeCommand('chainwright.runAll', place.document.uri);
    const text = (await hoverAt(place))?.value ?? '';
    assert.match(text, /\*\*orderId\*\* = `9007199254740993`/);
    assert.match(text, /Extracted by \[Create order\]\(file:[^)]*hover\.chain\.json#L\d+%2C\d+\)/);
    assert.match(text, /Also used in \[read\\-order\]\(/);
  });

  it('tells about a variable of the request itself', async () => {
    const chain = orderChain(server.origin, {
      url: `${server.origin}/orders/{{shipm¦ent}}`,
      variables: { shipment: 's-{{orderId}}' },
    });
    const text = (await hoverAt(await openMarked('hover-own.chain.json', chain)))?.value ?? '';
    assert.match(text, /\*\*shipment\*\* = `s-\{\{orderId\}\}`/);
    assert.match(text, /\[Variable of this request\]\(file:[^)]*hover-own\.chain\.json#L\d+%2C\d+\)/);
  });

  it('offers variables over a literal and replaces it when its link is followed', async () => {
    const place = await openMarked(
      'insert.chain.json',
      orderChain(server.origin, { url: `${server.origin}/orders/4¦2` }),
    );
    const hover = await hoverAt(place);
    assert.deepEqual(hover?.isTrusted, { enabledCommands: ['chainwright.insertVariable'] });
    await follow(hover, 'orderId');
    assert.match(place.document.getText(), /\/orders\/\{\{orderId\}\}"/);
    assert.ok(place.document.isDirty, 'the person decides about saving');
  });

  it('keeps the type of a number by putting the reference into quotes', async () => {
    const place = await openMarked(
      'insert.chain.json',
      '{"formatVersion":1,"name":"n","variables":{"quantity":2},"requests":[{"id":"a","method":"POST","url":"http://a.test","body":{"json":{"amount":2¦}}}]}',
    );
    await follow(await hoverAt(place), 'quantity');
    assert.match(place.document.getText(), /"amount":"\{\{quantity\}\}"/);
  });

  it('does nothing when the text has changed since the link was drawn', async () => {
    const place = await openMarked(
      'insert.chain.json',
      orderChain(server.origin, { query: [{ name: 'id', value: '4¦2' }] }),
    );
    const hover = await hoverAt(place);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(place.document.uri, new vscode.Position(0, 0), '\n');
    await vscode.workspace.applyEdit(edit);
    const before = place.document.getText();
    await follow(hover, 'orderId');
    assert.equal(place.document.getText(), before);
  });

  it('escapes what other people wrote', async () => {
    const place = await openMarked(
      'hostile.chain.json',
      orderChain(server.origin, { query: [{ name: 'id', value: '4¦2") [x](command:evil' }] }),
    );
    const text = place.document.getText().replace('Create order', '](command:evil) <img src=x> | $(bug)');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(place.document.uri, new vscode.Range(0, 0, place.document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    const hover = await hoverAt({ ...place, position: place.document.positionAt(text.indexOf('"42') + 2) });
    assert.ok(hover !== undefined && !/\(command:evil\)|<img| \| \$\(bug\)/.test(hover.value), hover?.value);
  });

  it('keeps a value in its cell, whatever is before a bar', async () => {
    const place = await openMarked(
      'bars.chain.json',
      JSON.stringify({
        formatVersion: 1,
        name: 'n',
        variables: { x: 'a\\|![](http://127.0.0.1:1/p)' },
        requests: [{ id: 'a', method: 'GET', url: 'http://a.test/4¦2' }],
      }),
    );
    const row = (await hoverAt(place))?.value.split('\n').find((line) => line.includes('127.0.0.1'));
    const ends = row?.match(/(?<!\\)(?:\\\\)*\|/g);
    assert.equal(ends?.length, 4, row);
  });

  it('inserts at the cursor from the command, too, and nothing that is not offered', async () => {
    const { document, position } = await openMarked(
      'insert.chain.json',
      orderChain(server.origin, { query: [{ name: 'id', value: '4¦2' }] }),
    );
    const target = { offset: document.offsetAt(position), version: document.version };
    const insert = (variable: string): Thenable<unknown> =>
      vscode.commands.executeCommand('chainwright.insertVariable', document.uri, { ...target, variable });
    await insert('}}{{evil');
    assert.match(document.getText(), /"42"/);
    await insert('$guid');
    assert.match(document.getText(), /"\{\{\$guid\}\}"/);
  });
});
