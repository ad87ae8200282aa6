/**
 * The state of the form editor: what it shows of the text, what the person picked, and what was asked of the
 * editor and has arrived. One reducer; what can be computed from these is computed.
 */
import { defined } from '../../src/core/defined';
import type { RequestResult } from '../../src/core/result/result';
import type { FormAnswer, FormEdit, FormTarget } from '../../src/protocol/formEdit';
import type { FormPreview } from '../../src/protocol/formPreview';
import type { FormView } from '../../src/protocol/formView';
import type { RemoteErrorCode } from '../../src/protocol/message';
import type { RequestProgress } from '../../src/protocol/runView';
import { toggled } from '../ui/toggled';
import {
  HISTORY_TAB,
  firstLook,
  missingOffer,
  reduceDetails,
  type DetailsAction,
  type DetailsLook,
} from '../results/detailsLook';
import type { OpenExtraction } from '../results/openExtraction';
import { withoutPast, type AskedPast, type Details, type RequestPlace } from '../results/resultsState';
import {
  targetOf,
  withChangeAnswered,
  withChangeSent,
  withDraftsTaken,
  withShown,
  withShownEdits,
  type DocumentState,
} from './documentState';
import { withDraft, type Draft, type Drafts } from './keptText';
import { isSameTarget } from './pendingChanges';
import { noRows, onlyRow, rowsOf, selectionIn, type RowSelection } from './rowSelection';

/** Everything the form renders from. */
export interface FormState {
  /** Absent until the editor has answered. */
  readonly document?: DocumentState;
  /** Whether what waits shall go to the text at once, and not after a pause in typing. */
  readonly isDue: boolean;
  readonly selection: RowSelection;
  /** Ids of the requests that were picked before the page was hidden, until the editor has answered. */
  readonly pickedBefore: readonly string[];
  /** Choices that the editor has not answered: until then its views do not move the selection. */
  readonly choosing: number;
  /** The tab of the request in front, by its position. */
  readonly tab: number;
  /** That of the settings of the chain. */
  readonly settingsTab: number;
  /** Lists of names and values that are edited as text, by their paths. */
  readonly asText: ReadonlySet<string>;
  /** What was typed into fields whose text is not the value itself. */
  readonly drafts: Drafts;
  /** The last preview, and its target. */
  readonly preview?: { readonly target: FormTarget; readonly preview: FormPreview };
  readonly response: ResponseState;
  /** Why the last action did not work. */
  readonly problem?: string;
  /** What kind of problem that is; absent when nothing on the page leads out of it. */
  readonly problemCode?: RemoteErrorCode;
}

/** The response pane. */
interface ResponseState {
  readonly details?: Details;
  /** How the person looks at them. */
  readonly look: DetailsLook;
}

/** What can happen to the form. */
export type FormAction =
  | { readonly type: 'shown'; readonly view: FormView }
  | { readonly type: 'progressed'; readonly index: number; readonly progress: RequestProgress }
  /** `typed`: may go on; `done`: goes to the text at once. */
  | { readonly type: 'edited'; readonly edits: readonly FormEdit[]; readonly pace: 'typed' | 'done' }
  | { readonly type: 'drafted'; readonly field: string; readonly draft: Draft }
  | { readonly type: 'due' }
  | { readonly type: 'change-sent' }
  | { readonly type: 'change-answered'; readonly answer: FormAnswer | undefined }
  | { readonly type: 'drafts-taken' }
  | { readonly type: 'rows-picked'; readonly selection: RowSelection }
  | { readonly type: 'choice-sent' }
  | { readonly type: 'choice-answered' }
  | { readonly type: 'tab-selected' | 'settings-tab-selected'; readonly tab: number }
  | { readonly type: 'text-mode-toggled'; readonly list: string }
  | { readonly type: 'preview-arrived'; readonly target: FormTarget; readonly preview: FormPreview }
  | { readonly type: 'response-arrived'; readonly details: Details }
  | { readonly type: 'response-looked-at'; readonly action: DetailsAction }
  | { readonly type: 'past-arrived'; readonly at: RequestPlace; readonly past: AskedPast }
  | { readonly type: 'past-forgotten' }
  | { readonly type: 'action-failed'; readonly message: string; readonly code?: RemoteErrorCode }
  | { readonly type: 'problem-dismissed' };

