/** What a person agreed to: a call is carried out only as it was shown to them. */
import * as vscode from 'vscode';
import type { Confirmation } from '../../agent/confirmation';

/** Questions that are remembered; a call whose question is forgotten is asked about again. */
const MOST = 100;

/** Owner of the questions that were shown, by call. */
export class Agreements {
  readonly #shown = new Map<string, string>();

  /** Remembers what the editor shows before a call; the editor calls only after a yes. */
  show(call: string, confirmation: Confirmation): void {
    if (this.#shown.size >= MOST) {
      this.#shown.clear();
    }
    this.#shown.set(call, JSON.stringify(confirmation));
  }

  /** Whether the person agrees to a call as it would be carried out now; asks them where that was not shown. */
  async has(call: string, now: Confirmation): Promise<boolean> {
    const shown = this.#shown.get(call);
    this.#shown.delete(call);
    if (shown === JSON.stringify(now)) {
      return true;
    }
    const yes = vscode.l10n.t('Continue');
    const detail = now.lines.join('\n');
    return (await vscode.window.showWarningMessage(now.title, { modal: true, detail }, yes)) === yes;
  }
}
