/** The choice of a recording of a chain's requests, which is only read. */
import * as vscode from 'vscode';

/** What a recording is chosen for. */
export interface RecordingUse {
  readonly openLabel: string;
  readonly title: string;
}

/** Asks for a recording; nothing when the person gives up. */
export async function chooseRecording(
  chain: vscode.Uri,
  { openLabel, title }: RecordingUse,
): Promise<vscode.Uri | undefined> {
  const [recording] =
    (await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.joinPath(chain, '..'),
      canSelectMany: false,
      filters: { [vscode.l10n.t('HAR recordings')]: ['har', 'json'] },
      openLabel,
      title,
    })) ?? [];
  return recording;
}
