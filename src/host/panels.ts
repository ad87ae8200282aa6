/**
 * Webview panels. A kind of panel is defined once, by its contract, its page and its backend; creating
 * and restoring panels, one for each subject, their HTML and their channel follow from that.
 *
 * All state is the editor's. A page may vanish at any time, and asks for everything again when it is back.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { defined } from '../core/defined';
import { Channel, remote, type Implementation, type Port, type Remote } from '../protocol/channel';
import type { Functions, PanelContract } from '../protocol/contract';
import { answeringTexts, withPageTexts, type PageTexts } from '../protocol/pageTexts';
import { webviewHtml } from './webviewHtml';

/** A kind of panel: `Editor` is what its page may ask, `Page` what the editor may ask the page. */
interface PanelKind<
  Editor extends Functions<Editor>,
  Page extends Functions<Page>,
  Subject,
  Behind extends BehindPanel<Editor>,
> {
  readonly contract: PanelContract<Editor, Page>;
  /** Name of the page's script and style sheet, without their endings. */
  readonly page: string;
  /** Digest of a style sheet that a library of the page puts into it. */
  readonly styleDigest?: string;
  /** What VS Code knows panels of this kind by. */
  readonly viewType: string;
  readonly title: (subject: Subject) => string;
  /** Where one opens; next to the editor, which keeps the focus, if absent. */
  readonly column?: { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus?: boolean };
  /** How subjects are named; absent where each panel has one of its own, and none is restored. */
  readonly names?: SubjectNames<Subject>;
  /** Creates the backend of a panel that has just been opened. */
  readonly behind: (subject: Subject, panel: Panel<Page>) => Behind;
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** The backend of an open panel. */
export interface BehindPanel<Editor extends Functions<Editor>> {
  /** What its page may ask. */
  readonly editor: Implementation<Editor>;
  /** Sends the current state of the subject to the page; rejects where that fails, and the page keeps its state. */
  readonly refresh?: () => Promise<void>;
  /** The panel was closed. */
  readonly dispose?: () => void;
}

/** How a page keeps what it shows, so that it can be restored with the window. */
interface SubjectNames<Subject> {
  readonly of: (subject: Subject) => string;
  /** The subject of this name, which comes from the page; absent when it is none. */
  readonly find: (name: string) => Subject | undefined;
}

/** A panel as its backend sees it. */
export interface Panel<Page extends Functions<Page>> {
  /** What the page may be asked; a hidden page never answers. */
  readonly page: Remote<Page>;
  /** Tells the page something; a hidden page does not hear it and asks again when it is shown. */
  readonly notify: <Name extends keyof Page & string>(name: Name, ...args: Parameters<Page[Name]>) => void;
  /** Whether the person can see it now. */
  readonly isVisible: boolean;
  /** Brings the panel to the front of its column; the focus stays where it is. */
  readonly reveal: () => void;
  readonly close: () => void;
}

/** An open panel and its backend. */
export interface OpenPanel<Page extends Functions<Page>, Subject, Behind> {
  readonly subject: Subject;
  readonly panel: Panel<Page>;
  readonly behind: Behind;
}

/** Files as subjects: each is named by the text of its URI. */
export function fileNames(isSubject: (file: vscode.Uri) => boolean): SubjectNames<vscode.Uri> {
  return {
    of: (file) => file.toString(),
    find: (name) => {
      const file = vscode.Uri.parse(name);
      return isSubject(file) ? file : undefined;
    },
  };
}

/** Defines a kind of panel and gives the owner of its panels. */
export function definePanel<
  Editor extends Functions<Editor>,
  Page extends Functions<Page>,
  Subject,
  Behind extends BehindPanel<Editor>,
>(kind: PanelKind<Editor, Page, Subject, Behind>): Panels<Editor, Page, Subject, Behind> {
  return new Panels(kind);
}

/** Owner of the panels of one kind. */
export class Panels<
  Editor extends Functions<Editor>,
  Page extends Functions<Page>,
  Subject,
  Behind extends BehindPanel<Editor>,
>
  implements vscode.Disposable
{
  readonly #open = new Set<OpenPanel<Page, Subject, Behind>>();

  constructor(private readonly kind: PanelKind<Editor, Page, Subject, Behind>) {}

  /** Those that are open, in the order in which they were opened. */
  get open(): readonly OpenPanel<Page, Subject, Behind>[] {
    return [...this.#open];
  }

  /** The panel of a subject; absent when it has none. */
  of(subject: Subject): OpenPanel<Page, Subject, Behind> | undefined {
    const { names } = this.kind;
    const name = names?.of(subject);
    return names && this.open.find((one) => names.of(one.subject) === name);
  }

  /** Whether the person can see the panel of a subject now. */
  isInView(subject: Subject): boolean {
    return this.of(subject)?.panel.isVisible ?? false;
  }

  /** Brings the panel of a subject to the front of its column, where it has one, or opens one. */
  show(subject: Subject): void {
    const shown = this.of(subject);
    if (shown !== undefined) {
      shown.panel.reveal();
      return;
    }
    const { viewType, title, extension, column } = this.kind;
    const toTheSide = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.adopt(
      vscode.window.createWebviewPanel(
        viewType,
        title(subject),
        column ?? toTheSide,
        webviewOptions(extension),
      ),
      subject,
    );
  }

  /** Shows a subject in a panel that VS Code has made. */
  adopt(webviewPanel: vscode.WebviewPanel, subject: Subject): void {
    const { kind } = this;
    const session = randomText();
    const { channel, serve } = openChannel(webviewPanel, kind, session);
    const panel = panelOf(webviewPanel, channel);
    const behind = kind.behind(subject, panel);
    serve(behind.editor);
    const opened = { subject, panel, behind };
    this.#open.add(opened);
    webviewPanel.onDidDispose(() => {
      this.#open.delete(opened);
      channel.dispose();
      behind.dispose?.();
    });
    webviewPanel.iconPath = vscode.Uri.joinPath(kind.extension, 'media', 'icon.png');
    loadPage(webviewPanel, kind, session);
  }

  /** Takes back a panel that was open when the window closed; one whose subject is gone is closed. */
  restore(webviewPanel: vscode.WebviewPanel, state: unknown): void {
    const subject = this.subjectIn(state);
    if (subject === undefined || this.of(subject) !== undefined) {
      webviewPanel.dispose();
    } else {
      this.adopt(webviewPanel, subject);
    }
  }

  /** The subject whose name a page has kept. */
  subjectIn(state: unknown): Subject | undefined {
    const kept =
      typeof state === 'object' && state !== null && 'subject' in state ? state.subject : undefined;
    return this.kind.names?.find(typeof kept === 'string' ? kept : '');
  }

  /** Updates the visible panels of these subjects; a hidden page asks when it is shown again. */
  refresh(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      const shown = this.of(subject);
      if (shown?.panel.isVisible === true) {
        // A file that is gone, or a text that is just being typed, is left as it was last seen.
        shown.behind.refresh?.().catch((error: unknown) => this.kind.log.debug(String(error)));
      }
    }
  }

  /** Closes every panel. */
  dispose(): void {
    this.open.forEach(({ panel }) => panel.close());
  }
}

/** The channel to the page of a panel; what it may ask is known as soon as it has a backend. */
function openChannel<Editor extends Functions<Editor>, Page extends Functions<Page>>(
  { title, webview }: vscode.WebviewPanel,
  {
    contract,
    log,
  }: { readonly contract: PanelContract<Editor, Page>; readonly log: vscode.LogOutputChannel },
  session: string,
): { readonly channel: Channel<Editor, Page>; readonly serve: (editor: Implementation<Editor>) => void } {
  let served: Implementation<Editor> | undefined;
  const channel = new Channel<Editor & PageTexts, Page>({
    port: webviewPort(webview),
    session,
    name: 'editor',
    get implementation() {
      return served && answeringTexts(served, () => vscode.l10n.bundle ?? {});
    },
    checks: { offered: withPageTexts(contract.editor), used: contract.page },
    log: (problem) => log.warn(`${title}: ${problem}`),
  });
  return { channel, serve: (editor) => void (served = editor) };
}

function panelOf<Editor extends Functions<Editor>, Page extends Functions<Page>>(
  panel: vscode.WebviewPanel,
  channel: Channel<Editor, Page>,
): Panel<Page> {
  return {
    page: remote(channel),
    notify: (name, ...args) => void channel.notify(name, ...args),
    get isVisible() {
      return panel.visible;
    },
    reveal: () => panel.reveal(undefined, true),
    close: () => void panel.dispose(),
  };
}

/** What a page may do: run our bundle, and load from its folder. */
function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [webviewFolder(extension)] };
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

/** Makes a panel load its page, with the session id that its messages must carry. */
function loadPage(
  { title, webview }: vscode.WebviewPanel,
  { extension, page, styleDigest }: { extension: vscode.Uri; page: string; styleDigest?: string },
  session: string,
): void {
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), file)).toString();
  webview.options = webviewOptions(extension);
  webview.html = webviewHtml({
    title,
    language: vscode.l10n.bundle === undefined ? 'en' : vscode.env.language,
    source: webview.cspSource,
    script: address(`${page}.js`),
    style: address(`${page}.css`),
    nonce: randomText(),
    ...defined({ styleDigest }),
    session,
  });
}

/** 192 bits nobody can guess, for a nonce or a session. */
function randomText(): string {
  return randomBytes(24).toString('base64url');
}
