/**
 * Renaming variables and request ids in every file of the workspace folder that names them, as one step.
 */
import * as vscode from 'vscode';
import { say } from '../say';
import { toRange } from '../textEdits';
import {
  LINKED_DOCUMENTS,
  fileOffset,
  filesMentioning,
  ownFiles,
  placesAround,
  type NavigationServices,
} from './linkedDocuments';

/** Offers renaming for as long as the returned disposable lives. */
export function registerRename(services: NavigationServices): vscode.Disposable {
  return vscode.languages.registerRenameProvider(LINKED_DOCUMENTS, {
    prepareRename: (document, position) => prepare(services, document, position),
    provideRenameEdits: async (document, position, newName) => {
      const renamed = await renaming(services, { document, position, newName });
      if (!renamed.ok) {
        throw new Error(renamed.reason);
      }
      return renamed.edit;
    },
  });
}

async function prepare(
  services: NavigationServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<{ range: vscode.Range; placeholder: string }> {
  const { prepareRename } = await import('../../core/language/rename');
  const at = fileOffset(document, position);
  const files = await filesMentioning(await namesAt(services, document, position), document, services);
  const target = prepareRename(files, at, say);
  if (!target.ok) {
    throw new Error(target.reason);
  }
  return { range: toRange(document, target.range), placeholder: target.name };
}

/** A new name for the symbol at a position. */
export interface RenameQuestion {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly newName: string;
}

/** The edits of a renaming in every file, or why it was refused. */
export type EditorRenaming =
  | { readonly ok: true; readonly edit: vscode.WorkspaceEdit }
  | { readonly ok: false; readonly reason: string };

/** Works out a renaming; nothing is changed. */
export async function renaming(
  services: NavigationServices,
  { document, position, newName }: RenameQuestion,
): Promise<EditorRenaming> {
  const { version } = document;
  const { rename } = await import('../../core/language/rename');
  const names = [...(await namesAt(services, document, position)), newName];
  const files = await filesMentioning(names, document, services);
  const renamed = rename(files, fileOffset(document, position), newName, say);
  if (!renamed.ok) {
    return renamed;
  }
  const places = placesAround(document.uri, services.files);
  const workspaceEdit = new vscode.WorkspaceEdit();
  for (const [file, edits] of renamed.edits) {
    const texts = edits.map(({ offset, length }) => ({ start: offset, end: offset + length }));
    const ranges = await places.rangesIn(file, texts);
    ranges.forEach((range) => workspaceEdit.replace(places.uriOf(file), range, newName));
  }
  return document.version === version
    ? { ok: true, edit: workspaceEdit }
    : { ok: false, reason: vscode.l10n.t('The text has changed meanwhile, so nothing was done.') };
}

/** The name at a position, to look for; none where nothing is named. */
async function namesAt(
  services: NavigationServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly string[]> {
  const { subjectAt } = await import('../../core/language/navigation');
  const subject = subjectAt(await ownFiles(document, services), fileOffset(document, position));
  switch (subject?.kind) {
    case 'variable':
      return [subject.name];
    case 'request':
      return [subject.id];
    case 'chain':
    case 'environment':
    case 'builtIn':
    case undefined:
      return [];
  }
}
