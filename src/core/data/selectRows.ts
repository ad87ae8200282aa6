/** Which rows of data a run takes: `2,5-7`. */
import { UserError } from '../errors';
import type { DataTable } from './dataTable';

/** Numbers of the first and last row of a stretch, from 1. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * The table with the selected rows, in its own order.
 *
 * @param selection numbers and stretches with commas between them; absent selects all
 * @throws UserError when it is written wrongly, or names a row that is not there
 */
export function selectRows(table: DataTable, selection: string | undefined): DataTable {
  if (selection === undefined) {
    return table;
  }
  const stretches = selection.split(',').map((part) => stretchOf(part, selection));
  const { rows, file } = table;
  const outside = stretches.find(({ last }) => last > rows.length);
  if (outside !== undefined) {
    throw new UserError(
      `There is no row ${outside.last}.`,
      rows.length === 1 ? 'The data has one row.' : `The data has the rows 1 to ${rows.length}.`,
      { file },
    );
  }
  const isSelected = ({ number }: { readonly number: number }): boolean =>
    stretches.some(({ first, last }) => number >= first && number <= last);
  return { ...table, rows: rows.filter(isSelected) };
}

/** The table with one of its rows: that of a number, else the first. */
export function selectRow(table: DataTable, number: number): DataTable {
  const found = table.rows.find((row) => row.number === number);
  return { ...table, rows: found === undefined ? table.rows.slice(0, 1) : [found] };
}

/** Numbers of rows as a selection: `1, 2, 3, 5` is `1-3,5`. */
export function describeRows(numbers: readonly number[]): string {
  const stretches: Stretch[] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = stretches.at(-1);
    if (last !== undefined && number <= last.last + 1) {
      stretches.splice(-1, 1, { first: last.first, last: number });
    } else {
      stretches.push({ first: number, last: number });
    }
  }
  return stretches.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

function stretchOf(part: string, selection: string): Stretch {
  const [, from = '', to = from] = /^\s*([1-9]\d{0,8})(?:\s*-\s*([1-9]\d{0,8}))?\s*$/.exec(part) ?? [];
  const stretch = { first: Number(from), last: Number(to) };
  if (from === '' || stretch.last < stretch.first) {
    throw new UserError(
      `${JSON.stringify(selection)} names no rows.`,
      'Write numbers and stretches such as 2,5-7.',
    );
  }
  return stretch;
}
