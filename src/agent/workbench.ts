/** What the tools of a model work with: one workspace, what a person allowed there, and what was run so far. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import type { JsonObject, JsonValue } from '../core/json/json';
import type { ExecutionResult, RequestResult } from '../core/result/result';
import type { RunSelection } from '../core/run/plan';
import type { RunMemory } from '../core/run/runStep';
import type { AuthzResult } from '../core/authz/model/authzResult';
import type { DryRun } from '../node/authz/runMatrix';
import type { ExecuteSettings } from '../node/run/executeSettings';
import type { LoadDescription } from '../node/files/loadDescription';
import { workspacePath, type ReadText } from '../node/files/workspaceText';
import { secretPrefix } from '../node/secrets/secretValues';
import { shown } from './answer';
import type { AskPerson } from './consent';
import type { ChangedFile, FileWatch } from './fileWatch';
import type { Rights, RightsRemedies } from './rights';

/** What a person starts the tools with. */
export interface WorkbenchOptions {
  /** Absolute path, without links. */
  readonly workspace: string;
  readonly rights: Rights;
  readonly remedies: RightsRemedies;
  readonly settings: ExecuteSettings;
}

/** A workspace with its tools. */
export interface Workbench extends WorkbenchOptions {
  readonly watch: FileWatch;
  /** From disk, or unsaved texts first. */
  readonly text: ReadText;
  /** Reads descriptions of APIs; absent reads them in this thread. */
  readonly describe?: LoadDescription;
  readonly runs: ModelRuns;
  readonly matrices: ModelMatrices;
}

/** Where chains are run for a model: in this process, or by the editor as if a person had run them. */
export interface ModelRuns {
  /** Rejects with UserError when something of the run is not allowed. */
  readonly run: (
    wanted: WantedRun,
    workbench: Workbench,
    following: Following,
  ) => Promise<ForModel<ExecutionResult>>;
  /** The last run of a chain, by its workspace path. */
  readonly last: (chain: string) => LastRun | undefined;
}

/** What a model wants to be run. */
export interface WantedRun {
  readonly chain: NamedFile;
  readonly select: RunSelection;
  readonly environment: string | undefined;
  /** Values that it gives. */
  readonly variables: JsonObject;
}

/** Where matrices are run for a model, as chains are. Both reject with UserError when something is not allowed. */
export interface ModelMatrices {
  readonly run: (
    wanted: WantedMatrix,
    workbench: Workbench,
    following: Following,
  ) => Promise<ForModel<AuthzResult>>;
  /** What a run would send. */
  readonly dryRun: (wanted: WantedMatrix, workbench: Workbench) => Promise<ForModel<DryRun>>;
}

/** What a model wants to be tested. */
export interface WantedMatrix {
  readonly matrix: NamedFile;
  readonly environment: string | undefined;
  /** Patterns of cells or operations; absent is everything. */
  readonly only: readonly string[] | undefined;
}

/** Who follows a run. */
export interface Following {
  readonly signal: AbortSignal;
  /** Tells how far it is. */
  readonly progress: (done: number, of: number, message: string) => void;
  /** Absent where there is nobody, or no way, to ask. */
  readonly ask?: AskPerson;
}

/** What a run came to, and why it had fewer secrets than a person gave, where it had. */
export interface ForModel<Result> {
  readonly result: Result;
  readonly withheld: string | undefined;
}

/** What a run left. */
export interface LastRun {
  readonly result: ExecutionResult;
  /** Its requests with their bodies. */
  readonly whole: () => Iterable<RequestResult>;
  readonly memory: RunMemory | undefined;
}

/** A file that a model names. */
export interface NamedFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
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
  const found = await fileAt(name, workbench);
  if (!found.name.endsWith('.chain.json')) {
    throw new UserError(
      `${JSON.stringify(found.name)} is not a chain.`,
      'Chains are called *.chain.json: call list_chains.',
    );
  }
  return found;
}

/**
 * Finds a file that a model names, its links resolved.
 *
 * @throws UserError when it lies outside the workspace, or cannot be read
 */
export async function fileAt(name: string, { workspace, text }: Workbench): Promise<NamedFile> {
  const named = path.resolve(workspace, name);
  const content = await text(named, workspace);
  const real = path.relative(await realpath(workspace), await realpath(named));
  const file = path.resolve(workspace, real);
  return { file, text: content, workspace, name: workspacePath(file, workspace) };
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
 * @param changed of what it was read from
 * @param variables what the model gives
 */
export function trustFor(
  changed: readonly ChangedFile[],
  variables: JsonObject,
  { settings, remedies }: Workbench,
): RunTrust {
  const overrides = new Map<string, JsonValue>([...settings.overrides, ...Object.entries(variables)]);
  const given = Object.keys(variables);
  if (changed.length === 0 && given.length === 0) {
    return { settings };
  }
  const why =
    changed.length > 0
      ? `${listed(changed.map(({ name }) => name))} changed after the start`
      : `${listed(given)} came from the model`;
  return {
    settings: { ...onlyBound(settings), overrides, trust: NOBODY },
    withheld: `${why}, so this run has only the secrets that were bound to an origin. ${remedies.trustChanged}`,
  };
}

/** Names that files or a model give, in a sentence. */
function listed(names: readonly string[]): string {
  const more = names.length > 10 ? [`${names.length - 10} more`] : [];
  return [...names.slice(0, 10).map((name) => shown(name, 100)), ...more].join(', ');
}

/** Refuses what may sign in where it has not all secrets: it may sign in by POST to any address. */
export function refuseSignIn({ withheld }: RunTrust, { rights, remedies }: Workbench): void {
  if (withheld !== undefined && !rights.allowMutations) {
    throw new UserError(
      `Nothing was sent: this run may sign in by POST, and ${withheld}`,
      remedies.allowMutations,
    );
  }
}

const NOBODY: NonNullable<ExecuteSettings['trust']> = {
  isNamed: () => Promise.resolve(false),
  isRemembered: () => Promise.resolve(false),
  ask: ({ file }) =>
    Promise.reject(new UserError(`${file} is not trusted here.`, 'A person can run it on the command line.')),
};

/** The settings without the secrets that no person bound to an origin. */
export function onlyBound<S extends Pick<ExecuteSettings, 'secrets'>>(settings: S): S {
  const { secrets } = settings;
  const names = new Set([...secrets.bindings.keys()].map((name) => `${secretPrefix}${name}`));
  const environment = Object.fromEntries(
    Object.entries(secrets.environment).filter(([name]) => names.has(name)),
  );
  return { ...settings, secrets: { ...secrets, environment, granted: [], filesAreTrusted: false } };
}
