import assert from 'node:assert/strict';
import { alignSteps } from '../../../../src/core/mapping/read/alignSteps';
import { sessionOf } from '../session';

/** Index of the request for each call of a recording; `-` for none. */
function aligned(requests: readonly string[], calls: readonly string[]): string {
  const found = alignSteps(
    requests.map((line) => {
      const [method = '', url = ''] = line.split(' ');
      return { method, url };
    }),
    sessionOf(...calls.map((line) => ({ line }))),
  );
  return calls.map((_, entry) => found.get(entry) ?? '-').join(' ');
}

describe('alignSteps', () => {
  const cases: [title: string, requests: readonly string[], calls: readonly string[], expected: string][] = [
    ['the same calls', ['GET /a', 'POST /b'], ['GET /a', 'POST /b'], '0 1'],
    [
      'calls that the chain leaves out',
      ['GET /a', 'GET /b'],
      ['GET /x.css', 'GET /a', 'GET /y', 'GET /b'],
      '- 0 - 1',
    ],
    ['requests that were added since', ['GET /a', 'GET /new', 'GET /b'], ['GET /a', 'GET /b'], '0 2'],
    ['the same call twice, in order', ['GET /a', 'GET /a'], ['GET /a', 'POST /a', 'GET /a'], '0 - 1'],
    [
      'an address that begins with a variable',
      ['GET {{baseUrl}}/orders'],
      ['GET /api/v1/orders?page=2'],
      '0',
    ],
    [
      'segments that are variables',
      ['GET http://api.test/orders/{{id}}'],
      ['GET /orders/7', 'GET /orders'],
      '0 -',
    ],
    ['another method', ['PUT /a'], ['POST /a'], '-'],
    ['nothing at all', [], ['GET /a'], '-'],
  ];
  for (const [title, requests, calls, expected] of cases) {
    it(`aligns ${title}`, () => {
      assert.equal(aligned(requests, calls), expected);
    });
  }

  it('does without an order for more than it can compare', () => {
    assert.equal(
      aligned(
        Array.from({ length: 6000 }, () => 'GET /a'),
        Array.from({ length: 6000 }, () => 'GET /a'),
      ).includes('0'),
      false,
    );
  });
});
