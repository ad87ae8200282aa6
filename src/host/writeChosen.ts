/** Writing a file where a person chose to have it. */
import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import type { TextPieces } from '../core/textChunks';
import { fileText } from './fileText';
import { writeFileAtomically } from '../node/files/atomicFile';

/**
 * Writes a text, over what is there.
 *
 * @throws UserError when the place is not on this machine's disk, or cannot be written
 */
export async function writeChosen(target: vscode.Uri, text: TextPieces): Promise<void> {
  if (target.scheme !== 'file') {
    throw new UserError(
      vscode.l10n.t('This place is not on the disk of the machine that the editor works on.'),
      vscode.l10n.t('Choose a folder on it.'),
    );
  }
  try {
    await writeFileAtomically(target.fsPath, text);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (reason === undefined) {
      throw error;
    }
    throw new UserError(
      vscode.l10n.t('The file "{0}" cannot be written: {1}.', chosenName(target), reason),
      vscode.l10n.t('Make sure that its folder can be written, and try again.'),
    );
  }
}

/** How messages call a file that a person chose. */
export function chosenName(target: vscode.Uri): string {
  return fileText(vscode.workspace.asRelativePath(target));
}
