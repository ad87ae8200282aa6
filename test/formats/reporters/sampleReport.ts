/** A report as a real run leaves it: something of everything, for the tests of all reporters. */
import type { Timings } from '../../../src/core/model';
import type {
  ExecutionResult,
  RecordedBody,
  RecordedExchange,
  RequestResult,
} from '../../../src/core/result/result';
import type { RunReport } from '../../../src/core/result/runReport';

const file = 'orders/order-lifecycle.chain.json';

/** A JSON body. */
export function jsonBody(content: string): RecordedBody {
  return { encoding: 'utf8', content, size: Buffer.byteLength(content), mediaType: 'application/json' };
}

/** A request that passed without anything to tell. */
export function requestResult(changes: Partial<RequestResult> & { readonly name: string }): RequestResult {
  return {
    request: { chain: file, id: changes.name.toLowerCase().replaceAll(' ', '-') },
    method: 'GET',
    outcome: 'passed',
    reasons: [],
    attempts: 1,
    substitutions: [],
    extractions: [],
    expectations: [],
    startedAt: '2026-01-02T03:04:05.100Z',
    durationMs: 12,
    ...changes,
  };
}

/** An exchange with a JSON answer. */
export function exchange(
  method: string,
  path: string,
  status: number,
  {
    sent,
    received = '',
    timings = { totalMs: 12 },
  }: { sent?: string; received?: string; timings?: Timings } = {},
): RecordedExchange {
  return {
    request: {
      method,
      url: `http://127.0.0.1:4010${path}`,
      headers: [
        { name: 'Host', value: '127.0.0.1:4010' },
        { name: 'Accept', value: 'application/json' },
        { name: 'Authorization', value: 'Bearer ‹secret:7f3a›' },
        ...(sent === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
      ],
      ...(sent === undefined ? {} : { body: jsonBody(sent) }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: [
        { name: 'Content-Type', value: 'application/json; charset=utf-8' },
        { name: 'ETag', value: '"v1"' },
        { name: 'Set-Cookie', value: 'sid=‹secret:12ab›; Path=/; HttpOnly' },
      ],
      body: jsonBody(received),
      wireSize: Buffer.byteLength(received),
      notes: [],
    },
    redirects: [],
    timings,
    connection: { via: 'direct', reused: true, address: '127.0.0.1:4010' },
  };
}

const order =
  '{"id":9007199254740993,"amount":12.50,"state":"pending","paid":false,"customer":{"id":"usr-1","tier":"gold"},"items":[{"sku":"A-1","line":881},{"sku":"B-7","line":882}],"tags":[]}';

const logIn = requestResult({
  name: 'Log in',
  request: { chain: 'auth/login.chain.json', id: 'login' },
  method: 'POST',
  durationMs: 31,
  exchange: exchange('POST', '/login', 200, {
    sent: '{"email":"alice@example.com","password":"‹secret:0c1d›"}',
    received: '{"token":"‹secret:7f3a›","userId":"usr-1"}',
    timings: { dnsMs: 1, connectMs: 2, firstByteMs: 24, downloadMs: 4, totalMs: 31 },
  }),
  extractions: [
    { variable: 'token', from: 'body $.token', found: true, value: '"‹secret:7f3a›"' },
    { variable: 'userId', from: 'body $.userId', found: true, value: '"usr-1"' },
  ],
  expectations: [{ condition: 'status is 200', passed: true }],
});

const createOrder = requestResult({
  name: 'Create order',
  method: 'POST',
  durationMs: 44,
  exchange: exchange('POST', '/api/orders?dryRun=false', 201, {
    sent: '{"sku":"A-1","quantity":2}',
    received: order,
    timings: { firstByteMs: 39, downloadMs: 5, totalMs: 44 },
  }),
  substitutions: [
    {
      variable: 'baseUrl',
      location: { in: 'path' },
      value: '"http://127.0.0.1:4010"',
      source: 'environment',
    },
    { variable: 'quantity', location: { in: 'body', name: '/quantity' }, value: '2', source: 'chain' },
    {
      variable: 'token',
      location: { in: 'auth', name: 'token' },
      value: '"‹secret:7f3a›"',
      source: 'extracted',
      producer: { chain: 'auth/login.chain.json', id: 'login' },
    },
  ],
  extractions: [
    { variable: 'orderId', from: 'body $.id', found: true, value: '9007199254740993' },
    { variable: 'etag', from: 'header ETag', found: true, value: '"\\"v1\\""' },
    {
      variable: 'invoice',
      from: 'body $.invoice',
      found: false,
      message: 'The body has nothing at $.invoice.',
    },
  ],
  expectations: [
    { condition: 'status is 201', passed: true },
    { condition: '$.amount equals 12.5', passed: true },
  ],
});

const readOrder = requestResult({
  name: 'Read order',
  attempts: 3,
  exchange: {
    ...exchange('GET', '/api/orders/9007199254740993', 200, {
      received: order,
      timings: { firstByteMs: 10, downloadMs: 2, totalMs: 12 },
    }),
    redirects: [
      {
        method: 'GET',
        url: 'http://127.0.0.1:4010/orders/9007199254740993',
        status: 308,
        notes: ['Authorization kept: same origin'],
      },
    ],
  },
});

const changeAmount = requestResult({
  name: 'Change amount',
  method: 'PATCH',
  outcome: 'failed',
  durationMs: 9,
  reasons: [
    { kind: 'expectation', message: 'Expected status 200 but the server answered 500.' },
    { kind: 'extraction', message: 'invoiceId found nothing at $.invoice.id.', variable: 'invoiceId' },
  ],
  exchange: exchange('PATCH', '/api/orders/9007199254740993', 500, {
    sent: '{"amount":0}',
    received: '{"error":"cannot change an order that is pending"}',
    timings: { firstByteMs: 8, downloadMs: 1, totalMs: 9 },
  }),
  extractions: [
    { variable: 'invoiceId', from: 'body $.invoice.id', found: false, message: 'nothing at $.invoice.id' },
  ],
  expectations: [{ condition: 'status is 200', passed: false, actual: '500' }],
});

const readInvoice = requestResult({
  name: 'Read invoice',
  outcome: 'blocked',
  attempts: 0,
  durationMs: 0,
  reasons: [
    {
      kind: 'unresolved',
      message: 'invoiceId comes from Change amount, which answered 500.',
      variable: 'invoiceId',
      location: { in: 'path' },
      producer: { chain: file, id: 'change-amount' },
      rootCause: {
        request: { chain: file, id: 'change-amount' },
        message: 'Expected status 200 but the server answered 500.',
      },
    },
  ],
});

const deleteOrder = requestResult({
  name: 'Delete order',
  method: 'DELETE',
  outcome: 'skipped',
  attempts: 0,
  durationMs: 0,
  reasons: [{ kind: 'disabled', message: 'Delete order is disabled.' }],
});

const listUsers = requestResult({
  name: 'List users',
  outcome: 'failed',
  durationMs: 2004,
  reasons: [
    {
      kind: 'transport',
      message: 'The server at 127.0.0.1:4010 did not answer within 2 s.',
      failure: {
        code: 'timeout',
        message: 'The server at 127.0.0.1:4010 did not answer within 2 s.',
        todo: 'Raise "timeoutMs" or look at the server.',
      },
    },
  ],
  exchange: {
    request: { method: 'GET', url: 'http://127.0.0.1:4010/api/users', headers: [] },
    redirects: [],
    timings: { connectMs: 1, totalMs: 2004 },
    failure: {
      code: 'timeout',
      message: 'The server at 127.0.0.1:4010 did not answer within 2 s.',
      todo: 'Raise "timeoutMs" or look at the server.',
    },
  },
});

/** A result with every outcome. */
export const orderLifecycle: ExecutionResult = {
  formatVersion: 1,
  kind: 'run',
  chain: { file, name: 'Order lifecycle' },
  environment: 'local',
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 2123,
  outcome: 'failed',
  requests: [logIn, createOrder, readOrder, changeAmount, readInvoice, listUsers, deleteOrder],
  notes: ['TLS certificates are not verified: the user setting chainwright.network.verifyTls is off.'],
};

/** A result in which all is well. */
export const loggingIn: ExecutionResult = {
  formatVersion: 1,
  kind: 'run',
  chain: { file: 'auth/login.chain.json', name: 'Log in' },
  environment: 'local',
  startedAt: '2026-01-02T03:04:04.000Z',
  durationMs: 31,
  outcome: 'passed',
  requests: [logIn],
  notes: [],
};

/** The whole text of a report that comes in pieces. */
export function textOf(pieces: Iterable<string>): string {
  return [...pieces].join('');
}

/** Puts results into a report. */
export function reportOf(...results: readonly ExecutionResult[]): RunReport {
  return {
    tool: { name: 'chainwright', version: '0.1.0' },
    results,
    generatedAt: '2026-01-02T03:04:10.000Z',
  };
}

/** Both results. */
export const sampleReport = reportOf(loggingIn, orderLifecycle);

/** Strings that break out of careless formats. */
export const hostileTexts: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)",
  ']]><evil/>',
  '<!--',
  '$& $1 $`',
  'a\r\nSet-Cookie: x',
  '\u0000\u0007\u001b[31mred\u009b0m',
  '\ud83d',
  '\udc4d!',
  '👍🏽',
  '| pipe | `code` **bold** [link](http://evil.example) @everyone #1',
  '{{$secret X}} {{{{',
  '__proto__',
  '\u202egnp.exe',
  '\ufffe\uffff',
];

