/** Sets of what a person has switched. */

/** The set without a name that was in it, or with one that was not. */
export function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) {
    next.add(name);
  }
  return next;
}
