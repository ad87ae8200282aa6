import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  segmentsOf,
  type Filled,
  type PlaceholderReader,
  type TemplatePiece,
} from '../../../src/core/form/segments';
import type { JsonValue } from '../../../src/core/json/json';
import { prettyJson } from '../../../src/core/json/prettyJson';

/** Reads `<name>` as the placeholder of `{{name}}`. */
function readerOf(values: Readonly<Record<string, JsonValue>>): PlaceholderReader {
  return {
    split: (text) =>
      text
        .split(/<(\w+)>/)
        .flatMap((part, place): readonly TemplatePiece[] =>
          place % 2 === 1 ? [{ reference: `{{${part}}}` }] : part === '' ? [] : [{ literal: part }],
        ),
    at(text, offset) {
      const found = /^<(\w+)>/.exec(text.slice(offset));
      return found === null ? undefined : { reference: `{{${found[1] ?? ''}}}`, length: found[0].length };
    },
    filled(reference): Filled {
      const name = reference.slice(2, -2);
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? { kind: 'missing', why: 'nothing gives it' } : { kind: 'value', value };
    },
  };
}

/** Pieces as `kind:text`. */
function pieces(
  text: string,
  template: string | undefined,
  values: Readonly<Record<string, JsonValue>> = {},
) {
  return segmentsOf(text, template, readerOf(values)).map((piece) => `${piece.kind}:${piece.text}`);
}

describe('a text in pieces', () => {
  const table: [
    title: string,
    text: string,
    template: string,
    values: Record<string, JsonValue>,
    expected: string[],
  ][] = [
    ['is one piece without references', '/a', '/a', {}, ['written:/a']],
    [
      'tells values from what is written',
      '/users/7/orders',
      '/users/<id>/orders',
      { id: 7 },
      ['written:/users/', 'value:7', 'written:/orders'],
    ],
    [
      'knows values as they are encoded',
      '/a%2Fb/c',
      '/<x>/c',
      { x: 'a/b' },
      ['written:/', 'value:a%2Fb', 'written:/c'],
    ],
    [
      'knows values as a path encodes them',
      '/a:b%2Fc/d',
      '/<x>/d',
      { x: 'a:b/c' },
      ['written:/', 'value:a:b%2Fc', 'written:/d'],
    ],
    [
      'is not misled by a value that says what follows it',
      'a/b/c',
      '<x>/c',
      { x: 'a/b' },
      ['value:a/b', 'written:/c'],
    ],
    ['tells neighbours apart', 'abcd', '<x><y>', { x: 'ab', y: 'cd' }, ['value:ab', 'value:cd']],
    ['leaves out empty values', '/', '/<x>', { x: '' }, ['written:/']],
    [
      'keeps what has no value as a reference',
      '/<x>/',
      '/<x>/',
      {},
      ['written:/', 'missing:{{x}}', 'written:/'],
    ],
    [
      'shows masks as secrets',
      'Bearer ‹secret:7f3a›',
      'Bearer <token>',
      { token: 't' },
      ['written:Bearer ', 'secret:‹secret:7f3a›'],
    ],
    [
      'shows what a file states as a secret, too',
      'k=‹secret:7f3a›&<x>',
      'k=‹secret:7f3a›&<x>',
      {},
      ['written:k=', 'secret:‹secret:7f3a›', 'written:&', 'missing:{{x}}'],
    ],
    [
      'takes a value that is partly masked apart',
      'a-‹secret:7f3a›-b.',
      '<x>.',
      { x: 'a-s-b' },
      ['value:a-', 'secret:‹secret:7f3a›', 'value:-b', 'written:.'],
    ],
    ['stays one piece where nothing fits', 'x y', '<a>:<b>', { a: '1', b: '2' }, ['written:x y']],
    ['keeps references where nothing fits', 'x <q>', '<a>:<b>', { a: '1' }, ['written:x ', 'missing:{{q}}']],
    [
      'knows a number without quotes',
      '{"n":2,"s":"2"}',
      '{"n":"<n>","s":"<s>"}',
      { n: 2, s: '2' },
      ['written:{"n":', 'value:2', 'written:,"s":"', 'value:2', 'written:"}'],
    ],
    [
      'knows neighbours without quotes',
      '[1,null,true]',
      '["<a>","<b>","<c>"]',
      { a: 1, b: null, c: true },
      ['written:[', 'value:1', 'written:,', 'value:null', 'written:,', 'value:true', 'written:]'],
    ],
    [
      'knows a number inside a longer text',
      '{"n":"no 2."}',
      '{"n":"no <n>."}',
      { n: 2 },
      ['written:{"n":"no ', 'value:2', 'written:."}'],
    ],
    ['is a value as a whole', '{"a":1}', '"<x>"', { x: { a: 1 } }, ['value:{"a":1}']],
  ];
  for (const [title, text, template, values, expected] of table) {
    it(title, () => {
      assert.deepEqual(pieces(text, template, values), expected);
    });
  }

  it('knows an object that is laid out over several lines', () => {
    const value = { id: 1, tags: ['a', 'b'] };
    const text = prettyJson(JSON.stringify({ a: value, b: 'x' }));
    assert.deepEqual(pieces(text, prettyJson('{"a":"<v>","b":"<x>"}'), { v: value, x: 'x' }), [
      'written:{\n  "a": ',
      'value:{\n    "id": 1,\n    "tags": [\n      "a",\n      "b"\n    ]\n  }',
      'written:,\n  "b": "',
      'value:x',
      'written:"\n}',
    ]);
  });

  it('says which variable gave a value', () => {
    assert.deepEqual(segmentsOf('7', '<id>', readerOf({ id: 7 })), [{ text: '7', kind: 'value', why: 'id' }]);
  });

  it('says why there is none', () => {
    assert.deepEqual(segmentsOf('<id>', '<id>', readerOf({})), [
      { text: '{{id}}', kind: 'missing', why: 'nothing gives it' },
    ]);
  });

  it('is the same text again, whatever the template', () => {
    const word = fc.string({
      maxLength: 6,
      unit: fc.constantFrom('a', '/', '"', '\\', '<x>', '<y>', '‹secret:7f3a›'),
    });
    fc.assert(
      fc.property(word, word, word, word, (text, template, x, y) => {
        const found = segmentsOf(text, template, readerOf({ x, y }));
        assert.equal(found.map(({ text: piece }) => piece).join(''), text.replace(/<(\w+)>/g, '{{$1}}'));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});
