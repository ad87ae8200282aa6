/** Wiring a matrix to this machine: its plan, its ports, its ledger, and the redactor that knows its credentials. */
import { randomBytes } from 'node:crypto';
import type { LoadedMatrix } from '../../core/authz/model/matrix';
import type { MatrixPlan } from '../../core/authz/model/cell';
import { planMatrix } from '../../core/authz/plan/planMatrix';
import type { AuthzPorts } from '../../core/authz/act/context';
import { credentialNamesOf, writtenCredentials } from '../../core/authz/matrix/matrixCredentials';
import type { MatrixRun } from '../../core/authz/run/runParts';
import { defined } from '../../core/defined';
import type { ExecuteSettings } from '../run/executeSettings';
import { createRunCookies } from '../http/runCookies';
import { vouchFor } from '../run/environmentTrust';
import { wireRun, type WiredRun } from '../run/wireRun';
import { openLedger, type LedgerFile } from './ledgerFile';
import { authoredSettings, type MatrixJob } from './loadMatrix';
import { exchangeKeeper } from './maskResult';
import { matrixPolicy } from './matrixPolicy';
import { surveyMatrix } from './surveyMatrix';
import { withTimeToAnswer } from './timeToAnswer';

/** How to run it; the person who runs decides, never a file of the workspace. */
export interface MatrixSettings {
  readonly execute: ExecuteSettings;
  /** Whether requests that change something may be sent, where the matrix agrees. */
  readonly allowMutations: boolean;
  /** Patterns of cell ids or operations; absent is all. */
  readonly only?: readonly string[];
  /** Operations that cannot be taken back but may be tested. */
  readonly irreversible: readonly string[];
  /** Of the planted texts; absent is a new one. */
  readonly seed?: string;
  /** Keeps the beginning of bodies, masked. */
  readonly keepBodies: boolean;
  /** How many cells that only read are tested at a time; absent is one. */
  readonly parallel?: number;
}

/** A matrix that is ready to be run. */
export interface ReadyMatrix {
  readonly matrix: MatrixRun;
  readonly wired: WiredMatrix;
  readonly ledger: LedgerFile;
}

/** Makes a matrix ready, its ledger opened. The caller closes what is in it. */
export async function wireMatrix(
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

/** A matrix that can be sent for. */
export interface WiredMatrix extends WiredRun {
  readonly settings: MatrixRun['settings'];
  /** Names of the variables that hold credentials. */
  readonly credentials: ReadonlySet<string>;
}

/** Wires the requests of a matrix to this machine; what it writes of credentials is known to the redactor. */
export async function wire(
  job: MatrixJob,
  loaded: LoadedMatrix,
  { execute }: MatrixSettings,
): Promise<WiredMatrix> {
  const authored = authoredSettings(loaded, execute);
  const environment =
    loaded.environment === undefined
      ? undefined
      : { file: loaded.environmentFile, environment: loaded.environment };
  const { file, workspace } = job;
  const run = { file, workspace, authored, loaded: environment };
  const vouching = await vouchFor(run, execute, () => surveyMatrix(job, execute));
  const wired = await wireRun({ ...run, vouching, written: writtenIn(loaded), name: loaded.file }, execute);
  const { remedies, timeoutMs, userAgent } = execute;
  const policy = matrixPolicy(loaded, execute, authored, wired.ports, vouching);
  const credentials = credentialNamesOf(loaded);
  writtenCredentials(loaded, credentials).forEach(wired.redactor.learn);
  return {
    ...wired,
    credentials,
    settings: { ...authored, policy, remedies, timeoutMs, userAgent, notes: wired.notes },
  };
}

function writtenIn({ matrix, chains, environment }: LoadedMatrix): string {
  const all = [...chains.values()].flatMap(({ chain, required }) => [
    chain,
    required.map((one) => one.chain),
  ]);
  return JSON.stringify([matrix, all, environment]);
}

function matrixRun(loaded: LoadedMatrix, settings: MatrixSettings, wired: WiredMatrix): MatrixRun {
  return {
    loaded,
    plan: planOf(loaded, settings),
    settings: wired.settings,
    keep: exchangeKeeper(wired.redactor, wired.credentials, settings.keepBodies),
    render: wired.redactor.message,
    mask: wired.redactor.text,
    seed: settings.seed ?? randomBytes(8).toString('hex'),
    runId: randomBytes(8).toString('hex'),
    mayChange: loaded.matrix.mutate && mayChange(loaded, settings),
    parallel: settings.parallel ?? 1,
  };
}

/** Nothing is changed in a protected environment, whatever anybody agreed to. */
function mayChange({ environment }: LoadedMatrix, { allowMutations }: MatrixSettings): boolean {
  return allowMutations && environment?.protected !== true;
}

/** The cells that these settings ask for. */
export function planOf(loaded: LoadedMatrix, settings: MatrixSettings): MatrixPlan {
  const { only, irreversible, execute } = settings;
  return planMatrix(loaded, {
    ...defined({ only }),
    allowMutations: mayChange(loaded, settings),
    allowChanges: execute.remedies.allowChanges,
    irreversible,
  });
}

/** The ports of a run that keeps a ledger. */
export function portsOf({ ports }: WiredRun, ledger: LedgerFile): AuthzPorts {
  return { ...ports, newCookies: createRunCookies, ledger, withTimeToAnswer };
}
