import assert from 'node:assert/strict';
import type { Ledger } from '../../../src/core/authz/act/ledger';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { runMatrix } from '../../../src/core/authz/run/runMatrix';
import { loadMatrix } from '../../../src/node/authz/loadMatrix';
import { portsOf, wireMatrix } from '../../../src/node/authz/wireMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { jobIn, startApi, writeNotes, type Api } from './failingNotes';
import { matrixSettings, resultOf } from './matrixRun';

/** What must not happen, such as a full disk, happens during one cell. */
describe('a cell whose work throws', () => {
  let workspace: Workspace;
  let api: Api;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await writeNotes(workspace);
    api = await startApi();
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  /** Runs the matrix; the ledger refuses its first entries. */
  async function run(refusals: number): Promise<AuthzResult> {
    const job = jobIn(workspace);
    const { matrix, wired, ledger } = await wireMatrix(
      job,
      await loadMatrix(job),
      matrixSettings(api.origin),
    );
    let left = refusals;
    const refusing: Ledger = {
      write(entry) {
        left -= 1;
        return left >= 0 ? Promise.reject(new Error('no space left on device')) : ledger.write(entry);
      },
    };
    const ports = { ...portsOf(wired, ledger), ledger: refusing };
    const signal = AbortSignal.timeout(100_000);
    try {
      return await resultOf(runMatrix(matrix, ports, signal, signal));
    } finally {
      wired.close();
      await ledger.close();
    }
  }

  it('proves nothing and says why; the run continues', async () => {
    const { cells, outcome, leftovers } = await run(1);
    assert.equal(outcome, 'finished');
    assert.deepEqual(
      cells.map(({ cell, class: came }) => `${cell.kind} ${cell.operation} ${came}`),
      [
        'SELF note.read INCONCLUSIVE_CONTROL',
        'OBJ note.read INCONCLUSIVE_CONTROL',
        'SELF note.update PASS_EFFECT',
        'OBJ note.update PASS_404',
      ],
    );
    assert.match(cells[0]?.reasons.join(' ') ?? '', /no space left on device/);
    assert.deepEqual([leftovers, api.notes.size], [[], 0]);
  });

  it('creates nothing that the ledger does not know', async () => {
    const { cells } = await run(Number.POSITIVE_INFINITY);
    assert.deepEqual(
      cells.filter(({ class: outcome }) => outcome.startsWith('PASS') || outcome.startsWith('FLAW')),
      [],
    );
    assert.deepEqual([api.notes.size, api.deleted], [0, []]);
  });
});
