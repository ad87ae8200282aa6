/** Saved examples of Postman's requests: which counts, and as what all are kept. */
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import type { KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { examplesOf } from '../../examplesOf';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

async function imported(response: JsonValue): Promise<KeptRequest> {
  const request = { method: 'GET', url: '{{baseUrl}}/orders/1', header: [] };
  const collection = { info: { name: 'x', schema }, item: [{ name: 'Order', request, response }] };
  const { requests } = await readImport('x.json', JSON.stringify(collection), { keep: new Set() });
  return requests[0]?.kind === 'kept' ? requests[0] : assert.fail('the request is kept');
}

const example = (code: JsonValue, more: JsonObject = {}): JsonObject => ({ name: 'e', code, ...more });

const noStatus = (count: number): readonly string[] => ['-', ...Array<string>(count).fill('No status e')];

describe('an example of Postman', () => {
  it('is kept with the request that it belongs to', async () => {
    const type = { key: 'Content-Type', value: 'application/json; charset=utf-8' };
    const originalRequest = {
      method: 'PUT',
      url: { raw: '{{baseUrl}}/orders/7' },
      header: [type, { key: 'X-Off', value: '1', disabled: true }],
      body: { mode: 'raw', raw: '{"a":1}' },
    };
    const { recorded, remarks } = await imported([
      example(201, { originalRequest, header: [type], body: '{"id":7}', responseTime: 31 }),
    ]);
    const header = { name: 'Content-Type', value: type.value };
    const body = { encoding: 'utf8', mediaType: 'application/json' };
    assert.deepEqual(recorded, {
      name: 'e',
      exchange: {
        request: {
          method: 'PUT',
          url: '{{baseUrl}}/orders/7',
          headers: [header],
          body: { ...body, content: '{"a":1}', size: 7 },
        },
        response: {
          status: 201,
          statusText: 'Created',
          httpVersion: '1.1',
          headers: [header],
          body: { ...body, content: '{"id":7}', size: 8 },
          wireSize: 8,
          notes: [],
        },
        redirects: [],
        timings: { totalMs: 31 },
      },
    });
    assert.deepEqual(remarks, []);
  });

  const chosen: [title: string, response: JsonValue, examples: readonly string[]][] = [
    [
      'the first success of several, and the others in their order',
      [example(404, { name: 'Gone' }), example(204), example(200, { name: 'Whole' })],
      ['204 e', '404 Gone', '200 Whole'],
    ],
    ['failures alone', [example(404), example(422, { name: '' })], ['-', '404 e', '422']],
    ['what has no status', [example(null), example('x'), example(-1)], noStatus(3)],
    ['nothing of a list that is none', { code: 200 }, ['-']],
  ];
  for (const [title, response, examples] of chosen) {
    it(`gives ${title}`, async () => {
      const request = await imported(response);
      assert.deepEqual(examplesOf(request), examples);
      assert.deepEqual(request.remarks, []);
    });
  }

  it('belongs to the request itself when it names none, whatever is of a wrong type', async () => {
    const { recorded } = await imported([example(200, { header: 'x', body: null, responseTime: -1 })]);
    assert.equal(recorded?.exchange.request.url, '{{baseUrl}}/orders/1');
    assert.deepEqual(recorded.exchange.response?.headers, []);
    assert.equal(recorded.exchange.timings.totalMs, 0);
  });
});
