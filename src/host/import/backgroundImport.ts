/**
 * An import in a thread of its own, so that the editor stays responsive while a large file is read. To cancel it
 * is to end the thread: nothing is written there but the responses that are kept.
 */
import { fileURLToPath } from 'node:url';
import { startWorker, type OwnWorker } from '../ownWorker';
import type { ProposalOrder, ProposedFiles } from '../authz/proposal/proposeFrom';
import type { SyncFindings, SyncOrder } from '../sync/findChanges';
import type { ImportSession } from './importSession';

/** What the thread can be called for. */
export interface ImportCalls extends Pick<ImportSession, 'read' | 'compose' | 'keepResponses'> {
  /** Proposes an authorization matrix. */
  readonly proposeMatrix: (order: ProposalOrder) => Promise<ProposedFiles>;
  /** Finds what a description means for chains; nothing where it is not named. */
  readonly findChanges: (order: SyncOrder) => Promise<SyncFindings | undefined>;
}

/** Thrown by a call whose import was ended by the person. */
export class ImportCancelled extends Error {
  override readonly name = 'ImportCancelled';
}

/** The thread of one import. Its calls reject with UserError as the session throws it, with ImportCancelled after `end`. */
export type BackgroundImport = OwnWorker<ImportCalls>;

/** Starts the thread of an import. */
export function startImport(): BackgroundImport {
  const script = fileURLToPath(new URL('importWorker.js', import.meta.url));
  return startWorker({ script, whenEnded: new ImportCancelled() });
}
