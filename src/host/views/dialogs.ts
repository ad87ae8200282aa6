/**
 * What the views ask a person: in a window of VS Code's own, or, in a test, of somebody who answers at once.
 */
import * as vscode from 'vscode';
import { withoutLinks } from '../fileText';

/** A question that has to be answered before anything else. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The label of the button that agrees. */
  readonly action: string;
}

/** A text that is asked for. */
export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  /** What is wrong with a text; absent when nothing is. */
  readonly fault: (text: string) => Promise<string | undefined> | string | undefined;
}

/** Who is asked. Nothing comes back when the person gives up. */
export interface Dialogs {
  readonly confirm: (question: Question) => Promise<boolean>;
  readonly askText: (question: TextQuestion) => Promise<string | undefined>;
  /** Tells something and offers what can be done about it. */
  readonly warn: (message: string, actions: readonly string[]) => Promise<string | undefined>;
}

/** The person at the keyboard. */
export const windowDialogs: Dialogs = {
  confirm: async ({ message, detail, action }) =>
    (await vscode.window.showWarningMessage(message, { modal: true, detail }, action)) === action,
  askText: async ({ title, prompt, value, fault }) =>
    vscode.window.showInputBox({ title, prompt: withoutLinks(prompt), value, validateInput: fault }),
  warn: async (message, actions) => vscode.window.showWarningMessage(withoutLinks(message), ...actions),
};
