import assert from 'node:assert/strict';
import type { Outcome, RequestResult } from '../../../src/core/result/result';
import { rowTable } from '../../../src/core/result/rowTable';
import { failedRows, type RequestProgress, type RunView } from '../../../src/protocol/runView';
import { HISTORY_TAB } from '../../../webview-ui/results/detailsLook';
import {
  initialState,
  missingCauses,
  missingDetails,
  missingExtraction,
  missingPast,
  reduceResults,
  selectedDetails,
  selectedIndex,
  type ResultsAction,
  type ResultsState,
} from '../../../webview-ui/results/resultsState';
import { isTroubled } from '../../../webview-ui/results/rowGroups';
import { resultName } from '../../../webview-ui/results/treeLook';

type State = Outcome | 'waiting' | 'running';

function progress(state: State): RequestProgress {
  switch (state) {
    case 'waiting':
      return { state };
    case 'running':
      return { state, attempt: 1 };
    case 'passed':
    case 'failed':
    case 'blocked':
    case 'skipped':
      return { state: 'finished', summary: { outcome: state, durationMs: 5, attempts: 1 } };
  }
}

/** A run whose requests `r0`, `r1` … are in these states. */
function viewOf(states: readonly State[], run = 1): RunView {
  return {
    run,
    chain: { file: 'a.chain.json', name: 'A' },
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 0,
    outcome: 'running',
    notes: [],
    requests: states.map((state, index) => ({
      planned: { request: { chain: 'a.chain.json', id: `r${index}` }, name: `r${index}`, method: 'GET' },
      progress: progress(state),
    })),
  };
}

const result = { name: 'the result' } as RequestResult;

function after(...actions: ResultsAction[]): ResultsState {
  return actions.reduce(reduceResults, initialState);
}

/** A run for rows: one request before all, then these states of two requests for each row. */
function viewOfRows(...rows: readonly (readonly [State, State])[]): RunView {
  const requests = rows.flatMap((states, at) =>
    states.map((state, index) => ({
      planned: {
        request: { chain: 'a.chain.json', id: `r${index}` },
        row: { number: at + 1, label: '' },
        name: `r${index}`,
        method: 'GET',
      },
      progress: progress(state),
    })),
  );
  const view = viewOf(['passed']);
  return { ...view, data: { file: 'a.csv', columns: ['a'] }, requests: [...view.requests, ...requests] };
}

describe('a run for rows of data', () => {
  it('is a table of rows by requests, behind what all rows share', () => {
    const { shared, rows } = rowTable(
      viewOfRows(['passed', 'failed'], ['passed', 'passed']).requests,
      ({ planned }) => planned.row,
    );
    assert.equal(shared, 1);
    assert.deepEqual(
      rows.map(({ row, items }) => [row.number, ...items.map(({ index }) => index)]),
      [
        [1, 1, 2],
        [2, 3, 4],
      ],
    );
    assert.deepEqual(rows.map(isTroubled), [true, false]);
  });

  it('finds the request of the same row again in the next run', () => {
    const passed = viewOfRows(['passed', 'passed'], ['passed', 'passed']);
    const chosen = after({ type: 'shown', view: passed }, { type: 'chosen', index: 4 });
    assert.equal(selectedIndex(chosen), 4);
    assert.equal(selectedIndex(reduceResults(chosen, { type: 'shown', view: { ...passed, run: 2 } })), 4);
    const fewer = { ...viewOfRows(['passed', 'passed']), run: 3 };
    assert.equal(selectedIndex(reduceResults(chosen, { type: 'shown', view: fewer })), 2);
  });

  it('has failed in rows with a failure, and in those it did not reach', () => {
    const { requests } = viewOfRows(
      ['passed', 'failed'],
      ['passed', 'skipped'],
      ['blocked', 'passed'],
      ['passed', 'waiting'],
      ['passed', 'passed'],
    );
    assert.deepEqual(failedRows(requests), [1, 3, 4]);
    const cutOff = requests.map((row) =>
      row.progress.state === 'finished' && row.progress.summary.outcome === 'skipped'
        ? {
            ...row,
            progress: { ...row.progress, summary: { ...row.progress.summary, isCutOff: true as const } },
          }
        : row,
    );
    assert.deepEqual(failedRows(cutOff), [1, 2, 3, 4]);
  });
});

