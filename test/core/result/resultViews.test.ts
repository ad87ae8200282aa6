import assert from 'node:assert/strict';
import type { Reason, RecordedBody, RequestResult } from '../../../src/core/result/result';
import {
  describeConnection,
  describeSource,
  answerOf,
  formatLocation,
  humanDuration,
  humanSize,
  humanTime,
  isRecorded,
  overviewOf,
  phasesOf,
  readableBody,
  reasonLine,
  statusText,
} from '../../../src/core/result/resultViews';
import { exchange, orderLifecycle, requestResult } from '../../formats/reporters/sampleReport';

describe('humanDuration', () => {
  const cases: [ms: number, expected: string][] = [
    [0, '0 ms'],
    [0.4, '0 ms'],
    [34.5, '35 ms'],
    [999, '999 ms'],
    [999.6, '1.0 s'],
    [1234, '1.2 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min'],
    [125_000, '2 min 5 s'],
    [-1, '0 ms'],
  ];
  for (const [ms, expected] of cases) {
    it(`writes ${ms} as ${expected}`, () => {
      assert.equal(humanDuration(ms), expected);
    });
  }
});

describe('humanSize', () => {
  const cases: [bytes: number, expected: string][] = [
    [0, '0 B'],
    [612, '612 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1234, '1.2 kB'],
    [9960, '10 kB'],
    [20_000_000, '20 MB'],
    [999_600, '1.0 MB'],
    [3_000_000_000, '3.0 GB'],
  ];
  for (const [bytes, expected] of cases) {
    it(`writes ${bytes} as ${expected}`, () => {
      assert.equal(humanSize(bytes), expected);
    });
  }
});

describe('humanTime', () => {
  it('writes minutes, and says it is UTC', () => {
    assert.equal(humanTime('2026-01-02T03:04:05.678Z'), '2026-01-02 03:04 UTC');
  });
  it('leaves other texts unchanged', () => {
    assert.equal(humanTime('yesterday'), 'yesterday');
  });
});

describe('statusText and answerOf', () => {
  it('use the words of the standard when the server gave none', () => {
    assert.equal(statusText({ status: 201, statusText: '' }), '201 Created');
    assert.equal(statusText({ status: 201, statusText: 'Made' }), '201 Made');
    assert.equal(statusText({ status: 799, statusText: '' }), '799');
    assert.equal(statusText({ status: 0, statusText: 'default' }), 'default');
  });
  it('say what became of requests without an answer', () => {
    const answers = orderLifecycle.requests.map((request) => answerOf(request));
    assert.deepEqual(answers, [
      '200 OK',
      '201 Created',
      '200 OK',
      '500 Internal Server Error',
      'blocked',
      'timeout',
      'skipped',
    ]);
  });
  it('say that a failed request was not sent', () => {
    assert.equal(answerOf(requestResult({ name: 'a', outcome: 'failed', attempts: 0 })), 'not sent');
  });

  it('say that a step failed that ran another chain', () => {
    const call = { name: 'a', method: 'CALL', outcome: 'failed', attempts: 2 } as const;
    assert.equal(answerOf(requestResult(call)), 'failed');
  });
});

describe('reasonLine', () => {
  const reasons = (...list: Reason[]): RequestResult =>
    requestResult({ name: 'a', outcome: 'failed', reasons: list });
  const unresolved = (message: string, cause: string): Reason => ({
    kind: 'unresolved',
    message,
    variable: 'v',
    location: { in: 'path' },
    rootCause: { request: { chain: 'c', id: 'login' }, message: cause },
  });
  const cases: [title: string, result: RequestResult, expected: string][] = [
    ['is empty when there is no reason', reasons(), ''],
    ['is one line', reasons({ kind: 'expectation', message: 'one\r\n two' }), 'one two'],
    [
      'counts further reasons',
      reasons({ kind: 'redirect', message: 'a' }, { kind: 'redirect', message: 'b' }),
      'a (and 1 more)',
    ],
    [
      'names the root cause',
      reasons(unresolved('v is missing.', 'Refused.')),
      'v is missing. Root cause: login: Refused.',
    ],
    [
      'does not say the root cause twice',
      reasons(unresolved('v is missing. Refused.', 'Refused.')),
      'v is missing. Refused.',
    ],
  ];
  for (const [title, result, expected] of cases) {
    it(title, () => {
      assert.equal(reasonLine(result), expected);
    });
  }
});

describe('isRecorded', () => {
  const skipped = { name: 'A', outcome: 'skipped', exchange: exchange('GET', '/a', 200) } as const;
  const cases: readonly [title: string, result: RequestResult, expected: boolean][] = [
    ['what was recorded elsewhere', requestResult(skipped), true],
    [
      'examples of failures alone',
      requestResult({ name: 'A', outcome: 'skipped', examples: [{ exchange: skipped.exchange }] }),
      true,
    ],
    ['what a run brought', requestResult({ ...skipped, outcome: 'passed' }), false],
    ['what a run left out', requestResult({ name: 'A', outcome: 'skipped' }), false],
    [
      'what was cancelled under way',
      requestResult({ ...skipped, reasons: [{ kind: 'cancelled', message: 'Cancelled.' }] }),
      false,
    ],
  ];
  for (const [title, result, expected] of cases) {
    it(`is ${String(expected)} for ${title}`, () => {
      assert.equal(isRecorded(result), expected);
    });
  }
});

describe('overviewOf', () => {
  it('finds the eight things', () => {
    const overview = overviewOf(orderLifecycle);
    const names = (list: readonly { readonly request: RequestResult }[]): string[] =>
      list.map(({ request }) => request.name);
    assert.deepEqual(
      overview.successful.map(({ name }) => name),
      ['Log in', 'Create order', 'Read order'],
    );
    assert.deepEqual(
      overview.failed.map(({ name }) => name),
      ['Change amount', 'List users'],
    );
    assert.deepEqual(
      overview.responses.map(({ item }) => item.status),
      [200, 201, 200, 500],
    );
    assert.deepEqual(
      overview.extractions.map(({ item }) => item.variable),
      ['token', 'userId', 'orderId', 'etag', 'invoice', 'invoiceId'],
    );
    assert.deepEqual(
      overview.substitutions.map(({ item }) => item.variable),
      ['baseUrl', 'quantity', 'token'],
    );
    assert.equal(overview.details.length, 5);
    assert.deepEqual(names(overview.executionFailures), ['Change amount', 'Change amount', 'List users']);
    assert.deepEqual(names(overview.dependencyFailures), ['Read invoice']);
  });

  it('finds nothing in an empty result', () => {
    const lists = Object.values(overviewOf({ ...orderLifecycle, requests: [] }));
    assert.deepEqual(lists, [[], [], [], [], [], [], [], []]);
  });
});

describe('readableBody', () => {
  const body = (content: string, mediaType: string): RecordedBody => ({
    encoding: 'utf8',
    content,
    size: 0,
    mediaType,
  });
  it('lays out JSON, also when nobody calls it that', () => {
    assert.equal(readableBody(body('[1]', 'application/problem+json')), '[\n  1\n]');
    assert.equal(readableBody(body(' [1]', 'text/plain')), '[\n  1\n]');
  });
  it('keeps other text', () => {
    assert.equal(readableBody(body('a  b', 'text/plain')), 'a  b');
    assert.equal(readableBody(body('', '')), '');
  });
  it('has nothing for bytes', () => {
    assert.equal(
      readableBody({ encoding: 'base64', content: 'AA==', size: 1, mediaType: 'application/json' }),
      undefined,
    );
  });
});

describe('phasesOf and formatLocation', () => {
  it('put phases one after the other and leave out those that did not happen', () => {
    const timings = { connectMs: 2, firstByteMs: 5, downloadMs: 0, totalMs: 7 };
    assert.deepEqual(phasesOf(exchange('GET', '/', 200, { timings })), [
      { name: 'connect', startMs: 0, durationMs: 2 },
      { name: 'waiting', startMs: 2, durationMs: 5 },
      { name: 'download', startMs: 7, durationMs: 0 },
    ]);
  });
  it('name places', () => {
    assert.equal(formatLocation({ in: 'header', name: 'X' }), 'header X');
    assert.equal(formatLocation({ in: 'path' }), 'path');
  });
});

describe('describeSource and describeConnection', () => {
  it('name the request a value came from, else its scope', () => {
    const producer = { chain: 'auth/login.chain.json', id: 'login' };
    assert.equal(describeSource({ source: 'extracted', producer }), 'login in auth/login.chain.json');
    assert.equal(describeSource({ source: 'environment' }), 'the environment');
  });

  const connections: [expected: string, connection: Parameters<typeof describeConnection>[0]][] = [
    ['directly, over a new connection', { via: 'direct', reused: false }],
    ['directly, over a kept connection, to ::1', { via: 'direct', reused: true, address: '::1' }],
    ['through VS Code’s network, over a new connection', { via: 'vscode', reused: false }],
    [
      'through the proxy http://proxy.example:8080, over a new connection, certificate not verified',
      { via: 'http://proxy.example:8080', reused: false, tlsVerified: false },
    ],
    ['through the proxy __proto__, over a new connection', { via: '__proto__', reused: false }],
  ];
  for (const [expected, connection] of connections) {
    it(`say: ${expected}`, () => {
      assert.equal(describeConnection(connection), expected);
    });
  }
});
