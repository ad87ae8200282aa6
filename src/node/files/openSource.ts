/** Opening the file or folder that somebody chose for an import. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors';
import type { OpenedSource } from '../../core/ports';
import { createSourceFiles } from './sourceFiles';
import { sourceText } from './sourceText';

/** Bytes; what is larger would not fit into a text either. */
const MAX_BYTES = 500_000_000;

/** The text of a file that is not a folder. Rejects with UserError, which calls it `shown`, when it cannot be read. */
export async function openText(target: string, shown: string): Promise<string> {
  const opened = await openSource(target, shown);
  if (opened.kind === 'folder') {
    throw new UserError(`${shown} is a folder.`, 'Name a file in it.');
  }
  return opened.text;
}

/** Opens a file or folder. Rejects with UserError, which calls it `shown`, when it cannot be read. */
export async function openSource(target: string, shown: string): Promise<OpenedSource> {
  const found = await stat(target).catch(() => undefined);
  const name = path.basename(target);
  if (found?.isDirectory() === true) {
    return { kind: 'folder', name, files: createSourceFiles(target) };
  }
  if (found !== undefined && found.size > MAX_BYTES) {
    throw new UserError(`${shown} is larger than 500 MB.`, 'Import a part.');
  }
  const bytes = found?.isFile() === true ? await readFile(target).catch(() => undefined) : undefined;
  if (bytes === undefined) {
    throw new UserError(`${shown} cannot be read.`, 'Check the name and its permissions.');
  }
  const files = createSourceFiles(path.dirname(target));
  return { kind: 'file', name, text: sourceText(bytes), path: name, files };
}
