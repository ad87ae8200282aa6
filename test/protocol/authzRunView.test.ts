import assert from 'node:assert/strict';
import type { AuthzResult, CellResult, LackedValue } from '../../src/core/authz/model/authzResult';
import {
  finishedAuthzView,
  mergeResults,
  startAuthzView,
  toAuthzUpdate,
  type RunBeginning,
} from '../../src/protocol/authzRunView';
import { countCells, type AuthzView } from '../../src/protocol/authzView';
import { cellOf, verdictOn } from '../core/authz/cells';

const read = cellOf('alice', 'bob');
const update = cellOf('alice', 'bob', { operation: 'order.update' });
const list = cellOf('alice', 'bob', { operation: 'order.list', places: [] });

function beginning(change: Partial<RunBeginning> = {}): RunBeginning {
  return {
    run: 1,
    matrix: { file: 'a.authz.json', name: 'A' },
    startedAt: '2026-11-21T10:00:00.000Z',
    users: [{ user: 'alice', role: 'customer' }],
    cells: [read, update],
    notes: [],
    ...change,
  };
}

function resultOf(cells: readonly CellResult[], change: Partial<AuthzResult> = {}): AuthzResult {
  return {
    formatVersion: 1,
    kind: 'authz',
    matrix: { file: 'a.authz.json', name: 'A' },
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 34,
    seed: 'seed',
    outcome: 'finished',
    users: [{ name: 'alice', role: 'customer' }],
    cells,
    undeclared: [],
    requests: { sent: 12, mutations: 3, strict: 40 },
    leftovers: [],
    exchanges: [],
    notes: [],
    ...change,
  };
}

/** Cells of a view, a word each. */
function statesOf({ cells }: AuthzView): readonly string[] {
  return cells.map(({ cell, progress }) =>
    progress.state === 'finished'
      ? `${cell.operation} ${progress.summary.class}`
      : `${cell.operation} ${progress.state}`,
  );
}

