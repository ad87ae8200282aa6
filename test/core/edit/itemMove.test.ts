import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isArray, stringifyJson } from '../../../src/core/json/json';
import { valueOf } from '../../../src/core/json/jsonDocument';
import {
  moveItem,
  orderAfter,
  orderShifted,
  orderWith,
  reorderItems,
  type Move,
} from '../../../src/core/edit/itemMove';
import { parseTree } from '../../../src/core/json/jsonTree';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { commentedJson, commentsIn } from '../commentedJson';

const moved = (text: string, move: Move): string => {
  const { root } = parseTree(text);
  assert.ok(root?.kind === 'array');
  return applyEdits(text, moveItem(text, root, move));
};

describe('moveItem', () => {
  const list = '[\n  // first\n  1, // one\n\n  2,\n  /* third */ 3 // three\n  // end\n]';
  const moves: [title: string, text: string, from: number, to: number, expected: string][] = [
    [
      'takes an item down with its comments',
      list,
      0,
      1,
      '[\n\n  2,\n  // first\n  1, // one\n  /* third */ 3 // three\n  // end\n]',
    ],
    [
      'takes an item up with its comments',
      list,
      2,
      0,
      '[\n  /* third */ 3, // three\n  // first\n  1, // one\n\n  2\n  // end\n]',
    ],
    [
      'takes an item to the end',
      list,
      0,
      2,
      '[\n\n  2,\n  /* third */ 3, // three\n  // first\n  1 // one\n  // end\n]',
    ],
    [
      'swaps the last two',
      list,
      2,
      1,
      '[\n  // first\n  1, // one\n  /* third */ 3, // three\n\n  2\n  // end\n]',
    ],
    ['keeps a trailing comma', '[\n  1,\n  2,\n]', 0, 1, '[\n  2,\n  1,\n]'],
    ['keeps CR LF', '[\r\n  1,\r\n  2\r\n]', 1, 0, '[\r\n  2,\r\n  1\r\n]'],
    ['changes places in a line', '[1, /* b */ 2, 3]', 0, 2, '[2, /* b */ 3, 1]'],
    ['swallows nothing where items share lines', '[1, 2, // two\n  3 ]', 1, 2, '[1, 3, // two\n  2 ]'],
  ];
  for (const [title, text, from, to, expected] of moves) {
    it(title, () => {
      assert.equal(moved(text, { from, to }), expected);
    });
  }

  for (const [from, to] of [
    [1, 1],
    [0, 3],
    [-1, 0],
    [3, 0],
  ] as const) {
    it(`edits nothing from ${from} to ${to} of three`, () => {
      assert.equal(moved(list, { from, to }), list);
    });
  }

  it('moves any item of any list and keeps every comment', () => {
    fc.assert(
      fc.property(commentedJson, fc.nat(), fc.nat(), ({ value, text }, pick, place) => {
        fc.pre(isArray(value) && value.length > 0);
        const items = isArray(value) ? value : [];
        const move = { from: pick % items.length, to: place % items.length };
        const edited = moved(text, move);
        const { root, faults } = parseTree(edited);
        assert.ok(root !== undefined);
        assert.deepEqual(faults, []);
        const rest = items.toSpliced(move.from, 1);
        const expected = rest.toSpliced(move.to, 0, items[move.from] ?? null);
        assert.equal(stringifyJson(valueOf(root)), stringifyJson(expected));
        assert.deepEqual([...commentsIn(edited)].sort(), [...commentsIn(text)].sort());
        assert.equal(edited.length, text.length);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

describe('reorderItems', () => {
  const reordered = (text: string, order: readonly number[]): string => {
    const { root } = parseTree(text);
    assert.ok(root?.kind === 'array');
    return applyEdits(text, reorderItems(text, root, order));
  };

  it('touches only what changes its place', () => {
    const text = '[\n  1,\n  2,\n  3,\n  4\n]';
    const { root } = parseTree(text);
    assert.ok(root?.kind === 'array');
    assert.deepEqual(reorderItems(text, root, [0, 2, 1, 3]), [
      { offset: 6, length: 0, text: '\n  3,' },
      { offset: 11, length: 5, text: '' },
    ]);
  });

  it('gives any list any order and keeps every comment', () => {
    fc.assert(
      fc.property(commentedJson, fc.infiniteStream(fc.nat()), ({ value, text }, picks) => {
        fc.pre(isArray(value) && value.length > 0);
        const items = isArray(value) ? value : [];
        const keys = items.map((_, index) => [picks.next().value ?? 0, index] as const);
        const order = keys.sort(([one], [other]) => one - other).map(([, index]) => index);
        const edited = reordered(text, order);
        const { root, faults } = parseTree(edited);
        assert.ok(root !== undefined);
        assert.deepEqual(faults, []);
        const expected = order.map((index) => items[index] ?? null);
        assert.equal(stringifyJson(valueOf(root)), stringifyJson(expected));
        assert.deepEqual([...commentsIn(edited)].sort(), [...commentsIn(text)].sort());
        assert.equal(edited.length, text.length);
      }),
      { seed: 6, numRuns: 2000 },
    );
  });

  it('takes 10,000 items apart in a moment', () => {
    const text = `[\n${Array.from({ length: 10_000 }, (_, index) => `  ${index}`).join(',\n')}\n]`;
    const order = Array.from({ length: 10_000 }, (_, index) => 9_999 - index);
    assert.match(reordered(text, order), /^\[\n {2}9999,\n {2}9998,/);
  });
});

describe('orderAfter', () => {
  it('carries out moves one after another', () => {
    assert.deepEqual(
      orderAfter(4, [
        { from: 0, to: 3 },
        { from: 0, to: 1 },
      ]),
      [2, 1, 3, 0],
    );
  });

  it('leaves moves from or to outside the list out', () => {
    assert.deepEqual(
      orderAfter(2, [
        { from: 2, to: 0 },
        { from: 0, to: -1 },
        { from: -1, to: 1 },
      ]),
      [0, 1],
    );
  });
});

describe('orderWith', () => {
  const orders: [title: string, picked: readonly number[], before: number, expected: readonly number[]][] = [
    ['before another item', [3, 1], 0, [1, 3, 0, 2, 4]],
    ['to the end', [0, 2], 5, [1, 3, 4, 0, 2]],
    ['before one of themselves', [1, 3], 3, [0, 2, 1, 3, 4]],
    ['nowhere, when there are none', [], 2, [0, 1, 2, 3, 4]],
    ['beyond the end as to the end', [0], 99, [1, 2, 3, 4, 0]],
  ];
  for (const [title, picked, before, expected] of orders) {
    it(`takes the picked items ${title}`, () => {
      assert.deepEqual(orderWith(5, picked, before), expected);
    });
  }
});

describe('orderShifted', () => {
  const orders: [title: string, picked: readonly number[], step: -1 | 1, expected: readonly number[]][] = [
    ['one up', [2], -1, [0, 2, 1, 3]],
    ['one down', [2], 1, [0, 1, 3, 2]],
    ['neighbours up together', [1, 2], -1, [1, 2, 0, 3]],
    ['neighbours down together', [2, 1], 1, [0, 3, 1, 2]],
    ['two with a gap', [3, 1], -1, [1, 0, 3, 2]],
    ['nothing at the top', [0, 1], -1, [0, 1, 2, 3]],
    ['nothing at the end', [2, 3], 1, [0, 1, 2, 3]],
    ['only what has room', [0, 2], -1, [0, 2, 1, 3]],
    ['nothing outside the list', [7, -1], 1, [0, 1, 2, 3]],
  ];
  for (const [title, picked, step, expected] of orders) {
    it(`moves ${title}`, () => {
      assert.deepEqual(orderShifted(4, picked, step), expected);
    });
  }
});
