import assert from 'node:assert/strict';
import { insertionsAt } from '../../../src/core/language/hover';
import { nameSimilarity, nameWords } from '../../../src/core/language/nameWords';
import type { JsonValue } from '../../../src/core/json/json';
import { knownValues, orderChain, present, sceneOf } from './insight';

const VARIABLES = {
  sku: 'A-1',
  userId: 7,
  quantity: 2,
  pageSize: 10,
  authToken: 'abc',
  baseUrl: 'http://a.test',
};

/** The offers at the caret, in order. */
function offers(under: object, values: Readonly<Record<string, JsonValue>> = {}): readonly string[] {
  const { analysis, offset } = sceneOf(orderChain(under, { variables: VARIABLES }));
  return present(insertionsAt(analysis, offset, knownValues(values))).offers.map(
    ({ variable }) => variable.name,
  );
}

describe('the best match', () => {
  const best: [title: string, under: object, name: string][] = [
    ['is the variable whose value is there', { query: [{ name: 'page', value: '7¦' }] }, 'userId'],
    ['compares texts with numbers', { body: { json: { anything: 2 } } }, 'quantity'],
    ['is the one named like a member', { body: { json: { 'page-size': 'x¦' } } }, 'pageSize'],
    ['is the one named like a query parameter', { query: [{ name: 'SKU', value: '¦' }] }, 'sku'],
    ['goes by the segment before', { url: '{{baseUrl}}/orders/9¦9' }, 'orderId'],
    ['goes by the segment before an empty one', { url: '{{baseUrl}}/users/¦' }, 'userId'],
    ['is a credential where credentials go', { auth: { type: 'bearer', token: '¦' } }, 'authToken'],
    ['is an address at the beginning of a URL', { url: 'http://local¦host/a' }, 'baseUrl'],
    ['is what was produced last when nothing speaks for another', { body: { text: 'x ¦' } }, 'orderId'],
  ];
  for (const [title, under, name] of best) {
    it(title, () => {
      const text = JSON.stringify(under);
      const withCaret = text.includes('¦') ? under : { body: { json: { anything: '2¦' } } };
      assert.equal(offers(withCaret)[0], name);
    });
  }

  it('is the same value rather than the same name', () => {
    const under = { query: [{ name: 'sku', value: 'ord_1¦' }] };
    assert.equal(offers(under, { orderId: 'ord_1' })[0], 'orderId');
  });

  it('does not put credentials into ordinary places', () => {
    assert.equal(offers({ query: [{ name: 'q', value: '¦' }] }).at(-1), 'authToken');
  });
});

describe('names', () => {
  const words: [name: string, words: readonly string[]][] = [
    ['orderId', ['order', 'id']],
    ['ORDER_ID', ['order', 'id']],
    ['orders-id', ['order', 'id']],
    ['HTTPStatus', ['http', 'status']],
    ['addresses', ['address']],
    ['categories', ['category']],
    ['bus', ['bus']],
    ['größenId', ['größen', 'id']],
    ['', []],
    ['__proto__', ['proto']],
  ];
  for (const [name, expected] of words) {
    it(`${name} is made of ${expected.join(' and ')}`, () => assert.deepEqual(nameWords(name), expected));
  }

  it('are as alike as the words they share', () => {
    assert.equal(nameSimilarity(['order', 'id'], ['id', 'order']), 1);
    assert.equal(nameSimilarity(['order', 'id'], ['user', 'id']), 0.5);
    assert.equal(nameSimilarity([], []), 0);
  });
});
