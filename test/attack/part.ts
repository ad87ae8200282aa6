/** A part of `npm run attack` that is not about secrets: trials of one kind, their share of time, and what came of them. */
import type { Measured } from './measured';
import { twoAtATime } from './twoAtATime';

/** What came of a trial. */
export interface TrialOutcome {
  /** What was not as it has to be; empty for a good outcome. */
  readonly faults: readonly string[];
  /** Commands that the trial ran. */
  readonly ends: readonly Measured[];
  /** Cells of a matrix that got no verdict. */
  readonly lostVerdicts?: number;
  /** Objects that a run created and nobody deleted. */
  readonly objectsLeft?: number;
  /** Why it was not tried. */
  readonly skipped?: string;
}

/** One thing to try. */
export interface Trial {
  readonly name: string;
  readonly run: () => Promise<TrialOutcome>;
}

/** Trials of one kind. */
export interface Part {
  readonly name: string;
  readonly trials: readonly Trial[];
  /** Its share of time; trials that have not begun by then count as failed. */
  readonly seconds: number;
  /** `npm test` runs every so manieth trial. */
  readonly step: number;
}

/** What came of a part. */
export interface PartOutcome {
  readonly name: string;
  readonly tried: number;
  readonly good: number;
  readonly skipped: number;
  readonly lostVerdicts: number;
  readonly objectsLeft: number;
  /** Of a command of the part, milliseconds. */
  readonly slowest: number;
  /** Most memory that a command of the part had, bytes. */
  readonly largest: number;
}

/** Runs the trials of a part, two at a time; each fault is reported when it is found. */
export async function runPart(
  { name, trials, seconds }: Omit<Part, 'step'>,
  report: (line: string) => void,
): Promise<PartOutcome> {
  const deadline = performance.now() + seconds * 1000;
  const outcomes = await twoAtATime(trials, async (trial): Promise<TrialOutcome> => {
    const outcome = performance.now() < deadline ? await trial.run() : OUT_OF_TIME;
    outcome.faults.forEach((fault) => {
      report(`✗ ${name}: ${trial.name}: ${fault}`);
    });
    if (outcome.skipped !== undefined) {
      report(`- ${name}: ${trial.name}: skipped, ${outcome.skipped}`);
    }
    return outcome;
  });
  const ends = outcomes.flatMap((outcome) => outcome.ends);
  const sum = (of: (outcome: TrialOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const skipped = sum((outcome) => (outcome.skipped === undefined ? 0 : 1));
  return {
    name,
    tried: trials.length - skipped,
    good: sum(({ faults, skipped: why }) => (faults.length === 0 && why === undefined ? 1 : 0)),
    skipped,
    lostVerdicts: sum(({ lostVerdicts = 0 }) => lostVerdicts),
    objectsLeft: sum(({ objectsLeft = 0 }) => objectsLeft),
    slowest: Math.max(0, ...ends.map(({ ms }) => ms)),
    largest: Math.max(0, ...ends.map(({ peak = 0 }) => peak)),
  };
}

/** `hostile answers 130/130 · … · lost verdicts 0 · objects left 0 · slowest 3.2 s · largest 180 MB`. */
export function describeParts(outcomes: readonly PartOutcome[]): string {
  const sum = (of: (outcome: PartOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const most = (of: (outcome: PartOutcome) => number): number => Math.max(0, ...outcomes.map(of));
  return [
    ...outcomes.map(({ name, good, tried, skipped }) =>
      [`${name} ${good}/${tried}`, ...(skipped === 0 ? [] : [`(${skipped} skipped)`])].join(' '),
    ),
    `lost verdicts ${sum(({ lostVerdicts }) => lostVerdicts)}`,
    `objects left ${sum(({ objectsLeft }) => objectsLeft)}`,
    `slowest ${(most(({ slowest }) => slowest) / 1000).toFixed(1)} s`,
    `largest ${Math.round(most(({ largest }) => largest) / 10 ** 6)} MB`,
  ].join(' · ');
}

const OUT_OF_TIME: TrialOutcome = { faults: ['there was no time for it'], ends: [] };