/** The sample with a text in every place that is free text. */
export function reportWith(text: string): RunReport {
  const reference = { chain: text, id: text };
  const body: RecordedBody = { encoding: 'utf8', content: text, size: text.length, mediaType: text };
  const hostile = requestResult({
    name: text,
    request: reference,
    method: text,
    outcome: 'failed',
    reasons: [
      { kind: 'expectation', message: text },
      {
        kind: 'unresolved',
        message: text,
        variable: text,
        location: { in: 'body', name: text },
        producer: reference,
        rootCause: { request: reference, message: `${text}!` },
      },
    ],
    exchange: {
      request: {
        method: text,
        url: `http://h/${text}?${text}=${text}`,
        headers: [
          { name: text, value: text },
          { name: 'Cookie', value: text },
        ],
        body,
      },
      response: {
        status: 200,
        statusText: text,
        httpVersion: text,
        headers: [
          { name: text, value: text },
          { name: 'Set-Cookie', value: text },
        ],
        body,
        wireSize: 1,
        notes: [text],
      },
      redirects: [{ method: text, url: text, status: 302, notes: [text] }],
      timings: { totalMs: 1 },
      connection: { via: text, reused: false, address: text },
    },
    substitutions: [
      {
        variable: text,
        location: { in: 'query', name: text },
        value: JSON.stringify(text),
        source: 'chain',
        producer: reference,
      },
    ],
    extractions: [{ variable: text, from: text, found: true, value: JSON.stringify(text) }],
    expectations: [{ condition: text, passed: false, actual: text }],
  });
  const result: ExecutionResult = {
    ...orderLifecycle,
    chain: { file: text, name: text },
    environment: text,
    requests: [hostile, { ...hostile, outcome: 'skipped' }, { ...hostile, outcome: 'blocked' }],
    notes: [text],
  };
  return { ...reportOf(result), title: text, tool: { name: text, version: text } };
}
