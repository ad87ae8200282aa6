/** `New Chain…`: asks for a name, writes the file and opens it as a form, where the rest is filled in. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { chainFileName, newChainText } from '../../core/edit/newChain';
import { createFile, exists } from '../createFile';
import { FORM_VIEW } from '../form/formView';
import { windowDialogs, type Dialogs } from './dialogs';

/**
 * Makes a chain in a folder; without one the person chooses among those of the workspace.
 *
 * @returns the file, or nothing when the person gave up
 * @throws UserError when no folder is open or the file cannot be written
 */
export async function newChain(
  wanted?: vscode.Uri,
  { askText }: Pick<Dialogs, 'askText'> = windowDialogs,
): Promise<vscode.Uri | undefined> {
  const folder = wanted ?? (await chooseFolder());
  if (folder === undefined) {
    return undefined;
  }
  const fileOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, chainFileName(name.trim()));
  const name = await askText({
    title: vscode.l10n.t('New Chain'),
    prompt: vscode.l10n.t('What is the chain called? Its file is named after it.'),
    value: '',
    fault: (text) => nameFault(text, fileOf(text)),
  });
  if (name === undefined) {
    return undefined;
  }
  const file = fileOf(name);
  await createFile(file, newChainText(name.trim()));
  await vscode.commands.executeCommand('vscode.openWith', file, FORM_VIEW);
  return file;
}

/** The folder that a new file goes below when nothing says which; absent when the person gives up. */
export async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new UserError(
      vscode.l10n.t('A chain needs a folder, and no folder is open.'),
      vscode.l10n.t('Open a folder first.'),
    );
  }
  const chosen = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick();
  return chosen?.uri;
}

async function nameFault(name: string, file: vscode.Uri): Promise<string | undefined> {
  if (name.trim() === '') {
    return vscode.l10n.t('A name cannot be empty.');
  }
  return (await exists(file))
    ? vscode.l10n.t('There is a file "{0}" already.', chainFileName(name.trim()))
    : undefined;
}
