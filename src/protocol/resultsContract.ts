/**
 * What the editor and the results panel may ask of each other.
 *
 * The panel names things by number only: a run and one of its requests, both of which the editor gave it.
 * It has no way to name a file, an address, a command or a request of its own.
 */
import type { CauseStep } from '../core/run/causePath';
import type { RequestPast } from '../core/compare/requestPast';
import type { ResponsePart } from '../core/extraction/responsePart';
import type { RequestResult } from '../core/result/result';
import { isPlainView, isTreeWanted, type PlainTreeView, type TreeWanted } from './bodyTree';
import type { Guards } from './channel';
import {
  isExtractionChoice,
  isExtractionOffer,
  isResponsePart,
  type ExtractionChoice,
  type ExtractionOffer,
} from './extractionOffer';
import { hasMembers, isIndex, isNothing, isTextOrNull, tuple } from './guards';
import type { RunUpdate, RunView } from './runView';

/** What the results panel may ask the editor. A run that is no longer shown is answered with a failure. */
export interface ResultsEditor {
  /** The panel has loaded and wants to know what it shows. */
  ready: () => ResultsSubject;
  /** Everything about one request. */
  details: (run: number, index: number) => RequestResult;
  /** The way from a request that was not sent to the first cause. */
  causes: (run: number, index: number) => readonly CauseStep[];
  /** How the request did in the results that were kept, and how its answer differs from the last good one. */
  past: (run: number, index: number) => RequestPast;
  /** Runs the whole chain again. */
  runAll: () => void;
  /** Runs the requests of the chain that did not pass, and what they need. */
  rerunFailed: () => void;
  /** Runs a request with the values that are known. */
  runRequest: (run: number, index: number) => void;
  /** Runs a request after those that produce what it needs. */
  runWithDependencies: (run: number, index: number) => void;
  /** Runs a request and those after it. */
  runFromHere: (run: number, index: number) => void;
  /** Ends the run that is under way, if any. */
  cancel: () => void;
  /** Shows the request in its chain file. */
  reveal: (run: number, index: number) => void;
  /** Opens the response body in an editor. */
  openBody: (run: number, index: number) => void;
  /** The tree of a response body that was too long to be sent with the result. */
  bodyTree: (run: number, index: number, wanted: TreeWanted) => PlainTreeView;
  /** How a part of the response can be kept as a variable. */
  offerExtraction: (run: number, index: number, part: ResponsePart) => ExtractionOffer;
  /** Adds the extraction to the chain, as chosen from the offer with this id. */
  extract: (offer: number, choice: ExtractionChoice) => void;
  /** Opens the execution log of the last run in an editor. */
  openLog: () => void;
  /** Raises an issue about a request that did not pass: what that issue is called, `null` when there is none now. */
  raiseIssue: (run: number, index: number) => string | null;
  /** What the issue about a request is called; `null` when none was raised. */
  issue: (run: number, index: number) => string | null;
  /** Opens that issue in the browser. */
  openIssue: (run: number, index: number) => void;
  /** Asks the person how to share what is shown. */
  share: () => void;
  /** Tells a chat of the run, after the person has chosen one and seen the message. */
  notify: () => void;
}

/** What a results panel shows. */
export interface ResultsSubject {
  /** Names the chain or the result; kept by the panel so that it can be restored with the window. */
  readonly subject: string;
  /** The run; `null` when the chain has not been run in this window. */
  readonly view: RunView | null;
}

/** What the editor tells the results panel. */
export interface ResultsPanel {
  /** A run has started, or another one is to be shown. */
  show: (view: RunView) => void;
  /** The run goes on. */
  update: (update: RunUpdate) => void;
}

const oneRequest = tuple<[number, number]>(isIndex, isIndex);

/** How the calls of {@link ResultsEditor} are recognised. */
export const resultsEditorGuards: Guards<ResultsEditor> = {
  ready: { takes: tuple<[]>(), gives: isSubject },
  details: { takes: oneRequest, gives: isRequestResult },
  causes: { takes: oneRequest, gives: isCauses },
  past: { takes: oneRequest, gives: isPast },
  runAll: { takes: tuple<[]>(), gives: isNothing },
  rerunFailed: { takes: tuple<[]>(), gives: isNothing },
  runRequest: { takes: oneRequest, gives: isNothing },
  runWithDependencies: { takes: oneRequest, gives: isNothing },
  runFromHere: { takes: oneRequest, gives: isNothing },
  cancel: { takes: tuple<[]>(), gives: isNothing },
  reveal: { takes: oneRequest, gives: isNothing },
  openBody: { takes: oneRequest, gives: isNothing },
  bodyTree: {
    takes: tuple<[number, number, TreeWanted]>(isIndex, isIndex, isTreeWanted),
    gives: isPlainView,
  },
  offerExtraction: {
    takes: tuple<[number, number, ResponsePart]>(isIndex, isIndex, isResponsePart),
    gives: isExtractionOffer,
  },
  extract: { takes: tuple<[number, ExtractionChoice]>(isIndex, isExtractionChoice), gives: isNothing },
  openLog: { takes: tuple<[]>(), gives: isNothing },
  raiseIssue: { takes: oneRequest, gives: isTextOrNull },
  issue: { takes: oneRequest, gives: isTextOrNull },
  openIssue: { takes: oneRequest, gives: isNothing },
  share: { takes: tuple<[]>(), gives: isNothing },
  notify: { takes: tuple<[]>(), gives: isNothing },
};

/** How the calls of {@link ResultsPanel} are recognised. */
export const resultsPanelGuards: Guards<ResultsPanel> = {
  show: { takes: tuple<[RunView]>(isRunView), gives: isNothing },
  update: { takes: tuple<[RunUpdate]>(isRunUpdate), gives: isNothing },
};

function isSubject(value: unknown): value is ResultsSubject {
  return (
    hasMembers(value, ['subject', 'view']) &&
    'view' in value &&
    (value.view === null || isRunView(value.view))
  );
}

function isRunView(value: unknown): value is RunView {
  return hasMembers(value, ['run', 'chain', 'startedAt', 'durationMs', 'outcome', 'notes', 'requests']);
}

/** Whether a value is what became of a request. */
export function isRequestResult(value: unknown): value is RequestResult {
  const members = ['request', 'name', 'method', 'outcome', 'reasons', 'substitutions', 'extractions'];
  return hasMembers(value, members);
}

function isCauses(value: unknown): value is readonly CauseStep[] {
  return (
    Array.isArray(value) && value.every((step) => hasMembers(step, ['index', 'name', 'outcome', 'message']))
  );
}

/** Whether a value is how a request did before. */
export function isPast(value: unknown): value is RequestPast {
  return hasMembers(value, ['points']);
}

function isRunUpdate(value: unknown): value is RunUpdate {
  return hasMembers(value, ['type', 'run']) && 'run' in value && isIndex(value.run);
}
