/** Saves a drawing where the person says. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CallFailure } from '../../protocol/channel';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What a drawing is saved as. */
export interface Drawing {
  readonly kind: 'png' | 'svg';
  readonly bytes: Uint8Array;
}

/** Asks where to save a drawing of a chain, and saves it; nothing when the person gives up. */
export async function saveDrawing(chain: vscode.Uri, { kind, bytes }: Drawing): Promise<void> {
  const name = `${path.posix.basename(chain.path, '.chain.json')}.${kind}`;
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(chain, '..', name),
    filters: { [kind.toUpperCase()]: [kind] },
  });
  if (file !== undefined) {
    await vscode.workspace.fs.writeFile(file, bytes);
  }
}

/**
 * The bytes of a picture that a page has drawn.
 *
 * @throws CallFailure when they are no PNG picture
 */
export function pngBytes(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    throw new CallFailure(
      vscode.l10n.t('The page sent no picture. Close the Chain Viewer and open it again.'),
    );
  }
  return bytes;
}
