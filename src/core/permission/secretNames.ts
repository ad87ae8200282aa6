/** Names of secrets: those that a text asks for, and one that fits the place of a value. */
import type { JsonPath } from '../json/jsonDocument';
import { findReferences } from '../prepare/template';

/** Names in the `{{$secret NAME}}` of a text, each once, in order. The text may be broken JSON. */
export function secretNamesIn(text: string): readonly string[] {
  if (!text.includes('$secret')) {
    return [];
  }
  const names = findReferences(text)
    .filter(({ name, args }) => name === '$secret' && args.length === 1)
    .map(({ args: [name = ''] }) => name.replace(/^(["'])(.*)\1$/, '$2'));
  return [...new Set(names)];
}

/**
 * A name for the value at a path of a chain: `API_KEY` for `…/headers/0/value` under the name `X-Api-Key`.
 *
 * @param label what a row calls its value; absent where the path itself says it
 * @param taken names that mean something else already
 */
export function proposeSecretName(
  path: JsonPath,
  label: string | undefined,
  taken: ReadonlySet<string>,
): string {
  const last = path.findLast((step) => typeof step === 'string') ?? '';
  const words = inCapitals(label ?? last).replace(/^X_(?=.)/, '');
  const name = /^[A-Z_]/.test(words) ? (MEANINGS.get(words) ?? words) : `SECRET${words && '_'}${words}`;
  const candidate = (count: number): string => (count === 1 ? name : `${name}_${count}`);
  let [used, free] = [0, 1];
  while (taken.has(candidate(free))) {
    // Thousands are not tried one by one; of names with gaps between them one behind a gap will do.
    [used, free] = [free, free < FEW ? free + 1 : free * 2];
  }
  while (free - used > 1) {
    const between = Math.floor((used + free) / 2);
    [used, free] = taken.has(candidate(between)) ? [between, free] : [used, between];
  }
  return candidate(free);
}

/** So many names of one kind are looked through one by one. */
const FEW = 100;

/** Names of places that say little about their value. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['AUTHORIZATION', 'TOKEN'],
  ['PROXY_AUTHORIZATION', 'PROXY_TOKEN'],
  ['VALUE', 'SECRET'],
]);

/** `adminPassword` and `Admin-Password` as `ADMIN_PASSWORD`. */
function inCapitals(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}

const MAX_LENGTH = 60;
