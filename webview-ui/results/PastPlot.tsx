/** How long a request took each time, as a small plot; the table below it tells the same. */
import type { PastPoint } from '../../src/core/compare/requestPast';
import { outcomeLook } from './outcomeLook';
import { PLOT_SIZE, plotPoints, plotWords } from './plotShape';
import './PastPlot.css';

/** The plot; one time alone is none. */
export function PastPlot({ points }: { readonly points: readonly PastPoint[] }) {
  if (points.length < 2) {
    return null;
  }
  const plotted = plotPoints(points);
  const words = plotWords(points);
  return (
    <figure class="past-plot">
      <svg role="img" aria-label={words} viewBox={`0 0 ${PLOT_SIZE.width} ${PLOT_SIZE.height}`}>
        <polyline points={plotted.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {plotted.map(({ x, y, point }) => (
          <circle
            key={point.startedAt}
            class={`${outcomeLook(point.outcome).colour}${point.isShown ? ' shown' : ''}`}
            cx={x}
            cy={y}
            r={point.isShown ? 5 : 3}
          />
        ))}
      </svg>
      <figcaption class="quiet">{words}</figcaption>
    </figure>
  );
}
