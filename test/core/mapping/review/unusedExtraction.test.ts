import assert from 'node:assert/strict';
import { withoutUnused } from '../../../../src/core/mapping/review/unusedExtraction';

const rule = { from: 'body', select: { kind: 'path', path: '$.id' }, all: false, optional: false } as const;

/** The chain without the extraction of `orderId`, which a later request may use. */
function without(later: object): string | undefined {
  const extract = [{ variable: 'orderId', from: 'body', path: '$.id' }];
  const requests = [
    { id: 'create', method: 'POST', url: '/orders', extract },
    { id: 'later', method: 'GET', url: '/orders', ...later },
  ];
  const text = JSON.stringify({ formatVersion: 2, name: 'Orders', requests });
  return withoutUnused(text, { source: 'create', variable: 'orderId', rule })?.text;
}

describe('withoutUnused', () => {
  it('takes away what nothing refers to', () => {
    const text = without({});
    assert.ok(text !== undefined);
    assert.ok(!text.includes('orderId'));
  });

  for (const later of [
    { url: '/orders/{{orderId}}' },
    { headers: [{ name: 'X-Signature', value: "{{$hmac 'sha256' key orderId}}" }] },
    { variables: { ref: '{{$upper orderId}}' } },
  ]) {
    it(`keeps what is used in ${JSON.stringify(later)}`, () => {
      assert.equal(without(later), undefined);
    });
  }
});
