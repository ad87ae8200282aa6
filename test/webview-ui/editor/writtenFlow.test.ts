/** Conditions and loops as the form reads and writes them. */
import assert from 'node:assert/strict';
import type { WrittenComparison } from '../../../src/core/files/writtenChain';
import { REQUEST, below } from '../../../src/core/files/writtenPath';
import { comparisonsIn, conditionOf, loopKind } from '../../../webview-ui/editor/writtenFlow';

const WHEN = below(REQUEST, 'when');
const one: WrittenComparison = { value: '{{a}}', equals: 1 };
const two: WrittenComparison = { value: '{{b}}', exists: true };

describe('a condition in the form', () => {
  for (const [title, written, need, paths] of [
    ['one comparison', one, 'all', [['when']]],
    [
      'a list',
      [one, two],
      'all',
      [
        ['when', 0],
        ['when', 1],
      ],
    ],
    [
      'one of several',
      { any: [one, two] },
      'any',
      [
        ['when', 'any', 0],
        ['when', 'any', 1],
      ],
    ],
  ] as const) {
    it(`shows ${title} at its place, and writes it as it was`, () => {
      const read = comparisonsIn(WHEN, written);
      assert.equal(read.need, need);
      assert.deepEqual(
        read.comparisons.map((_comparison, index) => [...read.pathTo(index)]),
        paths,
      );
      assert.deepEqual(conditionOf(read.need, read.comparisons), written);
    });
  }

  it('is nothing without comparisons, and the comparison itself of a single one', () => {
    assert.deepEqual(comparisonsIn(WHEN, undefined).comparisons, []);
    assert.equal(conditionOf('any', []), undefined);
    assert.equal(conditionOf('any', [one]), one);
  });
});

describe('a loop in the form', () => {
  it('is none, over items or over pages', () => {
    assert.equal(loopKind(undefined), 'once');
    assert.equal(loopKind({ in: '{{a}}', as: 'b' }), 'items');
    assert.equal(loopKind({ page: {} }), 'pages');
    assert.equal(loopKind('unfinished'), 'items');
  });
});
