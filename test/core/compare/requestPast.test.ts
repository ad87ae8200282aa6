import assert from 'node:assert/strict';
import { requestPast } from '../../../src/core/compare/requestPast';
import type { RecordedBody, RequestResult } from '../../../src/core/result/result';
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

/** The past, where every body was kept as a whole. */
function pastOf(shown: RequestResult, others: readonly RequestResult[]) {
  return requestPast(shown, others, () => Promise.reject(new Error('No body was asked for.')));
}

/** A result of which the beginning of the body is at hand. */
function stored(day: number, size: number): RequestResult {
  const { exchange, ...rest } = on(day, 'passed');
  assert.ok(exchange?.response !== undefined);
  const { response } = exchange;
  const body = { ...response.body, content: '[', size, stored: `${day}-response` };
  return { ...rest, exchange: { ...exchange, response: { ...response, body } } };
}

function wholeOf({ stored: _key, ...body }: RecordedBody, content: string): RecordedBody {
  return { ...body, content };
}

describe('the past of a request', () => {
  it('lists every time that it was sent, oldest first, and says which one is shown', async () => {
    const unsent = { ...on(12, 'blocked') };
    delete (unsent as { exchange?: unknown }).exchange;
    const { points } = await pastOf(on(13, 'passed'), [
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

  it('does not count what was recorded elsewhere as sent', async () => {
    const { points } = await pastOf(on(13, 'skipped'), [on(12, 'passed'), on(11, 'skipped')]);
    assert.deepEqual(
      points.map(({ durationMs, isShown }) => [durationMs, isShown]),
      [[12, false]],
    );
  });

  it('compares with the last time before that it passed', async () => {
    const { lastGood } = await pastOf(on(15, 'failed', 500), [
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

  it('has nothing to compare with when it never passed before', async () => {
    const past = await pastOf(on(15, 'failed', 500), [on(16, 'passed'), on(14, 'failed')]);
    assert.equal(past.lastGood, undefined);
  });

  it('compares long bodies by what is in them', async () => {
    const { lastGood } = await requestPast(stored(15, 2_000_000), [stored(14, 2_000_001)], (body, result) =>
      Promise.resolve(wholeOf(body, `{"day":${result.durationMs}}`)),
    );
    assert.deepEqual(lastGood?.comparison, {
      changes: [{ place: 'body', name: '$.day', before: '14', after: '15' }],
      volatile: [],
      notes: [],
    });
  });

  const bySize: [title: string, size: number][] = [
    ['that are very long', 9_000_000],
    ['that were not kept', 2_000_000],
  ];
  for (const [title, size] of bySize) {
    it(`compares bodies ${title} by their size, and says so`, async () => {
      const { lastGood } = await pastOf(stored(15, size), [stored(14, size)]);
      assert.deepEqual(lastGood?.comparison.changes, []);
      assert.match(lastGood?.comparison.notes.join('') ?? '', /by their size only/);
    });
  }
});
