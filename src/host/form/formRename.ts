/** Renaming what a form names: a request's id, a variable that it extracts, a constant; in every file that names it. */
import * as vscode from 'vscode';
import { CallFailure } from '../../protocol/channel';
import type { FormTarget } from '../../protocol/formEdit';
import { renaming } from '../providers/rename';
import { carryOut } from '../textEdits';
import { windowDialogs } from '../views/dialogs';
import type { FormPorts } from './formPorts';
import type { FormText } from './formText';
import { nameOffset } from '../../core/form/nameOffset';

/** A name by the steps to it. */
export interface NamePlace {
  readonly target: FormTarget;
  readonly path: readonly (string | number)[];
}

/**
 * Asks for another name and gives it everywhere, as one step; nothing when the person gives up.
 *
 * @throws CallFailure when nothing is named there, something else is named there by then, or the name is taken
 */
export async function renameEverywhere(text: FormText, ports: FormPorts, place: NamePlace): Promise<void> {
  const before = await nameAt(text, place);
  const newName = await windowDialogs.askText({
    title: vscode.l10n.t('Rename {0}', before.name),
    prompt: vscode.l10n.t('It gets the new name in every file that refers to it.'),
    value: before.name,
    fault: (typed) => (typed.trim() === '' ? vscode.l10n.t('A name cannot be empty.') : undefined),
  });
  if (newName === undefined) {
    return;
  }
  await text.inTurn(async () => {
    const { document } = text;
    const { name, position } = await nameAt(text, place);
    if (name !== before.name) {
      throw nameIsGone();
    }
    const renamed = await renaming(ports, { document, position, newName: newName.trim() });
    if (!renamed.ok) {
      throw new CallFailure(renamed.reason);
    }
    await carryOut(renamed.edit);
  });
}

async function nameAt(
  text: FormText,
  { target, path }: NamePlace,
): Promise<{ readonly name: string; readonly position: vscode.Position }> {
  const { analysis, part } = await text.partOf(target);
  const offset = nameOffset(analysis.source, part, path);
  if (offset === undefined) {
    throw nameIsGone();
  }
  const position = text.document.positionAt(offset);
  const range = text.document.getWordRangeAtPosition(position, /[^"\\\s]+/);
  return { name: range === undefined ? '' : text.document.getText(range), position };
}

function nameIsGone(): CallFailure {
  return new CallFailure(vscode.l10n.t('This name no longer exists. The chain has changed.'));
}
