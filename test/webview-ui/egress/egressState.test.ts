import assert from 'node:assert/strict';
import { nothingOmitted } from '../../../src/core/result/omissions';
import type { EgressView } from '../../../src/protocol/egressContract';
import {
  initialState,
  isCurrent,
  nextChoice,
  reduceEgress,
  withExchange,
  type EgressAction,
  type EgressState,
} from '../../../webview-ui/egress/egressState';

const view: EgressView = {
  revision: 1,
  title: 'Share',
  destination: 'a file',
  action: 'Save',
  fields: [{ id: 'title', label: 'Title', lines: 'one' }],
  choice: { omissions: nothingOmitted, values: [{ id: 'title', value: 'a' }] },
  texts: [],
  size: 0,
  masks: [],
};

function after(...actions: readonly EgressAction[]): EgressState {
  return actions.reduce(reduceEgress, reduceEgress(initialState, { type: 'shown', view }));
}

const withoutBodies: EgressAction = { type: 'omitted', omissions: { bodies: true } };

/** What the editor answers: a copy, for it came over a wire. */
function answerTo({ asked }: EgressState): EgressAction {
  assert.ok(asked !== undefined);
  return {
    type: 'answered',
    view: { ...view, revision: 2, choice: structuredClone(asked) },
  };
}

describe('the state of an egress view', () => {
  it('may go when it has just been shown', () => {
    assert.equal(isCurrent(after()), true);
    assert.equal(nextChoice(after()), undefined);
  });

  it('may not go before it was shown, and not twice', () => {
    assert.equal(isCurrent(initialState), false);
    assert.equal(isCurrent(after({ type: 'decided' })), false);
  });

  it('may not go while what was chosen is not what is shown', () => {
    const state = after(withoutBodies);
    assert.equal(isCurrent(state), false);
    assert.deepEqual(nextChoice(state)?.omissions, { ...nothingOmitted, bodies: true });
  });

  it('may go when the choice has been answered', () => {
    const state = after(withoutBodies);
    const asked = reduceEgress(state, { type: 'asked', choice: nextChoice(state) ?? view.choice });
    assert.equal(nextChoice(asked), undefined);
    const answered = reduceEgress(asked, answerTo(asked));
    assert.equal(isCurrent(answered), true);
    assert.equal(nextChoice(answered), undefined);
  });

  it('asks again for what was chosen while another choice was under way', () => {
    const state = after(withoutBodies);
    const asked = reduceEgress(state, { type: 'asked', choice: nextChoice(state) ?? view.choice });
    const typed = reduceEgress(asked, { type: 'reworded', id: 'title', value: 'b' });
    const answered = reduceEgress(typed, answerTo(asked));
    assert.equal(isCurrent(answered), false);
    assert.deepEqual(nextChoice(answered), {
      omissions: { ...nothingOmitted, bodies: true },
      values: [{ id: 'title', value: 'b' }],
    });
  });

  it('does not ask for ever for what did not work, and again after the next change', () => {
    const failed = after(withoutBodies, { type: 'action-failed', message: 'no' });
    assert.equal(nextChoice(failed), undefined);
    assert.equal(isCurrent(failed), false);
    assert.ok(nextChoice(reduceEgress(failed, withoutBodies)) !== undefined);
  });

  it('can be decided again when the decision did not arrive', () => {
    assert.equal(isCurrent(after({ type: 'decided' }, { type: 'action-failed', message: 'no' })), true);
  });
});

describe('the requests that are left out', () => {
  it('are kept in order, each once', () => {
    assert.deepEqual(withExchange({ ...nothingOmitted, exchanges: [7] }, 2, true), [2, 7]);
    assert.deepEqual(withExchange({ ...nothingOmitted, exchanges: [2, 7] }, 7, true), [2, 7]);
    assert.deepEqual(withExchange({ ...nothingOmitted, exchanges: [2, 7] }, 2, false), [7]);
  });
});
