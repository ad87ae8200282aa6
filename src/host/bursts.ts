/** Bursts of events: what is asked for many times in a moment is done once. */
import type * as vscode from 'vscode';

/** A function with a timer, which ends when it is disposed. */
type Timed<Act> = Act & vscode.Disposable;

/** Acts when it was not called again for a while, in milliseconds. */
export function debounce(ms: number, act: () => void): Timed<() => void> {
  let timer: NodeJS.Timeout | undefined;
  const call = (): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  return Object.assign(call, { dispose: () => clearTimeout(timer) });
}

/** Reports files together some milliseconds after the first of them; each once. */
export function gatherFiles(
  ms: number,
  report: (files: readonly vscode.Uri[]) => void,
): Timed<(files: readonly vscode.Uri[]) => void> {
  const gathered = new Map<string, vscode.Uri>();
  let timer: NodeJS.Timeout | undefined;
  const gather = (files: readonly vscode.Uri[]): void => {
    if (files.length === 0) {
      return;
    }
    files.forEach((file) => gathered.set(file.toString(), file));
    timer ??= setTimeout(() => {
      const together = [...gathered.values()];
      gathered.clear();
      timer = undefined;
      report(together);
    }, ms);
  };
  return Object.assign(gather, { dispose: () => clearTimeout(timer) });
}
