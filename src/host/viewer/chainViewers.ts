/**
 * The Chain Viewers of this window: one for each chain, kept up to date with the text, the surroundings and the
 * runs.
 */
import * as vscode from 'vscode';
import type { ChainGraph } from '../../core/graph/graph';
import { CallFailure, type Implementation } from '../../protocol/channel';
import type { ChainView, ViewedPart, ViewerEditor, ViewerPage } from '../../protocol/viewerContract';
import { fileTitle, isChainFile, rootOf, showRequest, workspacePathOf } from '../chainDocument';
import type { ChainRuns, RunChange } from '../chainRuns';
import { FORM_VIEW } from '../form/formView';
import { definePanel, fileNames, type BehindPanel, type Panels } from '../panels';
import type { ChainAnalyses, LastResults } from '../services';
import { pngBytes, saveDrawing } from './saveDrawing';
import { VIEWER_PANEL } from './viewerPanel';
import { VIEWER_VIEW } from './viewerView';
import { changedProgress, chainView, requestsIn } from '../../protocol/chainView';
import { mermaidText } from '../../core/graph/mermaid';
import { layoutGraph } from '../../core/graph/layout';
import { svgText } from '../../core/graph/svg';
import { shownPart } from '../../core/graph/shownPart';

/** What the viewers work with. */
export interface ViewerPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly analyses: ChainAnalyses;
  readonly last: Pick<LastResults, 'of' | 'values'>;
  readonly runs: Pick<ChainRuns, 'latest' | 'onDidChange'>;
  readonly log: vscode.LogOutputChannel;
}

/** A chain in its viewer. */
interface ViewedChain extends BehindPanel<ViewerEditor> {
  /** The graph that its page was given last. */
  graph: ChainGraph | undefined;
}

/** Owner of all viewers. */
export class ChainViewers implements vscode.Disposable {
  readonly #panels: Panels<ViewerEditor, ViewerPage, vscode.Uri, ViewedChain>;
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: ViewerPorts) {
    const { extension, log } = ports;
    this.#panels = definePanel({
      ...VIEWER_PANEL,
      viewType: VIEWER_VIEW,
      title: (chain) => vscode.l10n.t('Chain Viewer: {0}', fileTitle(chain)),
      names: fileNames(isChainFile),
      behind: (chain, panel): ViewedChain => ({
        editor: this.#editorFor(chain),
        refresh: async () => panel.notify('show', await this.#view(chain)),
        graph: undefined,
      }),
      extension,
      log,
    });
    this.#watching = vscode.Disposable.from(
      ports.analyses.onDidChange((chains) => this.#panels.refresh(chains)),
      ports.runs.onDidChange((change) => this.#follow(change)),
    );
  }

  /** Shows a chain next to the editor; the focus stays where it is. */
  show(chain: vscode.Uri): void {
    this.#panels.show(chain);
  }

  /** Whether the person can see a chain's viewer now. */
  isInView(chain: vscode.Uri): boolean {
    return this.#panels.isInView(chain);
  }

  /** Takes back a panel that was open when the window closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  /** Closes every panel. */
  dispose(): void {
    this.#watching.dispose();
    this.#panels.dispose();
  }

  #follow(change: RunChange): void {
    const { uri } = change.run.place;
    if (change.type === 'started') {
      this.#panels.refresh([uri]);
      return;
    }
    const shown = this.#panels.of(uri);
    const { graph } = shown?.behind ?? {};
    if (shown?.panel.isVisible === true && graph !== undefined) {
      for (const changed of changedProgress(graph, workspacePathOf(uri), change.run, change.event)) {
        shown.panel.notify('progress', changed);
      }
    }
  }

  /** The current chain. Rejects when its file is gone. */
  async #view(chain: vscode.Uri): Promise<ChainView> {
    const { analyses, last, runs } = this.ports;
    const analysis = await analyses.of(chain);
    const run = runs.latest(chain);
    const view = chainView(analysis, {
      of: (request) => last.of(fileOf(chain, request.chain), request.id),
      values: last.values(chain),
      ...(run?.view.outcome === 'running' ? { running: run } : {}),
    });
    const shown = this.#panels.of(chain);
    if (shown !== undefined) {
      shown.behind.graph = view.graph;
    }
    return view;
  }

  /** What a page may ask; it names nodes of the graph that it was given. */
  #editorFor(chain: vscode.Uri): Implementation<ViewerEditor> {
    return {
      ready: async () => ({ subject: chain.toString(), view: await this.#view(chain) }),
      reveal: (node) => this.#reveal(chain, node),
      openForm: async () => void (await vscode.commands.executeCommand('vscode.openWith', chain, FORM_VIEW)),
      copyMermaid: async (part) => {
        await vscode.env.clipboard.writeText(mermaidText(this.#part(chain, part)));
      },
      saveSvg: async (part) => {
        const graph = this.#part(chain, part);
        const bytes = new TextEncoder().encode(svgText(graph, layoutGraph(graph)));
        await saveDrawing(chain, { kind: 'svg', bytes });
      },
      savePng: (picture) => saveDrawing(chain, { kind: 'png', bytes: pngBytes(picture) }),
    };
  }

  #part(chain: vscode.Uri, { open, ...part }: ViewedPart): ChainGraph {
    return shownPart(this.#graph(chain), { ...part, open: new Set(open) });
  }

  async #reveal(chain: vscode.Uri, key: string): Promise<void> {
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
    return this.#panels.of(chain)?.behind.graph ?? { name: '', nodes: [], edges: [] };
  }
}

/** The file with a workspace path; the chain itself may be outside every workspace. */
function fileOf(chain: vscode.Uri, name: string): vscode.Uri {
  return name === workspacePathOf(chain) ? chain : vscode.Uri.joinPath(rootOf(chain), name);
}
