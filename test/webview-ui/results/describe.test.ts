import assert from 'node:assert/strict';
import { describeTimings } from '../../../webview-ui/results/describe';

describe('the words of the results panel', () => {
  it('list the phases that took place', () => {
    assert.deepEqual(describeTimings({ firstByteMs: 31, totalMs: 34 }), [
      ['First byte', '31 ms'],
      ['Total', '34 ms'],
    ]);
  });
});
