/** Work on a list, two at a time: each command is a process of its own, and machines have at least two cores. */

/** Results in the order of the items. Each of the two lanes gets its own index, 0 or 1. */
export async function twoAtATime<T, R>(
  items: readonly T[],
  work: (item: T, lane: number) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const runLane = async (lane: number): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      results.set(at, await work(items[at] as T, lane));
    }
  };
  await Promise.all([0, 1].map(runLane));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
