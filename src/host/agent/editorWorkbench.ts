/** What the tools of a model work with in the editor: a folder, as the person sees and trusts it. */
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { RightsRemedies } from '../../agent/rights';
import type { ModelMatrices, ModelRuns, Workbench } from '../../agent/workbench';
import { unsavedFirst } from '../../node/files/workspaceText';
import { openText } from '../chainDocument';
import { descriptions } from '../openapi/descriptionThread';
import { remedies } from '../remedies';
import { executeSettings, type Machine } from '../settings';

/** A folder with its tools. What may be sent is asked before each run, so nothing is ruled out here. */
export function editorWorkbench(
  folder: vscode.Uri,
  machine: Machine,
  ports: { readonly runs: ModelRuns; readonly matrices: ModelMatrices },
): Workbench {
  const text = unsavedFirst((file) => openText(vscode.Uri.file(file)));
  return {
    workspace: folder.fsPath,
    rights: { allowHosts: [], allowMutations: true, writeFolder: folder.fsPath },
    remedies: rightsRemedies(),
    settings: executeSettings(folder, machine),
    // What the editor shows is what the person sees.
    watch: { pin: () => ({ read: text, names: () => [], changed: () => Promise.resolve([]) }) },
    text,
    describe: descriptions.describe,
    ...ports,
  };
}

/**
 * The folder that a call is about: the one with the file that it names, else that of the active editor.
 *
 * @throws UserError when no folder of this machine is open
 */
export async function folderOf(name: string | undefined): Promise<vscode.Uri> {
  const open = vscode.workspace.workspaceFolders ?? [];
  const folders = open.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
  const active = vscode.window.activeTextEditor?.document.uri;
  const nearest = active && vscode.workspace.getWorkspaceFolder(active)?.uri;
  const [first] = folders;
  if (first === undefined) {
    throw new UserError(
      vscode.l10n.t('No folder of this machine is open.'),
      vscode.l10n.t('Open the folder that has the chains.'),
    );
  }
  for (const folder of folders) {
    if (name !== undefined && (await contains(folder, name))) {
      return folder;
    }
  }
  return folders.find((folder) => isSame(folder, nearest)) ?? first;
}

async function contains(folder: vscode.Uri, name: string): Promise<boolean> {
  const file = vscode.Uri.file(path.resolve(folder.fsPath, name));
  try {
    await vscode.workspace.fs.stat(file);
    return isSame(folder, vscode.workspace.getWorkspaceFolder(file)?.uri);
  } catch {
    return false;
  }
}

function isSame(folder: vscode.Uri, other: vscode.Uri | undefined): boolean {
  return folder.toString() === other?.toString();
}

/** What the person does so that a model may do more. */
function rightsRemedies(): RightsRemedies {
  return {
    allowMutations: remedies.allowChanges,
    allowWriting: () => vscode.l10n.t('Choose a folder of this workspace.'),
    trustChanged: vscode.l10n.t(
      'The person can bind one with the command "Chainwright: Set Secret…", or write the values into the environment.',
    ),
  };
}
