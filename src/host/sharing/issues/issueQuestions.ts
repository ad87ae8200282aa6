/** The questions before raising an issue: in VS Code's own windows, or answered at once in a test. */
import * as vscode from 'vscode';
import { defined } from '../../../core/defined';

/** Something to choose from. */
interface Choice {
  readonly label: string;
  readonly description?: string;
}

/** Who is asked. Nothing comes back when the person gives up. */
export interface IssueQuestions {
  /** The position of what is chosen. */
  readonly choose: (title: string, choices: readonly Choice[]) => Promise<number | undefined>;
  /** A line; `fault` says what is wrong with it. */
  readonly enter: (question: EnteredLine) => Promise<string | undefined>;
  /** An account of VS Code's own sign-in: its token, from a new session with `renew`, when the last one was refused. */
  readonly signIn: (provider: string, renew: boolean) => Promise<string | undefined>;
  /** Shows a message with actions for what can be done next. */
  readonly inform: (message: string, actions: readonly string[]) => Promise<string | undefined>;
  /** Shows that something is being done, and lets it be cancelled. */
  readonly during: <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Opens a page in the browser. */
  readonly open: (url: string) => Promise<void>;
}

/** A line that is asked for. */
interface EnteredLine {
  readonly title: string;
  readonly prompt: string;
  readonly isSecret: boolean;
  readonly fault?: (text: string) => string | undefined;
}

/** The person at the keyboard. */
export const windowIssueQuestions: IssueQuestions = {
  async choose(title, choices) {
    const items = choices.map((choice, index) => ({ ...choice, index }));
    return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.index;
  },
  enter: async ({ title, prompt, isSecret, fault }) =>
    vscode.window.showInputBox({
      title,
      prompt,
      password: isSecret,
      ignoreFocusOut: true,
      ...defined({ validateInput: fault }),
    }),
  async signIn(provider, renew) {
    const { getSession } = vscode.authentication;
    try {
      const session = await (renew
        ? getSession(provider, ['repo'], { forceNewSession: true })
        : getSession(provider, ['repo'], { createIfNone: true }));
      return session.accessToken;
    } catch {
      // Without a sign-in the page of a new issue is opened.
      return undefined;
    }
  },
  inform: async (message, actions) => vscode.window.showInformationMessage(message, ...actions),
  during: async (title, work) =>
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (_progress, token) => {
        const cancel = new AbortController();
        const watching = token.onCancellationRequested(() => cancel.abort());
        try {
          return await work(cancel.signal);
        } finally {
          watching.dispose();
        }
      },
    ),
  async open(url) {
    // A Uri would encode the URL again; VS Code keeps a text unchanged.
    await vscode.env.openExternal(url as unknown as vscode.Uri);
  },
};
