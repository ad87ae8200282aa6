/** A file that a body is sent from, chosen by the person: one of the workspace, named as the chain has to. */
import * as vscode from 'vscode';
import { pathBelow } from '../../node/files/pathBelow';
import { workspacePath } from '../../node/files/workspaceText';
import { CallFailure } from '../../protocol/channel';
import { rootOf, workspacePathOf } from '../chainDocument';
import { relativePath } from '../../core/language/chainPaths';

/**
 * Asks for a file; nothing when the person gives up.
 *
 * @throws CallFailure when it is outside of the chain's workspace folder
 */
export async function pickFile(chain: vscode.Uri): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.joinPath(chain, '..'),
      canSelectMany: false,
      openLabel: vscode.l10n.t('Send This File'),
    })) ?? [];
  return file === undefined ? undefined : pathOf(chain, file);
}

/**
 * How a chain names a file.
 *
 * @throws CallFailure when it is outside of the chain's workspace folder
 */
export function pathOf(chain: vscode.Uri, file: vscode.Uri): string {
  const root = rootOf(chain);
  const isInside = file.scheme === root.scheme && (pathBelow(root.fsPath, file.fsPath) ?? '') !== '';
  if (!isInside) {
    throw new CallFailure(
      vscode.l10n.t(
        'This file is outside of the workspace, where chains read no files. Copy it into the workspace.',
      ),
    );
  }
  return relativePath(workspacePathOf(chain), workspacePath(file.fsPath, root.fsPath));
}
