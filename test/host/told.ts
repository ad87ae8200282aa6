/** What the extension tells people while something is done, from the functions of the window that it tells it with. */
import * as vscode from 'vscode';

/** Does something and gives what was told meanwhile, in order: messages, and the prompts of inputs, which get no answer. */
export async function told(work: () => unknown): Promise<readonly string[]> {
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
