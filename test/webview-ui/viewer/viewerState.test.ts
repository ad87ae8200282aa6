import assert from 'node:assert/strict';
import type { ChainGraph } from '../../../src/core/graph/graph';
import {
  drawingOf,
  flowsAt,
  flowsByNode,
  initialState,
  reduceViewer,
  variablesOf,
  type ViewerAction,
  type ViewerState,
} from '../../../webview-ui/viewer/viewerState';
import { get, graphOf, orders, readChain, step, takes } from '../../core/graph/graphs';

const graph = graphOf(orders);

function shown(drawn: ChainGraph): ViewerAction {
  return { type: 'shown', view: { graph: drawn, progress: [], values: [] } };
}

/** The viewer after these actions. */
function after(...actions: readonly ViewerAction[]): ViewerState {
  return actions.reduce(reduceViewer, initialState);
}

describe('the state of the Chain Viewer', () => {
  it('keeps a choice that is still there when the chain changes', () => {
    const chosen: ViewerAction = { type: 'chosen', node: 'request-5' };
    assert.equal(after(shown(graph), chosen, shown(graph)).chosen, 'request-5');
    assert.equal(after(shown(graph), chosen, shown(graphOf([get('a')]))).chosen, undefined);
  });

  it('shows everything again when the variable that was followed is gone', () => {
    const followed: ViewerAction = { type: 'variable-chosen', variable: 'orderId' };
    assert.equal(after(shown(graph), followed, shown(graph)).part.variable, 'orderId');
    assert.equal(after(shown(graph), followed, shown(graphOf([get('a')]))).part.variable, undefined);
  });

  it('follows the progress of a request and what it extracted', () => {
    const { progress, values } = after(shown(graph), {
      type: 'progressed',
      changed: {
        node: 'request-0',
        progress: { state: 'running', attempt: 1 },
        values: [{ variable: '__proto__', shown: '1' }],
      },
    });
    assert.equal(progress.get('request-0')?.state, 'running');
    assert.deepEqual([...values], [['__proto__', '1']]);
  });

  it('opens and closes groups, and shows and hides nodes outside', () => {
    const toggle: ViewerAction = { type: 'group-toggled', group: 'required-0' };
    assert.deepEqual([...after(toggle).part.open], ['required-0']);
    assert.deepEqual([...after(toggle, toggle).part.open], []);
    assert.equal(after({ type: 'outside-toggled' }).part.outside, 'shown');
    assert.equal(after({ type: 'outside-toggled' }, { type: 'outside-toggled' }).part.outside, 'hidden');
  });

  it('forgets a problem when it is dismissed or the chain is shown again', () => {
    const failed: ViewerAction = { type: 'action-failed', message: 'No.' };
    assert.equal(after(failed).problem, 'No.');
    assert.equal(after(failed, { type: 'problem-dismissed' }).problem, undefined);
    assert.equal(after(failed, shown(graph)).problem, undefined);
  });

  const finds: [search: string, chosen: string | undefined, found: string | undefined][] = [
    ['', 'request-2', 'request-2'],
    ['nowhere', undefined, undefined],
    ['CREATE', undefined, 'request-1'],
    ['create', 'request-1', 'request-1'],
    [' invoice ', undefined, 'request-3'],
    ['invoice', 'request-3', 'request-4'],
    ['invoice', 'request-4', 'request-3'],
  ];
  for (const [search, chosen, found] of finds) {
    it(`finds ${String(found)} for "${search}" after ${String(chosen)}`, () => {
      const before = after(shown(graph), { type: 'searched', text: search });
      const state = chosen === undefined ? before : { ...before, chosen };
      assert.equal(reduceViewer(state, { type: 'next-found' }).chosen, found);
    });
  }
});

describe('what the Chain Viewer shows', () => {
  it('has a place for every node that is seen', () => {
    const { graph: seen, points } = drawingOf(graph, { ...initialState.part, variable: 'invoiceId' });
    assert.deepEqual(
      seen.nodes.map(({ key }) => key),
      ['request-3', 'request-4'],
    );
    assert.deepEqual([...points.keys()], ['request-3', 'request-4']);
  });

  it('names each variable once, sorted', () => {
    assert.deepEqual(variablesOf(graph, initialState.part), ['invoiceId', 'orderId', 'token', 'userId']);
  });

  it('names what flows inside a step only while its requests are seen, and follows it no longer', () => {
    const source = readChain([get('charge', '/', takes('chargeId')), get('check', '/{{chargeId}}')]);
    const called = new Map([['pay.chain.json', { source, required: [] }]]);
    const view = { graph: graphOf([step('pay')], {}, { called }), progress: [], values: [] };
    const shown = reduceViewer(initialState, { type: 'shown', view });
    assert.deepEqual(variablesOf(view.graph, shown.part), []);
    const opened = reduceViewer(shown, { type: 'group-toggled', group: 'request-0' });
    assert.deepEqual(variablesOf(view.graph, opened.part), ['chargeId']);
    const followed = reduceViewer(opened, { type: 'variable-chosen', variable: 'chargeId' });
    assert.equal(reduceViewer(followed, { type: 'shown', view }).part.variable, 'chargeId');
    const closed = reduceViewer(followed, { type: 'group-toggled', group: 'request-0' });
    assert.equal(closed.part.variable, undefined);
  });

  it('tells what flows into and out of a step that is open, as of one that is closed', () => {
    const source = readChain([get('charge', '/{{order}}', takes('chargeId')), get('check', '/{{order}}')]);
    const pay = step('pay', { with: { order: '{{orderId}}' }, take: ['chargeId'] });
    const requests = [get('a', '/', takes('orderId')), pay, get('b', '/{{chargeId}}')];
    const called = new Map([['pay.chain.json', { source, required: [] }]]);
    const whole = graphOf(requests, {}, { called });
    for (const open of [new Set<string>(), new Set(['request-1'])]) {
      const { graph: seen } = drawingOf(whole, { ...initialState.part, open });
      const flows = (direction: 'in' | 'out') =>
        flowsAt(seen, 'request-1', direction).map(({ variable, other }) => `${variable} ${other.key}`);
      assert.deepEqual([flows('in'), flows('out')], [['orderId request-0'], ['chargeId request-2']]);
    }
  });

  it('tells what flows in and out, and how', () => {
    const lines = (direction: 'in' | 'out') =>
      flowsAt(graph, 'request-1', direction).map(({ variable, other, words }) => [
        variable,
        other.key,
        words,
      ]);
    assert.deepEqual(lines('in'), [
      ['userId', 'request-0', ''],
      ['token', 'request-0', 'authentication'],
    ]);
    assert.deepEqual(lines('out').at(-1), ['orderId', 'request-5', 'switched off']);
  });

  it('tells in a line what each request takes', () => {
    assert.equal(flowsByNode(graph).get('request-4'), 'takes invoiceId from GET CHANGE');
    assert.equal(flowsByNode(graph).get('request-0'), undefined);
  });
});
