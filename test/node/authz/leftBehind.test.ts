import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AuthzEvent, AuthzResult } from '../../../src/core/authz/model/authzResult';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import { readLedger } from '../../../src/node/authz/ledgerFile';
import { createWorkspace, type Workspace } from '../workspace';
import { jobIn, NOTE, startApi, writeNotes, type Api, type ApiOptions } from './failingNotes';
import { copyMatrices, matrixSettings, resultOf } from './matrixRun';

describe('what a matrix run created', function () {
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
    signal = AbortSignal.timeout(100_000),
  ): AsyncGenerator<AuthzEvent, void, void> {
    return runMatrix(jobIn(workspace), { ...matrixSettings(api.origin), only: [only] }, signal);
  }

  async function run(only: string): Promise<AuthzResult> {
    return resultOf(events(only));
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
      assert.deepEqual(
        leftovers.map(({ undo }) => undo).sort(),
        [...api.notes.keys()].map((id) => `DELETE ${api.origin}/notes/${id}`),
      );
    });
  }

  it('is left over with a request that undoes it, without credentials', async () => {
    api = await startApi(({ method }) => (method === 'DELETE' ? { status: 500, body: {} } : undefined));
    await writeNotes(workspace);
    const file = path.join(workspace.folder, 'c.chain.json');
    const text = await readFile(file, 'utf8');
    const { requests, ...chain } = JSON.parse(text) as { readonly requests: readonly { id: string }[] };
    const url = '{{baseUrl}}/notes/{{noteId}}?key={{name}}';
    const changed = requests.map((one) => (one.id === 'delete' ? { ...one, url } : one));
    await workspace.write({ 'c.chain.json': { ...chain, requests: changed } });
    const { leftovers } = await run('note.read');
    assert.ok(leftovers.length > 0);
    assert.deepEqual(
      leftovers.map(({ undo }) => undo).sort(),
      [...api.notes.keys()].map((id) => `DELETE ${api.origin}/notes/${id}?key={{name}}`),
    );
  });

  it('is left over when deleting is accepted and deletes nothing', async () => {
    api = await startApi(({ method }) => (method === 'DELETE' ? { status: 204 } : undefined));
    const { list: _list, ...unlisted } = NOTE;
    for (const note of [NOTE, unlisted]) {
      await writeNotes(workspace, { resources: { note } });
      const before = api.notes.size;
      const { leftovers } = await run('note.read');
      assert.ok(api.notes.size > before);
      assert.deepEqual(
        leftovers.map(({ reason }) => reason),
        [...api.notes].slice(before).map(() => 'Deleting it was accepted, and it is still shown.'),
      );
    }
  });

  it('is left over when the list would not show it, even if the list is empty', async () => {
    for (const before of [0, 2]) {
      api = await startApi(({ method }) => (method === 'DELETE' ? { status: 204 } : undefined), { shows: 2 });
      await writeNotes(workspace);
      for (let count = 0; count < before; count += 1) {
        ['alice', 'bob'].forEach((owner) => api.add(owner, 'mine'));
      }
      const own = [...api.notes.keys()];
      const { leftovers } = await run('note.*');
      assert.ok(api.notes.size > own.length + 2);
      assert.deepEqual(
        leftovers.map(({ ids }) => ids['noteId']).sort(),
        [...api.notes.keys()].filter((id) => !own.includes(id)).map((id) => JSON.stringify(id)),
      );
      await api.close();
    }
  });

  it('stays in the ledger when only a list shows it, and still does', async () => {
    let deletes = false;
    api = await startApi(({ method }) => (method === 'DELETE' && !deletes ? { status: 204 } : undefined));
    const { read: _read, ...unread } = NOTE;
    await writeNotes(workspace, { resources: { note: unread } });
    const { leftovers } = await run('note.read');
    assert.equal(leftovers.length, api.notes.size);
    assert.equal((await readLedger(workspace.folder, 'm.authz.json')).length, api.notes.size);
    deletes = true;
    const created = api.notes.size;
    const done = await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(100_000));
    assert.deepEqual([done, api.notes.size], [{ deleted: created, restored: 0, left: [] }, 0]);
  });

  it('is proved gone by a list alone, which showed it while it was there', async () => {
    api = await startApi();
    const { read: _read, ...unread } = NOTE;
    await writeNotes(workspace, { resources: { note: unread } });
    const { leftovers, notes } = await run('note.read');
    assert.deepEqual([leftovers, api.notes.size], [[], 0]);
    assert.doesNotMatch(notes.join(' '), /nothing proves/);
    assert.deepEqual(await readLedger(workspace.folder, 'm.authz.json'), []);
  });

  it('is found gone by a cleanup when the list that alone shows it could not be read', async () => {
    let reads = false;
    api = await startApi(({ method, url }) =>
      method === 'GET' && url === '/notes' && !reads ? { status: 503, body: {} } : undefined,
    );
    const { read: _read, ...unread } = NOTE;
    await writeNotes(workspace, { resources: { note: unread } });
    const { leftovers, notes } = await run('note.read');
    assert.deepEqual([leftovers, api.notes.size], [[], 0]);
    assert.match(notes.join(' '), /nothing proves that they are gone/);
    const open = await readLedger(workspace.folder, 'm.authz.json');
    assert.ok(open.length > 0);
    reads = true;
    const done = await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(100_000));
    assert.deepEqual(done, { deleted: 0, absent: open.length, restored: 0, left: [] });
    assert.deepEqual(await readLedger(workspace.folder, 'm.authz.json'), []);
  });

  it('is reported when the list shows its text in another one, and a cleanup deletes that', async () => {
    api = await startApi(undefined, { doubles: true });
    await writeNotes(workspace);
    const { leftovers } = await run('note.read');
    const twins = [...api.notes.keys()];
    assert.ok(twins.length > 0);
    assert.deepEqual(
      leftovers.toReversed().map(({ ids, reason }) => [ids['noteId'], reason.split(':')[0]]),
      twins.map((id) => [JSON.stringify(id), 'Its creation was carried out more than once']),
    );
    const done = await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(100_000));
    assert.deepEqual([done, api.notes.size], [{ deleted: twins.length, restored: 0, left: [] }, 0]);
  });

  it('costs two requests for each object and a list to delete, and a missing proof is reported', async () => {
    api = await startApi();
    await writeNotes(workspace);
    const { exchanges, cells } = await run('*');
    const counted = new Set(cells.flatMap(({ steps }) => steps.map(({ exchange }) => exchange)));
    assert.ok(exchanges.length - counted.size <= 2 * api.deleted.length + 4);
    assert.equal(api.notes.size, 0);
    const { read: _read, list: _list, ...unseen } = NOTE;
    await writeNotes(workspace, { resources: { note: unseen } });
    const { notes, leftovers } = await run('note.read');
    assert.deepEqual(leftovers, []);
    assert.match(notes.join(' '), /Deleting \d of note was accepted, and nothing proves that they are gone/);
  });

  it('is proved gone by one list instead of a read for each of several objects', async () => {
    api = await startApi();
    const { canary: _canary, ...note } = NOTE;
    await writeNotes(workspace, { resources: { note } });
    const { exchanges } = await run('note.*');
    assert.ok(api.deleted.length > 4);
    const asked = exchanges.map(({ exchange }) => exchange?.request);
    const last = asked.findLastIndex((request) => request?.method === 'DELETE');
    assert.deepEqual(
      asked.slice(last + 1).map((request) => request?.url),
      ['alice', 'bob'].map(() => `${api.origin}/notes`),
    );
  });

  it('is deleted by the user an attack gave it to', async () => {
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

  it('costs two requests for each object whose owner is refused to delete it, however many users there are', async () => {
    api = await startApi(({ method }) => (method === 'DELETE' ? { status: 403, body: {} } : undefined));
    const names = ['alice', 'bob', 'carl', 'dora', 'emil', 'fred'];
    const users = names.map((name) => [name, { role: 'writer', variables: { name } }]);
    await writeNotes(workspace, { users: Object.fromEntries(users) as object });
    const { exchanges, cells } = await run('note.update');
    const counted = new Set(cells.flatMap(({ steps }) => steps.map(({ exchange }) => exchange)));
    const deletions = exchanges.filter(
      ({ exchange }, index) => exchange?.request.method === 'DELETE' && !counted.has(index),
    );
    assert.ok(api.notes.size > 4);
    assert.ok(deletions.length <= 2 * api.notes.size, `${deletions.length} for ${api.notes.size}`);
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

  it('stays in the ledger next to that of a later run with the same seed', async () => {
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
