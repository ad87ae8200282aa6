/** What stands on a node besides its title: how it ended, and what it lacks. */
import type { GraphNode } from '../../src/core/graph/graph';
import { humanDuration } from '../../src/core/resultViews';
import type { RequestProgress } from '../../src/protocol/runView';

/** A line about a node; empty for what is never run. */
export function nodeWords(node: GraphNode, progress: RequestProgress | undefined): string {
  if (node.kind === 'request' && node.disabled) {
    return 'switched off';
  }
  if (node.kind === 'required-chain') {
    return 'required chain';
  }
  if (node.kind === 'constants' || node.kind === 'environment') {
    return '';
  }
  const lacks =
    node.kind === 'request' && node.unresolved.length > 0 ? `lacks ${node.unresolved[0] ?? ''}` : '';
  return [progressWords(progress), lacks].filter((words) => words !== '').join(' · ');
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
