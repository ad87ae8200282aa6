/** A run for rows of data, as a table: its rows and, in each, the requests that were sent for it. */
import type { Reason, RequestResult, RunRow } from './result';

/** Something of a run, and its position there. */
export interface Placed<T> {
  readonly index: number;
  readonly item: T;
}

/** A row of data and what was sent for it, in order. */
export interface RowGroup<T> {
  readonly row: RunRow;
  readonly items: readonly Placed<T>[];
}

/** A run split into what all rows share, and the rows. */
export interface RowTable<T> {
  /** How many requests come before the first row. */
  readonly shared: number;
  readonly rows: readonly RowGroup<T>[];
}

/** Splits what a run has in order; what belongs to a row follows each other. */
export function rowTable<T>(items: readonly T[], rowOf: (item: T) => RunRow | undefined): RowTable<T> {
  const rows: { readonly row: RunRow; readonly items: Placed<T>[] }[] = [];
  let shared = 0;
  for (const [index, item] of items.entries()) {
    const row = rowOf(item);
    const last = rows.at(-1);
    if (row === undefined) {
      shared += 1;
    } else if (last?.row.number === row.number) {
      last.items.push({ index, item });
    } else {
      rows.push({ row, items: [{ index, item }] });
    }
  }
  return { shared, rows };
}

/** Numbers of the rows that did not come through: a request failed, was blocked, or was not reached. */
export function unfinishedRows(requests: readonly RequestResult[]): readonly number[] {
  const found = requests.flatMap(({ row, outcome, reasons }) =>
    row !== undefined && (outcome === 'failed' || outcome === 'blocked' || isCutOff(reasons))
      ? [row.number]
      : [],
  );
  return [...new Set(found)];
}

/** Whether a run ended before a request: it was cancelled, or stopped at a failure. */
export function isCutOff(reasons: readonly Reason[]): boolean {
  return reasons.some(({ kind }) => kind === 'cancelled' || kind === 'bail');
}
