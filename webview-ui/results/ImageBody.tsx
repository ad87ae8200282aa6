/** A body that is an image, drawn from its pixels: nothing of the file becomes part of the page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { humanSize } from '../../src/core/result/resultViews';
import { t } from '../ui/l10n';
import type { ImageFacts } from './imageFacts';
import './ImageBody.css';

/** The image with its facts; says so when it cannot be decoded. */
export function ImageBody({
  bytes,
  facts,
}: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly facts: ImageFacts;
}) {
  const { kind, width, height } = facts;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [broken, setBroken] = useState<Uint8Array>();
  useEffect(() => draw(canvas.current, bytes, () => setBroken(bytes)), [bytes]);
  const words = t('{0} image, {1} × {2}', kind, width, height);
  return (
    <>
      <p class="quiet">
        {words}, {humanSize(bytes.length)}
      </p>
      {broken === bytes ? (
        <p class="bad">{t('This image is damaged and cannot be shown.')}</p>
      ) : (
        <canvas class="image-body" role="img" aria-label={words} width={width} height={height} ref={canvas} />
      )}
    </>
  );
}

/** Draws an image as soon as it is decoded; does nothing once the returned function was called. */
function draw(
  canvas: HTMLCanvasElement | null,
  bytes: Uint8Array<ArrayBuffer>,
  onBroken: () => void,
): () => void {
  let isWanted = true;
  createImageBitmap(new Blob([bytes])).then(
    (bitmap) => {
      if (isWanted && canvas !== null) {
        // Photographs say how they were held, and come upright: not always as wide as their pixels.
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    },
    () => (isWanted ? onBroken() : undefined),
  );
  return () => {
    isWanted = false;
  };
}
