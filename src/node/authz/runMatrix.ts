/**
 * Running authorization matrices on this machine: the one way from a `*.authz.json` to a result, for the
 * editor, the Test Explorer and the command line alike. Nothing leaves unmasked.
 */
import { randomBytes } from 'node:crypto';
import type { AuthzEvent } from '../../core/authz/result/authzResult';
import type { MatrixPlan } from '../../core/authz/plan/cell';
import { cleanUp as cleanUpEntries } from '../../core/authz/objects/cleanUp';
import type { CleanUp } from '../../core/authz/objects/cleanUp';
import type { AuthzPorts } from '../../core/authz/run/context';
import { dryRun } from '../../core/authz/plan/dryRun';
import type { DryRequest } from '../../core/authz/plan/dryRun';
import type { LoadedMatrix } from '../../core/authz/matrix/matrix';
import { planMatrix } from '../../core/authz/plan/planMatrix';
import { strictCount } from '../../core/authz/plan/requestCount';
import { runMatrix as runPlan } from '../../core/authz/run/runMatrix';
import type { MatrixRun } from '../../core/authz/run/runMatrix';
import { loginRequests } from '../../core/authz/run/sessions';
import { UserError } from '../../core/errors';
import type { AuthoredSettings } from '../../core/originPolicy';
import type { ExecuteSettings } from '../execute';
import { createRunCookies } from '../runCookies';
import { wireRun } from '../wireRun';
import type { WiredRun } from '../wireRun';
import { loadMatrix } from './loadMatrix';
import type { MatrixJob } from './loadMatrix';
import { openLedger, readLedger } from './ledgerFile';
import type { LedgerFile } from './ledgerFile';
import { exchangeKeeper, maskResult } from './maskResult';
import { matrixPolicy } from './matrixPolicy';

/** How to run it; the person who runs decides, never a file of the workspace. */
export interface MatrixSettings {
  readonly execute: ExecuteSettings;
  /** Whether requests that change something may be sent, where the matrix agrees. */
  readonly allowMutations: boolean;
  /** Patterns of cell ids or operations; absent is all. */
  readonly only?: readonly string[];
  /** Operations that cannot be taken back and may be tested all the same. */
  readonly irreversible: readonly string[];
  /** Of the planted texts; absent is a new one. */
  readonly seed?: string;
  /** Keeps the beginning of bodies, masked. */
  readonly keepBodies: boolean;
}

/** What a run would do. */
export interface DryRun {
  readonly plan: MatrixPlan;
  readonly requests: readonly DryRequest[];
  /** Requests that the run costs at most. */
  readonly strict: number;
}

/** Milliseconds that a cancelled run has for deleting what it created. */
const ENDING_MS = 30_000;

/**
 * Runs a matrix. Events come masked; the last one holds the result.
 *
 * @throws UserError when a file is missing or invalid
 */
export async function* runMatrix(
  job: MatrixJob,
  settings: MatrixSettings,
  signal: AbortSignal,
): AsyncGenerator<AuthzEvent, void, void> {
  const loaded = await loadMatrix(job);
  const run = await wireMatrix(job, loaded, settings);
  const { wired, ledger } = run;
  const ending = endingSignal(signal);
  try {
    for await (const event of runPlan(run.matrix, portsOf(wired, ledger), signal, ending.signal)) {
      yield event.type === 'authz-finished'
        ? { ...event, result: maskResult(event.result, wired.redactor) }
        : event;
    }
  } finally {
    ending.stop();
    wired.close();
    await ledger.close();
  }
}

/** Works out what a run would do, and sends nothing. Throws UserError when a file is missing or invalid. */
export async function dryRunMatrix(job: MatrixJob, settings: MatrixSettings): Promise<DryRun> {
  const loaded = await loadMatrix(job);
  const wired = await wire(job, loaded, settings);
  try {
    const plan = planOf(loaded, settings);
    const builtIns = wired.ports;
    const requests = dryRun(loaded, plan, authoredSettings(loaded, settings), builtIns);
    return {
      plan,
      requests: wired.redactor.data(requests),
      strict: strictCount(loaded, plan, loginRequests(loaded, plan)),
    };
  } finally {
    wired.close();
  }
}

/**
 * Deletes what killed runs of a matrix left.
 *
 * @throws UserError when a file is missing or invalid, or deleting is not allowed
 */
