/** Coming nearer, going farther away, and everything at once: what a wheel does, for a keyboard. */
import { t } from '../ui/l10n';
import type { CytoscapeView } from './cytoscapeView';
import './ZoomButtons.css';

const STEP = 1.4;

/** The buttons in the corner of the drawing. */
export function ZoomButtons({ canvas }: { readonly canvas: CytoscapeView }) {
  const buttons = [
    { name: t('Zoom in'), sign: '+', press: () => canvas.zoomBy(STEP) },
    { name: t('Zoom out'), sign: '−', press: () => canvas.zoomBy(1 / STEP) },
    { name: t('Fit: show everything'), sign: t('Fit'), press: () => canvas.fit() },
  ];
  return (
    <div class="zoom-buttons" role="group" aria-label={t('Zoom')}>
      {buttons.map(({ name, sign, press }) => (
        <button key={sign} type="button" class="viewer-button" aria-label={name} title={name} onClick={press}>
          {sign}
        </button>
      ))}
    </div>
  );
}
