import assert from 'node:assert/strict';
import {
  nothingOmitted,
  omittableOf,
  withoutOmitted,
  type Omissions,
} from '../../../src/core/result/omissions';
import type { RequestResult } from '../../../src/core/result/result';
import { reporters } from '../../../src/formats/reporters/reporters';
import {
  exchange,
  loggingIn,
  orderLifecycle,
  reportOf,
  requestResult,
  sampleReport,
  textOf,
} from '../../formats/reporters/sampleReport';

function without(omissions: Partial<Omissions>, report = sampleReport) {
  return withoutOmitted(report, { ...nothingOmitted, ...omissions });
}

/** What any reporter writes. */
function written(omissions: Partial<Omissions>, report = sampleReport): string {
  return reporters.map(({ render }) => textOf(render(without(omissions, report)))).join('\n');
}

/** A report with one request. */
function reportWith(request: Partial<RequestResult>) {
  return reportOf({ ...loggingIn, requests: [requestResult({ name: 'Read', ...request })] });
}

describe('what can be left out of a report', () => {
  it('is given in numbers, and request by request over all results', () => {
    const { bodies, headers, exchanges } = omittableOf(sampleReport);
    assert.deepEqual([bodies, headers, exchanges.length], [9, 34, 8]);
    assert.deepEqual(exchanges.slice(0, 2), [
      { name: 'POST Log in', answer: '200 OK' },
      { name: 'POST Log in', answer: '200 OK' },
    ]);
    assert.deepEqual(exchanges.at(-1), { name: 'DELETE Delete order', answer: 'skipped' });
  });

  it('is nothing of an empty report', () => {
    assert.deepEqual(omittableOf(reportOf()), { bodies: 0, headers: 0, exchanges: [] });
  });
});

