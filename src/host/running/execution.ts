/**
 * Executing a chain: a run for the record. Only a chain that is active and saved is executed, so that its
 * result refers to a file that others have as well; for any other chain the obstacle is shown, with buttons
 * that go there step by step.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { outlineChain } from '../../core/files/outline';
import { CHAIN, below } from '../../core/files/writtenPath';
import { withoutLinks } from '../fileText';
import { carryOut, toWorkspaceEdit } from '../textEdits';

/** What keeps a chain from being executed; nothing when it can be. */
export type Obstacle = 'draft' | 'archived' | 'unsaved' | undefined;

/** What keeps the chain in a document from being executed. A chain that says nothing is a draft. */
export function obstacleOf(document: Pick<vscode.TextDocument, 'getText' | 'isDirty'>): Obstacle {
  const { status } = outlineChain(document.getText());
  if (status === 'active') {
    return document.isDirty ? 'unsaved' : undefined;
  }
  return status === 'archived' ? 'archived' : 'draft';
}

/** Makes a chain active in its file, which is left unsaved. Throws UserError when it is not JSON. */
export async function activateChain(document: vscode.TextDocument): Promise<void> {
  const { setInOrder } = await import('../../core/edit/memberOrder');
  await carryOut(toWorkspaceEdit(document, setInOrder(document.getText(), below(CHAIN, 'status'), 'active')));
}

/** What a person can do about a chain that cannot be executed yet. */
export interface OtherWays {
  readonly execute: () => Promise<unknown>;
  readonly runAll: () => Promise<unknown>;
  /** Shows why what was chosen did not work. */
  readonly fail: (error: unknown) => void;
}

/** Says what keeps a chain from being executed and offers the next step. Does not wait for an answer. */
export function explainObstacle(
  document: vscode.TextDocument,
  obstacle: Exclude<Obstacle, undefined>,
  ways: OtherWays,
): void {
  const fix = obstacle === 'unsaved' ? vscode.l10n.t('Save') : vscode.l10n.t('Set Status to Active');
  const instead = vscode.l10n.t('Run All Instead');
  const { message } = obstacleError(document, obstacle);
  void vscode.window.showWarningMessage(withoutLinks(message), fix, instead).then(async (chosen) => {
    try {
      if (chosen === instead) {
        await ways.runAll();
      } else if (chosen === fix) {
        await removeObstacle(document, obstacle);
        await ways.execute();
      }
    } catch (error) {
      ways.fail(error);
    }
  });
}

async function removeObstacle(document: vscode.TextDocument, obstacle: Obstacle): Promise<void> {
  if (obstacle === 'unsaved') {
    await document.save();
  } else {
    await activateChain(document);
  }
}

function obstacleError(document: vscode.TextDocument, obstacle: Exclude<Obstacle, undefined>): UserError {
  const name = path.posix.basename(document.uri.path);
  switch (obstacle) {
    case 'draft':
      return new UserError(
        vscode.l10n.t('{0} is a draft, so it is not executed.', name),
        vscode.l10n.t('Set its status to active, or use Run All to try it out.'),
      );
    case 'archived':
      return new UserError(
        vscode.l10n.t('{0} is archived, so it is not executed.', name),
        vscode.l10n.t('Set its status to active, or use Run All to try it out.'),
      );
    case 'unsaved':
      return new UserError(
        vscode.l10n.t('{0} has changes that are not saved, so it is not executed.', name),
        vscode.l10n.t('Save it, or use Run All to run it as the editor shows it.'),
      );
  }
}
