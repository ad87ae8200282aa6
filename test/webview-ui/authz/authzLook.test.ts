import assert from 'node:assert/strict';
import { lookOf, stateWith } from '../../../webview-ui/authz/authzLook';
import { initialState, type AuthzState } from '../../../webview-ui/authz/authzState';

describe('how a person looks at an authorization matrix', () => {
  it('is as it was when the page is there again', () => {
    const state: AuthzState = { ...initialState, chosen: 'order.read bob', filter: 'not-passed' };
    assert.deepEqual(stateWith(JSON.parse(JSON.stringify(lookOf(state)))), state);
  });

  for (const kept of [undefined, null, 7, 'x', [], { chosen: 7, filter: 'constructor' }]) {
    it(`is as at first where something else was kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(stateWith(kept), initialState);
    });
  }
});
