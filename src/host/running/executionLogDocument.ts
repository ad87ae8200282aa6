/**
 * The execution log of a run, as a read-only document in the editor: with its search and its
 * folding, and to be saved or compared like any text.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { resultOf, type ChainRun } from '../chainRuns';
import type { ShownRuns } from '../results/shownRuns';

const SCHEME = 'chainwright-log';

/** Provides the documents for as long as the returned disposable lives; one that is open is renewed by a run. */
export function registerExecutionLogDocuments(shown: ShownRuns): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    shown.runs.onDidChange(({ event, run }) => {
      if (event.type === 'run-finished') {
        changed.fire(logUri(run.place.uri));
      }
    }),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => logText(shown.runOf(vscode.Uri.parse(uri.query, true))),
    }),
  );
}

/** Opens the log of a run that is shown, by default next to the editor. */
export async function showExecutionLog(
  subject: vscode.Uri,
  viewColumn = vscode.ViewColumn.Beside,
): Promise<void> {
  await vscode.window.showTextDocument(logUri(subject), { viewColumn });
}

async function logText(run: ChainRun | undefined): Promise<string> {
  const { executionLog } = await import('../../core/run/executionLog');
  return run === undefined
    ? vscode.l10n.t('This result is no longer there. Run the chain again.')
    : executionLog(resultOf(run));
}

/** The name ends in `.log`, which gives the document its colours. */
function logUri(subject: vscode.Uri): vscode.Uri {
  const name = `${path.posix.basename(subject.path).replace(/(?:\.chain)?\.json$/, '')}.log`;
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: subject.toString() });
}
