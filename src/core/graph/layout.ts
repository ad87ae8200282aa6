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

const OUTSIDE = 'outside';

/** Edges up to which each has a way of its own; the words of more cannot be read, and cost the most. */
const FEW_EDGES = 300;

/** The places of nodes and lines. */
export function layoutGraph(graph: ChainGraph): Layout {
  const bundles = graph.edges.length > FEW_EDGES ? [] : bundlesOf(graph.edges);
  const cells = cellsOf(graph);
  return routedLayout(cells, bundles, titledRows(graph, cells));
}

/** The rows with which the frame of a group begins: its title is above them. */
function titledRows({ nodes }: ChainGraph, cells: ReadonlyMap<string, Cell>): ReadonlySet<number> {
  const rows = new Map<string, number>();
  for (const node of nodes) {
    const cell = cells.get(node.key);
    if (node.kind === 'inner-request' && cell !== undefined) {
      rows.set(node.group, Math.min(rows.get(node.group) ?? cell.row, cell.row));
    }
  }
  return new Set(rows.values());
}

/** The nodes of a column, by their keys. */
interface Column {
  readonly keys: string[];
  /** The group whose requests alone may be in it; empty for requests of no group. */
  readonly owner: string;
}

/** Places on the grid by the keys of nodes. */
function cellsOf(graph: ChainGraph): ReadonlyMap<string, Cell> {
  const open = new Set(graph.nodes.flatMap((node) => (node.kind === 'inner-request' ? node.group : [])));
  const nodes = graph.nodes.filter(({ key }) => !open.has(key));
  const columns = columnsOf(nodes, graph);
  const arranged = arrangeRows(
    columns.map(({ keys }) => keys),
    graph,
  );
  const length = lineLength(columns.length, nodes.length);
  const cells = new Map<string, Cell>();
  let top = 0;
  for (let first = 0; first < columns.length;) {
    const end = lineEnd(columns, first + length);
    const line = arranged.slice(first, end);
    const height = Math.max(...line.map((keys) => keys.length));
    line.forEach((keys, column) => {
      const start = top + Math.floor((height - keys.length) / 2);
      keys.forEach((key, row) => cells.set(key, { column, row: start + row }));
    });
    top += height;
    first = end;
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

/** The column with which the next line begins: a group is in one line. */
function lineEnd(columns: readonly Column[], wished: number): number {
  let end = wished;
  while (
    end < columns.length &&
    columns[end]?.owner !== '' &&
    columns[end]?.owner === columns[end - 1]?.owner
  ) {
    end += 1;
  }
  return end;
}

/**
 * Keys column by column: first what is outside the chain, then each request right of its producers. A group has its
 * columns for itself, so that its frame is around its own requests.
 */
function columnsOf(nodes: readonly GraphNode[], graph: ChainGraph): readonly Column[] {
  const tallest = Math.max(5, Math.ceil(Math.sqrt(nodes.length / 3)));
  const producers = producersOf(graph);
  const columns: Column[] = [];
  const columnOf = new Map<string, number>();
  const groupBegins = new Map<string, number>();
  let firstOfRequests = 0;
  const place = (key: string, wanted: number, owner: string): void => {
    let at = wanted;
    while (
      at < columns.length &&
      ((columns[at]?.keys.length ?? 0) >= tallest || columns[at]?.owner !== owner)
    ) {
      at += 1;
    }
    while (columns.length <= at) {
      columns.push({ keys: [], owner });
    }
    columns[at]?.keys.push(key);
    columnOf.set(key, at);
  };
  const steps = new Set(graph.nodes.flatMap(({ kind, key }) => (kind === 'request' ? key : [])));
  for (const node of nodes) {
    const owner = ownerOf(node);
    const begin = owner === '' ? firstOfRequests : (groupBegins.get(owner) ?? columns.length);
    groupBegins.set(owner, begin);
    const taken = (producers.get(node.key) ?? []).map(({ from }) => columnOf.get(from) ?? -1);
    place(node.key, Math.max(begin, ...taken.map((column) => column + 1)), owner);
    if (owner !== '' && !steps.has(owner)) {
      firstOfRequests = columns.length;
    }
  }
  return columns;
}

/** What has columns for itself: the requests of a group, and all that is outside the chain. */
function ownerOf(node: GraphNode): string {
  switch (node.kind) {
    case 'request':
      return '';
    case 'inner-request':
      return node.group;
    default:
      return OUTSIDE;
  }
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
