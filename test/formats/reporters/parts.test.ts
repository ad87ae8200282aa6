/** Reports of requests with a loop: each item is in them, once. */
import assert from 'node:assert/strict';
import type { PartResult, RequestResult } from '../../../src/core/result/result';
import { reporters } from '../../../src/formats/reporters/reporters';
import { exchange, loggingIn, reportOf, requestResult, textOf } from './sampleReport';

function part(item: number, status: number): PartResult {
  const answered = exchange('GET', `/orders/${item}`, status, { received: `{"marker":"item-${item}"}` });
  const outcome = status === 200 ? 'passed' : 'failed';
  return {
    ...requestResult({ name: 'Read orders', outcome, exchange: answered }),
    at: [{ id: 'read', item }],
  };
}

const parts = [part(0, 200), part(1, 500)];
const looped: RequestResult = {
  ...requestResult({ name: 'Read orders', outcome: 'failed' }),
  ...(parts[1]?.exchange === undefined ? {} : { exchange: parts[1].exchange }),
  parts,
};

function written(format: string): string {
  const reporter = reporters.find(({ name }) => name === format) ?? assert.fail(format);
  return textOf(reporter.render(reportOf({ ...loggingIn, requests: [looped] })));
}

describe('a report of a request with a loop', () => {
  it('shows each item in HTML, once', () => {
    const text = written('html');
    for (const [item, status] of [
      [0, 200],
      [1, 500],
    ]) {
      assert.match(text, new RegExp(`Read orders, item ${Number(item) + 1}: ${status}`));
      assert.equal(text.split(`item-${item}`).length, 2);
    }
    assert.match(text, /address">2 items</);
  });

  it('has an entry for each item in HAR', () => {
    const { log } = JSON.parse(written('har')) as {
      log: { entries: { comment: string; request: { url: string } }[] };
    };
    assert.deepEqual(
      log.entries.map(({ comment, request }) => [comment.split(' (')[0], new URL(request.url).pathname]),
      [
        ['Read orders, item 1', '/orders/0'],
        ['Read orders, item 2', '/orders/1'],
      ],
    );
  });

  it('has them in JSON', () => {
    const report = JSON.parse(written('json')) as { results: { requests: RequestResult[] }[] };
    assert.deepEqual(
      report.results[0]?.requests[0]?.parts?.map(({ at, outcome }) => [at, outcome]),
      [
        [[{ id: 'read', item: 0 }], 'passed'],
        [[{ id: 'read', item: 1 }], 'failed'],
      ],
    );
  });

  it('counts the request once in JUnit', () => {
    assert.match(written('junit'), /<testsuite [^>]*tests="1"/);
  });
});
