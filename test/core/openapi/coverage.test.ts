import assert from 'node:assert/strict';
import type { DescribedOperation } from '../../../src/core/openapi/apiListing';
import { measureCoverage, type Calls, type OperationCoverage } from '../../../src/core/openapi/coverage';
import { loadChain } from '../fakeRun';

const operation = (text: string, more: Partial<DescribedOperation> = {}): DescribedOperation => {
  const [method = '', path = ''] = text.split(' ');
  const place = { file: 'api.yaml', line: 3 };
  return { method, path, place, statuses: [], parameters: [], body: [], response: [], ...more };
};
const requestsOf = (...requests: readonly object[]): Calls['requests'] => {
  const { file, chain } = loadChain({
    requests: requests.map((request, index) => ({ id: `r${index}`, method: 'GET', url: '/a', ...request })),
  });
  return chain.requests.map((request) => ({ file, request }));
};
const measure = (operations: readonly DescribedOperation[], calls: Calls) =>
  measureCoverage({ name: 'api.yaml', servers: [], operations }, calls);

/** What these requests cover of `GET /a` with these parts. */
function covered(parts: Partial<DescribedOperation>, ...requests: readonly object[]): OperationCoverage {
  const [only] = measure([operation('GET /a', parts)], { requests: requestsOf(...requests) }).operations;
  assert.ok(only !== undefined);
  return only;
}

