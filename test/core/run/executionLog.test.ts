import assert from 'node:assert/strict';
import { executionLog, logLines, type LogLine } from '../../../src/core/run/executionLog';
import type { ExecutionResult, PlannedRequest, RequestResult } from '../../../src/core/result/result';
import { exchange, loggingIn, orderLifecycle, requestResult } from '../../formats/reporters/sampleReport';
import { fakeRun } from '../fakeRun';

const planned: PlannedRequest = {
  request: { chain: 'orders.chain.json', id: 'create' },
  name: 'Create order',
  method: 'POST',
};

/** The lines of a finished request, as `level text`. */
function linesOf(result: RequestResult): readonly string[] {
  return asTexts(logLines({ type: 'request-finished', index: 0, result }, () => planned));
}

function asTexts(lines: readonly LogLine[]): readonly string[] {
  return lines.map(({ level, text }) => `${level} ${text}`);
}

describe('logLines', () => {
  it('say what runs, where, and what to know about it', () => {
    const { chain, startedAt } = loggingIn;
    const event = { type: 'run-started', chain, startedAt, requests: [planned], notes: ['No TLS.'] } as const;
    assert.deepEqual(asTexts(logLines({ ...event, environment: 'local' }, () => planned)), [
      'info Running Log in (auth/login.chain.json) in local: 1 request.',
      'warn No TLS.',
    ]);
    assert.deepEqual(asTexts(logLines({ ...event, requests: [], notes: [] }, () => planned)), [
      'info Running Log in (auth/login.chain.json): 0 requests.',
    ]);
  });

  it('tell of attempts after the first', () => {
    const attempt = (count: number) =>
      asTexts(logLines({ type: 'request-started', index: 0, attempt: count }, () => planned));
    assert.deepEqual([attempt(1), attempt(2)], [[], ['debug Attempt 2: Create order']]);
  });

  it('tell of a request in one line for everybody and in details for who wants them', () => {
    const [logIn] = loggingIn.requests;
    assert.ok(logIn !== undefined);
    assert.deepEqual(linesOf(logIn), [
      'info passed: Log in (login in auth/login.chain.json): POST http://127.0.0.1:4010/login, 200 OK in 31 ms',
      'debug   sent POST http://127.0.0.1:4010/login, 4 headers, 60 B application/json',
      'trace   > Host: 127.0.0.1:4010',
      'trace   > Accept: application/json',
      'trace   > Authorization: Bearer ‹secret:7f3a›',
      'trace   > Content-Type: application/json',
      'trace   > {"email":"alice@example.com","password":"‹secret:0c1d›"}',
      'debug   connected directly, over a kept connection, to 127.0.0.1:4010',
      'debug   received HTTP/1.1 200 OK, 3 headers, 46 B application/json, DNS 1 ms, connect 2 ms, waiting 24 ms, download 4 ms',
      'trace   < Content-Type: application/json; charset=utf-8',
      'trace   < ETag: "v1"',
      'trace   < Set-Cookie: sid=‹secret:12ab›; Path=/; HttpOnly',
      'trace   < {"token":"‹secret:7f3a›","userId":"usr-1"}',
      'debug   held: status is 200',
      'debug   extracted token from body $.token: "‹secret:7f3a›"',
      'debug   extracted userId from body $.userId: "usr-1"',
    ]);
  });

  it('say where every value came from', () => {
    const result = orderLifecycle.requests.find(({ substitutions }) => substitutions.length > 0);
    assert.ok(result !== undefined);
    assert.deepEqual(
      linesOf(result).filter((text) => text.includes('resolved')),
      [
        'debug   resolved {{baseUrl}} in path: "http://127.0.0.1:4010" from the environment',
        'debug   resolved {{quantity}} in body /quantity: 2 from the chain’s variables',
        'debug   resolved {{token}} in auth token: "‹secret:7f3a›" from login in auth/login.chain.json',
      ],
    );
  });

  const endings: [title: string, name: string, lines: readonly string[]][] = [
    [
      'why a request failed',
      'Change amount',
      [
        'error failed: Change amount (change-amount in orders/order-lifecycle.chain.json): PATCH http://127.0.0.1:4010/api/orders/9007199254740993, 500 Internal Server Error in 9 ms',
        'error   Expected status 200 but the server answered 500.',
        'error   invoiceId found nothing at $.invoice.id.',
        'debug   did not hold: status is 200, found 500',
        'debug   did not extract invoiceId from body $.invoice.id: nothing at $.invoice.id',
      ],
    ],
    [
      'why a request was blocked, down to the root cause',
      'Read invoice',
      [
        'warn blocked: Read invoice (read-invoice in orders/order-lifecycle.chain.json): GET, nothing was sent',
        'warn   invoiceId comes from Change amount, which answered 500. Root cause: change-amount: Expected status 200 but the server answered 500.',
      ],
    ],
    [
      'why a request was skipped',
      'Delete order',
      [
        'info skipped: Delete order (delete-order in orders/order-lifecycle.chain.json): DELETE, nothing was sent',
        'info   Delete order is disabled.',
      ],
    ],
    [
      'why no answer came, and what to do',
      'List users',
      [
        'error failed: List users (list-users in orders/order-lifecycle.chain.json): GET http://127.0.0.1:4010/api/users, timeout in 2.0 s',
        'error   The server at 127.0.0.1:4010 did not answer within 2 s. Raise "timeoutMs" or look at the server.',
        'debug   sent GET http://127.0.0.1:4010/api/users, 0 headers, no body',
      ],
    ],
    [
      'redirects and attempts',
      'Read order',
      [
        'info passed: Read order (read-order in orders/order-lifecycle.chain.json): GET http://127.0.0.1:4010/api/orders/9007199254740993, 200 OK in 12 ms after 3 attempts',
        'debug   GET http://127.0.0.1:4010/orders/9007199254740993 answered 308; Authorization kept: same origin',
      ],
    ],
  ];
  for (const [title, name, expected] of endings) {
    it(`say ${title}`, () => {
      const result = orderLifecycle.requests.find((request) => request.name === name);
      assert.ok(result !== undefined);
      const lines = linesOf(result);
      assert.deepEqual(
        lines.filter((text) => expected.includes(text)),
        expected,
      );
      assert.equal(lines[0], expected[0]);
    });
  }

  it('never let outside text begin a line of its own or steer a terminal', () => {
    const hostile = 'x\r\n2026-01-01 [error] forged\u001b[2J\u2028\u202e';
    const body = { encoding: 'utf8', content: hostile, size: 1, mediaType: hostile } as const;
    const base = exchange('GET', '/', 200);
    assert.ok(base.response !== undefined);
    const lines = linesOf(
      requestResult({
        name: hostile,
        outcome: 'failed',
        reasons: [{ kind: 'expectation', message: hostile }],
        exchange: {
          ...base,
          request: { method: hostile, url: hostile, headers: [{ name: hostile, value: hostile }], body },
          response: { ...base.response, statusText: hostile, body, notes: [hostile] },
          redirects: [{ method: hostile, url: hostile, status: 302, notes: [hostile] }],
        },
        substitutions: [
          { variable: hostile, location: { in: 'body', name: hostile }, value: hostile, source: 'chain' },
        ],
        expectations: [{ condition: hostile, passed: false, actual: hostile }],
        extractions: [{ variable: hostile, from: hostile, found: false, message: hostile }],
      }),
    );
    assert.equal(lines.length, 16);
    for (const text of lines) {
      assert.doesNotMatch(text, /[\r\n\u001b\u2028\u202e]/);
    }
  });

  it('show the beginning of what is long', () => {
    const content = 'x'.repeat(1_000_000);
    const received = exchange('GET', '/', 200, { received: content });
    const extraction = { variable: 'all', from: 'body', found: true, value: content };
    const lines = linesOf(requestResult({ name: 'Long', exchange: received, extractions: [extraction] }));
    assert.ok(Math.max(...lines.map(({ length }) => length)) < 2100);
  });
});

