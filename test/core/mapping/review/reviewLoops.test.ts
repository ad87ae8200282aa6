import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { parseJson } from '../../../../src/core/json/json';
import { repeatedRequests } from '../../../../src/core/mapping/match/repeatedRequests';
import { applyLoop, openLoops, type OpenLoop } from '../../../../src/core/mapping/review/reviewLoops';
import { sessionOf, type StepSpec } from '../session';
import { processorSeconds } from '../../../processorTime';

const orders = { items: [{ id: 11 }, { id: 12 }, { id: 13 }] };
const list: StepSpec = { line: 'GET /orders', answer: orders };
const each = orders.items.map(({ id }): StepSpec => ({ line: `GET /orders/${id}`, answer: { id } }));
const found = (...steps: readonly StepSpec[]): readonly string[] =>
  repeatedRequests(sessionOf(...steps)).map(
    ({ list: { entry, steps: at, member }, requests }) =>
      `${entry} ${[...at, '*', ...member].join('.')} -> ${requests.map((request) => request.entry).join()}`,
  );

describe('repeatedRequests', () => {
  const cases: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    ['requests for the identifiers of a list', [list, ...each], ['0 items.*.id -> 1,2,3']],
    ['them in another order', [list, ...each.toReversed()], ['0 items.*.id -> 3,2,1']],
    [
      'them with other requests in between',
      [list, ...each.flatMap((one) => [one, { line: 'GET /clock' }])],
      ['0 items.*.id -> 1,3,5'],
    ],
    [
      'items that are texts, in bodies',
      [
        { line: 'GET /tags', answer: ['red-1', 'blue-2', 'green-3'] },
        ...['blue-2', 'red-1', 'green-3'].map((tag) => ({ line: 'POST /tagged', sent: { tag, n: 1 } })),
      ],
      ['0 * -> 2,1,3'],
    ],
    [
      'two that cannot be chance',
      [
        { line: 'GET /users', answer: [{ id: 'f3a9c1d2e4' }, { id: 'b7c8d9e0f1' }] },
        { line: 'GET /users/f3a9c1d2e4' },
        { line: 'GET /users/b7c8d9e0f1' },
      ],
      ['0 *.id -> 1,2'],
    ],
    [
      'not two that may be chance',
      [{ line: 'GET /x', answer: [{ id: 1 }, { id: 2 }] }, { line: 'GET /y/1' }, { line: 'GET /y/2' }],
      [],
    ],
    ['not some of the items', [list, ...each.slice(1)], []],
    ['not requests from before the list', [...each, list], []],
    [
      'not pages',
      [
        { line: 'GET /x', answer: [{ id: 1 }, { id: 2 }, { id: 3 }] },
        ...[1, 2, 3].map((page) => ({ line: `GET /orders?page=${page}` })),
      ],
      [],
    ],
    [
      'not requests that differ in more',
      [list, ...orders.items.map(({ id }, index) => ({ line: `GET /orders/${id}?n=${index}` }))],
      [],
    ],
    [
      'identifiers of pages, which are no places in a list',
      [
        { line: 'GET /pages', answer: [{ id: 'f1' }, { id: 'f2' }, { id: 'f3' }] },
        ...['f1', 'f2', 'f3'].map((id) => ({ line: `GET /read?pageId=${id}` })),
      ],
      ['0 *.id -> 1,2,3'],
    ],
    [
      'not pages of a path',
      [
        { line: 'GET /x', answer: [{ id: 1 }, { id: 2 }, { id: 3 }] },
        ...[1, 2, 3].map((page) => ({ line: `GET /orders/page/${page}` })),
      ],
      [],
    ],
    ...['_page', 'currentPage', 'p', '$skip', 'paging.offset'].map(
      (name): [string, readonly StepSpec[], readonly string[]] => [
        `not pages that are called ${name}`,
        [
          { line: 'GET /x', answer: [{ id: 1 }, { id: 2 }, { id: 3 }] },
          ...[1, 2, 3].map((page) => ({ line: `GET /orders?${name}=${page}` })),
        ],
        [],
      ],
    ),
    [
      'not numbers that are sent as texts',
      [list, ...orders.items.map(({ id }) => ({ line: 'POST /lines', sent: { order: String(id) } }))],
      [],
    ],
    [
      'not texts that are sent as numbers',
      [
        { line: 'GET /x', answer: ['11', '12', '13'] },
        ...[11, 12, 13].map((order) => ({ line: 'POST /lines', sent: { order } })),
      ],
      [],
    ],
    [
      'members that are called like those of all objects',
      [
        { line: 'GET /x', answer: [{ constructor: 'q0', id: 'q1' }, { id: 'q2' }, { id: 'q3' }] },
        ...['q0', 'q1', 'q2', 'q3'].map((id) => ({ line: `GET /y/${id}` })),
      ],
      [],
    ],
    ['not the same request again', [list, ...each, ...each], []],
  ];
  for (const [title, steps, expected] of cases) {
    it(`finds ${title}`, () => {
      assert.deepEqual(found(...steps), expected);
    });
  }
});