describe('a report without what was left out', () => {
  it('is the report itself when nothing is', () => {
    assert.deepEqual(without({}), sampleReport);
  });

  it('has no body in any format, and nothing that was read from one', () => {
    for (const text of [
      'alice@example.com',
      'usr-1',
      '9007199254740993,',
      'cannot change an order',
      'gold',
    ]) {
      assert.ok(written({}).includes(text), text);
      assert.ok(!written({ bodies: true }).includes(text), text);
    }
    assert.match(written({ bodies: true }), /Left out before this was shared: bodies\./);
  });

  it('lacks the same parts of saved examples', () => {
    const saved = exchange('GET', '/', 404, { received: '{"note":"sold"}' });
    const report = reportWith({ exchange: saved, examples: [{ name: 'Gone', exchange: saved }] });
    assert.deepEqual(omittableOf(report).bodies, 2);
    const [request] = without({ bodies: true, headers: true }, report).results[0]?.requests ?? [];
    assert.deepEqual(request?.examples, [{ name: 'Gone', exchange: request?.exchange }]);
    assert.doesNotMatch(JSON.stringify(request), /sold|Content-Type/i);
  });

  it('lacks the same in the parts of a request', () => {
    const one = exchange('GET', '/', 404, { received: '{"note":"sold"}' });
    const whole = requestResult({ name: 'Read', exchange: one });
    const report = reportWith({ ...whole, parts: [{ ...whole, at: [{ id: 'read', item: 0 }] }] });
    assert.deepEqual(omittableOf(report).bodies, 2);
    const [request] = without({ bodies: true, headers: true }, report).results[0]?.requests ?? [];
    assert.equal(request?.parts?.length, 1);
    assert.doesNotMatch(JSON.stringify(request), /sold|Content-Type/i);
  });

  it('has no header line in any format, and nothing that was read from one', () => {
    for (const text of ['ETag: "v1"', 'Set-Cookie', 'Bearer', 'value": "application/json']) {
      assert.ok(!written({ headers: true }).includes(text), text);
    }
    assert.doesNotMatch(JSON.stringify(without({ headers: true })), /\\"v1\\"/);
    assert.match(JSON.stringify(sampleReport), /\\"v1\\"/);
    assert.match(written({ headers: true }), /Left out before this was shared: headers\./);
  });

  it('keeps what stood elsewhere', () => {
    const left = written({ bodies: true, headers: true });
    for (const text of ['/api/orders?dryRun=false', 'Create order', 'Expected status 200', '201']) {
      assert.ok(left.includes(text), text);
    }
  });

  it('lacks single requests, and says how many', () => {
    const left = without({ exchanges: [0, 4] });
    assert.deepEqual(
      left.results.map(({ requests }) => requests.map(({ name }) => name)),
      [[], ['Log in', 'Create order', 'Read order', 'Read invoice', 'List users', 'Delete order']],
    );
    assert.deepEqual(
      left.results.map(({ notes }) => notes.at(-1)),
      ['Left out before this was shared: 1 request.', 'Left out before this was shared: 1 request.'],
    );
  });

  it('does not tell in the reasons of others why a request failed that was left out', () => {
    const cause = 'Expected status 200 but the server answered 500.';
    assert.ok(JSON.stringify(without({ exchanges: [7] })).includes(cause));
    assert.ok(!JSON.stringify(without({ exchanges: [4] })).includes(cause));
  });

  const quoted: [omission: 'bodies' | 'headers', condition: string][] = [
    ['bodies', '$.customer equals 7'],
    ['bodies', 'body contains "x"'],
    ['headers', 'header X-Trace equals "a"'],
  ];
  for (const [omission, condition] of quoted) {
    it(`does not quote what "${condition}" found instead without ${omission}`, () => {
      const actual = '{"name":"Ann $& Doe"}';
      const message = `Expected ${condition}, but it was ${actual}.`;
      const report = reportWith({
        outcome: 'failed',
        expectations: [{ condition, passed: false, actual }],
        reasons: [{ kind: 'expectation', message }],
      });
      const [request] = without({ [omission]: true }, report).results[0]?.requests ?? [];
      assert.deepEqual(request?.expectations, [{ condition, passed: false, actual: 'left out' }]);
      assert.deepEqual(request.reasons, [
        { kind: 'expectation', message: `Expected ${condition}, but it was not (left out).` },
      ]);
      const other = omission === 'bodies' ? 'headers' : 'bodies';
      assert.ok(JSON.stringify(without({ [other]: true }, report)).includes('Ann'));
    });
  }

  it('says of values in bodies and headers that there were some', () => {
    const report = reportWith({
      exchange: exchange('GET', '/', 200),
      substitutions: [
        { variable: 'a', location: { in: 'body', name: '/a' }, value: '"in-body"', source: 'chain' },
        { variable: 'b', location: { in: 'header', name: 'B' }, value: '"in-header"', source: 'chain' },
        { variable: 'c', location: { in: 'query', name: 'c' }, value: '"in-query"', source: 'chain' },
      ],
      extractions: [
        { variable: 'd', from: 'body $.d', found: true, value: '"from-body"' },
        { variable: 'e', from: 'cookie sid', found: true, value: '"from-cookie"' },
        { variable: 'f', from: 'status', found: true, value: '200' },
      ],
    });
    const [request] = without({ bodies: true, headers: true }, report).results[0]?.requests ?? [];
    assert.deepEqual(
      request?.substitutions.map(({ value }) => value),
      ['left out', 'left out', '"in-query"'],
    );
    assert.deepEqual(
      request.extractions.map(({ value, message }) => [value, message]),
      [
        [undefined, 'left out'],
        [undefined, 'left out'],
        ['200', undefined],
      ],
    );
  });

  it('ignores positions that name nothing', () => {
    assert.deepEqual(without({ exchanges: [99] }), sampleReport);
  });

  it('does not change the report', () => {
    const before = JSON.stringify(orderLifecycle);
    without({ bodies: true, headers: true, exchanges: [1] }, reportOf(orderLifecycle));
    assert.equal(JSON.stringify(orderLifecycle), before);
  });
});
