/** `.http` files that were exported, read back: they send what the chain sends. */
import assert from 'node:assert/strict';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { readImport } from '../../../src/formats/importers/importers';
import { exported } from './exported';
import { authCases, bodyCases, placeCases } from './requestCases';
import { chainText, sentRequests, soundChain } from './sentRequests';

describe('an exported .http file', () => {
  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases]) {
    it(`comes back as it was: ${title}`, async () => {
      const text = chainText([request], chain);
      const { text: file } = await exported('http', text);
      const read = await readImport('orders.http', file);
      const { files } = composeImport([{ source: 'orders.http', collection: read }], { folders: 'tags' });
      assert.deepEqual(
        await sentRequests(soundChain(files[0]?.text ?? '')),
        await sentRequests(soundChain(text)),
      );
    });
  }

  it('comes back with what it takes from answers', async () => {
    const text = chainText([
      {
        id: 'log-in',
        extract: [
          { variable: 'token', from: 'body', path: '$.user.token' },
          { variable: 'etag', from: 'header', name: 'ETag' },
        ],
      },
      { headers: [{ name: 'X', value: '{{token}} {{etag}}' }] },
    ]);
    const { text: file } = await exported('http', text);
    const read = await readImport('orders.http', file);
    const { files } = composeImport([{ source: 'orders.http', collection: read }], { folders: 'tags' });
    const extractions = (chain: string) =>
      soundChain(chain).requests.map(({ extract }) => extract.map(({ optional: _, ...rule }) => rule));
    assert.deepEqual(extractions(files[0]?.text ?? ''), extractions(text));
  });
});
