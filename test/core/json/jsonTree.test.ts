import assert from 'node:assert/strict';
import { MAX_NESTING, parseTree } from '../../../src/core/json/jsonTree';

describe('parseTree', () => {
  it('has the position of everything', () => {
    assert.deepEqual(parseTree('{ "a": [1.50, "x"], /* c */ "b": null, }'), {
      root: {
        kind: 'object',
        start: 0,
        end: 40,
        members: [
          {
            name: 'a',
            start: 2,
            end: 5,
            value: {
              kind: 'array',
              start: 7,
              end: 18,
              items: [
                { kind: 'number', start: 8, end: 12, text: '1.50' },
                { kind: 'scalar', start: 14, end: 17, value: 'x' },
              ],
            },
          },
          { name: 'b', start: 28, end: 31, value: { kind: 'scalar', start: 33, end: 37, value: null } },
        ],
      },
      faults: [],
    });
  });

  it('skips a byte order mark, which still counts in offsets', () => {
    assert.deepEqual(parseTree('\uFEFFtrue'), {
      root: { kind: 'scalar', start: 1, end: 5, value: true },
      faults: [],
    });
  });

  const faulty: [title: string, text: string, faults: [at: number, message: string][]][] = [
    ['an empty text', '', [[0, 'The file holds no JSON. Write an object: { … }.']]],
    ['nothing but a comment', '// later\n', [[9, 'The file holds no JSON. Write an object: { … }.']]],
    [
      'a word that is not a value',
      '{"a": yes}',
      [
        [6, 'This is not a JSON value. Write a text in double quotes, a number, true, false or null.'],
        [9, 'A value is missing here. Write one, or remove the comma or the name before it.'],
      ],
    ],
    ['a missing colon', '{"a" 1}', [[5, 'A colon is missing after this name. Write "name": value.']]],
    ['a missing comma', '[1 2]', [[3, 'A comma is missing before this. Add one after the previous value.']]],
    [
      'a cut object',
      '[\n{"a": 1',
      [
        [9, 'The object that begins in line 2 is not closed. Add } at its end.'],
        [9, 'The list that begins in line 1 is not closed. Add ] at its end.'],
      ],
    ],
    [
      'a cut text',
      '["abc\n]',
      [[1, 'This text is not closed. Add a double quote at its end, in the same line.']],
    ],
    ['a cut comment', '[] /* …', [[3, 'This comment is not closed. Add */ at its end.']]],
    ['a second root', '{} {}', [[3, 'The file continues after its end. Remove everything from here on.']]],
    [
      'a bad escape',
      '["\\x"]',
      [[1, 'A backslash begins an escape such as \\n or \\". Write \\\\ for a backslash itself.']],
    ],
    [
      'a bad code point',
      '["\\u12"]',
      [[1, 'An escape \\u needs four hexadecimal digits. Write for example \\u00e9.']],
    ],
    [
      'a control character',
      '["\u0000"]',
      [[1, 'A string cannot contain control characters. Write an escape such as \\t or \\u0000.']],
    ],
    [
      'a duplicate name',
      '{"a": 1, "b": 2, "a": 3}',
      [[17, '"a" is in this object twice. Remove one of the two, or rename it.']],
    ],
    [
      'a duplicate hostile name',
      '{"__proto__": 1, "__proto__": 3}',
      [[17, '"__proto__" is in this object twice. Remove one of the two, or rename it.']],
    ],
  ];
  for (const [title, text, faults] of faulty) {
    it(`reports ${title}`, () => {
      const found = parseTree(text).faults.map(({ start, message }) => [start, message]);
      assert.deepEqual(found, faults);
    });
  }

  it('accepts the deepest nesting that is allowed', () => {
    const text = '['.repeat(MAX_NESTING) + ']'.repeat(MAX_NESTING);
    assert.deepEqual(parseTree(text).faults, []);
  });

  for (const depth of [MAX_NESTING + 1, 10_000, 1_000_000]) {
    it(`refuses ${depth} levels before the stack overflows`, () => {
      assert.deepEqual(parseTree('{"a":'.repeat(depth)), {
        faults: [
          {
            code: 'nesting',
            message:
              'Objects and lists are nested more than 512 deep here. Flatten the value, or put it into a file of its own.',
            start: 5 * MAX_NESTING,
            end: 5 * MAX_NESTING + 1,
          },
        ],
      });
    });
  }

  it('keeps a thousand faults of a binary file and no more', () => {
    assert.equal(parseTree('\u0001 '.repeat(100_000)).faults.length, 1000);
  });

  const torn: [text: string, isTorn: true | undefined][] = [
    ['{"a": [1, 2]}', undefined],
    ['{"a": , "b" 1, c}', undefined],
    ['{"a": [1, 2}', true],
    ['{"a": {"b": 1}', true],
    ['{"a": 1}}', true],
    ['{"a" {"b": 1}}', true],
  ];
  for (const [text, isTorn] of torn) {
    it(`says ${isTorn === true ? 'that' : 'nothing when'} ${text} is ${isTorn === true ? 'no' : 'one'} value from end to end`, () => {
      assert.equal(parseTree(text).isTorn, isTorn);
    });
  }

  it('lets what is not closed go on to the end of the text', () => {
    const { root } = parseTree('{"a": [1, {"b": 2} ');
    assert.equal(root?.end, 19);
    assert.equal(root.kind === 'object' && root.members[0]?.value.end, 19);
  });
});
