import assert from 'node:assert/strict';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import type { CellEvidence } from '../../../src/protocol/authzPanel';
import type { AuthzView, CellProgress } from '../../../src/protocol/authzView';
import {
  coverageOf,
  evidenceOf,
  initialState,
  lacksEvidence,
  reduceAuthz,
  selectedCell,
  shownGrid,
  type AuthzAction,
  type AuthzState,
} from '../../../webview-ui/authz/authzState';
import { cellOf } from '../../core/authz/cells';

/** A run whose operations `o0`, `o1` … ended so; absent is one that is waiting. */
function viewOf(classes: readonly (OutcomeClass | undefined)[], run = 1): AuthzView {
  return {
    run,
    matrix: { file: 'a.authz.json', name: 'A' },
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 0,
    outcome: 'running',
    notes: [],
    obstacles: [],
    users: [{ user: 'alice', role: 'customer' }],
    cells: classes.map((outcome, index) => ({
      cell: cellOf('alice', 'bob', { operation: `o${index}` }),
      progress: progressOf(outcome),
    })),
  };
}

function progressOf(outcome: OutcomeClass | undefined): CellProgress {
  return outcome === undefined
    ? { state: 'waiting' }
    : { state: 'finished', summary: { class: outcome, mark: '', headline: '', detail: '' } };
}

function after(...actions: AuthzAction[]): AuthzState {
  return actions.reduce(reduceAuthz, initialState);
}

function selected(state: AuthzState): number | undefined {
  return selectedCell(state, shownGrid(state));
}

const evidence = { title: 'evidence' } as CellEvidence;

describe('the cell that the authorization panel shows', () => {
  const follows: readonly (readonly [title: string, (OutcomeClass | undefined)[], number | undefined])[] = [
    ['none before anything is finished', [undefined, undefined], undefined],
    ['the first flaw', ['PASS_403', 'DENIED_OTHER', 'FLAW_READ', 'FLAW_WRITE'], 2],
    ['the first that is inconclusive, without a flaw', ['DENIED_OTHER', 'INCONCLUSIVE_AUTH'], 1],
    ['the first odd refusal, without those', ['PASS_403', 'DENIED_401'], 1],
    ['the first that passed, while all is well', [undefined, 'PASS_404', 'PASS_403'], 1],
    ['one that was not tested, when there is nothing else', ['SKIPPED'], 0],
    ['none of an empty run', [], undefined],
  ];
  for (const [title, classes, expected] of follows) {
    it(`is ${title}`, () => {
      assert.equal(selected(after({ type: 'shown', view: viewOf(classes) })), expected);
    });
  }

  it('is the one the person chose, also in the next run, wherever it is there', () => {
    const view = viewOf(['FLAW_READ', 'PASS_403']);
    const id = view.cells[1]?.cell.id ?? '';
    const chosen = after({ type: 'shown', view }, { type: 'chosen', id });
    assert.equal(selected(chosen), 1);
    const rerun = viewOf(['FLAW_READ', undefined], 2);
    const moved = { ...rerun, cells: rerun.cells.toReversed() };
    assert.equal(selected(reduceAuthz(chosen, { type: 'shown', view: moved })), 0);
  });

  it('is one of the rows that the filter leaves', () => {
    const view = viewOf(['PASS_403', 'INCONCLUSIVE_AUTH', 'FLAW_READ']);
    const id = view.cells[0]?.cell.id ?? '';
    const state = after(
      { type: 'shown', view },
      { type: 'chosen', id },
      { type: 'filtered', filter: 'inconclusive' },
    );
    assert.equal(selected(state), 1);
    assert.equal(shownGrid(state).rows.length, 1);
  });
});

