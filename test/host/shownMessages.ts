/** The messages of the extension during an action, from the functions of `vscode.window`. */
import * as vscode from 'vscode';

/** Does something and returns the messages shown meanwhile, and the prompts of inputs, which get no answer. */
export async function shownMessages(work: () => unknown): Promise<readonly string[]> {
  const { showErrorMessage, showWarningMessage, showInputBox } = vscode.window;
  const texts: string[] = [];
  const note = (text: string): Promise<undefined> => {
    texts.push(text);
    return Promise.resolve(undefined);
  };
  const ask = ({ prompt = '' }: vscode.InputBoxOptions): Promise<undefined> => note(prompt);
  Object.assign(vscode.window, { showErrorMessage: note, showWarningMessage: note, showInputBox: ask });
  try {
    await work();
    return texts;
  } finally {
    Object.assign(vscode.window, { showErrorMessage, showWarningMessage, showInputBox });
  }
}
