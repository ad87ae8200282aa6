/**
 * The Chain Viewers of this window: one for each chain, opened beside the editor, restored with the window,
 * and kept up to date with the text, the surroundings and the runs.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChainGraph } from '../../core/graph/graph';
import { CallFailure } from '../../protocol/channel';
import type { Implementation } from '../../protocol/channel';
import type { ChainView, ViewedPart, ViewerEditor, ViewerPage } from '../../protocol/viewerContract';
import { isChainFile, rootOf, showRequest, workspacePathOf } from '../chainDocument';
import type { ChainRuns, RunChange } from '../chainRuns';
import { loadLanguage } from '../lazyBundles';
import { PanelView, webviewOptions } from '../panelView';
import type { ChainAnalyses, LastResults } from '../services';
import { pngBytes, saveDrawing } from './saveDrawing';
import { VIEWER_PANEL } from './viewerPanel';
import { VIEWER_VIEW } from './viewerView';

/** What the viewers work with. */
export interface ViewerPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly analyses: ChainAnalyses;
  readonly last: Pick<LastResults, 'of' | 'values'>;
  readonly runs: Pick<ChainRuns, 'latest' | 'onDidChange'>;
  readonly log: vscode.LogOutputChannel;
}

/** A panel and the graph that its page was given last. */
interface Viewer {
  readonly chain: vscode.Uri;
  readonly panel: PanelView<ViewerEditor, ViewerPage>;
  graph: ChainGraph | undefined;
}

