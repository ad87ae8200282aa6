/** What became of one request in the runs before: how long it took, and how its answer differs from the last good one. */
import type { Outcome, RequestResult } from '../result';
import { compareAnswers } from './compareAnswers';
import type { AnswerComparison } from './compareAnswers';

/** A request's past, as far as it was kept. */
export interface RequestPast {
  /** Every time that it was sent, oldest first; the one that is shown is among them. */
  readonly points: readonly PastPoint[];
  /** The last time before that it passed; absent when there was none, or one of the two got no answer. */
  readonly lastGood?: {
    /** ISO 8601, UTC. */
    readonly startedAt: string;
    readonly comparison: AnswerComparison;
  };
}

/** One time that a request was sent. */
export interface PastPoint {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: Outcome;
  /** HTTP status; absent when no answer came. */
  readonly status?: number;
  /** Whether it is the one that is shown. */
  readonly isShown: boolean;
}

/** The past of a result, from results of the same request in any order. */
export function requestPast(shown: RequestResult, others: readonly RequestResult[]): RequestPast {
  const earlier = inOrder(others.filter(({ startedAt }) => startedAt < shown.startedAt));
  const later = inOrder(others.filter(({ startedAt }) => startedAt > shown.startedAt));
  const sent = [...earlier, shown, ...later].filter(({ exchange }) => exchange !== undefined);
  const good = earlier.findLast(
    ({ outcome, exchange }) => outcome === 'passed' && exchange?.response !== undefined,
  );
  const [before, after] = [good?.exchange?.response, shown.exchange?.response];
  return {
    points: sent.map((result) => pointOf(result, result === shown)),
    ...(good === undefined || before === undefined || after === undefined
      ? {}
      : { lastGood: { startedAt: good.startedAt, comparison: compareAnswers(before, after) } }),
  };
}

/** ISO 8601 in UTC sorts as text does. */
function inOrder(results: readonly RequestResult[]): readonly RequestResult[] {
  return results.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

function pointOf({ startedAt, durationMs, outcome, exchange }: RequestResult, isShown: boolean): PastPoint {
  const status = exchange?.response?.status;
  return { startedAt, durationMs, outcome, ...(status === undefined ? {} : { status }), isShown };
}
