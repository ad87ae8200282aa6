import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isArray, stringifyJson } from '../../src/core/json';
import { valueOf } from '../../src/core/jsonDocument';
import { moveItem } from '../../src/core/itemMove';
import type { Move } from '../../src/core/itemMove';
import { parseTree } from '../../src/core/jsonTree';
import { applyEdits } from '../../src/core/textEdit';
import { commentedJson, commentsIn } from './commentedJson';

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
