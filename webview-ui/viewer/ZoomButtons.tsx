/** Coming nearer, going farther away, and everything at once: what a wheel does, for a keyboard. */
import type { CytoscapeView } from './cytoscapeView';
import './ZoomButtons.css';

const STEP = 1.4;

/** The buttons in the corner of the drawing. */
export function ZoomButtons({ canvas }: { readonly canvas: CytoscapeView }) {
  const buttons = [
    { name: 'Zoom in', sign: '+', press: () => canvas.zoomBy(STEP) },
    { name: 'Zoom out', sign: '−', press: () => canvas.zoomBy(1 / STEP) },
    { name: 'Fit: show everything', sign: 'Fit', press: () => canvas.fit() },
  ];
  return (
    <div class="zoom-buttons" role="group" aria-label="Zoom">
      {buttons.map(({ name, sign, press }) => (
        <button key={sign} type="button" class="viewer-button" aria-label={name} title={name} onClick={press}>
          {sign}
        </button>
      ))}
    </div>
  );
}