describe('the request that the results panel shows', () => {
  const follows: [title: string, states: State[], expected: number | undefined][] = [
    ['none before anything is finished', ['waiting', 'running'], undefined],
    ['the last that passed, while all is well', ['passed', 'passed', 'running'], 1],
    ['the first failure', ['passed', 'failed', 'failed', 'passed'], 1],
    ['a failure rather than what it blocks', ['blocked', 'failed'], 1],
    ['the first that is blocked, when nothing failed', ['passed', 'blocked', 'blocked'], 1],
    ['a passed one rather than a skipped one', ['passed', 'skipped'], 0],
    ['the last skipped one, when there is nothing else', ['skipped', 'skipped'], 1],
    ['none of an empty run', [], undefined],
  ];
  for (const [title, states, expected] of follows) {
    it(`is ${title}`, () => {
      assert.equal(selectedIndex(after({ type: 'shown', view: viewOf(states) })), expected);
    });
  }

  it('is the one the person chose, also in the next run, wherever it is there', () => {
    const chosen = after({ type: 'shown', view: viewOf(['failed', 'passed']) }, { type: 'chosen', index: 1 });
    assert.equal(selectedIndex(chosen), 1);
    const rerun = viewOf(['failed', 'failed', 'running'], 2);
    const moved = { ...rerun, requests: rerun.requests.toReversed() };
    assert.equal(selectedIndex(reduceResults(chosen, { type: 'shown', view: moved })), 1);
    assert.equal(selectedIndex(reduceResults(chosen, { type: 'shown', view: viewOf(['failed'], 2) })), 0);
  });

  it('does not change when something is chosen that is not there', () => {
    const state = after({ type: 'shown', view: viewOf(['failed', 'passed']) });
    assert.equal(reduceResults(state, { type: 'chosen', index: 7 }), state);
  });

  it('is nothing while no run is known', () => {
    assert.equal(selectedIndex(initialState), undefined);
    assert.equal(selectedIndex(after({ type: 'shown', view: null })), undefined);
  });
});

describe('details in the results panel', () => {
  const shown = after({ type: 'shown', view: viewOf(['passed', 'failed']) });

  it('are asked for once the request to show is finished', () => {
    assert.deepEqual(missingDetails(shown), { run: 1, index: 1 });
    assert.equal(missingDetails(after({ type: 'shown', view: viewOf(['running']) })), undefined);
  });

  it('are shown when they have arrived, and not asked for again', () => {
    const state = reduceResults(shown, { type: 'details-arrived', details: { run: 1, index: 1, result } });
    assert.equal(selectedDetails(state)?.result, result);
    assert.equal(missingDetails(state), undefined);
  });

  it('of another request or another run are not shown', () => {
    for (const [run, index] of [
      [1, 0],
      [2, 1],
    ] as const) {
      const state = reduceResults(shown, { type: 'details-arrived', details: { run, index, result } });
      assert.equal(selectedDetails(state), undefined);
    }
  });

  it('are asked for again when the chain runs again', () => {
    const first = reduceResults(shown, { type: 'details-arrived', details: { run: 1, index: 1, result } });
    const again = reduceResults(first, { type: 'shown', view: viewOf(['passed', 'failed'], 2) });
    assert.deepEqual(missingDetails(again), { run: 2, index: 1 });
  });
});

describe('the rest of the results panel', () => {
  it('takes steps of the run that it shows', () => {
    const summary = { outcome: 'passed', durationMs: 3, attempts: 1 } as const;
    const state = after(
      { type: 'shown', view: viewOf(['running']) },
      { type: 'updated', update: { type: 'request-finished', run: 1, index: 0, summary } },
    );
    assert.deepEqual(state.view?.requests[0]?.progress, { state: 'finished', summary });
  });

  it('ignores steps while it shows nothing', () => {
    const state = after({
      type: 'updated',
      update: { type: 'run-finished', run: 1, outcome: 'passed', durationMs: 1, notes: [] },
    });
    assert.deepEqual(state, initialState);
  });

  it('keeps tab and form of the body from run to run, and forgets a problem', () => {
    const state = after(
      { type: 'shown', view: viewOf(['passed']) },
      { type: 'tab-selected', tab: 3 },
      { type: 'body-form-selected', form: 'raw' },
      { type: 'action-failed', message: 'No.' },
    );
    assert.equal(state.problem, 'No.');
    const { look, problem } = reduceResults(state, { type: 'shown', view: viewOf(['passed'], 2) });
    assert.deepEqual([look.tab, look.bodyForm, problem], [3, 'raw', undefined]);
    assert.equal(reduceResults(state, { type: 'problem-dismissed' }).problem, undefined);
  });
});

