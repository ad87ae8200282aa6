import assert from 'node:assert/strict';
import type { CleanUp } from '../../../src/core/authz/run/cleanUp';
import type { LedgerEntry } from '../../../src/core/authz/act/ledger';
import { defined } from '../../../src/core/defined';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import { openLedger, readLedger } from '../../../src/node/authz/ledgerFile';
import { createWorkspace, type Workspace } from '../workspace';
import { jobIn, NOTE, startApi, writeNotes, type Api, type ApiOptions } from './failingNotes';
import { cleanUpAfter, matrixSettings, resultOf } from './matrixRun';

describe('cleaning up', () => {
  let workspace: Workspace;
  let api: Api;
  beforeEach(async () => {
    workspace = await createWorkspace();
    api = await startApi();
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  async function cleaned(
    entry: Partial<LedgerEntry>,
    matrix: object = {},
    environment?: string,
  ): Promise<CleanUp> {
    await writeNotes(workspace, matrix);
    const ledger = await openLedger(workspace.folder, 'm.authz.json');
    await ledger.write({ ...ENTRY, ...defined({ environment }), ...entry });
    await ledger.close();
    const job = { ...jobIn(workspace), ...defined({ environment }) };
    return cleanUp(job, matrixSettings(api.origin), AbortSignal.timeout(100_000));
  }

  it('deletes what shows a planted text', async () => {
    const id = api.add('alice', CANARY);
    assert.deepEqual(await cleaned({ ids: { noteId: JSON.stringify(id) } }), {
      deleted: 1,
      restored: 0,
      left: [],
    });
    assert.equal(api.notes.size, 0);
  });

  it('deletes nothing that a ledger of an earlier version names without proof', async () => {
    const id = api.add('alice', CANARY);
    const { proof: _proof, ...unproved } = ENTRY;
    await writeNotes(workspace);
    const ids = { noteId: JSON.stringify(id) };
    const { left } = await cleanUpAfter(workspace, { ...unproved, ids }, api.origin);
    assert.match(left[0]?.reason ?? '', /without proof that a run created it, so it was not deleted/);
    assert.ok(api.notes.has(id));
    assert.equal((await readLedger(workspace.folder, 'm.authz.json')).length, 1);
  });

  it('deletes nothing that has an identifier of a user', async () => {
    const id = api.add('alice', CANARY);
    const users = {
      alice: { role: 'writer', variables: { name: 'alice', own: id } },
      bob: { role: 'writer', variables: { name: 'bob' } },
    };
    const { left } = await cleaned({ ids: { noteId: JSON.stringify(id) } }, { users });
    assert.match(left[0]?.reason ?? '', /an identifier that .* had before it was created/);
    assert.ok(api.notes.has(id));
    assert.equal((await readLedger(workspace.folder, 'm.authz.json')).length, 1);
  });

  const strangers: readonly (readonly [
    title: string,
    options: ApiOptions,
    resource: object,
    reason: RegExp,
  ])[] = [
    ['does not show a planted text', {}, {}, /does not show the text that a run planted/],
    ['cannot be looked at', { readStatus: 500 }, {}, /got 500 .* not known, so it was not deleted/],
    [
      'no request shows',
      {},
      { read: undefined, list: undefined },
      /does not show the text that a run planted/,
    ],
    ['no view and no list entry shows as planted', {}, { read: undefined }, /does not show the text/],
  ];
  for (const [title, options, resource, reason] of strangers) {
    it(`deletes nothing that ${title}`, async () => {
      await api.close();
      api = await startApi(() => undefined, options);
      const id = api.add('alice', 'my own note');
      const { left } = await cleaned(
        { ids: { noteId: JSON.stringify(id) } },
        { resources: { note: { ...NOTE, ...resource } } },
      );
      assert.match(left[0]?.reason ?? '', reason);
      assert.ok(api.notes.has(id));
      assert.equal((await readLedger(workspace.folder, 'm.authz.json')).length, 1);
    });
  }

  it('says what the matrix lacks when it has no request that deletes', async () => {
    const id = api.add('alice', CANARY);
    const matrix = { resources: { note: { ...NOTE, delete: undefined } } };
    const { left } = await cleaned({ ids: { noteId: JSON.stringify(id) } }, matrix);
    assert.match(left[0]?.reason ?? '', /The resource note has no "delete"\. Name one in the matrix/);
  });

  it('begins with what was created last, which may be inside of what was created before', async () => {
    const ids = ['first', 'second', 'third'].map((owner) => api.add(owner, CANARY));
    await writeNotes(workspace, {
      users: Object.fromEntries(
        ['first', 'second', 'third'].map((name) => [name, { role: 'writer', variables: { name } }]),
      ),
    });
    const ledger = await openLedger(workspace.folder, 'm.authz.json');
    for (const [index, owner] of ['first', 'second', 'third'].entries()) {
      const noteId = JSON.stringify(ids[index]);
      await ledger.write({ ...ENTRY, id: `${owner} ${CANARY}`, owner, ids: { noteId } });
    }
    await ledger.close();
    await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(100_000));
    assert.deepEqual(api.deleted, ids.toReversed());
  });

  it('deletes by the list what no request shows alone', async () => {
    const id = api.add('alice', CANARY);
    const matrix = { resources: { note: { ...NOTE, read: undefined } } };
    assert.deepEqual(await cleaned({ ids: { noteId: JSON.stringify(id) } }, matrix), {
      deleted: 1,
      restored: 0,
      left: [],
    });
  });

  it('sets no variable but those that identify the resource', async () => {
    const id = api.add('alice', CANARY);
    const { left } = await cleaned({ ids: { baseUrl: '"http://127.0.0.1:1"' } });
    assert.match(left[0]?.reason ?? '', /does not contain its \{\{noteId\}\}/);
    assert.ok(api.notes.has(id));
  });

  it('takes what the list does not show for gone only when it was read to its end', async () => {
    assert.deepEqual(await cleaned({ state: 'creating' }), {
      deleted: 0,
      absent: 1,
      restored: 0,
      left: [],
    });
    await api.close();
    api = await startApi(() => undefined, { listStatus: 503 });
    const { left } = await cleaned({ state: 'creating' });
    assert.match(
      left[0]?.reason ?? '',
      /could not read the list to its end\. Look for it by hand, and remove the ledger/,
    );
  });

  it('deletes nothing while a run of the matrix is at work, and lets no second run begin', async () => {
    await writeNotes(workspace, {});
    const job = jobIn(workspace);
    const settings = matrixSettings(api.origin);
    const signal = AbortSignal.timeout(100_000);
    const others: unknown[] = [];
    // Whenever the run has created something, somebody cleans up, and somebody else runs the matrix.
    const result = await resultOf(
      (async function* () {
        for await (const event of runMatrix(job, settings, signal)) {
          if (event.type === 'cell-finished') {
            others.push(await cleanUp(job, settings, signal).catch((error: unknown) => error));
            others.push(await resultOf(runMatrix(job, settings, signal)).catch((error: unknown) => error));
          }
          yield event;
        }
      })(),
    );
    assert.ok(others.length > 2);
    const refused = /^UserError: m\.authz\.json is being run or cleaned up already, by process \d+ on /;
    others.forEach((other) => {
      assert.match(String(other), refused);
    });
    assert.equal(result.outcome, 'finished');
    assert.equal(api.notes.size, 0);
    assert.deepEqual(await cleanUp(job, settings, signal), { deleted: 0, restored: 0, left: [] });
  });

  it('deletes nothing where the matrix allows no changes', async () => {
    const id = api.add('alice', CANARY);
    const cleaning = cleaned({ ids: { noteId: JSON.stringify(id) } }, { mutate: false });
    await assert.rejects(cleaning, /m\.authz\.json does not allow changes\. Set its "mutate" to true/);
    assert.ok(api.notes.has(id));
  });

  it('deletes nothing in a protected environment', async () => {
    const id = api.add('alice', CANARY);
    await workspace.write({
      'live.environment.json': { formatVersion: 1, name: 'live', protected: true, variables: {} },
    });
    const cleaning = cleaned({ ids: { noteId: JSON.stringify(id) } }, {}, 'live');
    await assert.rejects(cleaning, /nothing is deleted in the protected environment live/);
    assert.ok(api.notes.has(id));
  });
});

const CANARY = 'CNRY-0123456789abcdef';
const ENTRY: LedgerEntry = {
  id: `earlier ${CANARY}`,
  matrix: 'm.authz.json',
  resource: 'note',
  owner: 'alice',
  canary: CANARY,
  state: 'created',
  proof: 'response',
};
