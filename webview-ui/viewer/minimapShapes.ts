/** The boxes of a drawing as a minimap draws them: one outline for all nodes that look alike. */
import { NODE_SIZE, type Point } from '../../src/core/graph/grid';
import type { RequestProgress } from '../../src/protocol/runView';
import { nodeLook } from './nodeWords';
import type { Drawing } from './viewerState';

/** SVG path data by the class of nodes, as {@link nodeLook} gives it. */
export function minimapShapes(
  { graph, points }: Drawing,
  progress: ReadonlyMap<string, RequestProgress>,
): ReadonlyMap<string, string> {
  const boxes = new Map<string, string[]>();
  for (const node of graph.nodes) {
    const middle = points.get(node.key);
    if (middle !== undefined) {
      const look = nodeLook(node, progress.get(node.key));
      const alike = boxes.get(look) ?? [];
      alike.push(boxAround(middle));
      boxes.set(look, alike);
    }
  }
  return new Map([...boxes].map(([look, shapes]) => [look, shapes.join('')]));
}

function boxAround({ x, y }: Point): string {
  const { width, height } = NODE_SIZE;
  return `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}z`;
}
