/** As many cells are tested at a time at most. */
const MAX_PARALLEL = 16;

/** How many cells are tested at a time by a setting, which somebody may have written by hand: 1 where it is no count. */
export function parallelCells(setting: unknown): number {
  const isCount = typeof setting === 'number' && Number.isInteger(setting) && setting > 0;
  return isCount ? Math.min(setting, MAX_PARALLEL) : 1;
}
