/** A drawing as Cytoscape's elements: their keys, their labels, and the classes of their style. */
import type { ElementDefinition } from 'cytoscape';
import type { GraphEdge, GraphNode } from '../../src/core/graph/graph';
import { nodeTitle } from '../../src/core/graph/nodeTitle';
import { oneLine, shorten } from '../../src/core/shownText';
import type { RequestProgress } from '../../src/protocol/runView';
import { nodeLook, nodeRemarks, nodeState } from './nodeWords';
import type { Drawing } from './viewerState';

/** Edges up to which each is drawn with its words. */
const FEW_EDGES = 300;
/** UTF-16 code units that fit a line of a node. */
const LINE_LENGTH = 27;

/** What of a node changes while a chain runs. */
export interface NodeElement {
  readonly data: { readonly id: string; readonly label: string };
  readonly classes: string;
}

/** All elements of a drawing. */
export function elementsOf(
  { graph, points }: Drawing,
  progress: ReadonlyMap<string, RequestProgress>,
): ElementDefinition[] {
  const open = new Set(graph.nodes.flatMap((node) => (node.kind === 'required-request' ? [node.group] : [])));
  const many = graph.edges.length > FEW_EDGES ? 'many' : '';
  return [
    ...graph.nodes.map((node) => {
      const { data, classes } = nodeElement(node, progress.get(node.key));
      const position = points.get(node.key);
      const parent = node.kind === 'required-request' && open.has(node.group) ? { parent: node.group } : {};
      return {
        group: 'nodes' as const,
        data: { ...data, ...parent },
        classes,
        ...(position === undefined ? {} : { position: { ...position } }),
      };
    }),
    ...graph.edges.map((edge, at) => edgeElement(edge, at, many)),
  ];
}

/** A node as it looks now. */
export function nodeElement(node: GraphNode, progress: RequestProgress | undefined): NodeElement {
  const remarks = nodeRemarks(node);
  const lines = [nodeTitle(node), nodeState(node, progress), ...remarks].filter((line) => line !== '');
  const label = lines.map((line) => shorten(oneLine(line), LINE_LENGTH)).join('\n');
  return {
    data: { id: node.key, label },
    classes: `${node.kind} ${nodeLook(node, progress)}${lacks(node) ? ' lacking' : ''}`,
  };
}

function edgeElement(
  { from, to, variables, kind, state }: GraphEdge,
  at: number,
  many: string,
): ElementDefinition {
  const label = oneLine(variables.join(', '));
  return {
    group: 'edges',
    data: { id: `edge-${at}`, source: from, target: to, label },
    classes: `${kind} ${state} ${many}`,
  };
}

function lacks(node: GraphNode): boolean {
  return node.kind === 'request' && node.unresolved.length > 0;
}
