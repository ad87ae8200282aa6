/** Saved examples of Postman's requests: which is kept, and as what. */
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import type { KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { documentation, type Remark } from '../../../../../src/formats/importers/shape/remark';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

async function imported(response: JsonValue): Promise<KeptRequest> {
  const request = { method: 'GET', url: '{{baseUrl}}/orders/1', header: [] };
  const collection = { info: { name: 'x', schema }, item: [{ name: 'Order', request, response }] };
  const { requests } = await readImport('x.json', JSON.stringify(collection), { keep: new Set() });
  return requests[0]?.kind === 'kept' ? requests[0] : assert.fail('the request is kept');
}

const example = (code: JsonValue, more: JsonObject = {}): JsonObject => ({ name: 'e', code, ...more });

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

  const chosen: [
    title: string,
    response: JsonValue,
    status: number | undefined,
    remarks: readonly Remark[],
  ][] = [
    [
      'the first success of several',
      [example(404), example(204), example(200)],
      204,
      [documentation('2 further example responses are not carried over.')],
    ],
    [
      'a success next to a failure',
      [example(500), example(200)],
      200,
      [documentation('A further example response is not carried over.')],
    ],
    ['no failure', [example(404)], undefined, [documentation('An example response is not carried over.')]],
    [
      'no status',
      [example(null), example('x')],
      undefined,
      [documentation('2 example responses are not carried over.')],
    ],
    ['nothing of a list that is none', { code: 200 }, undefined, []],
  ];
  for (const [title, response, status, remarks] of chosen) {
    it(`gives ${title}`, async () => {
      const request = await imported(response);
      assert.equal(request.recorded?.exchange.response?.status, status);
      assert.deepEqual(request.remarks, remarks);
    });
  }

  it('belongs to the request itself when it names none, whatever is of a wrong type', async () => {
    const { recorded } = await imported([example(200, { header: 'x', body: null, responseTime: -1 })]);
    assert.equal(recorded?.exchange.request.url, '{{baseUrl}}/orders/1');
    assert.deepEqual(recorded.exchange.response?.headers, []);
    assert.equal(recorded.exchange.timings.totalMs, 0);
  });
});
