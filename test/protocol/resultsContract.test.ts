import assert from 'node:assert/strict';
import { resultsContract } from '../../src/protocol/resultsContract';
import { accepts } from '../../src/protocol/schema';

describe('what the results panel may ask', () => {
  const naming: (keyof typeof resultsContract.editor)[] = [
    'details',
    'causes',
    'past',
    'runRequest',
    'runWithDependencies',
    'runFromHere',
    'raiseIssue',
    'issue',
    'openIssue',
  ];
  for (const name of naming) {
    it(`${name} names a run and a request by number, and nothing else`, () => {
      const { takes } = resultsContract.editor[name];
      assert.equal(accepts(takes, [1, 0]), true);
      for (const args of [
        [],
        [1],
        [1, -1],
        [1, '0'],
        ['orders.chain.json', 'login'],
        [1, 0, 'file:///etc/passwd'],
      ]) {
        assert.equal(accepts(takes, args), false);
      }
    });
  }

  it('names a response by the number of its example as well', () => {
    const { openBody, openRequest, bodyTree } = resultsContract.editor;
    for (const [example, isOne] of [
      [0, true],
      [2, true],
      [-1, false],
      ['2', false],
    ] as const) {
      assert.equal(accepts(openBody.takes, [1, 0, example]), isOne);
      assert.equal(accepts(openRequest.takes, [1, 0, example]), isOne);
      assert.equal(accepts(bodyTree.takes, [1, 0, { look: null, act: 'look' }, example]), isOne);
    }
  });

  const calls = ['ready', 'runAll', 'rerunFailed', 'repair', 'cancel', 'openLog', 'share', 'notify'] as const;
  for (const name of calls) {
    it(`${name} takes nothing`, () => {
      assert.equal(accepts(resultsContract.editor[name].takes, []), true);
      assert.equal(accepts(resultsContract.editor[name].takes, ['chainwright.runAll']), false);
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
      assert.equal(accepts(resultsContract.editor.offerExtraction.takes, [1, 0, part, 0]), isOne);
    });
  }

  it('is chosen by number', () => {
    const { takes } = resultsContract.editor.extract;
    assert.equal(accepts(takes, [1, { variable: 'orderId', rule: 0, uses: [0, 2] }]), true);
    assert.equal(accepts(takes, [1, { variable: 'orderId', rule: '$.id', uses: [] }]), false);
    assert.equal(accepts(takes, [1, { variable: 7, rule: 0, uses: [] }]), false);
    assert.equal(accepts(takes, [1, { variable: 'orderId', rule: 0, uses: ['orders.chain.json'] }]), false);
    assert.equal(accepts(takes, [{ variable: 'orderId', rule: 0, uses: [] }]), false);
  });
});
