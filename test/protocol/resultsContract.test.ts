import assert from 'node:assert/strict';
import { resultsEditorGuards, resultsPanelGuards } from '../../src/protocol/resultsContract';

describe('what the results panel may ask', () => {
  const naming: (keyof typeof resultsEditorGuards)[] = [
    'details',
    'causes',
    'past',
    'runRequest',
    'runWithDependencies',
    'runFromHere',
    'reveal',
    'openBody',
    'raiseIssue',
    'issue',
    'openIssue',
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

  for (const name of ['ready', 'runAll', 'rerunFailed', 'cancel', 'openLog', 'share', 'notify'] as const) {
    it(`${name} takes nothing`, () => {
      assert.equal(resultsEditorGuards[name].takes([]), true);
      assert.equal(resultsEditorGuards[name].takes(['chainwright.runAll']), false);
    });
  }
});

describe('what the results panel may extract', () => {
  const parts: [part: unknown, isOne: boolean][] = [
    [{ from: 'body', steps: ['items', 0, 'id'] }, true],
    [{ from: 'body', steps: [] }, true],
    [{ from: 'header', name: 'ETag' }, true],
    [{ from: 'cookie', name: 'session' }, true],
    [{ from: 'body', steps: [-1] }, false],
    [{ from: 'body', steps: [{}] }, false],
    [{ from: 'body', steps: Array.from({ length: 2_000 }, () => 0) }, false],
    [{ from: 'header' }, false],
    [{ from: 'file', name: '/etc/passwd' }, false],
    ['$.id', false],
    [null, false],
  ];
  for (const [part, isOne] of parts) {
    it(`is ${isOne ? '' : 'not '}${JSON.stringify(part).slice(0, 60)}`, () => {
      assert.equal(resultsEditorGuards.offerExtraction.takes([1, 0, part]), isOne);
    });
  }

  it('is chosen by number', () => {
    const { takes } = resultsEditorGuards.extract;
    assert.equal(takes([1, { variable: 'orderId', rule: 0, uses: [0, 2] }]), true);
    assert.equal(takes([1, { variable: 'orderId', rule: '$.id', uses: [] }]), false);
    assert.equal(takes([1, { variable: 7, rule: 0, uses: [] }]), false);
    assert.equal(takes([1, { variable: 'orderId', rule: 0, uses: ['orders.chain.json'] }]), false);
    assert.equal(takes([{ variable: 'orderId', rule: 0, uses: [] }]), false);
  });
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
