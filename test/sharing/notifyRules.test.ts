import assert from 'node:assert/strict';
import { defined } from '../../src/core/defined';
import {
  everyFailure,
  notifyOccasions,
  decideNotification,
  type NotifyOccasion,
  type NotifyThreshold,
  type RuledRun,
  type RunEnding,
} from '../../src/sharing/notifyRules';
import type { QuietHours } from '../../src/sharing/quietHours';

const HOUR = 3_600_000;
const minuteOfDay = (time: number): number => (time / 60_000) % 1440;

/** Runs in a row, an hour apart, the last at noon: `P`assed, `F`ailed, `I`nconclusive, `C`ancelled; `F3`: three failures. */
function runsOf(series: string, lastHour = 12): readonly RuledRun[] {
  const endings: Readonly<Record<string, RunEnding>> = {
    P: 'passed',
    F: 'failed',
    I: 'inconclusive',
    C: 'cancelled',
  };
  const marks = series.match(/[PFIC]\d*/g) ?? [];
  return marks.map((mark, index) => ({
    endedAt: (24 + lastHour - (marks.length - 1 - index)) * HOUR,
    ending: endings[mark.charAt(0)] ?? 'passed',
    failures: mark.startsWith('F') ? Number(mark.slice(1) || '1') : 0,
  }));
}

interface Case {
  readonly when: NotifyOccasion;
  readonly threshold?: Partial<NotifyThreshold>;
  readonly quietHours?: QuietHours;
  readonly newFlaws?: number;
  readonly lastHour?: number;
}

/** The notification for the last run of a series: the change, `silent` or `quiet`. */
function notificationFor(series: string, { when, threshold, quietHours, newFlaws, lastHour }: Case): string {
  const [run, ...earlier] = [...runsOf(series, lastHour)].reverse();
  assert.ok(run !== undefined);
  const decision = decideNotification(
    {
      when: [when],
      threshold: { ...everyFailure, ...threshold },
      ...defined({ quietHours }),
    },
    { run, earlier, ...defined({ newFlaws }) },
    minuteOfDay,
  );
  return decision.isDue ? decision.change : decision.why === 'quiet-hours' ? 'quiet' : 'silent';
}

