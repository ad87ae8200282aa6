/** Keeps a drawing on the page like the state of the viewer. */
import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { RequestProgress } from '../../src/protocol/runView';
import { createCanvas } from './cytoscapeView';
import type { CanvasActions, CanvasView } from './cytoscapeView';
import { watchTheme } from './theme';
import type { Drawing } from './viewerState';

/** What a canvas shows. */
export interface CanvasContent {
  readonly drawing: Drawing;
  readonly progress: ReadonlyMap<string, RequestProgress>;
  readonly chosen: string | undefined;
  readonly actions: CanvasActions;
}

/** A canvas for as long as the component lives: where it is drawn, and what can be asked of it. */
export function useCanvas({ drawing, progress, chosen, actions }: CanvasContent): {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<CanvasView | null>;
} {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<CanvasView>(null);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (place.current === null) {
      return undefined;
    }
    const view = createCanvas(place.current, {
      onChoose: (key) => latest.current.onChoose(key),
      onOpen: (key) => latest.current.onOpen(key),
    });
    canvas.current = view;
    const unwatch = watchTheme(() => view.recolour());
    return () => {
      unwatch();
      view.dispose();
      canvas.current = null;
    };
  }, []);
  const nodes = drawing.graph.nodes.map(({ key }) => key).join(' ');
  useEffect(() => canvas.current?.draw(drawing, progress), [drawing]);
  useEffect(() => canvas.current?.fit(), [nodes]);
  useEffect(() => canvas.current?.mark(drawing.graph.nodes, progress), [progress]);
  useEffect(() => canvas.current?.choose(chosen), [drawing, chosen]);
  return { place, canvas };
}
