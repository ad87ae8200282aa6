import assert from 'node:assert/strict';
import { ExactNumber, type JsonValue } from '../../../src/core/json/json';
import {
  nameRangeOf,
  parseDocument,
  placeAt,
  rangeOf,
  valueOf,
  withDoubles,
} from '../../../src/core/json/jsonDocument';

const read = (text: string): JsonValue | undefined => {
  const { root } = parseDocument(text, 'a.json');
  return root === undefined ? undefined : valueOf(root);
};

describe('parseDocument', () => {
  it('reports faults with file, line and column, one a line', () => {
    const places = parseDocument('{\r\n  "a": yes no,\r\n  "b" 1\r\n}', 'a.json').problems.map(
      ({ place }) => place,
    );
    assert.deepEqual(places, [
      { file: 'a.json', line: 2, column: 8 },
      { file: 'a.json', line: 3, column: 7 },
    ]);
  });

  it('reports at most twenty lines', () => {
    assert.equal(parseDocument('yes\n'.repeat(1000), 'a.json').problems.length, 20);
  });

  it('gives a whole problem', () => {
    assert.deepEqual(parseDocument('[1 2]', 'a.json').problems, [
      {
        code: 'syntax',
        severity: 'error',
        message: 'A comma is missing before this. Add one after the previous value.',
        range: { start: 3, end: 4 },
        place: { file: 'a.json', line: 1, column: 4 },
      },
    ]);
  });
});

describe('placeAt', () => {
  const places: [title: string, text: string, offset: number, line: number, column: number][] = [
    ['counts from one', 'ab', 0, 1, 1],
    ['ends a line with LF', 'a\nb', 2, 2, 1],
    ['ends a line with CR LF', 'a\r\nb', 3, 2, 1],
    ['ends a line with CR', 'a\rb', 2, 2, 1],
    ['puts a line break into the line it ends', 'a\r\nb', 2, 1, 3],
    ['counts UTF-16 code units', '😀x', 2, 1, 3],
    ['gives a byte order mark no column', '\uFEFFab', 2, 1, 2],
    ['stays in the first column before a byte order mark', '\uFEFFab', 0, 1, 1],
    ['goes to the end of the text', 'a\nbc', 4, 2, 3],
  ];
  for (const [title, text, offset, line, column] of places) {
    it(title, () => {
      assert.deepEqual(placeAt(parseDocument(text, 'f'), offset), { file: 'f', line, column });
    });
  }
});

describe('rangeOf and nameRangeOf', () => {
  const document = parseDocument('{"a": [10, {"b": 2}], "a/b": 3, "a": [4]}', 'f');

  it('take the last of several members, which is the one that counts', () => {
    assert.deepEqual(rangeOf(document, ['a', 0]), { start: 38, end: 39 });
    assert.deepEqual(nameRangeOf(document, ['a']), { start: 32, end: 35 });
  });

  it('find names with any character', () => {
    assert.deepEqual(rangeOf(document, ['a/b']), { start: 29, end: 30 });
  });

  const absent: [title: string, path: (string | number)[]][] = [
    ['a member that is not there', ['x']],
    ['an index outside the list', ['a', 1]],
    ['a step into a number', ['a/b', 'c']],
    ['a name every object inherits', ['constructor']],
  ];
  for (const [title, path] of absent) {
    it(`give nothing for ${title}`, () => {
      assert.equal(rangeOf(document, path), undefined);
      assert.equal(nameRangeOf(document, path), undefined);
    });
  }

  it('give no name for the root and for list items', () => {
    assert.equal(nameRangeOf(document, []), undefined);
    assert.equal(nameRangeOf(document, ['a', 0]), undefined);
  });
});

describe('valueOf', () => {
  it('keeps types and every digit', () => {
    assert.deepEqual(read('[0, "", false, null, 9007199254740993, 1e400, -0, 12.5, {}, []]'), [
      0,
      '',
      false,
      null,
      new ExactNumber('9007199254740993'),
      new ExactNumber('1e400'),
      new ExactNumber('-0'),
      12.5,
      {},
      [],
    ]);
  });

  it('makes a member called __proto__ data like any other', () => {
    const value = read('{"__proto__": {"polluted": true}, "constructor": 1}');
    assert.deepEqual(Object.entries(value ?? {}), [
      ['__proto__', { polluted: true }],
      ['constructor', 1],
    ]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal('polluted' in Object.prototype, false);
  });
});

describe('withDoubles', () => {
  it('turns exact numbers into doubles, wherever they are', () => {
    const value = { a: [new ExactNumber('9007199254740993')], b: new ExactNumber('1e400'), c: '1' };
    assert.deepEqual(withDoubles(value), { a: [9007199254740992], b: Infinity, c: '1' });
  });

  it('returns a value without exact numbers itself', () => {
    const value = { a: [1, { b: null }] };
    assert.equal(withDoubles(value), value);
  });

  it('keeps a member called __proto__', () => {
    const value = read('{"__proto__": 9007199254740993}') ?? null;
    assert.deepEqual(Object.entries(withDoubles(value) as object), [['__proto__', 9007199254740992]]);
  });
});
