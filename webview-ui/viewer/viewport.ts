/**
 * What of a drawing is in view: how it is shown at first, as a whole, and where a minimap's frame lies.
 *
 * Everything is computed from the places that the layout gave, because asking Cytoscape for the size of
 * thousands of elements takes it a second.
 */
import type { Box } from '../../src/core/graph/bounds';
import type { Point } from '../../src/core/graph/grid';

/** Width and height of the place where a drawing is shown, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place of the drawing is on the page at `zoom` times itself plus `pan`. */
export interface Viewport {
  readonly zoom: number;
  readonly pan: Point;
}

/** How far one can go away from a drawing, and how near to it. */
export const SMALLEST_SCALE = 0.005;
export const LARGEST_SCALE = 3;
/** Below this zoom names are too small to read. */
export const LEGIBLE_ZOOM = 0.6;
/** A short chain is not blown up beyond this. */
const LARGEST_ZOOM = 1.2;

/** Everything in view, however small it becomes. */
export function wholeView(bounds: Box, size: Size): Viewport {
  return centred(middleOf(bounds), zoomToFit(bounds, size), size);
}

/**
 * The first view: everything when its names can be read so, else the beginning of the chain.
 *
 * @param first the place of the first node
 */
export function firstView(bounds: Box, first: Point, size: Size): Viewport {
  const zoom = zoomToFit(bounds, size);
  if (zoom >= LEGIBLE_ZOOM) {
    return centred(middleOf(bounds), zoom, size);
  }
  const seen = { width: size.width / LEGIBLE_ZOOM, height: size.height / LEGIBLE_ZOOM };
  const middle = {
    x: within(first.x, [bounds.x, bounds.width], seen.width),
    y: within(first.y, [bounds.y, bounds.height], seen.height),
  };
  return centred(middle, LEGIBLE_ZOOM, size);
}

/** The part of the drawing that a viewport shows. */
export function seenBox({ zoom, pan }: Viewport, { width, height }: Size): Box {
  return { x: -pan.x / zoom, y: -pan.y / zoom, width: width / zoom, height: height / zoom };
}

/** Whether two boxes have more than an edge in common. */
export function isTouching(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Whether a box lies within another one, a unit of rounding aside. */
export function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}

function zoomToFit(bounds: Box, { width, height }: Size): number {
  return Math.min(width / bounds.width, height / bounds.height, LARGEST_ZOOM);
}

function centred({ x, y }: Point, zoom: number, { width, height }: Size): Viewport {
  return { zoom, pan: { x: width / 2 - x * zoom, y: height / 2 - y * zoom } };
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The middle of a view `seen` long that is as near to `wished` as the drawing's ends allow. */
function within(wished: number, [start, length]: readonly [number, number], seen: number): number {
  return seen >= length
    ? start + length / 2
    : Math.min(Math.max(wished, start + seen / 2), start + length - seen / 2);
}
