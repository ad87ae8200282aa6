import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  compareNumbers,
  ExactNumber,
  jsonEquals,
  jsonType,
  numberFromText,
  parseJson,
  stringifyJson,
  type JsonValue,
} from '../../../src/core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../../src/core/json/jsonSyntax';

const exact = (text: string) => new ExactNumber(text);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

function syntaxErrorOf(text: string): JsonSyntaxError {
  try {
    parseJson(text);
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError, String(error));
    return error;
  }
  throw new Error(`${text} was read as JSON`);
}

describe('numberFromText', () => {
  const plain: [text: string, value: number][] = [
    ['0', 0],
    ['7', 7],
    ['-1', -1],
    ['12.50', 12.5],
    ['0.1', 0.1],
    ['1.0', 1],
    ['1e5', 100000],
    ['1E+2', 100],
    ['0.30000000000000004', 0.30000000000000004],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['5e-324', 5e-324],
    ['0e9', 0],
  ];
  for (const [text, value] of plain) {
    it(`gives a plain number for ${text}`, () => {
      assert.deepEqual(numberFromText(text), value);
    });
  }

  const kept = [
    '9007199254740993',
    '12345678901234567890',
    '1e400',
    '-1e400',
    '1e-400',
    '-0',
    '-0.0',
    '0.1000000000000000055511151231257827',
    '3.14159265358979323846',
  ];
  for (const text of kept) {
    it(`keeps every character of ${text}`, () => {
      assert.deepEqual(numberFromText(text), exact(text));
    });
  }
});

describe('parseJson', () => {
  const values: [title: string, text: string, value: JsonValue][] = [
    ['reads a scalar with spaces around it', ' \t\r\n"a" \n', 'a'],
    ['reads empty lists and objects', '[{},[],""]', [{}, [], '']],
    ['keeps false, null, zero and the empty string', '[false,null,0,""]', [false, null, 0, '']],
    ['keeps the digits of a 64-bit identifier', '{"id":9007199254740993}', { id: exact('9007199254740993') }],
    ['keeps a negative zero', '[-0]', [exact('-0')]],
    ['reads other numbers next to an exact one', '[1,1e400,0.5]', [1, exact('1e400'), 0.5]],
    [
      'does not mistake digits in a string for a number',
      '["12345678901234567890"]',
      ['12345678901234567890'],
    ],
    [
      'does not end a string at an escaped quote',
      '["a\\"[{9007199254740993", 1]',
      ['a"[{9007199254740993', 1],
    ],
    ['reads escapes next to an exact number', '["\\u0041\\n\\\\",1e400]', ['A\n\\', exact('1e400')]],
    ['takes the last of members with the same name', '{"a":1,"a":2}', { a: 2 }],
    ['does so next to an exact number', '{"a":1,"a":1e400}', { a: exact('1e400') }],
    ['keeps a lone surrogate', '["\\ud800",1e400]', ['\ud800', exact('1e400')]],
  ];
  for (const [title, text, value] of values) {
    it(title, () => {
      assert.deepEqual(parseJson(text), value);
    });
  }

  for (const number of ['1', '9007199254740993']) {
    it(`makes __proto__ an own member, next to ${number} too`, () => {
      const value = parseJson(`{"__proto__":{"admin":true},"constructor":1,"n":${number}}`) as Record<
        string,
        unknown
      >;
      assert.deepEqual(Object.keys(value), ['__proto__', 'constructor', 'n']);
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
      assert.equal(value['admin'], undefined);
      assert.equal(({} as Record<string, unknown>)['admin'], undefined);
    });
  }

  const faults: [text: string, offset: number, expected: string][] = [
    ['', 0, 'a JSON value'],
    ['  ', 2, 'a JSON value'],
    ['<html>', 0, 'a JSON value'],
    ['{', 1, 'a member name in double quotes'],
    ['{"a" 1}', 5, "':'"],
    ['{"a":1,}', 7, 'a member name in double quotes'],
    ['{"a":1', 6, "',' or '}'"],
    ['[1 2]', 3, "',' or ']'"],
    ['[1,]', 3, 'a JSON value'],
    ['[01]', 2, "',' or ']'"],
    ['[NaN]', 1, 'a JSON value'],
    ['tru', 0, 'true'],
    ['{} {}', 3, 'the end of the text'],
    ['"a\nb"', 2, 'the closing quote or an escaped character'],
    ['"a', 2, 'the closing quote or an escaped character'],
    ['"\\x"', 1, 'an escape such as \\n, \\" or \\u0041'],
    ['\ufeff{}', 0, 'a JSON value'],
  ];
  for (const [text, offset, expected] of faults) {
    it(`says what ${JSON.stringify(text)} lacks and where`, () => {
      const error = syntaxErrorOf(text);
      assert.deepEqual([error.offset, error.expected], [offset, expected]);
    });
  }

  it('counts lines and columns from one', () => {
    const { line, column, message } = syntaxErrorOf('{\n  "a": x\n}');
    assert.deepEqual([line, column], [2, 8]);
    assert.equal(message, "expected a JSON value but found 'x' at line 2, column 8");
  });

  it('reads 512 levels and refuses more, however many', () => {
    assert.equal(stringifyJson(parseJson(nested(512))), nested(512));
    for (const levels of [513, 10_000, 1_000_000]) {
      assert.throws(() => parseJson(nested(levels)), JsonTooDeepError);
      assert.throws(() => parseJson('[1e400,'.repeat(levels)), JsonTooDeepError);
    }
  });

  it('reads a number of a million digits', () => {
    const digits = '1'.repeat(1_000_000);
    assert.deepEqual(parseJson(`[${digits}]`), [exact(digits)]);
  });

  it('agrees with JSON.parse about which texts are JSON', () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'a',
      '1',
      '-',
      '0',
      '.',
      'e',
      ' ',
      'true',
      'null',
      '"a"',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
        const text = fragments.join('');
        assert.equal(isAccepted(parseJson, text), isAccepted(JSON.parse, text), text);
      }),
      { seed: 1, numRuns: 5000 },
    );
  });
});

