/** The state of the policy grid. What it shows comes from the editor; what is kept here is where the person is in it. */
import { defined } from '../../src/core/defined';
import type { PolicyView, PolicyViewRow } from '../../src/protocol/policyView';
import { isText, membersOf } from '../ui/pageMemory';

/** A cell of the grid. */
export interface CellPlace {
  readonly operation: string;
  /** `null` for the column of what is public. */
  readonly role: string | null;
}

/** Everything the page renders from. */
export interface PolicyState {
  /** Absent until the editor has answered. */
  readonly view?: PolicyView;
  /** The cell that the focus was in last. */
  readonly at?: CellPlace;
  /**
   * Only these operations are shown, and those that no line is about: they stay in sight while lines are written for
   * them. Absent is all.
   */
  readonly only?: readonly string[];
  /** Why the last action did not work. */
  readonly problem?: string;
}

/** What can happen to the page. */
export type PolicyAction =
  | { readonly type: 'shown'; readonly view: PolicyView }
  | { readonly type: 'focused'; readonly at: CellPlace }
  | { readonly type: 'filtered'; readonly only: readonly string[] | undefined }
  | { readonly type: 'action-failed'; readonly message: string }
  | { readonly type: 'problem-dismissed' };

/** The page before the editor has said anything. */
export const initialState: PolicyState = {};

/** The state after an action. */
export function reducePolicy(state: PolicyState, action: PolicyAction): PolicyState {
  switch (action.type) {
    case 'shown':
      return { ...state, view: action.view };
    case 'focused':
      return { ...state, at: action.at };
    case 'filtered':
      return withOnly(state, action.only);
    case 'action-failed':
      return { ...state, problem: action.message };
    case 'problem-dismissed':
      return withoutProblem(state);
  }
}

/** The rows to show: all, or those that were chosen and those that no line is about, as long as there are any. */
export function shownRows(
  { rows }: PolicyView,
  only: readonly string[] | undefined,
): readonly PolicyViewRow[] {
  const chosen = rows.filter(({ operation, isUnpoliced }) => isUnpoliced || only?.includes(operation));
  return only === undefined || chosen.length === 0 ? rows : chosen;
}

/** The roles of the columns; `null` for what is public. */
export function columnsOf({ roles }: PolicyView): readonly CellPlace['role'][] {
  return [...roles.map(({ role }) => role), null];
}

/** The cell that is in the tab order: the one where the focus was, else the first. */
export function tabStop(
  view: PolicyView,
  rows: readonly PolicyViewRow[],
  at: CellPlace | undefined,
): CellPlace | undefined {
  const isThere =
    at !== undefined &&
    rows.some(({ operation }) => operation === at.operation) &&
    columnsOf(view).includes(at.role);
  const [row] = rows;
  const [role = null] = columnsOf(view);
  return isThere ? at : row && { operation: row.operation, role };
}

/** What is kept of a state while its page is hidden, as plain data. */
export function lookOf({ at, only }: PolicyState): object {
  return defined({ at, only });
}

/** The state to begin with; what was kept may be of an earlier version, or nothing. */
export function stateWith(kept: unknown): PolicyState {
  const { at, only } = membersOf(kept);
  const { operation, role } = membersOf(at);
  const isPlace = isText(operation) && (role === null || isText(role));
  const isList = Array.isArray(only) && only.every(isText);
  return { ...(isList ? { only } : {}), ...(isPlace ? { at: { operation, role } } : {}) };
}

function withOnly({ only: _only, ...state }: PolicyState, only: readonly string[] | undefined): PolicyState {
  return only === undefined ? state : { ...state, only };
}

function withoutProblem({ problem: _problem, ...state }: PolicyState): PolicyState {
  return state;
}