describe('rules of notifications', () => {
  const table: readonly (readonly [series: string, Readonly<Record<NotifyOccasion, string>>])[] = [
    ['P', { always: 'none', failure: 'silent', change: 'silent', flaw: 'silent' }],
    ['F', { always: 'failure', failure: 'failure', change: 'failure', flaw: 'silent' }],
    ['I', { always: 'failure', failure: 'failure', change: 'failure', flaw: 'silent' }],
    ['C', { always: 'none', failure: 'silent', change: 'silent', flaw: 'silent' }],
    ['PP', { always: 'none', failure: 'silent', change: 'silent', flaw: 'silent' }],
    ['PF', { always: 'failure', failure: 'failure', change: 'failure', flaw: 'silent' }],
    ['FF', { always: 'none', failure: 'none', change: 'silent', flaw: 'silent' }],
    ['FP', { always: 'recovery', failure: 'silent', change: 'recovery', flaw: 'silent' }],
    ['FI', { always: 'none', failure: 'none', change: 'silent', flaw: 'silent' }],
    ['FC', { always: 'none', failure: 'silent', change: 'silent', flaw: 'silent' }],
    ['FCP', { always: 'recovery', failure: 'silent', change: 'recovery', flaw: 'silent' }],
    ['FCF', { always: 'none', failure: 'none', change: 'silent', flaw: 'silent' }],
    ['FPP', { always: 'none', failure: 'silent', change: 'silent', flaw: 'silent' }],
    ['FPF', { always: 'failure', failure: 'failure', change: 'failure', flaw: 'silent' }],
  ];
  for (const [series, expected] of table) {
    for (const when of notifyOccasions) {
      it(`tell of ${series} on "${when}": ${expected[when]}`, () => {
        assert.equal(notificationFor(series, { when }), expected[when]);
      });
    }
  }

  for (const ending of ['P', 'F', 'I', 'C']) {
    it(`tell of a new flaw however the run ended (${ending})`, () => {
      assert.notEqual(notificationFor(ending, { when: 'flaw', newFlaws: 1 }), 'silent');
      assert.equal(notificationFor(ending, { when: 'flaw', newFlaws: 0 }), 'silent');
    });
  }

  const thresholds: readonly (readonly [string, Partial<NotifyThreshold>, NotifyOccasion, string])[] = [
    ['F1', { failures: 2 }, 'failure', 'silent'],
    ['F2', { failures: 2 }, 'failure', 'failure'],
    ['F1', { failures: 2 }, 'change', 'silent'],
    ['F2', { failures: 2 }, 'change', 'failure'],
    ['F2F1', { failures: 2 }, 'failure', 'silent'],
    ['F2F1', { failures: 2 }, 'change', 'silent'],
    ['F2F1P', { failures: 2 }, 'change', 'recovery'],
    ['F1P', { failures: 2 }, 'change', 'silent'],
    ['F', { runs: 3 }, 'failure', 'silent'],
    ['FF', { runs: 3 }, 'failure', 'silent'],
    ['FFF', { runs: 3 }, 'failure', 'failure'],
    ['FFFF', { runs: 3 }, 'failure', 'none'],
    ['FFF', { runs: 3 }, 'change', 'failure'],
    ['FFFF', { runs: 3 }, 'change', 'silent'],
    ['FFP', { runs: 3 }, 'change', 'silent'],
    ['FFFP', { runs: 3 }, 'change', 'recovery'],
    ['FFPFF', { runs: 3 }, 'change', 'silent'],
    ['FFCF', { runs: 3 }, 'change', 'failure'],
    ['F2F1F2', { failures: 2, runs: 2 }, 'change', 'failure'],
    ['F2PF2', { failures: 2, runs: 2 }, 'change', 'silent'],
    ['I', { failures: 2 }, 'failure', 'silent'],
  ];
  for (const [series, threshold, when, expected] of thresholds) {
    it(`tell of ${series} on "${when}" with ${JSON.stringify(threshold)}: ${expected}`, () => {
      assert.equal(notificationFor(series, { when, threshold }), expected);
    });
  }

  describe('in quiet hours', () => {
    const night = { from: 22 * 60, to: 7 * 60 };
    for (const when of notifyOccasions) {
      it(`tell nothing on "${when}"`, () => {
        assert.equal(notificationFor('F', { when, quietHours: night, lastHour: 2, newFlaws: 1 }), 'quiet');
      });
    }

    const nights: readonly (readonly [series: string, hour: number, expected: string])[] = [
      // Passed at six, failed at seven: the morning begins at seven.
      ['PF', 7, 'failure'],
      // Failed at six, in the night, and still at seven.
      ['PFF', 7, 'failure'],
      // Failed and recovered in the night.
      ['PFFP', 7, 'silent'],
      // Failed before the night, recovered in it, heard of in the morning.
      [`F${'P'.repeat(10)}`, 7, 'recovery'],
      // Failed before the night and ever since.
      [`F${'F'.repeat(10)}`, 7, 'silent'],
      // Failed again after the recovery of the night: nothing has changed since the notification.
      [`F${'P'.repeat(9)}F`, 7, 'silent'],
      // The second run of the morning.
      ['PFFF', 8, 'silent'],
    ];
    for (const [series, lastHour, expected] of nights) {
      it(`leave "change" after ${series} at ${lastHour}:00 to say: ${expected}`, () => {
        assert.equal(notificationFor(series, { when: 'change', quietHours: night, lastHour }), expected);
      });
    }

    it('count runs for a threshold', () => {
      assert.equal(
        notificationFor('PFFF', { when: 'change', threshold: { runs: 3 }, quietHours: night, lastHour: 7 }),
        'failure',
      );
    });
  });

  it('tell of a run when one of several occasions is there', () => {
    const [run, ...earlier] = [...runsOf('FF')].reverse();
    assert.ok(run !== undefined);
    const timing = { when: ['change', 'flaw'], threshold: everyFailure } as const;
    assert.equal(decideNotification(timing, { run, earlier, newFlaws: 1 }, minuteOfDay).isDue, true);
    assert.equal(decideNotification(timing, { run, earlier, newFlaws: 0 }, minuteOfDay).isDue, false);
  });
});
