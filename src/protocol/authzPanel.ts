/**
 * What the editor and the panel of an authorization run may ask of each other.
 *
 * The panel names things by number only: a run, one of its cells, a link of that cell's evidence, all of which the
 * editor gave it. It has no way to name a file, an address, a command or a request of its own.
 */
import type { CellResult, StepKind } from '../core/authz/model/authzResult';
import type { Coverage } from '../core/authz/report/coverage';
import type { HeaderLine } from '../core/model';
import type { AuthzUpdate, AuthzView } from './authzView';
import { call, type FunctionsOf } from './contract';
import { remedyCalls } from './remedyCalls';
import { index, trusted } from './schema';

/** What a panel shows. */
interface AuthzSubject {
  /** Names the matrix; kept by the panel so that it can be restored with the window. */
  readonly subject: string;
  /** The run; `null` when the matrix was never run. */
  readonly view: AuthzView | null;
  /** Whether the sample is open, whose API the editor can start; absent is no. */
  readonly isSample?: boolean;
}

/** Why a cell came to its verdict, as far as people look at it. */
export interface CellEvidence {
  /** What was tried, or what happened, in a sentence without its stop: `alice reads bob's order`. */
  readonly title: string;
  /** Class and its names elsewhere: `FLAW_READ`, `CWE-639`, `API1:2023`, `new`. */
  readonly facts: readonly string[];
  readonly result: CellResult;
  /** In the order they were taken; absent during the run, which reports them last. */
  readonly steps?: readonly EvidenceStep[];
  /** The request that was the attack, and its answer; absent when nothing was sent. */
  readonly attack?: AttackExchange;
  /** Texts of the places in files that it is about: `orders.authz.json:21`. */
  readonly links: readonly string[];
  /** What the issue about this flaw is called; absent when none was raised. */
  readonly issue?: string;
}

/** One request on the way to a verdict. */
export interface EvidenceStep {
  readonly step: StepKind;
  readonly user: string;
  readonly method: string;
  /** Path and query; the id of the request when nothing was sent. */
  readonly target: string;
  /** Absent when no answer came. */
  readonly status?: number;
  /** Why no answer was received. */
  readonly failure?: string;
}

/** The attack as it was sent and answered, masked. */
export interface AttackExchange {
  readonly request: AttackMessage;
  /** Absent when no answer came. */
  readonly response?: AttackMessage;
}

/** A message: its first line, its headers, and the beginning of its body when bodies were kept. */
export interface AttackMessage {
  readonly line: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: string;
}

/**
 * What the editor and a panel may ask of each other. What is about a cell takes the number of the run and the
 * position of the cell; a run that is no longer shown is answered with a failure.
 */
export const authzContract = {
  editor: {
    ...remedyCalls,
    /** The panel has loaded and wants to know what it shows. */
    ready: call([], trusted<AuthzSubject>()),
    /** Everything about one cell. */
    evidence: call([index, index], trusted<CellEvidence>()),
    /** Which operations of the API a run that has ended did not test; `null` when nothing lists them. */
    coverage: call([index], trusted<Coverage | null>()),
    /** Asks for the description that coverage is measured by; `null` when the person chose none. */
    chooseDescription: call([index], trusted<Coverage | null>()),
    /** Runs the whole matrix again. */
    runAll: call([]),
    /** Asks for the value of the secret that an obstacle of a run, by its position, is about. */
    setSecret: call([index, index]),
    /** Runs one cell again. */
    runCell: call([index, index]),
    /** Ends the run that is under way, if any. */
    cancel: call([]),
    /** Asks the person how to share the last result. */
    share: call([]),
    /** Posts the run to a chat, after the person has chosen one and seen the message. */
    notify: call([]),
    /** Copies the attack of a cell as a cURL command. */
    copyCurl: call([index, index]),
    /** Raises an issue about a flaw: what that issue is called, `null` when there is none now. */
    raiseIssue: call([index, index], trusted<string | null>()),
    /** Opens the issue about a flaw in the browser. */
    openIssue: call([index, index]),
    /** Opens the place that a link of the evidence names, by its position. */
    reveal: call([index, index, index]),
  },
  page: {
    /** A run has started or ended, or another one is to be shown. */
    show: call([trusted<AuthzView>()]),
    /** The run makes progress. */
    update: call([trusted<AuthzUpdate>()]),
  },
};

/** What the panel may ask the editor. */
export type AuthzEditor = FunctionsOf<typeof authzContract.editor>;
/** Calls and notifications from the editor to the panel. */
export type AuthzPanel = FunctionsOf<typeof authzContract.page>;
