/**
 * Windows refuses to replace, create or remove a file while another program has it open, such as a virus scanner that
 * looks at each new file, and while a removed file is still open somewhere. Either lasts a moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './regularFile';

const FIRST_WAIT_MS = 10;
/** All waits together are about a second. */
const LONGEST_WAIT_MS = 640;

/** Also what Windows says when the permission is missing. */
const BUSY: ReadonlySet<string> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Does something with a file, on Windows several times while the system calls the file busy. */
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
