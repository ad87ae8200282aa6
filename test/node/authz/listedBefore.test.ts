/** What the ledger keeps of a list that was read before anything was created, and how cleaning up uses it. */
import assert from 'node:assert/strict';
import type { CleanUp } from '../../../src/core/authz/run/cleanUp';
import { listedHash, type LedgerEntry, type ListedBefore } from '../../../src/core/authz/act/ledger';
import { defined } from '../../../src/core/defined';
import { readLedger } from '../../../src/node/authz/ledgerFile';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import { nodeHash } from '../../../src/node/run/nodePorts';
import { createWorkspace, type Workspace } from '../workspace';
import { startAccounts, writeAccounts } from './accountsApi';
import { jobIn, startApi, writeNotes } from './failingNotes';
import { cleanUpAfter, matrixSettings, resultOf } from './matrixRun';

describe('the list before a creation', function () {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  /** Cleans up after a creation that was never answered and whose text a note of alice shows. */
  async function cleaned(
    listedBefore: (id: string) => ListedBefore | undefined,
  ): Promise<CleanUp & { readonly notes: number }> {
    const api = await startApi();
    try {
      await writeNotes(workspace);
      const listed = listedBefore(api.add('alice', CANARY));
      const entry = { ...ENTRY, ...defined({ listedBefore: listed }) };
      return { ...(await cleanUpAfter(workspace, entry, api.origin)), notes: api.notes.size };
    } finally {
      await api.close();
    }
  }

  it('keeps what it showed, whatever a killed run wrote into it', async () => {
    const { left, deleted, notes } = await cleaned((id) => [listedHash(nodeHash, 'note', id)]);
    assert.deepEqual([deleted, notes], [0, 1]);
    assert.match(left[0]?.reason ?? '', /showed the note before it was created\. .* check whether the run/);
  });

  it('keeps what shows the text of a killed run when it did not tell everything', async () => {
    const { left, deleted, notes } = await cleaned(() => 'unknown');
    assert.deepEqual([deleted, notes], [0, 1]);
    assert.match(left[0]?.reason ?? '', /did not tell before whether the note was there already/);
  });

  it('lets go of what it did not show, and of what older ledgers name', async () => {
    for (const listed of [[], [listedHash(nodeHash, 'note', 'n-1')], undefined]) {
      const { left, deleted, notes } = await cleaned(() => listed);
      assert.deepEqual({ left, deleted, notes }, { left: [], deleted: 1, notes: 0 });
    }
  });

  it('leaves in the ledger, without proof, what it showed and a creation gave', async () => {
    const api = await startAccounts({ answersExisting: 201 });
    try {
      await writeAccounts(workspace, { note: { list: 'a.chain.json#list' } });
      const settings = matrixSettings(api.origin);
      const only = { ...settings, only: ['note.read'] };
      const { leftovers } = await resultOf(runMatrix(jobIn(workspace), only, AbortSignal.timeout(100_000)));
      const open = await readLedger(workspace.folder, 'm.authz.json');
      assert.ok(leftovers.length > 0);
      assert.deepEqual(
        [...new Set(open.map(({ state, proof }) => `${state} ${proof ?? '-'}`))],
        ['created -'],
      );
      const { deleted, left } = await cleanUp(jobIn(workspace), settings, AbortSignal.timeout(100_000));
      assert.equal(deleted, 0);
      assert.ok(left.length > 0);
      assert.deepEqual(api.noteIds(), ['n-500001', 'n-500002']);
    } finally {
      await api.close();
    }
  });
});

const CANARY = 'CNRY-0123456789abcdef';
const ENTRY: LedgerEntry = {
  id: `earlier ${CANARY}`,
  matrix: 'm.authz.json',
  resource: 'note',
  owner: 'alice',
  canary: CANARY,
  state: 'creating',
};
