/**
 * The files that are being run: at most one run at a time for each, which can be cancelled. Files are named by the
 * text of their URI.
 */
import * as vscode from 'vscode';
import { UserError } from '../core/errors';

/** What differs between kinds of files. */
export interface RunningWords {
  /** That a file is being run already; a whole sentence. */
  readonly taken: string;
  /** Context key of whether there is anything to cancel. */
  readonly any: string;
  /** Context key of the files that are being run. */
  readonly all: string;
}

/** Owner of the runs of one kind of files. */
export class RunningFiles implements vscode.Disposable {
  readonly #running = new Map<string, AbortController>();

  constructor(private readonly words: RunningWords) {}

  /** Throws UserError when a file is being run. */
  requireIdle(file: vscode.Uri): void {
    if (this.#running.has(file.toString())) {
      throw new UserError(this.words.taken, vscode.l10n.t('Wait for its end, or cancel it.'));
    }
  }

  /**
   * Does what runs a file, and resolves when that has ended.
   *
   * @throws UserError when the file is being run already
   */
  async run<T>(file: vscode.Uri, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.requireIdle(file);
    const cancel = new AbortController();
    this.#running.set(file.toString(), cancel);
    try {
      await this.#show();
      return await work(cancel.signal);
    } finally {
      this.#running.delete(file.toString());
      await this.#show();
    }
  }

  /** Cancels the run of a file, or without one every run. */
  cancel(file?: vscode.Uri): void {
    for (const [name, cancel] of this.#running) {
      if (file === undefined || name === file.toString()) {
        cancel.abort();
      }
    }
  }

  /** Cancels every run. */
  dispose(): void {
    this.cancel();
  }

  /** Says to the enablement of commands whether there is anything to cancel, and of which files. */
  async #show(): Promise<void> {
    const { any, all } = this.words;
    await vscode.commands.executeCommand('setContext', any, this.#running.size > 0);
    await vscode.commands.executeCommand('setContext', all, [...this.#running.keys()]);
  }
}
