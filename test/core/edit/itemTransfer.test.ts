import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutLines, putItems, takeItems } from '../../../src/core/edit/itemTransfer';
import { isArray, stringifyJson } from '../../../src/core/json/json';
import { valueOf } from '../../../src/core/json/jsonDocument';
import { parseTree, type ArrayNode } from '../../../src/core/json/jsonTree';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { commentedJson, commentsIn } from '../commentedJson';

function listIn(text: string): ArrayNode {
  const { root, faults } = parseTree(text);
  assert.deepEqual(faults, []);
  assert.ok(root?.kind === 'array');
  return root;
}

const source = '[\n    // first\n    1, // one\n    2\n]';

/** A text after the items of the source at `picked` came into it. */
function put(target: string, index: number, picked: readonly number[]): string {
  const items = takeItems(source, listIn(source), picked);
  return applyEdits(target, putItems(target, listIn(target), index, items));
}

describe('putting items into another list', () => {
  const puts: [title: string, target: string, index: number, picked: readonly number[], expected: string][] =
    [
      ['in front', '[\n  9\n]', 0, [0], '[\n  // first\n  1, // one\n  9\n]'],
      ['at the end', '[\n  9 // nine\n]', 1, [0], '[\n  9, // nine\n  // first\n  1 // one\n]'],
      ['after a trailing comma', '[\n  9,\n]', 1, [0, 1], '[\n  9,\n  // first\n  1, // one\n  2,\n]'],
      ['into an empty list', '[\n]', 0, [0, 1], '[\n  // first\n  1, // one\n  2\n]'],
      ['into brackets that touch', '[]', 0, [0], '[\n  // first\n  1 // one\n]'],
      ['next to a comment', '[ /* none */ ]', 0, [1], '[ /* none */\n  2\n]'],
      ['in front in a line', '[8, 9]', 0, [0], '[\n  // first\n  1, // one\n8, 9]'],
      ['between two in a line', '[8, /* nine */ 9]', 1, [0], '[8, /* nine */\n  // first\n  1, // one\n9]'],
      ['at the end of a line', '[8, 9]', 2, [0], '[8, 9,\n  // first\n  1 // one\n]'],
      ['nowhere, when there are none', '[8, 9]', 2, [], '[8, 9]'],
    ];
  for (const [title, target, index, picked, expected] of puts) {
    it(`puts them ${title}`, () => {
      assert.equal(put(target, index, picked), expected);
      listIn(put(target, index, picked));
    });
  }

  it('writes the line breaks of the target', () => {
    assert.equal(put('[\r\n\t9\r\n]', 0, [0]), '[\r\n\t// first\r\n\t1, // one\r\n\t9\r\n]');
  });

  it('keeps deeper lines deeper', () => {
    const from = '[\n  {\n    "a": [\n      1\n    ]\n  }\n]';
    const to = '{ "x": [\n        9\n    ] }';
    const { root } = parseTree(to);
    assert.ok(root?.kind === 'object');
    const list = root.members[0]?.value;
    assert.ok(list?.kind === 'array');
    assert.equal(
      applyEdits(to, putItems(to, list, 1, takeItems(from, listIn(from), [0]))),
      '{ "x": [\n        9,\n        {\n          "a": [\n            1\n          ]\n        }\n    ] }',
    );
  });
});

describe('taking items out of one list into another', () => {
  it('loses no item and no comment, whatever the layouts', () => {
    fc.assert(
      fc.property(commentedJson, commentedJson, fc.nat(), fc.nat(), (from, to, pick, place) => {
        const [given, taking] = [from.value, to.value];
        fc.pre(isArray(given) && isArray(taking) && given.length > 0);
        const [some, others] = [isArray(given) ? given : [], isArray(taking) ? taking : []];
        const picked = [...some.keys()].filter((index) => (pick >> index) % 2 === 1);
        const index = place % (others.length + 1);
        const items = takeItems(from.text, listIn(from.text), picked);
        const cut = cutLines(from.text, listIn(from.text), picked);
        const target = applyEdits(to.text, putItems(to.text, listIn(to.text), index, items));
        const moved = picked.map((at) => some[at] ?? null);
        const expected = others.toSpliced(index, 0, ...moved);
        assert.equal(stringifyJson(valueOf(listIn(target))), stringifyJson(expected));
        if (cut !== undefined) {
          const rest = applyEdits(from.text, cut);
          const left = some.filter((_, at) => !picked.includes(at));
          assert.equal(stringifyJson(valueOf(listIn(rest))), stringifyJson(left));
          assert.deepEqual(
            [...commentsIn(rest), ...commentsIn(target)].sort(),
            [...commentsIn(from.text), ...commentsIn(to.text)].sort(),
          );
        }
      }),
      { seed: 8, numRuns: 2000 },
    );
  });
});
