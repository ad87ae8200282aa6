import assert from 'node:assert/strict';
import { requestPast } from '../../../src/core/compare/requestPast';
import type { RequestResult } from '../../../src/core/result';
import { resultOf } from '../../e2e/sampleRun';

/** A result of this day of November. */
function on(day: number, outcome: RequestResult['outcome'], status = 200): RequestResult {
  const { exchange } = resultOf('any');
  assert.ok(exchange?.response !== undefined);
  return resultOf('order', {
    outcome,
    durationMs: day,
    startedAt: `2026-11-${day}T10:00:00.000Z`,
    exchange: { ...exchange, response: { ...exchange.response, status, statusText: '' } },
  });
}

describe('the past of a request', () => {
  it('lists every time that it was sent, oldest first, and says which one is shown', () => {
    const unsent = { ...on(12, 'blocked') };
    delete (unsent as { exchange?: unknown }).exchange;
    const { points } = requestPast(on(13, 'passed'), [
      on(14, 'failed', 500),
      unsent,
      on(11, 'passed'),
      on(13, 'passed'),
    ]);
    assert.deepEqual(
      points.map(({ durationMs, outcome, status, isShown }) => [durationMs, outcome, status, isShown]),
      [
        [11, 'passed', 200, false],
        [13, 'passed', 200, true],
        [14, 'failed', 500, false],
      ],
    );
  });

  it('compares with the last time before that it passed', () => {
    const { lastGood } = requestPast(on(15, 'failed', 500), [
      on(16, 'passed'),
      on(14, 'failed', 503),
      on(12, 'passed', 204),
      on(13, 'passed', 201),
    ]);
    assert.equal(lastGood?.startedAt, '2026-11-13T10:00:00.000Z');
    assert.deepEqual(lastGood.comparison.changes, [
      { place: 'status', name: '', before: '201 Created', after: '500 Internal Server Error' },
    ]);
  });

  it('has nothing to compare with when it never passed before', () => {
    const past = requestPast(on(15, 'failed', 500), [on(16, 'passed'), on(14, 'failed')]);
    assert.equal(past.lastGood, undefined);
  });
});
