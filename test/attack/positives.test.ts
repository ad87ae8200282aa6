/** Ordinary runs with secrets still reach their servers. */
import assert from 'node:assert/strict';
import { positiveCases, runPositive } from './positives';

describe('ordinary use of secrets', function () {
  for (const one of positiveCases) {
    it(one.name, async () => {
      const { code, arrived, shown } = await runPositive(one);
      assert.deepEqual({ code, arrived }, { code: 0, arrived: one.arrives }, shown);
    });
  }
});
