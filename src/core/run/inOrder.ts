/** Several sources of events at once, whose events come out as if one had followed the other. */

/** How many sources more than those that run may wait with their events for one before them. */
const AHEAD = 4;

/**
 * Reads sources, some at a time, and gives what they give in the order of the sources. What a source gives before its turn
 * waits, so no more are begun than {@link AHEAD} times as many as run.
 */
export async function* inOrder<T>(
  sources: readonly (() => AsyncGenerator<T, void, void>)[],
  atOnce: number,
): AsyncGenerator<T, void, void> {
  if (atOnce === 1) {
    for (const open of sources) {
      yield* open();
    }
    return;
  }
  const begun: Pump<T>[] = [];
  let next = 0;
  let running = 0;
  const begin = (): void => {
    while (running < atOnce && begun.length < atOnce * AHEAD && next < sources.length) {
      const open = sources[next];
      next += 1;
      running += 1;
      if (open !== undefined) {
        begun.push(
          new Pump(open(), () => {
            running -= 1;
            begin();
          }),
        );
      }
    }
  };
  begin();
  try {
    for (let first = begun[0]; first !== undefined; first = begun[0]) {
      yield* first.read();
      begun.shift();
      begin();
    }
  } finally {
    next = sources.length;
    await Promise.all(begun.map((pump) => pump.stop()));
  }
}

/** Reads a source to its end, whether or not somebody takes what it gives. */
class Pump<T> {
  readonly #given: T[] = [];
  readonly #ended: Promise<void>;
  #isOver = false;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(
    private readonly source: AsyncGenerator<T, void, void>,
    private readonly onEnd: () => void,
  ) {
    this.#ended = this.#pump();
    // The reader gets the error.
    this.#ended.catch(() => undefined);
  }

  /** What the source gives, as soon as it does. Rejects as the source does. */
  async *read(): AsyncGenerator<T, void, void> {
    for (;;) {
      const given = this.#given.splice(0);
      yield* given;
      if (given.length === 0 && this.#isOver) {
        return await this.#ended;
      }
      if (given.length === 0) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  /** Ends the source where it is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended.catch(() => undefined);
  }

  async #pump(): Promise<void> {
    try {
      for await (const one of this.source) {
        if (this.#isStopped) {
          return;
        }
        this.#given.push(one);
        this.#wake();
      }
    } finally {
      this.#isOver = true;
      this.#wake();
      this.onEnd();
    }
  }
}
