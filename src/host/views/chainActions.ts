/**
 * What can be done to chains and requests from the Chains view, besides moving and running them. Requests
 * are changed in the text, where it can be undone; a chain that is deleted goes to the trash.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { outlineChain } from '../../core/files/outline';
import { freeId } from '../../core/edit/plainNames';
import { duplicateRequest as duplicateInText, renameChain, renameRequest } from '../../core/edit/chainEdit';
import { UserError } from '../../core/errors';
import { pathFrom } from '../../core/language/filePath';
import { rootOf, workspacePathOf } from '../chainDocument';
import { changeFile, requestsIn } from './chainEdits';
import { isRequestTarget, type ChainTarget, type RequestTarget } from './chainNode';
import { createFile } from '../createFile';
import type { Dialogs } from './dialogs';

/** Shows a request in its file; the focus stays where it is. */
export async function showInText(target: ChainTarget | RequestTarget): Promise<void> {
  const document = await vscode.workspace.openTextDocument(target.chain);
  const offset = 'requestId' in target ? requestsIn(document.getText(), [target])[0]?.range.start : 0;
  const start = document.positionAt(offset ?? 0);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(start, start),
    preserveFocus: true,
    preview: true,
  });
}

/**
 * Opens the chain that a step runs.
 *
 * @throws UserError when it runs none, or one outside of the workspace
 */
export async function openCalledChain(target: ChainTarget | RequestTarget): Promise<void> {
  const document = await vscode.workspace.openTextDocument(target.chain);
  const [step] = isRequestTarget(target) ? requestsIn(document.getText(), [target]) : [];
  const called = step?.chain ?? '';
  const file = called === '' ? undefined : pathFrom(workspacePathOf(target.chain), called);
  if (file === undefined) {
    throw called === ''
      ? new UserError(
          vscode.l10n.t('This runs no other chain.'),
          vscode.l10n.t('Choose a step that runs a chain.'),
        )
      : new UserError(
          vscode.l10n.t('{0} is outside of the workspace.', called),
          vscode.l10n.t('Name a chain of this workspace.'),
        );
  }
  await vscode.window.showTextDocument(vscode.Uri.joinPath(rootOf(target.chain), file), { preview: true });
}

/**
 * Puts a copy of a request after it, or a copy of a chain file next to it.
 *
 * @throws UserError when the request is no longer there or its file is not JSON
 */
export function duplicate(target: ChainTarget | RequestTarget): Promise<void> {
  return isRequestTarget(target) ? duplicateRequest(target) : duplicateChain(target);
}

/**
 * Puts a copy of a request after it.
 *
 * @throws UserError when it is no longer there or the file is not JSON
 */
export async function duplicateRequest(target: RequestTarget): Promise<void> {
  await changeFile(target.chain, (text) => {
    const [request] = requestsIn(text, [target]);
    if (request === undefined) {
      return [];
    }
    const { requests } = outlineChain(text);
    const ids = requests.map(({ id }) => id);
    const copy = { id: freeId(request.id, ids), name: vscode.l10n.t('{0} (copy)', request.name) };
    return duplicateInText(text, request.index, copy);
  });
}

/** Copies a chain file as the editor shows it, next to the original. Its requests keep their ids. */
export async function duplicateChain({ chain }: ChainTarget): Promise<void> {
  const document = await vscode.workspace.openTextDocument(chain);
  const folder = vscode.Uri.joinPath(chain, '..');
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const taken = entries.map(([name]) => path.posix.basename(name, '.chain.json'));
  const name = freeId(path.posix.basename(chain.path, '.chain.json'), taken);
  const copy = vscode.Uri.joinPath(folder, `${name}.chain.json`);
  await createFile(copy, document.getText());
  await vscode.window.showTextDocument(copy);
}

/** Asks for another name of a request or chain; nothing happens when the person gives up. */
export async function rename(
  dialogs: Pick<Dialogs, 'askText'>,
  target: ChainTarget | RequestTarget,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(target.chain);
  const text = document.getText();
  const [request] = isRequestTarget(target) ? requestsIn(text, [target]) : [];
  const answer = await dialogs.askText({
    ...(request === undefined
      ? {
          title: vscode.l10n.t('Rename Chain'),
          prompt: vscode.l10n.t('Its file keeps its name.'),
          value: outlineChain(text).name,
        }
      : {
          title: vscode.l10n.t('Rename Request'),
          prompt: vscode.l10n.t('Its id stays "{0}", for other files may refer to it.', request.id),
          value: request.name,
        }),
    fault: (name) => (name.trim() === '' ? vscode.l10n.t('A name cannot be empty.') : undefined),
  });
  const name = answer?.trim() ?? '';
  if (name === '') {
    return;
  }
  await changeFile(target.chain, (now) => {
    const [index] = isRequestTarget(target) ? requestsIn(now, [target]).map((found) => found.index) : [];
    return index === undefined ? renameChain(now, name) : renameRequest(now, index, name);
  });
}
