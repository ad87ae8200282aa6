/**
 * Running chain files one after the other or several at a time, with progress for a person on stderr and
 * one line per request on stdout as soon as it is known.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { briefEvent } from '../core/run/briefEvent';
import { UserError } from '../core/errors';
import type { Chain } from '../core/model';
import type { RunSelection } from '../core/run/plan';
import { growResult } from '../core/result/result';
import type { ExecutionResult, RunEvent } from '../core/result/result';
import { createBodySpiller, createBodyStore } from '../node/results/bodyStore';
import type { BodyStore } from '../node/results/bodyStore';
import { execute } from '../node/run/execute';
import type { ExecuteSettings } from '../node/run/execute';
import { restoreResult } from '../node/results/restoreResult';
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
  readonly settings: ExecuteSettings;
  /** What is kept of each request; without exchanges, nothing that grows with what servers send. */
  readonly keep: 'outcomes' | 'exchanges';
  /** Chains at a time. */
  readonly parallel: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Bodies kept in memory: 256 Ki characters each, 16 Mi together; the rest goes to a temporary folder. */
const BODY_LIMITS = { perBody: 2 ** 18, total: 2 ** 24 };

/** The results of a run; `dispose` deletes the bodies that went to the disk. */
export interface FileResults {
  /** What kept files from being run; the others were. */
  readonly faults: readonly UserError[];
  /** A sentence about each file that was not begun, because the run had stopped at a failure. */
  readonly notRun: readonly string[];
  readonly results: readonly ExecutionResult[];
  /** The results with every body whole again, for reports that need them. */
  readonly whole: () => Promise<readonly ExecutionResult[]>;
  readonly dispose: () => Promise<void>;
}

/** Runs chains until they are done or `settings.bail` stops them. One that cannot be run keeps no other from running. */
export async function runFiles(files: readonly ChainFile[], options: RunFilesOptions): Promise<FileResults> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const stores = files.map((_file, index) => createBodyStore(path.join(folder, String(index))));
  try {
    const outcomes = await inParallel(files, options.parallel, (file, index) =>
      options.settings.bail?.cause === undefined
        ? runFile(file, stores[index], options).catch(asFault)
        : undefined,
    );
    const ran = outcomes.flatMap((outcome, index) =>
      outcome === undefined || outcome instanceof UserError
        ? []
        : [{ result: outcome, store: stores[index] }],
    );
    const results = ran.map(({ result }) => result);
    const whole = async () => {
      const restored: ExecutionResult[] = [];
      for (const { result, store } of ran) {
        restored.push(await restoreResult(result, store));
      }
      return restored;
    };
    const faults = outcomes.filter((outcome) => outcome instanceof UserError);
    const notRun = files
      .filter((_file, index) => outcomes[index] === undefined)
      .map(({ file }) => `${file} was not run, because ${options.settings.bail?.cause ?? ''}.`);
    return { results, faults, notRun, whole, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The error when the user can mend it; anything else is thrown on. */
export function asFault(error: unknown): UserError {
  if (error instanceof UserError) {
    return error;
  }
  throw error;
}

async function runFile(
  chainFile: ChainFile,
  store: BodyStore | undefined,
  { environment, select, settings, keep, progress, signal }: RunFilesOptions,
): Promise<ExecutionResult> {
  const kept = keep === 'outcomes' ? { shorten: briefEvent } : spilling(store);
  const job = { ...chainFile, select, ...(environment === undefined ? {} : { environment }) };
  const report = progress.begin();
  const growing = growResult();
  const run = execute(job, { ...settings, ...kept }, signal);
  for await (const event of run) {
    report(event);
    growing.take(keep === 'outcomes' ? outcomeOnly(event) : event);
  }
  const result = growing.result();
  if (result === undefined) {
    throw new Error('a run always reports that it started');
  }
  return result;
}

function spilling(store: BodyStore | undefined): Pick<ExecuteSettings, 'keepBodies'> {
  return store === undefined ? {} : { keepBodies: createBodySpiller(store, BODY_LIMITS) };
}

/** The event with no more of a finished request than a summary tells. */
function outcomeOnly(event: RunEvent): RunEvent {
  if (event.type !== 'request-finished') {
    return event;
  }
  const { exchange: _exchange, ...result } = event.result;
  return { ...event, result: { ...result, substitutions: [], extractions: [], expectations: [] } };
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
