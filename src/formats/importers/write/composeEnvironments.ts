/** The texts of environments, which list the secrets that their chains need. */
import type { JsonObject } from '../../../core/json/json';
import { secretReferences } from '../secrets/secretOrigins';
import type { ImportedEnvironment } from '../shape/imported';
import type { ComposedChain } from './composeChains';
import type { FileNames } from './fileNames';
import { layOutFile } from './layOutFile';

/** An environment file. */
export interface ComposedEnvironment {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** Names of the secrets that its values refer to. */
  readonly secrets: readonly string[];
}

/** What the environments of a source are written with. */
export interface EnvironmentContext {
  readonly names: FileNames;
  /** The chains that run in them. */
  readonly chains: readonly Pick<ComposedChain, 'secrets'>[];
}

/** Composes environments from their values, which are in the same order. */
export function composeEnvironments(
  environments: readonly ImportedEnvironment[],
  values: readonly JsonObject[],
  { names, chains }: EnvironmentContext,
): readonly ComposedEnvironment[] {
  const ofChains = chains.flatMap(({ secrets }) => secrets);
  return environments.map(({ name }, index) => {
    const variables = values[index] ?? {};
    const own = secretReferences(variables);
    const secrets = [...new Set([...ofChains, ...own])];
    return {
      name,
      path: names.free(name, 'environment', '.environment.json'),
      text: layOutFile({ formatVersion: 1, name, variables, secrets }),
      secrets: own,
    };
  });
}