describe('what is read for loops', () => {
  it('is no body that is too large to be one of many', () => {
    const large = (order: number): StepSpec => ({
      line: 'POST /lines',
      sent: { order, note: 'x'.repeat(200_000) },
    });
    assert.deepEqual(found(list, ...orders.items.map(({ id }) => large(id))), []);
  });
});

const session = {
  loops: repeatedRequests(sessionOf(list, ...each)),
  ids: new Map([
    [0, 'list'],
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]),
  taken: [] as readonly string[],
};
const source = { id: 'list', method: 'GET', url: '{{base}}/orders' };
const request = (id: string, order: string, more: object = {}): object => ({
  id,
  name: `Order ${order}`,
  method: 'GET',
  url: `{{base}}/orders/${order}/lines?all=1`,
  ...more,
});
const three = [request('a', '11'), request('b', '12'), request('c', '13')];

function textOf(...requests: readonly object[]): string {
  return `{ // mine\n"formatVersion": 1, "name": "C", "requests": ${JSON.stringify(requests, null, 2)} }`;
}

function only(text: string): OpenLoop {
  const loops = openLoops(text, session);
  assert.equal(loops.length, 1);
  return loops[0] ?? assert.fail();
}

describe('requests that are one with a loop', () => {
  it('become that, with the list extracted and the others removed', () => {
    const text = textOf(source, ...three, { id: 'end', method: 'GET', url: '/end' });
    const changed = applyEdits(text, applyLoop(text, only(text)));
    assert.match(changed, /^\{ \/\/ mine\n/);
    assert.deepEqual(parseJson(changed.replace('// mine', '')), {
      formatVersion: 2,
      name: 'C',
      requests: [
        {
          ...source,
          extract: [{ variable: 'orderIds', from: 'body', path: '$.items[*].id', all: true }],
        },
        {
          id: 'a',
          name: 'Order 11',
          forEach: { in: '{{orderIds}}', as: 'orderId' },
          method: 'GET',
          url: '{{base}}/orders/{{orderId}}/lines?all=1',
        },
        { id: 'end', method: 'GET', url: '/end' },
      ],
    });
    assert.deepEqual(openLoops(changed, session), []);
  });

  it('are found after their places were mapped one by one', () => {
    const mapped = [request('a', '{{id}}'), request('b', '{{id2}}'), request('c', '13')];
    assert.deepEqual(only(textOf(source, ...mapped)).requests, ['a', 'b', 'c']);
  });

  it('get names that are free', () => {
    const [loop] = openLoops(textOf(source, ...three), { ...session, taken: ['orderIds'] });
    assert.equal(loop?.extraction.variable, 'orderIds2');
  });

  it('leave a variable of the name that the item would hide', () => {
    const named = sessionOf(
      { line: 'GET /orders', answer: orders.items.map(({ id }) => ({ sms: id })) },
      ...each,
    );
    const loops = repeatedRequests(named);
    const [loop] = openLoops(textOf(source, ...three), { ...session, loops, taken: ['sm'] });
    assert.deepEqual([loop?.item, loop?.extraction.variable], ['sm2', 'sms']);
  });

  it('have a name for the item whatever the list is called', () => {
    for (const [member, item, variable] of [
      ['s', 's', 'ses'],
      ['status', 'status', 'statuses'],
      ['address', 'address', 'addresses'],
      ['tags', 'tag', 'tags'],
    ] as const) {
      const named = sessionOf(
        { line: 'GET /orders', answer: orders.items.map(({ id }) => ({ [member]: id })) },
        ...each,
      );
      const [loop] = openLoops(textOf(source, ...three), { ...session, loops: repeatedRequests(named) });
      assert.deepEqual([loop?.item, loop?.extraction.variable], [item, variable]);
    }
  });

  it('may have others in between that only read', () => {
    const [one = {}, ...others] = three;
    assert.equal(only(textOf(source, one, { id: 'x', method: 'GET', url: '/x' }, ...others)).item, 'orderId');
  });

  it('are made one in a moment when there are many', () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({ id: 10_000 + index }));
    const steps = sessionOf(
      { line: 'GET /orders', answer: { items } },
      ...items.map(({ id }) => ({ line: `GET /orders/${id}` })),
    );
    const ids = new Map(steps.map(({ entry }) => [entry, `r${entry}`]));
    const text = textOf(
      { ...source, id: 'r0' },
      ...items.map(({ id }, index) => request(`r${index + 1}`, String(id))),
    );
    const [loop] = openLoops(text, { loops: repeatedRequests(steps), ids, taken: [] });
    let changed = '';
    const seconds = processorSeconds(() => {
      changed = applyEdits(text, applyLoop(text, loop ?? assert.fail()));
    });
    assert.ok(seconds < 10, `${seconds} s`);
    assert.ok(changed.length < 1000, changed);
  });

  it('may have the value as a number of a body', () => {
    const sent = orders.items.map(({ id }, index) => ({
      id: ['a', 'b', 'c'][index],
      method: 'POST',
      url: '/x',
      body: { json: { order: id, n: 1 } },
    }));
    const text = textOf(source, ...sent);
    assert.match(applyEdits(text, applyLoop(text, only(text))), /"order": "\{\{orderId\}\}"/);
  });

  const gone: [title: string, requests: readonly object[]][] = [
    ['one of them is no longer there', [source, ...three.slice(1)]],
    [
      'one of them is another request by now',
      [source, ...three.slice(1), request('a', '11', { method: 'PUT' })],
    ],
    ['one of them says another value', [source, ...three.slice(1), request('a', '99')]],
    ['they come before the list', [...three, source]],
    ['nobody is answered with the list', [...three]],
    [
      'a later request uses what one of them extracts',
      [
        source,
        ...three.map((one) => ({ ...one, extract: [{ variable: 'last', from: 'status' }] })),
        { id: 'use', method: 'GET', url: '/{{last}}' },
      ],
    ],
    [
      'another chain may use what they extract',
      [source, ...three.map((one) => ({ ...one, extract: [{ variable: 'last', from: 'status' }] }))],
    ],
    ['they are loops', [source, ...three.map((one) => ({ ...one, forEach: { in: [1], as: 'x' } }))]],
    ['the list is asked for in a loop', [{ ...source, forEach: { in: [1], as: 'x' } }, ...three]],
    ['the list is not asked for always', [{ ...source, when: { value: '{{x}}', equals: 1 } }, ...three]],
    ['the list is never asked for', [{ ...source, disabled: true }, ...three]],
    [
      'they are described differently',
      [source, ...three.map((one, index) => ({ ...one, description: `The ${index}.` }))],
    ],
    [
      'something is changed in between',
      [source, ...three.slice(0, 2), { id: 'x', method: 'POST', url: '/x' }, ...three.slice(2)],
    ],
    [
      'one in between gives a value that they send',
      [
        source,
        request('a', '11', { headers: [{ name: 'X-Turn', value: '{{turn}}' }] }),
        { id: 'x', method: 'GET', url: '/x', extract: [{ variable: 'turn', from: 'body', path: '$.n' }] },
        request('b', '12', { headers: [{ name: 'X-Turn', value: '{{turn}}' }] }),
        request('c', '13', { headers: [{ name: 'X-Turn', value: '{{turn}}' }] }),
      ],
    ],
    [
      'a body says the value in another spelling',
      [
        source,
        ...['%31%31', '12', '13'].map((id, index) => ({
          id: ['a', 'b', 'c'][index],
          method: 'POST',
          url: '/x',
          body: { text: id },
        })),
      ],
    ],
    [
      'the value is only a part of a text',
      [
        source,
        ...['11', '12', '13'].map((id, index) => ({
          id: ['a', 'b', 'c'][index],
          method: 'POST',
          url: '/x',
          body: { text: `Order ${id}, please` },
        })),
      ],
    ],
  ];
  for (const [title, requests] of gone) {
    it(`are not offered when ${title}`, () => {
      assert.deepEqual(openLoops(textOf(...requests), session), []);
    });
  }

  it('are not offered when one that is removed has a comment', () => {
    const text = textOf(source, ...three).replace('"name": "Order 13"', '// the last\n"name": "Order 13"');
    assert.deepEqual(openLoops(text, session), []);
  });
});
