/**
 * The results panel of one chain: a webview beside the editor that shows its last run, live while it
 * goes. All its state is here; the page may vanish at any time and asks for everything again.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { RequestResult } from '../core/result';
import { CallFailure, Channel } from '../protocol/channel';
import type { Implementation, Port } from '../protocol/channel';
import { resultsEditorGuards, resultsPanelGuards } from '../protocol/resultsContract';
import type { ResultsEditor, ResultsPanel } from '../protocol/resultsContract';
import { webviewHtml } from './webviewHtml';

/** The folder of the bundles, the only one a page may load from. */
function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** What a page may do: run our bundle, and load from its folder. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [webviewFolder(extension)] };
}

/** A panel and the conversation with its page. */
export class ResultsView implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #channel: Channel<ResultsEditor, ResultsPanel>;

  /** Fires when the person closes the panel. */
  readonly onDidDispose: vscode.Event<void>;

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    editor: Implementation<ResultsEditor>,
    log: vscode.LogOutputChannel,
  ) {
    this.#panel = panel;
    this.onDidDispose = panel.onDidDispose;
    const session = randomText();
    this.#channel = new Channel<ResultsEditor, ResultsPanel>({
      port: webviewPort(panel.webview),
      session,
      name: 'editor',
      offered: { guards: resultsEditorGuards, implementation: editor },
      used: resultsPanelGuards,
      log: (problem) => log.warn(`Results panel: ${problem}`),
    });
    panel.onDidDispose(() => this.#channel.dispose());
    panel.webview.options = webviewOptions(extension);
    panel.webview.html = resultsPage(panel, extension, session);
  }

  /** Tells the page something; a hidden page does not hear it and asks again when it is shown. */
  tell<Name extends keyof ResultsPanel>(name: Name, ...args: Parameters<ResultsPanel[Name]>): void {
    this.#channel.tell(name, ...args);
  }

  /** Whether the person can see it now. */
  get isVisible(): boolean {
    return this.#panel.visible;
  }

  /** Brings the panel to the front of its column; the focus stays where it is. */
  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

/** The result a page asks for. Fails when the run has been replaced by another one since. */
export function resultAt(
  latest:
    | { readonly view: { readonly run: number }; readonly results: ReadonlyMap<number, RequestResult> }
    | undefined,
  run: number,
  index: number,
): RequestResult {
  const result = latest?.view.run === run ? latest.results.get(index) : undefined;
  if (result === undefined) {
    throw new CallFailure(vscode.l10n.t('This result is no longer there. Run the chain again.'));
  }
  return result;
}

function webviewPort(webview: vscode.Webview): Port {
  return {
    post: (message) => void webview.postMessage(message),
    listen: (receive) => {
      const listening = webview.onDidReceiveMessage(receive);
      return () => void listening.dispose();
    },
  };
}

function resultsPage(panel: vscode.WebviewPanel, extension: vscode.Uri, session: string): string {
  const { webview } = panel;
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), file)).toString();
  return webviewHtml({
    title: panel.title,
    language: vscode.env.language,
    source: webview.cspSource,
    script: address('results.js'),
    style: address('results.css'),
    nonce: randomText(),
    session,
  });
}

/** 192 bits nobody can guess, for a nonce or a session. */
function randomText(): string {
  return randomBytes(24).toString('base64url');
}
