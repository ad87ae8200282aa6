/** The quick fixes of steps that run a chain. */
import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { fixesFor } from '../../../src/core/language/fixes';
import { inEnglish } from '../../../src/core/say';

const PAY = `{ "formatVersion": 2, "name": "Pay", "requests": [{
  "id": "charge", "method": "GET", "url": "/{{orderId}}", "extract": [{ "variable": "receiptId", "from": "body" }]
}] }`;

/** A chain of one step with these members. */
function chain(members: string): string {
  return `{ "formatVersion": 2, "name": "c", "requests": [{ "id": "pay", "chain": "pay.chain.json"${members} }] }`;
}

/** The members of the step after each fix of the first problem of a code, by its title. */
function fixed(members: string, code: string): readonly (readonly [title: string, members: string])[] {
  const text = chain(members);
  const pay = { source: createChainReader()(PAY, 'pay.chain.json'), required: [] };
  const called = new Map([['pay.chain.json', pay]]);
  const source = createChainReader()(text, 'main.chain.json');
  const analysis = analyzeChain(source, { required: [], requiresFaults: [], called });
  const problem = analysis.problems.find((one) => one.code === code);
  assert.ok(problem !== undefined, `there is a problem ${code}`);
  const context = { analysis, say: inEnglish, lastResponse: () => undefined, environments: [] };
  const [before = '', after = ''] = chain('¦').split('¦');
  return fixesFor(problem, context).map(({ title, change }) => {
    assert.ok(change.kind === 'edit');
    return [title, applyEdits(text, change.edits()).slice(before.length, -after.length)];
  });
}

describe('the fixes of steps that run a chain', () => {
  it('give it what it needs', () => {
    assert.deepEqual(fixed('', 'missing-with'), [
      ['Give it {{orderId}}', ', "with": { "orderId": "{{orderId}}" }'],
    ]);
    assert.deepEqual(fixed(', "with": { "x": 1 }', 'missing-with'), [
      ['Give it {{orderId}}', ', "with": { "x": 1, "orderId": "{{orderId}}" }'],
    ]);
  });

  it('correct or remove what it does not use', () => {
    assert.deepEqual(fixed(', "with": { "orderID": 1 }', 'unused-with'), [
      ['Change to orderId', ', "with": { "orderId": 1 }'],
      ['Remove orderID', ''],
    ]);
  });

  it('correct what it does not extract', () => {
    assert.deepEqual(fixed(', "take": ["recieptId"]', 'unknown-take'), [
      ['Change to receiptId', ', "take": ["receiptId"]'],
    ]);
  });

  it('remove what is taken without need', () => {
    assert.deepEqual(fixed(', "take": ["receiptId"]', 'unused'), [['Remove receiptId', '']]);
  });
});
