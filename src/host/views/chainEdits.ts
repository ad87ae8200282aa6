/**
 * Changes to chains from the views: edits of documents, as if a person had typed them, so that undo, saving
 * and everything else is VS Code's. Several files change in one step or not at all.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { outlineChain, type OutlinedRequest } from '../../core/files/outline';
import { applyEdits, editBetween, type TextEdit } from '../../core/edit/textEdit';
import { carryOut, toRange, tryEdit } from '../textEdits';
import { findRequest, type RequestTarget } from './chainNode';

/** A document with what shall change in it. */
export interface DocumentChange {
  readonly document: vscode.TextDocument;
  readonly edits: readonly TextEdit[];
}

/** What was changed, and the way back. */
export interface AppliedChanges {
  /** Puts the texts back; resolves to false, and changes nothing, when one was changed again since. */
  readonly takeBack: () => Promise<boolean>;
}

/**
 * Changes documents, which stay unsaved.
 *
 * @throws UserError when VS Code does not carry out the change, or holds a file read-only
 */
export async function applyChanges(changes: readonly DocumentChange[]): Promise<AppliedChanges> {
  const texts = changes.map(({ document, edits }) => {
    const before = document.getText();
    return { document, before, after: applyEdits(before, edits) };
  });
  if (changes.every(({ edits }) => edits.length === 0)) {
    return { takeBack: () => Promise.resolve(true) };
  }
  await carryOut(editOf(changes));
  return {
    takeBack: async () =>
      texts.every(({ document, after }) => document.getText() === after) &&
      tryEdit(
        editOf(texts.map(({ document, before, after }) => ({ document, edits: editBetween(after, before) }))),
      ),
  };
}

/** Opens a file and changes it by what `change` makes of its text. */
export async function changeFile(
  file: vscode.Uri,
  change: (text: string) => readonly TextEdit[],
): Promise<AppliedChanges> {
  const document = await vscode.workspace.openTextDocument(file);
  return applyChanges([{ document, edits: change(document.getText()) }]);
}

/**
 * The requests that are meant in a text, in its order.
 *
 * @throws UserError when one is no longer there
 */
export function requestsIn(text: string, targets: readonly RequestTarget[]): readonly OutlinedRequest[] {
  const outline = outlineChain(text);
  const found = targets.map((target) => {
    const request = findRequest(outline, target);
    if (request === undefined) {
      throw new UserError(
        vscode.l10n.t('The file no longer has a request "{0}".', target.requestId),
        vscode.l10n.t('It may have been renamed or removed: choose the request again.'),
      );
    }
    return request;
  });
  return [...new Set(found)].sort((one, other) => one.index - other.index);
}

function editOf(changes: readonly DocumentChange[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, edits } of changes) {
    edit.set(
      document.uri,
      edits.map(({ offset, length, text }) =>
        vscode.TextEdit.replace(toRange(document, { start: offset, end: offset + length }), text),
      ),
    );
  }
  return edit;
}
