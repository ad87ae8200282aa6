import assert from 'node:assert/strict';
import type { PolicyView } from '../../../src/protocol/policyView';
import {
  initialState,
  lookOf,
  reducePolicy,
  shownRows,
  stateWith,
  tabStop,
} from '../../../webview-ui/policy/policyState';

function row(operation: string, isUnpoliced = false): PolicyView['rows'][number] {
  return { operation, request: '', grants: [{}], public: { isNamed: false }, isUnpoliced };
}

const VIEW: PolicyView = {
  file: 'orders.authz.json',
  name: 'Orders',
  roles: [{ role: 'customer', users: [] }],
  anonymous: [],
  scopes: [],
  rows: [row('order.read'), row('order.delete', true)],
};

describe('the state of a policy grid', () => {
  it('shows operations that no line is about alone, and those that were such when it began', () => {
    const { rows } = VIEW;
    assert.deepEqual(shownRows(VIEW, []), [rows[1]]);
    assert.equal(shownRows(VIEW, undefined), rows);
    const policed = { ...VIEW, rows: [row('order.read'), row('order.delete')] };
    assert.deepEqual(shownRows(policed, ['order.delete']), [policed.rows[1]]);
    assert.equal(shownRows(policed, ['order.gone']), policed.rows);
  });

  it('has the cell in the tab order where the focus was, else the first', () => {
    const { rows } = VIEW;
    const there = { operation: 'order.delete', role: null };
    assert.equal(tabStop(VIEW, rows, there), there);
    const first = { operation: 'order.read', role: 'customer' };
    const gone = [
      { operation: 'order.gone', role: null },
      { operation: 'order.read', role: 'agent' },
      undefined,
    ];
    for (const at of gone) {
      assert.deepEqual(tabStop(VIEW, rows, at), first);
    }
    assert.deepEqual(tabStop({ ...VIEW, roles: [] }, rows, undefined), {
      operation: 'order.read',
      role: null,
    });
    assert.equal(tabStop({ ...VIEW, rows: [] }, [], there), undefined);
  });

  it('keeps a problem until it is dismissed, though the text changes', () => {
    const failed = reducePolicy(initialState, { type: 'action-failed', message: 'No.' });
    const shown = reducePolicy(failed, { type: 'shown', view: VIEW });
    assert.equal(shown.problem, 'No.');
    assert.deepEqual(reducePolicy(shown, { type: 'problem-dismissed' }), { view: VIEW });
  });

  it('is looked at as before when its page was hidden', () => {
    const at = { operation: 'order.read', role: null };
    const focused = reducePolicy({ ...initialState, view: VIEW }, { type: 'focused', at });
    const state = reducePolicy(focused, { type: 'filtered', only: ['order.list'] });
    assert.deepEqual(stateWith(JSON.parse(JSON.stringify(lookOf(state)))), { at, only: ['order.list'] });
    assert.deepEqual(reducePolicy(state, { type: 'filtered', only: undefined }), focused);
  });

  it('ignores a kept look that it cannot read', () => {
    for (const kept of [
      undefined,
      1,
      { at: 1 },
      { at: { operation: 1 } },
      { at: { operation: 'a', role: 1 } },
    ]) {
      assert.deepEqual(stateWith(kept), initialState);
    }
  });
});
