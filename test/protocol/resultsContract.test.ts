import assert from 'node:assert/strict';
import { resultsEditorGuards, resultsPanelGuards } from '../../src/protocol/resultsContract';

describe('what the results panel may ask', () => {
  const naming: (keyof typeof resultsEditorGuards)[] = [
    'details',
    'runRequest',
    'runWithDependencies',
    'runFromHere',
    'reveal',
    'openBody',
  ];
  for (const name of naming) {
    it(`${name} names a run and a request by number, and nothing else`, () => {
      const { takes } = resultsEditorGuards[name];
      assert.equal(takes([1, 0]), true);
      for (const args of [
        [],
        [1],
        [1, -1],
        [1, '0'],
        ['orders.chain.json', 'login'],
        [1, 0, 'file:///etc/passwd'],
      ]) {
        assert.equal(takes(args), false);
      }
    });
  }

  for (const name of ['ready', 'runAll', 'rerunFailed', 'cancel', 'openLog'] as const) {
    it(`${name} takes nothing`, () => {
      assert.equal(resultsEditorGuards[name].takes([]), true);
      assert.equal(resultsEditorGuards[name].takes(['chainwright.runAll']), false);
    });
  }
});

describe('what the editor tells the results panel', () => {
  it('is a run and its steps, whole', () => {
    const view = {
      run: 1,
      chain: {},
      startedAt: '',
      durationMs: 0,
      outcome: 'running',
      notes: [],
      requests: [],
    };
    assert.equal(resultsPanelGuards.show.takes([view]), true);
    assert.equal(resultsPanelGuards.show.takes([{ run: 1 }]), false);
    assert.equal(resultsPanelGuards.show.takes([null]), false);
    assert.equal(resultsPanelGuards.update.takes([{ type: 'run-finished', run: 1 }]), true);
    assert.equal(resultsPanelGuards.update.takes([{ type: 'run-finished', run: '1' }]), false);
  });
});
