import assert from 'node:assert/strict';
import { hasMembers, isIndex, isNothing, tuple } from '../../src/protocol/guards';

describe('guards', () => {
  it('take arguments of exactly the named types', () => {
    const takes = tuple<[number, undefined]>(isIndex, isNothing);
    assert.deepEqual(
      [[1, undefined], [1, null], [1], ['1', undefined], [1, undefined, 2], []].map((args) => takes(args)),
      [true, true, false, false, false, false],
    );
  });

  it('take whole numbers from 0 for an index', () => {
    const values = [0, 7, 2 ** 53 - 1, 2 ** 53, -1, 1.5, Number.NaN, '0', null, [0]];
    assert.deepEqual(values.map(isIndex), [
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('see own members only', () => {
    assert.equal(hasMembers({ toString: 1 }, ['toString']), true);
    assert.equal(hasMembers({}, ['toString']), false);
    assert.equal(hasMembers(null, []), false);
    assert.equal(hasMembers([], ['length']), false);
  });
});
