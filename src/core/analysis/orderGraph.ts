/**
 * Orders of requests that respect who needs whom, close to the order people chose: dependencies explain
 * only in part why requests are where they are, so as few as possible leave their place.
 */
import { groupPairs } from '../groupBy';

/** One request needs another one to have run; both by their index in the file. */
export interface OrderEdge {
  readonly producer: number;
  readonly consumer: number;
}

/** Requests that move together, in their order, to a place directly before or after another one. */
export interface Relocation {
  readonly moved: readonly number[];
  readonly place: 'before' | 'after';
  readonly anchor: number;
}

/** Who needs whom, both ways, by index. */
export interface OrderGraph {
  readonly edges: readonly OrderEdge[];
  readonly producersOf: ReadonlyMap<number, readonly number[]>;
  readonly consumersOf: ReadonlyMap<number, readonly number[]>;
}

/** The graph of these edges. */
export function orderGraph(edges: readonly OrderEdge[]): OrderGraph {
  return {
    edges,
    producersOf: groupPairs(edges.map(({ consumer, producer }) => [consumer, producer])),
    consumersOf: groupPairs(edges.map(({ consumer, producer }) => [producer, consumer])),
  };
}

/**
 * The fewest requests whose move puts a producer before its consumer without breaking what is right:
 * either the producer and what it needs go up, or the consumer and what needs it go down. Nothing when
 * the two need each other.
 *
 * @param position of each request in the current order
 */
export function relocation(
  { producersOf, consumersOf }: OrderGraph,
  position: readonly number[],
  { producer, consumer }: OrderEdge,
): Relocation | undefined {
  const at = (index: number): number => position[index] ?? index;
  const up = reachable(producer, producersOf, (index) => at(index) >= at(consumer));
  if (up.has(consumer)) {
    return undefined;
  }
  const down = reachable(consumer, consumersOf, (index) => at(index) <= at(producer));
  const inOrder = (moved: ReadonlySet<number>): readonly number[] =>
    [...moved].sort((one, other) => at(one) - at(other));
  return up.size <= down.size
    ? { moved: inOrder(up), place: 'before', anchor: consumer }
    : { moved: inOrder(down), place: 'after', anchor: producer };
}

/** An order of `count` requests in which every producer comes before its consumers; nothing in a circle. */
export function mendedOrder(count: number, graph: OrderGraph): readonly number[] | undefined {
  let order: readonly number[] = Array.from({ length: count }, (_, index) => index);
  for (;;) {
    const position = positionsOf(order);
    const violated = graph.edges.find((edge) => isViolated(edge, position));
    if (violated === undefined) {
      return order;
    }
    const fix = relocation(graph, position, violated);
    if (fix === undefined) {
      return undefined;
    }
    order = relocated(order, fix);
  }
}

/** The order after a relocation. */
export function relocated(order: readonly number[], { moved, place, anchor }: Relocation): readonly number[] {
  const moving = new Set(moved);
  const rest = order.filter((index) => !moving.has(index));
  return rest.toSpliced(rest.indexOf(anchor) + (place === 'after' ? 1 : 0), 0, ...moved);
}

/** The position of each request in an order. */
function positionsOf(order: readonly number[]): readonly number[] {
  const position: number[] = new Array<number>(order.length);
  order.forEach((index, at) => {
    position[index] = at;
  });
  return position;
}

/** Whether the producer comes after its consumer. */
export function isViolated({ producer, consumer }: OrderEdge, position: readonly number[]): boolean {
  return (position[producer] ?? producer) > (position[consumer] ?? consumer);
}

/** `start` and everything that the steps lead to, as long as it is `inside`. */
function reachable(
  start: number,
  steps: ReadonlyMap<number, readonly number[]>,
  inside: (index: number) => boolean,
): ReadonlySet<number> {
  const found = new Set([start]);
  for (const index of found) {
    // Iterating a Set also visits members added during the iteration.
    (steps.get(index) ?? []).filter(inside).forEach((next) => found.add(next));
  }
  return found;
}
