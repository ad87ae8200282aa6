/**
 * The state of the authorization panel: the run it shows, what the person chose to look at, and the evidence
 * that has arrived. One reducer; what can be computed from these is computed.
 */
import { layOut, filterRows, type AuthzGrid, type GridFilter } from '../../src/core/authz/report/grid';
import { judgementOf, type Judgement } from '../../src/core/authz/model/verdict';
import { defined } from '../../src/core/defined';
import type { Coverage } from '../../src/core/authz/report/coverage';
import type { CellEvidence } from '../../src/protocol/authzPanel';
import {
  applyAuthzUpdate,
  classOf,
  type AuthzUpdate,
  type AuthzView,
  type CellRow,
} from '../../src/protocol/authzView';
import type { RemoteErrorCode } from '../../src/protocol/message';
import { say } from '../ui/l10n';

/** Everything the panel renders from. */
export interface AuthzState {
  /** Absent until the editor has answered; `null` when the matrix was never run. */
  readonly view?: AuthzView | null;
  /** Whether the sample is open, whose API the editor can start. */
  readonly isSample: boolean;
  /** Id of the cell the person chose; without one the panel shows what matters most. */
  readonly chosen?: string;
  readonly filter: GridFilter;
  /** The last evidence that arrived. */
  readonly evidence?: ArrivedEvidence;
  /** The last coverage that arrived. */
  readonly coverage?: ArrivedCoverage;
  /** Why the last action did not work. */
  readonly problem?: string;
  /** What kind of problem that is; absent when nothing on the page leads out of it. */
  readonly problemCode?: RemoteErrorCode;
}

/** Evidence of one cell of one run. */
interface ArrivedEvidence {
  readonly run: number;
  readonly cell: number;
  readonly evidence: CellEvidence;
}

/** Coverage of one run; `null` when nothing lists the operations of the API. */
interface ArrivedCoverage {
  readonly run: number;
  readonly coverage: Coverage | null;
}

/** What can happen to the panel. */
export type AuthzAction =
  | { readonly type: 'shown'; readonly view: AuthzView | null; readonly isSample?: boolean }
  | { readonly type: 'updated'; readonly update: AuthzUpdate }
  | { readonly type: 'chosen'; readonly id: string }
  | { readonly type: 'filtered'; readonly filter: GridFilter }
  | { readonly type: 'evidence-arrived'; readonly evidence: ArrivedEvidence }
  | { readonly type: 'coverage-arrived'; readonly coverage: ArrivedCoverage }
  | { readonly type: 'issue-raised'; readonly run: number; readonly cell: number; readonly issue: string }
  | { readonly type: 'action-failed'; readonly message: string; readonly code?: RemoteErrorCode }
  | { readonly type: 'problem-dismissed' };

/** A cell of the grid, with its index in the run. */
export interface GridCell extends CellRow {
  readonly index: number;
}

/** The panel before the editor has said anything. */
export const initialState: AuthzState = { isSample: false, filter: 'all' };

/** The state after an action. */
export function reduceAuthz(state: AuthzState, action: AuthzAction): AuthzState {
  switch (action.type) {
    case 'shown':
      return {
        ...withView(withoutProblem(state), action.view),
        isSample: action.isSample ?? state.isSample,
      };
    case 'updated':
      return state.view ? { ...state, view: applyAuthzUpdate(state.view, action.update) } : state;
    case 'chosen':
      return { ...state, chosen: action.id };
    case 'filtered':
      return { ...state, filter: action.filter };
    case 'evidence-arrived':
      return { ...state, evidence: action.evidence };
    case 'coverage-arrived':
      return { ...state, coverage: action.coverage };
    case 'issue-raised':
      return withIssue(state, action);
    case 'action-failed':
      return { ...withoutProblem(state), problem: action.message, ...defined({ problemCode: action.code }) };
    case 'problem-dismissed':
      return withoutProblem(state);
  }
}

/** The grid to show: the rows that the filter asks for. */
export function shownGrid({ view, filter }: Pick<AuthzState, 'view' | 'filter'>): AuthzGrid<GridCell> {
  const cells = (view?.cells ?? []).map((row, index) => ({ ...row, index }));
  const grid = layOut(cells, ({ cell }) => cell, view?.users ?? [], say);
  return { ...grid, rows: filterRows(grid.rows, filter, classOf) };
}

/**
 * The cell to show, by its index in the run: the chosen one while it is in the grid, else the first flaw, else
 * the first that did not pass, else the first that is finished. Absent while there is none.
 */
export function selectedCell({ chosen }: AuthzState, grid: AuthzGrid<GridCell>): number | undefined {
  const cells = grid.rows.flatMap((row) => row.cells).filter((cell) => cell !== undefined);
  const first = (judgements: readonly Judgement[]) =>
    cells.find((row) => judgements.some((judgement) => judgementIs(row, judgement)));
  const selected =
    cells.find(({ cell }) => cell.id === chosen) ??
    first(['flaw']) ??
    first(['restricted']) ??
    first(['inconclusive']) ??
    first(['denied']) ??
    first(['pass']) ??
    first(['open']);
  return selected?.index;
}

/** The evidence of the selected cell; absent while it is on its way. */
export function evidenceOf(
  { evidence, view }: Pick<AuthzState, 'evidence' | 'view'>,
  selected: number | undefined,
): CellEvidence | undefined {
  const isCurrent = evidence?.run === view?.run && evidence?.cell === selected;
  return isCurrent ? evidence?.evidence : undefined;
}

/** The coverage of the run that is shown; absent during the run, and while it is on its way. */
export function coverageOf({
  coverage,
  view,
}: Pick<AuthzState, 'coverage' | 'view'>): Coverage | null | undefined {
  return coverage?.run === view?.run && view?.outcome !== 'running' ? coverage?.coverage : undefined;
}

/** Whether the panel should ask for the evidence of the selected cell now. */
export function lacksEvidence(state: AuthzState, selected: number | undefined): boolean {
  const row = selected === undefined ? undefined : state.view?.cells[selected];
  return row?.progress.state === 'finished' && evidenceOf(state, selected) === undefined;
}

/** A run that ended may say more about its cells than it did on the way: their exchanges come last. */
function withView({ evidence: _evidence, ...state }: AuthzState, view: AuthzView | null): AuthzState {
  return { ...state, view };
}

/** The evidence may be that of another cell by now; its own, when requested again, has the issue. */
function withIssue(
  state: AuthzState,
  { run, cell, issue }: Extract<AuthzAction, { type: 'issue-raised' }>,
): AuthzState {
  const { evidence: shown } = state;
  return shown?.run === run && shown.cell === cell
    ? { ...state, evidence: { ...shown, evidence: { ...shown.evidence, issue } } }
    : state;
}

function judgementIs(row: GridCell, judgement: Judgement): boolean {
  const outcome = classOf(row);
  return outcome !== undefined && judgementOf(outcome) === judgement;
}

function withoutProblem({ problem: _problem, problemCode: _code, ...state }: AuthzState): AuthzState {
  return state;
}
