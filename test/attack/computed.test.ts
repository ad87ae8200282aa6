/** Values that functions and variables of requests compute from credentials: nothing that is written shows one. */
import assert from 'node:assert/strict';
import { computedRequests, runComputed } from './computedRun';

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
});
