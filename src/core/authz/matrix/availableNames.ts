/** The names somebody can choose from, as the second sentence of a problem. */

/** Names shown of a long list: enough to find a slip of the pen. */
const MAX_NAMES = 12;

/** `The users are: alice, bob.` */
export function listedNames(beginning: string, items: readonly { readonly name: string }[]): string {
  const shown = items.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = items.length > MAX_NAMES ? ` and ${items.length - MAX_NAMES} more` : '';
  return `${beginning}: ${shown.join(', ') || 'none'}${more}.`;
}
