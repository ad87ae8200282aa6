/** What lists showed their readers during a run. */
export interface ListHistory {
  /** The list of a resource showed a user these identifiers. */
  readonly note: (resource: string, user: string, ids: readonly string[]) => void;
  /**
   * Whether the list of a resource showed a user all of these identifiers, and at some time more than `count` at once.
   *
   * @param count identifiers that it shows now
   */
  readonly showsAll: (resource: string, user: string, ids: readonly string[], count: number) => boolean;
}

interface Listing {
  /** Identifiers that it showed at once. */
  readonly most: number;
  readonly shown: ReadonlySet<string>;
}

/** Nothing was read yet. */
export function createListHistory(): ListHistory {
  const known = new Map<string, Listing>();
  return {
    note(resource, user, ids) {
      const key = keyOf(resource, user);
      const { most = 0, shown = new Set<string>() } = known.get(key) ?? {};
      known.set(key, { most: Math.max(most, ids.length), shown: new Set([...shown, ...ids]) });
    },
    showsAll(resource, user, ids, count) {
      const listing = known.get(keyOf(resource, user));
      return (
        listing !== undefined &&
        listing.most > count &&
        ids.length > 0 &&
        ids.every((id) => listing.shown.has(id))
      );
    },
  };
}

function keyOf(resource: string, user: string): string {
  return JSON.stringify([resource, user]);
}
