import assert from 'node:assert/strict';
import { lastRequestOf } from '../../../src/core/analysis/lastRun';
import type { RequestResult } from '../../../src/core/result/result';

describe('lastRequestOf', () => {
  it('misses a variable that none of its extractions found', () => {
    const extraction = (variable: string, path: string, found: boolean) => ({
      variable,
      from: `body ${path}`,
      found,
      ...(found ? { value: '7' } : { message: `No ${path}.` }),
    });
    const result = {
      outcome: 'passed',
      extractions: [
        extraction('id', '$.id', true),
        extraction('id', '$.orderId', false),
        extraction('token', '$.token', false),
      ],
    } as unknown as RequestResult;
    assert.deepEqual(lastRequestOf(result), {
      outcome: 'passed',
      missed: new Map([['token', 'No $.token.']]),
    });
  });
});
