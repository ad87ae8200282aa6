/** A small plot of durations as numbers: the position of each point, and a summary. */
import type { PastPoint } from '../../src/core/compare/requestPast';
import { humanDuration } from '../../src/core/result/resultViews';
import { t } from '../ui/l10n';

/** A point of the plot, in the units of {@link PLOT_SIZE}; `y` grows downwards. */
export interface PlottedPoint {
  readonly x: number;
  readonly y: number;
  readonly point: PastPoint;
}

/** Width and height of the plot. */
export const PLOT_SIZE = { width: 400, height: 60 } as const;
/** Free at each edge, so that points are not cut off. */
const EDGE = 6;

/** Points side by side, the longest at the top; no time at all is the bottom line. */
export function plotPoints(points: readonly PastPoint[]): readonly PlottedPoint[] {
  const longest = longestOf(points);
  const [width, height] = [PLOT_SIZE.width - 2 * EDGE, PLOT_SIZE.height - 2 * EDGE];
  return points.map((point, at) => ({
    x: EDGE + (points.length === 1 ? width / 2 : (at / (points.length - 1)) * width),
    y: EDGE + height - (longest === 0 ? 0 : (point.durationMs / longest) * height),
    point,
  }));
}

/** The plot in words: `12 times, from 8 ms to 1.2 s; this time 34 ms`. */
export function plotWords(points: readonly PastPoint[]): string {
  const shortest = points.reduce((least, { durationMs }) => Math.min(least, durationMs), Infinity);
  const shown = points.find(({ isShown }) => isShown);
  const [from, to] = [humanDuration(shortest), humanDuration(longestOf(points))];
  return shown === undefined
    ? t('{0} times, from {1} to {2}', points.length, from, to)
    : t(
        '{0} times, from {1} to {2}; this time {3}',
        points.length,
        from,
        to,
        humanDuration(shown.durationMs),
      );
}

function longestOf(points: readonly PastPoint[]): number {
  return points.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);
}
