/**
 * What can stay when a list gets another order: a longest selection of numbers that rise from left to right,
 * by patience sorting. Of the rises of each length the one with the smallest last number is remembered.
 */

/** A longest rise among numbers that are all different. */
export function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const tops: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    const pile = tops.findIndex((top) => top > number);
    const place = pile === -1 ? tops.length : pile;
    before.set(number, tops[place - 1]);
    tops[place] = number;
  }
  const rise = new Set<number>();
  for (let number = tops.at(-1); number !== undefined; number = before.get(number)) {
    rise.add(number);
  }
  return rise;
}
