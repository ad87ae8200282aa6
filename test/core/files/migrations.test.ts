import assert from 'node:assert/strict';
import { migrate, type Migration } from '../../../src/core/files/migrations';

/** Version 1 said `title`, version 2 says `name`, version 3 has a list of tags. */
const migrations: readonly Migration[] = [
  ({ title = '', ...rest }) => ({ ...rest, name: title }),
  (file) => ({ ...file, tags: [] }),
];

describe('migrate', () => {
  it('applies every step a file lacks, in order', () => {
    assert.deepEqual(migrate({ formatVersion: 1, title: 'Orders', other: 1 }, migrations), {
      ok: true,
      file: { formatVersion: 3, name: 'Orders', tags: [], other: 1 },
    });
  });

  it('applies only the steps a file lacks', () => {
    assert.deepEqual(migrate({ formatVersion: 2, title: 'kept' }, migrations), {
      ok: true,
      file: { formatVersion: 3, title: 'kept', tags: [] },
    });
  });

  it('returns a file of the current version itself', () => {
    const file = { formatVersion: 3 };
    assert.deepEqual(migrate(file, migrations), { ok: true, file });
  });

  it('refuses a file from a later version', () => {
    assert.deepEqual(migrate({ formatVersion: 4 }, migrations), { ok: false, version: 4, current: 3 });
  });

  for (const formatVersion of [undefined, null, '1', 1.5, 0, -1]) {
    it(`leaves version ${JSON.stringify(formatVersion)} to the schema`, () => {
      const file = formatVersion === undefined ? {} : { formatVersion };
      assert.deepEqual(migrate(file, migrations), { ok: true, file });
    });
  }
});
