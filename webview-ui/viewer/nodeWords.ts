/** What a chain has in all, and the text on a node besides its title: how it ended, and what it lacks. */
import type { ChainGraph, GraphNode } from '../../src/core/graph/graph';
import { groupBy } from '../../src/core/groupBy';
import { humanDuration } from '../../src/core/result/resultViews';
import { plural } from '../../src/core/words';
import type { RequestProgress } from '../../src/protocol/runView';

/** A line about a chain: `11 requests, 2 from Login, 1 variable unused`. */
export function chainWords({ nodes }: ChainGraph): string {
  const required = nodes.filter((node) => node.kind === 'required-request');
  const byChain = groupBy(required, ({ group }) => group);
  const own = nodes.filter((node) => node.kind === 'request');
  const unused = new Set(own.flatMap((node) => (node.disabled ? [] : node.unused))).size;
  return [
    plural(own.length + required.length, 'request'),
    ...nodes.flatMap((node) =>
      node.kind === 'required-chain' ? [`${byChain.get(node.key)?.length ?? 0} from ${node.name}`] : [],
    ),
    ...(unused === 0 ? [] : [`${plural(unused, 'variable')} unused`]),
  ].join(', ');
}

/** A line about a node: how it ended and what is wrong with it; empty for what is never run. */
export function nodeWords(node: GraphNode, progress: RequestProgress | undefined): string {
  return [nodeState(node, progress), ...nodeRemarks(node)].filter((words) => words !== '').join(' · ');
}

/** How a node ended; empty for what is never run. */
export function nodeState(node: GraphNode, progress: RequestProgress | undefined): string {
  if (node.kind === 'request' && node.disabled) {
    return 'switched off';
  }
  if (node.kind === 'required-chain') {
    return 'required chain';
  }
  return node.kind === 'constants' || node.kind === 'environment' ? '' : progressWords(progress);
}

/** What a request refers to in vain and extracts for nothing; nothing of both when it is switched off. */
export function nodeRemarks(node: GraphNode): readonly string[] {
  if (node.kind !== 'request' || node.disabled) {
    return [];
  }
  const remark = (word: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${word} ${names.join(', ')}`];
  return [...remark('lacks', node.unresolved), ...remark('unused:', node.unused)];
}

function progressWords(progress: RequestProgress | undefined): string {
  if (progress === undefined) {
    return 'not run yet';
  }
  if (progress.state !== 'finished') {
    return progress.state;
  }
  const { outcome, status, durationMs } = progress.summary;
  return status === undefined ? outcome : `${outcome} · ${status} · ${humanDuration(durationMs)}`;
}

/** The class that colours a node by how it ended. */
export function nodeLook(node: GraphNode, progress: RequestProgress | undefined): string {
  if (node.kind === 'request' && node.disabled) {
    return 'off';
  }
  if (progress?.state === 'finished') {
    return progress.summary.outcome;
  }
  return progress?.state === 'running' ? 'running' : 'open';
}
