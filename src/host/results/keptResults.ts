/** How many results stay on the disk: the setting `results.keep`. */
import * as vscode from 'vscode';

/** The newest results that stay, of each chain and each matrix. */
export function keptResults(file: vscode.Uri): number {
  const kept = vscode.workspace.getConfiguration('chainwright', file).get<unknown>('results.keep');
  return typeof kept === 'number' && Number.isInteger(kept) && kept >= 0 ? kept : DEFAULT_KEPT;
}

/** What stays when the setting says nothing of use. */
export const DEFAULT_KEPT = 50;
