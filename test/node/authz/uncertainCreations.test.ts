import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { readLedger } from '../../../src/node/authz/ledgerFile';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import {
  jobIn,
  NOTE,
  startApi,
  writeNotes,
  type Api,
  type ApiOptions,
  type Asked,
  type Reply,
} from './failingNotes';
import { matrixSettings, resultOf } from './matrixRun';

interface Notes {
  readonly requests: readonly { readonly id: string }[];
}

describe('a creation whose answer does not show the outcome', function () {
  let workspace: Workspace;
  let api: Api;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await writeNotes(workspace);
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  async function run(): Promise<AuthzResult> {
    const settings = { ...matrixSettings(api.origin), only: ['note.read'] };
    return resultOf(runMatrix(jobIn(workspace), settings, AbortSignal.timeout(100_000)));
  }

  const open = async (): Promise<number> => (await readLedger(workspace.folder, 'm.authz.json')).length;
  const reasons = ({ leftovers }: AuthzResult): readonly string[] => leftovers.map(({ reason }) => reason);

  /** An API that creates notes, and says something else. */
  const insteadOfCreated =
    (reply: Reply | undefined): NonNullable<ApiOptions['says']> =>
    ({ method }, done) =>
      method === 'POST' ? reply : done;

  const said: readonly (readonly [title: string, reply: Reply | undefined])[] = [
    ['a refusal (400)', { status: 400, body: { error: 'no' } }],
    ['a refusal (403)', { status: 403, body: { error: 'no' } }],
    ['that the session ended (401)', { status: 401, body: { error: 'no' } }],
    ['a fault (500)', { status: 500, body: { error: 'no' } }],
    ['a success without identifiers', { status: 201, body: {} }],
    ['nothing', undefined],
  ];
  for (const [title, reply] of said) {
    it(`is taken back although the answer is ${title}`, async () => {
      api = await startApi(undefined, { says: insteadOfCreated(reply) });
      assert.deepEqual((await run()).leftovers, []);
      assert.equal(api.notes.size, 0);
      assert.equal(await open(), 0);
    });

    it(`is left over when the answer is ${title} and the list cannot be read`, async () => {
      api = await startApi(undefined, { says: insteadOfCreated(reply), listStatus: 503 });
      const left = reasons(await run());
      assert.ok(left.length >= 2);
      left.forEach((reason) => {
        assert.match(reason, /could not read the list to its end/);
      });
      assert.equal(await open(), left.length);
    });
  }

  it('is nothing when the refusal is one, and the list agrees', async () => {
    api = await startApi(({ method }) => (method === 'POST' ? { status: 400, body: {} } : undefined));
    assert.deepEqual(reasons(await run()), []);
    assert.equal(await open(), 0);
  });

  it('is reported and stays open when nothing was answered and the list does not show it so far', async () => {
    const hangsUp = ({ method }: Asked, done: Reply): Reply | undefined =>
      method === 'POST' ? undefined : done;
    api = await startApi(({ method }) => (method === 'POST' ? { status: 500 } : undefined), {
      says: hangsUp,
    });
    const result = await run();
    result.leftovers.forEach(({ undo }) => {
      assert.equal(undo, 'chainwright authz cleanup m.authz.json');
    });
    const left = reasons(result);
    assert.ok(left.length >= 2);
    left.forEach((reason) => {
      assert.match(reason, /was not answered, and the list of its owner does not show it so far/);
    });
    assert.equal(await open(), left.length);
    const done = await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(100_000));
    assert.deepEqual(done, { deleted: 0, absent: left.length, restored: 0, left: [] });
  });

  it('is not sent again after 503, which may have done it, and is taken back', async () => {
    let creations = 0;
    const headers = { 'Retry-After': '0' };
    api = await startApi(
      ({ method }) => {
        creations += method === 'POST' ? 1 : 0;
        return undefined;
      },
      { says: insteadOfCreated({ status: 503, body: {}, headers }) },
    );
    const { exchanges, leftovers } = await run();
    const posts = exchanges.filter(({ exchange }) => exchange?.request.method === 'POST');
    assert.ok(posts.length > 0);
    assert.equal(creations, posts.length);
    assert.deepEqual(leftovers, []);
    assert.equal(api.notes.size, 0);
    assert.equal(await open(), 0);
  });

  it('is sent again after 429, which has done nothing', async () => {
    let refused = 0;
    const headers = { 'Retry-After': '0' };
    api = await startApi(({ method }) => {
      const isFirst = method === 'POST' && refused === 0;
      refused += isFirst ? 1 : 0;
      return isFirst ? { status: 429, body: {}, headers } : undefined;
    });
    const { cells } = await run();
    assert.equal(refused, 1);
    assert.ok(cells.every(({ class: found }) => found.startsWith('PASS') || found === 'SKIPPED'));
  });

  it('is not taken for absent when no text could be planted in it', async () => {
    await writeNotes(workspace, {
      resources: {
        note: {
          create: 'c.chain.json#create',
          read: 'c.chain.json#read',
          list: 'c.chain.json#list',
          delete: 'c.chain.json#delete',
          id: ['noteId'],
          canary: ['$.missing'],
        },
      },
    });
    api = await startApi(undefined, { says: insteadOfCreated({ status: 500, body: {} }) });
    const left = reasons(await run());
    assert.ok(left.length >= 2);
    left.forEach((reason) => {
      assert.match(reason, /no text could be planted in it\. Name a field .* in its "canary"/);
    });
  });

  it('is never taken for absent when it was sent without a text, also by a later cleanup', async () => {
    const body = { json: { text: 'Milk', note: 'Some words of mine' } };
    const { canary: _canary, ...note } = NOTE;
    await writeNotes(workspace, { resources: { note } });
    const file = path.join(workspace.folder, 'c.chain.json');
    const { requests, ...chain } = JSON.parse(await readFile(file, 'utf8')) as Notes;
    const changed = requests.map((one) => (one.id === 'create' ? { ...one, body } : one));
    await workspace.write({ 'c.chain.json': { ...chain, requests: changed } });
    let asked = 0;
    api = await startApi(
      ({ method }) => {
        asked += method === 'POST' ? 1 : 0;
        return method === 'POST' && asked === 1 ? { status: 422, body: { error: 'note' } } : undefined;
      },
      { says: ({ method }, done) => (method === 'POST' && done.status === 201 ? undefined : done) },
    );
    const [reason] = reasons(await run());
    assert.match(reason ?? '', /no text could be planted in it/);
    const [entry] = await readLedger(workspace.folder, 'm.authz.json');
    assert.equal(entry?.planted, false);
    const { left, deleted } = await cleanUp(
      jobIn(workspace),
      matrixSettings(api.origin),
      AbortSignal.timeout(100_000),
    );
    assert.match(left.at(-1)?.reason ?? '', /no text could be planted in it\. .* Look for it by hand/);
    assert.equal(deleted, 0);
  });

  it('is still there when deleting it is answered 404 and its owner sees it', async () => {
    api = await startApi(({ method }) =>
      method === 'DELETE' ? { status: 404, body: { error: 'no such route' } } : undefined,
    );
    const left = reasons(await run());
    assert.deepEqual(
      left,
      [...api.notes].map(() => 'Deleting it got 404.'),
    );
    assert.ok(left.length > 0);
  });

  for (const status of [404, 410]) {
    it(`is gone when deleting it is answered ${status} and its owner sees nothing`, async () => {
      api = await startApi(undefined, {
        says: ({ method }, done) => (method === 'DELETE' ? { status, body: {} } : done),
      });
      assert.deepEqual(reasons(await run()), []);
      assert.equal(api.notes.size, 0);
    });
  }
});
