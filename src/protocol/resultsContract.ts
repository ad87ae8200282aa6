/**
 * What the editor and the results panel may ask of each other.
 *
 * The panel names things by number only: a run and one of its requests, both of which the editor gave it.
 * It has no way to name a file, an address, a command or a request of its own.
 */
import type { CauseStep } from '../core/run/causePath';
import type { RequestPast } from '../core/compare/requestPast';
import type { RequestResult } from '../core/result/result';
import { treeWanted, type PlainTreeView } from './bodyTree';
import { call, type FunctionsOf } from './contract';
import { extractionChoice, responsePart, type ExtractedNote, type ExtractionOffer } from './extractionOffer';
import { remedyCalls } from './remedyCalls';
import type { RunUpdate, RunView } from './runView';
import { index, trusted } from './schema';

/** What a results panel shows. */
interface ResultsSubject {
  /** Names the chain or the result; kept by the panel so that it can be restored with the window. */
  readonly subject: string;
  /** The run; `null` when the chain has not been run in this window. */
  readonly view: RunView | null;
  /** Whether the sample is open, whose API the editor can start; absent is no. */
  readonly isSample?: boolean;
}

/**
 * What a page that shows results may ask about one, by the number of its run and its position in it. The last number of what
 * is about a response is the position of its saved example, or of its part; 0 where it has none.
 */
export const resultCalls = {
  /** Everything about one request. */
  details: call([index, index], trusted<RequestResult>()),
  /** How the request did in the results that were kept, and how its answer differs from the last good one. */
  past: call([index, index], trusted<RequestPast>()),
  /** Opens the response body in an editor. */
  openBody: call([index, index, index]),
  /** The tree of a response body that was too long to be sent with the result. */
  bodyTree: call([index, index, treeWanted, index], trusted<PlainTreeView>()),
  /** How a part of the response can be kept as a variable. */
  offerExtraction: call([index, index, responsePart, index], trusted<ExtractionOffer | ExtractedNote>()),
  /** Shows the request in its chain file, which is another one for requests of a chain that is a step. */
  openRequest: call([index, index, index]),
  /** Asks for the value of the secret that one of the reasons of a request, by its position, says is missing. */
  setSecret: call([index, index, index, index]),
  /** Adds the extraction to the chain, as chosen from the offer with this id. */
  extract: call([index, extractionChoice]),
};

/**
 * What the editor and a results panel may ask of each other. What is about a request takes the number of the run
 * and the position of the request; a run that is no longer shown is answered with a failure.
 */
export const resultsContract = {
  editor: {
    ...resultCalls,
    ...remedyCalls,
    /** The panel has loaded and wants to know what it shows. */
    ready: call([], trusted<ResultsSubject>()),
    /** The way from a request that was not sent to the root cause. */
    causes: call([index, index], trusted<readonly CauseStep[]>()),
    /** Runs the whole chain again. */
    runAll: call([]),
    /** Runs the requests of the chain that did not pass, and what they need. */
    rerunFailed: call([]),
    /** Runs the chain and repairs it, after the person has agreed to what is sent. */
    repair: call([]),
    /** Runs a request with the values that are known. */
    runRequest: call([index, index]),
    /** Runs a request after those that produce what it needs. */
    runWithDependencies: call([index, index]),
    /** Runs a request and those after it. */
    runFromHere: call([index, index]),
    /** Ends the run that is under way, if any. */
    cancel: call([]),
    /** Opens the execution log of the last run in an editor. */
    openLog: call([]),
    /** Raises an issue about a request that did not pass: what that issue is called, `null` when there is none now. */
    raiseIssue: call([index, index], trusted<string | null>()),
    /** What the issue about a request is called; `null` when none was raised. */
    issue: call([index, index], trusted<string | null>()),
    /** Opens that issue in the browser. */
    openIssue: call([index, index]),
    /** Asks the person how to share what is shown. */
    share: call([]),
    /** Posts the run to a chat, after the person has chosen one and seen the message. */
    notify: call([]),
  },
  page: {
    /** A run has started, or another one is to be shown. */
    show: call([trusted<RunView>()]),
    /** The run makes progress. */
    update: call([trusted<RunUpdate>()]),
  },
};

/** What the results panel may ask the editor. */
export type ResultsEditor = FunctionsOf<typeof resultsContract.editor>;
/** Calls and notifications from the editor to the results panel. */
export type ResultsPanel = FunctionsOf<typeof resultsContract.page>;
