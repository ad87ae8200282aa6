/** The only way to Cytoscape: draws what the viewer's state says, and tells which node was clicked. */
import cytoscape from 'cytoscape';
import type { ElementDefinition } from 'cytoscape';
import type { GraphEdge, GraphNode } from '../../src/core/graph/graph';
import { nodeTitle } from '../../src/core/graph/nodeTitle';
import { oneLine, shorten } from '../../src/core/shownText';
import type { RequestProgress } from '../../src/protocol/runView';
import { drawingStyle } from './cytoscapeStyle';
import { nodeLook, nodeWords } from './nodeWords';
import { readTheme } from './theme';
import type { Drawing } from './viewerState';

/** A drawing on the page. */
export interface CanvasView {
  /** Draws a graph anew; who looks at a place keeps looking there. */
  draw(drawing: Drawing, progress: ReadonlyMap<string, RequestProgress>): void;
  /** Shows how requests go on. */
  mark(nodes: readonly GraphNode[], progress: ReadonlyMap<string, RequestProgress>): void;
  /** Marks a node and what flows in and out of it, and brings it into view. */
  choose(key: string | undefined): void;
  /** Makes everything visible. */
  fit(): void;
  /** Takes on the colours of the theme. */
  recolour(): void;
  /** The whole drawing as a PNG picture in base64. */
  picture(): string;
  dispose(): void;
}

/** What a person does on the drawing. */
export interface CanvasActions {
  readonly onChoose: (key: string) => void;
  readonly onOpen: (key: string) => void;
}

/** Edges up to which each is drawn with its words. */
const FEW_EDGES = 300;
/** UTF-16 code units that fit a line of a node. */
const LINE_LENGTH = 27;
const FIT_PADDING = 24;
/** Canvas pixels of a picture's longer side; browsers draw nothing on larger ones. */
const MAX_PICTURE_SIDE = 8_000;

/** Starts a drawing in an element. */
export function createCanvas(container: HTMLElement, { onChoose, onOpen }: CanvasActions): CanvasView {
  const cy = cytoscape({
    container,
    style: drawingStyle(readTheme()),
    minZoom: 0.05,
    maxZoom: 3,
    autoungrabify: true,
    boxSelectionEnabled: false,
    textureOnViewport: true,
  });
  cy.on('tap', 'node', ({ target }: { target: cytoscape.NodeSingular }) => onChoose(target.id()));
  cy.on('dbltap', 'node', ({ target }: { target: cytoscape.NodeSingular }) => onOpen(target.id()));
  const fit = (): void => void cy.fit(undefined, FIT_PADDING);
  return {
    draw(drawing, progress) {
      cy.batch(() => {
        cy.elements().remove();
        cy.add(elementsOf(drawing, progress));
      });
    },
    mark(nodes, progress) {
      cy.batch(() => {
        for (const node of nodes) {
          const { data, classes } = nodeElement(node, progress.get(node.key));
          const drawn = cy.getElementById(node.key);
          drawn.data(data).classes(drawn.hasClass('chosen') ? `${classes} chosen` : classes);
        }
      });
    },
    choose(key) {
      cy.batch(() => {
        cy.elements().removeClass('chosen touched');
        cy.getElementById(key ?? '')
          .addClass('chosen')
          .connectedEdges()
          .addClass('touched');
      });
      bringIntoView(cy, key);
    },
    fit,
    recolour: () => void cy.style(drawingStyle(readTheme())),
    picture() {
      const { w, h } = cy.elements().boundingBox();
      const scale = Math.min(2, MAX_PICTURE_SIDE / Math.max(w, h, 1));
      return cy.png({ output: 'base64', full: true, scale, bg: readTheme().paper });
    },
    dispose: () => cy.destroy(),
  };
}

function bringIntoView(cy: cytoscape.Core, key: string | undefined): void {
  const node = cy.getElementById(key ?? '');
  if (node.empty()) {
    return;
  }
  const { x1, y1, x2, y2 } = cy.extent();
  const box = node.boundingBox();
  if (box.x1 < x1 || box.x2 > x2 || box.y1 < y1 || box.y2 > y2) {
    cy.center(node);
  }
}

function elementsOf(
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

function nodeElement(
  node: GraphNode,
  progress: RequestProgress | undefined,
): { readonly data: { readonly id: string; readonly label: string }; readonly classes: string } {
  const words = nodeWords(node, progress);
  const lines = [nodeTitle(node), words].filter((line) => line !== '');
  const label = lines.map((line) => shorten(oneLine(line), LINE_LENGTH)).join('\n');
  return { data: { id: node.key, label }, classes: `${node.kind} ${nodeLook(node, progress)}` };
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
