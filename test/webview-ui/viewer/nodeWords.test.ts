import assert from 'node:assert/strict';
import { get, graphOf, readChain, step, takes } from '../../core/graph/graphs';
import { minimapShapes } from '../../../webview-ui/viewer/minimapShapes';
import { chainWords, nodeLook, nodeWords } from '../../../webview-ui/viewer/nodeWords';
import { drawingOf } from '../../../webview-ui/viewer/viewerState';

const passed = {
  state: 'finished',
  summary: { outcome: 'passed', status: 200, durationMs: 34, attempts: 1 },
} as const;

describe('the words on a node', () => {
  const cases = [
    ['a request that was not run', get('a'), undefined, 'not run yet'],
    ['a request that passed', get('a'), passed, 'passed · 200 · 34 ms'],
    ['what nothing defines', get('a', '/{{x}}/{{y}}'), passed, 'passed · 200 · 34 ms · lacks x, y'],
    ['what nothing uses', get('a', '/', takes('id')), undefined, 'not run yet · unused: id'],
    [
      'what decides about sending it',
      get('a', '/', { when: { value: '{{$guid}}', equals: 'a' }, forEach: { in: ['x'], as: 'item' } }),
      undefined,
      'not run yet · if {{$guid}} equals "a" · for each item',
    ],
    [
      'what a step runs',
      step('pay', { forEach: { in: ['x'], as: 'item' } }),
      passed,
      'passed · 200 · 34 ms · runs pay.chain.json · for each item',
    ],
    [
      'how many items of a loop are done',
      get('a', '/', { forEach: { in: ['x'], as: 'item' } }),
      { state: 'running', attempt: 1, items: { done: 12, of: 40 } },
      'running · 12 of 40 items · for each item',
    ],
    ['a request that is switched off', get('a', '/{{x}}', { disabled: true }), passed, 'switched off'],
  ] as const;
  for (const [title, request, progress, words] of cases) {
    it(`tell ${title}`, () => {
      const [node] = graphOf([request]).nodes;
      assert.ok(node !== undefined);
      assert.equal(nodeWords(node, progress), words);
    });
  }
});

describe('the words about a chain', () => {
  it('tell how many requests it has, how many come from required chains, and what is unused', () => {
    const required = [readChain([get('in', '/', takes('t'))], { name: 'Login' }, 'l.chain.json')];
    const requests = [get('a', '/{{t}}', takes('x', 'y')), get('b', '/', takes('y'))];
    const graph = graphOf(requests, { requires: ['l.chain.json'] }, { required });
    assert.equal(chainWords(graph), '3 requests, 1 from Login, 2 variables unused');
  });

  it('tell no more than there is to tell', () => {
    const off = get('off', '/', { ...takes('x'), disabled: true });
    assert.equal(chainWords(graphOf([off])), '1 request');
  });
});

describe('a minimap', () => {
  it('has a box for every node, together with those that look alike', () => {
    const drawing = drawingOf(graphOf([get('a'), get('b'), get('c')]), {
      open: new Set(),
      outside: 'hidden',
    });
    const shapes = minimapShapes(drawing, new Map([['request-1', passed]]));
    const boxes = [...shapes].map(([look, path]) => [look, path.split('M').length - 1]);
    assert.deepEqual(boxes, [
      ['open', 2],
      ['passed', 1],
    ]);
  });

  it('colours a node as the drawing does', () => {
    const [node] = graphOf([get('a')]).nodes;
    assert.ok(node !== undefined);
    assert.equal(nodeLook(node, { state: 'running', attempt: 1 }), 'running');
  });
});
