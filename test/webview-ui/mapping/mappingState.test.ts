import assert from 'node:assert/strict';
import type { MappingUse, ReviewView } from '../../../src/protocol/mappingContract';
import { lookOf, stateWith } from '../../../webview-ui/mapping/mappingLook';
import {
  initialState,
  openGroups,
  percentText,
  picksOf,
  reduceMapping,
  type MappingAction,
  type MappingState,
} from '../../../webview-ui/mapping/mappingState';

function use(key: string, confidence: number, more: Partial<MappingUse> = {}): MappingUse {
  const choice = { variable: 'id', words: '', confidence, reasons: [], before: '', after: '' };
  return {
    key,
    request: { id: key, name: key },
    place: 'query id',
    isSure: confidence >= 0.9,
    isRejected: false,
    choices: [choice, { ...choice, confidence: 0.5 }],
    ...more,
  };
}

function review(...uses: readonly MappingUse[]): ReviewView {
  const source = { id: 's', name: 's' };
  const group = {
    variable: 'id',
    source,
    place: '',
    summary: '',
    warnings: [],
    uses,
  };
  return {
    kind: 'review',
    chain: 'a',
    source: 'run',
    startedAt: '',
    answered: 1,
    things: [{ key: 'thing', noun: 'order', value: '17', source, isCreated: true, groups: [group] }],
    copies: [],
  };
}

const shown: MappingAction = {
  type: 'shown',
  view: review(use('sure', 0.98), use('doubtful', 0.7), use('no', 0.99, { isRejected: true })),
};

function after(...actions: readonly MappingAction[]): MappingState {
  return actions.reduce(reduceMapping, initialState);
}

const keysOf = (state: MappingState): readonly string[] => picksOf(state).map(({ key }) => key);

describe('the state of a review', () => {
  it('ticks what is sure, and never what was rejected', () => {
    assert.deepEqual(keysOf(after(shown)), ['sure']);
    const all: MappingAction = { type: 'ticked', keys: ['sure', 'doubtful', 'no'], isTicked: true };
    assert.deepEqual(keysOf(after(shown, all)), ['sure', 'doubtful']);
  });

  it('ticks all from a confidence on, by the source that was chosen', () => {
    assert.deepEqual(keysOf(after(shown, { type: 'threshold-moved', percent: 70 })), ['sure', 'doubtful']);
    assert.deepEqual(keysOf(after(shown, { type: 'threshold-moved', percent: 99 })), []);
    const chosen: MappingAction = { type: 'source-chosen', key: 'sure', choice: 1 };
    assert.deepEqual(keysOf(after(shown, chosen, { type: 'threshold-moved', percent: 70 })), ['doubtful']);
  });

  it('picks the source that was chosen, and the first where that one is gone', () => {
    const chosen: MappingAction = { type: 'source-chosen', key: 'sure', choice: 1 };
    assert.deepEqual(picksOf(after(shown, chosen)), [{ key: 'sure', choice: 1 }]);
    assert.deepEqual(picksOf(after(shown, { ...chosen, choice: 7 })), [{ key: 'sure', choice: 0 }]);
  });

  it('keeps what the person decided when the text becomes another one', () => {
    const cleared: MappingAction = { type: 'ticked', keys: ['sure'], isTicked: false };
    assert.deepEqual(keysOf(after(shown, cleared, shown)), []);
    assert.deepEqual(keysOf(after(shown, cleared, { type: 'again' }, shown)), ['sure']);
  });

  it('tells what was applied until something else is ticked', () => {
    const applied: MappingAction = { type: 'applied', places: 3 };
    assert.equal(after(shown, applied, shown).applied, 3);
    assert.equal(after(shown, applied, { type: 'ticked', keys: [], isTicked: true }).applied, undefined);
  });

  it('shows groups without what was rejected, and none that is empty', () => {
    assert.deepEqual(openGroups(review(use('no', 1, { isRejected: true }))), []);
    assert.equal(openGroups(review(use('a', 1), use('no', 1, { isRejected: true })))[0]?.uses.length, 1);
  });

  it('rounds no confidence up', () => {
    assert.equal(percentText(0.999), '99 %');
    assert.equal(percentText(1), '100 %');
  });
});

describe('the look of a review', () => {
  it('outlives its page', () => {
    const state = after(
      { type: 'ticked', keys: ['a'], isTicked: false },
      { type: 'source-chosen', key: 'a', choice: 2 },
      { type: 'threshold-moved', percent: 75 },
    );
    assert.deepEqual(stateWith(JSON.parse(JSON.stringify(lookOf(state)))), state);
  });

  for (const kept of [
    undefined,
    null,
    'x',
    [],
    { ticks: 7 },
    { ticks: [null, ['a', 'yes'], [1, true]] },
    { threshold: 101 },
  ]) {
    it(`starts again after ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(stateWith(kept), initialState);
    });
  }
});
