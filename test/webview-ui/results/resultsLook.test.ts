import assert from 'node:assert/strict';
import type { RequestResult } from '../../../src/core/result/result';
import { firstLook, shownExample } from '../../../webview-ui/results/detailsLook';
import { lookOf, stateWith } from '../../../webview-ui/results/resultsLook';
import {
  initialState,
  reduceResults,
  type ResultsAction,
  type ResultsState,
} from '../../../webview-ui/results/resultsState';
import { keyOf } from '../../../src/core/bodyTree/treeRows';

const chosen = { chain: 'a.chain.json', id: 'read' };
const result = { request: chosen, startedAt: '2026-11-21T10:00:00.000Z' } as RequestResult;
const part = { from: 'body', steps: ['items', 0] } as const;
const offer = { id: 7, variable: 'item', rules: [], tried: 0, uses: [] };
const look = {
  folding: {
    openDepth: 3,
    toggled: new Set([keyOf(['items'])]),
    starts: new Map([[keyOf(['items']), 100]]),
    shown: new Map([[keyOf([]), 200]]),
  },
  text: 'sku',
  at: 2,
};

/** The state of a page that begins with what was kept of another one. */
function again(state: ResultsState): ResultsState {
  return stateWith(JSON.parse(JSON.stringify(lookOf(state))));
}

function after(...actions: ResultsAction[]): ResultsState {
  return actions.reduce(reduceResults, initialState);
}

describe('how a person looks at results', () => {
  it('is as it was when the page is there again', () => {
    const state: ResultsState = {
      ...initialState,
      chosen,
      look: { ...firstLook, tab: 4, bodyForm: 'raw' },
      problem: 'No.',
    };
    const { problem: _problem, ...kept } = state;
    assert.deepEqual(again(state), kept);
  });

  it('keeps what of a tree is folded and looked for', () => {
    const state = after({ type: 'tree-looked-at', result, look });
    assert.deepEqual(again(state), state);
  });

  it('keeps the example that was chosen, and has a tree for each', () => {
    const state = after(
      { type: 'tree-looked-at', result, look: { ...look, text: 'first' } },
      { type: 'example-chosen', result, position: 2 },
      { type: 'tree-looked-at', result, look },
    );
    assert.deepEqual(again(state), state);
    assert.deepEqual(
      [...state.look.trees.values()].map(({ text }) => text),
      ['first', 'sku'],
    );
    assert.equal(shownExample(state.look, result), 2);
    assert.equal(shownExample(state.look, { ...result, startedAt: 'later' }), 0);
  });

  it('forgets a tree that very much was folded of by hand, and the oldest of many trees', () => {
    const toggled = new Set(Array.from({ length: 501 }, (_, at) => String(at)));
    const large = { ...look, folding: { ...look.folding, toggled } };
    assert.equal(again(after({ type: 'tree-looked-at', result, look: large })).look.trees.size, 0);
    const many = Array.from({ length: 9 }, (_, at): ResultsAction => {
      return { type: 'tree-looked-at', result: { ...result, startedAt: String(at) }, look };
    });
    assert.deepEqual(
      [...again(after(...many)).look.trees.keys()].map((name) => (JSON.parse(name) as string[])[2]),
      ['1', '2', '3', '4', '5', '6', '7', '8'],
    );
  });

  it('keeps a value that is about to be extracted with its settings, and asks for an offer again', () => {
    const draft = { variable: 'sku', rule: '$.items[0]', left: ['0 Read order path'] };
    const state = after(
      { type: 'part-picked', result, part },
      { type: 'offer-arrived', part, offer },
      { type: 'extraction-drafted', draft },
    );
    assert.deepEqual(state.look.extraction?.offer, offer);
    const { of } = state.look.extraction;
    assert.deepEqual(again(state).look.extraction, { of, part, draft });
    assert.deepEqual(again(reduceResults(state, { type: 'extraction-closed' })), initialState);
  });

  const others = [
    undefined,
    null,
    7,
    'x',
    [],
    { tab: 99, bodyForm: 'x', chosen: { id: 7, chain: '' }, trees: 7, extraction: 'x' },
    { trees: [null, 7, { name: 'x' }, { name: 'x', openDepth: -1 }], extraction: { of: 'x', part: 7 } },
    { trees: [{ name: '__proto__', openDepth: 1, toggled: [7], shown: [['x', 'y']], text: '', at: 0 }] },
  ];
  for (const kept of others) {
    it(`is as at first where something else was kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(stateWith(kept), initialState);
    });
  }
});
