/** Moving requests so that every value is there before it is used. */
import type { Move } from '../edit/itemMove';
import { longestRise } from '../edit/longestRise';
import type { ChainAnalysis, Dependency } from './analysis';
import {
  isViolated,
  mendedOrder,
  orderGraph,
  relocated,
  relocation,
  type OrderEdge,
  type OrderGraph,
} from './orderGraph';

/**
 * The fewest moves after which no request uses a value before it is produced, to be made one after the
 * other with `moveRequest` (edit.ts). None when the order is right; nothing when requests need each other.
 */
export function reorder(analysis: ChainAnalysis): readonly Move[] | undefined {
  const { count, graph } = graphOf(analysis);
  const order = mendedOrder(count, graph);
  return order === undefined ? undefined : movesTo(order);
}

/**
 * The moves that bring one producer before one of its consumers, with the requests that have to go along.
 * Empty when the order is right; undefined when no such dependency exists or the two need each other.
 */
export function reorderFor(
  analysis: ChainAnalysis,
  { from, to }: Pick<Dependency, 'from' | 'to'>,
): readonly Move[] | undefined {
  const { count, graph, indexOf } = graphOf(analysis);
  const [producer, consumer] = [indexOf.get(from), indexOf.get(to)];
  const edge = graph.edges.find((one) => one.producer === producer && one.consumer === consumer);
  const order = Array.from({ length: count }, (_, index) => index);
  if (edge === undefined || !isViolated(edge, order)) {
    return edge === undefined ? undefined : [];
  }
  const fix = relocation(graph, order, edge);
  return fix === undefined ? undefined : movesTo(relocated(order, fix));
}

function graphOf(analysis: ChainAnalysis): {
  readonly count: number;
  readonly graph: OrderGraph;
  readonly indexOf: ReadonlyMap<string, number>;
} {
  const { requests } = analysis.source;
  const indexOf = indicesOf(analysis);
  const edges = analysis.dependencies.flatMap(({ from, to }): readonly OrderEdge[] => {
    const [producer, consumer] = [indexOf.get(from), indexOf.get(to)];
    const isUseless = producer === undefined || requests[producer]?.disabled === true;
    return isUseless || consumer === undefined ? [] : [{ producer, consumer }];
  });
  return { count: requests.length, graph: orderGraph(edges), indexOf };
}

function indicesOf({ source }: ChainAnalysis): ReadonlyMap<string, number> {
  return new Map(source.requests.toReversed().map(({ id }, back) => [id, source.requests.length - 1 - back]));
}

/** Single moves that lead from the present order to another one; what can stay stays. */
function movesTo(order: readonly number[]): readonly Move[] {
  const staying = new Set(longestRise(order));
  const current = Array.from({ length: order.length }, (_, index) => index);
  const moves: Move[] = [];
  order.forEach((index, at) => {
    if (staying.has(index)) {
      return;
    }
    const from = current.indexOf(index);
    current.splice(from, 1);
    const to = at === 0 ? 0 : current.indexOf(order[at - 1] ?? 0) + 1;
    current.splice(to, 0, index);
    moves.push({ from, to });
  });
  return moves;
}
