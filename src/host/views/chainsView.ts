/**
 * The Chains view: the chains of the workspace and their requests, with how they ended last.
 *
 * The list of files is all it needs at first, so that a workspace of thousands of chains opens at once. Up to
 * a few hundred are then read ahead and sorted by their names, folder by folder; of more, only those
 * that are opened in the view are read, and all are sorted by their files.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Outcome } from '../../core/result/result';
import { gatherFiles } from '../bursts';
import { isChainFile } from '../chainDocument';
import type { ChainAnalyses, ChainFiles, LastResults } from '../services';
import { ChainOutlines } from './chainOutlines';
import { chainItem, chainLabel, folderItem, requestItem, requestTooltip } from './chainItem';
import type { ChainNode, ChainTarget, ChainsNode, FolderNode, RequestNode, RequestTarget } from './chainNode';
import { worstOutcome } from '../outcomeIcon';

/** What the view shows. */
export interface ChainsSources {
  readonly files: ChainFiles;
  readonly analyses: ChainAnalyses;
  readonly last: LastResults;
}

/** So many chains, and no more, are read without being asked for: people look through them by name. */
const READ_AHEAD = 300;
/** While somebody types, only the outcome is shown, not every letter. */
const GATHERING_MS = 200;

/** The content of the view. */
export class ChainsTree implements vscode.TreeDataProvider<ChainsNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ChainsNode | readonly ChainsNode[] | undefined>();
  readonly #outlines: ChainOutlines;
  readonly #watching: vscode.Disposable;
  /** Chains in the view, by name; absent until it was opened. */
  #chains: Map<string, ChainNode> | undefined;
  readonly #gather = gatherFiles(GATHERING_MS, (chains) => void this.#follow(chains));

  readonly onDidChangeTreeData = this.#changed.event as vscode.Event<ChainsNode | ChainsNode[] | undefined>;

  constructor(private readonly sources: ChainsSources) {
    this.#outlines = new ChainOutlines(sources.files);
    this.#watching = vscode.Disposable.from(
      sources.files.onDidChange((files) => this.#gather(files.filter(isChainFile))),
      sources.last.onDidChange((chains) => this.#show(chains)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#showAnew()),
    );
  }

  /** Searches, reads and shows everything again. */
  refresh(): void {
    this.sources.files.refresh();
    this.#showAnew();
  }

  async getChildren(node?: ChainsNode): Promise<ChainsNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.#roots();
      case 'folder':
        return this.#chainsIn(await this.sources.files.list(), node);
      case 'chain':
        return this.#requests(node);
      case 'request':
        return [];
    }
  }

  getTreeItem(node: ChainsNode): vscode.TreeItem {
    switch (node.kind) {
      case 'folder':
        return folderItem(node);
      case 'chain': {
        const outline = this.#outlines.known(node.chain);
        return chainItem(node, { outline, outcome: this.#outcomeOf(node) });
      }
      case 'request':
        return requestItem(node, this.sources.last.of(node.chain, node.requestId));
    }
  }

  async resolveTreeItem(item: vscode.TreeItem, node: ChainsNode): Promise<vscode.TreeItem> {
    if (node.kind === 'request') {
      const last = this.sources.last.of(node.chain, node.requestId);
      const analysis = await this.sources.analyses.of(node.chain).catch(() => undefined);
      item.tooltip = requestTooltip(node, last, analysis);
    }
    return item;
  }

  getParent(node: ChainsNode): ChainsNode | undefined {
    switch (node.kind) {
      case 'folder':
        return undefined;
      case 'chain':
        return folderOf(node.chain);
      case 'request':
        return this.chainNode(node.chain);
    }
  }

  /** The line of a chain; absent when the view does not show it. */
  chainNode(chain: vscode.Uri): ChainNode | undefined {
    return this.#chains?.get(chain.toString());
  }

  /** The line of a request as the file is now; absent when the view shows none such. */
  async requestNode(target: RequestTarget): Promise<RequestNode | undefined> {
    const chain = this.chainNode(target.chain);
    if (chain === undefined) {
      return undefined;
    }
    if (await this.#outlines.refresh(target.chain)) {
      // the change is known from now on, so nobody else would show it
      this.#changed.fire(chain);
    }
    const nodes = await this.#requests(chain);
    return (
      nodes.find(({ index }) => index === target.index) ??
      nodes.find(({ requestId }) => requestId === target.requestId)
    );
  }

  dispose(): void {
    this.#gather.dispose();
    this.#watching.dispose();
    this.#changed.dispose();
  }

  #showAnew(): void {
    this.#outlines.keep([]);
    this.#changed.fire(undefined);
  }

  async #roots(): Promise<ChainsNode[]> {
    const chains = await this.sources.files.list();
    this.#outlines.keep(chains);
    const before = this.#chains;
    this.#chains = new Map(
      chains.map((chain) => [chain.toString(), before?.get(chain.toString()) ?? { kind: 'chain', chain }]),
    );
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length < 2) {
      return this.#chainsIn(chains, undefined);
    }
    const nodes = folders.map((folder): FolderNode => ({ kind: 'folder', folder }));
    return nodes.filter((node) => chains.some((chain) => isIn(chain, node)));
  }

  /** The lines of chains in a folder; without one, of all. */
  #chainsIn(chains: readonly vscode.Uri[], folder: FolderNode | undefined): ChainNode[] {
    const nodes = chains
      .filter((chain) => folder === undefined || isIn(chain, folder))
      .flatMap((chain) => this.chainNode(chain) ?? []);
    if (nodes.length > READ_AHEAD) {
      return nodes;
    }
    void this.#readAhead(nodes, folder);
    return this.#byName(nodes);
  }

  async #readAhead(nodes: readonly ChainNode[], folder: FolderNode | undefined): Promise<void> {
    const unread = nodes.filter(({ chain }) => this.#outlines.known(chain) === undefined);
    await Promise.all(unread.map(({ chain }) => this.#outlines.read(chain)));
    if (unread.length > 0) {
      // their names are known now, and with them the order
      this.#changed.fire(folder);
    }
  }

  /** Folder by folder, in each by what the lines say. */
  #byName(nodes: readonly ChainNode[]): ChainNode[] {
    return nodes
      .map((node) => {
        const label = chainLabel(node.chain, this.#outlines.known(node.chain));
        return { node, label, folder: path.posix.dirname(node.chain.path) };
      })
      .sort(
        (one, other) =>
          compareTexts(one.folder, other.folder) ||
          NAMES.compare(one.label, other.label) ||
          compareTexts(one.node.chain.path, other.node.chain.path),
      )
      .map(({ node }) => node);
  }

  async #requests(node: ChainNode): Promise<RequestNode[]> {
    const { chain } = node;
    const wasKnown = this.#outlines.known(chain) !== undefined;
    const outline = await this.#outlines.read(chain);
    if (!wasKnown) {
      // Its name is known by now.
      this.#changed.fire(node);
    }
    const seen = new Map<string, number>();
    return (outline === 'unreadable' ? [] : outline.requests).map((request) => {
      const { id: requestId, index } = request;
      const repeated = seen.get(requestId) ?? 0;
      seen.set(requestId, repeated + 1);
      return { kind: 'request', chain, requestId, index, request, repeated };
    });
  }

  #outcomeOf({ chain }: ChainTarget): Outcome | undefined {
    const outline = this.#outlines.known(chain);
    const requests = outline === undefined || outline === 'unreadable' ? [] : outline.requests;
    return worstOutcome(requests.map(({ id }) => this.sources.last.of(chain, id)?.outcome));
  }

  async #follow(changed: readonly vscode.Uri[]): Promise<void> {
    if (this.#chains === undefined) {
      return;
    }
    const listed = new Set((await this.sources.files.list()).map(String));
    const shown = this.#chains;
    if (changed.some((uri) => listed.has(uri.toString()) !== shown.has(uri.toString()))) {
      this.#changed.fire(undefined);
    }
    const labels = changed.map((uri) => chainLabel(uri, this.#outlines.known(uri)));
    const refreshed = await Promise.all(
      changed.map(async (uri) => ((await this.#outlines.refresh(uri)) ? [uri] : [])),
    );
    if (changed.some((uri, index) => chainLabel(uri, this.#outlines.known(uri)) !== labels[index])) {
      // another name is another place in the order
      this.#changed.fire(undefined);
    } else {
      this.#show(refreshed.flat());
    }
  }

  #show(chains: readonly vscode.Uri[]): void {
    const nodes = chains.flatMap((chain) => this.chainNode(chain) ?? []);
    if (nodes.length > 0) {
      this.#changed.fire(nodes);
    }
  }
}

/** As people order names: `Step 9` before `Step 10`, whatever the case. */
const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function folderOf(chain: vscode.Uri): FolderNode | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(chain);
  const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
  return folder === undefined || !several ? undefined : { kind: 'folder', folder };
}

function isIn(chain: vscode.Uri, { folder }: FolderNode): boolean {
  return vscode.workspace.getWorkspaceFolder(chain)?.uri.toString() === folder.uri.toString();
}
