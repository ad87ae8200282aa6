import assert from 'node:assert/strict';
import { JsonFields, parseJson, writeJson, type Writable } from '../../examples/orders-api/http/json';

describe('parseJson', () => {
  const values: [text: string, expected: unknown][] = [
    ['null', null],
    [' true ', true],
    ['""', ''],
    ['0', 0],
    ['-12.5e1', -125],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
    ['"\\u0041\\n\\"{}"', 'A\n"{}'],
    ['[]', []],
    ['[1, [2]]', [1, [2]]],
  ];
  for (const [text, expected] of values) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseJson(text), expected);
    });
  }

  it('reads members, the first and the last of equal names, and __proto__ as a name', () => {
    const fields = parseJson('{"id":1,"__proto__":{"admin":true},"id":2}');
    assert.ok(fields instanceof JsonFields);
    assert.deepEqual([fields.first('id'), fields.get('id'), fields.duplicate()], [1, 2, 'id']);
    assert.ok(fields.get('__proto__') instanceof JsonFields);
    assert.equal(fields.get('constructor'), undefined);
  });

  for (const text of ['', '{', '[1,]', '{"a"}', '01', "'a'", '"a\nb"', 'nul', '1 2', '"\\x"', '{"a":1,}']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseJson(text), SyntaxError);
    });
  }

  it('refuses deep nesting instead of overflowing the stack', () => {
    assert.throws(() => parseJson('['.repeat(100_000)), /nested too deeply/);
  });

  it('reads a string of a million characters', () => {
    assert.equal(parseJson(`"${'\\"'.repeat(500_000)}"`), '"'.repeat(500_000));
  });
});

describe('writeJson', () => {
  it('writes 64-bit integers digit for digit and leaves undefined members out', () => {
    const value: Writable = { id: 9_007_199_254_740_993n, none: undefined, list: [1n, null, 'a"', false] };
    assert.equal(writeJson(value), '{"id":9007199254740993,"list":[1,null,"a\\"",false]}');
  });
});
