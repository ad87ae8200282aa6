/** Writing what was imported: new files next to existing ones, or edits of a chain, in one step that can be undone. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { TextEdit } from '../../core/edit/textEdit';
import type { ComposedFile } from '../../formats/importers/write/composeImport';
import { toWorkspaceEdit } from '../textEdits';

/** Names of what is in a folder; none when the folder does not exist yet. */
export async function filesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return [];
    }
    throw error;
  }
}

/** Files that were written. */
export interface WrittenFiles {
  /** Shows the one that is meant; resolves to it. */
  readonly show: () => Promise<vscode.Uri>;
}

/**
 * Writes new files; absent when there are none.
 *
 * @param isMeant whether a file is one to show; the first such is, or the first of all
 * @throws UserError when they cannot be written
 */
export async function writeNew(
  folder: vscode.Uri,
  files: readonly ComposedFile[],
  isMeant: (file: ComposedFile) => boolean,
): Promise<WrittenFiles | undefined> {
  const first = files.find(isMeant) ?? files[0];
  if (first === undefined) {
    return undefined;
  }
  const edit = new vscode.WorkspaceEdit();
  createFiles(edit, folder, files);
  await carryOut(edit);
  const shown = vscode.Uri.joinPath(folder, first.path);
  return {
    show: async () => {
      await vscode.window.showTextDocument(shown, { preview: false });
      return shown;
    },
  };
}

/**
 * Changes a chain, which stays unsaved and is shown where it changed, and writes new files.
 *
 * @throws UserError when VS Code does not carry it out
 */
export async function writeInto(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  { folder, files }: { readonly folder: vscode.Uri; readonly files: readonly ComposedFile[] },
): Promise<void> {
  const edit = toWorkspaceEdit(document, edits);
  createFiles(edit, folder, files);
  const at = document.positionAt(edits[0]?.offset ?? 0);
  await carryOut(edit);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preview: false });
}

function createFiles(edit: vscode.WorkspaceEdit, folder: vscode.Uri, files: readonly ComposedFile[]): void {
  for (const { path, text } of files) {
    edit.createFile(vscode.Uri.joinPath(folder, path), { contents: new TextEncoder().encode(text) });
  }
}

async function carryOut(edit: vscode.WorkspaceEdit): Promise<void> {
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(
      vscode.l10n.t('The imported files cannot be written.'),
      vscode.l10n.t('Make sure that the folder can be written, and try again.'),
    );
  }
}
