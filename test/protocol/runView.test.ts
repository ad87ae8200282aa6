import assert from 'node:assert/strict';
import type { Reason, RequestResult, RunEvent } from '../../src/core/result/result';
import {
  applyUpdate,
  countRows,
  finishedView,
  lastProgress,
  startView,
  toUpdate,
  type RunView,
} from '../../src/protocol/runView';

const request = { chain: 'orders.chain.json', id: 'login' };
const started: Extract<RunEvent, { type: 'run-started' }> = {
  type: 'run-started',
  chain: { file: 'orders.chain.json', name: 'Orders' },
  environment: 'local',
  startedAt: '2026-11-21T10:00:00.000Z',
  requests: [
    { request, name: 'Log in', method: 'POST' },
    { request: { ...request, id: 'read' }, name: 'Read', method: 'GET' },
  ],
  notes: ['TLS is not verified.'],
};
const result: RequestResult = {
  request,
  name: 'Log in',
  method: 'POST',
  outcome: 'failed',
  reasons: [{ kind: 'expectation', message: 'The status is 500, not 2xx or 3xx.' }],
  attempts: 2,
  exchange: {
    request: { method: 'POST', url: 'http://127.0.0.1/login', headers: [] },
    response: {
      status: 500,
      statusText: '',
      httpVersion: '1.1',
      headers: [],
      body: { encoding: 'utf8', content: '', size: 0, mediaType: '' },
      wireSize: 0,
      notes: [],
    },
    redirects: [],
    timings: { totalMs: 31 },
  },
  substitutions: [],
  extractions: [],
  expectations: [],
  startedAt: '2026-11-21T10:00:00.000Z',
  durationMs: 31,
};

function fold(view: RunView, ...events: Exclude<RunEvent, { type: 'run-started' }>[]): RunView {
  return events.reduce((folded, event) => applyUpdate(folded, toUpdate(view.run, event)), view);
}

describe('a run in the results panel', () => {
  it('begins with every request waiting', () => {
    assert.deepEqual(startView(3, started), {
      run: 3,
      chain: started.chain,
      environment: 'local',
      startedAt: started.startedAt,
      durationMs: 0,
      outcome: 'running',
      notes: started.notes,
      requests: started.requests.map((planned) => ({ planned, progress: { state: 'waiting' } })),
    });
  });

  it('says which attempt is under way', () => {
    const view = fold(startView(1, started), { type: 'request-started', index: 1, attempt: 4 });
    assert.deepEqual(view.requests[1]?.progress, { state: 'running', attempt: 4 });
  });

  it('says how many items of a loop are finished, also while the next one is sent', () => {
    const part = { ...result, at: [{ id: 'read', item: 11 }] };
    const view = fold(
      startView(1, started),
      { type: 'request-started', index: 1, attempt: 2 },
      { type: 'part-finished', index: 1, result: part, of: 40 },
      { type: 'request-started', index: 1, attempt: 1 },
      { type: 'part-finished', index: 1, result: { ...part, at: [...part.at, { id: 'inner', item: 0 }] } },
    );
    assert.deepEqual(view.requests[1]?.progress, {
      state: 'running',
      attempt: 1,
      items: { done: 12, of: 40 },
    });
  });

  it('is running from its first item on, even if that was not sent', () => {
    const part = { ...result, at: [{ id: 'read', item: 0 }] };
    const view = fold(startView(1, started), { type: 'part-finished', index: 1, result: part });
    assert.deepEqual(view.requests[1]?.progress, { state: 'running', attempt: 1, items: { done: 1 } });
  });

  it('keeps a line of what became of a request', () => {
    const view = fold(startView(1, started), { type: 'request-finished', index: 0, result });
    assert.deepEqual(view.requests[0]?.progress, {
      state: 'finished',
      summary: {
        outcome: 'failed',
        status: 500,
        startedAt: '2026-11-21T10:00:00.000Z',
        durationMs: 31,
        attempts: 2,
        reason: 'The status is 500, not 2xx or 3xx.',
      },
    });
  });

  it('has the status of the first example where none succeeded, if that states one', () => {
    const { exchange, ...imported } = result;
    assert.ok(exchange?.response !== undefined);
    const statusOf = (status: number): unknown => {
      const response = { ...(exchange.response ?? assert.fail()), status };
      const examples = [{ exchange: { ...exchange, response } }, { exchange }];
      const recorded = { ...imported, outcome: 'skipped', reasons: [], examples } as const;
      const progress = lastProgress(recorded);
      return progress?.state === 'finished' ? progress.summary.status : assert.fail();
    };
    assert.deepEqual([statusOf(404), statusOf(0)], [404, undefined]);
  });

  it('leaves out a status and a reason that are not there', () => {
    const { exchange: _, ...unsent } = result;
    const blocked: RequestResult = { ...unsent, outcome: 'blocked', reasons: [], attempts: 0 };
    const view = fold(startView(1, started), { type: 'request-finished', index: 0, result: blocked });
    assert.deepEqual(view.requests[0]?.progress, {
      state: 'finished',
      summary: { outcome: 'blocked', durationMs: 31, attempts: 0 },
    });
  });

  const unresolved = {
    kind: 'unresolved',
    message: 'Long.',
    variable: 'orderId',
    location: { in: 'path' },
  } as const;
  const shortened: [reason: Reason, expected: string][] = [
    [{ ...unresolved, producer: { chain: 'orders.chain.json', id: 'create' } }, 'needs orderId from create'],
    [unresolved, 'needs orderId, which nothing gives'],
    [{ ...unresolved, variable: '$secret', secret: 'API_KEY' }, 'needs the secret API_KEY'],
    [{ kind: 'disabled', message: 'This request is disabled.' }, 'This request is disabled.'],
  ];
  for (const [reason, expected] of shortened) {
    it(`says in short: ${expected}`, () => {
      const update = toUpdate(1, {
        type: 'request-finished',
        index: 0,
        result: { ...result, reasons: [reason] },
      });
      assert.equal(update.type === 'request-finished' ? update.summary.reason : undefined, expected);
    });
  }

  it('ends with outcome and time', () => {
    const view = fold(startView(1, started), {
      type: 'run-finished',
      outcome: 'cancelled',
      durationMs: 9,
      notes: [],
    });
    assert.deepEqual([view.outcome, view.durationMs], ['cancelled', 9]);
  });

  for (const [kind, recorded] of [
    ['run', undefined],
    ['recorded', true],
  ] as const) {
    it(`says ${recorded === true ? 'that it was' : 'nothing of being'} recorded of a result of kind ${kind}`, () => {
      const { chain, startedAt, notes } = started;
      const kept = {
        formatVersion: 1,
        kind,
        chain,
        startedAt,
        notes,
        durationMs: 31,
        outcome: 'passed',
      } as const;
      assert.equal(finishedView(1, { ...kept, requests: [result] }).recorded, recorded);
    });
  }

  it('ignores a step of another run and of a request it does not have', () => {
    const view = startView(1, started);
    assert.equal(
      applyUpdate(view, toUpdate(2, { type: 'run-finished', outcome: 'passed', durationMs: 1, notes: [] })),
      view,
    );
    assert.equal(fold(view, { type: 'request-started', index: 2, attempt: 1 }), view);
  });

  it('counts outcomes and what is open', () => {
    const view = fold(startView(1, started), { type: 'request-finished', index: 0, result });
    assert.deepEqual(countRows(view.requests), { passed: 0, failed: 1, blocked: 0, skipped: 0, open: 1 });
  });
});
