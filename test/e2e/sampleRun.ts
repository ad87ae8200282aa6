/** A run with every outcome, as the editor would send it. */
import { defined } from '../../src/core/defined';
import {
  plannedOf,
  type Reason,
  type RecordedExchange,
  type RequestResult,
} from '../../src/core/result/result';
import { reasonPhrase } from '../../src/core/statusPhrases';
import type { RequestProgress, RunView } from '../../src/protocol/runView';

const CHAIN = 'orders.chain.json';

/** A body with an integer that no double holds. */
export const ORDER_BODY =
  '{"id":9007199254740993,"amount":12.50,"state":"pending","items":[{"sku":"A-1","line":881}],"open":true}';

/** The outcome of one request; `change` replaces parts. */
export function resultOf(id: string, change: Partial<RequestResult> = {}): RequestResult {
  return {
    request: { chain: CHAIN, id },
    name: id.replaceAll('-', ' '),
    method: 'POST',
    outcome: 'passed',
    reasons: [],
    attempts: 1,
    exchange: {
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:4010/api/orders',
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Cookie', value: 'region=eu; cart=' },
        ],
        body: { encoding: 'utf8', content: '{"sku":"A-1"}', size: 13, mediaType: 'application/json' },
      },
      response: {
        status: 201,
        statusText: 'Created',
        httpVersion: '1.1',
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'ETag', value: '"v1"' },
          { name: 'Set-Cookie', value: 'session=7f3a; Path=/; HttpOnly' },
        ],
        body: {
          encoding: 'utf8',
          content: ORDER_BODY,
          size: ORDER_BODY.length,
          mediaType: 'application/json',
        },
        wireSize: ORDER_BODY.length,
        notes: [],
      },
      redirects: [
        {
          method: 'POST',
          url: 'http://127.0.0.1:4010/orders',
          status: 307,
          setCookies: [{ name: 'Set-Cookie', value: 'way=north; Secure' }],
          notes: [],
        },
      ],
      timings: { connectMs: 1, firstByteMs: 30, downloadMs: 3, totalMs: 34 },
      connection: { via: 'direct', reused: false, address: '127.0.0.1' },
    },
    substitutions: [
      {
        variable: 'token',
        location: { in: 'auth', name: 'token' },
        value: '"‹secret:7f3a›"',
        source: 'extracted',
        producer: { chain: 'auth/login.chain.json', id: 'login' },
      },
    ],
    extractions: [{ variable: 'orderId', from: 'body $.id', found: true, value: '9007199254740993' }],
    expectations: [{ condition: 'status is 201', passed: true }],
    startedAt: '2026-11-21T14:02:00.000Z',
    durationMs: 34,
    ...change,
  };
}

const failure: Reason = { kind: 'expectation', message: 'The status is 500, not 201.' };
const missing: Reason = {
  kind: 'unresolved',
  message: 'The path needs invoiceId, which change-amount did not give.',
  variable: 'invoiceId',
  location: { in: 'path' },
  producer: { chain: CHAIN, id: 'change-amount' },
  rootCause: { request: { chain: CHAIN, id: 'change-amount' }, message: 'It answered 500.' },
};

/** A request that lacks a secret, and then a variable that nothing defines. */
export const withoutValues: RequestResult = unsent(
  'pay',
  'POST',
  'blocked',
  {
    kind: 'unresolved',
    message: 'Nothing defines amount. Extract it from an earlier response.',
    variable: 'amount',
    location: { in: 'body' },
  },
  {
    kind: 'unresolved',
    message: 'The secret API_KEY has no value. Set it.',
    variable: '$secret',
    secret: 'API_KEY',
    location: { in: 'header', name: 'X-Key' },
  },
);

/** A request that nothing answered. */
export const unreached: RequestResult = unsent('order', 'GET', 'failed', {
  kind: 'transport',
  message: 'Nothing listens at 127.0.0.1:4010. Start the API or correct the address.',
  failure: {
    code: 'connection-refused',
    message: 'Nothing listens at 127.0.0.1:4010.',
    todo: 'Start the API or correct the address.',
  },
});

