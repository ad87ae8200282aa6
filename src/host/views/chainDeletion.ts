/**
 * Deleting from the Chains view: after a question, requests out of the text, where it can be undone, and
 * chains into the trash.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { requestsIn } from './chainEdits';
import { isRequestTarget, type ChainTarget, type RequestTarget } from './chainNode';
import type { Dialogs, Question } from './dialogs';
import { changeAndWarn, type MovePorts } from './orderWarning';
import { removeRequests } from '../../core/edit/chainEdit';

/** What deleting needs besides the files. */
export interface DeletionPorts extends MovePorts {
  readonly dialogs: Pick<Dialogs, 'warn' | 'confirm'>;
}

/** Deletes requests and chains after asking. What goes with its chain is not asked for twice. */
export async function deleteTargets(
  ports: DeletionPorts,
  targets: readonly (ChainTarget | RequestTarget)[],
): Promise<void> {
  const chains = targets.filter((target) => !isRequestTarget(target));
  const gone = new Set(chains.map(({ chain }) => chain.toString()));
  const requests = targets.filter(isRequestTarget).filter(({ chain }) => !gone.has(chain.toString()));
  if (requests.length > 0 && (await ports.dialogs.confirm(requestsQuestion(requests)))) {
    await deleteRequests(ports, requests);
  }
  if (chains.length > 0 && (await ports.dialogs.confirm(chainsQuestion(chains)))) {
    for (const { chain } of chains) {
      await deleteFile(ports, chain);
    }
  }
}

async function deleteRequests(ports: DeletionPorts, targets: readonly RequestTarget[]): Promise<void> {
  const chains = new Map(targets.map(({ chain }) => [chain.toString(), chain]));
  const changes = await Promise.all(
    [...chains].map(async ([name, chain]) => {
      const document = await vscode.workspace.openTextDocument(chain);
      const text = document.getText();
      const here = targets.filter((target) => target.chain.toString() === name);
      const picked = requestsIn(text, here).map(({ index }) => index);
      return { document, edits: removeRequests(text, picked) };
    }),
  );
  await changeAndWarn(ports, changes);
}

/** Some file systems, remote ones above all, have no trash. */
async function deleteFile({ dialogs }: DeletionPorts, file: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(file, { useTrash: true });
  } catch {
    // Whatever the reason was, deleting permanently reports it if it still applies.
    const agreed = await dialogs.confirm({
      message: vscode.l10n.t('"{0}" cannot go to the trash.', path.posix.basename(file.path)),
      detail: vscode.l10n.t('It can only be deleted for good.'),
      action: vscode.l10n.t('Delete for Good'),
    });
    if (agreed) {
      await vscode.workspace.fs.delete(file);
    }
  }
}

function requestsQuestion(requests: readonly RequestTarget[]): Question {
  const [first] = requests;
  return {
    message:
      requests.length === 1 && first !== undefined
        ? vscode.l10n.t('Delete the request "{0}"?', first.requestId)
        : vscode.l10n.t('Delete {0} requests?', requests.length),
    detail: vscode.l10n.t('Undo in the editor of the chain brings it back.'),
    action: vscode.l10n.t('Delete'),
  };
}

function chainsQuestion(chains: readonly ChainTarget[]): Question {
  const [first] = chains;
  return {
    message:
      chains.length === 1 && first !== undefined
        ? vscode.l10n.t('Delete the chain "{0}"?', path.posix.basename(first.chain.path))
        : vscode.l10n.t('Delete {0} chains?', chains.length),
    detail: vscode.l10n.t('Files go to the trash.'),
    action: vscode.l10n.t('Move to Trash'),
  };
}
