/** Conditions of recorded reads: the page's own are kept, those of the browser's cache are not. */
import assert from 'node:assert/strict';
import { defined } from '../../../../../src/core/defined';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const DATE = 'Sat, 04 Mar 2023 18:02:08 GMT';

interface Read {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly status?: number;
  readonly content?: JsonObject;
  readonly type?: string;
}

const entryOf = ({
  headers,
  method = 'GET',
  status = 304,
  content = { size: 0 },
  type,
}: Read): JsonObject => ({
  ...defined({ _resourceType: type }),
  request: {
    method,
    url: 'https://api.example.com/orders/7',
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  },
  response: { status, headers: [], content: { mimeType: 'application/json', ...content } },
});

const importOf = (...entries: readonly JsonValue[]): Promise<ImportedCollection> =>
  readImport('x.har', JSON.stringify({ log: { version: '1.2', entries } }));

const keptOf = async (read: Read): Promise<readonly string[]> => {
  const [request] = (await importOf(entryOf(read))).requests;
  const rows = request?.kind === 'kept' ? (request.request.headers ?? []) : assert.fail();
  return rows.map(({ name }) => name).filter((name) => /^if-/i.test(name));
};

describe('conditions of recorded reads', () => {
  const chrome = { 'User-Agent': CHROME, 'Sec-Fetch-Dest': 'empty' };
  const asked = { ...chrome, 'Cache-Control': 'max-age=0', 'If-None-Match': '"v1"' };
  const cached = { size: 7, text: '{"a":1}' };

  const own: [title: string, read: Read][] = [
    ['a script of a page that received 304', { headers: asked }],
    [
      'a script, as Firefox says it',
      { headers: { ...asked, 'Cache-Control': 'no-cache', Pragma: 'no-cache' } },
    ],
    [
      'a script in a recording without the headers that browsers add',
      {
        headers: { 'user-agent': CHROME, 'cache-control': 'max-age=0', 'if-none-match': '"v1"' },
        type: 'xhr',
      },
    ],
    ['a program', { headers: { 'User-Agent': 'curl/8.5.0', 'If-None-Match': '"v1"' } }],
    [
      'a program that received a change',
      { headers: { 'If-None-Match': '"v1"' }, status: 200, content: cached },
    ],
    [
      'a program that calls itself Mozilla',
      { headers: { 'User-Agent': 'Mozilla/5.0', 'If-None-Match': '"v1"' } },
    ],
    [
      'a write that must not replace anything',
      { headers: { ...chrome, 'If-None-Match': '*' }, method: 'PUT', status: 412 },
    ],
    ['a write of a known state', { headers: { ...chrome, 'If-Match': '"v1"' }, method: 'PUT', status: 204 }],
    ['a read of anything at all', { headers: { ...chrome, 'If-None-Match': '*' } }],
  ];
  for (const [title, read] of own) {
    it(`are kept of ${title}`, async () => {
      assert.equal((await keptOf(read)).length, 1);
    });
  }

  const forCache: [title: string, read: Read][] = [
    ['to which the page got the body it had (Chrome)', { headers: asked, content: cached }],
    ['whose body is not in the recording', { headers: asked, content: { size: 7 } }],
    ['that were answered with a change', { headers: asked, status: 200, content: cached }],
    ['that a proxy saw', { headers: { ...chrome, 'If-None-Match': '"v1"', 'If-Modified-Since': DATE } }],
    ['of documents', { headers: { ...asked, 'Sec-Fetch-Dest': 'document' } }],
    [
      'of pages, without the headers that browsers add',
      {
        headers: {
          'User-Agent': CHROME,
          Accept: 'text/html,*/*',
          'Cache-Control': 'max-age=0',
          'If-Modified-Since': DATE,
        },
      },
    ],
  ];
  for (const [title, read] of forCache) {
    it(`are left to the browser's cache in reads ${title}`, async () => {
      assert.deepEqual(await keptOf(read), []);
    });
  }

  it('are in the report when they are left out, with the number of requests', async () => {
    const read = (url: string): JsonObject => ({
      request: {
        method: 'GET',
        url,
        headers: [
          { name: 'User-Agent', value: CHROME },
          { name: 'If-None-Match', value: '"v1"' },
        ],
      },
    });
    const { remarks } = await importOf(read('http://a.test/1'), read('http://a.test/2'));
    assert.deepEqual(remarks, [
      'Headers that every client writes are left to it: user-agent.',
      'Headers with which the browser asked whether its cache still holds are left out of 2 requests: if-none-match.',
    ]);
  });

  it('make a question of their own, which is set aside when it is asked again', async () => {
    const first = entryOf({ headers: chrome, status: 200, content: cached });
    const conditional = entryOf({ headers: asked });
    const other = entryOf({ headers: { ...asked, 'If-None-Match': '"v2"' } });
    const { requests } = await importOf(first, conditional, conditional, other);
    assert.deepEqual(
      requests.map(({ kind }) => kind),
      ['kept', 'kept', 'left-out', 'kept'],
    );
  });
});
