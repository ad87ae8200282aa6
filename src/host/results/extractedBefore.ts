/** What can be done with a value that a variable has already: it is used, shown or renamed, or extracted again. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { inOrder } from '../../core/edit/textEdit';
import type { ExtractedVariable } from '../../core/extraction/extractedAlready';
import { replaceUse, type LiteralUse } from '../../core/extraction/literalUses';
import { toRange } from '../textEdits';
import { applyChanges } from '../views/chainEdits';

/** The variable, and the places of later requests that hold its value. */
export interface ExtractedBefore {
  readonly document: vscode.TextDocument;
  /** The text that the places are in. */
  readonly text: string;
  readonly extracted: ExtractedVariable;
  readonly uses: readonly LiteralUse[];
}

interface Way extends vscode.QuickPickItem {
  readonly act?: () => Thenable<unknown>;
}

/** Asks what to do, and does it; true when the value shall be extracted again. */
export async function askAboutExtracted(before: ExtractedBefore): Promise<boolean> {
  const { name } = before.extracted;
  const again: Way = { label: vscode.l10n.t('Extract Again Under Another Name') };
  const chosen = await vscode.window.showQuickPick([...waysOf(before), again], {
    title: vscode.l10n.t('{0} already has this value', name),
    placeHolder: vscode.l10n.t('What do you want to do with {0}?', name),
  });
  if (chosen?.act !== undefined && before.document.getText() !== before.text) {
    throw new UserError(
      vscode.l10n.t('The chain has changed since, so nothing was done.'),
      vscode.l10n.t('Choose the value again.'),
    );
  }
  await chosen?.act?.();
  return chosen === again;
}

function waysOf({ document, extracted, uses }: ExtractedBefore): readonly Way[] {
  const { name } = extracted;
  const reference = `{{${name}}}`;
  const show = (): Thenable<unknown> =>
    vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.One,
      selection: toRange(document, extracted),
    });
  const use: Way =
    uses.length === 0
      ? {
          label: vscode.l10n.t('Copy {0}', reference),
          act: () => vscode.env.clipboard.writeText(reference),
        }
      : {
          label: vscode.l10n.t('Use {0} in Later Requests', reference),
          description: [...new Set(uses.map(({ requestName }) => requestName))].join(', '),
          act: () => {
            const edits = inOrder(uses.map((place) => replaceUse(place, name)));
            return applyChanges([{ document, edits }]);
          },
        };
  return [
    use,
    { label: vscode.l10n.t('Show {0}', name), act: show },
    {
      label: vscode.l10n.t('Rename {0}…', name),
      act: async () => {
        await show();
        await vscode.commands.executeCommand('editor.action.rename');
      },
    },
  ];
}