function isAccepted(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('stringifyJson', () => {
  it('writes exact numbers as they came, at any depth', () => {
    const text = '{"id":9007199254740993,"list":[-0,1e400,{"x":1}],"s":"a\\"b"}';
    assert.equal(stringifyJson(parseJson(text)), text);
  });

  it('writes own members only, __proto__ among them', () => {
    const inheriting = Object.assign(Object.create({ secret: 1 }) as object, { a: 1 }) as JsonValue;
    assert.equal(stringifyJson(inheriting), '{"a":1}');
    assert.equal(stringifyJson(parseJson('{"__proto__":1}')), '{"__proto__":1}');
  });

  it('lays out as JSON.stringify does', () => {
    const value = { a: [1, [], {}, { b: null }], c: 'x' };
    assert.equal(stringifyJson(value, 2), JSON.stringify(value, undefined, 2));
  });

  it('gives back what any JSON value was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.equal(stringifyJson(parseJson(text)), text);
        assert.equal(stringifyJson(parseJson(`[1e400,${text}]`)), `[1e400,${text}]`);
      }),
      { seed: 2 },
    );
  });

  it('gives back every digit of any integer', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 40n), 10n ** 40n), (integer) => {
        assert.equal(stringifyJson(parseJson(String(integer))), String(integer));
      }),
      { seed: 3 },
    );
  });
});

describe('jsonEquals', () => {
  const same: [a: JsonValue, b: JsonValue][] = [
    [1, exact('1.0')],
    [0, exact('-0')],
    [exact('9007199254740993'), exact('9007199254740993.0')],
    [exact('1e400'), exact('10e399')],
    [
      { a: 1, b: [null] },
      { b: [null], a: 1 },
    ],
    [[], []],
  ];
  for (const [a, b] of same) {
    it(`takes ${stringifyJson(a)} and ${stringifyJson(b)} for the same`, () => {
      assert.ok(jsonEquals(a, b) && jsonEquals(b, a));
    });
  }

  const different: [a: JsonValue, b: JsonValue][] = [
    [exact('9007199254740993'), 9007199254740992],
    [1, '1'],
    [0, false],
    [0, null],
    ['', null],
    [[], {}],
    [[1], [1, 2]],
    [{ a: null }, { b: null }],
    [{}, { toString: null }],
    [{ a: 1 }, exact('1')],
  ];
  for (const [a, b] of different) {
    it(`tells ${stringifyJson(a)} from ${stringifyJson(b)}`, () => {
      assert.ok(!jsonEquals(a, b) && !jsonEquals(b, a));
    });
  }
});

describe('compareNumbers', () => {
  it('orders numbers of both kinds by value', () => {
    const ordered = [
      '-1e400',
      '-10',
      '-9.5',
      '-0',
      '1e-400',
      '0.1',
      '0.1000000000000000001',
      '9007199254740992',
      '9007199254740993',
      '1e400',
    ];
    const shuffled = ordered.map(numberFromText).reverse();
    assert.deepEqual(shuffled.sort(compareNumbers).map(String), ordered);
  });
});

describe('jsonType', () => {
  const types: [value: JsonValue, type: string][] = [
    [null, 'null'],
    [false, 'boolean'],
    ['', 'string'],
    [0, 'integer'],
    [1.5, 'number'],
    [exact('9007199254740993'), 'integer'],
    [exact('1e400'), 'integer'],
    [exact('1e-400'), 'number'],
    [[], 'array'],
    [{}, 'object'],
  ];
  for (const [value, type] of types) {
    it(`calls ${stringifyJson(value)} ${type}`, () => {
      assert.equal(jsonType(value), type);
    });
  }
});
