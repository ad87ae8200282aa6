/** The only way to Cytoscape: draws what the viewer's state says, and reports clicks on nodes. */
import cytoscape from 'cytoscape';
import type { GraphNode } from '../../src/core/graph/graph';
import { boundsOf, type Box } from '../../src/core/graph/bounds';
import type { Point } from '../../src/core/graph/grid';
import type { Layout } from '../../src/core/graph/layout';
import type { RequestProgress } from '../../src/protocol/runView';
import { elementsOf, frameElement, nodeElement } from './cytoscapeElements';
import { drawingStyle } from './cytoscapeStyle';
import { readTheme } from './theme';
import type { Drawing } from './viewerState';
import {
  firstView,
  isTouching,
  LARGEST_SCALE,
  seenBox,
  SMALLEST_SCALE,
  wholeView,
  type Size,
  type Viewport,
} from './viewport';

/** How requests went, by the keys of their nodes. */
type Progress = ReadonlyMap<string, RequestProgress>;

/** What a person does on the drawing. */
export interface CanvasActions {
  readonly onChoose: (key: string) => void;
  readonly onOpen: (key: string) => void;
}

/** Canvas pixels of a picture's longer side; browsers draw nothing on larger ones. */
const MAX_PICTURE_SIDE = 8_000;

/** A drawing on the page. */
export class CytoscapeView {
  readonly #cy: cytoscape.Core;
  /** Cytoscape itself is late: until then a drawing would be cut off at the size that its place had. */
  readonly #sizes = new ResizeObserver(() => this.#cy.resize().forceRender());
  #drawing: Layout = { points: new Map(), routes: [] };
  #marked: Progress = new Map();
  /** How the drawing was shown at first. */
  #begun: Viewport | undefined;

  /** Starts in an element of the page. */
  constructor(container: HTMLElement, { onChoose, onOpen }: CanvasActions) {
    this.#cy = cytoscape({
      container,
      style: drawingStyle(readTheme()),
      minZoom: SMALLEST_SCALE,
      maxZoom: LARGEST_SCALE,
      autoungrabify: true,
      boxSelectionEnabled: false,
      textureOnViewport: true,
    });
    this.#cy.on('tap', 'node', ({ target }: { target: cytoscape.NodeSingular }) => onChoose(target.id()));
    this.#cy.on('dbltap', 'node', ({ target }: { target: cytoscape.NodeSingular }) => onOpen(target.id()));
    this.#cy.on('resize', () => this.#beginAgain());
    this.#sizes.observe(container);
  }

  /** Draws a graph again; the place in view stays in view. */
  draw(drawing: Drawing, progress: Progress): void {
    this.#drawing = drawing;
    this.#marked = progress;
    this.#cy.batch(() => {
      this.#cy.elements().remove();
      this.#cy.add([...elementsOf(drawing, progress)]);
    });
  }

  /** Shows how requests go on; those that are as they were are left alone. */
  mark(nodes: readonly GraphNode[], progress: Progress): void {
    const before = this.#marked;
    this.#marked = progress;
    this.#cy.batch(() => {
      for (const node of nodes.filter(({ key }) => before.get(key) !== progress.get(key))) {
        const drawn = this.#cy.getElementById(node.key);
        const look = drawn.isParent() ? frameElement : nodeElement;
        const { data, classes } = look(node, progress.get(node.key));
        drawn.data(data).classes(drawn.hasClass('chosen') ? `${classes} chosen` : classes);
      }
    });
  }

  /** Marks a node with its incoming and outgoing flows. */
  choose(key: string | undefined): void {
    const node = this.#cy.getElementById(key ?? '');
    this.#cy.batch(() => {
      this.#cy.$('.chosen, .touched').removeClass('chosen touched');
      node.addClass('chosen').connectedEdges().addClass('touched');
    });
  }

  /** Brings a node into view, unless it is there. */
  seek(key: string | undefined): void {
    const node = this.#cy.getElementById(key ?? '');
    const { x1, y1, x2, y2 } = this.#cy.extent();
    const box = node.empty() ? undefined : node.boundingBox();
    if (box !== undefined && (box.x1 < x1 || box.x2 > x2 || box.y1 < y1 || box.y2 > y2)) {
      this.#cy.center(node);
    }
  }

  /** Shows the beginning, or everything where names can be read so. */
  begin(): void {
    const [first] = this.#drawing.points.values();
    const bounds = boundsOf(this.#drawing);
    if (bounds !== undefined && first !== undefined) {
      this.#begun = firstView(bounds, first, this.#size());
      this.#cy.viewport(this.#begun);
    }
  }

  /** Shows what was looked at before; the beginning where nothing is there any more. */
  lookAgain(viewport: Viewport): void {
    const bounds = boundsOf(this.#drawing);
    if (bounds !== undefined && isTouching(bounds, seenBox(viewport, this.#size()))) {
      this.#cy.viewport(viewport);
    } else {
      this.begin();
    }
  }

  /** Where the drawing was moved to; absent while it is shown as at first. */
  moved(): Viewport | undefined {
    return this.#isAsBegun() ? undefined : { zoom: this.#cy.zoom(), pan: { ...this.#cy.pan() } };
  }

  /** Makes everything visible. */
  fit(): void {
    const bounds = boundsOf(this.#drawing);
    if (bounds !== undefined) {
      this.#cy.viewport(wholeView(bounds, this.#size()));
    }
  }

  /** Comes nearer, or goes farther away with a factor below 1. */
  zoomBy(factor: number): void {
    const { width, height } = this.#size();
    const level = this.#cy.zoom() * factor;
    this.#cy.zoom({ level, renderedPosition: { x: width / 2, y: height / 2 } });
  }

  /** Brings a place of the drawing to the middle of the view. */
  lookAt({ x, y }: Point): void {
    const { width, height } = this.#size();
    const zoom = this.#cy.zoom();
    this.#cy.pan({ x: width / 2 - x * zoom, y: height / 2 - y * zoom });
  }

  /** Reports what is in view, now and at every change, until the function it returns is called. */
  onSight(see: (seen: Box) => void): () => void {
    const report = (): void => see(seenBox({ zoom: this.#cy.zoom(), pan: this.#cy.pan() }, this.#size()));
    this.#cy.on('viewport resize', report);
    report();
    return () => void this.#cy.off('viewport resize', report);
  }

  /** Takes on the colours of the theme. */
  recolour(): void {
    this.#cy.style(drawingStyle(readTheme()));
  }

  /** The whole drawing as a PNG picture in base64. */
  picture(): string {
    const { w, h } = this.#cy.elements().boundingBox();
    const scale = Math.min(2, MAX_PICTURE_SIDE / Math.max(w, h, 1));
    return this.#cy.png({ output: 'base64', full: true, scale, bg: readTheme().paper });
  }

  dispose(): void {
    this.#sizes.disconnect();
    this.#cy.destroy();
  }

  /** In a place of another size the drawing starts again, unless somebody has moved it. */
  #beginAgain(): void {
    if (this.#isAsBegun()) {
      this.begin();
    }
  }

  #isAsBegun(): boolean {
    const { x, y } = this.#cy.pan();
    return this.#begun?.zoom === this.#cy.zoom() && this.#begun.pan.x === x && this.#begun.pan.y === y;
  }

  #size(): Size {
    return { width: this.#cy.width(), height: this.#cy.height() };
  }
}
