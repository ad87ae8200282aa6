/**
 * The person's side of a sign-in in VS Code: the question, the page in their browser, and the address that
 * the page leads back to.
 *
 * Anybody can open a `vscode://` address. One that nobody waits for does nothing, whatever it says: the
 * handler gives the answer to the caller that knows its random `state`, and nothing else happens.
 */
import * as vscode from 'vscode';
import type { Receiver, SignInPerson, SignInQuestion } from '../../node/secrets/signInPorts';
import { fileText } from '../fileText';

const EXTENSION = 'chainwright.chainwright';
const DEFAULT_PATH = '/oauth';

/** The person at the keyboard and their browser. */
export class BrowserSignIn implements SignInPerson, vscode.UriHandler {
  /** Who waits for an answer, by its state. */
  readonly #waiting = new Map<string, (callback: string) => void>();

  constructor(private readonly log: vscode.LogOutputChannel) {}

  async confirm(question: SignInQuestion): Promise<boolean> {
    const { page, tokenEndpoint, audience, clientId, scope } = question;
    const action = question.extends ? vscode.l10n.t('Allow') : vscode.l10n.t('Sign In');
    const answer = await vscode.window.showWarningMessage(
      question.extends
        ? vscode.l10n.t('May your session of {0} also be used for {1}?', tokenEndpoint, audience)
        : vscode.l10n.t('Sign in at {0} in your browser?', page),
      {
        modal: true,
        detail: [
          vscode.l10n.t('The access token is fetched from {0}.', tokenEndpoint),
          vscode.l10n.t('It is sent to {0}.', audience),
          vscode.l10n.t('Client: {0}', fileText(clientId)),
          ...(scope === '' ? [] : [vscode.l10n.t('Scope: {0}', fileText(scope))]),
        ].join('\n'),
      },
      action,
    );
    return answer === action;
  }

  async receiver(wanted: string | undefined): Promise<Receiver | undefined> {
    const own = `${vscode.env.uriScheme}://${EXTENSION}/`;
    if (wanted === undefined) {
      return this.#ownReceiver(await externalUri(vscode.Uri.parse(own).with({ path: DEFAULT_PATH })));
    }
    if (wanted.startsWith(own)) {
      return this.#ownReceiver(wanted);
    }
    const { isLoopbackRedirect, listenAt } = await import('../../node/secrets/loopbackReceiver');
    if (!isLoopbackRedirect(wanted)) {
      return undefined;
    }
    try {
      return withProgress(await listenAt(wanted, vscode.l10n.t('You are signed in. Go back to VS Code.')));
    } catch (error) {
      this.log.warn(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  async open(url: string): Promise<boolean> {
    // As a text: a Uri would write the query in its own way (https://github.com/microsoft/vscode/issues/85930).
    return vscode.env.openExternal(url as unknown as vscode.Uri);
  }

  handleUri({ query }: vscode.Uri): void {
    const parameters = callbackParameters(query, vscode.env.uiKind);
    const state = parameters.get('state') ?? '';
    this.#waiting.get(state)?.(`${vscode.env.uriScheme}://${EXTENSION}/?${parameters.toString()}`);
  }

  #ownReceiver(redirectUri: string): Receiver {
    const states: string[] = [];
    return withProgress({
      redirectUri,
      callback: (state, signal) =>
        new Promise((resolve) => {
          states.push(state);
          this.#waiting.set(state, resolve);
          signal.addEventListener('abort', () => resolve(undefined), { once: true });
        }),
      close: () => states.forEach((state) => this.#waiting.delete(state)),
    });
  }
}

/**
 * What an address that led back says. On the desktop VS Code has decoded its query already; in a browser it hands
 * on what its callback page read, still encoded.
 */
export function callbackParameters(query: string, uiKind: vscode.UIKind): URLSearchParams {
  if (uiKind === vscode.UIKind.Web) {
    return new URLSearchParams(query);
  }
  const decoded = new URLSearchParams();
  for (const pair of query.split('&')) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    decoded.append(name, value);
  }
  return decoded;
}

/** In a browser the editor's own scheme means nothing to the system; there VS Code makes an address of its own. */
async function externalUri(uri: vscode.Uri): Promise<string> {
  const external = vscode.env.uiKind === vscode.UIKind.Web ? await vscode.env.asExternalUri(uri) : uri;
  return external.toString(true);
}

/** Says what is waited for, with a way to give up. */
function withProgress(receiver: Receiver): Receiver {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Waiting for you to sign in in your browser'),
    cancellable: true,
  };
  return {
    ...receiver,
    callback: async (state, signal) =>
      vscode.window.withProgress(options, async (_progress, token) => {
        const given = new AbortController();
        const watching = token.onCancellationRequested(() => given.abort());
        try {
          return await receiver.callback(state, AbortSignal.any([signal, given.signal]));
        } finally {
          watching.dispose();
        }
      }),
  };
}
