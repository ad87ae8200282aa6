/** The places of boxes on a grid. Between its columns are gutters, between its rows lanes: there lines run. */

/** A column and a row, each from 0. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** A place in the drawing's own units (pixels at a zoom of 1); of a node, its middle. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How much room lines need. A gutter is named by the column left of it, a lane by the row below it. */
export interface Room {
  /** Widths by gutter, where more than the least one is needed. */
  readonly gutters: ReadonlyMap<number, number>;
  /** Heights by lane, where more than the least one is needed. */
  readonly lanes: ReadonlyMap<number, number>;
}

/** Size of a node's box. */
export const NODE_SIZE = { width: 190, height: 60 } as const;
const LEAST_GUTTER = 60;
const LEAST_LANE = 38;

/** The places of columns and rows. */
export interface Grid {
  /** Middle of the boxes of a column. */
  readonly columns: readonly number[];
  /** Middle of the boxes of a row. */
  readonly rows: readonly number[];
  /** Left end of a gutter. */
  readonly gutter: (gutter: number) => number;
  /** Middle of a lane. */
  readonly lane: (lane: number) => number;
}

/** The grid of these cells. */
export function gridOf(cells: Iterable<Cell>, { gutters, lanes }: Room): Grid {
  const widthOf = (gutter: number): number => Math.max(LEAST_GUTTER, gutters.get(gutter) ?? 0);
  const heightOf = (lane: number): number => Math.max(LEAST_LANE, lanes.get(lane) ?? 0);
  const columns = [0];
  const rows = [0];
  for (const { column, row } of cells) {
    for (let at = columns.length; at <= column; at += 1) {
      columns.push((columns[at - 1] ?? 0) + NODE_SIZE.width + widthOf(at - 1));
    }
    for (let at = rows.length; at <= row; at += 1) {
      rows.push((rows[at - 1] ?? 0) + NODE_SIZE.height + heightOf(at));
    }
  }
  const below = NODE_SIZE.height / 2;
  return {
    columns,
    rows,
    gutter: (gutter) => {
      const left = columns[gutter];
      return left === undefined ? -NODE_SIZE.width / 2 - widthOf(gutter) : left + NODE_SIZE.width / 2;
    },
    lane: (lane) => {
      const middle = rows[lane];
      return middle === undefined
        ? (rows[lane - 1] ?? 0) + below + heightOf(lane) / 2
        : middle - below - heightOf(lane) / 2;
    },
  };
}

/** Middles of the nodes by key. */
export function middlesOf(cells: ReadonlyMap<string, Cell>, grid: Grid): ReadonlyMap<string, Point> {
  return new Map(
    [...cells].map(([key, { column, row }]) => [
      key,
      { x: grid.columns[column] ?? 0, y: grid.rows[row] ?? 0 },
    ]),
  );
}
