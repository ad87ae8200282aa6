/**
 * Maps a session in a thread of its own, so that the caller stays responsive and can stop it at any moment,
 * whatever it is doing.
 */
import { fileURLToPath } from 'node:url';
import type { ObjectCopy } from '../../core/mapping/match/objectCopies';
import type { RepeatedRequest } from '../../core/mapping/match/repeatedRequests';
import type { TypedValue } from '../../core/mapping/match/typedValues';
import type { MappingProposal } from '../../core/mapping/review/proposeMappings';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import type { Remote } from '../../protocol/channel';
import { startWorker } from '../ownWorker';

/** Absolute path of the thread's script. */
export const MAPPING_WORKER = fileURLToPath(new URL('mappingWorker.js', import.meta.url));

/** What is mapped. */
export interface MappingJob {
  readonly steps: readonly RecordedStep[];
  /** Names of variables that the chain has. */
  readonly taken: readonly string[];
  /** Absolute path of a second recording of the same requests. */
  readonly recording?: string;
}

/** The outcome of mapping. */
export interface MappingFindings {
  readonly proposals: readonly MappingProposal[];
  /** Objects that are sent again as a whole. */
  readonly copies: readonly ObjectCopy[];
  /** Requests that were sent once for each item of a list. */
  readonly loops: readonly RepeatedRequest[];
  /** Values that were typed and differ in the second recording; none without one. */
  readonly columns: readonly TypedValue[];
}

/** What the thread can be called for. */
export interface MappingCalls {
  readonly propose: (job: MappingJob) => Promise<MappingFindings>;
  /** What places may take when a chain is repaired. */
  readonly proposeRepair: (job: Omit<MappingJob, 'recording'>) => Promise<readonly MappingProposal[]>;
  /** The calls of a recording, by its absolute path. */
  readonly readRecording: (file: string) => Promise<readonly RecordedStep[]>;
}

/** What the thread tells on the way. */
export interface MappingNotifications {
  readonly progress: (read: number, total: number) => void;
}

/** How the thread is watched. */
export interface MappingWatch {
  /** Absolute path of the thread's script. */
  readonly script: string;
  readonly signal: AbortSignal;
  /** Called with the number of requests that were read, at most 50 times. */
  readonly onProgress: (read: number, total: number) => void;
}

/**
 * What is found in a session; nothing when it was stopped. Rejects with a UserError when the second recording
 * cannot be read, and when the thread fails.
 */
export function mapInWorker(job: MappingJob, watch: MappingWatch): Promise<MappingFindings | undefined> {
  return askWorker(({ propose }) => propose(job), watch);
}

/**
 * What the thread answers; nothing when it was stopped. Rejects with a UserError when a recording cannot be read, and
 * when the thread fails.
 */
export async function askWorker<Answer>(
  ask: (calls: Remote<MappingCalls>) => Promise<Answer>,
  { script, signal, onProgress }: MappingWatch,
): Promise<Answer | undefined> {
  if (signal.aborted) {
    return undefined;
  }
  const whenEnded = new Error('The worker was ended.');
  const notifications = { progress: onProgress };
  const { calls, end } = startWorker<MappingCalls, MappingNotifications>({
    script,
    whenEnded,
    notifications,
  });
  signal.addEventListener('abort', end, { once: true });
  try {
    return await ask(calls);
  } catch (error) {
    if (error === whenEnded) {
      return undefined;
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
