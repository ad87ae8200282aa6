/**
 * Writing the files of an import: all of them or none, inside the chosen folder, over nothing that is there
 * unless the user says so.
 */
import { lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors';
import type { ComposedFile } from '../../formats/importers/composeImport';
import { writeFileAtomically } from '../../node/files/atomicFile';
import { errorCode } from '../../node/files/regularFile';

/**
 * Writes files below a folder, and others where the user named them. Rejects with UserError, before anything
 * is written, when a file is there and `force` is not given.
 *
 * @param others absolute paths
 */
export async function writeImport(
  folder: string,
  files: readonly ComposedFile[],
  others: readonly ComposedFile[],
  force: boolean,
): Promise<void> {
  const targets = [
    ...files.map((file) => ({ target: path.join(folder, file.path), text: file.text })),
    ...others.map((file) => ({ target: file.path, text: file.text })),
  ];
  const existing: string[] = [];
  for (const { target } of targets) {
    if (!force && (await exists(target))) {
      existing.push(path.relative(folder, target));
    }
  }
  if (existing.length > 0) {
    throw new UserError(
      `${existing.join(', ')} ${existing.length === 1 ? 'is' : 'are'} there already.`,
      'Choose another place with -o, or overwrite with --force.',
    );
  }
  for (const { target, text } of targets) {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFileAtomically(target, text);
  }
}

/** A symbolic link counts as there, wherever it leads. */
async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      return false;
    }
    throw error;
  }
}
