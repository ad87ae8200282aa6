/** How a request looks that is running. */
import assert from 'node:assert/strict';
import type { ItemsDone } from '../../../src/core/result/itemsDone';
import { itemsText } from '../../../webview-ui/results/outcomeLook';

describe('a running loop', () => {
  const rows: readonly [items: ItemsDone, text: string][] = [
    [{ done: 12, of: 40 }, '12 of 40 items'],
    [{ done: 1 }, '1 page'],
    [{ done: 12 }, '12 pages'],
  ];
  for (const [items, text] of rows) {
    it(`shows what is finished: ${text}`, () => {
      assert.equal(itemsText({ state: 'running', attempt: 1, items }), text);
    });
  }

  it('shows nothing before its first item, and for a request without a loop', () => {
    assert.equal(itemsText({ state: 'running', attempt: 1 }), '');
    assert.equal(itemsText({ state: 'waiting' }), '');
  });
});
