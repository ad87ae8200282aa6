/** Keeps a drawing on the page like the state of the viewer. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { RequestProgress } from '../../src/protocol/runView';
import { CytoscapeView, type CanvasActions } from './cytoscapeView';
import { watchTheme } from './theme';
import type { Drawing } from './viewerState';
import type { Viewport } from './viewport';

/** What a canvas shows. */
export interface CanvasContent {
  readonly drawing: Drawing;
  readonly progress: ReadonlyMap<string, RequestProgress>;
  readonly chosen: string | undefined;
  /** Where the person has moved the drawing to; absent while it is as at first. */
  readonly viewport: Viewport | undefined;
  readonly actions: CanvasActions & { readonly onMove: (viewport: Viewport | undefined) => void };
}

/** Milliseconds after which a movement has come to rest. */
const REST = 100;

/** A canvas for as long as the component lives: its element, and its interface once it exists. */
export function useCanvas(content: CanvasContent): {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly canvas: CytoscapeView | undefined;
} {
  const { drawing, progress, chosen, viewport, actions } = content;
  const place = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<CytoscapeView>();
  const latest = useRef(actions);
  latest.current = actions;
  useLayoutEffect(() => {
    if (place.current === null) {
      return undefined;
    }
    const view = new CytoscapeView(place.current, {
      onChoose: (key) => latest.current.onChoose(key),
      onOpen: (key) => latest.current.onOpen(key),
    });
    setCanvas(view);
    const unwatch = watchTheme(() => view.recolour());
    return () => {
      unwatch();
      view.dispose();
    };
  }, []);
  const nodes = drawing.graph.nodes.map(({ key }) => key).join(' ');
  useEffect(() => canvas?.draw(drawing, progress), [canvas, drawing]);
  useBeginning({ canvas, nodes, chosen, viewport });
  useEffect(() => canvas && watchMoves(canvas, (moved) => latest.current.onMove(moved)), [canvas]);
  useEffect(() => canvas?.mark(drawing.graph.nodes, progress), [canvas, progress]);
  useEffect(() => canvas?.choose(chosen), [canvas, drawing, chosen]);
  return { place, canvas };
}

/** Shows the drawing from its beginning, a page that was hidden from where it was, and then what is chosen. */
function useBeginning(content: {
  readonly canvas: CytoscapeView | undefined;
  /** The nodes that are drawn. */
  readonly nodes: string;
  readonly chosen: string | undefined;
  readonly viewport: Viewport | undefined;
}): void {
  const { canvas, nodes, chosen, viewport } = content;
  const kept = useRef({ viewport, chosen });
  useEffect(() => {
    if (kept.current.viewport === undefined) {
      canvas?.begin();
    } else {
      canvas?.lookAgain(kept.current.viewport);
    }
  }, [canvas, nodes]);
  useEffect(() => {
    if (kept.current.viewport === undefined || kept.current.chosen !== chosen) {
      canvas?.seek(chosen);
    }
  }, [canvas, chosen]);
  useEffect(() => {
    if (canvas !== undefined) {
      kept.current = { viewport: undefined, chosen: undefined };
    }
  }, [canvas]);
}

/** Tells where the drawing was moved to, whenever it comes to rest and before the page goes. */
function watchMoves(canvas: CytoscapeView, report: (moved: Viewport | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportNow = (): void => {
    clearTimeout(timer);
    report(canvas.moved());
  };
  const stop = canvas.onSight(() => {
    clearTimeout(timer);
    timer = setTimeout(reportNow, REST);
  });
  window.addEventListener('pagehide', reportNow);
  return () => {
    clearTimeout(timer);
    stop();
    window.removeEventListener('pagehide', reportNow);
  };
}
