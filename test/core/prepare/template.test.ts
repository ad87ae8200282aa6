import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExactNumber, type JsonValue } from '../../../src/core/json/json';
import {
  escapeReferences,
  findReferences,
  findUses,
  resolveTemplate,
  wholeReference,
  type Reference,
} from '../../../src/core/prepare/template';

const values = new Map<string, JsonValue>([
  ['token', 'abc'],
  ['order_id', 42],
  ['big', new ExactNumber('9007199254740993')],
  ['note', ''],
  ['nothing', null],
  ['no', false],
  ['first_item', { sku: 'A-1', qty: 2 }],
  ['nested', '{{token}}'],
]);
const lookup = ({ name }: Reference) => values.get(name);

describe('resolveTemplate', () => {
  const resolves: [title: string, text: string, expected: string][] = [
    ['leaves text without references alone', '/orders?all=true', '/orders?all=true'],
    ['replaces a string', 'Bearer {{token}}', 'Bearer abc'],
    ['ignores spaces around the name', '{{ token }}', 'abc'],
    ['writes a number as JSON', '/orders/{{order_id}}', '/orders/42'],
    ['keeps every digit of a 64-bit number', '/orders/{{big}}', '/orders/9007199254740993'],
    ['writes a whole object as JSON', '[{{first_item}}]', '[{"sku":"A-1","qty":2}]'],
    ['replaces every occurrence', '{{order_id}}-{{order_id}}', '42-42'],
    ['keeps an empty string, which is a value', '<{{note}}>', '<>'],
    ['keeps null, which is a value', '{{nothing}}', 'null'],
    ['keeps false, which is a value', '{{no}}', 'false'],
    ['does not resolve references inside a value', '{{nested}}', '{{token}}'],
    ['treats replacement patterns as text', '$&{{token}}$1', '$&abc$1'],
    ['sees through extra braces', '{{{token}}}', '{abc}'],
    ['writes escaped braces literally', '\\{{token}} {{token}}', '{{token}} abc'],
  ];
  for (const [title, text, expected] of resolves) {
    it(title, () => {
      assert.deepEqual(resolveTemplate(text, lookup), { text: expected, missing: [] });
    });
  }

  it('keeps a missing reference in place and reports its position', () => {
    assert.deepEqual(resolveTemplate('/users/{{user_id}}/{{token}}', lookup), {
      text: '/users/{{user_id}}/abc',
      missing: [{ name: 'user_id', args: [], start: 7, end: 18 }],
    });
  });

  it('does not find names every object inherits', () => {
    assert.equal(resolveTemplate('{{constructor}}', lookup).missing.length, 1);
  });

  it('passes the value and its reference to the encoder', () => {
    const encode = (value: JsonValue, { start }: Reference) => `<${start}:${JSON.stringify(value)}>`;
    assert.equal(resolveTemplate('a{{token}}', lookup, encode).text, 'a<1:"abc">');
  });

  it('never lets a value become a template, whatever the value', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, rest) => {
        const literal = escapeReferences(rest);
        const { text } = resolveTemplate(`${literal}|{{x}}`, () => value);
        assert.equal(text, `${rest}|${value}`);
      }),
      { seed: 7 },
    );
  });

  it('answers hostile text in time that grows with its length', () => {
    const hostile = ['{{ '.repeat(50_000), `{{${' '.repeat(100_000)}`, `{{$a${' x'.repeat(50_000)}`];
    const open = ["{{$hash '", '{{$hash "\\"', '{{$concat a ', "{{$concat 'a' "].map((part) =>
      part.repeat(25_000),
    );
    for (const text of [...hostile, ...open]) {
      assert.equal(resolveTemplate(text, lookup).text, text);
    }
  });
});

describe('findReferences', () => {
  it('lists every occurrence in order', () => {
    const names = findReferences('{{b}}/{{a}}?again={{ b }}').map((reference) => reference.name);
    assert.deepEqual(names, ['b', 'a', 'b']);
  });

  it('reads the arguments of a built-in, quotes kept', () => {
    const [reference] = findReferences('{{$datetime "YYYY-MM-DD HH" -1 d}}');
    assert.deepEqual(reference?.args, ['"YYYY-MM-DD HH"', '-1', 'd']);
  });

  it('reads the arguments of a function: variables, numbers, and texts that may contain braces', () => {
    const text = `a{{$hmac 'sha256' api.key "{{x}} it's \\"" 12}}b{{c}}`;
    const [call, plain] = findReferences(text);
    assert.deepEqual(call?.args, ["'sha256'", 'api.key', `"{{x}} it's \\""`, '12']);
    assert.equal(text.slice(call.end), 'b{{c}}');
    assert.equal(plain?.name, 'c');
    assert.deepEqual(call.inner, [{ name: 'api.key', args: [], start: 18, end: 25 }]);
    assert.equal(text.slice(18, 25), 'api.key');
  });

  it('takes a call that cannot be read for one, so that it is not sent as text', () => {
    for (const text of [`{{$hash 'sha256 x}}`, '{{$hash a"b}}', "{{$upper 'a''b'}}"]) {
      const [call] = findReferences(text);
      assert.equal(call?.end, text.length, text);
      assert.equal(call.args.length, 1);
      assert.deepEqual(call.inner, []);
    }
  });

  it('keeps function names apart from longer ones', () => {
    assert.deepEqual(
      findReferences('{{$hashed a}}{{$hash}}').map(({ name, inner }) => [name, inner?.length]),
      [
        ['$hashed', undefined],
        ['$hash', 0],
      ],
    );
  });

  it('lists variables in arguments after their function', () => {
    assert.deepEqual(
      findUses('{{$concat a b}}{{c}}').map(({ name }) => name),
      ['$concat', 'a', 'b', 'c'],
    );
  });

  it('finds what a request says of itself', () => {
    assert.deepEqual(
      findReferences('{{$request.path}}{{$other.path}}').map(({ name }) => name),
      ['$request.path'],
    );
  });

  for (const text of [
    '{{}}',
    '{{1st}}',
    '{{a b}}',
    '{token}',
    '{ {token} }',
    '{{token',
    '\\{{token}}',
    '{{$}}',
  ]) {
    it(`takes ${text} for plain text`, () => {
      assert.deepEqual(findReferences(text), []);
    });
  }
});

describe('wholeReference', () => {
  it('finds the reference that is the whole text', () => {
    assert.equal(wholeReference('{{ order_id }}')?.name, 'order_id');
  });

  for (const text of ['{{a}}{{b}}', ' {{a}}', '{{a}}.', 'a', '', '\\{{a}}']) {
    it(`finds none in ${JSON.stringify(text)}`, () => {
      assert.equal(wholeReference(text), undefined);
    });
  }
});
