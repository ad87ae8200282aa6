/** What the result of a run tells the analyzer. */
import type { ExecutionResult, RequestResult } from '../result/result';
import type { LastRequest, LastRun } from './analysis';

/** The last run of the chain at `file` (workspace path) as its result tells it. */
export function lastRunOf({ requests }: ExecutionResult, file: string): LastRun {
  return new Map(
    requests
      .filter(({ request }) => request.chain === file)
      .map((result) => [result.request.id, lastRequestOf(result)]),
  );
}

/** How a request ended, and what was not found in its response: by none of the extractions of a variable. */
export function lastRequestOf({ outcome, extractions }: RequestResult): LastRequest {
  const given = new Set(extractions.flatMap(({ variable, found }) => (found ? [variable] : [])));
  const missed = extractions.filter(({ variable }) => !given.has(variable));
  return { outcome, missed: new Map(missed.map(({ variable, message = '' }) => [variable, message])) };
}
