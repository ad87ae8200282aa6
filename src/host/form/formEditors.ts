/**
 * The forms of this window: any number for a chain, each a session of its own on the one text document. What was
 * typed in a form and did not reach the text yet is fetched before the text is saved.
 */
import * as vscode from 'vscode';
import { editBetween } from '../../core/edit/textEdit';
import { formContract, type FormEditor, type FormPage } from '../../protocol/formContract';
import type { FormChange } from '../../protocol/formEdit';
import { fileTitle } from '../chainDocument';
import { definePanel, type Panels } from '../panels';
import { toRange } from '../textEdits';
import type { FormPorts } from './formPorts';
import { FormSession } from './formSession';
import { FORM_VIEW } from './formView';
import { changedText } from '../../protocol/formText';

/** Owner of all forms. */
export class FormEditors implements vscode.Disposable {
  readonly #panels: Panels<FormEditor, FormPage, vscode.TextDocument, FormSession>;
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: FormPorts) {
    const { extension, log } = ports;
    this.#panels = definePanel({
      contract: formContract,
      page: 'editor',
      viewType: FORM_VIEW,
      title: ({ uri }) => fileTitle(uri),
      behind: (document, panel) => new FormSession(document, panel, ports),
      extension,
      log,
    });
    this.#watching = vscode.workspace.onWillSaveTextDocument((event) => {
      const sessions = this.#panels.open.filter(({ subject }) => subject === event.document);
      if (sessions.length > 0) {
        event.waitUntil(
          this.#drafts(
            event.document,
            sessions.map(({ behind }) => behind),
          ),
        );
      }
    });
  }

  /** Shows a document in a panel that VS Code has made for it. */
  open(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    this.#panels.adopt(panel, document);
  }

  dispose(): void {
    this.#watching.dispose();
    this.#panels.open.forEach(({ behind }) => behind.dispose());
  }

  /** The edits that bring what was typed into the text; what does not fit it any more is left to the page. */
  async #drafts(
    document: vscode.TextDocument,
    sessions: readonly FormSession[],
  ): Promise<readonly vscode.TextEdit[]> {
    const changes = (await Promise.all(sessions.map((session) => session.drafts()))).flat();
    const before = document.getText();
    const after = this.#withChanges(before, changes);
    return editBetween(before, after).map(({ offset, length, text }) =>
      vscode.TextEdit.replace(toRange(document, { start: offset, end: offset + length }), text),
    );
  }

  #withChanges(before: string, changes: readonly FormChange[]): string {
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
