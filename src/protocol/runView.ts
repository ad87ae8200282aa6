/**
 * A run as the results panel shows it: the list of its requests in a line each, without exchanges.
 * Those are asked for one at a time, so that a run of thousands of requests stays quick to follow.
 *
 * Editor and panel fold the same updates with the same function and so cannot disagree.
 */
import { defined } from '../core/defined';
import { itemsDone, type ItemsDone } from '../core/result/itemsDone';
import { isCutOff } from '../core/result/rowTable';
import { wasSent } from '../core/result/resultViews';
import { withExample } from '../core/result/savedExamples';
import {
  plannedOf,
  type ChainReference,
  type ExecutionResult,
  type Outcome,
  type PlannedRequest,
  type Reason,
  type RequestResult,
  type RunData,
  type RunEvent,
  type RunOutcome,
} from '../core/result/result';
import { inEnglish } from '../core/say';

/** A run at one moment. */
export interface RunView {
  /** Distinguishes runs of one chain; counts up. */
  readonly run: number;
  readonly chain: ChainReference;
  readonly environment?: string;
  /** The rows of data it ran for; absent when it ran without. */
  readonly data?: RunData;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: RunOutcome;
  /** Present when its answers were recorded elsewhere and we sent nothing. */
  readonly recorded?: true;
  /** Facts about the whole run worth a reader's attention. */
  readonly notes: readonly string[];
  /** In order of execution. */
  readonly requests: readonly RequestRow[];
}

/** A request in the list. */
export interface RequestRow {
  readonly planned: PlannedRequest;
  readonly progress: RequestProgress;
}

/** How far a request got. */
export type RequestProgress =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly attempt: number; readonly items?: ItemsDone }
  | { readonly state: 'finished'; readonly summary: RequestSummary };

/** What became of a request, in a line. */
export interface RequestSummary {
  readonly outcome: Outcome;
  /** HTTP status; absent when no answer came. */
  readonly status?: number;
  /** When it was sent, or the first request of a chain that is a step: ISO 8601, UTC; absent when nothing was. */
  readonly startedAt?: string;
  readonly durationMs: number;
  readonly attempts: number;
  /** Present when the run ended before it: cancelled, or stopped at a failure. */
  readonly isCutOff?: true;
  /** Why it did not pass: the most important reason, in short. */
  readonly reason?: string;
}

/** One step of a run; `index` counts the requests of the view from 0. */
export type RunUpdate =
  | {
      readonly type: 'request-started';
      readonly run: number;
      readonly index: number;
      readonly attempt: number;
    }
  | {
      /** One more part of the request that is running; `items` is present when it is an item or a page. */
      readonly type: 'part-finished';
      readonly run: number;
      readonly index: number;
      readonly items?: ItemsDone;
    }
  | {
      readonly type: 'request-finished';
      readonly run: number;
      readonly index: number;
      readonly summary: RequestSummary;
    }
  | {
      readonly type: 'run-finished';
      readonly run: number;
      readonly outcome: RunOutcome;
      readonly durationMs: number;
      readonly notes: readonly string[];
    };

/** The view of a run that begins. */
export function startView(run: number, event: Extract<RunEvent, { type: 'run-started' }>): RunView {
  const { chain, environment, data, startedAt, notes, requests } = event;
  return {
    run,
    chain,
    ...defined({ environment, data }),
    startedAt,
    durationMs: 0,
    outcome: 'running',
    notes,
    requests: requests.map((planned) => ({ planned, progress: { state: 'waiting' } })),
  };
}

/** The view of a run that is over. */
export function finishedView(run: number, result: ExecutionResult): RunView {
  const { kind, chain, environment, data, startedAt, durationMs, outcome, notes, requests } = result;
  return {
    run,
    chain,
    ...defined({ environment, data }),
    startedAt,
    durationMs,
    outcome,
    ...(kind === 'recorded' ? { recorded: true } : {}),
    notes,
    requests: requests.map((request) => ({
      planned: plannedOf(request),
      progress: { state: 'finished', summary: summarize(request) },
    })),
  };
}

