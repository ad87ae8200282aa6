/**
 * Runs that a person watches: the results open next to the editor as soon as the run begins, unless the
 * chain's drawing is in view and shows it already. Progress shows there and in the status bar; a notification with a way to cancel comes only for a long run whose
 * results are out of view.
 */
import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/result/result';
import type { ChainPlace } from '../chainDocument';
import type { ChainRuns, RunChange } from '../chainRuns';
import { fileText, withoutLinks } from '../fileText';
import type { RunService, WantedRun } from './runService';

/** Where results are shown. */
export interface ResultsDisplay {
  /** Shows a chain's last run, or an opened result, next to the editor; the focus stays where it is. */
  show(subject: vscode.Uri): void;
  /** Shows a run of a chain that begins, unless the person watches it in another view. */
  showRun(chain: vscode.Uri): void;
  /** Whether the progress of a chain is in view. */
  isInView(chain: vscode.Uri): boolean;
}

/** After this long a run out of view is worth a notification. */
const LONG_RUN_MS = 3000;

/**
 * Runs a chain before the person's eyes; resolves to nothing when they said no.
 *
 * @throws UserError when it cannot be run
 */
export async function runShown(
  service: RunService,
  results: ResultsDisplay,
  wanted: WantedRun,
): Promise<RunOutcome | undefined> {
  const { uri } = wanted.place;
  const notices: vscode.Disposable[] = [];
  const watching = service.runs.onDidChange(({ type, run }) => {
    if (type === 'started' && run.place.uri.toString() === uri.toString()) {
      results.showRun(uri);
      notices.push(noticeLater(service.runs, wanted.place, () => !results.isInView(uri)));
    }
  });
  try {
    return await service.start(wanted);
  } finally {
    vscode.Disposable.from(watching, ...notices).dispose();
  }
}

/** Notifies of a run that takes long, unless it ends or can be seen; ends with the returned disposable. */
function noticeLater(runs: ChainRuns, place: ChainPlace, isWanted: () => boolean): vscode.Disposable {
  const end = new vscode.EventEmitter<void>();
  const timer = setTimeout(() => {
    if (isWanted()) {
      void notice(runs, place, end.event);
    }
  }, LONG_RUN_MS);
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    end.fire();
    end.dispose();
  });
}

function notice(runs: ChainRuns, place: ChainPlace, end: vscode.Event<void>): Thenable<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: withoutLinks(vscode.l10n.t('Running {0}', vscode.workspace.asRelativePath(place.uri))),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (progress, token) => {
    const watching = vscode.Disposable.from(
      token.onCancellationRequested(() => runs.cancel(place.uri)),
      runs.onDidChange((change) => {
        const step = change.run.place.uri.toString() === place.uri.toString() ? stepOf(change) : undefined;
        if (step !== undefined) {
          progress.report(step);
        }
      }),
    );
    return new Promise<void>((resolve) => {
      const ending = end(() => {
        ending.dispose();
        watching.dispose();
        resolve();
      });
    });
  });
}

function stepOf(change: RunChange): { message: string } | undefined {
  if (change.type !== 'updated' || change.update.type !== 'request-started') {
    return undefined;
  }
  const { index } = change.update;
  const { requests } = change.run.view;
  const name = withoutLinks(fileText(requests[index]?.planned.name ?? ''));
  return { message: vscode.l10n.t('{0} of {1}: {2}', index + 1, requests.length, name) };
}