describe('executionLog', () => {
  it('gives every line its time and level', () => {
    const text = executionLog(orderLifecycle);
    const lines = text.split('\n');
    assert.deepEqual(lines.slice(0, 2), [
      'Run of 2026-01-02T03:04:05.000Z, times in UTC',
      '03:04:05.000 [info] Running Order lifecycle (orders/order-lifecycle.chain.json) in local: 7 requests.',
    ]);
    assert.equal(lines.at(-2), '03:04:07.123 [info] The run failed after 2.1 s.');
    assert.match(text, /^.+\n(\d\d:\d\d:\d\d\.\d{3} \[(error|warn|info|debug|trace)\] .*\n)+$/);
  });

  it('says of a run what its events said while it went', async () => {
    const chain = { requests: [{ id: 'a', method: 'GET', url: 'http://api.test/{{missing}}' }] };
    const { events, result } = await fakeRun({ chain });
    const live = events.flatMap((event) => logLines(event, () => planned));
    const kept = executionLog(result)
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((text) => text.replace(/^\S+ \[(\w+)\]/, '$1'));
    assert.deepEqual(kept, asTexts(live));
    assert.match(kept[2] ?? '', /^warn   Nothing defines missing\./);
  });

  const unusual: [title: string, change: Partial<ExecutionResult>, end: RegExp][] = [
    ['has no end during the run', { outcome: 'running' }, /Running Log in \S+ in local: 0 requests\.\n$/],
    ['says that a run was cancelled', { outcome: 'cancelled' }, /The run was cancelled after 31 ms\.\n$/],
    [
      'copes with a time that is none',
      { startedAt: 'never\n' },
      /^Run of never , times in UTC\nnever  \[info\] [^]*\nnever  \[info\] .*\n$/,
    ],
  ];
  for (const [title, change, end] of unusual) {
    it(title, () => {
      assert.match(executionLog({ ...loggingIn, requests: [], ...change }), end);
    });
  }
});
