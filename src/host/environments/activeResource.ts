/** The file that a person is working on, whatever kind of editor shows it, and its kind as a context key. */
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

/** Calls `follow` whenever another file can be the one that a person is working on. */
export function followActiveResource(follow: () => void): vscode.Disposable {
  const { onDidChangeActiveTextEditor, tabGroups } = vscode.window;
  return vscode.Disposable.from(
    onDidChangeActiveTextEditor(follow),
    tabGroups.onDidChangeTabs(follow),
    tabGroups.onDidChangeTabGroups(follow),
  );
}

/**
 * Keeps `chainwright.activeFile` at `chain`, `environment` or `authz`; unset while the active editor shows anything
 * else. For the palette and keys. Menus of an editor or of the Explorer are about a file of their own.
 */
export function registerActiveFileKey(): vscode.Disposable {
  let kind: string | undefined;
  const follow = (): void => {
    const now = /\.(chain|environment|authz)\.json$/.exec(activeResource()?.path ?? '')?.[1];
    if (now !== kind) {
      kind = now;
      void vscode.commands.executeCommand('setContext', 'chainwright.activeFile', kind);
    }
  };
  follow();
  return followActiveResource(follow);
}
