/**
 * The secrets of one run: what the machine has, narrowed by what the environment file says and by what the
 * person allowed.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SecretLookup, SecretSource } from '../../core/permission/secret';
import type { Environment } from '../../core/model';
import { environmentOrigins, type AuthoredSettings } from '../../core/permission/originPolicy';
import type { Vouching } from '../../core/permission/vouching';
import type { Remedies } from '../../core/remedies';
import { parseDotenv } from '../files/dotenv';
import { createSecretSource, type SecretSettings } from './secretValues';
import { foldersUpwards, readWorkspaceText } from '../files/workspaceText';

/** What the person who runs decides about secrets. */
export interface RunSecretSettings {
  readonly secrets: Pick<SecretSettings, 'stored' | 'environment' | 'withheld' | 'granted' | 'bindings'> & {
    /**
     * False where the `.env` file and private environment files are not read, and environments choose no proxy and
     * present no certificate; true by default.
     */
    readonly filesAreTrusted?: boolean;
  };
  readonly remedies: Remedies;
}

/** The secrets of a run of the chain at an absolute path. */
export async function runSecrets(
  { file, workspace }: { readonly file: string; readonly workspace: string },
  { secrets, remedies }: RunSecretSettings,
  authored: AuthoredSettings,
  vouching: Pick<Vouching, 'secret'>,
): Promise<SecretSource> {
  const inFiles =
    secrets.filesAreTrusted === false
      ? []
      : [...(await nearestDotenv(file, workspace)), ...(authored.environment?.privateValues ?? [])];
  const source = createSecretSource({
    ...secrets,
    remedies,
    dotenv: new Map(inFiles),
    defaultOrigins: environmentOrigins(authored),
    approves: vouching.secret,
  });
  const narrow = narrowing(authored.environment);
  return {
    secret: (name) => narrow(source.secret(name)),
    processEnv: (name) => narrow(source.processEnv(name)),
    dotenv: (name) => narrow(source.dotenv(name)),
    computed: source.computed,
  };
}

/** An environment may say that a secret goes to fewer origins than the user allowed, never to more. */
function narrowing(environment: Environment | undefined): (lookup: SecretLookup) => SecretLookup {
  const narrowed = new Map<string, SecretLookup>();
  return (lookup) => {
    const allowed = lookup.ok ? environment?.secretOrigins.get(lookup.secret.name) : undefined;
    if (!lookup.ok || allowed === undefined) {
      return lookup;
    }
    const { secret } = lookup;
    const known = narrowed.get(secret.label) ?? {
      ok: true,
      secret: { ...secret, origins: secret.origins.filter((origin) => allowed.includes(origin)) },
    };
    narrowed.set(secret.label, known);
    return known;
  };
}

/** The variables of the nearest `.env` file, from the chain's folder up to the workspace. */
async function nearestDotenv(file: string, workspace: string): Promise<ReadonlyMap<string, string>> {
  for (const folder of foldersUpwards(path.dirname(file), workspace)) {
    const file = path.join(folder, '.env');
    if (existsSync(file)) {
      return parseDotenv(await readWorkspaceText(file, workspace));
    }
  }
  return new Map();
}
