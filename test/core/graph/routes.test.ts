import assert from 'node:assert/strict';
import type { ChainGraph } from '../../../src/core/graph/graph';
import { NODE_SIZE, type Point } from '../../../src/core/graph/grid';
import { layoutGraph, type Layout } from '../../../src/core/graph/layout';
import { bearer, get, graphOf, orders, readChain, shownEdges, takes } from './graphs';

/** A line without corners that belongs to a bundle. */
interface Stretch {
  readonly route: number;
  readonly from: Point;
  readonly to: Point;
}

/** A rectangle by its ends. */
interface Area {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

function stretchesOf({ routes }: Layout): readonly Stretch[] {
  return routes.flatMap(({ ways }, route) =>
    ways.flatMap(({ points }) =>
      points.slice(1).flatMap((to, at) => {
        const from = points[at];
        return from === undefined ? [] : [{ route, from, to }];
      }),
    ),
  );
}

function around({ x, y }: Point, width: number, height: number): Area {
  return { x: [x - width / 2, x + width / 2], y: [y - height / 2, y + height / 2] };
}

function ends(one: number, other: number): readonly [number, number] {
  return [Math.min(one, other), Math.max(one, other)];
}

/** Whether two areas have more than a border in common; lines are areas without an extent on one side. */
function meet(one: Area, other: Area): boolean {
  const common = ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): boolean =>
    from < end - 0.01 && start < to - 0.01;
  return common(one.x, other.x) && common(one.y, other.y);
}

function areaOf({ from, to }: Stretch, width = 0): Area {
  const [x, y] = [ends(from.x, to.x), ends(from.y, to.y)];
  return { x: [x[0] - width / 2, x[1] + width / 2], y: [y[0] - width / 2, y[1] + width / 2] };
}

/** What cannot be read in a drawing. */
function faultsOf(layout: Layout): readonly string[] {
  const stretches = stretchesOf(layout);
  const labels = layout.routes.map(({ label: { text, middle } }) => around(middle, text.length * 7, 12));
  const boxes = [...layout.points].map(([key, point]) => ({
    key,
    area: around(point, NODE_SIZE.width, NODE_SIZE.height),
  }));
  const isUpright = ({ from, to }: Stretch): boolean => from.x === to.x;
  return [
    ...stretches.flatMap((stretch) =>
      boxes
        .filter(({ area }) => meet(areaOf(stretch, 1), area) && !touchesOnly(stretch, area))
        .map(({ key }) => `route ${stretch.route} runs behind ${key}`),
    ),
    ...labels.flatMap((label, at) => [
      ...labels.slice(at + 1).flatMap((other) => (meet(label, other) ? [`label ${at} is on another`] : [])),
      ...stretches
        .filter((stretch) => stretch.route !== at && meet(areaOf(stretch, 1), label))
        .map(({ route }) => `route ${route} runs through label ${at}`),
    ]),
    ...stretches.flatMap((stretch, at) =>
      stretches
        .slice(at + 1)
        .filter(
          (other) =>
            other.route !== stretch.route &&
            isUpright(other) === isUpright(stretch) &&
            meet(areaOf(stretch, 1), areaOf(other, 1)),
        )
        .map((other) => `routes ${stretch.route} and ${other.route} are on each other`),
    ),
  ];
}

/** Whether a line ends at the side of a box. */
function touchesOnly({ from, to }: Stretch, { x }: Area): boolean {
  const [left, right] = ends(from.x, to.x);
  return left >= x[1] - 0.01 || right <= x[0] + 0.01;
}

/** Numbers from 0 to below `limit`, the same for the same seed. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

/** A chain of requests that each take some values of earlier ones. */
function randomGraph(seed: number): ChainGraph {
  const next = seeded(seed);
  const count = 2 + next(14);
  return graphOf(
    Array.from({ length: count }, (_, at) => {
      const taken = Array.from({ length: at === 0 ? 0 : next(3) }, () => `{{v${next(at)}_${next(2)}}}`);
      const auth = at > 0 && next(2) === 0 ? bearer('v0_0') : {};
      return get(`r${at}`, `/${taken.join('/')}`, { ...takes(`v${at}_0`, `v${at}_1`), ...auth });
    }),
  );
}

describe('the lines of a drawing', () => {
  const required = [readChain([get('in', '/', takes('t', 'u'))], { name: 'Login' }, 'l.chain.json')];
  const graphs: readonly (readonly [title: string, graph: ChainGraph])[] = [
    ['a chain of orders', graphOf(orders)],
    [
      'values that come too late',
      graphOf([get('a', '/{{x}}'), get('b', '/', takes('x')), get('c', '/{{x}}')]),
    ],
    [
      'values of a required chain',
      graphOf(
        [get('a', '/{{t}}', bearer('u')), get('b', '/{{t}}')],
        { requires: ['l.chain.json'] },
        { required },
      ),
    ],
    [
      'values from outside',
      graphOf(Array.from({ length: 9 }, (_, at) => get(`r${at}`, '{{baseUrl}}/{{password}}'))),
    ],
  ];
  for (const [title, graph] of graphs) {
    it(`run behind no box, through no label and on no other line: ${title}`, () => {
      assert.deepEqual(faultsOf(layoutGraph(graph)), [], shownEdges(graph).join('\n'));
    });
  }

  it('run so whatever requests take from each other', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const graph = randomGraph(seed);
      assert.deepEqual(faultsOf(layoutGraph(graph)), [], `${seed}:\n${shownEdges(graph).join('\n')}`);
    }
  });

  it('are one bundle with one label for a value that goes to many', () => {
    const requests = [
      get('a', '/', takes('id', 'x', 'y')),
      ...['b', 'c', 'd'].map((id) => get(id, '/{{id}}')),
    ];
    const { routes } = layoutGraph(graphOf([...requests, get('e', '/{{id}}/{{x}}/{{y}}')]));
    assert.deepEqual(
      routes.map(({ label, ways }) => [label.text, ways.map(({ to }) => to)]),
      [
        ['id', ['request-1', 'request-2', 'request-3', 'request-4']],
        ['x, y', ['request-4']],
      ],
    );
  });

  it('are one bundle for each kind where a box would have too many labels', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const users = names.map((name) => get(`use-${name}`, `/{{${name}}}`));
    const { routes } = layoutGraph(graphOf([get('all', '/', takes(...names)), ...users]));
    assert.deepEqual(
      routes.map(({ label }) => label.text),
      ['a, b, c, d, e'],
    );
  });

  it('are straight and without labels where there are too many of them', () => {
    const requests = Array.from({ length: 302 }, (_, at) =>
      get(`r${at}`, at === 0 ? '/' : '/{{v}}', at === 0 ? takes('v') : {}),
    );
    assert.deepEqual(layoutGraph(graphOf(requests)).routes, []);
  });
});
