/** When each request of a run was on its way, as parts of the time that the run took. */
import type { RequestRow, RunView } from '../../src/protocol/runView';

/** A stretch of a run, in thousandths of the run. */
export interface Span {
  readonly start: number;
  readonly length: number;
}

/** Below this length a stretch is not seen. */
const LEAST = 6;
const WHOLE = 1000;

/** Milliseconds that the bars of a run show: until the last request that has ended. */
export function runLength({ startedAt, durationMs, requests }: RunView): number {
  const begin = Date.parse(startedAt);
  return requests.reduce((longest, row) => {
    const sent = sentOf(row);
    return sent === undefined ? longest : Math.max(longest, sent.startMs - begin + sent.durationMs);
  }, durationMs);
}

/** The stretch of a request; absent when it was not sent, or not yet. */
export function spanOf(row: RequestRow, startedAt: string, length: number): Span | undefined {
  const sent = sentOf(row);
  if (sent === undefined || length <= 0) {
    return undefined;
  }
  const part = (ms: number): number => Math.min(Math.max((ms / length) * WHOLE, 0), WHOLE);
  const start = Math.min(part(sent.startMs - Date.parse(startedAt)), WHOLE - LEAST);
  return { start, length: Math.min(Math.max(part(sent.durationMs), LEAST), WHOLE - start) };
}

function sentOf({
  progress,
}: RequestRow): { readonly startMs: number; readonly durationMs: number } | undefined {
  if (progress.state !== 'finished' || progress.summary.startedAt === undefined) {
    return undefined;
  }
  const startMs = Date.parse(progress.summary.startedAt);
  // A result from disk may say anything.
  return Number.isNaN(startMs) ? undefined : { startMs, durationMs: progress.summary.durationMs };
}
