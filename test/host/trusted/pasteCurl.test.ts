import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pasteRequest } from '../../../src/host/providers/pasteCurl';
import { openMarked } from '../markedChains';

const CURL = `curl 'http://a.test/orders?x=1' \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{"sku":"A-1"}'`;

/** What a chain says after a text was pasted at its caret, and how that was called; nothing when it is left alone. */
async function paste(content: string, text: string): Promise<{ title: string; chain: string } | undefined> {
  const { document, position } = await openMarked('paste.chain.json', content);
  const transfer = new vscode.DataTransfer();
  transfer.set('text/plain', new vscode.DataTransferItem(text));
  const [edit] = await pasteRequest(document, [new vscode.Range(position, position)], transfer);
  if (edit?.additionalEdit === undefined) {
    return undefined;
  }
  assert.equal(edit.insertText, '');
  await vscode.workspace.applyEdit(edit.additionalEdit);
  return { title: edit.title, chain: document.getText() };
}

const CHAIN = `{
  "formatVersion": 1,
  "name": "Pasted",
  "requests": [
    { "id": "post-orders", "method": "GET", "url": "http://a.test" },¦
    { "id": "last", "method": "GET", "url": "http://a.test" }
  ]
}
`;

describe('Pasting a cURL command', () => {
  it('puts a request with an id of its own where the caret is', async () => {
    const pasted = await paste(CHAIN, CURL);
    const { requests } = JSON.parse(pasted?.chain ?? '') as { requests: readonly { id: string }[] };
    assert.deepEqual(
      requests.map(({ id }) => id),
      ['post-orders', 'post-orders-2', 'last'],
    );
    assert.deepEqual(requests[1], {
      id: 'post-orders-2',
      method: 'POST',
      url: 'http://a.test/orders',
      query: [{ name: 'x', value: '1' }],
      body: { json: { sku: 'A-1' } },
    });
    assert.equal(pasted?.title, 'Paste as request');
  });

  it('says what a chain cannot say', async () => {
    const pasted = await paste(CHAIN, 'curl -k http://a.test | jq .');
    assert.equal(pasted?.title, 'Paste as request, without -k, | jq .');
  });

  const left: [title: string, content: string, text: string][] = [
    ['inside a string', CHAIN.replace('¦', '').replace('Pasted', 'Pas¦ted'), CURL],
    ['outside the list of requests', CHAIN.replace('¦', '').replace('"name"', '¦"name"'), CURL],
    ['in a file that is not JSON', CHAIN.replace('"last",', '"last"'), CURL],
    ['when it cannot be read', CHAIN, 'curl http://a.test -d "'],
    ['when it is something else', CHAIN, '// curly'],
  ];
  for (const [title, content, text] of left) {
    it(`leaves the text unchanged ${title}`, async () => assert.equal(await paste(content, text), undefined));
  }
});
