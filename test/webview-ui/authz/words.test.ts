import assert from 'node:assert/strict';
import type { Signals } from '../../../src/core/authz/model/verdict';
import type { EvidenceStep } from '../../../src/protocol/authzPanel';
import { answerWords, colourOf } from '../../../webview-ui/authz/words';

const signals: Signals = {
  control: 'ok',
  status: 404,
  leak: 'no',
  state: 'gone',
  self: false,
  soft: false,
};

function step(change: Partial<EvidenceStep>): EvidenceStep {
  return { step: 'attack', user: 'alice', method: 'GET', target: '/', ...change };
}

describe('the colour of a cell', () => {
  it('tells what must be looked at from what is as it should be', () => {
    const colours = [
      colourOf('FLAW_READ', 'OBJ'),
      colourOf('INCONCLUSIVE_AUTH', 'OBJ'),
      colourOf('DENIED_OTHER', 'OBJ'),
      colourOf('PASS_403', 'OBJ'),
      colourOf('PASS_EFFECT', 'SELF'),
      colourOf('OVER_RESTRICTED', 'SELF'),
      colourOf('SKIPPED', 'OBJ'),
      colourOf(undefined, 'OBJ'),
    ];
    assert.deepEqual(colours, ['bad', 'doubtful', 'plain', 'good', 'quiet', 'bad', 'quiet', 'quiet']);
  });
});

describe('the answer to a step', () => {
  it('is its status, and after the attack what became of the object', () => {
    assert.equal(answerWords(step({ status: 403 }), signals), '403');
    assert.equal(answerWords(step({ step: 'after-read', status: 404 }), signals), '404 gone');
    assert.equal(answerWords(step({ step: 'after-read', status: 200 }), undefined), '200');
  });

  it('says when there was none', () => {
    assert.equal(answerWords(step({ failure: 'timed out' }), signals), 'no answer');
    assert.equal(answerWords(step({}), signals), 'not sent');
  });
});