describe('the evidence that the authorization panel shows', () => {
  const shown = after({ type: 'shown', view: viewOf(['FLAW_READ', undefined]) });

  it('is asked for until it is there', () => {
    assert.equal(lacksEvidence(shown, 0), true);
    const arrived = reduceAuthz(shown, {
      type: 'evidence-arrived',
      evidence: { run: 1, cell: 0, evidence },
    });
    assert.equal(lacksEvidence(arrived, 0), false);
    assert.equal(evidenceOf(arrived, 0), evidence);
  });

  it('is not asked for while a cell has not ended, nor without a cell', () => {
    assert.deepEqual([lacksEvidence(shown, 1), lacksEvidence(shown, undefined)], [false, false]);
  });

  it('is not that of another cell or run', () => {
    const late = reduceAuthz(shown, { type: 'evidence-arrived', evidence: { run: 0, cell: 0, evidence } });
    assert.equal(evidenceOf(late, 0), undefined);
    assert.equal(lacksEvidence(late, 0), true);
  });

  it('says of the issue that was raised meanwhile, where it is still about that cell', () => {
    const arrived = reduceAuthz(shown, {
      type: 'evidence-arrived',
      evidence: { run: 1, cell: 0, evidence },
    });
    const raised = reduceAuthz(arrived, { type: 'issue-raised', run: 1, cell: 0, issue: '#12' });
    assert.deepEqual(evidenceOf(raised, 0), { ...evidence, issue: '#12' });
    const late = { type: 'issue-raised', run: 1, cell: 1, issue: '#12' } as const;
    assert.equal(reduceAuthz(arrived, late), arrived);
    assert.equal(reduceAuthz(shown, { ...late, cell: 0 }), shown);
  });

  it('is asked for again when the run has ended, which tells of its exchanges last', () => {
    const arrived = reduceAuthz(shown, {
      type: 'evidence-arrived',
      evidence: { run: 1, cell: 0, evidence },
    });
    const ended = reduceAuthz(arrived, { type: 'shown', view: viewOf(['FLAW_READ', 'PASS_403']) });
    assert.equal(lacksEvidence(ended, 0), true);
  });
});

describe('the coverage that the authorization panel shows', () => {
  const coverage = { of: 'api.yaml', total: 2, untested: ['GET /a'] };
  const arrived = (run: number): AuthzAction => ({ type: 'coverage-arrived', coverage: { run, coverage } });
  const ended = (run: number): AuthzAction => ({
    type: 'shown',
    view: { ...viewOf(['PASS_403'], run), outcome: 'finished' },
  });

  it('is that of the run that has ended', () => {
    assert.equal(coverageOf(after(ended(1))), undefined);
    assert.deepEqual(coverageOf(after(ended(1), arrived(1))), coverage);
  });

  it('is not that of another run, nor shown during one', () => {
    assert.equal(coverageOf(after(ended(2), arrived(1))), undefined);
    assert.equal(coverageOf(after({ type: 'shown', view: viewOf(['PASS_403']) }, arrived(1))), undefined);
  });
});

describe('what the authorization panel receives', () => {
  it('moves the cells on, those of the run that it shows', () => {
    const view = viewOf([undefined, undefined]);
    const summary = { class: 'PASS_403' as const, mark: '✓', headline: '403', detail: '' };
    const state = after(
      { type: 'shown', view },
      { type: 'updated', update: { type: 'preparing', run: 1, message: 'Signing in alice.' } },
      { type: 'updated', update: { type: 'cell-started', run: 1, index: 0 } },
      { type: 'updated', update: { type: 'cell-finished', run: 1, index: 0, summary } },
      { type: 'updated', update: { type: 'cell-started', run: 2, index: 1 } },
      { type: 'updated', update: { type: 'cell-started', run: 1, index: 7 } },
    );
    assert.deepEqual(
      state.view?.cells.map(({ progress }) => progress),
      [{ state: 'finished', summary }, { state: 'waiting' }],
    );
    assert.equal(state.view?.message, undefined);
  });

  it('is left alone before there is a run', () => {
    const update = { type: 'cell-started', run: 1, index: 0 } as const;
    assert.deepEqual(after({ type: 'updated', update }), initialState);
    assert.equal(after({ type: 'shown', view: null }, { type: 'updated', update }).view, null);
  });

  it('shows why something did not work until it is dismissed', () => {
    const failed = after({ type: 'action-failed', message: 'No.' });
    assert.equal(failed.problem, 'No.');
    assert.equal(reduceAuthz(failed, { type: 'problem-dismissed' }).problem, undefined);
  });
});
