/**
 * A webview panel and the conversation with its page. All state is the editor's; the page may vanish at any time
 * and asks for everything again.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Channel, type Contract, type Guards, type Implementation, type Port } from '../protocol/channel';
import { webviewHtml } from './webviewHtml';

/** A kind of panel: its bundle, and what its page and the editor may ask of each other. */
export interface PanelKind<Editor extends Contract<Editor>, Panel extends Contract<Panel>> {
  /** Name of its script and its style sheet, without their endings. */
  readonly bundle: string;
  /** Digest of a style sheet that a library of the bundle puts into the page. */
  readonly styleDigest?: string;
  readonly editor: Guards<Editor>;
  readonly panel: Guards<Panel>;
}

/** What a page may do: run our bundle, and load from its folder. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [webviewFolder(extension)] };
}

/** A panel and the conversation with its page. */
export class PanelView<Editor extends Contract<Editor>, Panel extends Contract<Panel>>
  implements vscode.Disposable
{
  readonly #panel: vscode.WebviewPanel;
  readonly #channel: Channel<Editor, Panel>;

  /** Fires when the person closes the panel. */
  readonly onDidDispose: vscode.Event<void>;

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    kind: PanelKind<Editor, Panel>,
    { editor, log }: { readonly editor: Implementation<Editor>; readonly log: vscode.LogOutputChannel },
  ) {
    this.#panel = panel;
    this.onDidDispose = panel.onDidDispose;
    const session = randomText();
    this.#channel = new Channel<Editor, Panel>({
      port: webviewPort(panel.webview),
      session,
      name: 'editor',
      offered: { guards: kind.editor, implementation: editor },
      used: kind.panel,
      log: (problem) => log.warn(`${panel.title}: ${problem}`),
    });
    panel.onDidDispose(() => this.#channel.dispose());
    panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
    panel.webview.options = webviewOptions(extension);
    panel.webview.html = pageOf(panel, extension, kind, session);
  }

  /** Tells the page something; a hidden page does not hear it and asks again when it is shown. */
  tell<Name extends keyof Panel & string>(name: Name, ...args: Parameters<Panel[Name]>): void {
    this.#channel.tell(name, ...args);
  }

  /** Asks the page something; a hidden page never answers. Rejects with a RemoteError only. */
  call<Name extends keyof Panel & string>(
    name: Name,
    ...args: Parameters<Panel[Name]>
  ): Promise<Awaited<ReturnType<Panel[Name]>>> {
    return this.#channel.call(name, ...args);
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

/** The folder of the bundles, the only one a page may load from. */
function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
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

function pageOf(
  panel: vscode.WebviewPanel,
  extension: vscode.Uri,
  { bundle, styleDigest }: { readonly bundle: string; readonly styleDigest?: string },
  session: string,
): string {
  const { webview } = panel;
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), file)).toString();
  return webviewHtml({
    title: panel.title,
    language: vscode.env.language,
    source: webview.cspSource,
    script: address(`${bundle}.js`),
    style: address(`${bundle}.css`),
    nonce: randomText(),
    ...(styleDigest === undefined ? {} : { styleDigest }),
    session,
  });
}

/** 192 bits nobody can guess, for a nonce or a session. */
function randomText(): string {
  return randomBytes(24).toString('base64url');
}
