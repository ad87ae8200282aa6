/**
 * Writing the files of an import inside the chosen folder, over nothing that is there
 * unless the user says so. What the disk refuses is named, and how many files were written before it.
 */
import path from 'node:path';
import { UserError } from '../../core/errors';
import type { TextPieces } from '../../core/textChunks';
import { plural } from '../../core/words';
import type { ComposedFile } from '../../formats/importers/write/composeImport';
import { outputExists, writeOutputFile } from '../../node/files/outputFile';

/** A file by its absolute path. */
export interface NamedFile {
  readonly path: string;
  readonly text: TextPieces;
}

/**
 * Writes files below a folder, and others where the user named them. Rejects with UserError, before anything
 * is written, when a file is there and `force` is not given.
 */
export async function writeImport(
  folder: string,
  files: readonly ComposedFile[],
  others: readonly NamedFile[],
  force: boolean,
): Promise<void> {
  const targets = [
    ...files.map((file) => ({ target: path.join(folder, file.path), text: file.text })),
    ...others.map((file) => ({ target: file.path, text: file.text })),
  ];
  const existing: string[] = [];
  for (const { target } of targets) {
    if (!force && (await outputExists('The file', target))) {
      existing.push(path.relative(folder, target));
    }
  }
  if (existing.length > 0) {
    throw new UserError(
      `${existing.join(', ')} ${existing.length === 1 ? 'is' : 'are'} there already.`,
      'Choose another place with -o, or overwrite with --force.',
    );
  }
  for (const [index, { target, text }] of targets.entries()) {
    await writeOutputFile('The file', target, text).catch((error: unknown) => {
      throw index === 0 ? error : afterOthers(error, index);
    });
  }
}

/** Says what is there already of files that were to be written together. */
function afterOthers(error: unknown, count: number): unknown {
  return error instanceof UserError
    ? new UserError(`${error.what} ${plural(count, 'file was', 'files were')} written before it.`, error.todo)
    : error;
}
