import assert from 'node:assert/strict';
import * as expecting from '../../../src/core/run/expect';
import { checkOperators, joinResults, statusIsExpected } from '../../../src/core/run/expect';
import { ExactNumber } from '../../../src/core/json/json';
import type { Check, Expectation, Operator } from '../../../src/core/model';
import { viewResponse, type ResponseView } from '../../../src/core/run/responseView';
import type { ExpectationResult } from '../../../src/core/result/result';
import { rendered } from '../rendered';

const order =
  '{"id":9007199254740993,"amount":12.50,"state":"ready","none":null,"no":false,"items":[{"sku":"A"},{"sku":"B"}],"note":""}';

function response(body: string, status = 201): ResponseView {
  return viewResponse(
    {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: [
        { name: 'ETag', value: '"abc"' },
        { name: 'X-Count', value: '12' },
        { name: 'Vary', value: 'a' },
        { name: 'vary', value: 'b' },
      ],
      body: new TextEncoder().encode(body),
      wireSize: 0,
    },
    'http://127.0.0.1/',
  );
}

/** The results as text. */
async function checkExpectation(
  expected: Expectation,
  view: ResponseView,
  durationMs: number,
): Promise<readonly ExpectationResult[]> {
  const answered = { status: view.status, durationMs };
  const results = await expecting.checkExpectation(expected, answered, expected, (check) =>
    Promise.resolve(checkOperators(check, view, 'full')),
  );
  return rendered(results);
}

/** The result as text. */
function checkHolds(check: Check, view: ResponseView): ExpectationResult {
  return rendered(joinResults(checkOperators({ check, shown: check }, view, 'full')));
}

function resultOf(check: Omit<Check, 'operators'>, operator: Operator, body = order): string {
  const { condition, passed, actual } = checkHolds({ ...check, operators: [operator] }, response(body));
  return passed ? `${condition}: holds` : `${condition}: ${actual ?? 'absent'}`;
}

const expectation = (rest: Partial<Expectation>): Expectation => ({ headers: [], body: [], ...rest });

describe('checkExpectation', () => {
  it('asks for 2xx or 3xx when nothing is asked for', async () => {
    assert.deepEqual(await checkExpectation(expectation({}), response('', 204), 1), [
      { condition: 'status is 2xx or 3xx', passed: true },
    ]);
    assert.deepEqual(await checkExpectation(expectation({}), response('', 404), 1), [
      { condition: 'status is 2xx or 3xx', passed: false, actual: '404' },
    ]);
  });

  it('checks status, headers, body and duration in this order', async () => {
    const results = await checkExpectation(
      expectation({
        status: [200, '4xx'],
        headers: [{ name: 'etag', operators: [{ operator: 'exists', value: true }] }],
        body: [
          {
            path: '$.amount',
            operators: [
              { operator: 'equals', value: 12.5 },
              { operator: 'lessThan', value: 10 },
            ],
          },
        ],
        maxDurationMs: 500,
      }),
      response(order),
      612.4,
    );
    assert.deepEqual(results, [
      { condition: 'status is 200 or 4xx', passed: false, actual: '201' },
      { condition: 'header etag exists', passed: true },
      { condition: '$.amount equals 12.5', passed: true },
      { condition: '$.amount is less than 10', passed: false, actual: '12.5' },
      { condition: 'duration is at most 500 ms', passed: false, actual: '612 ms' },
    ]);
  });
});

describe('statusIsExpected', () => {
  const cases: [status: Expectation['status'], actual: number, expected: boolean][] = [
    [undefined, 200, true],
    [undefined, 302, true],
    [undefined, 199, false],
    [undefined, 400, false],
    [[201], 201, true],
    [['201'], 201, true],
    [[200, 204], 201, false],
    [['2XX'], 299, true],
    [['40x'], 404, true],
    [['xxx'], 99, false],
    [[], 200, false],
  ];
  for (const [status, actual, expected] of cases) {
    it(`${expected ? 'accepts' : 'refuses'} ${actual} for ${JSON.stringify(status)}`, () => {
      assert.equal(statusIsExpected(status === undefined ? {} : { status }, actual), expected);
    });
  }
});

