import assert from 'node:assert/strict';
import type { MappingThing, MappingUse, NotLive, ReviewView } from '../../../src/protocol/mappingContract';
import { lookOf, stateWith } from '../../../webview-ui/mapping/mappingLook';
import {
  initialState,
  isUnfolded,
  notLiveReasons,
  openThings,
  percentText,
  picksOf,
  reduceMapping,
  tickOf,
  usesIn,
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

function thing(...uses: readonly MappingUse[]): MappingThing {
  const source = { id: 's', name: 's' };
  const group = { variable: 'id', source, place: '', summary: '', warnings: [], uses };
  return { key: 'thing', noun: 'order', value: '17', source, isCreated: true, groups: [group] };
}

function review(...uses: readonly MappingUse[]): ReviewView {
  return {
    kind: 'review',
    chain: 'a',
    source: 'run',
    startedAt: '',
    answered: 1,
    things: [thing(...uses)],
    copies: [],
    loops: [],
    columns: [],
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

  it('keeps why an action failed as long as nothing else is done', () => {
    const failed: MappingAction = { type: 'action-failed', message: 'Nothing was sent.', code: 'untrusted' };
    assert.equal(after(failed, shown).problem, undefined, 'the first view was not read, and is now');
    assert.equal(after(shown, failed, shown).problem, 'Nothing was sent.');
    const dismissed = after(shown, failed, { type: 'problem-dismissed' });
    assert.deepEqual([dismissed.problem, dismissed.problemCode], [undefined, undefined]);
  });

  it('ticks all from a confidence on, by the source that was chosen', () => {
    assert.deepEqual(keysOf(after(shown, { type: 'threshold-moved', percent: 70 })), ['sure', 'doubtful']);
    assert.deepEqual(keysOf(after(shown, { type: 'threshold-moved', percent: 99 })), []);
    const chosen: MappingAction = { type: 'source-chosen', key: 'sure', choice: 1 };
    assert.deepEqual(keysOf(after(shown, chosen, { type: 'threshold-moved', percent: 70 })), ['doubtful']);
  });

  it('ticks no source from a confidence on that is not live', () => {
    const [choice] = use('dead', 0.99).choices;
    assert.ok(choice !== undefined);
    const notLive = { request: { id: 'r', name: 'r' }, place: 'path segment 2' };
    const dead = use('dead', 0.99, { isSure: false, choices: [{ ...choice, notLive }, choice] });
    const view: MappingAction = { type: 'shown', view: review(use('sure', 0.98), dead) };
    const moved: MappingAction = { type: 'threshold-moved', percent: 50 };
    assert.deepEqual(keysOf(after(view, moved)), ['sure']);
    const chosen: MappingAction = { type: 'source-chosen', key: 'dead', choice: 1 };
    assert.deepEqual(keysOf(after(view, chosen, moved)), ['sure', 'dead']);
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

  it('shows things without what was rejected, and none that is empty', () => {
    assert.deepEqual(openThings(review(use('no', 1, { isRejected: true }))), []);
    const [open] = openThings(review(use('a', 1), use('no', 1, { isRejected: true })));
    assert.deepEqual(open, thing(use('a', 1)));
  });

  it('rounds no confidence up', () => {
    assert.equal(percentText(0.999), '99 %');
    assert.equal(percentText(1), '100 %');
  });
});

describe('the tick of a thing', () => {
  const order = thing(use('sure', 0.98), use('also', 0.95), use('doubtful', 0.7));
  const ticks = (...keys: readonly string[]): MappingState => ({
    ...initialState,
    ticks: new Map(usesIn(order).map(({ key }) => [key, keys.includes(key)])),
  });
  const cases: readonly [title: string, state: MappingState, look: string, next: [string[], boolean]][] = [
    ['is partly set at first, as what is sure is ticked', initialState, 'some', [['sure', 'also'], false]],
    ['ticks what is sure, and nothing else', ticks(), 'none', [['sure', 'also'], true]],
    ['ticks what is missing of that first', ticks('also', 'doubtful'), 'some', [['sure'], true]],
    [
      'clears everything that is ticked',
      ticks('sure', 'also', 'doubtful'),
      'all',
      [['sure', 'also', 'doubtful'], false],
    ],
  ];
  for (const [title, state, look, [keys, isTicked]] of cases) {
    it(title, () => {
      const tick = tickOf(state, order);
      assert.deepEqual([tick.look, tick.next], [look, { keys, isTicked }]);
    });
  }

  it('is off where nothing is sure, and clears what the person ticked', () => {
    const doubtful = thing(use('doubtful', 0.7), use('dim', 0.6));
    assert.deepEqual(tickOf(initialState, doubtful), {
      ticked: 0,
      look: 'off',
      next: { keys: [], isTicked: false },
    });
    assert.deepEqual(tickOf(ticks('doubtful'), doubtful), {
      ticked: 1,
      look: 'some',
      next: { keys: ['doubtful'], isTicked: false },
    });
  });
});

describe('the places of a thing', () => {
  it('are folded where all are sure, unless the person unfolds them', () => {
    const sure = thing(use('sure', 0.98));
    assert.equal(isUnfolded(initialState, sure), false);
    const unfolded: MappingAction = { type: 'unfolded', keys: [sure.key], isUnfolded: true };
    assert.equal(isUnfolded(after(unfolded), sure), true);
    assert.equal(isUnfolded(after(unfolded, { ...unfolded, isUnfolded: false }), sure), false);
  });

  it('are seen where something needs a decision, unless the person folds them', () => {
    const verdict = { kind: 're-aimed', words: '' } as const;
    for (const one of [thing(use('doubtful', 0.7)), thing(use('sure', 0.98, { verdict }))]) {
      assert.equal(isUnfolded(initialState, one), true);
      assert.equal(isUnfolded(after({ type: 'unfolded', keys: [one.key], isUnfolded: false }), one), false);
    }
  });

  it('say each reason once why their sources are not live, of the sources that are chosen', () => {
    const reason = (id: string): NotLive => ({ request: { id, name: id }, place: 'path segment 2' });
    const choice = use('a', 0.9).choices[0];
    const from = (key: string, ...ids: readonly string[]): MappingUse =>
      use(key, 0.9, {
        choices: ids.flatMap((id) => (choice === undefined ? [] : [{ ...choice, notLive: reason(id) }])),
      });
    const order = thing(from('a', 'read'), from('b', 'read', 'list'), use('c', 0.98));
    assert.deepEqual(notLiveReasons(initialState, order), [reason('read')]);
    assert.deepEqual(notLiveReasons(after({ type: 'source-chosen', key: 'b', choice: 1 }), order), [
      reason('read'),
      reason('list'),
    ]);
  });
});

describe('the look of a review', () => {
  it('outlives its page', () => {
    const state = after(
      { type: 'ticked', keys: ['a'], isTicked: false },
      { type: 'unfolded', keys: ['b'], isUnfolded: true },
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
    { unfolded: [['a', 1]] },
    { threshold: 101 },
  ]) {
    it(`starts again after ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(stateWith(kept), initialState);
    });
  }
});
