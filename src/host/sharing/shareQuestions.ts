/** The questions of sharing besides the review: in VS Code's own windows, or answered at once in a test. */
import * as vscode from 'vscode';

/** A way to share that is offered. */
export interface OfferedWay {
  readonly name: string;
  readonly title: string;
  readonly detail: string;
}

/** Who is asked. Nothing comes back when the person gives up. */
export interface ShareQuestions {
  readonly way: (offered: readonly OfferedWay[], title: string) => Promise<string | undefined>;
  /** Where a file goes; the answer includes consent to overwrite. */
  readonly place: (proposed: vscode.Uri) => Promise<vscode.Uri | undefined>;
  /** Tells that it is done, and offers what can be done next. */
  readonly done: (message: string, actions: readonly string[]) => Promise<string | undefined>;
}

/** The person at the keyboard. */
export const windowShareQuestions: ShareQuestions = {
  way: async (offered, title) => {
    const items = offered.map(({ name, title: label, detail }) => ({ label, detail, name }));
    return (
      await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('How is it shared?') })
    )?.name;
  },
  place: async (proposed) =>
    vscode.window.showSaveDialog({ defaultUri: proposed, title: vscode.l10n.t('Save To') }),
  done: async (message, actions) => vscode.window.showInformationMessage(message, ...actions),
};
