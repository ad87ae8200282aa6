/**
 * Secret variables of environments, whose values Bruno keeps outside of its files: an environment of ours refers
 * to secrets of the same names, which are asked for.
 */
import { proposeSecretName } from '../../../core/permission/secretNames';
import type { ImportedEnvironment } from '../imported';

/** Environments that refer to secrets, and the names of these. */
export interface AskedSecrets {
  readonly environments: readonly ImportedEnvironment[];
  readonly secrets: readonly string[];
}

/** Puts references in place of values that are not there; a variable has one secret in all environments. */
export function askedSecrets(environments: readonly ImportedEnvironment[]): AskedSecrets {
  const secrets = new Map<string, string>();
  const secretFor = (variable: string): string => {
    const name = secrets.get(variable) ?? proposeSecretName([variable], undefined, new Set(secrets.values()));
    secrets.set(variable, name);
    return name;
  };
  const asked = environments.map((environment) => ({
    ...environment,
    variables: environment.variables.map((variable) =>
      variable.isSecret && variable.value === ''
        ? { ...variable, value: `{{$secret ${secretFor(variable.name)}}}`, isSecret: false }
        : variable,
    ),
  }));
  return { environments: asked, secrets: [...secrets.values()] };
}
