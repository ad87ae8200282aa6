import assert from 'node:assert/strict';
import type { Leftover } from '../../../../src/core/authz/model/authzResult';
import { leftoverSentence } from '../../../../src/formats/reporters/authz/runRemarks';

describe('what is said of an object that is left behind', () => {
  const cart = { resource: 'cart', owner: 'bob', ids: {}, reason: 'Why.' };
  const sentences: readonly (readonly [left: Leftover, sentence: string])[] = [
    [{ ...cart, ids: { cartId: '42' } }, "bob's cart 42 was not deleted: Why."],
    [
      { ...cart, ids: { shop: '"north"', cartId: '"c-\\"1"' }, undo: 'DELETE http://127.0.0.1/carts/c-1' },
      `bob's cart north c-\\"1 was not deleted: Why. To undo it: DELETE http://127.0.0.1/carts/c-1`,
    ],
    [
      { ...cart, undo: 'chainwright authz cleanup m.authz.json' },
      "bob's cart may still exist: Why. To undo it: chainwright authz cleanup m.authz.json",
    ],
    [{ ...cart, ids: { name: '"bob"' }, changed: true }, "bob's cart bob may have changed: Why."],
    [{ ...cart, resource: 'register', carriedOut: true }, 'bob carried out register: Why.'],
  ];
  for (const [left, sentence] of sentences) {
    it(sentence, () => {
      assert.equal(leftoverSentence(left), sentence);
    });
  }
});
