/** Everything that is drawn, a line each with what flows into it: the drawing for eyes and hands that cannot use it. */
import { useMemo } from 'preact/hooks';
import type { ChainGraph, GraphNode } from '../../src/core/graph/graph';
import { nodeTitle } from '../../src/core/graph/nodeTitle';
import type { RequestProgress } from '../../src/protocol/runView';
import { useGrowingCount } from '../ui/useGrowingCount';
import { nodeLook, nodeWords } from './nodeWords';
import { flowsByNode } from './viewerState';
import './NodeList.css';

/** The list; arrow keys go through it, a click or Enter goes to the text. */
export function NodeList(props: {
  readonly graph: ChainGraph;
  readonly progress: ReadonlyMap<string, RequestProgress>;
  readonly chosen: string | undefined;
  /** Keys of the required chains whose requests are seen. */
  readonly open: ReadonlySet<string>;
  readonly onChoose: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly onToggle: (group: string) => void;
}) {
  const { graph, progress, chosen, open, onChoose, onOpen, onToggle } = props;
  const needs = useMemo(() => flowsByNode(graph), [graph]);
  const shown = useGrowingCount(graph.nodes.length);
  return (
    <ol class="node-list" aria-label="Requests" onKeyDown={moveFocus}>
      {graph.nodes.slice(0, shown).map((node) => (
        <li key={node.key} class={node.kind === 'required-request' ? 'inside' : ''}>
          <button
            type="button"
            class="node-line"
            aria-current={node.key === chosen ? 'true' : undefined}
            onFocus={() => onChoose(node.key)}
            onClick={() => {
              onChoose(node.key);
              if (isInText(node)) {
                onOpen(node.key);
              }
            }}
          >
            <span class="node-title">{nodeTitle(node)}</span>
            <span class={`node-words ${COLOURS[nodeLook(node, progress.get(node.key))] ?? 'quiet'}`}>
              {nodeWords(node, progress.get(node.key))}
            </span>
            {needs.has(node.key) && <span class="node-words quiet">{needs.get(node.key)}</span>}
          </button>
          {node.kind === 'required-chain' && (
            <button
              type="button"
              class="link node-toggle"
              aria-expanded={open.has(node.key)}
              onClick={() => onToggle(node.key)}
            >
              {open.has(node.key) ? 'Hide its requests' : 'Show its requests'}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

const COLOURS: Readonly<Record<string, string>> = {
  passed: 'good',
  failed: 'bad',
  blocked: 'doubtful',
};

/** Constants and the environment have no line of their own to go to. */
function isInText({ kind }: GraphNode): boolean {
  return kind !== 'constants' && kind !== 'environment';
}

function moveFocus(event: KeyboardEvent): void {
  const line = event.target instanceof Element ? event.target.closest('li') : null;
  const next =
    event.key === 'ArrowDown'
      ? line?.nextElementSibling
      : event.key === 'ArrowUp'
        ? line?.previousElementSibling
        : undefined;
  const button = next?.querySelector('button');
  if (button) {
    event.preventDefault();
    button.focus();
  }
}
