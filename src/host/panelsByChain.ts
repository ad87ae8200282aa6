/**
 * The panels of one kind: one for each chain, opened beside the editor, restored with the window, and told about
 * changes only while somebody sees them. A hidden page asks when it is shown again.
 */
import * as vscode from 'vscode';
import type { Contract, Implementation } from '../protocol/channel';
import { fileTitle, isChainFile } from './chainDocument';
import { PanelView, webviewOptions, type PanelKind } from './panelView';

/** What panels of a kind have in common. */
export interface ChainPanelKind<
  Editor extends Contract<Editor>,
  Page extends Contract<Page>,
> extends PanelKind<Editor, Page> {
  /** For opening and restoring them. */
  readonly viewType: string;
  readonly titleOf: (chain: string) => string;
  /** Whether the focus stays in the editor when one is opened. */
  readonly preserveFocus: boolean;
}

/** What stands behind the panel of one chain. */
export interface ChainSubject<Editor extends Contract<Editor>, Page extends Contract<Page>> {
  readonly chain: vscode.Uri;
  /** What its page may ask. */
  readonly editor: Implementation<Editor>;
  /** Tells the page what the chain is like now; rejects where that cannot be said, and the page stays as it is. */
  readonly tell: (panel: PanelView<Editor, Page>) => Promise<void>;
  /** The panel was closed. */
  readonly dispose?: () => void;
}

/** A subject and the panel that shows it. */
interface Shown<Editor extends Contract<Editor>, Page extends Contract<Page>, Subject> {
  readonly subject: Subject;
  readonly panel: PanelView<Editor, Page>;
}

/** What panels work with. */
interface PanelPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** Owner of the panels of one kind; the chain of each is named by the text of its URI. */
export class PanelsByChain<
  Editor extends Contract<Editor>,
  Page extends Contract<Page>,
  Subject extends ChainSubject<Editor, Page>,
>
  implements vscode.Disposable
{
  readonly #shown = new Map<string, Shown<Editor, Page, Subject>>();

  constructor(
    private readonly kind: ChainPanelKind<Editor, Page>,
    private readonly ports: PanelPorts,
    private readonly subjectOf: (chain: vscode.Uri) => Subject,
  ) {}

  /** The subjects that are shown, in the order in which they were opened. */
  get subjects(): readonly Subject[] {
    return [...this.#shown.values()].map(({ subject }) => subject);
  }

  /** The panel of a chain and what it shows; absent when the chain has none. */
  of(chain: vscode.Uri): Shown<Editor, Page, Subject> | undefined {
    return this.#shown.get(chain.toString());
  }

  /** Opens a panel for a chain beside the editor. */
  open(chain: vscode.Uri): void {
    const { viewType, titleOf, preserveFocus } = this.kind;
    const panel = vscode.window.createWebviewPanel(
      viewType,
      titleOf(fileTitle(chain)),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus },
      webviewOptions(this.ports.extension),
    );
    this.#adopt(panel, chain);
  }

  /** Whether the person can see the panel of a chain now. */
  isInView(chain: vscode.Uri): boolean {
    return this.of(chain)?.panel.isVisible ?? false;
  }

  /** Takes back a panel that was open when the window closed; the state is the page's, so it is checked. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const chain = chainOfState(state);
    if (chain === undefined || this.of(chain) !== undefined) {
      panel.dispose();
    } else {
      this.#adopt(panel, chain);
    }
  }

  /** Shows these chains anew where somebody sees them. */
  refresh(chains: readonly vscode.Uri[]): void {
    for (const chain of chains) {
      const shown = this.of(chain);
      if (shown?.panel.isVisible === true) {
        // A file that is gone, or a text that is just being typed, is left as it was last seen.
        shown.subject.tell(shown.panel).catch((error: unknown) => this.ports.log.debug(String(error)));
      }
    }
  }

  /** Closes every panel. */
  dispose(): void {
    [...this.#shown.values()].forEach(({ panel }) => panel.dispose());
  }

  #adopt(webview: vscode.WebviewPanel, chain: vscode.Uri): void {
    const { extension, log } = this.ports;
    const subject = this.subjectOf(chain);
    const panel = new PanelView(webview, extension, this.kind, { editor: subject.editor, log });
    this.#shown.set(chain.toString(), { subject, panel });
    panel.onDidDispose(() => {
      this.#shown.delete(chain.toString());
      subject.dispose?.();
    });
  }
}

function chainOfState(state: unknown): vscode.Uri | undefined {
  const text =
    typeof state === 'object' && state !== null && 'subject' in state && typeof state.subject === 'string'
      ? state.subject
      : '';
  const chain = vscode.Uri.parse(text);
  return isChainFile(chain) ? chain : undefined;
}
