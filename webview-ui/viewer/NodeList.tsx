/** Everything that is drawn, a line each with what flows into it: the drawing for eyes and hands that cannot use it. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isOutside, type ChainGraph, type GraphNode } from '../../src/core/graph/graph';
import { numberedTitle } from '../../src/core/graph/nodeTitle';
import type { RequestProgress } from '../../src/protocol/runView';
import { moveBetweenLines } from '../ui/lineKeys';
import { useGrowingCount } from '../ui/useGrowingCount';
import { say, t } from '../ui/l10n';
import { nodeLook, nodeWords } from './nodeWords';
import { flowsByNode } from './viewerState';
import './NodeList.css';

interface NodeListProps {
  readonly graph: ChainGraph;
  readonly progress: ReadonlyMap<string, RequestProgress>;
  readonly chosen: string | undefined;
  /** Keys of the groups whose requests are seen. */
  readonly open: ReadonlySet<string>;
  readonly onChoose: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly onToggle: (group: string) => void;
}

/** The list; arrow keys go through it, a click or Enter goes to the text. */
export function NodeList(props: NodeListProps) {
  const { graph, chosen } = props;
  const needs = useMemo(() => flowsByNode(graph), [graph]);
  const shown = useGrowingCount(graph.nodes.length);
  const list = useRef<HTMLOListElement>(null);
  useEffect(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  );
  return (
    <ol class="node-list" aria-label={t('Requests')} ref={list} onKeyDown={moveBetweenLines}>
      {graph.nodes.slice(0, shown).map((node) => (
        <li key={node.key} class={node.kind === 'inner-request' ? 'inside' : ''}>
          <NodeLine {...props} node={node} needs={needs.get(node.key)} />
          {isGroup(node) && <GroupToggle {...props} group={node.key} />}
        </li>
      ))}
    </ol>
  );
}

function NodeLine(
  props: Pick<NodeListProps, 'progress' | 'chosen' | 'onChoose' | 'onOpen'> & {
    readonly node: GraphNode;
    /** What flows into it, in words. */
    readonly needs: string | undefined;
  },
) {
  const { node, needs, progress, chosen, onChoose, onOpen } = props;
  return (
    <button
      type="button"
      class="node-line"
      aria-current={node.key === chosen ? 'true' : undefined}
      onFocus={({ currentTarget }) => {
        // A mouse chooses when it clicks: what is drawn before it is let go may slip away from under it.
        if (currentTarget.matches(':focus-visible')) {
          onChoose(node.key);
        }
      }}
      onClick={() => {
        onChoose(node.key);
        if (!isOutside(node)) {
          onOpen(node.key);
        }
      }}
    >
      <span class="node-title">{numberedTitle(node, say)}</span>
      <span class={`node-words ${COLOURS[nodeLook(node, progress.get(node.key))] ?? 'quiet'}`}>
        {nodeWords(node, progress.get(node.key))}
      </span>
      {needs !== undefined && <span class="node-words quiet">{needs}</span>}
    </button>
  );
}

function GroupToggle(props: Pick<NodeListProps, 'open' | 'onToggle'> & { readonly group: string }) {
  const { open, onToggle, group } = props;
  return (
    <button
      type="button"
      class="link node-toggle"
      aria-expanded={open.has(group)}
      onClick={() => onToggle(group)}
    >
      {open.has(group) ? t('Hide its requests') : t('Show its requests')}
    </button>
  );
}

/** Whether a node has requests that can be seen in its place. */
function isGroup(node: GraphNode): boolean {
  return node.kind === 'required-chain' || (node.kind === 'request' && node.calledFile !== undefined);
}

const COLOURS: Readonly<Record<string, string>> = {
  passed: 'good',
  failed: 'bad',
  blocked: 'doubtful',
};
