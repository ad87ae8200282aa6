/** The part of a graph that a person wants to see: one variable's way, closed groups, what is outside the chain. */
import { edgesBy, flowsOf, gatherFlows } from './flows';
import { isOutside, type ChainGraph, type GraphEdge } from './graph';

/** What is to be seen of a graph. */
export interface ShownPart {
  /** Only the way of this variable. */
  readonly variable?: string;
  /** Keys of the groups whose requests are seen; the others are one node each. */
  readonly open: ReadonlySet<string>;
  /** Whether constants and the environment are seen. */
  readonly outside: 'shown' | 'hidden';
}

/** The part of the graph that is to be seen; nodes and edges keep their order. */
export function shownPart(graph: ChainGraph, { variable, open, outside }: ShownPart): ChainGraph {
  const whole = outside === 'shown' ? graph : withoutOutside(graph);
  const closed = closeGroups(whole, open);
  return variable === undefined ? closed : variableWay(closed, variable);
}

/**
 * The way of one variable: who gives it, who takes it, and on from there everything that is made with
 * the help of those that took it.
 */
function variableWay(graph: ChainGraph, variable: string): ChainGraph {
  const starts = graph.edges.filter(({ variables }) => variables.includes(variable));
  const leaving = edgesBy('from', graph.edges);
  const seen = new Set(starts.map(({ to }) => to));
  const onward = new Set<GraphEdge>();
  for (const key of seen) {
    for (const edge of leaving.get(key) ?? []) {
      onward.add(edge);
      seen.add(edge.to);
    }
  }
  const first = new Set(starts);
  const edges = graph.edges
    .filter((edge) => first.has(edge) || onward.has(edge))
    .map((edge) => (onward.has(edge) ? edge : { ...edge, variables: [variable] }));
  return withNodesOf(graph, edges);
}

function withoutOutside(graph: ChainGraph): ChainGraph {
  const hidden = new Set(graph.nodes.filter(isOutside).map(({ key }) => key));
  return {
    ...graph,
    nodes: graph.nodes.filter(({ key }) => !hidden.has(key)),
    edges: graph.edges.filter(({ from }) => !hidden.has(from)),
  };
}

/** Requests of closed groups give their flows to the group; what flows between them is not seen. */
function closeGroups(graph: ChainGraph, open: ReadonlySet<string>): ChainGraph {
  const closedIn = new Map<string, string>();
  for (const node of graph.nodes) {
    if (node.kind === 'inner-request' && !open.has(node.group)) {
      closedIn.set(node.key, node.group);
    }
  }
  const seenAt = (key: string): string => closedIn.get(key) ?? key;
  const flows = flowsOf(graph.edges)
    .map((flow) => ({ ...flow, from: seenAt(flow.from), to: seenAt(flow.to) }))
    .filter(({ from, to }) => from !== to);
  return {
    ...graph,
    nodes: graph.nodes.filter(({ key }) => !closedIn.has(key)),
    edges: gatherFlows(flows),
  };
}

/** A graph of these edges, their ends, and the groups that hold those. */
function withNodesOf(graph: ChainGraph, edges: readonly GraphEdge[]): ChainGraph {
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const node of graph.nodes) {
    if (node.kind === 'inner-request' && ends.has(node.key)) {
      ends.add(node.group);
    }
  }
  return { ...graph, nodes: graph.nodes.filter(({ key }) => ends.has(key)), edges };
}
