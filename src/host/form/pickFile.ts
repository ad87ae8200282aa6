/** A file that a body is sent from, or a chain that is a step, chosen by the person: one of the workspace, named as the chain has to. */
import * as vscode from 'vscode';
import { pathBelow } from '../../node/files/pathBelow';
import { workspacePath } from '../../node/files/workspaceText';
import { CallFailure } from '../../protocol/channel';
import { rootOf, workspacePathOf } from '../chainDocument';
import { findFiles } from '../findFiles';
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
 * Asks for another chain; nothing when the person gives up.
 *
 * @throws CallFailure when there is none in the chain's workspace folder
 */
export async function pickChain(chain: vscode.Uri): Promise<string | undefined> {
  const found = await findFiles(new vscode.RelativePattern(rootOf(chain), '**/*.chain.json'));
  const names = found
    .filter((file) => file.toString() !== chain.toString())
    .map((file) => pathOf(chain, file))
    .sort();
  if (names.length === 0) {
    throw new CallFailure(vscode.l10n.t('There is no other chain in this workspace. Create one first.'));
  }
  return vscode.window.showQuickPick(names, { title: vscode.l10n.t('Run Which Chain as a Step?') });
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
