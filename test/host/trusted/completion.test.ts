import assert from 'node:assert/strict';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { startServer } from '../chainFiles';
import { openMarked, orderChain, type MarkedDocument } from '../markedChains';

async function completionsAt({
  document,
  position,
}: MarkedDocument): Promise<readonly vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return list.items;
}

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label;
}

async function labelsAt(name: string, content: string | object): Promise<readonly string[]> {
  return (await completionsAt(await openMarked(name, content))).map(labelOf);
}

describe('Completion', () => {
  it('offers variables between braces and writes the closing ones', async () => {
    const place = await openMarked(
      'complete.chain.json',
      orderChain('http://a.test', { url: '/orders/{{or¦' }),
    );
    const item = (await completionsAt(place)).find((one) => labelOf(one) === 'orderId');
    assert.equal(item?.insertText, '{{orderId}}');
    assert.equal(place.document.getText(item.range as vscode.Range), '{{or');
  });

  it('offers JSONPath from the last response', async () => {
    const server = await startServer();
    try {
      const chain = orderChain(server.origin, { extract: [{ variable: 'x', from: 'body', path: '$.¦' }] });
      const place = await openMarked('complete.chain.json', chain);
      await vscode.commands.executeCommand('chainwright.runRequest', place.document.uri, 'read-order');
      const labels = (await completionsAt(place)).map(labelOf);
      assert.ok(labels.includes('.id'), labels.join());
    } finally {
      await server.close();
    }
  });

  it('offers headers and their values', async () => {
    const named = await labelsAt(
      'complete.chain.json',
      orderChain('', { headers: [{ name: '¦', value: '' }] }),
    );
    assert.ok(named.includes('If-Match') && named.includes('Content-Type'), named.join());
    const headers = [{ name: 'accept', value: '¦' }];
    assert.ok(
      (await labelsAt('complete.chain.json', orderChain('', { headers }))).includes('application/json'),
    );
  });

  it('offers environments and the other chains of the workspace', async () => {
    const chain = orderChain('', {});
    const environments = await labelsAt('complete.chain.json', { ...chain, environment: '¦' });
    assert.ok(environments.includes('local'), environments.join());
    const place = await openMarked('complete.chain.json', { ...chain, requires: ['¦'] });
    const chains = (await completionsAt(place)).map(labelOf);
    const own = path.basename(place.document.uri.path);
    assert.ok(chains.includes('auth/login.chain.json') && !chains.includes(own), chains.join());
    const data = vscode.Uri.joinPath(place.document.uri, '../people.csv');
    await vscode.workspace.fs.writeFile(data, Buffer.from('user\nada\n'));
    const rows = await labelsAt('complete.chain.json', { ...chain, data: '¦' });
    await vscode.workspace.fs.delete(data);
    assert.ok(rows.includes('people.csv'), rows.join());
  });
});
