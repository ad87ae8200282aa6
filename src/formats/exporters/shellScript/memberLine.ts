/** Variables of a shell script that are a part of what a loop is at. */
import { posixWord } from './posixWord';
import type { ScriptTexts } from './scriptTexts';

/**
 * The line that sets a variable to a member of the item, or to the item itself.
 *
 * @param otherwise what is done where there is none
 */
export function memberLine(
  name: string,
  steps: readonly string[],
  { nameOf, jsonNameOf }: ScriptTexts,
  otherwise = '',
): string {
  const json = jsonNameOf(name);
  const sets = `${nameOf(name)}=$(text "$found")${json === undefined ? '' : ` ${json}=$found`}`;
  const found = steps.length === 0 ? 'found=$item' : `found=$(member ${posixWord([JSON.stringify(steps)])})`;
  return `${found}; if [ "$found" ]; then ${sets}; ${otherwise === '' ? '' : `else ${otherwise}; `}fi`;
}
