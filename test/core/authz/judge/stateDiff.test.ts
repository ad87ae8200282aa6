import assert from 'node:assert/strict';
import type { StateChange } from '../../../../src/core/authz/model/authzResult';
import * as stateDiff from '../../../../src/core/authz/judge/stateDiff';
import { volatilePaths } from '../../../../src/core/authz/judge/stateDiff';
import type { RecordedResponse } from '../../../../src/core/result/result';
import { answer, binaryAnswer } from '../answers';
import { rendered, type Rendered } from '../../rendered';
import { processorSeconds } from '../../../processorTime';

/** The comparison as text. */
function compareViews(...asked: Parameters<typeof stateDiff.compareViews>): Rendered<stateDiff.Comparison> {
  return rendered(stateDiff.compareViews(...asked));
}

const CANARY = 'CNRY-0123456789abcdef';
const json = (text: string): RecordedResponse => answer(text, { mediaType: 'application/json' });

describe('compareViews', () => {
  const same: readonly [title: string, before: RecordedResponse, after: RecordedResponse][] = [
    ['equal bodies', answer({ a: 1 }), answer({ a: 1 })],
    ['members in another order', json('{"a":1,"b":2}'), json('{ "b": 2, "a": 1.0 }')],
    ['other headers', answer({ a: 1 }, { headers: { Date: 'x' } }), answer({ a: 1 })],
    ['another status of success', answer({ a: 1 }), answer({ a: 1 }, { status: 203 })],
    [
      'equal pages',
      answer('<p>a</p>', { mediaType: 'text/html' }),
      answer('<p>a</p>', { mediaType: 'text/html' }),
    ],
    ['equal bytes', binaryAnswer(Uint8Array.of(0, 1)), binaryAnswer(Uint8Array.of(0, 1))],
  ];
  for (const [title, before, after] of same) {
    it(`finds ${title} the same`, () => {
      assert.deepEqual(compareViews(before, after, new Set()), { state: 'same', changes: [] });
    });
  }

  const changed: readonly [
    title: string,
    before: unknown,
    after: unknown,
    expected: readonly StateChange[],
  ][] = [
    ['a number', { amount: 12.5 }, { amount: 0 }, [{ path: '/amount', before: '12.5', after: '0' }]],
    [
      'a planted text',
      { note: CANARY },
      { note: 'CNRY-ffffffffffffffff' },
      [{ path: '/note', before: `"${CANARY}"`, after: '"CNRY-ffffffffffffffff"' }],
    ],
    [
      'a text that holds a planted one',
      { note: `bob: ${CANARY}` },
      { note: '' },
      [{ path: '/note', before: `"${CANARY}…"`, after: '""' }],
    ],
    [
      'a text of a user',
      { note: 'my secret' },
      { note: 'yours' },
      [{ path: '/note', before: '"…"', after: '"…"' }],
    ],
    ['a long number', { card: 12345 }, { card: null }, [{ path: '/card', before: '…', after: 'null' }]],
    ['a type', { a: [] }, { a: {} }, [{ path: '/a', before: '[]', after: '{}' }]],
    ['a list', { a: [1, 2] }, { a: true }, [{ path: '/a', before: '[…]', after: 'true' }]],
    ['a member that is new', { a: 1 }, { a: 1, 'b/c': {} }, [{ path: '/b~1c', after: '{}' }]],
    ['a member that is gone', { a: 1, b: false }, { a: 1 }, [{ path: '/b', before: 'false' }]],
    [
      'an item',
      [1, 2, 3],
      [1, 9],
      [
        { path: '/1', before: '2', after: '9' },
        { path: '/2', before: '3' },
      ],
    ],
    [
      'an object whose members are all others',
      { m: { x: 1 } },
      { m: { y: 1 } },
      [{ path: '/m', before: '{…}', after: '{…}' }],
    ],
    ['the whole value', 'one', 'two', [{ path: '', before: '"…"', after: '"…"' }]],
  ];
  for (const [title, before, after, changes] of changed) {
    it(`shows a change of ${title}`, () => {
      const views = [before, after].map((view) => json(JSON.stringify(view)));
      const [one, other] = views;
      assert.ok(one !== undefined);
      assert.deepEqual(compareViews(one, other, new Set()), { state: 'changed', changes });
    });
  }

  it('compares every digit of a number', () => {
    const { state } = compareViews(
      json('{"id":9007199254740993}'),
      json('{"id":9007199254740992}'),
      new Set(),
    );
    assert.equal(state, 'changed');
  });

  it('shows the first line of a page that differs, as one change', () => {
    const before = answer(`<p>\n${CANARY}\n1</p>`, { mediaType: 'text/html' });
    const after = answer('<p>\n\n2</p>', { mediaType: 'text/html' });
    assert.deepEqual(compareViews(before, after, new Set()), {
      state: 'changed',
      changes: [{ path: '', before: `"${CANARY}"`, after: '""' }],
    });
  });

  it('compares members called like those that every object has', () => {
    const { changes } = compareViews(json('{"__proto__":1}'), json('{"constructor":1}'), new Set());
    assert.deepEqual(
      changes.map(({ path }) => path),
      ['/__proto__', '/constructor'],
    );
  });

  it('keeps 50 changes, with places of 200 characters on one line', () => {
    const before = Object.fromEntries(
      Array.from({ length: 99 }, (_, index) => [`\n${'x'.repeat(500)}${String(index)}`, 1]),
    );
    const { changes } = compareViews(answer(before), answer({}), new Set());
    assert.equal(changes.length, 50);
    assert.ok(changes.every(({ path }) => path.length <= 200 && !path.includes('\n')));
  });

  for (const status of [404, 410, 403, 400, 409]) {
    it(`takes ${String(status)} for gone, where the owner was answered before`, () => {
      assert.deepEqual(compareViews(answer({ a: 1 }), answer({}, { status }), new Set()), {
        state: 'gone',
        changes: [{ path: 'status', before: '200', after: String(status) }],
      });
    });
  }

  it('takes an empty body for gone', () => {
    assert.equal(compareViews(answer({ a: 1 }), answer('', { status: 204 }), new Set()).state, 'gone');
  });

  const unknown: readonly (readonly [
    title: string,
    before: RecordedResponse,
    after: RecordedResponse | undefined,
  ])[] = [
    ['there is no answer', answer({ a: 1 }), undefined],
    ...[301, 302, 304, 401, 408, 419, 425, 429, 440, 500, 503].map(
      (status) =>
        [`the answer is ${String(status)}`, answer({ a: 1 }), answer({ a: 2 }, { status })] as const,
    ),
    [
      'a page to sign in comes instead of JSON',
      answer({ a: 1 }),
      answer('<form>', { mediaType: 'text/html' }),
    ],
    ['there was nothing to see before', answer('', { status: 204 }), answer('', { status: 204 })],
  ];
  for (const [title, before, after] of unknown) {
    it(`knows nothing when ${title}`, () => {
      assert.deepEqual(compareViews(before, after, new Set()), { state: 'unknown', changes: [] });
    });
  }

  it('compares large views in bounded time', () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, note: `note ${String(id)}` }));
    const seconds = processorSeconds(() => {
      assert.equal(compareViews(answer(rows), answer(rows), new Set()).state, 'same');
    });
    assert.ok(seconds < 10);
  });

  it('compares JSON that nests too deep to be read as text', () => {
    const deep = json('['.repeat(100_000));
    assert.equal(compareViews(deep, deep, new Set()).state, 'same');
  });
});

