/**
 * What the editor and the panel of an authorization run may ask of each other.
 *
 * The panel names things by number only: a run, one of its cells, a link of that cell's evidence, all of which the
 * editor gave it. It has no way to name a file, an address, a command or a request of its own.
 */
import type { CellResult, StepKind } from '../core/authz/model/authzResult';
import type { HeaderLine } from '../core/model';
import type { Guards } from './channel';
import { hasMembers, isIndex, isNothing, isTextOrNull, tuple } from './guards';
import type { AuthzUpdate, AuthzView } from './authzView';

/** What the panel may ask the editor. A run that is no longer shown is answered with a failure. */
export interface AuthzEditor {
  /** The panel has loaded and wants to know what it shows. */
  ready: () => AuthzSubject;
  /** Everything about one cell. */
  evidence: (run: number, cell: number) => CellEvidence;
  /** Runs the whole matrix again. */
  runAll: () => void;
  /** Runs one cell again. */
  runCell: (run: number, cell: number) => void;
  /** Ends the run that is under way, if any. */
  cancel: () => void;
  /** Asks the person how to share the last result. */
  share: () => void;
  /** Tells a chat of the run, after the person has chosen one and seen the message. */
  notify: () => void;
  /** Copies the attack of a cell as a cURL command. */
  copyCurl: (run: number, cell: number) => void;
  /** Raises an issue about a flaw: what that issue is called, `null` when there is none now. */
  raiseIssue: (run: number, cell: number) => string | null;
  /** Opens the issue about a flaw in the browser. */
  openIssue: (run: number, cell: number) => void;
  /** Opens the place that a link of the evidence names. */
  reveal: (run: number, cell: number, link: number) => void;
}

/** What a panel shows. */
export interface AuthzSubject {
  /** Names the matrix; kept by the panel so that it can be restored with the window. */
  readonly subject: string;
  /** The run; `null` when the matrix was never run. */
  readonly view: AuthzView | null;
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

/** What the editor tells the panel. */
export interface AuthzPanel {
  /** A run has started or ended, or another one is to be shown. */
  show: (view: AuthzView) => void;
  /** The run goes on. */
  update: (update: AuthzUpdate) => void;
}

const oneCell = tuple<[number, number]>(isIndex, isIndex);

/** How the calls of {@link AuthzEditor} are recognised. */
export const authzEditorGuards: Guards<AuthzEditor> = {
  ready: { takes: tuple<[]>(), gives: isSubject },
  evidence: { takes: oneCell, gives: isEvidence },
  runAll: { takes: tuple<[]>(), gives: isNothing },
  runCell: { takes: oneCell, gives: isNothing },
  cancel: { takes: tuple<[]>(), gives: isNothing },
  share: { takes: tuple<[]>(), gives: isNothing },
  notify: { takes: tuple<[]>(), gives: isNothing },
  copyCurl: { takes: oneCell, gives: isNothing },
  raiseIssue: { takes: oneCell, gives: isTextOrNull },
  openIssue: { takes: oneCell, gives: isNothing },
  reveal: { takes: tuple<[number, number, number]>(isIndex, isIndex, isIndex), gives: isNothing },
};

/** How the calls of {@link AuthzPanel} are recognised. */
export const authzPanelGuards: Guards<AuthzPanel> = {
  show: { takes: tuple<[AuthzView]>(isAuthzView), gives: isNothing },
  update: { takes: tuple<[AuthzUpdate]>(isAuthzUpdate), gives: isNothing },
};

function isSubject(value: unknown): value is AuthzSubject {
  return (
    hasMembers(value, ['subject', 'view']) &&
    'view' in value &&
    (value.view === null || isAuthzView(value.view))
  );
}

function isAuthzView(value: unknown): value is AuthzView {
  return hasMembers(value, [
    'run',
    'matrix',
    'startedAt',
    'durationMs',
    'outcome',
    'notes',
    'users',
    'cells',
  ]);
}

function isEvidence(value: unknown): value is CellEvidence {
  return hasMembers(value, ['title', 'facts', 'result', 'links']);
}

function isAuthzUpdate(value: unknown): value is AuthzUpdate {
  return hasMembers(value, ['type', 'run']) && 'run' in value && isIndex(value.run);
}
