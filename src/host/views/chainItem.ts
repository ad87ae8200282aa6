/**
 * How chains and requests look in the Chains view. Names come from untrusted files: they
 * are labels, plain text, and escaped in tooltips.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import type { ChainOutline } from '../../core/files/outline';
import { requestLine } from '../../core/files/requestLine';
import type { Outcome, RequestResult } from '../../core/result/result';
import { humanDuration } from '../../core/result/resultViews';
import { engineText } from '../engineText';
import { nodeId, type ChainNode, type FolderNode, type RequestNode } from './chainNode';
import { outcomeIcon, outcomeWord } from '../outcomeIcon';

/** A workspace folder. */
export function folderItem(node: FolderNode): vscode.TreeItem {
  return {
    id: nodeId(node),
    label: node.folder.name,
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    iconPath: vscode.ThemeIcon.Folder,
    contextValue: 'folder',
    tooltip: node.folder.uri.fsPath,
    accessibilityInformation: { label: vscode.l10n.t('Folder {0}', node.folder.name) },
  };
}

/** What is known of a chain besides its file. */
export interface ChainFacts {
  /** Absent until the file was read; `unreadable` when that did not work. */
  readonly outline: ChainOutline | 'unreadable' | undefined;
  readonly outcome: Outcome | undefined;
}

/** What a chain is called: its name, or its file until that was read. */
export function chainLabel(chain: vscode.Uri, outline: ChainFacts['outline']): string {
  const name = outline === undefined || outline === 'unreadable' ? '' : outline.name.trim();
  return name === '' ? path.posix.basename(chain.path, '.chain.json') : name;
}

/** A chain, by its name, or by its file until that was read. */
export function chainItem(node: ChainNode, { outline, outcome }: ChainFacts): vscode.TreeItem {
  const file = vscode.workspace.asRelativePath(node.chain, false);
  const label = chainLabel(node.chain, outline);
  const status = outline === 'unreadable' ? vscode.l10n.t('cannot be read') : statusText(outline);
  const facts = status === undefined ? [file] : [status, file];
  return {
    id: nodeId(node),
    label,
    description: facts.join(' · '),
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    iconPath: outcome === undefined ? new vscode.ThemeIcon('link') : outcomeIcon(outcome),
    contextValue: 'chain',
    resourceUri: node.chain,
    tooltip: [label, ...facts, outcomeWord(outcome)].join('\n'),
    accessibilityInformation: {
      label: [vscode.l10n.t('Chain {0}', label), ...facts, outcomeWord(outcome)].join(', '),
    },
  };
}

/** A request; its tooltip is made by {@link requestTooltip} when somebody points at it. */
export function requestItem(node: RequestNode, last: RequestResult | undefined): vscode.TreeItem {
  const { request } = node;
  const label = request.name.trim() === '' ? request.id : request.name;
  const line = requestLine(request);
  const off = request.disabled ? [vscode.l10n.t('switched off')] : [];
  return {
    id: nodeId(node),
    label,
    description: [line, ...off].join(' · '),
    collapsibleState: vscode.TreeItemCollapsibleState.None,
    iconPath: requestIcon(request, last?.outcome),
    contextValue: request.chain === undefined ? 'request' : 'step',
    command: {
      command: 'chainwright.showRequest',
      title: vscode.l10n.t('Show Request in File'),
      arguments: [node],
    },
    accessibilityInformation: {
      label: [kindOf(request, label), line, ...off, outcomeWord(last?.outcome)].join(', '),
    },
  };
}

/** How it ended; a chain that is a step, and was not run yet, has an icon of its own. */
function requestIcon({ disabled, chain }: RequestNode['request'], outcome: Outcome | undefined) {
  if (disabled) {
    return new vscode.ThemeIcon('circle-slash');
  }
  return chain !== undefined && outcome === undefined
    ? new vscode.ThemeIcon('type-hierarchy-sub')
    : outcomeIcon(outcome);
}

function kindOf({ chain }: RequestNode['request'], label: string): string {
  return chain === undefined
    ? vscode.l10n.t('Request {0}', label)
    : vscode.l10n.t('Chain as a step {0}', label);
}

/** Everything worth knowing about a request at a glance. */
export function requestTooltip(
  { request, requestId }: RequestNode,
  last: RequestResult | undefined,
  analysis: ChainAnalysis | undefined,
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const paragraphs = [
    request.name.trim() === '' ? requestId : `${request.name} (${requestId})`,
    requestLine(request),
    ...(analysis === undefined ? [] : dependencyTexts(analysis, requestId)),
    ...lastTexts(last),
  ];
  for (const text of paragraphs) {
    tooltip.appendText(text).appendMarkdown('\n\n');
  }
  return tooltip;
}

function statusText(outline: ChainOutline | undefined): string | undefined {
  switch (outline?.status) {
    case undefined:
    case 'active':
      return undefined;
    case 'archived':
      return vscode.l10n.t('archived');
    default:
      return vscode.l10n.t('draft');
  }
}

function dependencyTexts({ dependencies }: ChainAnalysis, id: string): readonly string[] {
  const producers = new Set(dependencies.filter(({ to }) => to === id).map(({ from }) => from));
  const consumers = new Set(dependencies.filter(({ from }) => from === id).map(({ to }) => to));
  return [
    ...(producers.size === 0 ? [] : [vscode.l10n.t('Needs: {0}', [...producers].join(', '))]),
    ...(consumers.size === 0 ? [] : [vscode.l10n.t('Needed by: {0}', [...consumers].join(', '))]),
  ];
}

function lastTexts(last: RequestResult | undefined): readonly string[] {
  if (last === undefined) {
    return [vscode.l10n.t('Not run yet.')];
  }
  const status = last.exchange?.response?.status;
  const facts = [
    outcomeWord(last.outcome),
    ...(status === undefined ? [] : [String(status)]),
    humanDuration(last.durationMs),
  ];
  return [
    vscode.l10n.t('Last run: {0}', facts.join(' · ')),
    ...last.reasons.slice(0, 1).map(({ message }) => engineText(message)),
  ];
}
