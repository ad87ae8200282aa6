/** Writing a text to the output piece by piece, at the pace of its reader. */
import type { Writable } from 'node:stream';
import { textChunks, type TextPieces } from '../../core/textChunks';

/** Where a text ends up, such as `process.stdout`. */
export type PieceStream = Pick<Writable, 'writable' | 'write' | 'on' | 'once' | 'off'>;

/** Milliseconds that an interrupted program waits for somebody to read what it wrote. */
export const LAST_READ_MS = 500;

/**
 * Writes a text; resolves when the stream has taken everything, when its reader is gone, or soon after `signal` is
 * aborted while nobody reads: only then to false.
 */
export async function writePieces(
  output: PieceStream,
  text: TextPieces,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const chunk of textChunks(text)) {
    if (!output.writable) {
      break;
    }
    if (!output.write(chunk) && !(await drained(output, signal))) {
      return false;
    }
  }
  return true;
}

/** Events after which a stream that was full takes more, or nothing any more. */
const ENDS_OF_WAITING = ['drain', 'close', 'error'];

/** Whether the stream takes more; false when the wait was given up. */
function drained(output: PieceStream, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isDrained: boolean): void => {
      ENDS_OF_WAITING.forEach((event) => output.off(event, done));
      forget();
      resolve(isDrained);
    };
    const done = (): void => {
      end(true);
    };
    const forget = whenUnread(output, signal, () => end(false));
    ENDS_OF_WAITING.forEach((event) => output.once(event, done));
  });
}

/**
 * Calls back once the program is interrupted and the stream takes nothing for a moment. Returns what ends the
 * watching.
 */
export function whenUnread(
  output: Pick<Writable, 'on' | 'off'>,
  signal: AbortSignal | undefined,
  giveUp: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, LAST_READ_MS);
  };
  const watch = (): void => {
    output.on('drain', wait);
    wait();
  };
  if (signal?.aborted === true) {
    watch();
  } else {
    signal?.addEventListener('abort', watch, { once: true });
  }
  return () => {
    clearTimeout(timer);
    output.off('drain', wait);
    signal?.removeEventListener('abort', watch);
  };
}
