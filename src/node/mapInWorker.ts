/**
 * Maps a session in a thread of its own, so that whoever asks stays responsive and can stop it at any moment,
 * whatever it is doing.
 */
import { Worker } from 'node:worker_threads';
import { UserError } from '../core/errors';
import type { ObjectCopy } from '../core/mapping/match/objectCopies';
import type { MappingProposal } from '../core/mapping/review/proposeMappings';
import type { RecordedStep } from '../core/mapping/read/recordedSession';

/** What is mapped. */
export interface MappingJob {
  readonly steps: readonly RecordedStep[];
  /** Names of variables that the chain has. */
  readonly taken: readonly string[];
  /** Absolute path of a second recording of the same requests. */
  readonly recording?: string;
}

/** What came of mapping. */
export interface MappingFindings {
  readonly proposals: readonly MappingProposal[];
  /** Objects that are sent again as a whole. */
  readonly copies: readonly ObjectCopy[];
}

/** What the thread says. */
export type MappingReport =
  | { readonly type: 'read'; readonly read: number; readonly total: number }
  | ({ readonly type: 'proposed' } & MappingFindings)
  | { readonly type: 'refused'; readonly what: string; readonly todo: string };

/** How the thread is watched. */
export interface MappingWatch {
  /** Absolute path of the thread's script. */
  readonly script: string;
  readonly signal: AbortSignal;
  /** Told how many of the requests were read, at most 50 times. */
  readonly onProgress: (read: number, total: number) => void;
}

/**
 * What is found in a session; nothing when it was stopped. Rejects with a UserError when the second recording
 * cannot be read, and when the thread fails.
 */
export function mapInWorker(
  job: MappingJob,
  { script, signal, onProgress }: MappingWatch,
): Promise<MappingFindings | undefined> {
  if (signal.aborted) {
    return Promise.resolve(undefined);
  }
  const worker = new Worker(script, { workerData: job });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  return new Promise<MappingFindings | undefined>((resolve, reject) => {
    worker.on('message', (report: MappingReport) => {
      if (report.type === 'read') {
        onProgress(report.read, report.total);
      } else if (report.type === 'refused') {
        reject(new UserError(report.what, report.todo));
      } else {
        resolve({ proposals: report.proposals, copies: report.copies });
      }
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve(undefined));
  }).finally(() => {
    signal.removeEventListener('abort', stop);
    stop();
  });
}
