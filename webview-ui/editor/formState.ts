/**
 * The state of the form editor: what it shows of the text, what the person picked, and what was asked of the
 * editor and has arrived. One reducer; what can be computed from these is computed.
 */
import type { RequestResult } from '../../src/core/result';
import type { ExtractionOffer } from '../../src/protocol/extractionOffer';
import type { FormAnswer, FormEdit, FormTarget } from '../../src/protocol/formEdit';
import type { FormPreview } from '../../src/protocol/formPreview';
import type { FormView } from '../../src/protocol/formView';
import type { RequestProgress } from '../../src/protocol/runView';
import type { BodyForm } from '../results/resultsState';
import {
  targetOf,
  withChangeAnswered,
  withChangeSent,
  withDraftsTaken,
  withShown,
  withShownEdits,
} from './documentState';
import type { DocumentState } from './documentState';
import { isSameTarget } from './pendingChanges';
import { noRows, onlyRow, selectionIn } from './rowSelection';
import type { RowSelection } from './rowSelection';

/** Everything the form renders from. */
export interface FormState {
  /** Absent until the editor has answered. */
  readonly document?: DocumentState;
  /** Whether what waits shall go to the text at once, and not after a pause in typing. */
  readonly isDue: boolean;
  readonly selection: RowSelection;
  /** Choices that the editor has not answered: until then its views do not move the selection. */
  readonly choosing: number;
  /** The tab of the request in front, by its position. */
  readonly tab: number;
  /** That of the settings of the chain. */
  readonly settingsTab: number;
  /** The last preview, and what it is of. */
  readonly preview?: { readonly target: FormTarget; readonly preview: FormPreview };
  readonly response: ResponseState;
  /** Why the last action did not work. */
  readonly problem?: string;
}

/** The response pane. */
export interface ResponseState {
  readonly details?: { readonly run: number; readonly index: number; readonly result: RequestResult };
  /** The tab in front, by its position. */
  readonly tab: number;
  readonly bodyForm: BodyForm;
  /** The value that the person is about to keep as a variable. */
  readonly offer?: ExtractionOffer;
}

/** What can happen to the form. */
export type FormAction =
  | { readonly type: 'shown'; readonly view: FormView }
  | { readonly type: 'progressed'; readonly index: number; readonly progress: RequestProgress }
  /** `typed`: may go on; `done`: goes to the text at once. */
  | { readonly type: 'edited'; readonly edits: readonly FormEdit[]; readonly pace: 'typed' | 'done' }
  | { readonly type: 'due' }
  | { readonly type: 'change-sent' }
  | { readonly type: 'change-answered'; readonly answer: FormAnswer | undefined }
  | { readonly type: 'drafts-taken' }
  | { readonly type: 'rows-picked'; readonly selection: RowSelection }
  | { readonly type: 'choice-sent' }
  | { readonly type: 'choice-answered' }
  | { readonly type: 'tab-selected' | 'settings-tab-selected'; readonly tab: number }
  | { readonly type: 'preview-arrived'; readonly target: FormTarget; readonly preview: FormPreview }
  | { readonly type: 'response-changed'; readonly change: Partial<ResponseState> }
  | { readonly type: 'offer-closed' }
  | { readonly type: 'action-failed'; readonly message: string }
  | { readonly type: 'problem-dismissed' };

/** The form before the editor has said anything. */
export const initialState: FormState = {
  isDue: false,
  selection: noRows,
  choosing: 0,
  tab: 0,
  settingsTab: 0,
  response: { tab: 0, bodyForm: 'tree' },
};

/** The state after an action. */
export function reduceForm(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'shown':
      return withView(state, withShown(state.document, action.view));
    case 'progressed':
      return withProgress(state, action);
    case 'edited':
      return {
        ...withDocument(state, (document) => withShownEdits(document, action.edits)),
        isDue: state.isDue || action.pace === 'done',
      };
    case 'due':
      return { ...state, isDue: hasWaiting(state) };
    case 'change-sent':
      return settled(withDocument(state, withChangeSent));
    case 'change-answered':
      return answered(state, action.answer);
    case 'drafts-taken':
      return settled(withDocument(state, withDraftsTaken));
    default:
      return reducePage(state, action);
  }
}

