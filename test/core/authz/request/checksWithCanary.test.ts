import assert from 'node:assert/strict';
import { plantedAt, plantText } from '../../../../src/core/authz/request/canary';
import { plantedChecks } from '../../../../src/core/authz/request/checksWithCanary';
import type { ChainRequest, Check, Operator } from '../../../../src/core/model';

const CANARY = 'CNRY-0123456789abcdef';

/** Which operators of a body check are kept after `$.note` of the body got a planted text. */
function kept(operator: Operator): readonly Check[] {
  const check: Check = { path: '$.note', operators: [operator] };
  const request = {
    body: { kind: 'json', value: { note: 'Leave it at the door', quantity: 2 } },
    expect: { status: [201], headers: [], body: [check], maxDurationMs: 5 },
  } as unknown as ChainRequest;
  const planted = plantText(request, { ...plantedAt(['$.note']), text: CANARY });
  const { status, headers, body, ...others } = plantedChecks(request, planted);
  assert.deepEqual([status, headers, others], [[201], [], {}]);
  return body;
}

describe('plantedChecks', () => {
  const cases: readonly (readonly [title: string, operator: Operator, isKept: boolean])[] = [
    ['keeps what a success says', { operator: 'equals', value: 'success' }, true],
    ['keeps a number', { operator: 'equals', value: 2 }, true],
    ['keeps that something exists', { operator: 'exists', value: true }, true],
    ['keeps an expression for something else', { operator: 'matches', value: '^ok$' }, true],
    ['leaves out the text that was there', { operator: 'equals', value: 'Leave it at the door' }, false],
    ['leaves out a part of the canary', { operator: 'contains', value: 'at the door' }, false],
    ['leaves out what holds it', { operator: 'equals', value: { note: 'Leave it at the door' } }, false],
    ['leaves out an expression for it', { operator: 'matches', value: 'door$' }, false],
  ];
  for (const [title, operator, isKept] of cases) {
    it(title, () => {
      assert.deepEqual(kept(operator), isKept ? [{ path: '$.note', operators: [operator] }] : []);
    });
  }
});
