/**
 * Writing a file so that a crash at any instant leaves the old content or the new, never a part:
 * a temporary file in the same folder, flushed to the disk, takes the old one's place in one step.
 */
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { textChunks, type TextPieces } from '../../core/textChunks';
import { removeLeftovers, temporaryFileName } from './leftovers';

/** Who may read the file: `private` is its owner alone. */
export interface AtomicFileOptions {
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
    await rename(temporary, path);
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
