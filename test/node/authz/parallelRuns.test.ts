import assert from 'node:assert/strict';
import { DEFAULT_FLAWS } from '../../../examples/orders-api/flaws';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { replay } from '../../../src/core/authz/run/replay';
import { runMatrix as runCells } from '../../../src/core/authz/run/runMatrix';
import { renderAuthzCsv } from '../../../src/formats/reporters/authz/csvReport';
import { loadMatrix } from '../../../src/node/authz/loadMatrix';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { portsOf, wireMatrix } from '../../../src/node/authz/wireMatrix';
import { sampleContext } from '../../formats/reporters/authz/sampleAuthz';
import { copyMatrices, matrixSettings, resultOf, type Matrices } from './matrixRun';
import { startSessions, type SessionHabits, type SessionsApi } from './sessionsApi';

describe('a matrix run with several cells at a time', function () {
  describe('on the sample', () => {
    let sample: Matrices;
    before(async () => {
      sample = await copyMatrices('examples/workspace');
    });
    after(() => sample.dispose());

    for (const flaws of [[], DEFAULT_FLAWS]) {
      it(`gives the same verdicts in the same order ${flaws.length === 0 ? 'without' : 'with'} flaws`, async () => {
        const one = await sample.run('orders', { flaws });
        for (const parallel of [2, 8]) {
          const several = await sample.run('orders', { flaws, parallel });
          assert.deepEqual(verdicts(several), verdicts(one));
          assert.deepEqual(several.notes, one.notes);
          assert.deepEqual(several.leftovers, []);
          assert.equal(JSON.stringify(replay(several)), JSON.stringify(several));
        }
      });
    }
  });

  it('gives the same reports with attack packs', async () => {
    const packs = await copyMatrices();
    try {
      const [one, several] = [await packs.run('packs'), await packs.run('packs', { parallel: 4 })];
      assert.deepEqual(verdicts(several), verdicts(one));
      assert.equal(csvOf(several), csvOf(one));
      assert.equal(JSON.stringify(replay(several)), JSON.stringify(several));
    } finally {
      await packs.dispose();
    }
  });

  interface Ran {
    readonly result: AuthzResult;
    readonly api: SessionsApi;
  }

  async function run(parallel: number, habits: SessionHabits = {}, limits: object = {}): Promise<Ran> {
    const api = await startSessions(habits, limits);
    try {
      const settings = { ...matrixSettings(api.origin), parallel };
      return { result: await resultOf(runMatrix(api.job, settings, AbortSignal.timeout(100_000))), api };
    } finally {
      await api.close();
    }
  }

  it('sends that many requests at a time, and never more', async () => {
    const { api } = await run(2, { waitsForSecond: true });
    assert.deepEqual(api.most(), { requests: 2, ofSession: 1 });
    for (const parallel of [1, 4]) {
      const { requests, ofSession } = (await run(parallel)).api.most();
      assert.ok(requests <= parallel, `${requests} requests at a time`);
      assert.equal(ofSession, 1);
    }
  });

  it('uses no session twice at a time', async () => {
    const one = await run(1, { endsBusySessions: true });
    const { result, api } = await run(4, { endsBusySessions: true });
    assert.deepEqual(verdicts(result), verdicts(one.result));
    assert.deepEqual([result.notes, result.leftovers, api.notes.size], [[], [], 0]);
  });

  it('tests one at a time where a second session ends the first, and says so', async () => {
    const one = await run(1, { sessionsPerUser: 1 });
    const { result, api } = await run(4, { sessionsPerUser: 1 });
    assert.deepEqual(verdicts(result), verdicts(one.result));
    assert.deepEqual(result.notes, [
      ...one.result.notes,
      'Cells that only read were tested with 1 instead of 4 sessions of each user. A second session ended the first one of alice, bob.',
    ]);
    assert.deepEqual([result.leftovers, api.notes.size, api.most().requests <= 4], [[], 0, true]);
  });

  it('gives the verdicts of one at a time where some requests get no answer', async () => {
    const breaks: SessionHabits['breaks'] = ({ url, user }) => user === 'bob' && url.endsWith('/tags');
    const one = await run(1, { breaks });
    const { result, api } = await run(4, { breaks });
    assert.deepEqual(verdicts(result), verdicts(one.result));
    assert.ok(result.cells.some(({ class: outcome }) => outcome.startsWith('INCONCLUSIVE')));
    assert.ok(result.cells.some(({ class: outcome }) => outcome === 'PASS_404'));
    assert.deepEqual([result.outcome, result.leftovers, api.notes.size], ['finished', [], 0]);
  });

  it('gives the verdicts of one at a time where the work of some cells throws', async () => {
    const [one, several] = [await runThrowing(1), await runThrowing(4)];
    assert.deepEqual(verdicts(several.result), verdicts(one.result));
    const reasons = several.result.cells.flatMap((cell) => cell.reasons).join(' ');
    assert.match(reasons, /no memory left/);
    assert.ok(several.result.cells.some(({ class: outcome }) => outcome === 'PASS_404'));
    assert.deepEqual(
      [several.result.outcome, several.result.leftovers, several.api.notes.size],
      ['finished', [], 0],
    );
  });

  /** Runs the matrix; asking for tags throws. */
  async function runThrowing(parallel: number): Promise<Ran> {
    const api = await startSessions();
    const settings = { ...matrixSettings(api.origin), parallel };
    const { matrix, wired, ledger } = await wireMatrix(api.job, await loadMatrix(api.job), settings);
    const ports = portsOf(wired, ledger);
    const send: typeof ports.send = (request, options) => {
      if (request.url.endsWith('/tags')) {
        throw new Error('no memory left');
      }
      return ports.send(request, options);
    };
    const signal = AbortSignal.timeout(100_000);
    try {
      return { result: await resultOf(runCells(matrix, { ...ports, send }, signal, signal)), api };
    } finally {
      wired.close();
      await ledger.close();
      await api.close();
    }
  }

  it('tests with as many sessions as users can have, and says why they are fewer', async () => {
    const one = await run(1);
    const { result, api } = await run(4, { signIns: 2 });
    assert.deepEqual(verdicts(result), verdicts(one.result));
    assert.match(
      result.notes.join(' '),
      /with 2 instead of 4 sessions of each user\. A second session could not be had\. /,
    );
    assert.deepEqual([result.leftovers, api.notes.size], [[], 0]);
  });

  it('gets the verdicts of one at a time where the API limits requests', async () => {
    const one = await run(1);
    const { result, api } = await run(8, { mostAtATime: 1 });
    // What is sent again leaves one exchange.
    assert.ok(api.asked.length > result.exchanges.length);
    assert.deepEqual(verdicts(result), verdicts(one.result));
    assert.deepEqual([result.leftovers, api.notes.size], [[], 0]);
  });

  for (const requests of [30, 60]) {
    it(`keeps to a limit of ${requests} requests as one at a time does`, async () => {
      for (const parallel of [1, 8]) {
        const { result, api } = await run(parallel, {}, { requests });
        const exchanges = result.cells.flatMap(({ steps }) => steps.map(({ exchange }) => exchange + 1));
        // A cell that has begun is asked to its end.
        assert.ok(Math.max(...exchanges) <= requests + 5, `${Math.max(...exchanges)} requests`);
        assert.match(result.cells.at(-1)?.reasons.join(' ') ?? '', /The limit of \d+ requests was reached/);
        assert.deepEqual([result.leftovers, api.notes.size], [[], 0]);
      }
    });
  }

  it('deletes what it created when it is cancelled midway', async () => {
    const cancel = new AbortController();
    const api = await startSessions({
      look: ({ url }) => {
        if (url.endsWith('/tags')) {
          cancel.abort();
        }
      },
    });
    try {
      const settings = { ...matrixSettings(api.origin), parallel: 4 };
      const result = await resultOf(runMatrix(api.job, settings, cancel.signal));
      assert.equal(result.outcome, 'cancelled');
      assert.deepEqual([result.leftovers, api.notes.size], [[], 0]);
      assert.ok(result.cells.some(({ reasons }) => reasons.join(' ').includes('cancelled during this cell')));
      assert.ok(result.cells.some(({ reasons }) => reasons.join(' ').includes('cancelled before this cell')));
    } finally {
      await api.close();
    }
  });

  it('deletes what it created when nobody listens any more', async () => {
    const api = await startSessions();
    try {
      const settings = { ...matrixSettings(api.origin), parallel: 4 };
      for await (const event of runMatrix(api.job, settings, AbortSignal.timeout(100_000))) {
        if (event.type === 'cell-finished') {
          break;
        }
      }
      const { length } = api.asked;
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([api.notes.size, api.asked.length], [0, length]);
    } finally {
      await api.close();
    }
  });

  it('finds flaws of an API that is open in parts, with each session its own', async () => {
    const one = await run(1, { open: true });
    const { result } = await run(3, { open: true });
    assert.deepEqual(verdicts(result), verdicts(one.result));
    assert.equal(result.cells.filter(({ class: outcome }) => outcome === 'FLAW_READ').length, 3);
  });
});

function csvOf(result: AuthzResult): string {
  return renderAuthzCsv(result, sampleContext());
}

function verdicts({ cells }: AuthzResult): readonly unknown[] {
  return cells.map(({ cell: { id }, class: outcome, reasons }) => ({
    id,
    outcome,
    reasons: reasons.map((reason) => reason.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')),
  }));
}
