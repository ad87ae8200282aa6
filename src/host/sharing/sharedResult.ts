/** The result of a chain that is shared: whole, and with the file it is kept in. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { ExecutionResult } from '../../core/result/result';
import { chainPlace, isChainFile, rootOf } from '../chainDocument';
import { resultOf } from '../chainRuns';
import type { ResultHistory } from '../results/resultHistory';
import { chainOf, type ShownRuns } from '../results/shownRuns';
import { readStoredRun } from '../../node/results/storedRun';

/** A result, and its file; absent when it was not kept. */
export interface SharedResult {
  readonly result: ExecutionResult;
  readonly file?: vscode.Uri;
}

/**
 * The result of a subject: that of its file, or the last one of a chain, of this window or of an
 * earlier one.
 *
 * @returns nothing when the chain was never run
 * @throws UserError when it is being run, or the result is gone
 */
export async function sharedResult(
  subject: vscode.Uri,
  {
    shown,
    history,
  }: { readonly shown: Pick<ShownRuns, 'runOf'>; readonly history: Pick<ResultHistory, 'list'> },
): Promise<SharedResult | undefined> {
  if (!isChainFile(subject)) {
    return readStored(subject);
  }
  const run = shown.runOf(chainPlace(subject).uri);
  if (run?.view.outcome === 'running') {
    throw new UserError(
      vscode.l10n.t('This chain is being run, so its result is not complete.'),
      vscode.l10n.t('Share it when the run has ended.'),
    );
  }
  const stored = await history.list(subject);
  const kept =
    run === undefined
      ? (stored.find(({ head }) => head.kind === 'run') ?? stored[0])
      : stored.find(({ head }) => head.startedAt === run.view.startedAt);
  if (kept !== undefined) {
    return readStored(vscode.Uri.file(kept.file));
  }
  return run === undefined ? undefined : { result: resultOf(run) };
}

async function readStored(file: vscode.Uri): Promise<SharedResult> {
  return { result: await readStoredRun(file.fsPath, rootOf(chainOf(file)).fsPath), file };
}
