import assert from 'node:assert/strict';
import { createChainReader } from '../../../src/core/analysis/readSource';
import type { ChainSource } from '../../../src/core/analysis/chainSource';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { readEnvironment } from '../../../src/core/files/environmentFile';
import { firstEnvironment, firstOrigin } from '../../../src/core/form/firstEnvironment';

function sourceOf(urls: readonly string[], members: object = {}): ChainSource {
  const requests = urls.map((url, index) => ({ id: `r${index}`, method: 'GET', url }));
  const chain = { formatVersion: 1, name: 'Orders', ...members, requests };
  return createChainReader()(JSON.stringify(chain, undefined, 2), 'orders.chain.json');
}

describe('the first environment of a chain', () => {
  const origins: [url: string, origin: string | undefined][] = [
    ['https://api.example.com/orders?page=1', 'https://api.example.com'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['{{baseUrl}}/orders', undefined],
    ['https://{{host}}/orders', undefined],
    ['https://ann:secret@example.com/', undefined],
    ['/orders', undefined],
    ['', undefined],
  ];
  for (const [url, origin] of origins) {
    it(`${origin === undefined ? 'is not offered' : 'keeps the origin'} for ${JSON.stringify(url)}`, () => {
      assert.equal(firstOrigin(sourceOf([url])), origin);
    });
  }

  it('is not offered to a chain that names one, or has no requests', () => {
    assert.equal(firstOrigin(sourceOf(['https://a.example/'], { environment: 'staging' })), undefined);
    assert.equal(firstOrigin(sourceOf([])), undefined);
  });

  it('takes the origin out of every URL that begins with it, and is used by the chain', () => {
    const urls = ['https://a.example/x', 'https://a.example', 'https://a.example.evil/', '{{baseUrl}}/y'];
    const source = sourceOf(urls);
    const { file, content, edits } = firstEnvironment(source, 'https://a.example');
    const changed = JSON.parse(applyEdits(source.text, edits)) as {
      readonly environment: string;
      readonly requests: readonly { readonly url: string }[];
    };
    assert.equal(file, 'default.environment.json');
    assert.equal(changed.environment, 'default');
    const [, , other, last] = urls;
    assert.deepEqual(
      changed.requests.map(({ url }) => url),
      ['{{baseUrl}}/x', '{{baseUrl}}', other, last],
    );
    const { environment, problems } = readEnvironment(content, file);
    assert.deepEqual([problems, environment?.variables], [[], { baseUrl: 'https://a.example' }]);
  });

  it('is called local on this machine', () => {
    const { file } = firstEnvironment(sourceOf(['http://localhost:8080/']), 'http://localhost:8080');
    assert.equal(file, 'local.environment.json');
  });
});
