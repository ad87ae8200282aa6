import assert from 'node:assert/strict';
import { parallelCells } from '../../../src/node/authz/parallelCells';

describe('parallelCells', () => {
  it('takes a count as far as it is allowed, and one for everything else', () => {
    assert.deepEqual([1, 4, 16, 17].map(parallelCells), [1, 4, 16, 16]);
    assert.deepEqual(
      ['4', 0, -2, 2.5, Number.NaN, null, undefined].map(parallelCells),
      [1, 1, 1, 1, 1, 1, 1],
    );
  });
});
