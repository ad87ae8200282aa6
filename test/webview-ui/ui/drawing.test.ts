import assert from 'node:assert/strict';
import { drawingInFrames } from '../../../webview-ui/ui/drawing';

/** A window whose frames come when they are called for. */
function windowOfFrames() {
  const frames: (() => void)[] = [];
  const events = new EventTarget();
  const window = Object.assign(events, {
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
  });
  return { window, does: (deed: string) => events.dispatchEvent(new Event(deed)), frames };
}

describe('drawing a page', () => {
  it('waits for the frame', () => {
    const { window, frames } = windowOfFrames();
    const drawn: string[] = [];
    drawingInFrames(window)(() => drawn.push('rows'));
    assert.deepEqual(drawn, []);
    frames.forEach((frame) => frame());
    assert.deepEqual(drawn, ['rows']);
  });

  it('comes before the next key is handled, and not again with the frame', () => {
    const { window, does, frames } = windowOfFrames();
    const drawn: string[] = [];
    const draw = drawingInFrames(window);
    window.addEventListener('keydown', () => drawn.push('key'));
    draw(() => drawn.push('rows'));
    does('keydown');
    frames.forEach((frame) => frame());
    assert.deepEqual(drawn, ['rows', 'key']);
  });

  it('leaves a field alone that holds more than is known', () => {
    const { window, does } = windowOfFrames();
    const drawn: string[] = [];
    drawingInFrames(window)(() => drawn.push('rows'));
    does('input');
    does('change');
    does('click');
    assert.deepEqual(drawn, []);
  });

  it('does nothing when nothing waits', () => {
    const { window, does } = windowOfFrames();
    const drawn: string[] = [];
    const draw = drawingInFrames(window);
    does('keydown');
    draw(() => drawn.push('once'));
    does('keydown');
    does('keydown');
    assert.deepEqual(drawn, ['once']);
  });
});
