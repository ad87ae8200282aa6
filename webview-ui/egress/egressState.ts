/**
 * The state of an egress view: what the editor rendered last, and what the person has chosen since. At most one
 * choice is under way; what is chosen meanwhile is asked for when it has been answered.
 */
import type { EgressChoice, EgressView } from '../../src/protocol/egressContract';
import type { Omissions } from '../../src/core/result/omissions';

/** Everything the view renders from. */
export interface EgressState {
  /** Absent until the editor has answered. */
  readonly view?: EgressView;
  /** What the person wants; that of the view when nothing was changed since. */
  readonly choice?: EgressChoice;
  /** The choice that the editor was asked about last and has not answered. */
  readonly asked?: EgressChoice;
  /** Whether the person has let it go, or given up. */
  readonly isDone: boolean;
  /** Why the last action did not work. */
  readonly problem?: string;
}

/** What can happen to the view. */
export type EgressAction =
  | { readonly type: 'shown'; readonly view: EgressView }
  | { readonly type: 'omitted'; readonly omissions: Partial<Omissions> }
  | { readonly type: 'reworded'; readonly id: string; readonly value: string }
  | { readonly type: 'asked'; readonly choice: EgressChoice }
  | { readonly type: 'answered'; readonly view: EgressView }
  | { readonly type: 'decided' }
  | { readonly type: 'action-failed'; readonly message: string };

/** The view before the editor has said anything. */
export const initialState: EgressState = { isDone: false };

/** The state after an action. */
export function reduceEgress(state: EgressState, action: EgressAction): EgressState {
  switch (action.type) {
    case 'shown':
      return { isDone: false, view: action.view, choice: action.view.choice };
    case 'omitted':
      return chosen(state, (choice) => ({
        ...choice,
        omissions: { ...choice.omissions, ...action.omissions },
      }));
    case 'reworded':
      return chosen(state, (choice) => ({
        ...choice,
        values: choice.values.map((one) => (one.id === action.id ? { ...one, value: action.value } : one)),
      }));
    case 'asked':
      return { ...state, asked: action.choice };
    case 'answered':
      return answered(state, action.view);
    case 'decided':
      return { ...state, isDone: true };
    case 'action-failed':
      return { ...withoutAsked(state), isDone: false, problem: action.message };
  }
}

/** The choice that the editor is to be asked about next; absent while it is asked, or nothing is new. */
export function nextChoice({ view, choice, asked, problem }: EgressState): EgressChoice | undefined {
  const isNew = choice !== undefined && choice !== view?.choice;
  return isNew && asked === undefined && problem === undefined ? choice : undefined;
}

/** Whether what is shown is what the person has chosen, so that it may go. */
export function isCurrent({ view, choice, isDone }: EgressState): boolean {
  return view !== undefined && choice === view.choice && !isDone;
}

/** The positions that are left out, with one of them changed. */
export function withExchange({ exchanges }: Omissions, index: number, isLeftOut: boolean): readonly number[] {
  const others = exchanges.filter((other) => other !== index);
  return isLeftOut ? [...others, index].sort((one, other) => one - other) : others;
}

function chosen(state: EgressState, change: (choice: EgressChoice) => EgressChoice): EgressState {
  const { problem: _gone, ...rest } = state;
  return state.choice === undefined ? state : { ...rest, choice: change(state.choice) };
}

/** The answer bears a copy of the choice that was asked about; the page continues with its own. */
function answered(state: EgressState, view: EgressView): EgressState {
  const { asked } = state;
  return { ...withoutAsked(state), view: asked === undefined ? view : { ...view, choice: asked } };
}

function withoutAsked({ asked: _gone, ...state }: EgressState): EgressState {
  return state;
}
