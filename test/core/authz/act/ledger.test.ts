import assert from 'node:assert/strict';
import { openEntries, type LedgerEntry } from '../../../../src/core/authz/act/ledger';

function entry(id: string, state: LedgerEntry['state']): LedgerEntry {
  return { id, matrix: 'orders.authz.json', resource: 'order', owner: 'alice', canary: id, state };
}

describe('openEntries', () => {
  it('gives the last entry of what is not known to be gone', () => {
    assert.deepEqual(
      openEntries([
        entry('a', 'creating'),
        entry('b', 'creating'),
        entry('a', 'created'),
        entry('b', 'gone'),
        entry('c', 'creating'),
      ]),
      [entry('a', 'created'), entry('c', 'creating')],
    );
  });

  it('takes up again what a later run with the same seed creates', () => {
    assert.deepEqual(openEntries([entry('a', 'gone'), entry('a', 'creating')]), [entry('a', 'creating')]);
  });
});
