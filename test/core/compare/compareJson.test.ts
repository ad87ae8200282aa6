import assert from 'node:assert/strict';
import { compareJson } from '../../../src/core/compare/compareJson';
import { jsonEquals, parseJson, stringifyJson, type JsonValue } from '../../../src/core/json/json';
import { memberPath } from '../../../src/core/language/memberPath';

/** Differences as `$.path: before > after`; a side that is absent is empty. */
function differences(before: string, after: string, limit = 100): readonly string[] {
  const text = (value: JsonValue | undefined): string => (value === undefined ? '' : stringifyJson(value));
  return compareJson(parseJson(before), parseJson(after), limit).map(
    (change) => `${memberPath(change.path)}: ${text(change.before)} > ${text(change.after)}`,
  );
}

describe('comparing JSON values', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['finds nothing where only the order of members differs', '{"a":1,"b":2}', '{"b":2,"a":1.0}', []],
    ['finds a member that changed', '{"a":{"b":1}}', '{"a":{"b":2}}', ['$.a.b: 1 > 2']],
    ['finds members that came and went', '{"old":1}', '{"new":null}', ['$.new:  > null', '$.old: 1 > ']],
    ['tells null from absent', '{"a":null}', '{}', ['$.a: null > ']],
    ['keeps an empty text, which is a value', '{"a":""}', '{"a":0}', ['$.a: "" > 0']],
    ['sees another type as one change', '{"a":[1]}', '{"a":{"0":1}}', ['$.a: [1] > {"0":1}']],
    [
      'counts every digit',
      '[9007199254740993]',
      '[9007199254740992]',
      ['$[0]: 9007199254740993 > 9007199254740992'],
    ],
    ['compares whole values', '1', '"1"', ['$: 1 > "1"']],
    [
      'matches items by their ids',
      '[{"id":1,"s":"a"},{"id":2,"s":"b"}]',
      '[{"id":3,"s":"c"},{"id":1,"s":"a"},{"id":2,"s":"x"}]',
      ['$[0]:  > {"id":3,"s":"c"}', '$[2].s: "b" > "x"'],
    ],
    [
      'matches items by a name when ids are new each time',
      '[{"id":1,"sku":"A"},{"id":2,"sku":"B"}]',
      '[{"id":8,"sku":"B"}]',
      ['$[0].id: 2 > 8', '$[0]: {"id":1,"sku":"A"} > '],
    ],
    [
      'matches items by position when nothing tells them apart',
      '[{"a":1}]',
      '[{"a":2},{"a":2}]',
      ['$[0].a: 1 > 2', '$[1]:  > {"a":2}'],
    ],
    ['finds a word put in front of others', '["b","c"]', '["a","b","c"]', ['$[0]:  > "a"']],
    ['compares words by position when as many are there', '["b","c"]', '["a","c"]', ['$[0]: "b" > "a"']],
    [
      'takes __proto__ for a name like any other',
      '{"__proto__":{"a":1}}',
      '{"__proto__":{"a":2}}',
      ['$.__proto__.a: 1 > 2'],
    ],
    ['does not find members that every object inherits', '{}', '{"constructor":1}', ['$.constructor:  > 1']],
  ];
  for (const [title, before, after, expected] of cases) {
    it(title, () => assert.deepEqual(differences(before, after), expected));
  }

  it('stops when there are more than anybody reads', () => {
    const list = (value: number): string => JSON.stringify(Array.from({ length: 5_000 }, () => ({ value })));
    assert.equal(differences(list(1), list(2), 200).length, 201);
  });

  it('compares a long list of objects in a moment', () => {
    const list = (first: number): string =>
      JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: at + first, name: `n${at + first}` })));
    assert.equal(differences(list(0), list(1)).length, 2);
  });

  it('finds nothing exactly where values are equal', () => {
    const random = seeded(7);
    for (let round = 0; round < 300; round += 1) {
      const [one, other] = [anyValue(random, 3), anyValue(random, 3)];
      assert.equal(
        compareJson(one, other, 1000).length === 0,
        jsonEquals(one, other),
        stringifyJson([one, other]),
      );
      assert.deepEqual(compareJson(one, one, 1000), []);
    }
  });
});

/** Numbers between 0 and 1, the same in every run (Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function anyValue(random: () => number, depth: number): JsonValue {
  const leaves: readonly JsonValue[] = [null, true, 0, 1, '', 'a'];
  const items = (): readonly JsonValue[] =>
    Array.from({ length: Math.floor(random() * 3) }, () => anyValue(random, depth - 1));
  const kind = depth === 0 ? 0 : Math.floor(random() * 3);
  if (kind === 1) {
    return items();
  }
  return kind === 2
    ? Object.fromEntries(items().map((value, at) => [['id', 'x', 'y'][at] ?? 'z', value]))
    : (leaves[Math.floor(random() * leaves.length)] ?? null);
}
