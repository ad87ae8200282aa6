/** Environments that several files of an import have. */
import { stringifyJson } from '../../../core/json/json';
import type { ReadSource } from './imported';

/** Files that lie side by side bring the same environments; the first of them is kept. */
export function withoutRepeatedEnvironments(sources: readonly ReadSource[]): readonly ReadSource[] {
  const seen = new Set<string>();
  return sources.map((one) => {
    const { environments } = one.collection;
    const kept = environments.filter(({ name, variables }) => {
      const key = stringifyJson([name, variables.map((variable) => ({ ...variable }))]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
    return kept.length === environments.length
      ? one
      : { ...one, collection: { ...one.collection, environments: kept } };
  });
}
