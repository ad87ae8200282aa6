/** A notification about a run that takes long and cannot be seen, with a way to cancel it. */
import * as vscode from 'vscode';

/** After this long a run out of view is worth a notification. */
const LONG_RUN_MS = 3000;

/** A run that somebody waits for. */
export interface LongRun<Change> {
  readonly title: string;
  readonly cancel: () => void;
  readonly onDidChange: vscode.Event<Change>;
  /** How far a change takes the run; absent for changes of others, and where that says nothing. */
  readonly stepOf: (change: Change) => string | undefined;
}

/** Notifies of a run that takes long, unless it ends or can be seen; ends with the returned disposable. */
export function noticeLater<Change>(run: LongRun<Change>, isWanted: () => boolean): vscode.Disposable {
  const end = new vscode.EventEmitter<void>();
  const timer = setTimeout(() => {
    if (isWanted()) {
      void notice(run, end.event);
    }
  }, LONG_RUN_MS);
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    end.fire();
    end.dispose();
  });
}

function notice<Change>(run: LongRun<Change>, end: vscode.Event<void>): Thenable<void> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title: run.title, cancellable: true }, (progress, token) => {
    const watching = vscode.Disposable.from(
      token.onCancellationRequested(run.cancel),
      run.onDidChange((change) => {
        const message = run.stepOf(change);
        if (message !== undefined) {
          progress.report({ message });
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
