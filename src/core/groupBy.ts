/** Lists by key. Groups, and what is in each, keep the order in which they first come. */

/** The items that have a key in common, by that key. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  return groupPairs(items.map((item) => [keyOf(item), item]));
}

/** The values of pairs, by their key. */
export function groupPairs<Key, Value>(
  pairs: readonly (readonly [key: Key, value: Value])[],
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [value]);
    } else {
      group.push(value);
    }
  }
  return groups;
}
