import assert from 'node:assert/strict';
import type { AuthzEvent, AuthzResult } from '../../../src/core/authz/result/authzResult';
import type { CleanUp } from '../../../src/core/authz/objects/cleanUp';
import type { LedgerEntry } from '../../../src/core/authz/objects/ledger';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import { openLedger, readLedger } from '../../../src/node/authz/ledgerFile';
import { createWorkspace } from '../workspace';
import type { Workspace } from '../workspace';
import { jobIn, NOTE, startApi, writeNotes } from './failingNotes';
import type { Api, ApiOptions } from './failingNotes';
import { copyMatrices, matrixSettings } from './matrixRun';

describe('what a matrix run created', function () {
  this.timeout(30_000);
  let workspace: Workspace;
  let api: Api;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  function events(
    only: string,
    signal = AbortSignal.timeout(20_000),
  ): AsyncGenerator<AuthzEvent, void, void> {
    return runMatrix(jobIn(workspace), { ...matrixSettings(api.origin), only: [only] }, signal);
  }

  async function run(only: string): Promise<AuthzResult> {
    for await (const event of events(only)) {
      if (event.type === 'authz-finished') {
        return event.result;
      }
    }
    throw new Error('the run has no result');
  }

  for (const status of [500, 403, 429]) {
    it(`is left over when deleting gets ${status}, whatever error page follows`, async () => {
      let broken = false;
      api = await startApi(({ method }) => {
        broken ||= method === 'DELETE';
        return broken ? { status, body: { error: 'not now' } } : undefined;
      });
      await writeNotes(workspace);
      const { leftovers } = await run('note.read');
      assert.ok(api.notes.size > 0);
      assert.deepEqual(
        leftovers.map(({ reason }) => reason),
        [...api.notes].map(() => `Deleting it got ${status}.`),
      );
    });
  }

  it('is deleted by whoever an attack gave it to', async () => {
    const matrices = await copyMatrices('examples/workspace');
    try {
      const { leftovers, cells } = await matrices.run('orders', {
        flaws: ['owner-assignment', 'read-any-order'],
        only: ['PROP order.update*'],
      });
      assert.ok(cells.some((cell) => cell.class === 'FLAW_WRITE'));
      assert.deepEqual(leftovers, []);
    } finally {
      await matrices.dispose();
    }
  });

  it('is tried again in the end when deleting failed once', async () => {
    let failed = false;
    api = await startApi(({ method }) => {
      const fails = method === 'DELETE' && !failed;
      failed ||= fails;
      return fails ? { status: 500, body: {} } : undefined;
    });
    await writeNotes(workspace);
    const { leftovers } = await run('note.update');
    assert.ok(failed);
    assert.deepEqual(leftovers, []);
    assert.equal(api.notes.size, 0);
  });

  it('is deleted when nobody takes the events any more', async () => {
    api = await startApi();
    await writeNotes(workspace);
    for await (const event of events('note.*')) {
      if (event.type === 'cell-finished') {
        assert.ok(api.notes.size > 0);
        break;
      }
    }
    assert.equal(api.notes.size, 0);
    assert.deepEqual(await readLedger(workspace.folder, 'm.authz.json'), []);
  });

  it('stays in the ledger beside that of a later run with the same seed', async () => {
    let deletes = false;
    api = await startApi(({ method }) =>
      method === 'DELETE' && !deletes ? { status: 500, body: {} } : undefined,
    );
    await writeNotes(workspace);
    await run('note.read');
    const first = await readLedger(workspace.folder, 'm.authz.json');
    deletes = true;
    assert.deepEqual((await run('note.read')).leftovers, []);
    assert.deepEqual(await readLedger(workspace.folder, 'm.authz.json'), first);
    assert.equal(api.notes.size, first.length);
  });

  const upserts: readonly (readonly [title: string, options: ApiOptions, reason: RegExp | undefined])[] = [
    ['deleted when the list shows where it is', { upserts: true }, undefined],
    [
      'left over when the list does not show where it is',
      { upserts: true, hidesIds: true },
      /not where its \{\{noteId/,
    ],
    ['left over when the list cannot be read', { upserts: true, listStatus: 500 }, /could not read the list/],
  ];
  for (const [title, options, reason] of upserts) {
    it(`by a change of nothing is ${title}`, async () => {
      api = await startApi(() => undefined, options);
      await writeNotes(workspace);
      const { leftovers } = await run('OBJ note.update*');
      if (reason === undefined) {
        assert.deepEqual(leftovers, []);
        assert.equal(api.notes.size, 0);
      } else {
        assert.ok(leftovers.length > 0);
        leftovers.forEach((left) => {
          assert.match(left.reason, reason);
        });
        assert.ok((await readLedger(workspace.folder, 'm.authz.json')).length > 0);
      }
    });
  }
});

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
    await ledger.write({ ...ENTRY, ...(environment === undefined ? {} : { environment }), ...entry });
    await ledger.close();
    const job = { ...jobIn(workspace), ...(environment === undefined ? {} : { environment }) };
    return cleanUp(job, matrixSettings(api.origin), AbortSignal.timeout(10_000));
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
    await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(10_000));
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
    assert.match(left[0]?.reason ?? '', /does not tell its \{\{noteId\}\}/);
    assert.ok(api.notes.has(id));
  });

  it('takes what the list does not show for gone only when it was read to its end', async () => {
    assert.deepEqual(await cleaned({ state: 'creating' }), { deleted: 1, restored: 0, left: [] });
    await api.close();
    api = await startApi(() => undefined, { listStatus: 503 });
    const { left } = await cleaned({ state: 'creating' });
    assert.match(left[0]?.reason ?? '', /could not read the list to its end/);
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
};
