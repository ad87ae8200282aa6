/** A webview panel as far as its owner uses it, with a page that a test plays. */
import * as vscode from 'vscode';
import type { Port } from '../../src/protocol/channel';

/** The panel and its page. */
export interface FakePanel {
  readonly panel: vscode.WebviewPanel;
  /** The page's end of the conversation. */
  readonly port: Port;
  /** What the page says to be the one that was made. */
  readonly session: () => string;
  /** Closes the panel, as a person does. */
  readonly close: () => void;
  /** Whether the page is shown. */
  isVisible: boolean;
}

/** A panel that is open and shown. */
export function fakePanel(): FakePanel {
  const toEditor = new vscode.EventEmitter<unknown>();
  const toPage = new vscode.EventEmitter<unknown>();
  const closed = new vscode.EventEmitter<void>();
  const webview = {
    html: '',
    options: {},
    cspSource: 'self',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: toEditor.event,
    postMessage: (message: unknown) => {
      toPage.fire(JSON.parse(JSON.stringify(message)));
      return Promise.resolve(true);
    },
  };
  const panel = {
    title: 'panel',
    webview,
    onDidDispose: closed.event,
    iconPath: undefined,
    get visible() {
      return fake.isVisible;
    },
    dispose: () => closed.fire(),
  };
  const fake: FakePanel = {
    // The owners of a panel use only the members above.
    panel: panel as unknown as vscode.WebviewPanel,
    port: {
      post: (message) => toEditor.fire(JSON.parse(JSON.stringify(message))),
      listen: (receive) => {
        const listening = toPage.event(receive);
        return () => void listening.dispose();
      },
    },
    session: () => /chainwright-session" content="([^"]+)"/.exec(webview.html)?.[1] ?? '',
    close: () => closed.fire(),
    isVisible: true,
  };
  return fake;
}
