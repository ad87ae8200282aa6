/**
 * Somebody who answers the questions of VS Code's own boxes and messages while a test runs: tests and the
 * extension see the same `vscode.window`.
 */
import * as vscode from 'vscode';

/** What was asked, in order. */
export type Asked =
  | { readonly kind: 'input'; readonly options: vscode.InputBoxOptions }
  | { readonly kind: 'pick'; readonly items: readonly vscode.QuickPickItem[] }
  | {
      readonly kind: 'message';
      readonly message: string;
      readonly detail: string;
      readonly buttons: readonly string[];
    };

/** How to answer; a function that answers nothing gives up. */
export interface Answers {
  readonly input?: (options: vscode.InputBoxOptions) => string | undefined | Promise<string | undefined>;
  /** Labels to pick. */
  readonly pick?: (items: readonly vscode.QuickPickItem[]) => readonly string[] | undefined;
  /** The button to press in a modal message. */
  readonly press?: (message: string) => string | undefined;
}

/** Does something while questions are answered that way; resolves to what was asked. */
export async function answering(answers: Answers, work: () => Thenable<unknown>): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const { showInputBox, showQuickPick, showWarningMessage } = vscode.window;
  const input = async (options: vscode.InputBoxOptions = {}): Promise<string | undefined> => {
    asked.push({ kind: 'input', options });
    const text = await answers.input?.(options);
    const fault = text === undefined ? undefined : await options.validateInput?.(text);
    if (fault !== undefined && fault !== null && fault !== '') {
      throw new Error(`"${text ?? ''}" was refused: ${JSON.stringify(fault)}`);
    }
    return text;
  };
  const pick = (
    items: readonly vscode.QuickPickItem[],
    options: vscode.QuickPickOptions = {},
  ): Promise<unknown> => {
    asked.push({ kind: 'pick', items });
    const labels = answers.pick?.(items);
    const picked = labels === undefined ? undefined : items.filter(({ label }) => labels.includes(label));
    return Promise.resolve(options.canPickMany === true ? picked : picked?.[0]);
  };
  const warn = (message: string, options: vscode.MessageOptions | string, ...buttons: string[]) => {
    if (typeof options === 'string' || options.modal !== true) {
      return showWarningMessage(message);
    }
    asked.push({ kind: 'message', message, detail: options.detail ?? '', buttons });
    return Promise.resolve(answers.press?.(message));
  };
  Object.assign(vscode.window, { showInputBox: input, showQuickPick: pick, showWarningMessage: warn });
  try {
    await work();
    return asked;
  } finally {
    Object.assign(vscode.window, { showInputBox, showQuickPick, showWarningMessage });
  }
}
