/**
 * Which runs a chat hears of, decided from what is known of this run and the ones before it.
 *
 * A series of runs is either good or bad. It turns bad with a run in which enough failed, or with the last of
 * enough such runs in a row, and good with a run that passed. A run that was cancelled, or in which less failed
 * than the threshold asks, changes nothing. Runs in quiet hours are not reported, but count: `change` compares with
 * the state when the chat could last be notified, so a failure that outlasts the night is reported in the morning and
 * one that does not is never reported.
 */
import { isQuiet, type MinuteOfDay, type QuietHours } from './quietHours';

/**
 * `always`: every run; `failure`: every run in a bad series that failed itself; `change`: the first of those, and
 * the recovery; `flaw`: a run of a matrix with an authorization flaw that was not known.
 */
export type NotifyOccasion = 'always' | 'failure' | 'change' | 'flaw';

/** All occasions, in the order in which people read them. */
export const notifyOccasions: readonly NotifyOccasion[] = ['always', 'failure', 'change', 'flaw'];

/** From when on something counts as failed; both are at least 1, which is every failure. */
export interface NotifyThreshold {
  /** Requests that failed in one run; of a matrix, flaws. */
  readonly failures: number;
  /** Runs in a row. */
  readonly runs: number;
}

/** When a chat is notified. */
export interface NotifyTiming {
  /** One of these is enough. */
  readonly when: readonly NotifyOccasion[];
  readonly threshold: NotifyThreshold;
  readonly quietHours?: QuietHours;
}

/** How a run ended; `inconclusive` is a matrix that proved nothing, which counts as failed. */
export type RunEnding = 'passed' | 'failed' | 'inconclusive' | 'cancelled';

/** What rules need to know of a run. */
export interface RuledRun {
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly ending: RunEnding;
  /** Requests that failed; of a matrix, flaws. */
  readonly failures: number;
}

/** A run and what came before it. */
export interface RunHistory {
  readonly run: RuledRun;
  /** Of the same chain or matrix in the same environment, newest first. Nothing known counts as good. */
  readonly earlier: readonly RuledRun[];
  /** Flaws of a matrix that were not known; absent for a chain. */
  readonly newFlaws?: number;
}

/** Whether to notify a chat, and of which change. */
export type NotifyDecision =
  | { readonly isDue: false; readonly why: 'quiet-hours' | 'occasion' }
  | { readonly isDue: true; readonly change: NewsChange };

/** The change of a run from what was reported before. */
export type NewsChange = 'failure' | 'recovery' | 'none';

/** Every failure at once. */
export const everyFailure: NotifyThreshold = { failures: 1, runs: 1 };

/** Decides about one run by itself. */
export function decideNotification(
  timing: NotifyTiming,
  history: RunHistory,
  minuteOfDay: MinuteOfDay,
): NotifyDecision {
  const { run, earlier, newFlaws = 0 } = history;
  const quiet = ({ endedAt }: RuledRun): boolean =>
    timing.quietHours !== undefined && isQuiet(timing.quietHours, minuteOfDay(endedAt));
  if (quiet(run)) {
    return { isDue: false, why: 'quiet-hours' };
  }
  const before = seriesOf([...earlier].reverse(), timing.threshold, quiet);
  const now = nextState(before.state, run, timing.threshold);
  const change = now.isBad === before.heardBad ? 'none' : now.isBad ? 'failure' : 'recovery';
  const isOccasion: Readonly<Record<NotifyOccasion, boolean>> = {
    always: true,
    failure: now.isBad && isFailure(run, timing.threshold),
    change: change !== 'none',
    flaw: newFlaws > 0,
  };
  return timing.when.some((occasion) => isOccasion[occasion])
    ? { isDue: true, change }
    : { isDue: false, why: 'occasion' };
}

interface SeriesState {
  readonly isBad: boolean;
  /** Failed runs in a row. */
  readonly inARow: number;
}

/** The state of a series after its runs, oldest first, and whether it was bad when a chat could last be notified. */
function seriesOf(
  runs: readonly RuledRun[],
  threshold: NotifyThreshold,
  quiet: (run: RuledRun) => boolean,
): { readonly state: SeriesState; readonly heardBad: boolean } {
  let state: SeriesState = { isBad: false, inARow: 0 };
  let heardBad = false;
  for (const run of runs) {
    state = nextState(state, run, threshold);
    heardBad = quiet(run) ? heardBad : state.isBad;
  }
  return { state, heardBad };
}

function nextState(state: SeriesState, run: RuledRun, threshold: NotifyThreshold): SeriesState {
  if (run.ending === 'passed') {
    return { isBad: false, inARow: 0 };
  }
  if (!isFailure(run, threshold)) {
    return state;
  }
  const inARow = state.inARow + 1;
  return { isBad: state.isBad || inARow >= threshold.runs, inARow };
}

/** A run that failed without a request that did, such as one of which all were blocked, has failed once. */
function isFailure({ ending, failures }: RuledRun, threshold: NotifyThreshold): boolean {
  return (ending === 'failed' || ending === 'inconclusive') && Math.max(1, failures) >= threshold.failures;
}
