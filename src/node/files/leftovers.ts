/**
 * Temporary files that a killed run leaves are removed by the next one.
 *
 * Their names say which process of which machine made them, so that nothing else is removed: no file of anybody
 * else, and none that is still being written, also by another machine or container on a shared disk.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processState, thisMachine } from '../runningProcess';
import { ignoreSystemError } from './regularFile';

/** The name of a temporary file that nothing else has, hidden from listings. */
export function temporaryFileName(): string {
  return `.chainwright-${digestOf(thisMachine())}-${process.pid}-${randomBytes(8).toString('hex')}.tmp`;
}

/**
 * Removes the temporary files directly in `folder` whose process is gone, and all that are older than a day, such
 * as those from before the last start of this machine. What cannot be removed stays.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    if (NAME.test(name) && (await isAbandoned(name, path))) {
      await rm(path, { force: true }).catch(ignoreSystemError);
    }
  }
}

const NAME = /^\.chainwright-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}\.tmp$/;
const DAY_MS = 24 * 60 * 60 * 1000;

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [, machine = '', processId = ''] = NAME.exec(name) ?? [];
  const found = await lstat(path).catch(ignoreSystemError);
  if (found === undefined || !isOwn(found) || !found.isFile()) {
    return false;
  }
  return Date.now() - found.mtimeMs > DAY_MS || (await isOfGone(machine, Number(processId)));
}

async function isOfGone(digest: string, pid: number): Promise<boolean> {
  const machine = thisMachine();
  return digest === digestOf(machine) && (await processState({ pid, machine })) === 'ended';
}

function digestOf(machine: string): string {
  return createHash('sha256').update(machine).digest('hex').slice(0, 8);
}

/** Whether the user of this process made it; Windows does not say. */
function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
