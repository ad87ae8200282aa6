/** Maps that remember the newest of what they were given, and so do not grow for as long as a page lives. */

/** The map with another entry, which is the newest; of more than `most` the oldest is given up. */
export function withNewest<Value>(
  entries: ReadonlyMap<string, Value>,
  [key, value]: readonly [key: string, value: Value],
  most: number,
): ReadonlyMap<string, Value> {
  const others = [...entries].filter(([known]) => known !== key);
  return new Map([...others.slice(1 - most), [key, value]]);
}
