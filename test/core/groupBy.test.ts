import assert from 'node:assert/strict';
import { groupBy, groupPairs } from '../../src/core/groupBy';

describe('groupBy', () => {
  it('keeps the order in which keys and items first come', () => {
    const groups = groupBy(['b1', 'a1', 'b2', ''], ([letter]) => letter);
    assert.deepEqual(
      [...groups],
      [
        ['b', ['b1', 'b2']],
        ['a', ['a1']],
        [undefined, ['']],
      ],
    );
  });

  it('gives no groups for no items', () => {
    assert.deepEqual([...groupBy([], String)], []);
  });
});

describe('groupPairs', () => {
  it('takes any key, also names that every object inherits', () => {
    const groups = groupPairs([
      ['__proto__', 1],
      ['constructor', 2],
      ['__proto__', 1],
    ] as const);
    assert.deepEqual(
      [...groups],
      [
        ['__proto__', [1, 1]],
        ['constructor', [2]],
      ],
    );
  });
});
