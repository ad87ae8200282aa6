/**
 * The best common order of two lists: pairs that fit, neither list reordered, with the largest sum of weights
 * (the longest common subsequence where all weigh the same).
 */

/** Two lists of things that may be the same. */
export interface TwoLists {
  readonly rows: number;
  readonly columns: number;
  /** How well two fit, a small whole number; 0 when they do not. */
  readonly weightOf: (row: number, column: number) => number;
}

/** Most comparisons that are made; beyond it nothing is paired. */
const MAX_CELLS = 25_000_000;

/** The row by the column that it is paired with. */
export function commonOrder({ rows, columns, weightOf }: TwoLists): ReadonlyMap<number, number> {
  const width = columns + 1;
  if (rows * width > MAX_CELLS) {
    return new Map();
  }
  const sums = new Uint32Array((rows + 1) * width);
  const at = (index: number): number => sums[index] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const skipped = Math.max(at((row + 1) * width + column), at(row * width + column + 1));
      const weight = weightOf(row, column);
      const paired = weight === 0 ? 0 : at((row + 1) * width + column + 1) + weight;
      sums[row * width + column] = Math.max(skipped, paired);
    }
  }
  return follow(at, { rows, columns, weightOf });
}

/** Walks along the best sums. */
function follow(
  sumAt: (index: number) => number,
  { rows, columns, weightOf }: TwoLists,
): ReadonlyMap<number, number> {
  const width = columns + 1;
  const pairs = new Map<number, number>();
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const weight = weightOf(row, column);
    const sum = sumAt(row * width + column);
    if (weight > 0 && sum === sumAt((row + 1) * width + column + 1) + weight) {
      pairs.set(column, row);
      row += 1;
      column += 1;
    } else if (sum === sumAt((row + 1) * width + column)) {
      row += 1;
    } else {
      column += 1;
    }
  }
  return pairs;
}