describe('volatilePaths', () => {
  const cases: readonly [
    title: string,
    first: RecordedResponse,
    second: RecordedResponse,
    expected: readonly string[],
  ][] = [
    ['nothing in equal reads', answer({ a: 1 }), answer({ a: 1 }), []],
    [
      'a counter',
      answer({ views: 1, a: { at: 'x' } }),
      answer({ views: 2, a: { at: 'y' } }),
      ['/views', '/a/at'],
    ],
    ['a list that grows, as a whole', answer({ log: [1] }), answer({ log: [1, 2] }), ['/log']],
    ['a member that comes and goes', answer({ a: 1 }), answer({ a: 1, hint: 'x' }), ['/hint']],
    ['an object with a new name at each read', answer({ m: { x1: 1 } }), answer({ m: { x2: 1 } }), ['/m']],
    ['a line of a page', answer('a\nt=1\nb'), answer('a\nt=2\nb'), ['/1']],
    ['a whole page of other length', answer('a'), answer('a\nb'), ['']],
    ['everything when the second read fails', answer({ a: 1 }), answer({ a: 1 }, { status: 500 }), ['']],
    ['everything when the kind of body differs', answer({ a: 1 }), answer('a'), ['']],
  ];
  for (const [title, first, second, expected] of cases) {
    it(`finds ${title}`, () => {
      assert.deepEqual([...volatilePaths(first, second)], expected);
    });
  }

  it('leaves out what moves, and still sees what else changes', () => {
    const volatile = volatilePaths(answer({ views: 1, log: [], a: 1 }), answer({ views: 2, log: [1], a: 1 }));
    const before = answer({ views: 2, log: [1], a: 1 });
    assert.equal(
      compareViews(before, answer({ views: 3, log: [1, { x: 2 }], a: 1 }), volatile).state,
      'same',
    );
    assert.equal(compareViews(before, answer({ views: 3, log: [], a: 2 }), volatile).state, 'changed');
  });

  it('knows nothing of a view that moves as a whole, except that it is gone', () => {
    const volatile = volatilePaths(answer('a'), answer('a\nb'));
    assert.equal(compareViews(answer('a'), answer('a'), volatile).state, 'unknown');
    assert.equal(compareViews(answer('a'), answer('', { status: 404 }), volatile).state, 'gone');
  });
});
