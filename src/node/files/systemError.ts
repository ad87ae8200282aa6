/** What the system answers when it refuses something with a file: what it calls that, and what lasts only a moment. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The system's name of an error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** For a call that may fail without harm: nothing in place of what the system refused. Throws any other error. */
export function ignoreSystemError(error: unknown): undefined {
  if (errorCode(error) === undefined) {
    throw error;
  }
  return undefined;
}

const FIRST_WAIT_MS = 10;
/** All waits together are about a second. */
const LONGEST_WAIT_MS = 640;

/** Also what Windows says when the permission is missing. */
const BUSY: ReadonlySet<string> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/**
 * Does something with a file, on Windows several times while the system calls the file busy. It refuses to replace, create or
 * remove a file while another program has it open, such as a virus scanner that looks at each new file, and while a removed
 * file is still open somewhere. Either lasts a moment.
 */
export async function retryWhileBusy<T>(act: () => Promise<T>, platform = process.platform): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
    try {
      return await act();
    } catch (error) {
      if (platform !== 'win32' || waitMs > LONGEST_WAIT_MS || !BUSY.has(errorCode(error) ?? '')) {
        throw error;
      }
    }
    await sleep(waitMs);
  }
}
