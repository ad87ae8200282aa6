/**
 * What the parts of the extension know of each other: the owners of its state, as the views, commands
 * and language features see them. `extension.ts` wires them together.
 */
import type * as vscode from 'vscode';
import type { ChainAnalysis } from '../core/analysis/analysis';
import type { JsonValue } from '../core/json/json';
import type { RequestResult } from '../core/result/result';
import type { IssueSubject } from './sharing/issues/fault';

/** The chain files of the workspace, open or not. */
export interface ChainFiles {
  /** Every chain file, by path; the first call searches, later ones answer from what was watched since. */
  list(): Promise<readonly vscode.Uri[]>;
  /** The text as an editor shows it, saved or not, else as on disk. Rejects when the file does not exist. */
  text(file: vscode.Uri): Promise<string>;
  /** From now on reports changes of a file whose name does not say that chains are made of it. */
  watch(file: vscode.Uri): void;
  /** Searches again, for files that came, went or changed unwatched: behind a link, on a network drive. */
  refresh(): void;
  /** Fires when files come, go or change, on disk or in an editor; at most once in a short while. */
  readonly onDidChange: vscode.Event<readonly vscode.Uri[]>;
}

/** The Chain Analyzer, kept up to date. */
export interface ChainAnalyses {
  /** The current analysis of a chain; the same object until something it depends on changes. */
  of(chain: vscode.Uri): Promise<ChainAnalysis>;
  /** Fires when the analysis of a chain may have become another one. */
  readonly onDidChange: vscode.Event<readonly vscode.Uri[]>;
}

/** What the last run of each chain left, from this window or from disk. Masked, except for `raw`. */
export interface LastResults {
  /** Last result of a request; absent when it was never run. */
  of(chain: vscode.Uri, requestId: string): RequestResult | undefined;
  /** Last result of a request or, when it was never run, what was recorded elsewhere, for its response alone. */
  answered(chain: vscode.Uri, requestId: string): RequestResult | undefined;
  /** Last values of the variables that a chain can see, by name. */
  values(chain: vscode.Uri): ReadonlyMap<string, LastValue>;
  /** Fires after a run, with its chains. */
  readonly onDidChange: vscode.Event<readonly vscode.Uri[]>;
}

/** The value a variable had last. */
export interface LastValue {
  /** JSON text with secrets masked. */
  readonly shown: string;
  /** The value itself, when it is still in memory; for comparing only, never shown or written. */
  readonly raw?: JsonValue;
}

/** Which environment chains run in. */
export interface Environments {
  /** What the person chose for this workspace; absent is "as each chain says". */
  readonly chosen: string | undefined;
  /** The name that a run of this chain uses: the person's choice, else what the chain says; absent is none. */
  nameFor(chain: vscode.Uri): Promise<string | undefined>;
  /** The environments that a chain can be run in, nearest folder first, each name once. */
  available(chain: vscode.Uri): Promise<readonly AvailableEnvironment[]>;
  /** Fires when the person chooses another one or an environment file changes. */
  readonly onDidChange: vscode.Event<void>;
}

/** An environment that a chain can be run in. */
export interface AvailableEnvironment {
  readonly name: string;
  readonly file: vscode.Uri;
  readonly protected: boolean;
}

/** What helps where something is in the way of a run. What goes wrong is shown to the person. */
export interface RunHelp {
  /** Asks for the value of a secret that a file uses. */
  readonly setSecret: (name: string, file: vscode.Uri) => Promise<void>;
  /** Asks for the environment that a file runs in, and whether one was chosen; by default for the file that is worked on. */
  readonly chooseEnvironment: (file?: vscode.Uri) => Promise<boolean>;
  /** Starts the API of the sample. */
  readonly startSampleApi: () => Promise<void>;
}

/** What leaves the editor because a person wants it. What goes wrong is shown to them. */
export interface Outgoing {
  /** Gives the result of a chain, or one from disk, to somebody else. */
  readonly share: (subject: vscode.Uri) => Promise<void>;
  /** Creates an issue; returns its name, or nothing when none was created. */
  readonly raiseIssue: (subject: IssueSubject) => Promise<string | undefined>;
  /** Tells a chat of the last run of a chain or a matrix, or of a result from disk. */
  readonly notify: (subject: vscode.Uri) => Promise<void>;
}