/** A request that was imported with a success and two failures as its saved examples. */
export const withExamples: RequestResult = resultOf('read-order', {
  method: 'GET',
  outcome: 'skipped',
  reasons: [{ kind: 'not-selected', message: 'It was recorded by another tool and not sent.' }],
  ...savedExample(200, '{"state":"open"}'),
  exampleName: 'An open order',
  examples: [
    { name: 'No such order', ...savedExample(404, '{"error":{"code":"order_not_found"}}') },
    savedExample(422, '{"error":"id"}'),
  ],
  substitutions: [],
  extractions: [],
  expectations: [],
  durationMs: 0,
});

/** A chain that was run as a step for two items, the second of which did not come through. */
export const calledChain: RequestResult = {
  ...unsent('pay', 'CALL', 'failed', {
    kind: 'expectation',
    message: 'Item 2: charge card: The status is 500, not 201.',
  }),
  attempts: 4,
  durationMs: 120,
  parts: [0, 1].flatMap((item) => {
    const pay = { id: 'pay', item };
    const inner = (id: string, status: number) => ({
      ...resultOf(id, {
        request: { chain: 'pay.chain.json', id },
        outcome: status < 400 ? ('passed' as const) : ('failed' as const),
        ...savedExample(status, `{"item":${item},"id":"${id}"}`),
      }),
      at: [pay, { id }],
    });
    const outcome = item === 0 ? 'passed' : 'failed';
    const whole = resultOf('pay', { method: 'CALL', outcome, attempts: 2, durationMs: 60 });
    const { exchange: _exchange, ...step } = whole;
    return [inner('open-payment', 201), inner('charge-card', item === 0 ? 201 : 500), { ...step, at: [pay] }];
  }),
};

function savedExample(status: number, content: string): { readonly exchange: RecordedExchange } {
  const body = { encoding: 'utf8', content, size: content.length, mediaType: 'application/json' } as const;
  const response = { status, statusText: reasonPhrase(status), httpVersion: '1.1', headers: [], body };
  return {
    exchange: {
      request: { method: 'GET', url: '{{baseUrl}}/orders/7', headers: [] },
      response: { ...response, wireSize: content.length, notes: [] },
      redirects: [],
      timings: { totalMs: 0 },
    },
  };
}

/** Every outcome once. */
export const sampleResults: readonly RequestResult[] = [
  { ...resultOf('login'), request: { chain: 'auth/login.chain.json', id: 'login' } },
  resultOf('create-order'),
  resultOf('change-amount', {
    method: 'PATCH',
    outcome: 'failed',
    ...failedExchange(),
    reasons: [failure],
    expectations: [{ condition: 'status is 200', passed: false, actual: '500' }],
  }),
  unsent('read-invoice', 'GET', 'blocked', missing),
  unsent('delete-order', 'DELETE', 'skipped', { kind: 'disabled', message: 'This request is disabled.' }),
];

function failedExchange(): Pick<RequestResult, 'exchange'> {
  const { exchange } = resultOf('any');
  return exchange?.response === undefined
    ? {}
    : { exchange: { ...exchange, response: { ...exchange.response, status: 500, statusText: '' } } };
}

/** The view of a run that left `results`. */
export function viewOf(results: readonly RequestResult[], change: Partial<RunView> = {}): RunView {
  return {
    run: 1,
    chain: { file: CHAIN, name: 'Order lifecycle' },
    environment: 'local',
    startedAt: '2026-11-21T14:02:00.000Z',
    durationMs: 132,
    outcome: 'failed',
    notes: [],
    requests: results.map((result) => ({
      planned: plannedOf(result),
      progress: finished(result),
    })),
    ...change,
  };
}

function finished(result: RequestResult): RequestProgress {
  const { outcome, startedAt, durationMs, attempts, exchange, reasons } = result;
  const [status, reason] = [exchange?.response?.status, reasons[0]?.message];
  return {
    state: 'finished',
    summary: {
      outcome,
      durationMs,
      attempts,
      ...(status === undefined ? {} : { status, startedAt }),
      ...defined({ reason }),
    },
  };
}

function unsent(
  id: string,
  method: string,
  outcome: 'blocked' | 'skipped' | 'failed',
  ...reasons: readonly Reason[]
): RequestResult {
  const { exchange: _exchange, ...result } = resultOf(id, {
    method,
    outcome,
    reasons,
    attempts: 0,
    substitutions: [],
    extractions: [],
    expectations: [],
    durationMs: 0,
  });
  return result;
}
