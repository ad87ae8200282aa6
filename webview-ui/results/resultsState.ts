/**
 * The state of the results panel: the run it shows, what the person chose to look at, and the details
 * that have arrived. One reducer; what can be computed from these is computed.
 */
import type { CauseStep } from '../../src/core/run/causePath';
import type { RequestPast } from '../../src/core/compare/requestPast';
import { defined } from '../../src/core/defined';
import type { PlannedRequest, RequestReference, RequestResult } from '../../src/core/result/result';
import type { RemoteErrorCode } from '../../src/protocol/message';
import { applyUpdate, type RequestRow, type RunUpdate, type RunView } from '../../src/protocol/runView';
import {
  HISTORY_TAB,
  firstLook,
  missingOffer,
  reduceDetails,
  type DetailsAction,
  type DetailsLook,
} from './detailsLook';
import type { OpenExtraction } from './openExtraction';

/** Everything the panel renders from. */
export interface ResultsState {
  /** Absent until the editor has answered; `null` when the chain has not been run. */
  readonly view?: RunView | null;
  /** Whether the sample is open, whose API the editor can start. */
  readonly isSample: boolean;
  /** The request the person chose; without one the panel follows the run. */
  readonly chosen?: ChosenRequest;
  /** The last details that arrived. */
  readonly details?: Details;
  /** How the person looks at the details. */
  readonly look: DetailsLook;
  /** Why the last action did not work. */
  readonly problem?: string;
  /** What kind of problem that is; absent when nothing on the page leads out of it. */
  readonly problemCode?: RemoteErrorCode;
}

/** A request that a person chose; it is found again in the next run. */
export interface ChosenRequest extends RequestReference {
  /** Number of the row of data; absent for what ran without. */
  readonly row?: number;
}

/** Names a request of a run. */
export interface RequestPlace {
  readonly run: number;
  readonly index: number;
}

/** Everything about one request of one run. */
export interface Details extends RequestPlace, More {
  readonly result: RequestResult;
}

/** What is asked about a request only when it is wanted. */
interface More {
  /** The way to the root cause, once it is known. */
  readonly causes?: readonly CauseStep[];
  /** How it did before, once it is known. */
  readonly past?: AskedPast;
  /** What the issue about it is called, once that is known; `null` when there is none. */
  readonly issue?: string | null;
}

/** The past of a request, or why it could not be read. */
export type AskedPast = RequestPast | { readonly problem: string };

/** What can happen to the panel. */
export type ResultsAction =
  | { readonly type: 'shown'; readonly view: RunView | null; readonly isSample?: boolean }
  | { readonly type: 'updated'; readonly update: RunUpdate }
  | { readonly type: 'chosen'; readonly index: number }
  | { readonly type: 'details-arrived'; readonly details: Details }
  | { readonly type: 'more-arrived'; readonly at: RequestPlace; readonly more: More }
  | { readonly type: 'past-forgotten' }
  | DetailsAction
  | { readonly type: 'action-failed'; readonly message: string; readonly code?: RemoteErrorCode }
  | { readonly type: 'problem-dismissed' };

/** The panel before the editor has said anything. */
export const initialState: ResultsState = { isSample: false, look: firstLook };

/** The state after an action. */
export function reduceResults(state: ResultsState, action: ResultsAction): ResultsState {
  switch (action.type) {
    case 'shown':
      return { ...withoutProblem(state), view: action.view, isSample: action.isSample ?? state.isSample };
    case 'updated':
      return withUpdate(state, action.update);
    case 'chosen':
      return withChosen(state, action.index);
    case 'details-arrived':
      return { ...state, details: action.details };
    case 'more-arrived':
      return withMore(state, action.at, action.more);
    case 'past-forgotten':
      return state.details === undefined ? state : { ...state, details: withoutPast(state.details) };
    case 'action-failed':
      return { ...withoutProblem(state), problem: action.message, ...defined({ problemCode: action.code }) };
    case 'problem-dismissed':
      return withoutProblem(state);
    default:
      return { ...withoutProblem(state), look: reduceDetails(state.look, action) };
  }
}

/**
 * The request to show, by its index in the run: the chosen one, else the first that did not pass, else
 * the last that is finished. Absent while there is none.
 */