describe('the view of an authorization run', () => {
  it('begins with every cell waiting', () => {
    const view = startAuthzView(beginning());
    assert.deepEqual(statesOf(view), ['order.read waiting', 'order.update waiting']);
    assert.deepEqual([view.outcome, view.durationMs], ['running', 0]);
  });

  it('keeps what the run before left of cells that are not run', () => {
    const before = [verdictOn(read, 'FLAW_READ'), verdictOn(list, 'PASS_EFFECT')];
    assert.deepEqual(statesOf(startAuthzView(beginning(), before)), [
      'order.read waiting',
      'order.list PASS_EFFECT',
      'order.update waiting',
    ]);
  });

  it('follows the events of the engine and ignores others', () => {
    const view = startAuthzView(beginning());
    const finished = verdictOn(update, 'PASS_403', {
      signals: { control: 'ok', status: 403, leak: 'no', state: 'same', self: false, soft: false },
    });
    assert.deepEqual(toAuthzUpdate(view, { type: 'cell-started', id: update.id }), {
      type: 'cell-started',
      run: 1,
      index: 1,
    });
    const step = toAuthzUpdate(view, { type: 'cell-finished', result: finished });
    assert.ok(step?.type === 'cell-finished');
    assert.deepEqual([step.index, step.summary.class, step.summary.mark], [1, 'PASS_403', '✓']);
    assert.deepEqual(toAuthzUpdate(view, { type: 'authz-preparing', message: 'Signing in.' }), {
      type: 'preparing',
      run: 1,
      message: 'Signing in.',
    });
    assert.equal(toAuthzUpdate(view, { type: 'cell-started', id: 'unknown' }), undefined);
    assert.equal(toAuthzUpdate(view, { type: 'authz-finished', result: resultOf([]) }), undefined);
  });

  it('ends with the result, and says what is new', () => {
    const before = resultOf([verdictOn(read, 'PASS_403'), verdictOn(list, 'FLAW_READ')], {
      startedAt: '2026-11-18T10:00:00.000Z',
    });
    const after = resultOf([verdictOn(read, 'FLAW_READ'), verdictOn(list, 'FLAW_READ')]);
    const view = finishedAuthzView(2, after, { before });
    assert.deepEqual(view.since, { startedAt: '2026-11-18T10:00:00.000Z', flaws: 1 });
    assert.deepEqual([view.run, view.sent, view.outcome], [2, 12, 'finished']);
    assert.equal(finishedAuthzView(2, after).since, undefined);
  });

  it('says what is left to be deleted', () => {
    const leftover = { resource: 'order', owner: 'bob', ids: { orderId: '7' }, reason: '500' };
    const { notes } = finishedAuthzView(1, resultOf([], { leftovers: [leftover], notes: ['A note.'] }));
    assert.deepEqual(notes, [
      'A note.',
      'One object could not be deleted. "Clean Up Test Objects" tries again.',
    ]);
  });

  describe('says what kept requests from an answer', () => {
    const REFUSED = 'Nothing listens at 127.0.0.1:9. Start the API.';
    const request = { chain: 'login.chain.json', id: 'login' };
    const sent = {
      request: { method: 'POST', url: 'http://127.0.0.1:9/login', headers: [] },
      redirects: [],
      timings: { totalMs: 1 },
    };
    const refused = {
      user: 'bob',
      request,
      failure: REFUSED,
      exchange: { ...sent, failure: { code: 'connection-refused', message: '', todo: '' } },
    } as const;
    const answeredOnce = {
      user: 'alice',
      request,
      exchange: {
        ...sent,
        response: {
          status: 500,
          statusText: '',
          httpVersion: '1.1',
          headers: [],
          body: { encoding: 'utf8', content: '', size: 0, mediaType: '' },
          wireSize: 0,
          notes: [],
        },
      },
    } as const;
    const without = (lacks: LackedValue, failure: string) => ({ user: 'bob', request, failure, lacks });
    const needsKey = without({ variable: '$secret', secret: 'KEY' }, 'The secret KEY has no value.');
    const needsHost = without({ variable: 'host' }, 'Nothing defines host.');

    const cases: [
      title: string,
      exchanges: AuthzResult['exchanges'],
      change: Partial<AuthzResult>,
      obstacles: AuthzView['obstacles'],
    ][] = [
      ['once, where nothing answered', [refused, refused], {}, [{ kind: 'offline', message: REFUSED }]],
      ['unless something answered', [refused, answeredOnce], {}, []],
      [
        'with the name of the secret',
        [answeredOnce, needsKey],
        {},
        [{ kind: 'secret', message: 'The secret KEY has no value.', secret: 'KEY' }],
      ],
      [
        'where a value is missing and no environment was chosen',
        [needsHost],
        {},
        [{ kind: 'environment', message: 'Nothing defines host.' }],
      ],
      ['but not where one was', [needsHost], { environment: 'local' }, []],
    ];
    for (const [title, exchanges, change, obstacles] of cases) {
      it(title, () => {
        const steps = exchanges.map((_exchange, index) => ({ step: 'login', exchange: index }) as const);
        const cells = [verdictOn(read, 'INCONCLUSIVE_CONTROL', { steps })];
        assert.deepEqual(
          finishedAuthzView(1, resultOf(cells, { exchanges, ...change })).obstacles,
          obstacles,
        );
      });
    }

    it('but not of cells that were run again since', () => {
      const cells = [verdictOn(read, 'PASS_403', { steps: [{ step: 'attack', exchange: 1 }] })];
      const { obstacles } = finishedAuthzView(1, resultOf(cells, { exchanges: [needsKey, answeredOnce] }));
      assert.deepEqual(obstacles, []);
    });
  });

  it('counts what cells came to', () => {
    const view = startAuthzView(beginning(), [verdictOn(list, 'FLAW_READ')]);
    assert.deepEqual(countCells(view.cells), {
      flaw: 1,
      restricted: 0,
      inconclusive: 0,
      denied: 0,
      pass: 0,
      open: 0,
      waiting: 2,
    });
  });
});

describe('a run of some cells', () => {
  const exchange = (user: string) => ({ user, request: { chain: 'a.chain.json', id: 'a' } });

  it('renews those, and leaves the others and their exchanges as they were', () => {
    const before = resultOf(
      [
        verdictOn(read, 'FLAW_READ', { steps: [{ step: 'attack', exchange: 0 }] }),
        verdictOn(list, 'PASS_EFFECT', { steps: [{ step: 'attack', exchange: 1 }] }),
      ],
      { exchanges: [exchange('first'), exchange('second')] },
    );
    const part = resultOf(
      [
        verdictOn(read, 'PASS_403', { steps: [{ step: 'attack', exchange: 0 }] }),
        verdictOn(update, 'PASS_404'),
      ],
      { exchanges: [exchange('third')] },
    );
    const merged = mergeResults(before, part);
    assert.deepEqual(
      merged.cells.map(({ cell, class: outcome, steps: [step] }) => [
        cell.operation,
        outcome,
        step === undefined ? undefined : merged.exchanges[step.exchange]?.user,
      ]),
      [
        ['order.read', 'PASS_403', 'third'],
        ['order.list', 'PASS_EFFECT', 'second'],
        ['order.update', 'PASS_404', undefined],
      ],
    );
  });
});
