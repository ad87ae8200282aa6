/** How much room a drawing takes. */
import { NODE_SIZE } from './grid';
import type { Layout } from './layout';

/** A rectangle, in the drawing's own units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Around the outermost boxes: room for the frame of a group, and above it for its name. */
const MARGIN = { x: 20, y: 40 } as const;

/** The rectangle that holds all nodes and lines; absent when there are none. */
export function boundsOf({ points, routes }: Layout): Box | undefined {
  const { width, height } = NODE_SIZE;
  const corners = [...points.values()].flatMap(({ x, y }) => [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ]);
  if (corners.length === 0) {
    return undefined;
  }
  const places = [...corners, ...routes.flatMap(({ ways }) => ways.flatMap((way) => way.points))];
  const [left, right] = extent(places.map(({ x }) => x));
  const [top, bottom] = extent(places.map(({ y }) => y));
  return {
    x: left - MARGIN.x,
    y: top - MARGIN.y,
    width: right - left + 2 * MARGIN.x,
    height: bottom - top + 2 * MARGIN.y,
  };
}

/** Least and greatest of a list, which may be too long to be spread into arguments. */
function extent(values: readonly number[]): readonly [least: number, greatest: number] {
  return [
    values.reduce((least, value) => Math.min(least, value), Infinity),
    values.reduce((greatest, value) => Math.max(greatest, value), -Infinity),
  ];
}
