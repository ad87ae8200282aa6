import assert from 'node:assert/strict';
import { ExactNumber, parseJson, type JsonValue } from '../../../src/core/json/json';
import { explainMiss, pathFault, selectPath, selectPathQuickly } from '../../../src/core/json/jsonPath';
import { NeedsFullEffortError } from '../../../src/core/workBudget';
import { rendered } from '../rendered';

function valuesAt(path: string, value: JsonValue): readonly JsonValue[] {
  const selection = selectPath(path, value);
  assert.ok(selection.ok, selection.ok ? '' : rendered(selection.message));
  return selection.values;
}

function messageFor(path: string, value: JsonValue = {}): string {
  const selection = selectPath(path, value);
  return selection.ok ? 'no message' : rendered(selection.message);
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const big = parseJson('{"rows":[{"id":9007199254740992},{"id":9007199254740993},{"id":9007199254740994.0}]}');

describe('selectPath', () => {
  it('gives back exact numbers as they came', () => {
    assert.deepEqual(valuesAt('$.rows[1].id', big), [new ExactNumber('9007199254740993')]);
    assert.deepEqual(valuesAt('$..id', big).length, 3);
  });

  const filters: [filter: string, count: number][] = [
    ['@.id == 9007199254740993', 1],
    ['@.id == 9007199254740992', 1],
    ['@.id > 9007199254740992', 2],
    ['@.id <= 9007199254740993', 2],
    ['@.id != 9007199254740993', 2],
    ['@.id == 9007199254740993.0', 1],
    ['@.id == $.rows[1].id', 1],
    ['length(@.id) == 1', 0],
    ['@ == $.rows[1]', 1],
  ];
  for (const [filter, count] of filters) {
    it(`compares digit for digit: ${filter}`, () => {
      assert.equal(valuesAt(`$.rows[?${filter}]`, big).length, count);
    });
  }

  it('does not look inside an exact number', () => {
    assert.deepEqual(valuesAt('$.rows[1].id.*', big), []);
    assert.deepEqual(valuesAt('$.rows[1].id.text', big), []);
  });

  it('sees own members only', () => {
    assert.deepEqual(valuesAt('$.constructor', {}), []);
    assert.deepEqual(valuesAt('$.__proto__', {}), []);
    assert.deepEqual(valuesAt('$.__proto__', parseJson('{"__proto__":1}')), [1]);
    assert.deepEqual(valuesAt('$.length', []), []);
  });

  it('keeps false, null, zero and the empty string', () => {
    assert.deepEqual(valuesAt('$.*', { a: false, b: null, c: 0, d: '' }), [false, null, 0, '']);
  });

  it('selects from a list of a million items', () => {
    const list = Array.from({ length: 1_000_000 }, (_, index) => index);
    assert.equal(valuesAt('$[*]', list).length, 1_000_000);
  });

  it('matches regular expressions in linear time', () => {
    assert.deepEqual(valuesAt('$[?match(@, "(a+)+")]', [`${'a'.repeat(50_000)}b`]), []);
    assert.deepEqual(valuesAt('$[?search(@, $[0])]', ['(a+)+$', `${'a'.repeat(50_000)}b`]), []);
  });

  it('says which regular expression it cannot use', () => {
    assert.match(messageFor('$[?match(@, "(?=a)")]'), /uses look-around/);
  });

  it('gives up a path that walks the document over and over', () => {
    const deep = parseJson('['.repeat(500) + ']'.repeat(500));
    assert.match(messageFor('$..*..*..*', deep), /was given up: it needs more work/);
    const wide = Array.from({ length: 10_000 }, () => [1]);
    assert.match(messageFor('$[?count($..*) > 1]', wide), /was given up: it needs more work/);
  });

  const repeating: [title: string, path: string, document: () => JsonValue][] = [
    [
      'text again at each level',
      '$..*',
      () => parseJson(`${'['.repeat(100)}"${'a'.repeat(1_000_000)}"${']'.repeat(100)}`),
    ],
    ['value for each selector', `$[${'0,'.repeat(50)}0]`, () => [{ text: 'a'.repeat(1_000_000) }]],
  ];
  for (const [title, path, document] of repeating) {
    it(`refuses a path that selects the same large ${title}`, () => {
      assert.match(messageFor(path, document()), /selects more than 40 MB on this response; make it more/);
      assert.equal(valuesAt('$[0]', document()).length, 1);
    });
  }

  const laborious: [title: string, path: string, document: () => JsonValue][] = [
    [
      'counts the members of a large object over and over',
      '$.list[?length($.wide) < 0]',
      () => ({ list: numbersTo(40_000), wide: Object.fromEntries(numbersTo(10_000).entries()) }),
    ],
    [
      'looks into a large object over and over',
      '$.list[?$.wide.*]',
      () => ({ list: numbersTo(40_000), wide: Object.fromEntries(numbersTo(10_000).entries()) }),
    ],
    [
      'compares long texts over and over',
      '$[?count($[?@ < $[-1]]) > 0]',
      () => numbersTo(300).map((index) => `${'a'.repeat(60_000)}${index}`),
    ],
    [
      'compiles what the document holds',
      '$[?match("a", @)]',
      () => numbersTo(20_000).map((index) => `(x?){1000}${index}`),
    ],
    [
      'tries a large expression on many texts',
      '$[?search(@, "(x?){1000}y")]',
      () => numbersTo(20_000).map(String),
    ],
  ];
  for (const [title, path, document] of laborious) {
    it(`gives up a path that ${title}`, () => {
      assert.match(messageFor(path, document()), /was given up: it needs more work/);
    });
  }

  it('reads a long number once, however often it is compared', () => {
    const list = parseJson(`[${'7'.repeat(1_000_000)},${'9007199254740993,'.repeat(20_000)}0]`);
    assert.equal(valuesAt('$[?@ >= $[0]]', list).length, 1);
  });

  it('does little for quick work and says that more is needed', () => {
    const list = numbersTo(100_000);
    assert.deepEqual(selectPath('$[70000]', list, 'quick'), { ok: true, values: [70_000] });
    assert.throws(() => selectPath('$[?@ == 7 || @ == 8]', list, 'quick'), NeedsFullEffortError);
    assert.throws(
      () =>
        explainMiss(
          '$..a.b',
          list.map((a) => ({ a })),
          'the body',
          'quick',
        ),
      NeedsFullEffortError,
    );
  });

  it('is given up in the editor when it takes longer than a moment', () => {
    const list = numbersTo(3000);
    assert.deepEqual(selectPathQuickly('$[?@ == 7]', list), { ok: true, values: [7] });
    const selection = selectPathQuickly('$[?count($[?@ > 1]) > 3]', list);
    assert.match(
      selection.ok ? '' : rendered(selection.message),
      /takes too long on this response to be shown/,
    );
  });

  it('does not follow a document deeper than 512 levels', () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 10_000; level += 1) {
      deep = [deep];
    }
    assert.match(messageFor('$..x', deep), /was given up: the document is nested deeper than 512 levels/);
  });

  const faults: [path: string, reason: RegExp][] = [
    ['', /does not begin with `\$`/],
    ['id', /The path `id` does not begin with `\$`; write for example `\$.id`/],
    ['$.', /is not valid at character 3/],
    ['$.items[', /is not valid at character \d+: unclosed bracketed selection/],
    ['$[?@.a = 1]', /is not valid at character 8: unexpected filter selector token '='/],
    ['$[(@.length-1)]', /Scripts and `=~` of older dialects are not part of RFC 9535/],
    ['$[?unknown(@)]', /no such function 'unknown'/],
    ['$[9007199254740993]', /index out of range/],
    [`$${'[?('.repeat(2000)}`, /longer than 4000|nests more than 50/],
    [`$[?${'!'.repeat(3000)}@.a]`, /nests more than 50/],
    [`$${'.a'.repeat(3000)}`, /longer than 4000 characters/],
  ];
  for (const [path, reason] of faults) {
    it(`says what is wrong with ${JSON.stringify(path.slice(0, 20))}`, () => {
      assert.match(messageFor(path), reason);
      assert.equal(rendered(pathFault(path)), messageFor(path));
    });
  }
});

