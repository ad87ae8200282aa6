/**
 * An authorization run as its panel shows it: who, what was asked, and the answer of each cell in two short lines.
 * Evidence is asked for one cell at a time, so that a run of thousands of cells stays quick to follow.
 *
 * Editor and panel fold the same updates with the same function and so cannot disagree.
 */
import type { Cell } from '../core/authz/model/cell';
import type { GridColumn } from '../core/authz/report/grid';
import { judgementOf, type Judgement, type OutcomeClass } from '../core/authz/model/verdict';

/** A run at one moment. */
export interface AuthzView {
  /** Distinguishes runs of one matrix; counts up. */
  readonly run: number;
  /** File as a workspace path. */
  readonly matrix: { readonly file: string; readonly name: string };
  readonly environment?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: 'running' | 'finished' | 'cancelled';
  /** Activity outside the cells, such as signing users in. */
  readonly message?: string;
  /** Requests that were sent; absent during the run. */
  readonly sent?: number;
  /** Flaws that the run before did not have; absent without a run before, or during the run. */
  readonly since?: { readonly startedAt: string; readonly flaws: number };
  /** Facts about the whole run worth a reader's attention. */
  readonly notes: readonly string[];
  /** What kept requests from an answer, each once; empty during the run. */
  readonly obstacles: readonly Obstacle[];
  /** In the order of the matrix file. */
  readonly users: readonly GridColumn[];
  /** In the order of the plan. */
  readonly cells: readonly CellRow[];
}

/** What kept requests from an answer, where a person can change it. */
export interface Obstacle {
  /** `offline`: nothing answered at all; `secret`, `environment`: nothing gives a value that is needed. */
  readonly kind: 'offline' | 'secret' | 'environment';
  /** What happened, then what to do. Whole sentences. */
  readonly message: string;
  /** Name of the secret that has no value; absent for other kinds. */
  readonly secret?: string;
}

/** A cell of the grid. */
export interface CellRow {
  readonly cell: Cell;
  readonly progress: CellProgress;
}

/** How far a cell got. */
export type CellProgress =
  | { readonly state: 'waiting' }
  | { readonly state: 'running' }
  | { readonly state: 'finished'; readonly summary: CellSummary };

/** The outcome of a cell: its class, and its text in the grid. */
interface CellSummary {
  readonly class: OutcomeClass;
  /** One character; empty where there is nothing to remark. */
  readonly mark: string;
  /** The answer, in a word or two. */
  readonly headline: string;
  /** Its proof, in a few words. */
  readonly detail: string;
}

/** One step of a run; `index` counts the cells of the view from 0. */
export type AuthzUpdate =
  | { readonly type: 'preparing'; readonly run: number; readonly message: string }
  | { readonly type: 'cell-started'; readonly run: number; readonly index: number }
  | {
      readonly type: 'cell-finished';
      readonly run: number;
      readonly index: number;
      readonly summary: CellSummary;
    };

/** The view after a step; unchanged when the step belongs to another run or an unknown cell. */
export function applyAuthzUpdate(view: AuthzView, update: AuthzUpdate): AuthzView {
  if (update.run !== view.run) {
    return view;
  }
  switch (update.type) {
    case 'preparing':
      return { ...view, message: update.message };
    case 'cell-started':
      return withProgress(withoutMessage(view), update.index, { state: 'running' });
    case 'cell-finished':
      return withProgress(withoutMessage(view), update.index, {
        state: 'finished',
        summary: update.summary,
      });
  }
}

/** The class of a cell; absent while it has none. */
export function classOf({ progress }: CellRow): OutcomeClass | undefined {
  return progress.state === 'finished' ? progress.summary.class : undefined;
}

/** How many cells came to what, and how many have not ended yet. */
export function countCells(cells: readonly CellRow[]): Readonly<Record<Judgement | 'waiting', number>> {
  const counts = { flaw: 0, restricted: 0, inconclusive: 0, denied: 0, pass: 0, open: 0, waiting: 0 };
  for (const row of cells) {
    const outcome = classOf(row);
    counts[outcome === undefined ? 'waiting' : judgementOf(outcome)] += 1;
  }
  return counts;
}

function withProgress(view: AuthzView, index: number, progress: CellProgress): AuthzView {
  const row = view.cells[index];
  return row === undefined ? view : { ...view, cells: view.cells.with(index, { ...row, progress }) };
}

function withoutMessage({ message: _message, ...view }: AuthzView): AuthzView {
  return view;
}
