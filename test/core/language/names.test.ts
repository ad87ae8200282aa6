import assert from 'node:assert/strict';
import { similarNames } from '../../../src/core/language/names';

describe('similarNames', () => {
  const known = ['orderId', 'orderIds', 'baseUrl', 'id', 'total', 'customer_name'];
  const meant: [written: string, names: string[]][] = [
    ['ordreId', ['orderId', 'orderIds']],
    ['orderID', ['orderId', 'orderIds']],
    ['order_id', ['orderId', 'orderIds']],
    ['customerName', ['customer_name']],
    ['basUrl', ['baseUrl']],
    ['totl', ['total']],
    ['token', []],
    ['ix', []],
    ['', []],
    ['__proto__', []],
  ];
  for (const [written, names] of meant) {
    it(`takes ${JSON.stringify(written)} for ${names.join(' or ') || 'none of them'}`, () => {
      assert.deepEqual(similarNames(written, known), names);
    });
  }

  it('does not propose the name itself', () => {
    assert.deepEqual(similarNames('total', known), []);
  });

  it('proposes each name once and the most similar first', () => {
    assert.deepEqual(similarNames('total', ['totals', 'totales', 'totals', 'tota']), ['totals', 'tota']);
  });

  it('copes with names nobody would write', () => {
    const long = 'x'.repeat(100_000);
    assert.deepEqual(similarNames(long, [`${long}y`]), []);
  });
});
