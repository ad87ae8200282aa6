/**
 * Writing a file so that a crash at any instant leaves the old content or the new, never a part:
 * a temporary file in the same folder, flushed to the disk, takes the old one's place in one step.
 *
 * Temporary files that a killed run leaves are removed by the next one. Their names say which process of which machine
 * made them, so that nothing else is removed: no file of anybody else, and none that is still being written, also by
 * another machine or container on a shared disk.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { textChunks, type TextPieces } from '../../core/textChunks';
import { processState, thisMachine } from '../runningProcess';
import { ignoreSystemError, retryWhileBusy } from './systemError';

/** Who may read the file: `private` is its owner alone. */
interface AtomicFileOptions {
  readonly access?: 'private';
}

/** Text as UTF-8, or bytes. */
export type FileContent = TextPieces | Uint8Array;

/**
 * Writes `content` to `path`, whose folder must exist. A symbolic link at `path` is replaced,
 * not followed. When it rejects, the old file is as it was and no temporary file is left. The first write into a
 * folder also removes the temporary files of killed processes there.
 */
export async function writeFileAtomically(
  path: string,
  content: FileContent,
  { access }: AtomicFileOptions = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, temporaryFileName());
  await sweepOnce(resolve(folder));
  try {
    await writeFlushed(temporary, content, access === 'private' ? 0o600 : 0o666);
    await retryWhileBusy(() => rename(temporary, path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(folder);
}

const swept = new Set<string>();

async function sweepOnce(folder: string): Promise<void> {
  if (!swept.has(folder)) {
    swept.add(folder);
    await removeLeftovers(folder);
  }
}

async function writeFlushed(path: string, content: FileContent, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    for (const chunk of content instanceof Uint8Array ? [content] : textChunks(content)) {
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name durable too; Windows neither needs nor allows it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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
