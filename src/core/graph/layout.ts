/**
 * The positions of a graph's nodes: columns from left to right, every producer in a column before those of
 * its consumers.
 *
 * One pass over the requests in their order, so that a thousand of them cost milliseconds. Columns have a
 * greatest height and lines a greatest length; what is longer continues below, as text does.
 */
import { bundlesOf } from './bundles';
import { edgesBy } from './flows';
import type { ChainGraph, GraphEdge, GraphNode } from './graph';
import type { Cell, Point } from './grid';
import { routedLayout, type Route } from './routes';

/** Where the boxes and the lines of a drawing are. */
export interface Layout {
  /** Middles of the nodes by key. A chain whose requests are seen has none: it surrounds them. */
  readonly points: ReadonlyMap<string, Point>;
  /** Empty where there are too many lines for each to have a way of its own. */
  readonly routes: readonly Route[];
}

/** Edges up to which each has a way of its own; the words of more cannot be read, and cost the most. */
const FEW_EDGES = 300;

/** The places of nodes and lines. */
export function layoutGraph(graph: ChainGraph): Layout {
  const bundles = graph.edges.length > FEW_EDGES ? [] : bundlesOf(graph.edges);
  return routedLayout(cellsOf(graph), bundles);
}

/** Places on the grid by the keys of nodes. */
function cellsOf(graph: ChainGraph): ReadonlyMap<string, Cell> {
  const open = new Set(graph.nodes.flatMap((node) => (node.kind === 'required-request' ? node.group : [])));
  const nodes = graph.nodes.filter(({ key }) => !open.has(key));
  const columns = arrangeRows(columnsOf(nodes, graph), graph);
  const length = lineLength(columns.length, nodes.length);
  const cells = new Map<string, Cell>();
  let top = 0;
  for (let first = 0; first < columns.length; first += length) {
    const line = columns.slice(first, first + length);
    const height = Math.max(...line.map((keys) => keys.length));
    line.forEach((keys, column) => {
      const start = top + Math.floor((height - keys.length) / 2);
      keys.forEach((key, row) => cells.set(key, { column, row: start + row }));
    });
    top += height;
  }
  return cells;
}

/**
 * Columns in a line. A few more than a line holds stay in it: an edge that goes back to the left costs
 * the eye more than a drawing that is somewhat wider.
 */
function lineLength(columns: number, nodes: number): number {
  const wished = Math.max(8, Math.ceil(Math.sqrt(nodes) * 1.3));
  return columns <= 2 * wished ? Math.max(columns, 1) : wished;
}

/** Keys column by column: first what is outside the chain, then each request right of its producers. */
function columnsOf(nodes: readonly GraphNode[], graph: ChainGraph): readonly (readonly string[])[] {
  const tallest = Math.max(5, Math.ceil(Math.sqrt(nodes.length / 3)));
  const producers = producersOf(graph);
  const columns: string[][] = [];
  const columnOf = new Map<string, number>();
  let group = '';
  let firstOfRequests = 0;
  const place = (key: string, wanted: number): void => {
    let at = wanted;
    while ((columns[at]?.length ?? 0) >= tallest) {
      at += 1;
    }
    while (columns.length <= at) {
      columns.push([]);
    }
    columns[at]?.push(key);
    columnOf.set(key, at);
  };
  for (const node of nodes) {
    if (node.kind === 'request') {
      const taken = (producers.get(node.key) ?? []).map(({ from }) => columnOf.get(from) ?? -1);
      place(node.key, Math.max(firstOfRequests, ...taken.map((column) => column + 1)));
      continue;
    }
    const own = node.kind === 'required-request' ? node.group : '';
    const startsAnew = columns.length === 0 || own !== group;
    group = own;
    place(node.key, startsAnew ? columns.length : columns.length - 1);
    firstOfRequests = columns.length;
  }
  return columns.filter((column) => column.length > 0);
}

/** Orders each column by the positions of producers, so that edges seldom cross. */
function arrangeRows(
  columns: readonly (readonly string[])[],
  graph: ChainGraph,
): readonly (readonly string[])[] {
  const producers = producersOf(graph);
  const heights = new Map<string, number>();
  return columns.map((column) => {
    const wished = column.map((key, row) => {
      const known = (producers.get(key) ?? []).flatMap(({ from }) => heights.get(from) ?? []);
      return {
        key,
        row,
        height: known.length === 0 ? 0 : known.reduce((total, height) => total + height, 0) / known.length,
      };
    });
    const arranged = wished
      .sort((one, other) => one.height - other.height || one.row - other.row)
      .map(({ key }) => key);
    arranged.forEach((key, row) => heights.set(key, row - (arranged.length - 1) / 2));
    return arranged;
  });
}

/** Edges by consumer; a late producer comes after its consumer and does not count. */
function producersOf({ edges }: ChainGraph): ReadonlyMap<string, readonly GraphEdge[]> {
  return edgesBy(
    'to',
    edges.filter(({ state }) => state !== 'late'),
  );
}
