import assert from 'node:assert/strict';
import { DOMParser } from '@xmldom/xmldom';
import type { ChainGraph } from '../../../src/core/graph/graph';
import { layoutGraph } from '../../../src/core/graph/layout';
import { shownPart } from '../../../src/core/graph/shownPart';
import { svgText } from '../../../src/core/graph/svg';
import { bearer, get, graphOf, orders, readChain, step, takes } from './graphs';

/** The whole graph as a drawing; fails when that is not well-formed XML. */
function drawn(graph: ChainGraph, open: readonly string[] = []) {
  const part = shownPart(graph, { open: new Set(open), outside: 'shown' });
  const text = svgText(part, layoutGraph(part));
  const document = new DOMParser({
    // A warning says no more than that a character was replaced.
    onError: (level, message) => (level === 'warning' ? undefined : assert.fail(message)),
  }).parseFromString(text, 'image/svg+xml');
  const all = (tag: string) => Array.from(document.getElementsByTagName(tag));
  return { text, all, words: all('text').map(({ textContent }) => textContent) };
}

describe('svgText', () => {
  it('draws a box for each node and a line for each edge, with their names', () => {
    const { all, words } = drawn(graphOf(orders));
    assert.equal(all('g').length, 6);
    assert.equal(all('polyline').length, 7);
    assert.ok(words.includes('2. GET CREATE') && words.includes('orderId') && words.includes('token'));
  });

  it('tells a chain as a step from a request by its box', () => {
    const { all } = drawn(graphOf([get('a'), step('pay')]));
    assert.deepEqual(
      all('g').map((group) => [
        group.getElementsByTagName('rect')[0]?.getAttribute('rx'),
        group.getElementsByTagName('path').length,
      ]),
      [
        ['5', 0],
        ['0', 1],
      ],
    );
  });

  it('tells authentication, broken and idle edges apart by their lines', () => {
    const { all } = drawn(
      graphOf([get('b', '/{{x}}'), get('a', '/', takes('x', 't')), get('c', '/', bearer('t'))]),
    );
    assert.deepEqual(
      all('polyline').map((line) => [line.getAttribute('stroke-dasharray'), line.getAttribute('marker-end')]),
      [
        ['7 4', 'url(#authentication)'],
        ['2 4', 'url(#wrong)'],
      ],
    );
  });

  it('surrounds the requests of an open required chain', () => {
    const required = [readChain([get('in', '/', takes('token'))], { name: 'Login' }, 'login.chain.json')];
    const graph = graphOf([get('a', '/', bearer('token'))], { requires: ['login.chain.json'] }, { required });
    assert.ok(drawn(graph, ['required-0']).words.includes('Login'));
    assert.ok(drawn(graph, ['required-0']).words.includes('1. GET IN'));
    assert.equal(drawn(graph).words.includes('1. GET IN'), false);
  });

  it('writes hostile names as text', () => {
    const hostile = '</text><script>alert(1)</script>&\u0000\u202e\ud800]]>"';
    const { all, text } = drawn(graphOf([{ ...get('a'), name: hostile }], { name: hostile }));
    assert.equal(all('script').length, 0);
    assert.doesNotMatch(text, /[\u0000\u202e]/);
    assert.equal(all('title')[0]?.textContent, '</text><script>alert(1)</script>&\\x00\\u202e�]]>"');
  });

  it('draws a chain without requests as an empty paper', () => {
    const { all } = drawn(graphOf([]));
    assert.equal(all('rect').length, 1);
  });
});
