/** Variables that requests of an import use and that nothing gives a value, and the environment in which they get one. */
import { extractedVariables, variablesIn, variablesNeededBy } from '../shape/chainNames';
import type { ImportedCollection, ReadSource } from '../shape/imported';

/** Variables that requests use and that neither they, the collection nor an environment gives a value. */
export function missingVariables(
  { requests, required = [], variables, auth }: ImportedCollection,
  ofEnvironments: ReadonlySet<string>,
): readonly string[] {
  const kept = [...required, ...requests].flatMap((request) =>
    request.kind === 'kept' ? [request.request] : [],
  );
  const known = new Set([
    ...variables.map(({ name }) => name),
    ...kept.flatMap(extractedVariables),
    ...ofEnvironments,
  ]);
  const values = [auth ?? {}, ...variables.map(({ value }) => value)];
  const needed = [...kept.flatMap(variablesNeededBy), ...values.flatMap(variablesIn)];
  return [...new Set(needed)].filter((name) => !known.has(name));
}

/** Names of the variables that the environments of an import define. */
export function definedVariables(sources: readonly ReadSource[]): ReadonlySet<string> {
  const environments = sources.flatMap(({ collection }) => collection.environments);
  return new Set(environments.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

/** The sources with an environment for what has no value, where they bring none. */
export function withEnvironment(sources: readonly ReadSource[]): readonly ReadSource[] {
  if (sources.some(({ collection }) => collection.environments.length > 0)) {
    return sources;
  }
  const first = sources.find(({ collection }) => missingVariables(collection, new Set()).length > 0);
  return sources.map((source) => {
    const { collection } = source;
    const environment = { name: collection.name.trim() || 'imported', variables: [], remarks: [] };
    return source === first
      ? { ...source, collection: { ...collection, environments: [environment] } }
      : source;
  });
}

/** How the line of a variable that waits for a value begins in an environment. */
export function withoutValue(name: string): string {
  return `// ${JSON.stringify(name)}:`;
}
