/** The names somebody can choose from, to follow `The users are: `. */

/** Names shown of a long list: enough to find a slip of the pen. */
const MAX_NAMES = 12;

/** `alice, bob`; `none`. */
export function listedNames(items: readonly { readonly name: string }[]): string {
  const shown = items.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = items.length > MAX_NAMES ? ` and ${items.length - MAX_NAMES} more` : '';
  return `${shown.join(', ') || 'none'}${more}`;
}