describe('what the results panel asks about a request besides its details', () => {
  const request = { request: { chain: 'a.chain.json', id: 'r0' }, startedAt: '2026-11-21T10:00:00.000Z' };
  const shown = (outcome: Outcome): ResultsState =>
    after(
      { type: 'shown', view: viewOf([outcome]) },
      {
        type: 'details-arrived',
        details: { run: 1, index: 0, result: { outcome, ...request } as RequestResult },
      },
    );
  const at = { run: 1, index: 0 };
  const past = { points: [] };

  it('is the way to the root cause, once and only of a blocked request', () => {
    const blocked = shown('blocked');
    assert.deepEqual(missingCauses(blocked), at);
    assert.equal(missingCauses(shown('failed')), undefined);
    const known = reduceResults(blocked, { type: 'more-arrived', at, more: { causes: [] } });
    assert.equal(missingCauses(known), undefined);
  });

  it('is its past, once and only when that is looked at', () => {
    const passed = shown('passed');
    assert.equal(missingPast(passed), undefined);
    const looking = reduceResults(passed, { type: 'tab-selected', tab: HISTORY_TAB });
    assert.deepEqual(missingPast(looking), at);
    const known = reduceResults(looking, { type: 'more-arrived', at, more: { past } });
    assert.equal(missingPast(known), undefined);
    assert.deepEqual(selectedDetails(known)?.past, past);
  });

  it('is its past again when that could not be read and is wanted all the same', () => {
    const looking = reduceResults(shown('passed'), { type: 'tab-selected', tab: HISTORY_TAB });
    const more = { past: { problem: 'The disk is busy.' } };
    const failed = reduceResults(looking, { type: 'more-arrived', at, more });
    assert.equal(missingPast(failed), undefined);
    assert.deepEqual(missingPast(reduceResults(failed, { type: 'past-forgotten' })), at);
  });

  it('is an offer for the part that was picked, once and for the latest only', () => {
    const passed = shown('passed');
    const picked = selectedDetails(passed)?.result;
    assert.ok(picked !== undefined);
    const [first, second] = [
      { from: 'header', name: 'ETag' },
      { from: 'cookie', name: 'session' },
    ] as const;
    const offer = { id: 1, variable: 'etag', rules: [], tried: 0, uses: [] };
    const one = reduceResults(passed, { type: 'part-picked', result: picked, part: first });
    const two = reduceResults(one, { type: 'part-picked', result: picked, part: second });
    assert.equal(missingExtraction(one)?.part, first);
    const late = reduceResults(two, { type: 'offer-arrived', part: first, offer });
    assert.equal(missingExtraction(late)?.part, second);
    const known = reduceResults(late, { type: 'offer-arrived', part: second, offer });
    assert.equal(missingExtraction(known), undefined);
    assert.equal(known.look.extraction?.of, resultName(picked));
  });

  it('is no offer once a note has come in its place, which the next look takes away', () => {
    const passed = shown('passed');
    const result = selectedDetails(passed)?.result;
    assert.ok(result !== undefined);
    const part = { from: 'header', name: 'ETag' } as const;
    const picked = reduceResults(passed, { type: 'part-picked', result, part });
    const note = 'etag already has this value.';
    const noted = reduceResults(picked, { type: 'offer-arrived', part, offer: { note } });
    assert.deepEqual(noted.look, { ...passed.look, note: { of: resultName(result), text: note } });
    assert.equal(noted.problem, undefined);
    assert.equal(missingExtraction(noted), undefined);
    assert.equal(reduceResults(noted, { type: 'tab-selected', tab: 1 }).look.note, undefined);
  });

  it('is not an offer for a part of another response', () => {
    const other = { request: { chain: 'b', id: 'b' }, startedAt: '' } as RequestResult;
    const part = { from: 'header', name: 'ETag' } as const;
    const state = reduceResults(shown('passed'), { type: 'part-picked', result: other, part });
    assert.equal(missingExtraction(state), undefined);
  });

  it('is forgotten when it comes after another request was chosen', () => {
    const state = reduceResults(shown('passed'), {
      type: 'more-arrived',
      at: { run: 1, index: 7 },
      more: { past },
    });
    assert.equal(selectedDetails(state)?.past, undefined);
  });
});
