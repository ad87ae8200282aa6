/** What an export asks a person: in a window of VS Code's own, or, in a test, of somebody who answers at once. */
import * as vscode from 'vscode';

/** A format that is offered. */
interface OfferedFormat {
  /** As the command line calls it. */
  readonly name: string;
  readonly title: string;
}

/** Who is asked. Nothing comes back when the person gives up. */
export interface ExportQuestions {
  readonly format: (offered: readonly OfferedFormat[]) => Promise<string | undefined>;
  /** Where the file goes; the answer includes consent to overwrite. */
  readonly place: (proposed: vscode.Uri) => Promise<vscode.Uri | undefined>;
  /** Whether files, by their names, are written over that the person did not choose. */
  readonly replace: (names: string) => Promise<boolean>;
  /** Tells that it is done, and offers what can be done next. */
  readonly done: (message: string, actions: readonly string[]) => Promise<string | undefined>;
}

/** The person at the keyboard. */
export const windowExportQuestions: ExportQuestions = {
  format: async (offered) => {
    const items = offered.map(({ name, title }) => ({ label: title, description: name, name }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Export'),
      placeHolder: vscode.l10n.t('Which format do you want?'),
      ignoreFocusOut: true, // an editor that opens at the same time would close the question
    });
    return chosen?.name;
  },
  place: async (proposed) =>
    vscode.window.showSaveDialog({ defaultUri: proposed, title: vscode.l10n.t('Export To') }),
  replace: async (names) => {
    const replace = vscode.l10n.t('Replace');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Replace {0}?', names),
      {
        modal: true,
        detail: vscode.l10n.t('The export writes several files. Existing content is lost.'),
      },
      replace,
    );
    return answer === replace;
  },
  done: async (message, actions) => vscode.window.showInformationMessage(message, ...actions),
};
