/**
 * The Results view: the history of each chain, newest first, as on disk.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { humanDuration } from '../../core/result/resultViews';
import type { Outcome } from '../../core/result/result';
import type { ResultHead, RunTrigger } from '../../core/result/resultFile';
import { engineText } from '../engineText';
import { outcomeIcon, outcomeWord } from '../outcomeIcon';
import type { ResultHistory } from './resultHistory';

/** A line of the view: a chain with results, or one of them. */
export type ResultNode = ChainResultsNode | StoredNode;

/** A chain that has results. */
interface ChainResultsNode {
  readonly kind: 'chain';
  readonly chain: vscode.Uri;
}

/** A result of a chain. */
export interface StoredNode {
  readonly kind: 'result';
  readonly chain: vscode.Uri;
  /** Absolute path. */
  readonly file: string;
  readonly head: ResultHead;
}

/** The content of the view. */
export class ResultsTree implements vscode.TreeDataProvider<ResultNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ResultNode | undefined>();
  readonly #watching: vscode.Disposable;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(private readonly history: ResultHistory) {
    this.#watching = history.onDidChange(() => this.#changed.fire(undefined));
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    if (node === undefined) {
      const chains = await this.history.chains();
      return chains.map((chain) => ({ kind: 'chain', chain }));
    }
    if (node.kind === 'result') {
      return [];
    }
    const stored = await this.history.list(node.chain);
    return stored.map(({ file, head }) => ({ kind: 'result', chain: node.chain, file, head }));
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    return node.kind === 'chain' ? chainItem(node) : resultItem(node);
  }

  dispose(): void {
    vscode.Disposable.from(this.#watching, this.#changed).dispose();
  }
}

/** What was run, in a word or two. */
function triggerText(trigger: RunTrigger): string {
  switch (trigger) {
    case 'execute':
      return vscode.l10n.t('Execute');
    case 'runAll':
      return vscode.l10n.t('Run All');
    case 'part':
      return vscode.l10n.t('selected requests');
  }
}

/** The local time of a result, as people of this machine write it. */
export function timeText({ startedAt }: Pick<ResultHead, 'startedAt'>): string {
  const date = new Date(startedAt);
  return date.toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'medium' });
}

/** How a run ended; a recording is none and says so. */
export function endingText({ kind, outcome }: Pick<ResultHead, 'kind' | 'outcome'>): string {
  return kind === 'run' ? outcomeWord(outcome) : vscode.l10n.t('Recorded');
}

function chainItem({ chain }: ChainResultsNode): vscode.TreeItem {
  const name = path.posix.basename(chain.path, '.chain.json');
  const place = path.posix.dirname(vscode.workspace.asRelativePath(chain));
  const folder = place === '.' ? [] : [place];
  return {
    label: name,
    id: chain.toString(),
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    iconPath: new vscode.ThemeIcon('link'),
    contextValue: 'resultsOfChain',
    tooltip: chain.fsPath,
    accessibilityInformation: {
      label: [vscode.l10n.t('Results of chain {0}', name), ...folder].join(', '),
    },
    description: folder.join(),
  };
}

function resultItem(node: StoredNode): vscode.TreeItem {
  const { head } = node;
  const time = timeText(head);
  const isRun = head.kind === 'run';
  const where = head.environment === undefined ? [] : [head.environment];
  const facts = isRun
    ? [countsText(head.counts), ...where, humanDuration(head.durationMs), triggerText(head.trigger)]
    : [endingText(head), humanDuration(head.durationMs)];
  return {
    label: time,
    id: node.file,
    description: facts.join(' · '),
    iconPath: isRun ? outcomeIcon(head.outcome) : new vscode.ThemeIcon('record'),
    contextValue: 'storedResult',
    tooltip: [head.chain.name, ...facts, ...head.notes.map(engineText)].join('\n'),
    accessibilityInformation: {
      label: [time, ...(isRun ? [endingText(head)] : []), ...facts].join(', '),
    },
    command: {
      command: 'chainwright.openResult',
      title: vscode.l10n.t('Open Result'),
      arguments: [node],
    },
  };
}

function countsText(counts: Readonly<Record<Outcome, number>>): string {
  const words: readonly (readonly [number, string])[] = [
    [counts.failed, vscode.l10n.t('{0} failed', counts.failed)],
    [counts.blocked, vscode.l10n.t('{0} blocked', counts.blocked)],
    [counts.passed, vscode.l10n.t('{0} passed', counts.passed)],
    [counts.skipped, vscode.l10n.t('{0} skipped', counts.skipped)],
  ];
  const present = words.filter(([count]) => count > 0).map(([, text]) => text);
  return present.length === 0 ? vscode.l10n.t('nothing run') : present.join(', ');
}
