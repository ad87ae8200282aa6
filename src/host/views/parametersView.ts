/**
 * The Parameter Dashboard: the variables of the chain that a person works on, with what is wrong with them,
 * who gives them a value and who takes it. It stays with a chain until another one is worked on, and with
 * one that was pinned in any case.
 */
import * as vscode from 'vscode';
import type { ParameterGroup } from '../../core/analysis/parameter';
import { isChainFile } from '../chainDocument';
import { activeResource } from '../environments/activeResource';
import type { ChainAnalyses, LastResults } from '../services';
import {
  groupItem,
  parameterItem,
  placeItem,
  type GroupNode,
  type ParameterNode,
  type ParametersNode,
  type PlaceNode,
} from './parameterItem';

/** What the view shows. */
export interface ParametersSources {
  readonly analyses: ChainAnalyses;
  readonly last: Pick<LastResults, 'values' | 'onDidChange'>;
}

/** While somebody types, only the outcome is shown, not every letter. */
const GATHERING_MS = 200;

/** The content of the view. */
export class ParametersTree implements vscode.TreeDataProvider<ParametersNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #watching: vscode.Disposable;
  #chain: vscode.Uri | undefined;
  #pinned = false;
  #groups: readonly GroupNode[] = [];
  #reading: Promise<void> = Promise.resolve();
  #readings = 0;
  #later: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(private readonly sources: ParametersSources) {
    const concerns = (chains: readonly vscode.Uri[]): void => {
      if (chains.some((chain) => chain.toString() === this.#chain?.toString())) {
        this.#later ??= setTimeout(() => void this.#readAgain(), GATHERING_MS);
      }
    };
    this.#watching = vscode.Disposable.from(
      sources.analyses.onDidChange(concerns),
      sources.last.onDidChange(concerns),
    );
  }

  /** The chain that is shown. */
  get chain(): vscode.Uri | undefined {
    return this.#chain;
  }

  /** Whether the view stays with its chain. */
  get pinned(): boolean {
    return this.#pinned;
  }

  /** The groups as they were read last. */
  get groups(): readonly ParameterGroup[] {
    return this.#groups.map(({ group }) => group);
  }

  /** Shows the chain of the active editor, if there is one and no other is pinned. */
  async followEditor(): Promise<void> {
    const active = activeResource();
    if (!this.#pinned && active !== undefined && isChainFile(active)) {
      await this.show(active);
    }
  }

  /** Shows a chain; resolves when its variables are there. */
  async show(chain: vscode.Uri): Promise<void> {
    if (chain.toString() !== this.#chain?.toString()) {
      this.#chain = chain;
      await this.#readAgain();
    }
    await this.#reading;
  }

  /** Stays with the chain, or follows the editor again. */
  async pin(pinned: boolean): Promise<void> {
    this.#pinned = pinned;
    await this.followEditor();
  }

  /** The line of a variable; absent when the chain has none of that name. */
  find(name: string): ParameterNode | undefined {
    for (const parent of this.#groups) {
      const parameter = parent.group.parameters.find((one) => one.name === name);
      if (parameter !== undefined) {
        return { kind: 'parameter', parent, parameter };
      }
    }
    return undefined;
  }

  getChildren(node?: ParametersNode): ParametersNode[] {
    switch (node?.kind) {
      case undefined:
        return [...this.#groups];
      case 'group':
        return node.group.parameters.map((parameter): ParameterNode => ({
          kind: 'parameter',
          parent: node,
          parameter,
        }));
      case 'parameter':
        return this.#places(node);
      case 'place':
        return [];
    }
  }

  getTreeItem(node: ParametersNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group':
        return groupItem(node);
      case 'parameter':
        return parameterItem(node);
      case 'place':
        return placeItem(node);
    }
  }

  getParent(node: ParametersNode): ParametersNode | undefined {
    return node.kind === 'group' ? undefined : node.parent;
  }

  dispose(): void {
    clearTimeout(this.#later);
    this.#watching.dispose();
    this.#changed.dispose();
  }

  #places(parent: ParameterNode): PlaceNode[] {
    const chain = this.#chain;
    return chain === undefined
      ? []
      : parent.parameter.places.map((place, index) => ({ kind: 'place', parent, chain, place, index }));
  }

  #readAgain(): Promise<void> {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#reading = this.#read();
    return this.#reading;
  }

  async #read(): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    const chain = this.#chain;
    const groups = chain === undefined ? undefined : await this.#groupsOf(chain);
    if (reading === this.#readings) {
      if (groups === undefined) {
        this.#chain = undefined;
        this.#pinned = false;
      }
      this.#groups = (groups ?? []).map((group) => ({ kind: 'group', group }));
      this.#changed.fire(undefined);
    }
  }

  /** Nothing when the file has gone; then the view is empty until another chain is worked on. */
  async #groupsOf(chain: vscode.Uri): Promise<readonly ParameterGroup[] | undefined> {
    const { parameterGroups } = await import('../../core/analysis/parameterGroups');
    try {
      const analysis = await this.sources.analyses.of(chain);
      return parameterGroups(analysis, this.sources.last.values(chain));
    } catch {
      return undefined;
    }
  }
}
