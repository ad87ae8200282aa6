/** Writing a text to the output piece by piece, at the pace of its reader. */
import type { Writable } from 'node:stream';
import { textChunks, type TextPieces } from '../../core/textChunks';

/** Where a text ends up, such as `process.stdout`. */
export type PieceStream = Pick<Writable, 'writable' | 'write' | 'once' | 'off'>;

/** Milliseconds that an interrupted program waits for somebody to read what it wrote. */
export const LAST_READ_MS = 500;

/**
 * Writes a text; resolves when the stream has taken all of it, when its reader is gone, or soon after `signal` is
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
    let timer: NodeJS.Timeout | undefined;
    const end = (isDrained: boolean): void => {
      ENDS_OF_WAITING.forEach((event) => output.off(event, done));
      signal?.removeEventListener('abort', giveUpSoon);
      clearTimeout(timer);
      resolve(isDrained);
    };
    const done = (): void => {
      end(true);
    };
    const giveUpSoon = (): void => {
      timer = setTimeout(end, LAST_READ_MS, false);
    };
    ENDS_OF_WAITING.forEach((event) => output.once(event, done));
    if (signal?.aborted === true) {
      giveUpSoon();
    } else {
      signal?.addEventListener('abort', giveUpSoon, { once: true });
    }
  });
}
