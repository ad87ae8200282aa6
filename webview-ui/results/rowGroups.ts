/** A run for rows of data, as a table: its rows and, in each, the requests that were sent for it. */
import type { RunRow } from '../../src/core/result/result';
import type { RequestRow } from '../../src/protocol/runView';

/** A request of the run, and its position there. */
export interface PlacedRequest {
  readonly index: number;
  readonly request: RequestRow;
}

/** A row of data and its requests, in order. */
export interface RowGroup {
  readonly row: RunRow;
  readonly requests: readonly PlacedRequest[];
}

/** A run split into what all rows share, and the rows. */
export interface RowTable {
  readonly shared: number;
  readonly rows: readonly RowGroup[];
}

/** Splits the requests of a run; those of a row follow each other. */
export function rowTable(requests: readonly RequestRow[]): RowTable {
  const rows: { readonly row: RunRow; readonly requests: PlacedRequest[] }[] = [];
  let shared = 0;
  for (const [index, request] of requests.entries()) {
    const { row } = request.planned;
    const last = rows.at(-1);
    if (row === undefined) {
      shared += 1;
    } else if (last?.row.number === row.number) {
      last.requests.push({ index, request });
    } else {
      rows.push({ row, requests: [{ index, request }] });
    }
  }
  return { shared, rows };
}

/** Whether something of a row did not pass. */
export function isTroubled({ requests }: RowGroup): boolean {
  return requests.some(
    ({ request: { progress } }) =>
      progress.state === 'finished' && ['failed', 'blocked'].includes(progress.summary.outcome),
  );
}

/** Whether two groups show the same. */
export function isSameGroup(one: RowGroup, other: RowGroup): boolean {
  return (
    one.requests.length === other.requests.length &&
    one.requests.every(({ request }, at) => request === other.requests[at]?.request)
  );
}
