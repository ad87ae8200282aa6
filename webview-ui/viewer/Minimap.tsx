/** The whole drawing in small with what is in view framed, unless everything is in view. Dragging moves the frame. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { boundsOf, type Box } from '../../src/core/graph/bounds';
import type { RequestProgress } from '../../src/protocol/runView';
import type { CytoscapeView } from './cytoscapeView';
import { minimapShapes } from './minimapShapes';
import type { Drawing } from './viewerState';
import { isWithin } from './viewport';
import './Minimap.css';

/** The minimap. It is for pointers only: by keyboard one goes through the list. */
export function Minimap(props: {
  readonly drawing: Drawing;
  readonly progress: ReadonlyMap<string, RequestProgress>;
  readonly canvas: CytoscapeView;
}) {
  const { drawing, progress, canvas } = props;
  const map = useRef<SVGSVGElement>(null);
  const [seen, setSeen] = useState<Box>();
  useEffect(() => canvas.onSight(setSeen), [canvas]);
  const bounds = useMemo(() => boundsOf(drawing), [drawing]);
  const shapes = useMemo(() => minimapShapes(drawing, progress), [drawing, progress]);
  if (bounds === undefined || seen === undefined || isWithin(bounds, seen)) {
    return null;
  }
  const lookThere = (event: PointerEvent): void => {
    const toDrawing = map.current?.getScreenCTM()?.inverse();
    if (toDrawing !== undefined && event.buttons === 1) {
      canvas.lookAt(new DOMPoint(event.clientX, event.clientY).matrixTransform(toDrawing));
    }
  };
  const start = (event: PointerEvent): void => {
    map.current?.setPointerCapture(event.pointerId);
    lookThere(event);
  };
  return (
    <svg
      class="minimap"
      aria-hidden="true"
      ref={map}
      viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
      onPointerDown={start}
      onPointerMove={lookThere}
    >
      {[...shapes].map(([look, path]) => (
        <path key={look} class={`minimap-${look}`} d={path} />
      ))}
      <rect class="minimap-seen" x={seen.x} y={seen.y} width={seen.width} height={seen.height} />
    </svg>
  );
}
