/**
 * The environments around a file as people choose between them: how many variables, which secrets have a
 * value, which origins it names. No value of a secret leaves this file.
 */
import path from 'node:path';
import { memberOf } from '../../core/json/jsonDocument';
import { parseTree } from '../../core/json/jsonTree';
import { environmentOrigins } from '../../core/permission/originPolicy';
import { vouchesForAll } from '../../core/permission/vouching';
import { listEnvironments, type LoadedEnvironment } from './loadChain';
import { runSecrets, type RunSecretSettings } from '../secrets/runSecrets';

/** An environment in a list. */
export interface EnvironmentSummary {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  readonly protected: boolean;
  /** Number of its variables. */
  readonly variables: number;
  /** The secrets it lists. */
  readonly secrets: readonly { readonly name: string; readonly hasValue: boolean }[];
  /** Origins of its URLs: where a secret probably belongs. */
  readonly origins: readonly string[];
}

/** The environments that a chain at an absolute path can be run in, nearest folder first. */
export async function summarizeEnvironments(
  job: { readonly file: string; readonly workspace: string },
  settings: RunSecretSettings,
): Promise<readonly EnvironmentSummary[]> {
  const environments = await listEnvironments(job.file, job.workspace);
  return Promise.all(environments.map((loaded) => summarize(loaded, job, settings)));
}

/** The environment that a chain's text names; the text may be broken elsewhere. */
export function environmentNamedIn(text: string): string | undefined {
  const { root } = parseTree(text);
  const named = root?.kind === 'object' ? memberOf(root, 'environment')?.value : undefined;
  return named?.kind === 'scalar' && typeof named.value === 'string' ? named.value : undefined;
}

async function summarize(
  { file, environment }: LoadedEnvironment,
  job: { readonly file: string; readonly workspace: string },
  settings: RunSecretSettings,
): Promise<EnvironmentSummary> {
  const authored = { environment, environmentFile: file, overrides: new Map<string, string>() };
  // Only the existence of a value is reported, never where it may go.
  const secrets = await runSecrets(job, settings, authored, vouchesForAll);
  return {
    name: environment.name,
    file: path.resolve(job.workspace, file),
    protected: environment.protected,
    variables: Object.keys(environment.variables).length,
    secrets: environment.secrets.map((name) => ({ name, hasValue: secrets.secret(name).ok })),
    origins: environmentOrigins(authored),
  };
}
