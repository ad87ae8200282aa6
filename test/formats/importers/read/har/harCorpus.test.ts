/** Recordings of other people against a plain walk over their entries. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../../src/core/files/chainFile';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import { countSetAside } from '../../../../../src/formats/importers/write/importReport';
import { itemsOf, memberAt, memberOf, textOf } from '../../../../../src/formats/importers/shape/externalJson';
import { pagesOfForms, sortHeaders } from '../../../../../src/formats/importers/read/har/callHeaders';
import { inOrderOfTime } from '../../../../../src/formats/importers/read/har/callOrder';
import { readCall } from '../../../../../src/formats/importers/read/har/recordedCall';
import { setAsideRules } from '../../../../../src/formats/importers/read/har/setAside';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { corpusFiles, corpusJson, corpusText, expectedOf, hasCorpus } from '../../corpus';

interface Table {
  readonly table: readonly (readonly [string, string, string | null, number, string | null])[];
}

const everything = { keep: new Set(setAsideRules.map(({ name }) => name)) };
const read = (name: string, options = everything): Promise<ImportedCollection> =>
  readImport(name, corpusText('har', name), options);

describe('the HAR corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const name of corpusFiles('har')) {
    describe(name, () => {
      it('has every row of the table when nothing is set aside', async () => {
        const { requests } = await read(name);
        const { table } = expectedOf<Table>('har', name);
        const json = corpusJson('har', name);
        const { calls } = inOrderOfTime(
          memberOf(json, 'log') === undefined ? [json] : itemsOf(memberAt(json, 'log', 'entries')),
        );
        assert.equal(requests.length, table.length);
        const formPages = pagesOfForms(calls.map(({ item }) => readCall(item)));
        for (const [index, request] of requests.entries()) {
          const { item, entry } = calls[index] ?? assert.fail();
          const [method, url, mimeType, headerCount, scheme] = table[entry] ?? assert.fail();
          const call = readCall(item);
          const { kept, byClient, byCache, hasCookies } = sortHeaders(call, formPages);
          assert.equal(call.headers.length, headerCount);
          const left = byClient.length + byCache.length + (hasCookies ? 1 : 0);
          assert.equal(kept.length + left, headerCount);
          if (request.kind === 'left-out') {
            assert.ok(url === '' || !url.startsWith('http'), request.reason);
            continue;
          }
          assert.equal(request.request['method'], method);
          assert.equal(sentUrl(request.request['url'], request.request['query'], url), url);
          assert.equal(memberOf(request.request['auth'], 'type'), scheme === 'Bearer' ? 'bearer' : undefined);
          const text = textOf(memberOf(call.postData, 'text')) ?? '';
          const params = itemsOf(memberOf(call.postData, 'params'));
          const hasBody = mimeType !== null && (text !== '' || params.length > 0);
          assert.equal(request.request['body'] !== undefined, hasBody);
        }
      });

      it('becomes a valid chain, and the same one again', async () => {
        const compose = async (options = everything) =>
          composeImport([{ source: name, collection: await read(name, options) }], { folders: 'tags' });
        const once = await compose();
        assert.deepEqual(await compose(), once);
        for (const { path, text } of [...once.files, ...(await compose({ keep: new Set() })).files]) {
          assert.deepEqual(readChain(text, path).problems, []);
        }
      });

      it('reads the same with Windows line breaks and a byte order mark', async () => {
        const variant = `\ufeff${corpusText('har', name)
          .replace(/^\ufeff/, '')
          .replace(/\r?\n/g, '\r\n')}`;
        assert.deepEqual(await readImport(name, variant, everything), await read(name));
      });
    });
  }

  it('sets aside what chrome-19.har fetched to show a page, and counts it', async () => {
    const { requests } = await read('chrome-19.har', { keep: new Set() });
    assert.deepEqual(
      requests.filter(({ kind }) => kind === 'kept').map(({ name }) => name),
      [
        'GET /',
        'GET /github-btn.html',
        'GET /snapshots.mitmproxy.org',
        'GET /github-btn.html',
        'GET /data/github-stats.json',
      ],
    );
    assert.deepEqual(
      [...countSetAside(requests)],
      [
        ['static', 4],
        ['images', 7],
        ['fonts', 3],
      ],
    );
  });
});

/** The address with its rows, without rows that the source has apart from the address. */
function sentUrl(url: unknown, query: unknown, expected: string): string {
  const rows = expected.includes('?') ? itemsOf(query as never) : [];
  const text = rows
    .map((row) => `${encode(memberOf(row, 'name'))}=${encode(memberOf(row, 'value'))}`)
    .join('&');
  return `${String(url)}${text === '' ? '' : `?${text}`}`;
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}
