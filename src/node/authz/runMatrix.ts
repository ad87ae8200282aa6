/**
 * Running authorization matrices on this machine: the one way from a `*.authz.json` to a result, for the
 * editor, the Test Explorer and the command line alike. Nothing leaves unmasked.
 */
import { cleanUp as cleanUpEntries, type CleanUp } from '../../core/authz/run/cleanUp';
import { dryRun, type DryRequest } from '../../core/authz/plan/dryRun';
import type { MatrixPlan } from '../../core/authz/model/cell';
import { packCount, strictCount } from '../../core/authz/plan/requestCount';
import type { AuthzEvent, AuthzResult } from '../../core/authz/model/authzResult';
import type { LoadedMatrix } from '../../core/authz/model/matrix';
import { runMatrix as runPlan } from '../../core/authz/run/runMatrix';
import { loginRequests } from '../../core/authz/act/sessions/sessions';
import { UserError } from '../../core/errors';
import { plural } from '../../core/words';
import type { ExecuteSettings } from '../run/executeSettings';
import { authoredSettings, loadMatrix, type MatrixJob } from './loadMatrix';
import { readLedger } from './ledgerFile';
import { maskDryRequest, maskResult } from './maskResult';
import { planOf, portsOf, wire, wireMatrix, type MatrixSettings } from './wireMatrix';

/** What a run would do. */
export interface DryRun {
  readonly plan: MatrixPlan;
  readonly requests: readonly DryRequest[];
  /** Requests that the run costs at most. */
  readonly strict: number;
  /** How many of them attack packs add. */
  readonly packs: number;
}

/** Milliseconds that a cancelled run has for deleting what it created. */
const ENDING_MS = 30_000;

/**
 * Runs a matrix. Events come masked; the last one holds the result.
 *
 * @throws UserError when a file is missing or invalid, or another run or cleanup of the matrix is at work
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
        ? {
            ...event,
            result: withNotes(maskResult(event.result, wired.redactor), [
              ...wired.redactor.notes(),
              ...ledger.faults(),
            ]),
          }
        : event;
    }
  } finally {
    ending.stop();
    wired.close();
    await ledger.close();
  }
}

/** Nobody has to vouch for what is not sent. */
function sendingNothing({ trust: _trust, ...settings }: ExecuteSettings): ExecuteSettings {
  return settings;
}

function withNotes(result: AuthzResult, notes: readonly string[]): AuthzResult {
  return { ...result, notes: [...result.notes, ...notes] };
}

/** Works out what a run would do, and sends nothing. Throws UserError when a file is missing or invalid. */
export async function dryRunMatrix(job: MatrixJob, settings: MatrixSettings): Promise<DryRun> {
  const loaded = await loadMatrix(job);
  const wired = await wire(job, loaded, { ...settings, execute: sendingNothing(settings.execute) });
  try {
    const plan = planOf(loaded, settings);
    const builtIns = wired.ports;
    const requests = dryRun(loaded, plan, authoredSettings(loaded, settings.execute), builtIns);
    return {
      plan,
      requests: requests.map((request) => maskDryRequest(request, wired.redactor)),
      strict: strictCount(loaded, plan, loginRequests(loaded, plan)),
      packs: packCount(loaded, plan),
    };
  } finally {
    wired.close();
  }
}

/**
 * Deletes what killed runs of a matrix left.
 *
 * @throws UserError when a file is missing or invalid, deleting is not allowed, or a run of the matrix is at work
 */
export async function cleanUp(
  job: MatrixJob,
  settings: MatrixSettings,
  signal: AbortSignal,
): Promise<CleanUp> {
  const loaded = await loadMatrix(job);
  const entries = await readLedger(job.workspace, loaded.file);
  if (entries.length === 0) {
    return { deleted: 0, restored: 0, left: [] };
  }
  requirePermission(entries.length, loaded, settings);
  const { matrix, wired, ledger } = await wireMatrix(job, loaded, settings);
  try {
    // A run that has ended meanwhile deleted some of them; from here on nobody else writes.
    const left = await readLedger(job.workspace, loaded.file);
    return wired.redactor.data(await cleanUpEntries(matrix, portsOf(wired, ledger), left, signal));
  } finally {
    wired.close();
    await ledger.close();
  }
}

/** Deleting changes something, and takes what any change of a run takes. */
function requirePermission(
  count: number,
  { matrix, file, environment }: LoadedMatrix,
  { allowMutations, execute: { remedies } }: MatrixSettings,
): void {
  const what = `${plural(count, 'object')} may be left of earlier runs`;
  if (!allowMutations) {
    throw new UserError(`${what}, and nobody allowed deleting them.`, remedies.allowChanges);
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
