/** What a chain has in all, and the text on a node besides its title: how it ended, and what it lacks. */
import { isOutside, type ChainGraph, type GraphNode } from '../../src/core/graph/graph';
import { flowWords } from '../../src/core/graph/nodeTitle';
import { groupBy } from '../../src/core/groupBy';
import { humanDuration } from '../../src/core/result/resultViews';
import type { RequestProgress } from '../../src/protocol/runView';
import { itemsText, outcomeLook, progressLook } from '../results/outcomeLook';
import { say, t } from '../ui/l10n';
import { requestsText } from '../ui/requestsText';

/** A line about a chain: `11 requests, 2 from Login, 1 variable unused`. */
export function chainWords({ nodes }: ChainGraph): string {
  const inner = groupBy(
    nodes.filter((node) => node.kind === 'inner-request'),
    ({ group }) => group,
  );
  const required = nodes.flatMap((node) =>
    node.kind === 'required-chain' ? [{ name: node.name, count: inner.get(node.key)?.length ?? 0 }] : [],
  );
  const own = nodes.filter((node) => node.kind === 'request');
  const unused = new Set(own.flatMap((node) => (node.disabled ? [] : node.unused))).size;
  return [
    requestsText(required.reduce((total, { count }) => total + count, own.length)),
    ...required.map(({ name, count }) => t('{0} from {1}', count, name)),
    ...(unused === 0 ? [] : [unused === 1 ? t('1 variable unused') : t('{0} variables unused', unused)]),
  ].join(', ');
}

/** A line about a node: how it ended and what is wrong with it; empty for what is never run. */
export function nodeWords(node: GraphNode, progress: RequestProgress | undefined): string {
  return [nodeState(node, progress), ...nodeRemarks(node)].filter((words) => words !== '').join(' · ');
}

/** How a node ended; empty for what is never run. */
export function nodeState(node: GraphNode, progress: RequestProgress | undefined): string {
  if (isOff(node)) {
    return t('switched off');
  }
  if (node.kind === 'required-chain') {
    return t('required chain');
  }
  return isOutside(node) ? '' : progressWords(progress);
}

/** What a step runs, what decides about sending a request, what it refers to in vain and extracts for nothing; nothing when it is switched off. */
export function nodeRemarks(node: GraphNode): readonly string[] {
  if (node.kind !== 'request' || node.disabled) {
    return [];
  }
  const { unresolved, unused } = node;
  return [
    ...flowWords(node, say),
    ...(unresolved.length === 0 ? [] : [t('lacks {0}', unresolved.join(', '))]),
    ...(unused.length === 0 ? [] : [t('unused: {0}', unused.join(', '))]),
  ];
}

function progressWords(progress: RequestProgress | undefined): string {
  if (progress === undefined) {
    return t('not run yet');
  }
  if (progress.state !== 'finished') {
    return [progressLook(progress).word, itemsText(progress)].filter((words) => words !== '').join(' · ');
  }
  const { outcome, status, durationMs } = progress.summary;
  const { word } = outcomeLook(outcome);
  return status === undefined ? word : `${word} · ${status} · ${humanDuration(durationMs)}`;
}

/** The class that colours a node by how it ended. */
export function nodeLook(node: GraphNode, progress: RequestProgress | undefined): string {
  if (isOff(node)) {
    return 'off';
  }
  if (progress?.state === 'finished') {
    return progress.summary.outcome;
  }
  return progress?.state === 'running' ? 'running' : 'open';
}

function isOff(node: GraphNode): boolean {
  return (node.kind === 'request' || node.kind === 'inner-request') && node.disabled;
}
