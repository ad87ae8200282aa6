/** Keeps a drawing on the page like the state of the viewer. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { RequestProgress } from '../../src/protocol/runView';
import { CytoscapeView } from './cytoscapeView';
import type { CanvasActions } from './cytoscapeView';
import { watchTheme } from './theme';
import type { Drawing } from './viewerState';

/** What a canvas shows. */
export interface CanvasContent {
  readonly drawing: Drawing;
  readonly progress: ReadonlyMap<string, RequestProgress>;
  readonly chosen: string | undefined;
  readonly actions: CanvasActions;
}

/** A canvas for as long as the component lives: where it is drawn, and once it is there what can be asked of it. */
export function useCanvas({ drawing, progress, chosen, actions }: CanvasContent): {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly canvas: CytoscapeView | undefined;
} {
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
  useEffect(() => canvas?.begin(), [canvas, nodes]);
  useEffect(() => canvas?.mark(drawing.graph.nodes, progress), [canvas, progress]);
  useEffect(() => canvas?.choose(chosen), [canvas, drawing, chosen]);
  return { place, canvas };
}