/** Owner of all viewers; the chain of each is named by the text of its URI. */
export class ChainViewers implements vscode.Disposable {
  readonly #viewers = new Map<string, Viewer>();
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: ViewerPorts) {
    this.#watching = vscode.Disposable.from(
      ports.analyses.onDidChange((chains) => this.#refresh(chains)),
      ports.runs.onDidChange((change) => this.#follow(change)),
    );
  }

  /** Shows a chain beside the editor; the focus stays where it is. */
  show(chain: vscode.Uri): void {
    const open = this.#viewers.get(chain.toString());
    if (open !== undefined) {
      open.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      VIEWER_VIEW,
      vscode.l10n.t('Chain Viewer: {0}', path.posix.basename(chain.path, '.chain.json')),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      webviewOptions(this.ports.extension),
    );
    this.#adopt(panel, chain);
  }

  /** Whether the person can see a chain's viewer now. */
  isInView(chain: vscode.Uri): boolean {
    return this.#viewers.get(chain.toString())?.panel.isVisible ?? false;
  }

  /** Takes back a panel that was open when the window closed; the state is the page's, so it is checked. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const chain = chainOfState(state);
    if (chain === undefined || this.#viewers.has(chain.toString())) {
      panel.dispose();
    } else {
      this.#adopt(panel, chain);
    }
  }

  /** Closes every panel. */
  dispose(): void {
    this.#watching.dispose();
    [...this.#viewers.values()].forEach(({ panel }) => panel.dispose());
  }

  #adopt(webview: vscode.WebviewPanel, chain: vscode.Uri): void {
    const { extension, log } = this.ports;
    const editor = this.#editorFor(chain);
    const panel = new PanelView(webview, extension, VIEWER_PANEL, { editor, log });
    this.#viewers.set(chain.toString(), { chain, panel, graph: undefined });
    panel.onDidDispose(() => this.#viewers.delete(chain.toString()));
  }

  /** Draws these chains anew where somebody sees them; a hidden page asks when it is shown again. */
  #refresh(chains: readonly vscode.Uri[]): void {
    for (const uri of chains) {
      const viewer = this.#viewers.get(uri.toString());
      if (viewer?.panel.isVisible === true) {
        this.#view(uri).then(
          (view) => viewer.panel.tell('show', view),
          // A file that is gone is left as it was last seen.
          (error: unknown) => this.ports.log.debug(String(error)),
        );
      }
    }
  }

  #follow(change: RunChange): void {
    const { uri } = change.run.place;
    if (change.type === 'started') {
      this.#refresh([uri]);
      return;
    }
    const viewer = this.#viewers.get(uri.toString());
    if (viewer?.panel.isVisible === true && change.update.type !== 'run-finished') {
      void this.#tellProgress(viewer, change.run, change.update.index);
    }
  }

  async #tellProgress({ chain, panel, graph }: Viewer, run: RunChange['run'], index: number): Promise<void> {
    const { nodeOf, requestsIn, shownValue } = await loadLanguage();
    const row = run.view.requests[index];
    const node =
      row === undefined || graph === undefined
        ? undefined
        : nodeOf(requestsIn(graph, workspacePathOf(chain)), row.planned.request);
    if (row !== undefined && node !== undefined) {
      const extractions = run.results.get(index)?.extractions ?? [];
      panel.tell('progress', {
        node,
        progress: row.progress,
        values: extractions.flatMap(({ variable, value }) =>
          value === undefined ? [] : [shownValue(variable, value)],
        ),
      });
    }
  }

  /** The chain as it is now. Rejects when its file is gone. */
  async #view(chain: vscode.Uri): Promise<ChainView> {
    const { analyses, last, runs } = this.ports;
    const analysis = await analyses.of(chain);
    const { chainView } = await loadLanguage();
    const run = runs.latest(chain)?.view;
    const view = chainView(analysis, {
      of: (request) => last.of(fileOf(chain, request.chain), request.id),
      values: last.values(chain),
      ...(run?.outcome === 'running' ? { running: run } : {}),
    });
    const viewer = this.#viewers.get(chain.toString());
    if (viewer !== undefined) {
      viewer.graph = view.graph;
    }
    return view;
  }

  /** What a page may ask; it names nodes of the graph that it was given. */
  #editorFor(chain: vscode.Uri): Implementation<ViewerEditor> {
    return {
      ready: async () => ({ subject: chain.toString(), view: await this.#view(chain) }),
      reveal: (node) => this.#reveal(chain, node),
      copyMermaid: async (part) => {
        const { mermaidText } = await loadLanguage();
        await vscode.env.clipboard.writeText(mermaidText(await this.#part(chain, part)));
      },
      saveSvg: async (part) => {
        const { layoutGraph, svgText } = await loadLanguage();
        const graph = await this.#part(chain, part);
        const bytes = new TextEncoder().encode(svgText(graph, layoutGraph(graph)));
        await saveDrawing(chain, { kind: 'svg', bytes });
      },
      savePng: (picture) => saveDrawing(chain, { kind: 'png', bytes: pngBytes(picture) }),
    };
  }

  async #part(chain: vscode.Uri, { open, ...part }: ViewedPart): Promise<ChainGraph> {
    const { shownPart } = await loadLanguage();
    return shownPart(this.#graph(chain), { ...part, open: new Set(open) });
  }

  async #reveal(chain: vscode.Uri, key: string): Promise<void> {
    const { requestsIn } = await loadLanguage();
    const graph = this.#graph(chain);
    const request = requestsIn(graph, workspacePathOf(chain)).get(key);
    const node = graph.nodes.find((known) => known.key === key);
    if (request !== undefined) {
      await showRequest(fileOf(chain, request.chain), request.id);
    } else if (node?.kind === 'required-chain') {
      await vscode.window.showTextDocument(fileOf(chain, node.file), { viewColumn: vscode.ViewColumn.One });
    } else {
      throw new CallFailure(vscode.l10n.t('This request is no longer there. The chain has changed.'));
    }
  }

  #graph(chain: vscode.Uri): ChainGraph {
    return this.#viewers.get(chain.toString())?.graph ?? { name: '', nodes: [], edges: [] };
  }
}

/** The file with a workspace path; the chain itself may stand outside of every workspace. */
function fileOf(chain: vscode.Uri, name: string): vscode.Uri {
  return name === workspacePathOf(chain) ? chain : vscode.Uri.joinPath(rootOf(chain), name);
}

function chainOfState(state: unknown): vscode.Uri | undefined {
  const text =
    typeof state === 'object' && state !== null && 'subject' in state && typeof state.subject === 'string'
      ? state.subject
      : '';
  const chain = vscode.Uri.parse(text);
  return isChainFile(chain) ? chain : undefined;
}
