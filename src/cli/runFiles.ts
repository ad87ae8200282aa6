/**
 * Running chain files one after the other or several at a time, with progress for a person on stderr and
 * one line per request on stdout as soon as it is known.
 */
import os from 'node:os';
import { defined } from '../core/defined';
import type { DataTable } from '../core/data/dataTable';
import { UserError } from '../core/errors';
import type { Chain } from '../core/model';
import type { RunSelection } from '../core/run/plan';
import type { ExecutionResult } from '../core/result/result';
import type { RequestPlaces, WholeRequests } from '../core/result/runReport';
import { plural } from '../core/words';
import { removeLeftovers } from '../node/files/atomicFile';
import { findRequests } from '../node/files/requestPlaces';
import { createBodySpool, type SpooledBodies } from '../node/results/bodySpool';
import { prepareRun } from '../node/run/execute';
import type { ExecuteSettings } from '../node/run/executeSettings';
import { runToEnd, type EndedRun, type Kept } from '../node/run/runToEnd';
import type { Progress } from './progress';

/** A chain to run and the folder that bounds what it may read. */
export interface ChainFile {
  readonly file: string;
  readonly workspace: string;
  /** The chain, when it was read already. */
  readonly chain?: Chain;
}

/** How to run. */
export interface RunFilesOptions {
  readonly environment?: string;
  readonly select: RunSelection;
  /** Rows of data that the person gave, for every chain; absent are those of each chain. */
  readonly data?: DataTable;
  /** Which of the rows. */
  readonly rows?: string;
  readonly settings: ExecuteSettings;
  readonly keep: Kept;
  /** Chains at a time; where they are fewer, rows of a chain whose rows are independent. */
  readonly parallel: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The results of a run; `dispose` deletes the bodies that went to the disk. */
export interface FileResults {
  /** What kept files from being run, such as that the run was cancelled; the others were. */
  readonly faults: readonly UserError[];
  /** A sentence about each file that was not begun, because the run had stopped at a failure. */
  readonly notRun: readonly string[];
  readonly results: readonly ExecutionResult[];
  /** The requests of one of the results with every body whole again, for reports that need them. */
  readonly whole: WholeRequests;
  /** Reads the chain files again for it. */
  readonly places: () => Promise<RequestPlaces>;
  readonly dispose: () => void;
}

/** Runs chains until they are done or `settings.bail` stops them. One that cannot be run keeps no other from running. */
export async function runFiles(files: readonly ChainFile[], options: RunFilesOptions): Promise<FileResults> {
  await removeLeftovers(os.tmpdir());
  const spool = createBodySpool(os.tmpdir());
  try {
    const { signal, parallel } = options;
    const rowsAtOnce = Math.max(1, Math.floor(parallel / Math.min(parallel, files.length)));
    const settings = { ...options.settings, rowsAtOnce };
    const outcomes = await inParallel(files, parallel, (file) =>
      settings.bail?.cause === undefined && !signal.aborted
        ? runFile(file, spool.begin(), { ...options, settings }).catch(asFault)
        : undefined,
    );
    const ran = outcomes.flatMap((outcome) =>
      outcome === undefined || outcome instanceof UserError ? [] : [outcome],
    );
    const wholeOf = new Map(ran.map(({ result, whole }) => [result, whole]));
    const faults = outcomes.filter((outcome) => outcome instanceof UserError);
    const notBegun = files.filter((_file, index) => outcomes[index] === undefined);
    const stopped = printNotBegun(notBegun, settings.bail?.cause);
    return {
      results: ran.map(({ result }) => result),
      faults: [...faults, ...stopped.faults],
      notRun: stopped.notRun,
      whole: (result, longest) => wholeOf.get(result)?.(longest) ?? result.requests,
      places: () => findAll(ran),
      dispose: spool.dispose,
    };
  } catch (error) {
    spool.dispose();
    throw error;
  }
}

/** What is said of files that were not begun, because of a failure or because the run was cancelled. */
function printNotBegun(
  files: readonly ChainFile[],
  failure: string | undefined,
): Pick<FileResults, 'faults' | 'notRun'> {
  if (failure !== undefined) {
    return { faults: [], notRun: files.map(({ file }) => `${file} was not run, because ${failure}.`) };
  }
  const count = plural(files.length, 'chain was', 'chains were');
  const cancelled = new UserError(
    `${count} not run, because the run was cancelled.`,
    'Run the command again.',
  );
  return { faults: files.length === 0 ? [] : [cancelled], notRun: [] };
}

/** The error when the user can fix it; anything else is thrown on. */
export function asFault(error: unknown): UserError {
  if (error instanceof UserError) {
    return error;
  }
  throw error;
}

/** A chain that was run. */
type FileRun = EndedRun & Pick<ChainFile, 'workspace'>;

async function findAll(runs: readonly FileRun[]): Promise<RequestPlaces> {
  const found = new Map<ExecutionResult, Awaited<ReturnType<typeof findRequests>>>();
  for (const folder of new Set(runs.map(({ workspace }) => workspace))) {
    const group = runs.filter(({ workspace }) => workspace === folder);
    const chains = group.flatMap(({ result }) => result.requests.map(({ request }) => request.chain));
    const find = await findRequests(folder, chains);
    group.forEach(({ result }) => found.set(result, find));
  }
  return (result, request) => found.get(result)?.(request);
}

async function runFile(
  chainFile: ChainFile,
  bodies: SpooledBodies,
  { environment, select, data, rows, settings, keep, progress, signal }: RunFilesOptions,
): Promise<FileRun> {
  const job = { ...chainFile, select, ...defined({ environment, data, rows }) };
  const report = progress.begin();
  const run = await prepareRun(job, settings.overrides);
  const ended = await runToEnd(run, settings, { keep, bodies, report, signal });
  return { ...ended, workspace: chainFile.workspace };
}

/** Runs the work for every item, a few at a time, results in the order of the items. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R> | R,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      results.set(index, await work(item, index));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
}