describe('checkHolds', () => {
  const id = new ExactNumber('9007199254740993');
  const cases: [path: string, operator: Operator, result: string][] = [
    ['$.id', { operator: 'equals', value: id }, 'equals 9007199254740993: holds'],
    ['$.id', { operator: 'equals', value: 9007199254740992 }, 'equals 9007199254740992: 9007199254740993'],
    ['$.id', { operator: 'greaterThan', value: 9007199254740992 }, 'is greater than 9007199254740992: holds'],
    ['$.amount', { operator: 'equals', value: '12.5' }, 'equals "12.5": 12.5'],
    ['$.none', { operator: 'equals', value: null }, 'equals null: holds'],
    ['$.no', { operator: 'equals', value: false }, 'equals false: holds'],
    ['$.note', { operator: 'equals', value: '' }, 'equals "": holds'],
    ['$.gone', { operator: 'equals', value: null }, 'equals null: absent'],
    ['$.state', { operator: 'notEquals', value: 'pending' }, 'does not equal "pending": holds'],
    ['$.state', { operator: 'notEquals', value: 'ready' }, 'does not equal "ready": "ready"'],
    ['$.gone', { operator: 'notEquals', value: 'ready' }, 'does not equal "ready": absent'],
    ['$.none', { operator: 'exists', value: true }, 'exists: holds'],
    ['$.gone', { operator: 'exists', value: true }, 'exists: absent'],
    ['$.gone', { operator: 'exists', value: false }, 'does not exist: holds'],
    ['$.none', { operator: 'exists', value: false }, 'does not exist: null'],
    ['$.state', { operator: 'matches', value: '^rea' }, 'matches /^rea/: holds'],
    ['$.amount', { operator: 'matches', value: '^13' }, 'matches /^13/: 12.5'],
    [
      '$.state',
      { operator: 'matches', value: '(?=r)' },
      'matches /(?=r)/: The regular expression `(?=r)` uses look-around, which is not supported; take the part you want with a group instead',
    ],
    ['$.state', { operator: 'contains', value: 'ead' }, 'contains "ead": holds'],
    ['$.items', { operator: 'contains', value: { sku: 'B' } }, 'contains {"sku":"B"}: holds'],
    ['$.items[*].sku', { operator: 'contains', value: 'B' }, 'contains "B": holds'],
    ['$.items[*].sku', { operator: 'equals', value: ['A', 'B'] }, 'equals ["A","B"]: holds'],
    ['$.items[0]', { operator: 'contains', value: 'sku' }, 'contains "sku": holds'],
    ['$.items[0]', { operator: 'contains', value: 'toString' }, 'contains "toString": {"sku":"A"}'],
    [
      '$',
      { operator: 'contains', value: { state: 'ready', none: null } },
      'contains {"state":"ready","none":null}: holds',
    ],
    ['$.amount', { operator: 'contains', value: 1 }, 'contains 1: 12.5'],
    ['$.amount', { operator: 'lessThan', value: 12.6 }, 'is less than 12.6: holds'],
    ['$.amount', { operator: 'lessThan', value: 12.5 }, 'is less than 12.5: 12.5'],
    ['$.state', { operator: 'lessThan', value: 'z' }, 'is less than "z": holds'],
    ['$.state', { operator: 'greaterThan', value: 1 }, 'is greater than 1: "ready"'],
    ['$.id', { operator: 'type', value: 'integer' }, 'is of type integer: holds'],
    ['$.id', { operator: 'type', value: 'number' }, 'is of type number: holds'],
    ['$.amount', { operator: 'type', value: 'integer' }, 'is of type integer: 12.5'],
    ['$.none', { operator: 'type', value: 'object' }, 'is of type object: null'],
    ['$.items', { operator: 'schema', value: { items: { required: ['sku'] } } }, 'matches its schema: holds'],
    [
      '$.items',
      { operator: 'schema', value: { maxItems: 1 } },
      'matches its schema: not: the value: Array has too many items (2 > 1)',
    ],
    [
      '$.items[',
      { operator: 'exists', value: false },
      'does not exist: The path `$.items[` is not valid at character 9: unclosed bracketed selection',
    ],
  ];
  for (const [path, operator, result] of cases) {
    it(`${path} ${result}`, () => {
      assert.equal(resultOf({ path }, operator), `${path} ${result}`);
    });
  }

  it('reads a header as text, and as JSON where it is JSON', () => {
    assert.equal(
      resultOf({ name: 'x-count' }, { operator: 'equals', value: '12' }),
      'header x-count equals "12": holds',
    );
    assert.equal(
      resultOf({ name: 'X-Count' }, { operator: 'lessThan', value: 20 }),
      'header X-Count is less than 20: holds',
    );
    assert.equal(
      resultOf({ name: 'X-Count' }, { operator: 'notEquals', value: 12 }),
      'header X-Count does not equal 12: "12"',
    );
    assert.equal(
      resultOf({ name: 'Vary' }, { operator: 'equals', value: 'a, b' }),
      'header Vary equals "a, b": holds',
    );
    assert.equal(
      resultOf({ name: 'X-None' }, { operator: 'exists', value: false }),
      'header X-None does not exist: holds',
    );
  });

  it('reads a whole body as text, and as JSON where it is JSON', () => {
    assert.equal(resultOf({}, { operator: 'contains', value: 'ready' }), 'body contains "ready": holds');
    assert.equal(resultOf({}, { operator: 'type', value: 'object' }), 'body is of type object: holds');
    assert.equal(
      resultOf({}, { operator: 'equals', value: { a: 1 } }, '{"a":1.0}'),
      'body equals {"a":1}: holds',
    );
    assert.equal(resultOf({}, { operator: 'equals', value: '' }, ''), 'body equals "": holds');
  });

  it('says that a body is not JSON', () => {
    const absent =
      "absent, for the body is not JSON: expected a JSON value but found '<' at line 1, column 1";
    assert.equal(
      resultOf({ path: '$.a' }, { operator: 'equals', value: 1 }, '<p>'),
      `$.a equals 1: ${absent}`,
    );
    assert.equal(
      resultOf({ path: '$.a' }, { operator: 'exists', value: false }, '<p>'),
      '$.a does not exist: holds',
    );
  });

  it('puts the operators of a check together', () => {
    const check: Check = {
      path: '$.amount',
      operators: [
        { operator: 'greaterThan', value: 1 },
        { operator: 'lessThan', value: 5 },
      ],
    };
    assert.deepEqual(checkHolds(check, response(order)), {
      condition: '$.amount is greater than 1 and $.amount is less than 5',
      passed: false,
      actual: '12.5',
    });
  });

  it('shows the beginning of a long value', () => {
    const shown = resultOf(
      { path: '$' },
      { operator: 'equals', value: 'x' },
      JSON.stringify('y'.repeat(100_000)),
    );
    assert.ok(shown.length < 250 && shown.endsWith('…'));
  });

  it('takes bounded time for hostile texts', () => {
    const body = JSON.stringify(`${'a'.repeat(200_000)}b`);
    assert.match(resultOf({ path: '$' }, { operator: 'matches', value: '^(a+)+$' }, body), /: "aaaa/);
    assert.match(
      resultOf({ path: '$' }, { operator: 'schema', value: { pattern: '^(a+)+$' } }, body),
      /does not match pattern/,
    );
    assert.match(
      resultOf(
        { path: '$' },
        { operator: 'matches', value: `[ab].{0,900}[cd]` },
        JSON.stringify('ab'.repeat(300_000)),
      ),
      /was given up/,
    );
  });
});
