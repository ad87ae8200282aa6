/** The file that a person is working on, whatever kind of editor shows it. */
import * as vscode from 'vscode';
import { isWatchedFile } from '../workspaceFiles';

/** The file of the active tab when it is part of Chainwright: a chain, an environment, a matrix. */
export function activeResource(): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const shown =
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
      ? input.uri
      : vscode.window.activeTextEditor?.document.uri;
  return shown !== undefined && isWatchedFile(shown) ? shown : undefined;
}
