import assert from 'node:assert/strict';
import { BodyTree } from '../../src/core/bodyTree/bodyTree';
import { plainView, treeWanted, viewFrom, type PlainTreeView } from '../../src/protocol/bodyTree';
import { accepts } from '../../src/protocol/schema';

const LOOK = {
  openDepth: 1,
  toggled: ['["a"]'],
  starts: [['[]', 100]],
  shown: [['[]', 200]],
  text: 'x',
  at: 0,
};

describe('the tree of a long body on the wire', () => {
  it('is the same on the other side', () => {
    const tree = new BodyTree({ a: ['x', { b: 1 }] });
    const view = tree.view(
      {
        folding: {
          openDepth: 1,
          toggled: new Set(['["a"]']),
          starts: new Map([['[]', 0]]),
          shown: new Map([['[]', 200]]),
        },
        text: 'x',
        at: 0,
      },
      'reveal',
    );
    const sent = JSON.parse(JSON.stringify(plainView(view))) as PlainTreeView;
    assert.deepEqual(viewFrom(sent), view);
  });

  const wanted: [title: string, value: unknown, isWanted: boolean][] = [
    ['a look', { look: LOOK, act: 'reveal' }, true],
    ['no look', { look: null, act: 'look' }, true],
    ['no look at all', { act: 'look' }, false],
    ['an act that there is none of', { look: null, act: 'constructor' }, false],
    ['a depth that is none', { look: { ...LOOK, openDepth: -1 }, act: 'look' }, false],
    ['rows that are no texts', { look: { ...LOOK, toggled: [7] }, act: 'look' }, false],
    [
      'more rows than anybody unfolds',
      { look: { ...LOOK, toggled: Array(100_001).fill('') }, act: 'look' },
      false,
    ],
    ['children that are no number', { look: { ...LOOK, shown: [['[]', '7']] }, act: 'look' }, false],
    ['no children', { look: { ...LOOK, shown: [['[]', 0]] }, act: 'reveal' }, false],
    ['a start that is none', { look: { ...LOOK, starts: [['[]', -1]] }, act: 'look' }, false],
    ['a text without end', { look: { ...LOOK, text: 'x'.repeat(10_001) }, act: 'look' }, false],
    ['a match that is none', { look: { ...LOOK, at: 0.5 }, act: 'look' }, false],
    ['a look that is a list', { look: [], act: 'look' }, false],
  ];
  for (const [title, value, isWanted] of wanted) {
    it(`${isWanted ? 'can' : 'cannot'} be asked for by ${title}`, () => {
      assert.equal(accepts(treeWanted, value), isWanted);
    });
  }
});
