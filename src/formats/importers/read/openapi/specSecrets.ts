/** Names for the secrets that a specification asks for without giving them: the same for the same thing. */
import { proposeSecretName } from '../../../../core/permission/secretNames';

/** The secrets of one specification. */
export interface SpecSecrets {
  /** A reference to the secret with this label: `{{$secret BEARER_AUTH}}` for `bearerAuth`. */
  readonly refer: (label: string) => string;
  readonly names: () => readonly string[];
}

/** Begins without secrets. */
export function createSpecSecrets(): SpecSecrets {
  const names = new Map<string, string>();
  return {
    refer(label) {
      const name = names.get(label) ?? proposeSecretName([], label, new Set(names.values()));
      names.set(label, name);
      return `{{$secret ${name}}}`;
    },
    names: () => [...names.values()],
  };
}
