/** Where a recording is kept: what is written there outlives the process of the recorder. */
import type { Call } from './call';
import type { KeptBody } from './har';
import type { Recording } from './recording';

/** What was kept. */
export interface StoredRecording {
  /** Absent without a recording. */
  readonly recording?: Recording;
  /** In order. */
  readonly calls: readonly Call[];
}

/** Keeps one recording. */
export interface RecordingStore {
  readonly load: () => Promise<StoredRecording>;
  /** Writes the state and the calls that changed, all or nothing. */
  readonly save: (recording: Recording, calls: readonly Call[]) => Promise<void>;
  readonly saveBody: (call: number, body: KeptBody) => Promise<void>;
  readonly readBody: (call: number) => Promise<KeptBody | undefined>;
  /** Deletes everything. */
  readonly clear: () => Promise<void>;
}
