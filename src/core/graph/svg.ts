/**
 * A graph as an SVG drawing, for documents: on white paper whatever the theme, without a script, a link or a
 * style sheet. Names come out of files of strangers: every text is escaped, and shortened to its box.
 */
import { oneLine, shorten } from '../shownText';
import { boundsOf, type Box } from './bounds';
import type { ChainGraph, GraphEdge, GraphNode } from './graph';
import { NODE_SIZE, type Point } from './grid';
import type { Layout } from './layout';
import { nodeText, numberedTitle } from './nodeTitle';
import type { Route } from './routes';

/** The room of a drawing without nodes. */
const NOTHING: Box = { x: 0, y: 0, width: NODE_SIZE.width, height: NODE_SIZE.height };
/** UTF-16 code units that fit a box. */
const TITLE_LENGTH = 26;
/** UTF-16 code units above the frame of a group. */
const GROUP_TITLE_LENGTH = 36;
/** How far a group reaches beyond the boxes in it. */
const GROUP_PADDING = 9;

/** The text of an SVG file. */
export function svgText(graph: ChainGraph, layout: Layout): string {
  const { points, routes } = layout;
  const { x, y, width, height } = boundsOf(layout) ?? NOTHING;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(oneLine(graph.name))}</title>`,
    `<defs>${Object.entries(COLOURS)
      .map(([state, colour]) => arrowHead(state, colour))
      .join('')}</defs>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff"/>`,
    ...graph.nodes.flatMap((node) => groupLines(node, graph, points)),
    ...(routes.length > 0
      ? routes.flatMap(routeLines)
      : graph.edges.flatMap((edge) => straightLine(edge, points))),
    ...graph.nodes.flatMap((node) => nodeLines(node, points.get(node.key))),
    '</svg>',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const COLOURS = { data: '#0b62c4', authentication: '#8a5a00', wrong: '#b3261e', idle: '#8c8c8c' } as const;

/** What the look of a line depends on. */
type LineStyle = Pick<GraphEdge, 'kind' | 'state'>;

function colourName({ kind, state }: LineStyle): keyof typeof COLOURS {
  if (state === 'broken' || state === 'late') {
    return 'wrong';
  }
  return state === 'idle' ? 'idle' : kind;
}

function arrowHead(name: string, colour: string): string {
  const shape = `<path d="M0 0 L8 4 L0 8 z" fill="${colour}"/>`;
  return `<marker id="${name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">${shape}</marker>`;
}

function nodeLines(node: GraphNode, middle: Point | undefined): readonly string[] {
  if (middle === undefined) {
    return [];
  }
  const { width, height } = NODE_SIZE;
  const isRequest = node.kind === 'request' || node.kind === 'inner-request';
  const isOff = isRequest && node.disabled;
  const isStep = node.kind === 'request' && node.called !== undefined;
  const place = `x="${middle.x - width / 2}" y="${middle.y - height / 2}" width="${width}" height="${height}"`;
  return [
    `<g${isOff ? ' opacity="0.5"' : ''}><title>${escapeXml(oneLine(nodeText(node)))}</title>`,
    `<rect ${place} rx="${isStep ? 0 : isRequest ? 5 : height / 2}" fill="#f7f7f7" stroke="#5f5f5f"/>`,
    ...(isStep ? [innerLines(middle)] : []),
    textAt(middle, shorten(oneLine(numberedTitle(node)), TITLE_LENGTH), '#1f1f1f'),
    '</g>',
  ];
}

/** The sides of a box once more, as flowcharts draw what is described elsewhere. */
function innerLines({ x, y }: Point): string {
  const [side, half] = [NODE_SIZE.width / 2 - 6, NODE_SIZE.height / 2];
  const line = (at: number): string => `M${at} ${y - half} V${y + half}`;
  return `<path d="${line(x - side)} ${line(x + side)}" fill="none" stroke="#5f5f5f"/>`;
}

/** The box around the requests of a group that is open. */
function groupLines(
  node: GraphNode,
  { nodes }: ChainGraph,
  points: ReadonlyMap<string, Point>,
): readonly string[] {
  const members = nodes
    .filter((member) => member.kind === 'inner-request' && member.group === node.key)
    .flatMap(({ key }) => points.get(key) ?? []);
  if (members.length === 0) {
    return [];
  }
  const [halfWidth, halfHeight] = [NODE_SIZE.width / 2 + GROUP_PADDING, NODE_SIZE.height / 2 + GROUP_PADDING];
  const x = Math.min(...members.map((point) => point.x)) - halfWidth;
  const y = Math.min(...members.map((point) => point.y)) - halfHeight;
  const width = Math.max(...members.map((point) => point.x)) + halfWidth - x;
  const height = Math.max(...members.map((point) => point.y)) + halfHeight - y;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="none" stroke="#8c8c8c"/>`,
    textAt({ x: x + width / 2, y: y - 8 }, shorten(oneLine(nodeText(node)), GROUP_TITLE_LENGTH), '#5f5f5f'),
  ];
}

/** A bundle with its label, which interrupts the line. */
function routeLines({ bundle, label, ways }: Route): readonly string[] {
  const halo = 'paint-order="stroke" stroke="#ffffff" stroke-width="5"';
  return [
    ...ways.map(({ points }) => lineThrough(points, bundle)),
    textAt(label.middle, label.text, COLOURS[colourName(bundle)], halo),
  ];
}

function straightLine(edge: GraphEdge, places: ReadonlyMap<string, Point>): readonly string[] {
  const [from, to] = [places.get(edge.from), places.get(edge.to)];
  return from === undefined || to === undefined
    ? []
    : [lineThrough([borderTowards(from, to), borderTowards(to, from)], edge)];
}

function lineThrough(points: readonly Point[], style: LineStyle): string {
  const corners = points.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(' ');
  const name = colourName(style);
  return `<polyline points="${corners}" fill="none" stroke="${COLOURS[name]}" stroke-width="1.5"${dashes(style)} marker-end="url(#${name})"/>`;
}

function dashes({ kind, state }: LineStyle): string {
  if (state === 'broken' || state === 'late') {
    return ' stroke-dasharray="2 4"';
  }
  if (state === 'conditional') {
    return ' stroke-dasharray="1 4"';
  }
  return kind === 'authentication' ? ' stroke-dasharray="7 4"' : '';
}

/** Where the line between two middles leaves the first one's box. */
function borderTowards(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const reach = Math.max(Math.abs(dx) / (NODE_SIZE.width / 2), Math.abs(dy) / (NODE_SIZE.height / 2), 1);
  return { x: rounded(from.x + dx / reach), y: rounded(from.y + dy / reach) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function textAt({ x, y }: Point, text: string, colour: string, halo = ''): string {
  const place = `x="${rounded(x)}" y="${rounded(y)}" text-anchor="middle" dominant-baseline="central"`;
  return `<text ${place} fill="${colour}" ${halo}>${escapeXml(text)}</text>`;
}

/** Text between tags; what XML does not allow at all was written as its code before. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '�');
}
