import assert from 'node:assert/strict';
import { shownPart } from '../../../src/core/graph/shownPart';
import { bearer, get, graphOf, orders, readChain, shownEdges, step, takes } from './graphs';

const nobody: ReadonlySet<string> = new Set();
const keysOf = ({ nodes }: ReturnType<typeof graphOf>) => nodes.map(({ key }) => key);

describe('shownPart', () => {
  it('follows a variable to its consumers, and what they make further on', () => {
    const part = shownPart(graphOf(orders), { variable: 'orderId', open: nobody, outside: 'shown' });
    assert.deepEqual(keysOf(part), ['request-1', 'request-2', 'request-3', 'request-4', 'request-5']);
    assert.deepEqual(shownEdges(part), [
      'request-1 > request-2: orderId, data, healthy',
      'request-1 > request-3: orderId, data, healthy',
      'request-3 > request-4: invoiceId, data, healthy',
      'request-1 > request-5: orderId, data, idle',
    ]);
  });

  it('leaves other variables of the same edge out', () => {
    const graph = graphOf([get('a', '/', takes('x', 'y')), get('b', '/{{x}}{{y}}')]);
    const part = shownPart(graph, { variable: 'y', open: nobody, outside: 'shown' });
    assert.deepEqual(shownEdges(part), ['request-0 > request-1: y, data, healthy']);
  });

  it('ends in a circle', () => {
    const graph = graphOf([get('a', '/{{y}}', takes('x')), get('b', '/{{x}}', takes('y'))]);
    const part = shownPart(graph, { variable: 'x', open: nobody, outside: 'shown' });
    assert.deepEqual(keysOf(part), ['request-0', 'request-1']);
  });

  it('is empty for a variable that nobody gives', () => {
    const part = shownPart(graphOf(orders), { variable: '__proto__', open: nobody, outside: 'shown' });
    assert.deepEqual([part.nodes, part.edges], [[], []]);
  });

  it('hides nodes outside the chain', () => {
    const graph = graphOf([get('a', '{{baseUrl}}')]);
    assert.deepEqual(keysOf(shownPart(graph, { open: nobody, outside: 'hidden' })), ['request-0']);
    assert.deepEqual(keysOf(shownPart(graph, { open: nobody, outside: 'shown' })), [
      'environment',
      'request-0',
    ]);
  });

  const requests = [get('in', '/', takes('token')), get('me', '/', takes('userId'))];
  const required = [readChain(requests, { name: 'Login' }, 'login.chain.json')];
  const requires = { requires: ['login.chain.json'] };
  const grouped = graphOf([get('a', '/{{userId}}{{token}}', bearer('token'))], requires, { required });

  it('shows a closed group in place of its requests', () => {
    const part = shownPart(grouped, { open: nobody, outside: 'shown' });
    assert.deepEqual(keysOf(part), ['required-0', 'request-0']);
    assert.deepEqual([...shownEdges(part)].sort(), [
      'required-0 > request-0: token, authentication, healthy',
      'required-0 > request-0: userId+token, data, healthy',
    ]);
  });

  it('keeps the group around the requests of an open one', () => {
    const part = shownPart(grouped, { variable: 'token', open: new Set(['required-0']), outside: 'shown' });
    assert.deepEqual(keysOf(part), ['required-0', 'required-0-0', 'request-0']);
  });

  const pay = readChain([get('charge', '/{{order}}', takes('chargeId')), get('check', '/{{chargeId}}')]);
  const called = new Map([['pay.chain.json', { source: pay, required: [] }]]);
  const steps = [get('a', '/', takes('orderId')), step('pay', { with: { order: '{{orderId}}' } })];
  const stepped = graphOf(steps, {}, { called });

  it('hides what flows between the requests of a closed step', () => {
    const part = shownPart(stepped, { open: nobody, outside: 'shown' });
    assert.deepEqual(keysOf(part), ['request-0', 'request-1']);
    assert.deepEqual(shownEdges(part), ['request-0 > request-1: orderId, data, healthy']);
  });

  it('shows it in an open one', () => {
    const part = shownPart(stepped, { open: new Set(['request-1']), outside: 'shown' });
    assert.deepEqual(shownEdges(part), [
      'request-0 > request-1-0: orderId, data, healthy',
      'request-1-0 > request-1-1: chargeId, data, healthy',
    ]);
  });
});
