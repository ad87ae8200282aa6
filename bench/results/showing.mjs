/** What runs in the page of results while it is measured. */

/** Runs before the page begins: notes how long every frame takes once the editor has answered. */
export function watchFrames() {
  window.longestFrame = 0;
  let before = performance.now();
  const look = () => {
    const now = performance.now();
    if (window.answeredAt.details !== undefined) {
      window.longestFrame = Math.max(window.longestFrame, now - before);
    }
    before = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds from the editor's answer to the body on the screen, and the longest frame on the way. */
export function untilShown() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('.json-row, .body-text') === null) {
        requestAnimationFrame(look);
        return;
      }
      const shownMs = performance.now() - window.answeredAt.details;
      requestAnimationFrame(() => resolve({ shownMs, frameMs: window.longestFrame }));
    };
    look();
  });
}
