import assert from 'node:assert/strict';
import {
  boundsOf,
  firstView,
  isWithin,
  seenBox,
  wholeView,
  type Box,
} from '../../../webview-ui/viewer/viewport';

const SIZE = { width: 800, height: 600 };

/** The bounds of nodes at these middles. */
function bounds(...middles: readonly (readonly [x: number, y: number])[]): Box {
  const box = boundsOf(new Map(middles.map(([x, y], at) => [`node-${at}`, { x, y }])));
  assert.ok(box !== undefined);
  return box;
}

describe('the bounds of a drawing', () => {
  it('hold every node and the room around it', () => {
    assert.deepEqual(bounds([0, 0], [300, 96]), { x: -135, y: -67, width: 570, height: 230 });
  });

  it('are absent without nodes', () => {
    assert.equal(boundsOf(new Map()), undefined);
  });

  it('are found for more nodes than a call can take arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => [at, 0] as const);
    assert.equal(bounds(...many.slice(0, 1000)).width, 999 + 270);
    assert.equal(boundsOf(new Map(many.map(([x, y]) => [String(x), { x, y }])))?.width, 199_999 + 270);
  });
});

describe('the view of a drawing', () => {
  it('shows a short chain whole at first, and no larger than it is drawn', () => {
    const box = bounds([0, 0]);
    const view = firstView(box, { x: 0, y: 0 }, SIZE);
    assert.equal(view.zoom, 1.2);
    assert.ok(isWithin(box, seenBox(view, SIZE)));
  });

  it('begins a long chain at its beginning, large enough to read', () => {
    const box = bounds([0, 0], [9_000, 3_000]);
    const view = firstView(box, { x: 0, y: 0 }, SIZE);
    assert.equal(view.zoom, 0.65);
    const seen = seenBox(view, SIZE);
    assert.deepEqual([Math.round(seen.x), Math.round(seen.y)], [box.x, box.y]);
  });

  it('starts a tall drawing at its first node', () => {
    const box = bounds([0, 2_000], [300, 0], [300, 4_000]);
    const seen = seenBox(firstView(box, { x: 0, y: 2_000 }, SIZE), SIZE);
    assert.equal(Math.round(seen.y + seen.height / 2), 2_000);
  });

  it('shows everything when it is asked to', () => {
    const box = bounds([0, 0], [90_000, 30]);
    assert.ok(isWithin(box, seenBox(wholeView(box, SIZE), SIZE)));
  });

  it('knows that something is out of view', () => {
    const box = bounds([0, 0], [9_000, 0]);
    assert.ok(!isWithin(box, seenBox(firstView(box, { x: 0, y: 0 }, SIZE), SIZE)));
  });
});
