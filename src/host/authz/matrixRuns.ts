/**
 * The authorization runs of this window: at most one at a time for each matrix, the last one kept with its
 * verdicts. Of earlier windows the last whole run is on the disk.
 */
import * as vscode from 'vscode';
import type { AuthzEvent, AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { isComparable } from '../../core/authz/report/comparableResult';
import { defined } from '../../core/defined';
import { columnOf } from '../../core/authz/report/grid';
import { loadMatrix, type MatrixJob } from '../../node/authz/loadMatrix';
import type { MatrixSettings } from '../../node/authz/wireMatrix';
import { say } from '../say';
import { finishedAuthzView, mergeResults, startAuthzView, toAuthzUpdate } from '../../protocol/authzRunView';
import { applyAuthzUpdate, type AuthzUpdate, type AuthzView } from '../../protocol/authzView';
import { openText } from '../chainDocument';
import { RunningFiles } from '../runningFiles';
import type { MatrixHistory } from './matrixHistory';
import type { MatrixPlace } from './matrixDocument';
import { runMatrix } from '../../node/authz/runMatrix';

/** What to run of a matrix. */
export interface MatrixOrder {
  readonly settings: MatrixSettings;
  /** Name of an environment; absent is the one the matrix names, if any. */
  readonly environment?: string;
}

/** The last or current run of a matrix. */
export interface MatrixRun {
  readonly place: MatrixPlace;
  readonly view: AuthzView;
  /** Verdicts by the index of the cell in the view. */
  readonly results: ReadonlyMap<number, CellResult>;
  /** Everything, once the run has ended. */
  readonly result?: AuthzResult;
  /** The result that it is compared with. */
  readonly before?: AuthzResult;
}

/** What happened to a run: it began, went on, or ended. `event` is what the engine said, masked. */
export type MatrixChange =
  | { readonly type: 'started'; readonly run: MatrixRun }
  | {
      readonly type: 'updated';
      readonly run: MatrixRun;
      readonly update: AuthzUpdate;
      readonly event: AuthzEvent;
    }
  | { readonly type: 'ended'; readonly run: MatrixRun };

/** A run that has just ended, with the whole result before it in the same environment. */
export interface FinishedMatrix {
  readonly place: MatrixPlace;
  /** Of this run alone. */
  readonly result: AuthzResult;
  readonly before: AuthzResult | undefined;
  /** Whether only some cells were asked for. */
  readonly isPart: boolean;
}

interface MatrixState {
  readonly place: MatrixPlace;
  runs: number;
  run: (MatrixRun & { readonly results: Map<number, CellResult> }) | undefined;
}

/** The runs of matrices. */
export interface MatrixRunSource {
  /** The last or current run of a matrix, from the disk when this window has none. */
  readonly recall: (place: MatrixPlace) => Promise<MatrixRun | undefined>;
}

/** Owner of all runs; matrices are named by the text of their URI. */
export class MatrixRuns implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<MatrixChange>();
  readonly #finished = new vscode.EventEmitter<FinishedMatrix>();
  readonly #matrices = new Map<string, MatrixState>();
  readonly #running = new RunningFiles({
    taken: vscode.l10n.t('This matrix is being run already.'),
    any: 'chainwright.matrixRunning',
    all: 'chainwright.runningMatrices',
  });

  /** Fires when a run begins, at each of its steps, and when it has ended. */
  readonly onDidChange = this.#changed.event;

  /** Fires when a run of this window has come to its result. */
  readonly onDidFinish = this.#finished.event;

  constructor(private readonly history: MatrixHistory) {}

  /** The last or current run of a matrix; absent when it has not been run, nor its result read, in this window. */
  latest(matrix: vscode.Uri): MatrixRun | undefined {
    return this.#matrices.get(matrix.toString())?.run;
  }

  /** The same, read from the disk when this window has none. */
  async recall(place: MatrixPlace): Promise<MatrixRun | undefined> {
    const known = this.latest(place.uri);
    if (known !== undefined) {
      return known;
    }
    const result = await this.history.latest(place);
    const state = this.#stateOf(place);
    if (state.run === undefined && result !== undefined) {
      state.run = endedRun(place, finishedAuthzView(state.runs, result, { say }), result);
      this.#changed.fire({ type: 'ended', run: state.run });
    }
    return state.run;
  }

  /** What a result is compared with: the whole one before it in the same environment, of this window or of the disk. */
  async earlier({
    place,
    result,
    before,
  }: Pick<MatrixRun, 'place' | 'before'> & { readonly result: AuthzResult }): Promise<
    AuthzResult | undefined
  > {
    return before !== undefined && isComparable(before, result)
      ? before
      : this.history.earlier(place, result);
  }

  /** Throws UserError when a matrix is being run. */
  requireIdle(matrix: vscode.Uri): void {
    this.#running.requireIdle(matrix);
  }

  /**
   * Runs a matrix and resolves to its result when it ends, cancelled included.
   *
   * @throws UserError when it cannot be run, or is being run already
   */
  async run(place: MatrixPlace, order: MatrixOrder): Promise<AuthzResult> {
    const state = this.#stateOf(place);
    return this.#running.run(place.uri, (signal) => this.#carryOut(state, order, signal));
  }

  /** Cancels the run of a matrix, or without one every run; what it found so far is kept. */
  cancel(matrix?: vscode.Uri): void {
    this.#running.cancel(matrix);
  }

  /** Cancels every run. */
  dispose(): void {
    this.#running.dispose();
    this.#changed.dispose();
    this.#finished.dispose();
  }

  async #carryOut(
    state: MatrixState,
    { settings, environment }: MatrixOrder,
    signal: AbortSignal,
  ): Promise<AuthzResult> {
    const job = jobOf(state.place, environment);
    const loaded = await loadMatrix(job);
    const before = (await this.recall(state.place))?.result;
    try {
      for await (const event of runMatrix(job, settings, signal)) {
        if (event.type === 'authz-started') {
          const { name, users } = loaded.matrix;
          const beginning = {
            run: (state.runs += 1),
            matrix: { file: loaded.file, name },
            ...defined({ environment: loaded.environment?.name }),
            startedAt: event.startedAt,
            users: users.map(columnOf),
            cells: event.plan.cells,
            notes: event.plan.notes,
          };
          const kept = settings.only === undefined ? [] : (before?.cells ?? []);
          this.#begin(state, startAuthzView(beginning, kept, say), kept);
        } else if (event.type === 'authz-finished') {
          return await this.#end(state, event.result, { before, isPart: settings.only !== undefined });
        } else {
          this.#goOn(state, event);
        }
      }
      throw new Error('a run ends with its result');
    } catch (error) {
      this.#breakOff(state, before);
      throw error;
    }
  }

  #begin(state: MatrixState, view: AuthzView, kept: readonly CellResult[]): void {
    const known = kept.map((result, index) => [index, result] as const);
    const finished = known.filter(([index]) => view.cells[index]?.progress.state === 'finished');
    state.run = { place: state.place, view, results: new Map(finished) };
    this.#changed.fire({ type: 'started', run: state.run });
  }

  #goOn(state: MatrixState, event: AuthzEvent): void {
    const { run } = state;
    const update = run === undefined ? undefined : toAuthzUpdate(run.view, event, say);
    if (run === undefined || update === undefined) {
      return;
    }
    if (event.type === 'cell-finished' && update.type === 'cell-finished') {
      run.results.set(update.index, event.result);
    }
    state.run = { ...run, view: applyAuthzUpdate(run.view, update) };
    this.#changed.fire({ type: 'updated', run: state.run, update, event });
  }

  async #end(
    state: MatrixState,
    part: AuthzResult,
    { before, isPart }: { readonly before: AuthzResult | undefined; readonly isPart: boolean },
  ): Promise<AuthzResult> {
    const result = isPart && before !== undefined ? mergeResults(before, part) : part;
    const ended = endedRun(state.place, finishedAuthzView(state.runs, result, { before, say }), result);
    state.run = before === undefined ? ended : { ...ended, before };
    this.#changed.fire({ type: 'ended', run: state.run });
    const earlier = await this.earlier({
      ...ended,
      result: part,
      ...defined({ before }),
    });
    this.#finished.fire({ place: state.place, result: part, before: earlier, isPart });
    if (!isPart) {
      await this.history.keep(state.place, part);
    }
    return part;
  }

  /** A run that breaks off in the middle leaves what was known before it. */
  #breakOff(state: MatrixState, before: AuthzResult | undefined): void {
    if (state.run?.view.outcome !== 'running') {
      return;
    }
    const { view, ...run } = state.run;
    state.run =
      before === undefined
        ? { ...run, view: { ...view, outcome: 'cancelled' } }
        : endedRun(state.place, finishedAuthzView(state.runs, before, { say }), before);
    this.#changed.fire({ type: 'ended', run: state.run });
  }

  #stateOf(place: MatrixPlace): MatrixState {
    const name = place.uri.toString();
    const state = this.#matrices.get(name) ?? { place, runs: 0, run: undefined };
    this.#matrices.set(name, state);
    return state;
  }
}

/** What the engine reads: the matrix as the editor shows it. */
export function jobOf({ uri, file, root }: MatrixPlace, environment: string | undefined): MatrixJob {
  const text = openText(uri);
  return {
    file,
    workspace: root,
    ...defined({ text, environment }),
  };
}

function endedRun(place: MatrixPlace, view: AuthzView, result: AuthzResult) {
  return { place, view, results: new Map(result.cells.entries()), result };
}