describe('the coverage of a description', () => {
  it('says which requests call an operation, and which call none', () => {
    const requests = requestsOf({ url: '{{base}}/a/7' }, { url: '{{base}}/b?key=secret' });
    const { sums, operations, unmatched, statusesFrom } = measure(
      [operation('GET /a/{id}', { operationId: 'read', parameters: ['path id'] }), operation('PUT /a')],
      { requests },
    );
    assert.deepEqual(sums.operations, { covered: 1, total: 2 });
    assert.deepEqual(
      operations.map((one) => [one.operationId, one.requests, one.parameters.covered, one.place.line]),
      [
        ['read', ['main.chain.json#r0'], ['path id'], 3],
        [undefined, [], [], 3],
      ],
    );
    assert.deepEqual(unmatched, ['main.chain.json#r1 GET /b']);
    assert.equal(statusesFrom, 'chains');
  });

  it('counts parameters that are sent, wherever a chain writes them', () => {
    const described = [
      'query page',
      'query size',
      'query off',
      'query filter',
      'header x-trace',
      'cookie lang',
      'cookie id',
    ];
    const { parameters } = covered(
      { parameters: described },
      {
        url: '/a?page={{n}}#query=off',
        query: [
          { name: 'size', value: '1' },
          { name: 'off', value: '', disabled: true },
          { name: 'filter[state]', value: 'new' },
        ],
        headers: [
          { name: 'X-Trace', value: '1' },
          { name: 'cookie', value: 'lang=en; other=2' },
        ],
      },
    );
    assert.deepEqual(parameters, {
      covered: ['query page', 'query size', 'query filter', 'header x-trace', 'cookie lang'],
      missing: ['query off', 'cookie id'],
    });
  });

  const bodies: readonly [kind: string, body: object, members: readonly string[]][] = [
    ['JSON', { json: { items: [{ sku: 'A' }], note: null } }, ['items', 'items[].sku', 'note']],
    ['a list', { json: [{ sku: 'A' }] }, ['[].sku']],
    ['a form', { form: [{ name: 'note', value: '' }] }, ['note']],
    ['parts', { multipart: [{ name: 'note', file: 'a.txt' }] }, ['note']],
    ['GraphQL', { graphql: { query: '{ a }' } }, ['query']],
    ['a text', { text: 'note' }, []],
  ];
  for (const [kind, body, members] of bodies) {
    it(`counts members of ${kind} that is sent`, () => {
      const described = [
        ['items'],
        ['items', '[]', 'sku'],
        ['[]', 'sku'],
        ['note'],
        ['query'],
        ['__proto__'],
      ];
      assert.deepEqual(covered({ body: described }, { body }).body.covered, members);
    });
  }

  const checks: readonly [what: string, request: object, members: readonly string[]][] = [
    [
      'an extraction',
      { extract: [{ variable: 'v', from: 'body', path: '$.items[0].sku' }] },
      ['items', 'items[].sku'],
    ],
    ['a check', { expect: { body: [{ path: '$.total', exists: true }] } }, ['total']],
    ['a filter', { expect: { body: [{ path: '$.items[?@.id==1]', exists: true }] } }, ['items']],
    ['a name at any depth', { expect: { body: [{ path: '$..sku', exists: true }] } }, ['items[].sku']],
    ['a wildcard', { expect: { body: [{ path: '$.*', exists: true }] } }, ['items', 'total']],
    ['a repetition', { retry: { times: 1, until: { path: '$.total', equals: 1 } } }, ['total']],
    ['the whole body', { extract: [{ variable: 'v', from: 'body' }] }, []],
    ['a header', { extract: [{ variable: 'v', from: 'header', name: 'total' }] }, []],
  ];
  for (const [what, request, members] of checks) {
    it(`counts members of the answer that ${what} leads to`, () => {
      const described = [['items'], ['total'], ['items', '[]', 'sku']];
      assert.deepEqual(covered({ response: described }, request).response.covered.toSorted(), members);
    });
  }

  const statuses: readonly [expected: unknown, covered: readonly string[], undescribed: readonly number[]][] =
    [
      [200, ['200'], []],
      [[404, 409], ['4xx'], []],
      [[503, 204], ['default'], []],
      ['4xx', ['4xx'], []],
      ['2xx', [], []],
      ['3xx', ['302'], []],
      [undefined, [], []],
    ];
  for (const [status, names, undescribed] of statuses) {
    it(`counts status codes when ${JSON.stringify(status) ?? 'any success'} is expected`, () => {
      const found = covered({ statuses: ['200', '201', '302', '4xx', 'default'] }, { expect: { status } });
      assert.deepEqual([found.statuses.covered, found.undescribedStatuses], [names, undescribed]);
    });
  }

  it('takes the only success that is described for the one that is expected', () => {
    assert.deepEqual(covered({ statuses: ['201', '404'] }, {}).statuses, {
      covered: ['201'],
      missing: ['404'],
    });
  });

  it('names expected status codes that are not described', () => {
    assert.deepEqual(
      covered({ statuses: ['200'] }, { expect: { status: [500, 404] } }).undescribedStatuses,
      [404, 500],
    );
  });

  it('takes status codes from results where there are some, and nothing else', () => {
    const { operations, sums, statusesFrom } = measure([operation('GET /a', { statuses: ['200', '404'] })], {
      requests: requestsOf({ expect: { status: 200 } }),
      answers: [
        { method: 'GET', url: 'http://h/a?x=1', status: 404 },
        { method: 'GET', url: 'http://h/b', status: 200 },
      ],
    });
    assert.deepEqual(operations[0]?.statuses, { covered: ['404'], missing: ['200'] });
    assert.deepEqual(sums.statuses, { covered: 1, total: 2 });
    assert.equal(statusesFrom, 'results');
  });

  it('says what no cell of a matrix tests, and nothing of it without a matrix', () => {
    const operations = [operation('GET /a'), operation('PUT /a')];
    const requests = requestsOf({});
    const { sums, operations: found } = measure(operations, {
      requests,
      cells: [{ method: 'PUT', url: '/a' }],
    });
    assert.deepEqual(
      found.map(({ authorization }) => authorization),
      [false, true],
    );
    assert.deepEqual(sums.authorization, { covered: 1, total: 2 });
    assert.equal(measure(operations, { requests }).sums.authorization, undefined);
    assert.deepEqual(measure(operations, { requests, cells: [] }).sums.authorization, {
      covered: 0,
      total: 2,
    });
  });
});
