/**
 * Writing a file so that a crash at any instant leaves the old content or the new, never a part of it:
 * a temporary file in the same folder, flushed to the disk, takes the old one's place in one step.
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Who may read the file: `private` is its owner alone. */
export interface AtomicFileOptions {
  readonly access?: 'private';
}

/** Text as UTF-8, in one piece or in several, or bytes. */
export type FileContent = string | Uint8Array | Iterable<string>;

/**
 * Writes `content` to `path`, whose folder must exist. A symbolic link at `path` is replaced,
 * not followed. When it rejects, the old file is as it was and no temporary file is left.
 */
export async function writeFileAtomically(
  path: string,
  content: FileContent,
  { access }: AtomicFileOptions = {},
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    await writeFlushed(temporary, content, access === 'private' ? 0o600 : 0o666);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(folder);
}

async function writeFlushed(path: string, content: FileContent, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for (const piece of pieces) {
      await handle.writeFile(piece);
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