/** The step that an event means for a view. */
export function toUpdate(run: number, event: Exclude<RunEvent, { type: 'run-started' }>): RunUpdate {
  switch (event.type) {
    case 'request-started':
      return { type: event.type, run, index: event.index, attempt: event.attempt };
    case 'part-finished':
      return { type: event.type, run, index: event.index, ...defined({ items: itemsDone(event) }) };
    case 'request-finished':
      return { type: event.type, run, index: event.index, summary: summarize(event.result) };
    case 'run-finished':
      return { ...event, run };
  }
}

/** The view after a step; unchanged when the step belongs to another run or an unknown request. */
export function applyUpdate(view: RunView, update: RunUpdate): RunView {
  if (update.run !== view.run) {
    return view;
  }
  switch (update.type) {
    case 'request-started':
      return whileRunning(view, update.index, { attempt: update.attempt });
    case 'part-finished':
      return update.items === undefined ? view : whileRunning(view, update.index, { items: update.items });
    case 'request-finished':
      return withProgress(view, update.index, { state: 'finished', summary: update.summary });
    case 'run-finished':
      return {
        ...view,
        outcome: update.outcome,
        durationMs: update.durationMs,
        notes: [...view.notes, ...update.notes],
      };
  }
}

/** Numbers of the rows of data that did not come through: a request failed, was blocked, or was not reached. */
export function failedRows(rows: readonly RequestRow[]): readonly number[] {
  const failed = rows.flatMap(({ planned: { row }, progress }) =>
    row === undefined || (progress.state === 'finished' && !isUnfinished(progress.summary))
      ? []
      : [row.number],
  );
  return [...new Set(failed)];
}

/** A request that its condition skipped has done what it should. */
function isUnfinished({ outcome, isCutOff }: RequestSummary): boolean {
  return outcome === 'failed' || outcome === 'blocked' || isCutOff === true;
}

/** How many requests ended in each way, and how many have not ended yet. */
export function countRows(rows: readonly RequestRow[]): Readonly<Record<Outcome | 'open', number>> {
  const counts = { passed: 0, failed: 0, blocked: 0, skipped: 0, open: 0 };
  for (const { progress } of rows) {
    counts[progress.state === 'finished' ? progress.summary.outcome : 'open'] += 1;
  }
  return counts;
}

/** What became of a request, in a line; what was imported without a success has its first example. */
function summarize(result: RequestResult): RequestSummary {
  const { outcome, exchange, startedAt, durationMs, attempts, reasons } = withExample(result, 0);
  const status = exchange?.response?.status;
  const reason = reasons[0] === undefined ? undefined : inShort(reasons[0]);
  return {
    outcome,
    ...(status === undefined || status === 0 ? {} : { status }),
    ...(wasSent(result) ? { startedAt } : {}),
    durationMs,
    attempts,
    ...(isCutOff(reasons) ? { isCutOff: true } : {}),
    ...defined({ reason }),
  };
}

/** What a request that was not sent lacks, and from whom; any other reason in its own words. */
function inShort(reason: Reason): string {
  if (reason.kind !== 'unresolved') {
    return reason.message;
  }
  const { variable, producer, secret } = reason;
  if (secret !== undefined) {
    return inEnglish('needs the secret {0}', secret);
  }
  return producer === undefined
    ? inEnglish('needs {0}, which nothing gives', variable)
    : inEnglish('needs {0} from {1}', variable, producer.id);
}

function whileRunning(
  view: RunView,
  index: number,
  change: { readonly attempt: number } | { readonly items: ItemsDone },
): RunView {
  const before = view.requests[index]?.progress;
  const running = before?.state === 'running' ? before : { state: 'running' as const, attempt: 1 };
  return withProgress(view, index, { ...running, ...change });
}

function withProgress(view: RunView, index: number, progress: RequestProgress): RunView {
  const row = view.requests[index];
  return row === undefined ? view : { ...view, requests: view.requests.with(index, { ...row, progress }) };
}

/** How the last result says that a request ended. */
export function lastProgress(result: RequestResult | undefined): RequestProgress | undefined {
  return result === undefined ? undefined : { state: 'finished', summary: summarize(result) };
}
