import assert from 'node:assert/strict';
import type { ChainGraph } from '../../../src/core/graph/graph';
import { layoutGraph } from '../../../src/core/graph/layout';
import { get, graphOf, orders, readChain, step, takes } from './graphs';

const chainOf = (count: number) =>
  graphOf(
    Array.from({ length: count }, (_, at) =>
      get(`r${at}`, at === 0 ? '/' : `/{{v${at - 1}}}`, takes(`v${at}`)),
    ),
  );
const starOf = (count: number) =>
  graphOf(
    Array.from({ length: count }, (_, at) =>
      at === 0 ? get('r0', '/', takes('v')) : get(`r${at}`, '/{{v}}'),
    ),
  );

/** Pairs of nodes that cover each other. */
function overlaps(graph: ChainGraph): readonly string[] {
  const seen = new Map<string, string>();
  return [...layoutGraph(graph).points].flatMap(([key, { x, y }]) => {
    const place = `${x} ${y}`;
    const other = seen.get(place);
    seen.set(place, key);
    return other === undefined ? [] : [`${other} ${key}`];
  });
}

describe('layoutGraph', () => {
  it('puts every producer left of its consumers', () => {
    const graph = graphOf(orders);
    const { points } = layoutGraph(graph);
    const x = (key: string): number => points.get(key)?.x ?? Number.NaN;
    assert.deepEqual(
      graph.edges.filter(({ from, to }) => !(x(from) < x(to))),
      [],
    );
  });

  it('is not confused by a producer that comes too late', () => {
    const { points } = layoutGraph(graphOf([get('a', '/{{x}}'), get('b', '/', takes('x'))]));
    assert.equal(points.size, 2);
  });

  it('puts the constants and the environment left of the requests', () => {
    const { points } = layoutGraph(graphOf([get('a', '{{baseUrl}}'), get('b')]));
    const x = (key: string): number => points.get(key)?.x ?? Number.NaN;
    assert.ok(x('environment') < x('request-0') && x('environment') < x('request-1'));
  });

  it('leaves the place of an open group to its requests', () => {
    const required = [readChain([get('in', '/', takes('t'))], {}, 'l.chain.json')];
    const graph = graphOf([get('a', '/{{t}}')], { requires: ['l.chain.json'] }, { required });
    assert.deepEqual([...layoutGraph(graph).points.keys()], ['required-0-0', 'request-0']);
  });

  const links = Array.from({ length: 6 }, (_, at) =>
    get(`i${at}`, at === 0 ? '/{{given}}' : `/{{w${at - 1}}}`, takes(`w${at}`)),
  );
  const called = new Map([['s.chain.json', { source: readChain(links), required: [] }]]);
  const among: readonly (readonly [title: string, before: number, after: number])[] = [
    ['between two requests', 1, 1],
    ['among many, where a line of the drawing ends', 22, 30],
  ];
  for (const [title, before, after] of among) {
    it(`has only its own requests in the frame of a step that is open, ${title}`, () => {
      const given = { with: { given: `{{v${before - 1}}}` }, take: [`v${before}`] };
      const row = (at: number): object => get(`r${at}`, at === 0 ? '/' : `/{{v${at - 1}}}`, takes(`v${at}`));
      const requests = [
        ...Array.from({ length: before }, (_, at) => row(at)),
        step('s', given),
        ...Array.from({ length: after }, (_, at) => [row(before + 1 + at), get(`free${at}`)]).flat(),
      ];
      const graph = graphOf(requests, {}, { called });
      const { points } = layoutGraph(graph);
      const isInner = (key: string): boolean => key.startsWith(`request-${before}-`);
      const inner = [...points].flatMap(([key, point]) => (isInner(key) ? [point] : []));
      assert.equal(inner.length, 6);
      const [left, right] = [Math.min(...inner.map(({ x }) => x)), Math.max(...inner.map(({ x }) => x))];
      const [top, bottom] = [Math.min(...inner.map(({ y }) => y)), Math.max(...inner.map(({ y }) => y))];
      const strangers = [...points].filter(
        ([key, { x, y }]) => !isInner(key) && x >= left && x <= right && y >= top && y <= bottom,
      );
      assert.deepEqual(strangers, []);
      assert.deepEqual(overlaps(graph), []);
      assert.equal(bottom - top, 0);
    });
  }

  const lines: readonly (readonly [requests: number, lines: number])[] = [
    [1, 1],
    [16, 1],
    [17, 3],
  ];
  for (const [count, expected] of lines) {
    it(`draws ${count} requests one after the other in ${expected} lines`, () => {
      const heights = new Set([...layoutGraph(chainOf(count)).points.values()].map(({ y }) => y));
      assert.equal(heights.size, expected);
    });
  }

  const large: readonly (readonly [title: string, graph: ChainGraph])[] = [
    ['a thousand requests one after the other', chainOf(1000)],
    ['a thousand requests that need one', starOf(1000)],
    [
      'a thousand requests that need nothing',
      graphOf(Array.from({ length: 1000 }, (_, at) => get(`r${at}`))),
    ],
  ];
  for (const [title, graph] of large) {
    it(`keeps ${title} within a readable shape`, () => {
      const points = [...layoutGraph(graph).points.values()];
      const width = Math.max(...points.map(({ x }) => x));
      const height = Math.max(...points.map(({ y }) => y));
      assert.equal(points.length, 1000);
      assert.deepEqual(overlaps(graph), []);
      assert.ok(width < 20_000 && height < 20_000, `${width} × ${height}`);
    });
  }

  it('gives nothing for nothing', () => {
    assert.equal(layoutGraph(graphOf([])).points.size, 0);
  });
});
