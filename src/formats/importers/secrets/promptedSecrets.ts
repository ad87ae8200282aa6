/**
 * Secret variables whose values a tool keeps outside of its files: an environment or chain of ours refers to
 * secrets of the same names, which are asked for.
 */
import { proposeSecretName } from '../../../core/permission/secretNames';
import type { ImportedVariable } from '../shape/imported';

/** An environment or a collection. */
interface Holder {
  readonly variables: readonly ImportedVariable[];
}

/** Puts references in place of missing values; a variable has the same secret everywhere. */
export function askedSecrets<One extends Holder>(
  holders: readonly One[],
): { readonly asked: readonly One[]; readonly secrets: readonly string[] } {
  const secrets = new Map<string, string>();
  const secretFor = (variable: string): string => {
    const name = secrets.get(variable) ?? proposeSecretName([variable], undefined, new Set(secrets.values()));
    secrets.set(variable, name);
    return name;
  };
  const asked = holders.map((holder) => ({
    ...holder,
    variables: holder.variables.map((variable) =>
      variable.isSecret && variable.value === ''
        ? { ...variable, value: `{{$secret ${secretFor(variable.name)}}}`, isSecret: false }
        : variable,
    ),
  }));
  return { asked, secrets: [...secrets.values()] };
}
