import assert from 'node:assert/strict';
import {
  accepts,
  anyOf,
  flag,
  index,
  list,
  nothing,
  object,
  oneOf,
  orNull,
  text,
  tuple,
  where,
  type Schema,
} from '../../src/protocol/schema';

const person = object({ name: text(5) }, { age: index });

describe('schemas', () => {
  const cases: [title: string, schema: Schema<unknown>, right: unknown[], wrong: unknown[]][] = [
    ['whole numbers from 0', index, [0, 7, 2 ** 53 - 1], [2 ** 53, -1, 1.5, Number.NaN, '0', null, [0]]],
    ['nothing', nothing, [undefined, null], [0, '', false, {}]],
    ['true and false', flag, [true, false], [0, 'true', null]],
    ['texts of a length', text(3), ['', 'abc'], ['abcd', 7, null, ['a']]],
    ['some values', oneOf('a', 'b'), ['a', 'b'], ['c', '', 'constructor', ['a']]],
    ['a value or null', orNull(index), [0, null], [undefined, '']],
    [
      'lists of a length',
      list(index, { least: 1, most: 2 }),
      [[1], [1, 2]],
      [[], [1, 2, 3], ['1'], { 0: 1, length: 1 }, null],
    ],
    ['values in an order', tuple(index, text()), [[1, 'a']], [[1], ['a', 1], [1, 'a', 2], 'a']],
    [
      'objects, whatever else they have',
      person,
      [{ name: 'Ann' }, { name: 'Ann', age: 7 }, { name: 'Ann', age: undefined, more: {} }],
      [{}, { age: 7 }, { name: 'Ann', age: '7' }, { name: 7 }, [], null, 'Ann'],
    ],
    ['one of several', anyOf(index, person), [3, { name: 'Ann' }], ['Ann', { name: 7 }]],
    ['a condition', where(index, (value) => value > 2), [3], [2, '3']],
  ];
  for (const [title, schema, right, wrong] of cases) {
    it(`accept ${title}, and nothing else`, () => {
      assert.deepEqual(
        right.map((value) => accepts(schema, value)),
        right.map(() => true),
      );
      assert.deepEqual(
        wrong.map((value) => accepts(schema, value)),
        wrong.map(() => false),
      );
    });
  }

  it('see own members only', () => {
    const named = object({ toString: text() });
    assert.equal(accepts(named, { toString: 'a' }), true);
    assert.equal(accepts(named, {}), false);
    assert.equal(accepts(person, Object.create({ name: 'Ann' })), false);
    assert.equal(accepts(person, JSON.parse('{"__proto__":{"name":"Ann"}}')), false);
  });
});
