/**
 * An import in a thread of its own, so that the editor goes on answering while a large file is read. To cancel it
 * is to end the thread: nothing is written there but the responses that are kept.
 */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { ImportAnswer, ImportCalls } from './importCalls';

/** Thrown by a call whose import was ended by the person. */
export class ImportCancelled extends Error {
  override readonly name = 'ImportCancelled';
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The thread of one import. Its calls are made one after the other. */
export class BackgroundImport implements vscode.Disposable {
  readonly #worker: Worker;
  #waiting: Waiting | undefined;
  #ended: Error | undefined;

  constructor() {
    this.#worker = new Worker(path.join(__dirname, 'importWorker.js'));
    this.#worker.on('message', (answer: ImportAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new ImportCancelled()));
  }

  /** Calls the thread. Rejects with UserError as the session throws it, with ImportCancelled after `dispose`. */
  async call<Name extends keyof ImportCalls>(
    name: Name,
    order: Parameters<ImportCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<ImportCalls[Name]>>> {
    if (this.#ended !== undefined) {
      throw this.#ended;
    }
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    this.#worker.postMessage({ name, order });
    // The worker is our own, and answers a call with what the session gives for it.
    return (await answer) as Awaited<ReturnType<ImportCalls[Name]>>;
  }

  dispose(): void {
    // An answer may come before the thread has ended; it is not waited for any more.
    this.#end(new ImportCancelled());
    void this.#worker.terminate();
  }

  #settle(answer: ImportAnswer): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (answer.ok) {
      waiting?.resolve(answer.value);
    } else {
      waiting?.reject('what' in answer ? new UserError(answer.what, answer.todo) : new Error(answer.fault));
    }
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.reject(this.#ended);
    this.#waiting = undefined;
  }
}
