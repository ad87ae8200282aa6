/** Files that the extension makes: never over one that is there. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../core/errors';

/**
 * Creates a file, with the folders above it.
 *
 * @throws UserError when there is a file of that name, or it cannot be written
 */
export async function createFile(file: vscode.Uri, text: string): Promise<void> {
  const name = path.posix.basename(file.path);
  if (await exists(file)) {
    throw new UserError(
      vscode.l10n.t('There is a file "{0}" already.', name),
      vscode.l10n.t('Choose another name.'),
    );
  }
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { contents: new TextEncoder().encode(text) });
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(
      vscode.l10n.t('The file "{0}" cannot be written.', name),
      vscode.l10n.t('Make sure that its folder can be written, and try again.'),
    );
  }
}

/** Whether there is a file or folder of this name. */
export async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return false;
    }
    throw error;
  }
}
