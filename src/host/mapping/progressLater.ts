/** Progress of work that is usually done at once: a notification with a way to stop it comes only when it takes long. */
import * as vscode from 'vscode';
import { withoutLinks } from '../fileText';

/** After this long people wonder whether anything happens. */
const LONG_MS = 500;

/** Reports how far the work is, from 0 to 1. */
export type ReportProgress = (done: number) => void;

/** Does some work that can be stopped. */
export async function progressLater<T>(
  title: string,
  stopping: AbortController,
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  let done = 0;
  let report: ReportProgress = () => undefined;
  const working = work((now) => {
    report(now - done);
    done = now;
  });
  const timer = setTimeout(() => {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: withoutLinks(title),
      cancellable: true,
    };
    void vscode.window.withProgress(options, async (progress, token) => {
      const listening = token.onCancellationRequested(() => stopping.abort());
      report = (more) => progress.report({ increment: more * 100 });
      report(done);
      await Promise.allSettled([working]);
      listening.dispose();
    });
  }, LONG_MS);
  try {
    return await working;
  } finally {
    clearTimeout(timer);
  }
}
