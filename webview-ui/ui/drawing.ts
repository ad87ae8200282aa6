/**
 * When a page draws: what came since the last frame at once, and before anything that the person does next.
 *
 * Runs and typing change a page faster than a screen can show. A key that is pressed before its frame has come
 * would otherwise meet the text before the last key: text that was typed fast was taken for several
 * entries, and arrows moved from the wrong row.
 */

/**
 * Actions of the user, reported before they change the page. Not `input`, `change` and `click`: fields hold the new
 * value by then, and drawing what was known before would take it away again.
 */
const DEEDS = [
  'keydown',
  'keyup',
  'beforeinput',
  'pointerdown',
  'pointerup',
  'contextmenu',
  'dragstart',
  'drop',
  'paste',
];

/** A window, as far as drawing is concerned. */
export interface DrawingWindow extends Pick<EventTarget, 'addEventListener'> {
  readonly requestAnimationFrame: (draw: () => void) => unknown;
}

/** Draws at most once per frame of a window: returns a function that takes what to draw. */
export function drawingInFrames(window: DrawingWindow): (draw: () => void) => void {
  let waiting: (() => void) | undefined;
  const drawNow = (): void => {
    const draw = waiting;
    waiting = undefined;
    draw?.();
  };
  for (const deed of DEEDS) {
    window.addEventListener(deed, drawNow, true);
  }
  return (draw) => {
    waiting = draw;
    window.requestAnimationFrame(drawNow);
  };
}