export async function cleanUp(
  job: MatrixJob,
  settings: MatrixSettings,
  signal: AbortSignal,
): Promise<CleanUp> {
  const loaded = await loadMatrix(job);
  const entries = await readLedger(job.workspace, loaded.file);
  if (entries.length === 0) {
    return { deleted: 0, left: [] };
  }
  requirePermission(entries.length, loaded, settings);
  const { matrix, wired, ledger } = await wireMatrix(job, loaded, settings);
  try {
    return wired.redactor.data(await cleanUpEntries(matrix, portsOf(wired, ledger), entries, signal));
  } finally {
    wired.close();
    await ledger.close();
  }
}

/** Deleting changes something, and takes what any change of a run takes. */
function requirePermission(
  count: number,
  { matrix, file, environment }: LoadedMatrix,
  { allowMutations }: MatrixSettings,
): void {
  const what = `${count} ${count === 1 ? 'object' : 'objects'} may be left of earlier runs`;
  if (!allowMutations) {
    throw new UserError(
      `${what}, and nobody allowed deleting them.`,
      'Allow changes (--allow-mutations) and try again.',
    );
  }
  if (!matrix.mutate) {
    throw new UserError(`${what}, and ${file} does not allow changes.`, 'Set its "mutate" to true.');
  }
  if (environment?.protected === true) {
    throw new UserError(
      `${what}, and nothing is deleted in the protected environment ${environment.name}.`,
      'Delete them by hand, or set "protected" of the environment to false.',
    );
  }
}

/** A matrix that is ready to be run. */
interface ReadyMatrix {
  readonly matrix: MatrixRun;
  readonly wired: WiredMatrix;
  readonly ledger: LedgerFile;
}

/** Whoever asks for it closes what is in it. */
async function wireMatrix(
  job: MatrixJob,
  loaded: LoadedMatrix,
  settings: MatrixSettings,
): Promise<ReadyMatrix> {
  const wired = await wire(job, loaded, settings);
  try {
    const matrix = matrixRun(loaded, settings, wired);
    return { matrix, wired, ledger: await openLedger(job.workspace, loaded.file) };
  } catch (error) {
    wired.close();
    throw error;
  }
}

interface WiredMatrix extends WiredRun {
  readonly settings: MatrixRun['settings'];
}

async function wire(job: MatrixJob, loaded: LoadedMatrix, { execute }: MatrixSettings): Promise<WiredMatrix> {
  const authored = authoredSettings(loaded, { execute });
  const environment =
    loaded.environment === undefined
      ? undefined
      : { file: loaded.environmentFile, environment: loaded.environment };
  const wired = await wireRun(
    { file: job.file, workspace: job.workspace, authored, loaded: environment },
    execute,
  );
  const { remedies, timeoutMs, userAgent } = execute;
  const policy = matrixPolicy(loaded, execute, authored, wired.ports);
  return {
    ...wired,
    settings: { ...authored, policy, remedies, timeoutMs, userAgent, notes: wired.notes },
  };
}

function authoredSettings(
  { environment, environmentFile }: LoadedMatrix,
  { execute }: Pick<MatrixSettings, 'execute'>,
): AuthoredSettings {
  return {
    ...(environment === undefined ? {} : { environment }),
    environmentFile,
    overrides: execute.overrides,
  };
}

function matrixRun(loaded: LoadedMatrix, settings: MatrixSettings, wired: WiredMatrix): MatrixRun {
  return {
    loaded,
    plan: planOf(loaded, settings),
    settings: wired.settings,
    keep: exchangeKeeper(wired.redactor, settings.keepBodies),
    mask: wired.redactor.text,
    seed: settings.seed ?? randomBytes(8).toString('hex'),
    runId: randomBytes(8).toString('hex'),
    mayChange: loaded.matrix.mutate && mayChange(loaded, settings),
  };
}

/** Nothing is changed in a protected environment, whatever anybody agreed to. */
function mayChange({ environment }: LoadedMatrix, { allowMutations }: MatrixSettings): boolean {
  return allowMutations && environment?.protected !== true;
}

function planOf(loaded: LoadedMatrix, settings: MatrixSettings): MatrixPlan {
  const { only, irreversible } = settings;
  return planMatrix(loaded, {
    ...(only === undefined ? {} : { only }),
    allowMutations: mayChange(loaded, settings),
    irreversible,
  });
}

function portsOf({ ports }: WiredRun, ledger: LedgerFile): AuthzPorts {
  return { ...ports, newCookies: createRunCookies, ledger };
}

/** Ends some time after the run was cancelled: until then what it created can be deleted. */
function endingSignal(signal: AbortSignal): { readonly signal: AbortSignal; readonly stop: () => void } {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => {
      ending.abort();
    }, ENDING_MS);
  };
  signal.addEventListener('abort', begin, { once: true });
  return {
    signal: ending.signal,
    stop: () => {
      signal.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
}
