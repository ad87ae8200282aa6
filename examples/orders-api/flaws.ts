/**
 * Which flaws are on. The default is a documented handful, one for each kind of finding, chosen so
 * that the sample chains, which stay on the happy path, pass all the same.
 */
import { FLAWS, type FlawName } from './flawCatalogue';

/** The flaws of one API instance. */
export type FlawSet = ReadonlySet<FlawName>;

/** On unless the starter says otherwise: read, write, function, property and nested-object flaws. */
export const DEFAULT_FLAWS: readonly FlawName[] = [
  'read-any-order',
  'denied-but-changed',
  'bfla-admin-list',
  'owner-assignment',
  'nested-child-unchecked',
];

/** The named flaws as a set; throws an Error that lists the known names when one is unknown. */
export function selectFlaws(names: readonly string[]): FlawSet {
  const selected = new Set<FlawName>();
  for (const name of names) {
    const known = FLAWS.find((flaw) => flaw.name === name);
    if (known === undefined) {
      throw new Error(
        `There is no flaw named "${name}". Use names of this list: ${FLAWS.map((flaw) => flaw.name).join(', ')}.`,
      );
    }
    selected.add(known.name);
  }
  return selected;
}
