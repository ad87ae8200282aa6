import assert from 'node:assert/strict';
import type { DescribedOperation } from '../../../src/core/openapi/apiListing';
import { countSent } from '../../../src/core/openapi/sentCounts';
import type { RequestResult } from '../../../src/core/result/result';

const operation = (method: string, path: string, file: string, line?: number): DescribedOperation => ({
  ...{ method, path, place: { file, ...(line === undefined ? {} : { line }) } },
  ...{ statuses: [], parameters: [], body: [], response: [] },
});
const api = {
  name: 'api.yaml',
  servers: ['https://api.test/v1'],
  operations: [
    operation('GET', '/orders', 'api.yaml', 4),
    operation('GET', '/orders/{id}', 'api.yaml'),
    operation('PUT', '/users/{{id}}', 'users.yaml', 2),
  ],
};

const result = (text: string, more: object = {}): RequestResult => {
  const [method, url] = text.split(' ');
  return { attempts: 1, exchange: { request: { method, url } }, ...more } as unknown as RequestResult;
};
const counts = (...results: readonly RequestResult[]) =>
  [...countSent(api, results)].map(([file, found]) => [file, ...found.map(({ count }) => count)]);

describe('requests that were sent, by operation', () => {
  it('are counted in the file that describes the operation', () => {
    const found = countSent(api, [
      result('GET https://api.test/v1/orders'),
      result('PUT https://api.test/v1/users/1'),
      result('PUT https://api.test/v1/users/2'),
    ]);
    assert.deepEqual(
      [...found],
      [
        [
          'api.yaml',
          [
            { operation: 'GET /orders', line: 4, count: 1 },
            { operation: 'GET /orders/{id}', count: 0 },
          ],
        ],
        ['users.yaml', [{ operation: 'PUT /users/{id}', line: 2, count: 2 }]],
      ],
    );
  });

  it('count each time they were sent', () => {
    const read = 'GET https://api.test/v1/orders/7';
    assert.deepEqual(counts(result(read, { attempts: 3 })), [
      ['api.yaml', 0, 3],
      ['users.yaml', 0],
    ]);
    const parts = [
      result(read, { at: [{ id: 'read', item: 0 }] }),
      result('GET https://api.test/v1/orders/8', { attempts: 2, at: [{ id: 'read', item: 1 }] }),
    ];
    assert.deepEqual(counts(result(read, { attempts: 3, parts })), [
      ['api.yaml', 0, 3],
      ['users.yaml', 0],
    ]);
  });

  it('count once where a step runs a chain with a loop', () => {
    const read = 'GET https://api.test/v1/orders';
    const parts = [
      result(read, { at: [{ id: 'step' }, { id: 'list', item: 0 }] }),
      result(read, { at: [{ id: 'step' }, { id: 'list', item: 1 }] }),
      result(read, { attempts: 2, at: [{ id: 'step' }, { id: 'list' }] }),
    ];
    const step = result(read, { exchange: undefined, attempts: 2, parts });
    assert.deepEqual(counts(step), [
      ['api.yaml', 2, 0],
      ['users.yaml', 0],
    ]);
  });

  it('do not count where nothing was sent, or no operation is meant', () => {
    const blocked = result('GET https://api.test/v1/orders', { exchange: undefined, attempts: 0 });
    assert.deepEqual(counts(blocked, result('DELETE https://api.test/v1/orders')), [
      ['api.yaml', 0, 0],
      ['users.yaml', 0],
    ]);
  });
});
