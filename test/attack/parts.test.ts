/** Whatever a server, a file or a signal does: the program ends in time, says what happened, and loses nothing. */
import assert from 'node:assert/strict';
import { describeParts, runPart, type Trial, type TrialOutcome } from './part';
import { parts } from './parts';

describe('attacks on endings', function () {
  this.timeout(300_000);

  for (const { name, trials, step } of parts) {
    describe(name, () => {
      for (const trial of trials.filter((_, at) => at % step === 0)) {
        it(`ends well: ${trial.name}`, async function () {
          const { faults, skipped } = await trial.run();
          if (skipped !== undefined) {
            this.skip();
          }
          assert.deepEqual(faults, []);
        });
      }
    });
  }
});

describe('runPart', () => {
  const trial = (name: string, outcome: Partial<TrialOutcome>): Trial => ({
    name,
    run: () => Promise.resolve({ faults: [], ends: [], ...outcome }),
  });
  const end = { command: 'run', code: 0, stdout: '', stderr: '', outOfTime: false };
  const trials = [
    trial('good', { ends: [{ ...end, ms: 3200, peak: 80_000_000 }], objectsLeft: 0 }),
    trial('bad', { faults: ['it hung'], lostVerdicts: 2, objectsLeft: 1, ends: [{ ...end, ms: 900 }] }),
    trial('left out', { skipped: 'nobody can mount' }),
  ];

  it('counts what was good, what was lost, and the slowest and largest command', async () => {
    const lines: string[] = [];
    const outcome = await runPart({ name: 'kills', trials, seconds: 60 }, (line) => lines.push(line));
    assert.equal(
      describeParts([outcome]),
      'kills 1/2 (1 skipped) · lost verdicts 2 · objects left 1 · slowest 3.2 s · largest 80 MB',
    );
    assert.deepEqual(lines, ['✗ kills: bad: it hung', '- kills: left out: skipped, nobody can mount']);
  });

  it('counts what there was no time for as failed', async () => {
    const { good, tried } = await runPart({ name: 'kills', trials, seconds: 0 }, () => undefined);
    assert.deepEqual({ good, tried }, { good: 0, tried: 3 });
  });
});
