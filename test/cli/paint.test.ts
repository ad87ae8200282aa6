import assert from 'node:assert/strict';
import { firstNames } from '../../src/cli/paint';

describe('names in what a command tells', () => {
  const cases: [names: readonly string[], expected: string][] = [
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a, b'],
    [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
  ];
  for (const [names, expected] of cases) {
    it(`are the first of ${names.length}`, () => {
      assert.equal(firstNames(names, 2), expected);
    });
  }
});
