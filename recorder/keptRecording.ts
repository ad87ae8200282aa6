/**
 * The current recording with its calls, as stored: every change is written down at once. What changes
 * while something is written is written together afterwards, so that no burst of events makes a queue.
 */
import { withoutPostData, withPostData, type BodyState, type Call } from './call';
import { CallLog } from './callLog';
import type { KeptBody } from './har';
import { withProblem, type Recording } from './recording';
import type { RecordingStore, StoredRecording } from './recordingStore';
import { keptOrNot, LIMITS, notStored } from './bodyPolicy';

/** The one owner of a recording. */
export class KeptRecording {
  readonly #store: RecordingStore;
  readonly #onChange: () => void;
  readonly #unwritten = new Map<number, Call>();
  #recording: Recording | undefined;
  #log: CallLog;
  #isWritten = true;
  #writing: Promise<void> | undefined;

  /** @param onChange called after every change */
  constructor(store: RecordingStore, { recording, calls }: StoredRecording, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
    this.#recording = recording;
    this.#log = new CallLog(calls);
  }

  /** Absent when there is none. */
  get recording(): Recording | undefined {
    return this.#recording;
  }

  get log(): CallLog {
    return this.#log;
  }

  /** Begins a recording, or continues it. */
  begin(recording: Recording): void {
    this.#recording = recording;
    this.#changed();
  }

  /** Changes the recording, if there is one. */
  update(change: (recording: Recording) => Recording): void {
    if (this.#recording !== undefined) {
      this.#recording = change(this.#recording);
      this.#changed();
    }
  }

  /** Notes what the recording lacks. */
  note(problem: string): void {
    this.update((recording) => withProblem(recording, problem));
  }

  /** Keeps a new state of a call. */
  keep(call: Call): void {
    this.#unwritten.set(call.order, this.#log.put(call));
    this.#changed();
  }

  /** Keeps a body if there is room for it, and returns its state. */
  async keepBody(call: Call, body: KeptBody): Promise<BodyState> {
    const state = this.#takeRoom(body.text.length);
    if (state.kind === 'missing') {
      return state;
    }
    try {
      await this.#store.saveBody(call.order, body);
      return state;
    } catch (error) {
      return notStored(messageOf(error));
    }
  }

  /** A call with the body of one of its requests if there is room for it, else with the reason. */
  withPostData(call: Call, hop: number, postData: string): Call {
    const state = this.#takeRoom(postData.length);
    return state.kind === 'kept'
      ? withPostData(call, hop, postData)
      : withoutPostData(call, hop, state.reason);
  }

  /** Resolves when everything so far is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  /** Deletes everything. */
  async clear(): Promise<void> {
    this.#recording = undefined;
    this.#log = new CallLog([]);
    this.#unwritten.clear();
    await this.#writing;
    await this.#store.clear();
    this.#onChange();
  }

  /** Counts a body in if there is room for it. */
  #takeRoom(length: number): BodyState {
    const state = keptOrNot(length, this.#recording?.bodyLength ?? 0, LIMITS);
    if (state.kind === 'kept') {
      this.update((recording) => ({ ...recording, bodyLength: recording.bodyLength + length }));
    }
    return state;
  }

  #changed(): void {
    this.#isWritten = false;
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    this.#onChange();
  }

  async #write(): Promise<void> {
    while (!this.#isWritten && this.#recording !== undefined) {
      const calls = [...this.#unwritten.values()];
      this.#unwritten.clear();
      this.#isWritten = true;
      try {
        await this.#store.save(this.#recording, calls);
      } catch (error) {
        const reported = withProblem(
          this.#recording,
          `Part of the recording could not be stored: ${messageOf(error)}`,
        );
        this.#isWritten = reported === this.#recording; // the loss is stored as well, if possible
        this.#recording = reported;
        this.#onChange();
      }
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
