/**
 * The JSON report: the results as they are stored, with their sum, for programs to read. Its format
 * number changes when a member changes its meaning or goes; members may be added.
 */
import { defined } from '../../core/defined';
import { requestsInMemory, totalsOf, type RunReport } from '../../core/result/runReport';
import { jsonPieces, StreamedItems } from './jsonPieces';

/** Writes a report as JSON. */
export function* renderJson(
  { title, tool, generatedAt, results }: RunReport,
  wholeRequests = requestsInMemory,
): Generator<string> {
  yield* jsonPieces({
    formatVersion: 1,
    tool,
    ...defined({ title }),
    generatedAt,
    summary: totalsOf(results),
    results: results.map((result) => ({ ...result, requests: new StreamedItems(wholeRequests(result)) })),
  });
  yield '\n';
}
