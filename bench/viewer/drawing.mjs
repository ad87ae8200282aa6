/** What runs in the page of the Chain Viewer while it is measured. */

/** Runs in the page: milliseconds from the editor's answer to the first frame with a drawing in it. */
export function firstPaint() {
  const probe = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true });
  const isDrawn = (canvas) => {
    probe.clearRect(0, 0, 40, 40);
    probe.drawImage(canvas, 0, 0, 40, 40);
    return probe.getImageData(0, 0, 40, 40).data.some((value) => value !== 0);
  };
  return new Promise((resolve) => {
    const look = () => {
      const canvases = [...document.querySelectorAll('#cy canvas')];
      if (canvases.some((canvas) => canvas.width > 0 && isDrawn(canvas))) {
        resolve(performance.now() - window.answeredAt.ready);
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}

/** Runs in the page: milliseconds of each frame while the drawing is zoomed by a wheel that turns at every frame. */
export function zoomFrames(count) {
  const place = document.querySelector('#cy canvas').parentElement;
  const { left, top, width, height } = place.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const frames = [];
  return new Promise((resolve) => {
    let before = performance.now();
    const turn = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      if (frames.length > count) {
        resolve(frames.slice(1));
        return;
      }
      const deltaY = frames.length % 20 < 10 ? -40 : 40;
      place.dispatchEvent(
        new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true }),
      );
      requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  });
}
