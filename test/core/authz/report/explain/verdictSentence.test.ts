import assert from 'node:assert/strict';
import type { Cell } from '../../../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../../../src/core/authz/model/verdict';
import { verdictSentence } from '../../../../../src/core/authz/report/explain/verdictSentence';
import { cellOf, verdictOn } from '../../cells';

describe('a verdict in a sentence', () => {
  const sentences: readonly (readonly [sentence: string, outcome: OutcomeClass, change?: Partial<Cell>])[] = [
    ["alice reads bob's order", 'FLAW_READ'],
    ["alice (of another tenant) reads bob's order", 'FLAW_READ', { relation: { tenant: 'other' } }],
    ["alice (of the same tenant) reads bob's order", 'FLAW_READ', { relation: { tenant: 'same' } }],
    [
      "alice (of another team and the same tenant) is kept from bob's order",
      'PASS_403',
      { relation: { tenant: 'same', team: 'other' } },
    ],
    ["alice changes bob's order", 'FLAW_WRITE'],
    ["alice deletes bob's order", 'FLAW_DELETE'],
    ["alice sets $.owner of bob's order", 'FLAW_WRITE', { kind: 'PROP', property: '$.owner' }],
    ["alice is shown $.tax of bob's order", 'FLAW_READ', { kind: 'PROP', property: '$.tax' }],
    ["alice is not shown $.tax of bob's order", 'PASS_EFFECT', { kind: 'PROP', property: '$.tax' }],
    ["alice finds in a list bob's order", 'FLAW_READ', { kind: 'LIST' }],
    ['alice reads order.read', 'FLAW_READ', { kind: 'FUN' }],
    ["alice reads bob's order without credentials", 'FLAW_READ', { kind: 'ANON' }],
    ["alice is kept from bob's order", 'PASS_401', { kind: 'ANON' }],
    ["alice is kept from bob's order", 'DENIED_OTHER'],
    ['alice can use order.read on their own order', 'PASS_EFFECT', { kind: 'SELF', owner: 'alice' }],
    ['alice is refused order.read on their own order', 'OVER_RESTRICTED', { kind: 'SELF', owner: 'alice' }],
    ["alice does not reach bob's order", 'PASS_EFFECT', { kind: 'LIST' }],
    ["alice was tested without a result on bob's order", 'INCONCLUSIVE_STATE'],
  ];
  for (const [sentence, outcome, change] of sentences) {
    it(sentence, () => {
      assert.equal(verdictSentence(verdictOn(cellOf('alice', 'bob', change), outcome)), sentence);
    });
  }
});
