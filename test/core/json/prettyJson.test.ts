import assert from 'node:assert/strict';
import fc from 'fast-check';
import { prettyJson } from '../../../src/core/json/prettyJson';

describe('prettyJson', () => {
  const laidOut: [title: string, text: string, expected: string][] = [
    [
      'puts members and items on lines',
      '{"a":1,"b":[true,null]}',
      '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}',
    ],
    ['keeps empty objects and lists short', '{"a":{},"b":[ ]}', '{\n  "a": {},\n  "b": []\n}'],
    [
      'keeps every digit',
      '[9007199254740993,1.50,-0,1e400]',
      '[\n  9007199254740993,\n  1.50,\n  -0,\n  1e400\n]',
    ],
    [
      'keeps escapes and doubled names',
      '{"a":"\\u00e4\\/","a":"}{"}',
      '{\n  "a": "\\u00e4\\/",\n  "a": "}{"\n}',
    ],
    ['replaces existing whitespace', ' {\r\n\t"a" : 1 }\n', '{\n  "a": 1\n}'],
    ['keeps a scalar', '"x"', '"x"'],
    ['keeps a member called __proto__', '{"__proto__":1}', '{\n  "__proto__": 1\n}'],
  ];
  for (const [title, text, expected] of laidOut) {
    it(title, () => {
      assert.equal(prettyJson(text), expected);
    });
  }

  const unchanged = [
    '',
    ' ',
    '{',
    '[1,]',
    '{"a"}',
    '{"a":1,}',
    '{,}',
    '[1 2]',
    '{"a":1}}',
    '"open',
    '"open\\"',
    '01',
    '1.',
    'nul',
    '{a:1}',
    '{"a"::1}',
    '[}',
    '{"pin":‹secret:7f3a›}',
    '{} {}',
    '<html>',
    ']',
    ',',
    ':',
    '{"a":1]',
  ];
  for (const text of unchanged) {
    it(`leaves ${JSON.stringify(text)} unchanged`, () => {
      assert.equal(prettyJson(text), text);
    });
  }

  it('lays JSON out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        assert.equal(prettyJson(JSON.stringify(value)), JSON.stringify(value, null, 2));
      }),
      { seed: 1 },
    );
  });

  it('lays out any depth, and stops indenting where nobody reads on', () => {
    const depth = 20_000;
    const pretty = prettyJson('['.repeat(depth) + ']'.repeat(depth));
    assert.equal(pretty.replace(/\s/g, ''), '['.repeat(depth) + ']'.repeat(depth));
  });

  it('leaves a text alone that indentation would blow up', () => {
    const text = `${'['.repeat(64)}${'1,'.repeat(100_000)}1${']'.repeat(64)}`;
    assert.equal(prettyJson(text), text);
  });
});
