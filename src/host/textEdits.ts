/** Edits of the engine as edits of VS Code. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import type { TextRange } from '../core/problem';
import { editBetween, type TextEdit } from '../core/edit/textEdit';

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
 * Carries out an edit as one undoable step. Documents stay unsaved, so that undo and the person decide.
 *
 * @throws UserError when VS Code does not carry it out, or holds a file read-only
 */
export async function carryOut(edit: vscode.WorkspaceEdit): Promise<void> {
  if (!(await tryEdit(edit))) {
    throw notCarriedOut();
  }
}

/**
 * The same, but says whether VS Code did it: it does not when a text has changed meanwhile.
 *
 * In a file that VS Code holds read-only it still changes the text, and can neither save nor undo that: such
 * a change is taken back.
 *
 * @throws UserError when VS Code holds a file read-only
 */
export async function tryEdit(edit: vscode.WorkspaceEdit): Promise<boolean> {
  const texts = await Promise.all(
    edit.entries().map(async ([uri]) => {
      const document = await vscode.workspace.openTextDocument(uri);
      return { document, before: document.getText() };
    }),
  );
  if (!(await vscode.workspace.applyEdit(edit))) {
    return false;
  }
  const changed = texts.filter(({ document, before }) => document.getText() !== before);
  for (const { document } of changed) {
    if (await isReadOnly(document)) {
      await takeBack(changed);
      throw new UserError(
        vscode.l10n.t('{0} is read-only, so nothing was changed.', fileName(document)),
        vscode.l10n.t(
          'Make it writable, in VS Code by "Set Active Editor Writeable in Session", and try again.',
        ),
      );
    }
  }
  return true;
}

/**
 * Gives a document another text in one undoable step: the one that `change` makes of what it says. Where somebody types
 * meanwhile, that is asked again.
 *
 * @returns whether `change` gave a text
 * @throws UserError when VS Code does not carry it out, or holds the file read-only
 */
export async function changeText(
  document: vscode.TextDocument,
  change: (text: string) => string | undefined,
): Promise<boolean> {
  for (;;) {
    const before = document.getText();
    const after = change(before);
    if (after === undefined) {
      return false;
    }
    if (after === before || (await tryEdit(toWorkspaceEdit(document, editBetween(before, after))))) {
      return true;
    }
    if (document.getText() === before) {
      throw notCarriedOut();
    }
  }
}

function notCarriedOut(): UserError {
  return new UserError(
    vscode.l10n.t('VS Code did not carry out the change.'),
    vscode.l10n.t('Make sure that the files can be written, and try again.'),
  );
}

interface ChangedText {
  readonly document: vscode.TextDocument;
  readonly before: string;
}

/** Whether a text that has just changed can never be saved: it has nothing to save, and is not what is on the disk. */
async function isReadOnly(document: vscode.TextDocument): Promise<boolean> {
  if (document.isDirty) {
    return false;
  }
  const saved = await vscode.workspace.fs.readFile(document.uri);
  return new TextDecoder().decode(saved) !== document.getText();
}

async function takeBack(changed: readonly ChangedText[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, before } of changed) {
    const all = toRange(document, { start: 0, end: document.getText().length });
    edit.replace(document.uri, all, before);
  }
  await vscode.workspace.applyEdit(edit);
}

function fileName({ uri }: vscode.TextDocument): string {
  return path.posix.basename(uri.path);
}
