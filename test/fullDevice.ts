/** The device that is always full, for tests of what cannot be written. */
import { stat } from 'node:fs/promises';

/** Its path on Linux; other systems have none. */
export const FULL_DEVICE = '/dev/full';

/** Whether it is there as a device: a faulty program that ran as root can have replaced it by an ordinary file. */
export async function hasFullDevice(): Promise<boolean> {
  return stat(FULL_DEVICE).then(
    (found) => found.isCharacterDevice(),
    () => false,
  );
}