/** The form before the editor has said anything. */
export const initialState: FormState = {
  isDue: false,
  selection: noRows,
  pickedBefore: [],
  choosing: 0,
  tab: 0,
  settingsTab: 0,
  asText: new Set(),
  drafts: new Map(),
  response: { look: firstLook },
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
    case 'drafted':
      return { ...state, drafts: withDraft(state.drafts, action.field, action.draft) };
    case 'tab-selected':
      return { ...state, tab: action.tab };
    case 'settings-tab-selected':
      return { ...state, settingsTab: action.tab };
    case 'text-mode-toggled':
      return { ...state, asText: toggled(state.asText, action.list) };
    case 'preview-arrived':
      return { ...state, preview: { target: action.target, preview: action.preview } };
    case 'action-failed':
      return { ...withoutProblem(state), problem: action.message, ...defined({ problemCode: action.code }) };
    case 'problem-dismissed':
      return withoutProblem(state);
    default:
      return reduceResponse(state, action);
  }
}

type ResponseAction = Extract<
  FormAction,
  { type: 'response-arrived' | 'response-looked-at' | 'past-arrived' | 'past-forgotten' }
>;

/** What concerns the response pane. */
function reduceResponse(state: FormState, action: ResponseAction): FormState {
  switch (action.type) {
    case 'response-arrived':
      return { ...withoutProblem(state), response: { ...state.response, details: action.details } };
    case 'response-looked-at': {
      const look = reduceDetails(state.response.look, action.action);
      return { ...withoutProblem(state), response: { ...state.response, look } };
    }
    case 'past-arrived':
      return { ...state, response: withPast(state.response, action.at, action.past) };
    case 'past-forgotten': {
      const { details, look } = state.response;
      return details === undefined ? state : { ...state, response: { details: withoutPast(details), look } };
    }
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
export function missingDetails({ document, response }: FormState): RequestPlace | undefined {
  const chosen = document?.view.chosen;
  const { run, runIndex: index } = chosen ?? {};
  const { details } = response;
  return run === undefined || index === undefined || (details?.run === run && details.index === index)
    ? undefined
    : { run, index };
}

/** The request whose past the response pane should have and lacks. */
export function missingPast(state: FormState): RequestPlace | undefined {
  const { details, look } = state.response;
  return look.tab === HISTORY_TAB &&
    details !== undefined &&
    details.past === undefined &&
    shownResult(state) !== undefined
    ? { run: details.run, index: details.index }
    : undefined;
}

/** The extraction that the response pane should have an offer for and lacks. */
export function missingExtraction(state: FormState): OpenExtraction | undefined {
  return missingOffer(state.response.look, shownResult(state));
}

/** The result to show; absent while it is on its way, or there is none. */
export function shownResult({ document, response: { details } }: FormState): RequestResult | undefined {
  const { run, runIndex } = document?.view.chosen ?? {};
  return details !== undefined && details.run === run && details.index === runIndex
    ? details.result
    : undefined;
}

/** A past that was asked of another result came too late. */
function withPast(response: ResponseState, at: RequestPlace, past: AskedPast): ResponseState {
  const { details } = response;
  return details?.run === at.run && details.index === at.index
    ? { ...response, details: { ...details, past } }
    : response;
}

function withView(state: FormState, document: DocumentState): FormState {
  return { ...state, document, selection: selectionAfter(state, document.view), pickedBefore: [] };
}

/** The picked rows go along with their requests; where the request that is shown is none of them, it is. */
function selectionAfter(state: FormState, view: FormView): RowSelection {
  const { selection, choosing, document } = state;
  const before = document?.view;
  if (before === undefined) {
    return firstSelection(state, view);
  }
  const followed = selectionIn(selection, before.requests, view.requests);
  if (choosing > 0) {
    return followed;
  }
  const chosen = view.chosen?.index;
  const isMoved = chosen !== before.chosen?.index;
  if (chosen === undefined) {
    return isMoved ? noRows : followed;
  }
  const isKept = followed.picked.has(chosen) && (!isMoved || followed.focus === chosen);
  return isKept ? followed : onlyRow(chosen);
}

/** The rows that were picked before the page was hidden, if the request that is shown is one of them. */
function firstSelection({ pickedBefore }: FormState, { requests, chosen }: FormView): RowSelection {
  if (chosen === undefined) {
    return noRows;
  }
  const picked = rowsOf(pickedBefore, requests);
  return picked.has(chosen.index) ? { ...onlyRow(chosen.index), picked } : onlyRow(chosen.index);
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

function withoutProblem({ problem: _problem, problemCode: _code, ...state }: FormState): FormState {
  return state;
}
