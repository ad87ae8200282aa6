/** What became of one request in the runs before: how long it took, and how its answer differs from the last good one. */
import { defined } from '../defined';
import type { Outcome, RecordedBody, RecordedResponse, RequestResult } from '../result/result';
import { isRecorded } from '../result/resultViews';
import { compareAnswers, type AnswerComparison } from './compareAnswers';

/** A request's past, as far as it was kept. */
export interface RequestPast {
  /** Every time that it was sent, oldest first; the one that is shown is among them, unless it was recorded elsewhere. */
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

/** Reads the whole of a body of which its result holds the beginning only. Rejects when it was not kept. */
export type ReadBody = (body: RecordedBody, result: RequestResult) => Promise<RecordedBody>;

/** Bytes of a body that is compared by what is in it: reading two of them takes a fraction of a second. */
const MAX_COMPARED = 8_000_000;

/** The past of a result, from results of the same request in any order. */
export async function requestPast(
  shown: RequestResult,
  others: readonly RequestResult[],
  readBody: ReadBody,
): Promise<RequestPast> {
  const earlier = inOrder(others.filter(({ startedAt }) => startedAt < shown.startedAt));
  const later = inOrder(others.filter(({ startedAt }) => startedAt > shown.startedAt));
  const sent = [...earlier, shown, ...later].filter(
    (result) => result.exchange !== undefined && !isRecorded(result),
  );
  const good = earlier.findLast(
    ({ outcome, exchange }) => outcome === 'passed' && exchange?.response !== undefined,
  );
  const points = sent.map((result) => pointOf(result, result === shown));
  const before = good === undefined ? undefined : await wholeAnswer(good, readBody);
  const after = await wholeAnswer(shown, readBody);
  return good === undefined || before === undefined || after === undefined
    ? { points }
    : { points, lastGood: { startedAt: good.startedAt, comparison: compareAnswers(before, after) } };
}

/** The answer with its whole body, unless that is very long or gone. */
async function wholeAnswer(result: RequestResult, readBody: ReadBody): Promise<RecordedResponse | undefined> {
  const response = result.exchange?.response;
  if (response?.body.stored === undefined || response.body.size > MAX_COMPARED) {
    return response;
  }
  // A body that was not kept is compared by its size, and the comparison says so.
  const body = await readBody(response.body, result).catch(() => response.body);
  return { ...response, body };
}

/** ISO 8601 in UTC sorts as text does. */
function inOrder(results: readonly RequestResult[]): readonly RequestResult[] {
  return results.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

function pointOf({ startedAt, durationMs, outcome, exchange }: RequestResult, isShown: boolean): PastPoint {
  const status = exchange?.response?.status;
  return { startedAt, durationMs, outcome, ...defined({ status }), isShown };
}
