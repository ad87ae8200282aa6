/**
 * Lines on the output: at once on a terminal, elsewhere a few at a time, for a write for each request takes
 * longer than much of the request's own work. A line waits for a moment at most.
 */

/** Takes lines without their line breaks. */
export interface LineOutput {
  readonly write: (line: string) => void;
  /** Writes the lines that wait; nothing is written later unless more come. */
  readonly flush: () => void;
}

/** Where lines end up, such as `process.stdout`. */
export interface LineStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds that a line may wait: what a person who follows a log does not notice. */
const MOMENT_MS = 50;

/** Writes lines to a stream. */
export function createLineOutput(stream: LineStream): LineOutput {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) {
      stream.write(waiting.join(''));
      waiting = [];
    }
  };
  return {
    write(line) {
      waiting.push(`${line}\n`);
      if (stream.isTTY === true) {
        flush();
      } else {
        timer ??= setTimeout(flush, MOMENT_MS);
      }
    },
    flush,
  };
}
