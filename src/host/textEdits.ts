/** Edits of the engine as edits of VS Code. */
import * as vscode from 'vscode';
import type { TextRange } from '../core/problem';
import type { TextEdit } from '../core/edit/textEdit';

/** A range of offsets as one of lines and characters. */
export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Whether an argument of a command, which may come from anywhere, is a range of offsets. */
export function isTextRange(value: unknown): value is TextRange {
  if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value)) {
    return false;
  }
  return Number.isSafeInteger(value.start) && Number.isSafeInteger(value.end);
}

/** Edits of a document, as one undoable step. */
export function toWorkspaceEdit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): vscode.WorkspaceEdit {
  const workspaceEdit = new vscode.WorkspaceEdit();
  for (const { offset, length, text } of edits) {
    workspaceEdit.replace(document.uri, toRange(document, { start: offset, end: offset + length }), text);
  }
  return workspaceEdit;
}

/**
 * Applies edits to a document and says whether that worked. The document is left unsaved, so that undo
 * and the person decide.
 */
export async function applyTextEdits(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<boolean> {
  return vscode.workspace.applyEdit(toWorkspaceEdit(document, edits));
}
