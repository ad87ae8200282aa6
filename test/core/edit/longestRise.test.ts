import assert from 'node:assert/strict';
import fc from 'fast-check';
import { longestRise } from '../../../src/core/edit/longestRise';

/** The length of the longest rise, by trying everything. */
function longestLength(numbers: readonly number[], above = -1): number {
  return numbers.reduce(
    (longest, number, index) =>
      number > above ? Math.max(longest, 1 + longestLength(numbers.slice(index + 1), number)) : longest,
    0,
  );
}

describe('longestRise', () => {
  it('rises from left to right and is as long as can be', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(20), { maxLength: 9 }), (numbers) => {
        const rise = longestRise(numbers);
        const inPlace = numbers.filter((number) => rise.has(number));
        assert.deepEqual(
          inPlace,
          [...inPlace].sort((one, other) => one - other),
        );
        assert.equal(rise.size, longestLength(numbers));
      }),
      { seed: 9, numRuns: 500 },
    );
  });

  it('is everything of what is in order, and empty of nothing', () => {
    assert.deepEqual([...longestRise([1, 2, 3])].sort(), [1, 2, 3]);
    assert.deepEqual([...longestRise([])], []);
  });
});