type PageAction = Exclude<
  FormAction,
  {
    type: 'shown' | 'progressed' | 'edited' | 'due' | 'change-sent' | 'change-answered' | 'drafts-taken';
  }
>;

/** What concerns the page and not the text. */
function reducePage(state: FormState, action: PageAction): FormState {
  switch (action.type) {
    case 'rows-picked':
      return { ...state, selection: action.selection };
    case 'choice-sent':
      return { ...state, choosing: state.choosing + 1 };
    case 'choice-answered':
      return { ...state, choosing: state.choosing - 1 };
    case 'tab-selected':
      return { ...state, tab: action.tab };
    case 'settings-tab-selected':
      return { ...state, settingsTab: action.tab };
    case 'preview-arrived':
      return { ...state, preview: { target: action.target, preview: action.preview } };
    case 'response-changed':
      return { ...withoutProblem(state), response: { ...state.response, ...action.change } };
    case 'offer-closed': {
      const { offer: _offer, ...response } = state.response;
      return { ...withoutProblem(state), response };
    }
    case 'action-failed':
      return { ...state, problem: action.message };
    case 'problem-dismissed':
      return withoutProblem(state);
  }
}

/** Whether edits wait to go to the text. */
export function hasWaiting({ document }: FormState): boolean {
  return document !== undefined && document.pending.waiting.length > 0;
}

/** The preview of what is shown; absent while it is on its way. */
export function shownPreview({ document, preview }: FormState): FormPreview | undefined {
  return document !== undefined && preview !== undefined && isSameTarget(preview.target, targetOf(document))
    ? preview.preview
    : undefined;
}

/** The result that the response pane should have and lacks. */
export function missingDetails({
  document,
  response,
}: FormState): { run: number; index: number } | undefined {
  const chosen = document?.view.chosen;
  const { run, runIndex: index } = chosen ?? {};
  const { details } = response;
  return run === undefined || index === undefined || (details?.run === run && details.index === index)
    ? undefined
    : { run, index };
}

/** The result to show; absent while it is on its way, or there is none. */
export function shownResult({ document, response: { details } }: FormState): RequestResult | undefined {
  const { run, runIndex } = document?.view.chosen ?? {};
  return details !== undefined && details.run === run && details.index === runIndex
    ? details.result
    : undefined;
}

function withView(state: FormState, document: DocumentState): FormState {
  const before = state.document?.view;
  const { view } = document;
  const followed =
    before === undefined ? noRows : selectionIn(state.selection, before.requests, view.requests);
  const chosen = view.chosen?.index;
  const isMoved = chosen !== before?.chosen?.index && state.choosing === 0;
  const isLost = chosen !== undefined && !followed.picked.has(chosen) && state.choosing === 0;
  const selection = isMoved || isLost ? (chosen === undefined ? noRows : onlyRow(chosen)) : followed;
  return { ...state, document, selection };
}

function answered(state: FormState, answer: FormAnswer | undefined): FormState {
  const { document } = state;
  return document === undefined ? state : settled(withView(state, withChangeAnswered(document, answer)));
}

function withProgress(
  state: FormState,
  { index, progress }: { readonly index: number; readonly progress: RequestProgress },
): FormState {
  return withDocument(state, (document) => {
    const { view } = document;
    const row = view.requests[index];
    return row === undefined
      ? document
      : { ...document, view: { ...view, requests: view.requests.with(index, { ...row, progress }) } };
  });
}

/** Nothing is due when nothing waits. */
function settled(state: FormState): FormState {
  return { ...state, isDue: state.isDue && hasWaiting(state) };
}

function withDocument(state: FormState, change: (document: DocumentState) => DocumentState): FormState {
  return state.document === undefined ? state : { ...state, document: change(state.document) };
}

function withoutProblem({ problem: _problem, ...state }: FormState): FormState {
  return state;
}
