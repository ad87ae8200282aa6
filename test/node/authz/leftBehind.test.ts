import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { AuthzEvent, AuthzResult } from '../../../src/core/authz/result/authzResult';
import type { CleanUp } from '../../../src/core/authz/objects/cleanUp';
import type { LedgerEntry } from '../../../src/core/authz/objects/ledger';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import { openLedger, readLedger } from '../../../src/node/authz/ledgerFile';
import { createWorkspace } from '../workspace';
import type { Workspace } from '../workspace';
import { matrixSettings } from './matrixRun';

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
      await write(workspace);
      const { leftovers } = await run('note.read');
      assert.ok(api.notes.size > 0);
      assert.deepEqual(
        leftovers.map(({ reason }) => reason),
        [...api.notes].map(() => `Deleting it got ${status}.`),
      );
    });
  }

  it('is tried again in the end when deleting failed once', async () => {
    let failed = false;
    api = await startApi(({ method }) => {
      const fails = method === 'DELETE' && !failed;
      failed ||= fails;
      return fails ? { status: 500, body: {} } : undefined;
    });
    await write(workspace);
    const { leftovers } = await run('note.update');
    assert.ok(failed);
    assert.deepEqual(leftovers, []);
    assert.equal(api.notes.size, 0);
  });

  it('is deleted when nobody takes the events any more', async () => {
    api = await startApi();
    await write(workspace);
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
    await write(workspace);
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
      await write(workspace);
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
    await write(workspace, matrix);
    const ledger = await openLedger(workspace.folder, 'm.authz.json');
    await ledger.write({ ...ENTRY, ...(environment === undefined ? {} : { environment }), ...entry });
    await ledger.close();
    const job = { ...jobIn(workspace), ...(environment === undefined ? {} : { environment }) };
    return cleanUp(job, matrixSettings(api.origin), AbortSignal.timeout(10_000));
  }

  it('deletes what shows a planted text', async () => {
    const id = api.add('alice', CANARY);
    assert.deepEqual(await cleaned({ ids: { noteId: JSON.stringify(id) } }), { deleted: 1, left: [] });
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

  it('deletes by the list what no request shows alone', async () => {
    const id = api.add('alice', CANARY);
    const matrix = { resources: { note: { ...NOTE, read: undefined } } };
    assert.deepEqual(await cleaned({ ids: { noteId: JSON.stringify(id) } }, matrix), {
      deleted: 1,
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
    assert.deepEqual(await cleaned({ state: 'creating' }), { deleted: 1, left: [] });
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

function jobIn({ folder }: Workspace): { readonly file: string; readonly workspace: string } {
  return { file: path.join(folder, 'm.authz.json'), workspace: folder };
}

const NOTE = {
  create: 'c.chain.json#create',
  read: 'c.chain.json#read',
  list: 'c.chain.json#list',
  delete: 'c.chain.json#delete',
  id: ['noteId'],
  canary: ['$.text'],
};

async function write(workspace: Workspace, matrix: object = {}): Promise<void> {
  const url = '{{baseUrl}}/notes/{{noteId}}';
  const body = { json: { text: 'Milk' } };
  const extract = [{ variable: 'noteId', from: 'body', path: '$.data.id' }];
  await workspace.write({
    'c.chain.json': {
      formatVersion: 1,
      name: 'Notes',
      auth: { type: 'bearer', token: '{{name}}' },
      requests: [
        { id: 'create', method: 'POST', url: '{{baseUrl}}/notes', body, extract },
        { id: 'read', method: 'GET', url },
        { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
        { id: 'update', method: 'PUT', url, body },
        { id: 'delete', method: 'DELETE', url },
      ],
    },
    'm.authz.json': {
      formatVersion: 1,
      name: 'Notes',
      mutate: true,
      users: {
        alice: { role: 'writer', variables: { name: 'alice' } },
        bob: { role: 'writer', variables: { name: 'bob' } },
      },
      resources: { note: NOTE },
      operations: {
        'note.read': { resource: 'note', request: 'c.chain.json#read' },
        'note.update': { resource: 'note', request: 'c.chain.json#update' },
      },
      policy: { writer: { 'note.*': 'own' } },
      ...matrix,
    },
  });
}

interface Note {
  readonly owner: string;
  readonly text: string;
}

interface ApiOptions {
  /** PUT of a note that is not there creates one, under an id of the server's choice. */
  readonly upserts?: boolean;
  /** The list shows texts without ids. */
  readonly hidesIds?: boolean;
  /** What the list is answered with. */
  readonly listStatus?: number;
  /** What looking at a note is answered with. */
  readonly readStatus?: number;
}

interface Reply {
  readonly status: number;
  readonly body?: object;
}

interface Api {
  readonly origin: string;
  readonly notes: ReadonlyMap<string, Note>;
  /** Adds a note; its id. */
  add(owner: string, text: string): string;
  close(): Promise<void>;
}

/** An API of notes in envelopes; its list holds them without, the text in an object of its own. */
async function startApi(
  before: (request: { readonly method: string; readonly url: string }) => Reply | undefined = () => undefined,
  options: ApiOptions = {},
): Promise<Api> {
  const notes = new Map<string, Note>();
  let next = 100_000;
  const add = (owner: string, text: string): string => {
    next += 7;
    notes.set(`n-${next}`, { owner, text });
    return `n-${next}`;
  };
  const answer = (method: string, url: string, user: string, text: string): Reply => {
    if (url === '/notes') {
      return method === 'POST' ? { status: 201, body: { data: { id: add(user, text) } } } : listOf(user);
    }
    const id = url.slice('/notes/'.length);
    if (notes.get(id)?.owner !== user) {
      return method === 'PUT' && options.upserts === true && !notes.has(id)
        ? { status: 200, body: { id: add(user, text) } }
        : { status: 404, body: { error: 'no such note' } };
    }
    if (method === 'DELETE') {
      notes.delete(id);
      return { status: 204 };
    }
    if (method === 'PUT') {
      notes.set(id, { owner: user, text });
    }
    return { status: options.readStatus ?? 200, body: { id, ...notes.get(id) } };
  };
  const listOf = (user: string): Reply => {
    const own = [...notes].filter(([, { owner }]) => owner === user);
    const items = own.map(([id, { text }]) => ({
      ...(options.hidesIds === true ? {} : { id }),
      content: { text },
    }));
    return options.listStatus === undefined
      ? { status: 200, body: { items } }
      : { status: options.listStatus, body: { error: 'not now' } };
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    let sent = '';
    request.setEncoding('utf8').on('data', (piece: string) => (sent += piece));
    request.on('end', () => {
      const { text = '' } = (sent === '' ? {} : JSON.parse(sent)) as { readonly text?: string };
      const { status, body } = before({ method, url }) ?? answer(method, url, user, text);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notes,
    add,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
