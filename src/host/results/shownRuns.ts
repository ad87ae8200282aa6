/**
 * What a results panel, a body or a log in an editor can be about: the last run of a chain, or a result
 * from disk. Either is named by a URI: that of the chain, or that of the result's file.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { RecordedBody } from '../../core/result/result';
import type { RecordedResult } from '../../core/result/resultFile';
import { finishedView } from '../../protocol/runView';
import { chainPlace, isChainFile } from '../chainDocument';
import type { ChainRun, ChainRuns } from '../chainRuns';
import type { ResultHistory } from './resultHistory';

/** Where results are kept, below the folder of their chain's workspace. */
const RESULT_PATH = /^(.*)\/\.chainwright\/results\/(.+)\/[^/]+\.json$/;
/** Runs of this window count from 1. */
const STORED_RUN = 0;

/** Owner of the results from disk that are being shown. */
export class ShownRuns {
  readonly #stored = new Map<string, ChainRun>();

  constructor(
    readonly runs: ChainRuns,
    private readonly history: ResultHistory,
  ) {}

  /** The run that a URI names; absent when there was none in this window, or it was not opened. */
  runOf(subject: vscode.Uri): ChainRun | undefined {
    return isChainFile(subject) ? this.runs.latest(subject) : this.#stored.get(subject.toString());
  }

  /** Reads a result from disk, to be shown. Rejects with a UserError when it is gone or is none. */
  async open(subject: vscode.Uri): Promise<void> {
    const chain = chainOf(subject);
    const result = await this.history.read(chain, subject.fsPath);
    this.#stored.set(subject.toString(), asRun(chain, result));
  }

  /**
   * The last run of a chain, of this window or of an earlier one, ready to be shown; the newest recording where
   * it never ran.
   *
   * @throws UserError when there is none
   */
  async latest(chain: vscode.Uri): Promise<vscode.Uri> {
    if (this.runs.latest(chain) !== undefined) {
      return chain;
    }
    const stored = await this.history.list(chain);
    const newest = stored.find(({ head }) => head.kind === 'run') ?? stored[0];
    if (newest === undefined) {
      throw new UserError(vscode.l10n.t('This chain has no result.'), vscode.l10n.t('Use Run All above it.'));
    }
    const subject = vscode.Uri.file(newest.file);
    await this.open(subject);
    return subject;
  }

  /** Lets go of a result from disk that is shown no longer. */
  close(subject: vscode.Uri): void {
    this.#stored.delete(subject.toString());
  }

  /** The whole of a body, when only its beginning is in the run. */
  async wholeBody(subject: vscode.Uri, body: RecordedBody): Promise<RecordedBody> {
    if (isChainFile(subject)) {
      return this.runs.wholeBody(subject, body);
    }
    const [{ restoreBody }, bodies] = await Promise.all([
      import('../../node/results/bodyStore'),
      this.history.bodies(subject.fsPath),
    ]);
    return restoreBody(body, bodies);
  }
}

/** True for what can be shown: a chain, or a file where results are kept. */
export function isSubject(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && (isChainFile(uri) || RESULT_PATH.test(uri.path));
}

/**
 * The chain that a subject is about.
 *
 * @throws UserError when it is neither a chain nor a result
 */
export function chainOf(subject: vscode.Uri): vscode.Uri {
  if (isChainFile(subject)) {
    return subject;
  }
  const [, folder, name] = RESULT_PATH.exec(subject.path) ?? [];
  if (folder === undefined || name === undefined) {
    throw new UserError(
      vscode.l10n.t('This file is not in a folder of results.'),
      vscode.l10n.t('Open a result from the Results view.'),
    );
  }
  return subject.with({ path: `${folder}/${name}.chain.json` });
}

function asRun(chain: vscode.Uri, result: RecordedResult): ChainRun {
  return {
    place: chainPlace(chain),
    trigger: result.trigger,
    view: finishedView(STORED_RUN, result),
    results: new Map(result.requests.entries()),
  };
}
