import assert from 'node:assert/strict';
import { isQuiet, readQuietHours } from '../../src/sharing/quietHours';

describe('quiet hours', () => {
  it('are read as two times of the day', () => {
    assert.deepEqual(readQuietHours('22:00-07:30'), { from: 1320, to: 450 });
    assert.deepEqual(readQuietHours(' 00:00 – 23:59 '), { from: 0, to: 1439 });
  });

  for (const text of ['', '22-7', '24:00-07:00', '22:60-07:00', '7:00-8:00', '08:00-08:00', '22:00-07:00x']) {
    it(`are not ${JSON.stringify(text)}`, () => {
      assert.equal(readQuietHours(text), undefined);
    });
  }

  const night = { from: 22 * 60, to: 7 * 60 };
  const noon = { from: 12 * 60, to: 13 * 60 };
  const cases = [
    [night, 21 * 60 + 59, false],
    [night, 22 * 60, true],
    [night, 0, true],
    [night, 7 * 60 - 1, true],
    [night, 7 * 60, false],
    [noon, 12 * 60 - 1, false],
    [noon, 12 * 60, true],
    [noon, 13 * 60 - 1, true],
    [noon, 13 * 60, false],
    [noon, 0, false],
  ] as const;
  for (const [hours, minute, quiet] of cases) {
    it(`${quiet ? 'hold' : 'do not hold'} minute ${minute} when they are ${hours.from} to ${hours.to}`, () => {
      assert.equal(isQuiet(hours, minute), quiet);
    });
  }
});
