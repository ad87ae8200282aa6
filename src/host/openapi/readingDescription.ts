/** The description that counts for a chain while it is being read: who asks is not kept waiting for a large one. */
import { setTimeout as wait } from 'node:timers/promises';
import type { NamedDescription } from '../../core/openapi/namedDescription';
import type { LoadDescription, LoadedDescription } from '../../node/files/loadDescription';

/** Short enough for a person who waits for an analysis; small descriptions are read by then. */
const WAIT_MS = 300;

/** Reads the description of one chain. */
export class ReadingDescription {
  #reading: { readonly key: string; readonly description: Promise<LoadedDescription> } | undefined;

  /** @param whenRead is called when a description was read, or could not be, that somebody was told to be read yet */
  constructor(
    private readonly load: LoadDescription,
    private readonly whenRead: () => void,
  ) {}

  /**
   * The description; nothing while it is being read. Rejects as `load` does.
   *
   * @param state becomes another text when files changed: then it is read again
   */
  async of(
    named: NamedDescription,
    workspace: string,
    state: string,
  ): Promise<LoadedDescription | undefined> {
    const key = JSON.stringify([state, named, workspace]);
    if (this.#reading?.key !== key) {
      this.#reading = { key, description: this.load(named, workspace) };
    }
    const reading = this.#reading;
    const stopping = new AbortController();
    const { signal } = stopping;
    const late = wait(WAIT_MS, 'late' as const, { signal, ref: false });
    const first = await Promise.race([reading.description, late]).finally(() => {
      late.catch(() => undefined);
      stopping.abort();
    });
    if (first !== 'late') {
      return first;
    }
    const report = (): void => {
      if (this.#reading === reading) {
        this.whenRead();
      }
    };
    reading.description.then(report, report);
    return undefined;
  }
}
