/** Reports of requests with a loop, and of chains as steps: each item and each inner request is in them, once. */
import assert from 'node:assert/strict';
import type { PartResult, RequestResult } from '../../../src/core/result/result';
import { executionLog } from '../../../src/core/run/executionLog';
import { renderRequestLine } from '../../../src/formats/reporters/consoleReport';
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

/** A chain that is run for two items, the second request of which is itself sent for two. */
const called: RequestResult = {
  ...requestResult({ name: 'Pay', outcome: 'failed', method: 'CALL', attempts: 6, durationMs: 90 }),
  reasons: [{ kind: 'expectation', message: 'Item 2: Charge card: The status is 500.' }],
  parts: [0, 1].flatMap((item): PartResult[] => {
    const pay = { id: 'pay', item };
    const outcome = item === 0 ? 'passed' : 'failed';
    const answered = (id: string, status: number) =>
      exchange('POST', `/${id}/${item}`, status, { received: `{"marker":"${id}-${item}"}` });
    const receipts = [0, 1].map((receipt) => ({
      ...requestResult({ name: 'Send receipt', exchange: answered(`receipt-${receipt}`, 202) }),
      at: [pay, { id: 'receipt', item: receipt }],
    }));
    const charged = item === 0 ? 201 : 500;
    return [
      {
        ...requestResult({ name: 'Charge card', outcome, exchange: answered('charge', charged) }),
        at: [pay, { id: 'charge' }],
      },
      ...receipts,
      {
        ...requestResult({ name: 'Send receipt', exchange: answered('receipt-0', 202) }),
        at: [pay, { id: 'receipt' }],
      },
      { ...requestResult({ name: 'Pay', method: 'CALL', outcome, attempts: 3 }), at: [pay] },
    ];
  }),
};

const plain = { green: same, red: same, yellow: same, dim: same, bold: same };
function same(text: string): string {
  return text;
}

function written(format: string, result = looped): string {
  const reporter = reporters.find(({ name }) => name === format) ?? assert.fail(format);
  return textOf(reporter.render(reportOf({ ...loggingIn, requests: [result] })));
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

describe('a report of a chain as a step', () => {
  it('shows the requests of each item in HTML inside of it, each exchange once', () => {
    const text = written('html', called);
    assert.match(text, /address">2 items</);
    assert.deepEqual(
      [...text.matchAll(/<details class="part [\s\S]*?<summary>([\s\S]*?)<\/summary>/g)].map(
        ([, summary = '']) => /<\/span>\s*([^:<]*):/.exec(summary)?.[1],
      ),
      [0, 1].flatMap((item) => [
        `Pay, item ${item + 1}`,
        'Charge card',
        'Send receipt',
        'Send receipt, item 1',
        'Send receipt, item 2',
      ]),
    );
    for (const marker of ['charge-0', 'charge-1', 'receipt-0-0', 'receipt-1-1']) {
      assert.equal(text.split(marker).length, 2, marker);
    }
  });

  it('has the exchange that failed in JUnit', () => {
    const text = written('junit', called);
    assert.match(text, /<failure [^>]*Charge card: The status is 500/);
    assert.match(text, /\n\nPOST http:[^<]*\/charge\/1\n[^<]*500[^<]*charge-1/);
    assert.doesNotMatch(text, /charge-0/);
  });

  it('has an entry for each exchange in HAR, named by the way to it', () => {
    const { log } = JSON.parse(written('har', called)) as { log: { entries: { comment: string }[] } };
    assert.deepEqual(
      log.entries.map(({ comment }) => comment.split(' (')[0]),
      [1, 2].flatMap((item) => [
        `pay, item ${item} › Charge card`,
        `pay, item ${item} › Send receipt, item 1`,
        `pay, item ${item} › Send receipt, item 2`,
      ]),
    );
  });

  it('has a line for each exchange in JUnit', () => {
    const [lines] = /<system-out>([^<]*)</.exec(written('junit', called))?.[1]?.split('\n\n') ?? [];
    const output = lines?.split('\n') ?? [];
    assert.equal(output.length, 6);
    assert.match(
      output[3] ?? '',
      /^pay, item 2 › Charge card: POST http:\/\/127\.0\.0\.1:4010\/charge\/1: 500 Internal Server Error, 12 ms$/,
    );
  });

  it('says how long it took and what it sent, and not that it was not sent', () => {
    const lines = renderRequestLine(called, plain).split('\n');
    assert.match(lines[0] ?? '', /CALL {3}Pay +failed +90 ms 2 items$/);
    const once = { ...called, parts: called.parts?.slice(0, 1).map(withoutItem) ?? [] };
    assert.match(renderRequestLine(once, plain), /1 request\n/);
    assert.match(written('markdown', called), /\| CALL Pay \| failed \| 90 ms \|/);
    assert.match(
      executionLog({ ...loggingIn, requests: [called] }),
      /failed: Pay \(pay in .*\): CALL, 6 exchanges in 90 ms\n/,
    );
  });
});

function withoutItem(part: PartResult): PartResult {
  return { ...part, at: part.at.map(({ id }) => ({ id })) };
}
