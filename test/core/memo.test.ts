import assert from 'node:assert/strict';
import { createMemo } from '../../src/core/memo';

/** A memory of lengths, and the texts that it had to measure. */
function lengths(limit?: number) {
  const measured: string[] = [];
  const memo = createMemo((text) => {
    measured.push(text);
    return text.length;
  }, limit);
  return { memo, measured };
}

describe('createMemo', () => {
  it('asks once about a text', () => {
    const { memo, measured } = lengths();
    assert.deepEqual(['abc', '', 'abc', ''].map(memo.of), [3, 0, 3, 0]);
    assert.deepEqual(measured, ['abc', '']);
  });

  it('asks again once it has forgotten', () => {
    const { memo, measured } = lengths();
    memo.of('abc');
    memo.forget();
    memo.of('abc');
    assert.deepEqual(measured, ['abc', 'abc']);
  });

  it('keeps no long texts', () => {
    const { memo, measured } = lengths();
    const long = 'x'.repeat(10_000);
    assert.deepEqual([long, long].map(memo.of), [10_000, 10_000]);
    assert.deepEqual(measured, [long, long]);
  });

  it('keeps no more texts than it may', () => {
    const { memo, measured } = lengths(2);
    ['a', 'b', 'c', 'c', 'a'].forEach(memo.of);
    assert.deepEqual(measured, ['a', 'b', 'c', 'a']);
  });
});
