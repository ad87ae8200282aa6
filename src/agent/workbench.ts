/** What the tools of a model work with: one workspace, what a person allowed there, and what was run so far. */
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../core/errors';
import type { JsonObject, JsonValue } from '../core/json/json';
import type { ExecuteSettings } from '../node/run/executeSettings';
import type { EndedRun } from '../node/run/runToEnd';
import { createBodySpool, type BodySpool } from '../node/results/bodySpool';
import { readWorkspaceText, workspacePath } from '../node/files/workspaceText';
import { secretPrefix } from '../node/secrets/secretValues';
import { watchFiles, type FileWatch } from './fileWatch';
import type { Rights, RightsRemedies } from './rights';

/** What a person starts the tools with. */
export interface WorkbenchOptions {
  /** Absolute path, without links. */
  readonly workspace: string;
  readonly rights: Rights;
  readonly remedies: RightsRemedies;
  /** How requests are sent; they go to this machine and `rights.allowHosts` only, whatever else this says. */
  readonly settings: ExecuteSettings;
}

/** A workspace with its tools. */
export interface Workbench extends WorkbenchOptions {
  readonly watch: FileWatch;
  /** Long bodies of the runs. */
  readonly bodies: BodySpool;
  /** The last run of each chain, by the workspace path of the chain. */
  readonly runs: Map<string, EndedRun>;
}

/** Opens a workspace; what is in it now is what the person trusts. */
export async function openWorkbench({ settings, ...options }: WorkbenchOptions): Promise<Workbench> {
  const { allowHosts } = options.rights;
  return {
    ...options,
    settings: { ...settings, allowHosts, vouchedHosts: allowHosts, isConfined: true },
    watch: await watchFiles(options.workspace),
    bodies: createBodySpool(os.tmpdir()),
    runs: new Map(),
  };
}

/** A file that a model names. */
export interface NamedFile {
  /** Absolute path. */
  readonly file: string;
  readonly workspace: string;
  /** Workspace path. */
  readonly name: string;
}

/**
 * Finds a chain that a model names.
 *
 * @throws UserError when it is not a chain file, or lies outside the workspace
 */
export async function chainAt(name: string, workbench: Workbench): Promise<NamedFile> {
  if (!name.endsWith('.chain.json')) {
    throw new UserError(
      `${JSON.stringify(name)} is not a chain.`,
      'Chains are called *.chain.json: call list_chains.',
    );
  }
  return await fileAt(name, workbench);
}

/** Finds a file that a model names. Throws UserError when it lies outside the workspace, or cannot be read. */
export async function fileAt(name: string, { workspace }: Workbench): Promise<NamedFile> {
  const file = path.resolve(workspace, name);
  await readWorkspaceText(file, workspace);
  return { file, workspace, name: workspacePath(file, workspace) };
}

/** The settings of a run, and why it has no secrets where it has none but those that the person bound. */
export interface RunTrust {
  readonly settings: ExecuteSettings;
  /** A sentence; absent where everything is as the person left it. */
  readonly withheld?: string;
}

/**
 * What a run is trusted with: a file that has changed, or a value that a model gives, decides where a secret goes, so
 * such a run has only the secrets that the person bound to an origin.
 *
 * @param files workspace paths of what it was read from; absent is every chain, environment and matrix
 * @param variables what the model gives
 */
export async function trustFor(
  files: readonly string[] | undefined,
  variables: JsonObject,
  { settings, watch, remedies }: Workbench,
): Promise<RunTrust> {
  const overrides = new Map<string, JsonValue>([...settings.overrides, ...Object.entries(variables)]);
  const changed = await watch.changed(files);
  const given = Object.keys(variables);
  if (changed.length === 0 && given.length === 0) {
    return { settings };
  }
  const { secrets } = settings;
  const why =
    changed.length > 0
      ? `${changed.join(', ')} changed after the start`
      : `${given.join(', ')} came from the model`;
  return {
    settings: {
      ...settings,
      overrides,
      trust: NOBODY,
      secrets: {
        ...secrets,
        environment: onlyBound(secrets),
        granted: [],
        readsFiles: false,
        ...(secrets.stored === undefined ? {} : { stored: new Map() }),
      },
    },
    withheld: `${why}, so this run has only the secrets that were bound to an origin. ${remedies.trustChanged}`,
  };
}

const NOBODY: NonNullable<ExecuteSettings['trust']> = {
  isNamed: () => Promise.resolve(false),
  isRemembered: () => Promise.resolve(false),
  ask: ({ file }) =>
    Promise.reject(new UserError(`${file} is not trusted here.`, 'A person can run it on the command line.')),
};

/** The variables with the secrets that a person bound to origins. */
function onlyBound({
  environment,
  bindings,
}: ExecuteSettings['secrets']): Readonly<Record<string, string | undefined>> {
  const names = new Set([...bindings.keys()].map((name) => `${secretPrefix}${name}`));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => names.has(name)));
}
