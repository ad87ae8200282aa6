/**
 * The forms of this window: any number for a chain, each a session of its own on the one text document. What was
 * typed in a form and did not reach the text yet is fetched before the text is saved.
 */
import * as vscode from 'vscode';
import { editBetween } from '../../core/edit/textEdit';
import type { FormChange } from '../../protocol/formEdit';
import { loadLanguage } from '../lazyBundles';
import { toRange } from '../textEdits';
import type { FormPorts } from './formPorts';
import { FormSession } from './formSession';

/** Owner of all forms. */
export class FormEditors implements vscode.Disposable {
  readonly #sessions = new Set<FormSession>();
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: FormPorts) {
    this.#watching = vscode.workspace.onWillSaveTextDocument((event) => {
      const sessions = [...this.#sessions].filter(({ document }) => document === event.document);
      if (sessions.length > 0) {
        event.waitUntil(this.#drafts(event.document, sessions));
      }
    });
  }

  /** Shows a document in a panel that VS Code has made for it. */
  open(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const session = new FormSession(document, panel, this.ports);
    this.#sessions.add(session);
    panel.onDidDispose(() => {
      this.#sessions.delete(session);
      session.dispose();
    });
  }

  dispose(): void {
    this.#watching.dispose();
    this.#sessions.forEach((session) => session.dispose());
  }

  /** The edits that bring what was typed into the text; what does not fit it any more is left to the page. */
  async #drafts(
    document: vscode.TextDocument,
    sessions: readonly FormSession[],
  ): Promise<readonly vscode.TextEdit[]> {
    const changes = (await Promise.all(sessions.map((session) => session.drafts()))).flat();
    const before = document.getText();
    const after = await this.#withChanges(before, changes);
    return editBetween(before, after).map(({ offset, length, text }) =>
      vscode.TextEdit.replace(toRange(document, { start: offset, end: offset + length }), text),
    );
  }

  async #withChanges(before: string, changes: readonly FormChange[]): Promise<string> {
    const { changedText } = await loadLanguage();
    return changes.reduce((text, change) => {
      try {
        return changedText(text, change) ?? text;
      } catch (error) {
        this.ports.log.warn(String(error));
        return text;
      }
    }, before);
  }
}
