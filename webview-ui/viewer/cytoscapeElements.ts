/** A drawing as Cytoscape's elements: their keys, their labels, and the classes of their style. */
import type { ElementDefinition } from 'cytoscape';
import type { GraphEdge, GraphNode } from '../../src/core/graph/graph';
import type { Point } from '../../src/core/graph/grid';
import { numberedTitle } from '../../src/core/graph/nodeTitle';
import type { Route } from '../../src/core/graph/routes';
import { oneLine, shorten } from '../../src/core/shownText';
import type { RequestProgress } from '../../src/protocol/runView';
import { say } from '../ui/l10n';
import { nodeLook, nodeRemarks, nodeState } from './nodeWords';
import type { Drawing } from './viewerState';

/** UTF-16 code units that fit a line of a node. */
const LINE_LENGTH = 24;
/** UTF-16 code units above the frame of a group. */
const FRAME_LENGTH = 36;

/** What of a node changes while a chain runs. */
export interface NodeElement {
  readonly data: { readonly id: string; readonly label: string };
  readonly classes: string;
}

/** All elements of a drawing. */
export function elementsOf(
  { graph, points, routes }: Drawing,
  progress: ReadonlyMap<string, RequestProgress>,
): ElementDefinition[] {
  const open = new Set(graph.nodes.flatMap((node) => (node.kind === 'inner-request' ? [node.group] : [])));
  return [
    ...graph.nodes.map((node) => {
      const how = progress.get(node.key);
      const { data, classes } = open.has(node.key) ? frameElement(node, how) : nodeElement(node, how);
      const position = points.get(node.key);
      const parent = node.kind === 'inner-request' && open.has(node.group) ? { parent: node.group } : {};
      return {
        group: 'nodes' as const,
        data: { ...data, ...parent },
        classes,
        ...(position === undefined ? {} : { position: { ...position } }),
      };
    }),
    ...routes.flatMap((route, at) => routeElements(route, at, points)),
    ...graph.edges
      .filter(({ from }) => routes.length === 0 || !points.has(from))
      .map((edge, at) => plainElement(edge, at)),
  ];
}

/** A node as it looks now. */
export function nodeElement(node: GraphNode, progress: RequestProgress | undefined): NodeElement {
  // A node has room for three lines.
  const remarks = nodeRemarks(node).join(' · ');
  const state = nodeState(node, progress);
  const facts = isStep(node) ? [remarks, state] : [state, remarks];
  const lines = [numberedTitle(node, say), ...facts].filter((line) => line !== '');
  const label = lines.map((line) => shorten(oneLine(line), LINE_LENGTH)).join('\n');
  return labelled(node, label, progress);
}

/** The frame around the requests of a group, which says less: its requests are seen. */
export function frameElement(node: GraphNode, progress: RequestProgress | undefined): NodeElement {
  const [title, state] = [numberedTitle(node, say), nodeState(node, progress)];
  return labelled(node, shorten(oneLine(`${title} · ${state}`), FRAME_LENGTH), progress);
}

function labelled(node: GraphNode, label: string, progress: RequestProgress | undefined): NodeElement {
  const classes = [
    node.kind,
    ...(isStep(node) ? ['step'] : []),
    nodeLook(node, progress),
    ...(lacks(node) ? ['lacking'] : []),
  ];
  return { data: { id: node.key, label }, classes: classes.join(' ') };
}

function isStep(node: GraphNode): boolean {
  return node.kind === 'request' && node.called !== undefined;
}

/** The lines of a bundle; the last, which is above the others, has the label of all. */
function routeElements(
  { bundle, label, ways }: Route,
  at: number,
  places: ReadonlyMap<string, Point>,
): readonly ElementDefinition[] {
  const source = places.get(bundle.from);
  return ways.flatMap(({ to, points }, way) => {
    const [start, target, end] = [points[0], places.get(to), points.at(-1)];
    if (source === undefined || start === undefined || target === undefined || end === undefined) {
      return [];
    }
    const bends = points.slice(1, -1).map((point) => placeOnLine(point, start, end));
    return {
      group: 'edges',
      data: {
        id: `route-${at}-${way}`,
        source: bundle.from,
        target: to,
        label: label.text,
        offset: label.middle.x - start.x,
        start: fromMiddle(start, source),
        end: fromMiddle(end, target),
        weights: bends.map(({ weight }) => weight),
        distances: bends.map(({ distance }) => distance),
      },
      classes: `routed ${bundle.kind} ${bundle.state} ${bends.length > 0 ? 'bent' : ''} ${way === ways.length - 1 ? 'named' : ''}`,
    };
  });
}

function fromMiddle({ x, y }: Point, middle: Point): string {
  return `${x - middle.x}px ${y - middle.y}px`;
}

/** A point as Cytoscape wants it: how far along the straight line between two others, and how far from it. */
function placeOnLine({ x, y }: Point, start: Point, end: Point): { weight: number; distance: number } {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const [toX, toY] = [x - start.x, y - start.y];
  return { weight: (toX * dx + toY * dy) / length ** 2, distance: (toY * dx - toX * dy) / length };
}

/** A straight line with no words, unless it touches what is chosen. */
function plainElement({ from, to, variables, kind, state }: GraphEdge, at: number): ElementDefinition {
  const label = oneLine(variables.join(', '));
  return {
    group: 'edges',
    data: { id: `edge-${at}`, source: from, target: to, label },
    classes: `plain ${kind} ${state}`,
  };
}

function lacks(node: GraphNode): boolean {
  return node.kind === 'request' && node.unresolved.length > 0;
}
