/** YAML as importers read it: the values of JSON, and no more of them than the file is worth. */
import assert from 'node:assert/strict';
import { UserError } from '../../../../src/core/errors';
import { ExactNumber, stringifyJson, type JsonValue } from '../../../../src/core/json/json';
import { parseYaml } from '../../../../src/formats/importers/shape/yamlText';

const reasonOf = (text: string): string => {
  try {
    parseYaml(text);
  } catch (error) {
    assert.ok(error instanceof UserError, String(error));
    return error.message;
  }
  return assert.fail('it was read');
};

describe('YAML', () => {
  const values: [title: string, text: string, expected: JsonValue][] = [
    ['has mappings and lists', 'a:\n  - 1\n  - b: [x, null, true]\n', { a: [1, { b: ['x', null, true] }] }],
    ['has an empty document', '', null],
    ['has a document of comments', '# nothing\n', null],
    ['takes a date for a text', 'day: 2024-01-01', { day: '2024-01-01' }],
    ['takes a date for a text under version 1.1', '%YAML 1.1\n---\nday: 2024-01-01', { day: '2024-01-01' }],
    ['keeps texts that look like numbers', 'a: "2.0"\nb: \'0\'', { a: '2.0', b: '0' }],
    ['has numbers that only YAML can write', 'a: 0x1F\nb: +1\nc: .5', { a: 31, b: 1, c: 0.5 }],
    ['has no numbers that JSON cannot hold', 'a: .inf\nb: .nan', { a: '.inf', b: '.nan' }],
    ['keeps the letters of a number that is a key', '200: a\n0200: b', { '200': 'a', '0200': 'b' }],
    [
      'joins the lines of a block',
      'a: |-\n  one\n  two\nb: >-\n  one\n  two',
      { a: 'one\ntwo', b: 'one two' },
    ],
    ['reads Windows line breaks alike', 'a:\r\n  - |\r\n    x\r\n    y\r\n', { a: ['x\ny\n'] }],
    ['repeats what an alias names', 'a: &x { b: 1 }\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
    [
      'merges, what is said before what is taken',
      'a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}',
      { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } },
    ],
    ['merges several, the first one first', 'a: {<<: [{b: 1}, {b: 2, c: 2}]}', { a: { b: 1, c: 2 } }],
    ['does not merge a key in quotes', '"<<": {a: 1}', { '<<': { a: 1 } }],
    ['takes no heed of tags that it does not know', 'a: !secret b', { a: 'b' }],
    ['has JSON', '{"a": [1, "b"]}', { a: [1, 'b'] }],
  ];
  for (const [title, text, expected] of values) {
    it(title, () => {
      assert.deepEqual(parseYaml(text), expected);
    });
  }

  it('keeps every digit of a number', () => {
    assert.deepEqual(parseYaml('a: 9007199254740993'), { a: new ExactNumber('9007199254740993') });
  });

  it('takes __proto__ for a member like any other', () => {
    const value = parseYaml('__proto__: { polluted: true }');
    assert.equal(stringifyJson(value), '{"__proto__":{"polluted":true}}');
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  const refused: [title: string, text: string, reason: RegExp][] = [
    ['a file that is broken', 'a: b\n  c: d', /not sound: .+, at line 1, column 4\. Correct it/],
    ['a duplicate key', 'a: 1\nb: 2\na: 3', /the key "a" is duplicate, at line 3, column 1/],
    ['a list for a key', '? [a, b]\n: c', /a key is not a string/],
    ['an alias of nothing', 'a: *x', /nothing before it is named &x, at line 1, column 4/],
    ['a value that contains itself', 'a: &x [*x]', /nothing before it is named &x/],
    ['several documents in one', 'a: 1\n---\nb: 2', /several documents in one/],
    ['what is nested deeper than JSON may be', `${'['.repeat(600)}${']'.repeat(600)}`, /nested too deep/],
    ['what is nested without end', '['.repeat(200_000), /nested too deep|not sound/],
    ['mappings that are nested without end', '? '.repeat(50_000), /nested too deep|not sound/],
    ['a file that is too large', 'a'.repeat(20_000_001), /larger than 20 MB/],
  ];
  for (const [title, text, reason] of refused) {
    it(`refuses ${title}`, () => {
      assert.match(reasonOf(text), reason);
    });
  }

  it('refuses a few lines that expand to billions of values', () => {
    const levels = Array.from({ length: 10 }, (_, level) => {
      const below = level === 0 ? 'x' : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 10 }, () => below).join(', ')}]`;
    });
    assert.match(reasonOf(levels.join('\n')), /repeats itself too often/);
  });

  it('reads an alias that a large file uses a thousand times', () => {
    const text = `a: &x {b: 1}\nc:\n${'  - *x\n'.repeat(1000)}`;
    assert.equal(stringifyJson(parseYaml(text)).length, '{"a":{"b":1},"c":[]}'.length + 1000 * 8 - 1);
  });

  it('reads a mapping of very many keys without comparing each with all others', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `key${index}: ${index}`).join('\n');
    assert.equal(Object.keys(parseYaml(text) ?? {}).length, 50_000);
  });
});
