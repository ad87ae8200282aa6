/** Responses of a source as results: what they say, and that they count for no run. */
import assert from 'node:assert/strict';
import { defined } from '../../../../src/core/defined';
import { readResult, readResultHead, writeResult } from '../../../../src/core/result/resultFile';
import type { ExecutionResult } from '../../../../src/core/result/result';
import { composeImport, type ComposedImport } from '../../../../src/formats/importers/write/composeImport';
import { readImport } from '../../../../src/formats/importers/importers';
import { recordedResult, type ChainRecording } from '../../../../src/formats/importers/write/recordedResult';
import { rulesHere } from '../rulesHere';
import { documentation } from '../../../../src/formats/importers/shape/remark';

const call = (path: string, more: object = {}): object => ({
  request: { method: 'GET', url: `http://a.test${path}`, headers: [] },
  response: { status: 200, headers: [], content: { text: 'x' } },
  ...more,
});

const composed = async (
  calls: readonly object[],
  responses?: boolean,
  title = 'T',
): Promise<ComposedImport> => {
  const text = JSON.stringify({ log: { pages: [{ title }], entries: calls } });
  const collection = await readImport('x.har', text, { keep: new Set() });
  const options = { folders: 'tags', ...defined({ responses }) } as const;
  return composeImport([{ source: 'x.har', collection }], options);
};

const resultsOf = (
  recordings: readonly ChainRecording[],
  file = 't.chain.json',
): Promise<readonly ExecutionResult[]> =>
  Promise.all(recordings.map((recording) => recordedResult(recording, file, rulesHere)));

describe('responses of an import', () => {
  it('become a result of their chain that begins with the first of them', async () => {
    const { recordings, reports } = await composed(
      [
        call('/b', { startedDateTime: '2026-01-01T00:00:02Z', time: 500 }),
        call('/unanswered', { response: undefined }),
        call('/a', { startedDateTime: '2026-01-01T00:00:01Z', time: 10 }),
      ],
      true,
    );
    const [result] = await resultsOf(recordings, 'in/t.chain.json');
    assert.deepEqual(
      { ...result, requests: result?.requests.map(({ request, outcome }) => [request, outcome]) },
      {
        formatVersion: 1,
        kind: 'recorded',
        chain: { file: 'in/t.chain.json', name: 'T' },
        startedAt: '2026-01-01T00:00:01.000Z',
        durationMs: 1500,
        outcome: 'passed',
        requests: [
          [{ chain: 'in/t.chain.json', id: 'get-a' }, 'skipped'],
          [{ chain: 'in/t.chain.json', id: 'get-b' }, 'skipped'],
        ],
        notes: ['Read from x.har, not sent by Chainwright.'],
      },
    );
    assert.doesNotMatch(JSON.stringify(reports), /not carried over/);
  });

  it('are older than every run where the source does not say when they came', async () => {
    const { recordings } = await composed([call('/a')], true);
    const [result] = await resultsOf(recordings);
    assert.equal(result?.startedAt, '1970-01-01T00:00:00.000Z');
    assert.equal(result.requests[0]?.startedAt, result.startedAt);
  });

  it('are read back as they were written, however long the title of the recording', async () => {
    const { recordings } = await composed([call('/a')], true, 'long\n'.repeat(10_000));
    for (const result of await resultsOf(recordings)) {
      const text = [...writeResult(result, 'runAll')].join('');
      assert.deepEqual(readResult(text, 'x').requests, result.requests);
      assert.equal(readResultHead(text.slice(0, 2000))?.kind, 'recorded');
    }
  });

  const answers: [title: string, response: object, extractions: readonly object[]][] = [
    [
      'a body and a header',
      { body: '{"id":9007199254740993}', header: [{ key: 'ETag', value: 'e-1' }] },
      [
        { variable: 'id', from: 'body $.id', found: true, value: '9007199254740993' },
        { variable: 'tag', from: 'header ETag', found: true, value: '"e-1"' },
      ],
    ],
    [
      'a text whose bytes were in another encoding',
      { body: '{"id":"ä"}', header: [{ key: 'Content-Type', value: 'application/json; charset=latin1' }] },
      [{ variable: 'id', from: 'body $.id', found: true, value: '"ä"' }],
    ],
    ['a body without the value', { body: '[]' }, []],
    ['an error', { code: 404, body: '{"id":1}' }, []],
  ];
  for (const [title, response, extractions] of answers) {
    it(`hold what the requests extract of ${title}`, async () => {
      const exec = [
        "pm.environment.set('id', pm.response.json().id);",
        "pm.environment.set('tag', pm.response.headers.get('ETag'));",
      ];
      const item = {
        name: 'A',
        request: { method: 'GET', url: 'http://a.test/' },
        event: [{ listen: 'test', script: { exec } }],
        response: [{ name: 'Example', code: 200, ...response }],
      };
      const text = JSON.stringify({ info: { name: 'a' }, item: [item] });
      const collection = await readImport('x.json', text);
      const { recordings } = composeImport([{ source: 'x.json', collection }], {
        folders: 'tags',
        responses: true,
      });
      const [result] = await resultsOf(recordings);
      assert.deepEqual(result?.requests[0]?.extractions ?? [], extractions);
    });
  }

  it('are left when nobody takes them, which the report says', async () => {
    const { recordings, reports } = await composed([call('/a')]);
    assert.deepEqual(recordings, []);
    assert.deepEqual(reports[0]?.remarks, [documentation('Responses to its requests are not carried over.')]);
  });
});