export function selectedIndex({ view, chosen }: ResultsState): number | undefined {
  const rows = view?.requests ?? [];
  const candidates = [
    () => rows.findIndex(({ planned }) => isSame(planned, chosen) && planned.row?.number === chosen?.row),
    () => rows.findIndex(({ planned }) => isSame(planned, chosen)),
    () => rows.findIndex((row) => outcomeOf(row) === 'failed'),
    () => rows.findIndex((row) => outcomeOf(row) === 'blocked'),
    () => rows.findLastIndex((row) => outcomeOf(row) === 'passed'),
    () => rows.findLastIndex((row) => outcomeOf(row) !== undefined),
  ];
  for (const find of candidates) {
    const index = find();
    if (index !== -1) {
      return index;
    }
  }
  return undefined;
}

/** The details of the request to show; absent while they are on their way. */
export function selectedDetails(state: ResultsState): Details | undefined {
  const { details, view } = state;
  const isCurrent = details?.run === view?.run && details?.index === selectedIndex(state);
  return isCurrent ? details : undefined;
}

/** The details that the panel should ask for now: those of a finished request that it shows and lacks. */
export function missingDetails(state: ResultsState): RequestPlace | undefined {
  const index = selectedIndex(state);
  const row = index === undefined ? undefined : state.view?.requests[index];
  if (!state.view || index === undefined || row?.progress.state !== 'finished') {
    return undefined;
  }
  return selectedDetails(state) === undefined ? { run: state.view.run, index } : undefined;
}

/** The blocked request whose way to the root cause the panel should ask for now. */
export function missingCauses(state: ResultsState): RequestPlace | undefined {
  const details = selectedDetails(state);
  return details?.result.outcome === 'blocked' && details.causes === undefined ? placeOf(details) : undefined;
}

/** The request that did not pass of which the panel should ask for the issue now. */
export function missingIssue(state: ResultsState): RequestPlace | undefined {
  const details = selectedDetails(state);
  return details !== undefined && details.issue === undefined && isTrouble(details.result)
    ? placeOf(details)
    : undefined;
}

/** Whether there is something to raise an issue about. */
export function isTrouble({ outcome }: Pick<RequestResult, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'blocked';
}

/** The request whose past the panel should ask for now. */
export function missingPast(state: ResultsState): RequestPlace | undefined {
  const details = selectedDetails(state);
  return state.look.tab === HISTORY_TAB && details !== undefined && details.past === undefined
    ? placeOf(details)
    : undefined;
}

/** The extraction that the panel should ask an offer for now. */
export function missingExtraction(state: ResultsState): OpenExtraction | undefined {
  return missingOffer(state.look, selectedDetails(state)?.result);
}

/** What is known of a request, its past excepted: that is to be asked for again. */
export function withoutPast({ past: _past, ...details }: Details): Details {
  return details;
}

function placeOf({ run, index }: RequestPlace): RequestPlace {
  return { run, index };
}

/** Something more about the request that is shown; what was asked about another one came too late. */
function withMore(state: ResultsState, at: RequestPlace, more: More): ResultsState {
  const { details } = state;
  return details?.run === at.run && details.index === at.index
    ? { ...state, details: { ...details, ...more } }
    : state;
}

function outcomeOf({ progress }: RequestRow): string | undefined {
  return progress.state === 'finished' ? progress.summary.outcome : undefined;
}

function isSame({ request }: PlannedRequest, chosen: ChosenRequest | undefined): boolean {
  return chosen !== undefined && request.chain === chosen.chain && request.id === chosen.id;
}

function withUpdate(state: ResultsState, update: RunUpdate): ResultsState {
  return state.view ? { ...state, view: applyUpdate(state.view, update) } : state;
}

function withChosen(state: ResultsState, index: number): ResultsState {
  const planned = state.view?.requests[index]?.planned;
  return planned === undefined
    ? state
    : { ...state, chosen: { ...planned.request, ...defined({ row: planned.row?.number }) } };
}

function withoutProblem({ problem: _problem, problemCode: _code, ...state }: ResultsState): ResultsState {
  return state;
}
