import assert from 'node:assert/strict';
import { boundsOf, type Box } from '../../../src/core/graph/bounds';
import type { Layout } from '../../../src/core/graph/layout';
import { firstView, isWithin, LEGIBLE_ZOOM, seenBox, wholeView } from '../../../webview-ui/viewer/viewport';

const SIZE = { width: 800, height: 600 };

/** A drawing of nodes at these middles. */
function nodesAt(middles: readonly (readonly [x: number, y: number])[]): Layout {
  return { points: new Map(middles.map(([x, y], at) => [`node-${at}`, { x, y }])), routes: [] };
}

/** The bounds of nodes at these middles. */
function bounds(...middles: readonly (readonly [x: number, y: number])[]): Box {
  const box = boundsOf(nodesAt(middles));
  assert.ok(box !== undefined);
  return box;
}

describe('the bounds of a drawing', () => {
  it('hold every node and the room around it', () => {
    assert.deepEqual(bounds([0, 0], [300, 96]), { x: -115, y: -70, width: 530, height: 236 });
  });

  it('are absent without nodes', () => {
    assert.equal(boundsOf(nodesAt([])), undefined);
  });

  it('are found for more nodes than a call can take arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => [at, 0] as const);
    assert.equal(bounds(...many.slice(0, 1000)).width, 999 + 230);
    assert.equal(boundsOf(nodesAt(many))?.width, 199_999 + 230);
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
    assert.equal(view.zoom, LEGIBLE_ZOOM);
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
