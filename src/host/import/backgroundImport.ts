/**
 * An import in a thread of its own, so that the editor stays responsive while a large file is read. To cancel it
 * is to end the thread: nothing is written there but the responses that are kept.
 */
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { ThreadCalls } from '../../node/threadCalls';
import type { ImportSession } from './importSession';

/** What the thread can be called for. */
export type ImportCalls = Pick<ImportSession, 'read' | 'compose' | 'keepResponses'>;

/** Thrown by a call whose import was ended by the person. */
export class ImportCancelled extends Error {
  override readonly name = 'ImportCancelled';
}

/** The thread of one import. Its calls reject with UserError as the session throws it, with ImportCancelled after `dispose`. */
export class BackgroundImport extends ThreadCalls<ImportCalls> implements vscode.Disposable {
  constructor() {
    super(path.join(__dirname, 'importWorker.js'), new ImportCancelled());
  }

  dispose(): void {
    this.end();
  }
}
