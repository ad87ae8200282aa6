import assert from 'node:assert/strict';
import { mostTelling, type ToldResult } from '../../../src/node/results/mostTelling';

describe('the result that says most', () => {
  const part: ToldResult = { head: { kind: 'run', trigger: 'part' } };
  const all: ToldResult = { head: { kind: 'run', trigger: 'runAll' } };
  const older: ToldResult = { head: { kind: 'run', trigger: 'execute' } };
  const failures: ToldResult = { head: { kind: 'recorded', trigger: 'part' } };
  const recorded: ToldResult = { head: { kind: 'recorded', trigger: 'runAll' } };

  const chosen: [title: string, newestFirst: readonly ToldResult[], expected: ToldResult | undefined][] = [
    ['the last whole run', [part, recorded, all, older], all],
    ['what was recorded, before a run of a part', [part, recorded], recorded],
    ['a run of a part, where there is nothing else', [part], part],
    ['a run of a part, before examples of failures alone', [failures, part], part],
    ['none, where there are only such examples', [failures], undefined],
    ['none, where there is none', [], undefined],
  ];
  for (const [title, newestFirst, expected] of chosen) {
    it(`is ${title}`, () => {
      assert.equal(mostTelling(newestFirst), expected);
    });
  }
});
