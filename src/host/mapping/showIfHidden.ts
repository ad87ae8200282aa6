/** Changes are made where somebody sees them. */
import * as vscode from 'vscode';

/**
 * Shows a document that no tab shows: a change that nobody sees would be lost with the window. What was in front
 * stays in sight.
 */
export async function showIfHidden(document: vscode.TextDocument): Promise<void> {
  const name = document.uri.toString();
  const isOpen = vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
        input.uri.toString() === name,
    ),
  );
  if (!isOpen) {
    const { One, Beside } = vscode.ViewColumn;
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.window.tabGroups.activeTabGroup.viewColumn === One ? Beside : One,
      preserveFocus: true,
      preview: false,
    });
  }
}
