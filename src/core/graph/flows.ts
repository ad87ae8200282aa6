/** Single flows of one variable, gathered into the edges that are drawn. */
import { groupBy } from '../groupBy';
import type { GraphEdge } from './graph';

/** One variable on its way from one node to another. */
export interface Flow extends Omit<GraphEdge, 'variables'> {
  readonly variable: string;
}

/** The edges of these flows, in the order in which each first appears; each variable once on an edge. */
export function gatherFlows(flows: readonly Flow[]): readonly GraphEdge[] {
  const gathered = new Map<string, { readonly flow: Flow; readonly variables: Set<string> }>();
  for (const flow of flows) {
    const key = `${flow.from} ${flow.to} ${flow.kind} ${flow.state}`;
    const known = gathered.get(key) ?? { flow, variables: new Set() };
    known.variables.add(flow.variable);
    gathered.set(key, known);
  }
  return [...gathered.values()].map(({ flow: { from, to, kind, state }, variables }) => ({
    from,
    to,
    variables: [...variables],
    kind,
    state,
  }));
}

/** The flows of these edges, variable by variable. */
export function flowsOf(edges: readonly GraphEdge[]): readonly Flow[] {
  return edges.flatMap(({ variables, ...edge }) => variables.map((variable) => ({ ...edge, variable })));
}

/** Edges by the node at one of their ends. */
export function edgesBy(
  end: 'from' | 'to',
  edges: readonly GraphEdge[],
): ReadonlyMap<string, readonly GraphEdge[]> {
  return groupBy(edges, (edge) => edge[end]);
}
