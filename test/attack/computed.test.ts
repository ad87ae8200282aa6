/** Values that functions and variables of requests compute from credentials: nothing that is written shows one. */
import assert from 'node:assert/strict';
import { functionNames } from '../../src/core/prepare/functions/signatures';
import { computedRequests, runComputed } from './computedRun';
import { computedValues } from './exfiltration/computed';
import type { Stage } from './exfiltration/stage';

describe('values that are computed from a credential', function () {
  this.timeout(120_000);

  for (const from of ['secret', 'token'] as const) {
    it(`are sent, and shown nowhere, when they come from a ${from}`, async () => {
      const { arrived, leaks } = await runComputed(from);
      assert.deepEqual(
        arrived,
        computedRequests.map(({ id }) => id),
      );
      assert.deepEqual(leaks, []);
    });
  }

  it('are of every function', () => {
    const stage = { shop: '', stranger: '', strangerPort: 1, proxy: '' } as unknown as Stage;
    const attacks = JSON.stringify(computedValues.attacks.map(({ setup }) => setup(stage)));
    // What $random gives does not contain what it was given, so there is nothing to mask.
    const masked = JSON.stringify(computedRequests);
    assert.deepEqual(
      functionNames.filter((name) => !attacks.includes(`{{${name} `)),
      [],
    );
    assert.deepEqual(
      functionNames.filter((name) => !masked.includes(`{{${name} `)),
      ['$random'],
    );
  });
});
