/**
 * The JSON report: the results as they are stored, with their sum, for programs to read. Its format
 * number changes when a member changes its meaning or goes; members may be added.
 */
import { defined } from '../../core/defined';
import type { ExecutionResult } from '../../core/result/result';
import { requestsInMemory, totalsOf, type RunReport, type Totals } from '../../core/result/runReport';
import { jsonPieces, StreamedItems } from './jsonPieces';

/** What `chainwright run --json` writes. */
export interface JsonReport extends Pick<RunReport, 'title' | 'tool' | 'generatedAt'> {
  readonly formatVersion: 1;
  readonly summary: Totals;
  readonly results: readonly ExecutionResult[];
}

/** Writes a report as JSON. */
export function* renderJson(
  { title, tool, generatedAt, results }: RunReport,
  wholeRequests = requestsInMemory,
): Generator<string> {
  const head: Omit<JsonReport, 'results'> = {
    formatVersion: 1,
    tool,
    ...defined({ title }),
    generatedAt,
    summary: totalsOf(results),
  };
  yield* jsonPieces({
    ...head,
    results: results.map((result) => ({ ...result, requests: new StreamedItems(wholeRequests(result)) })),
  });
  yield '\n';
}
