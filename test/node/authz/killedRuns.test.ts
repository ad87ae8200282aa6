import assert from 'node:assert/strict';
import { killRun } from './killedRun';

/** Requests after which the process is killed: spread over the run, each at another step of the procedure. */
const MOMENTS = [3, 5, 6, 9, 14, 17, 23, 31, 38, 44, 52, 61, 73, 88, 101, 115, 128, 142, 157, 171];

describe('a matrix run that is killed', function () {
  for (const moment of MOMENTS) {
    it(`after ${moment} requests leaves nothing behind that cleanup does not delete`, async () => {
      const { cleaned, before, after } = await killRun({
        folder: 'examples/workspace',
        matrix: 'orders',
        moment,
        listed: '/api/orders',
      });
      assert.deepEqual(cleaned.left, []);
      assert.deepEqual(after, before);
    });
  }

  for (const moment of [16, 17, 22, 29, 37, 47, 58, 70, 86]) {
    it(`after ${moment} requests leaves no throw-away user behind that cleanup does not delete`, async () => {
      const { cleaned, before, after } = await killRun({
        folder: 'test/fixtures/authz',
        matrix: 'credentials',
        flaws: ['change-any-password'],
        moment,
        listed: '/api/admin/users',
      });
      assert.deepEqual(cleaned.left, []);
      assert.ok(cleaned.deleted > 0);
      assert.deepEqual(after, before);
    });
  }
});
