import assert from 'node:assert/strict';
import type { PastPoint } from '../../../src/core/compare/requestPast';
import { plotPoints, plotWords } from '../../../webview-ui/results/plotShape';
import { runLength, spanOf } from '../../../webview-ui/results/waterfall';
import { resultOf, viewOf } from '../../e2e/sampleRun';

const BEGIN = '2026-11-21T14:02:00.000Z';

/** Requests sent so many milliseconds after the run began, each for so long. */
function runOf(...requests: readonly (readonly [afterMs: number, durationMs: number])[]) {
  return viewOf(
    requests.map(([afterMs, durationMs]) =>
      resultOf('r', { startedAt: new Date(Date.parse(BEGIN) + afterMs).toISOString(), durationMs }),
    ),
    { startedAt: BEGIN, durationMs: 100 },
  );
}

/** Where the bars of a run are. */
function spans(view: ReturnType<typeof runOf>): readonly unknown[] {
  return view.requests.map((row) => spanOf(row, view.startedAt, runLength(view)));
}

describe('the waterfall of a run', () => {
  it('has a bar for each request that was sent', () => {
    assert.deepEqual(spans(runOf([0, 30], [50, 50])), [
      { start: 0, length: 300 },
      { start: 500, length: 500 },
    ]);
  });

  it('shows the shortest request, at the very end too', () => {
    assert.deepEqual(spans(runOf([100, 0])), [{ start: 994, length: 6 }]);
  });

  it('reaches to the last request even where the run claims to be shorter', () => {
    assert.equal(runLength(runOf([150, 50])), 200);
  });

  it('has no bar for a request without a time, as a stranger’s result may have', () => {
    const [row] = viewOf([resultOf('r', { startedAt: 'never' })]).requests;
    assert.ok(row !== undefined);
    assert.equal(spanOf(row, BEGIN, 100), undefined);
    assert.equal(spanOf({ ...row, progress: { state: 'waiting' } }, BEGIN, 100), undefined);
  });
});

describe('the plot of a request’s past', () => {
  const past = (...durations: readonly number[]): readonly PastPoint[] =>
    durations.map((durationMs, at) => ({
      startedAt: BEGIN,
      durationMs,
      outcome: 'passed',
      isShown: at === durations.length - 1,
    }));

  it('puts the longest time at the top and no time at the bottom', () => {
    const points = plotPoints(past(0, 50, 100)).map(({ x, y }) => [x, y]);
    assert.deepEqual(points, [
      [6, 54],
      [200, 30],
      [394, 6],
    ]);
  });

  it('has a place for one point, and for times of nothing', () => {
    assert.deepEqual(
      plotPoints(past(0)).map(({ x, y }) => [x, y]),
      [[200, 54]],
    );
  });

  it('says in words what it shows', () => {
    assert.equal(plotWords(past(8, 1200, 34)), '3 times, from 8 ms to 1.2 s; this time 34 ms');
  });
});
