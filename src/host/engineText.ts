/** What the engine said, in the language of VS Code. */
import * as vscode from 'vscode';
import { translateBy, type Translate } from '../protocol/engineTexts';

let translate: Translate | undefined;

/** The text of a message of the engine for a person; English where there is no translation. */
export const engineText: Translate = (message) => {
  translate ??= translateBy(vscode.l10n.bundle ?? {});
  return translate(message);
};
