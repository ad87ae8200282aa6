import assert from 'node:assert/strict';
import { lookOf, stateWith } from '../../../webview-ui/viewer/viewerLook';
import { initialState, type ViewerState } from '../../../webview-ui/viewer/viewerState';

/** Viewports from which nothing could be seen. */
const LOST = [
  { viewport: { zoom: 0, pan: { x: 0, y: 0 } } },
  { viewport: { zoom: 9, pan: { x: 0, y: 0 } } },
  { viewport: { zoom: 1, pan: { x: '0', y: null } } },
  { viewport: 'x' },
];

describe('how a person looks at a chain', () => {
  it('is as it was when the page is there again', () => {
    const state: ViewerState = {
      ...initialState,
      part: { variable: 'token', open: new Set(['login']), outside: 'shown' },
      chosen: 'request-1',
      search: 'order',
      viewport: { zoom: 0.5, pan: { x: -120, y: 30.5 } },
    };
    assert.deepEqual(stateWith(JSON.parse(JSON.stringify(lookOf(state)))), state);
  });

  for (const kept of [
    undefined,
    null,
    7,
    'x',
    [],
    { open: 'x', outside: 7, variable: [], chosen: {} },
    ...LOST,
  ]) {
    it(`is as at first where something else was kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(stateWith(kept), initialState);
    });
  }
});
