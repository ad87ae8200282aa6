/** The words that the names of requests, variables and paths are made of. */

/** The words of a name, in lower case: `changeOrder-note` has `change`, `order` and `note`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
