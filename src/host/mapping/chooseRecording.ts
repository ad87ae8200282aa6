/** The choice of a second recording of a chain's requests, which is only read. */
import * as vscode from 'vscode';

/** Asks for a recording; nothing when the person gives up. */
export async function chooseRecording(chain: vscode.Uri): Promise<vscode.Uri | undefined> {
  const [recording] =
    (await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.joinPath(chain, '..'),
      canSelectMany: false,
      filters: { [vscode.l10n.t('HAR recordings')]: ['har', 'json'] },
      openLabel: vscode.l10n.t('Verify by This Recording'),
      title: vscode.l10n.t('A second recording of the same requests, with other users and inputs'),
    })) ?? [];
  return recording;
}