describe('explainMiss', () => {
  const misses: [path: string, value: JsonValue, explanation: string][] = [
    ['$.id', { data: 1, meta: 2 }, 'the body has `data`, `meta` at its top'],
    ['$.data.id', { data: { a: 1 } }, '`$.data` has `a`'],
    ['$.data.order_id', { data: { orderId: 1 } }, '`$.data` has `orderId`; did you mean `orderId`?'],
    ['$.items[0].id', { items: [] }, '`$.items` is an empty list'],
    ['$.items[5]', { items: [1] }, '`$.items` is a list of 1 item'],
    ['$.items.id', { items: [{}, {}] }, '`$.items` is a list of 2 items'],
    ['$.items[*].id', { items: [{ a: 1 }, {}] }, 'the first of 2 values of `$.items[*]` has `a`'],
    ['$.a', {}, 'the body is an empty object'],
    ['$.a', null, 'the body is null'],
    ['$.a', 'text', 'the body is a string'],
    ['$.a.b', { a: new ExactNumber('-0') }, '`$.a` is an integer'],
    [
      '$.x',
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`n${i}`, i])),
      'the body has `n0`, `n1`, `n2`, `n3`, `n4`, `n5`, `n6`, `n7` and 2 more at its top',
    ],
  ];
  for (const [path, value, explanation] of misses) {
    it(`says where ${path} loses its way: ${explanation}`, () => {
      assert.equal(rendered(explainMiss(path, value, 'the body')), explanation);
    });
  }

  it('cuts long names', () => {
    assert.equal(
      rendered(explainMiss('$.x', { ['n'.repeat(10_000)]: 1 }, 'the body')),
      `the body has \`${'n'.repeat(39)}…\` at its top`,
    );
  });
});
