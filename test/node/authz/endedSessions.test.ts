import assert from 'node:assert/strict';
import type { CellResult } from '../../../src/core/authz/model/authzResult';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

const LOGIN = { id: 'login', method: 'POST', url: '{{baseUrl}}/login', auth: { type: 'none' } };

interface Given {
  /** Said once a token was used seven times. */
  readonly status: 401 | 403;
  /** Whether a request tells that credentials hold. */
  readonly isTold: boolean;
}

interface Ran extends ToyRun {
  /** How many notes are still there. */
  readonly left: number;
}

/** Reads, changes and deletes notes where tokens expire soon; carl may do everything to any note. */
async function run({ status, isTold }: Given): Promise<Ran> {
  const notes = toyNotes();
  const uses = new Map<string, number>();
  const owners = new Map<string, string>();
  let issued = 0;
  const answer = (request: ToyRequest): ToyAnswer => {
    const { url, token, fields } = request;
    if (url === '/login') {
      issued += 1;
      return { status: 200, body: { key: `${String(fields['user'])}-${issued}` } };
    }
    const used = (uses.get(token ?? '') ?? 0) + 1;
    uses.set(token ?? '', used);
    if (used > 7) {
      return { status, body: { error: 'expired' } };
    }
    const account = token?.split('-')[0];
    if (url === '/account') {
      return { status: 200, body: { user: account } };
    }
    const owner = owners.get(url.slice('/notes/'.length));
    const done = notes.answer(account === 'carl' ? (owner ?? account) : account, request);
    noteOwner(owners, request, done);
    return done;
  };
  const ran = await runToy({ answer, ...scene(isTold) });
  return { ...ran, left: owners.size };
}

function noteOwner(owners: Map<string, string>, { method, url }: ToyRequest, done: ToyAnswer): void {
  if (method === 'POST' && done.status === 201) {
    const { id, owner } = done.body as { readonly id: string; readonly owner: string };
    owners.set(id, owner);
  }
  if (method === 'DELETE' && done.status === 204) {
    owners.delete(url.slice('/notes/'.length));
  }
}

function scene(isTold: boolean): Omit<Parameters<typeof runToy>[0], 'answer'> {
  const user = (name: string, role = 'writer'): object => ({
    role,
    login: 'notes.chain.json#login',
    ...(isTold ? { alive: 'notes.chain.json#account' } : {}),
    variables: { user: name },
  });
  return {
    users: { alice: user('alice'), bob: user('bob'), carl: user('carl', 'clerk') },
    requests: [
      {
        ...LOGIN,
        body: { json: { user: '{{user}}' } },
        extract: [{ variable: 'key', from: 'body', path: '$.key' }],
      },
      ...(isTold ? [{ id: 'account', method: 'GET', url: '{{baseUrl}}/account' }] : []),
    ],
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read' },
      'note.update': { resource: 'note', request: 'notes.chain.json#update' },
      'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
    },
    policy: { writer: { 'note.*': 'own' }, clerk: { 'note.*': 'any' } },
  };
}

const classesOf = (cells: readonly CellResult[]): readonly string[] =>
  cells.map(({ cell, class: outcome }) => `${cell.id.split(' [')[0] ?? ''}: ${outcome}`);

describe('credentials that end during a run', function () {
  for (const isTold of [true, false]) {
    const how = isTold ? 'a request tells' : 'no request can tell';
    it(`are renewed when the server says so by 403 and ${how}, as they are after 401`, async () => {
      const after401 = await run({ status: 401, isTold });
      const after403 = await run({ status: 403, isTold });
      assert.deepEqual(classesOf(after403.result.cells), classesOf(after401.result.cells));
      assert.ok(!classesOf(after403.result.cells).some((text) => text.includes('OVER_RESTRICTED')));
      assert.deepEqual(after403.result.leftovers, []);
      assert.equal(after403.left, 0);
    });
  }
});

describe('what is refused with 403 though it is granted', () => {
  it('costs one request that asks whether the credentials hold', async () => {
    const log: string[] = [];
    const notes = toyNotes();
    const refusesChanges = (request: ToyRequest): ToyAnswer => {
      log.push(`${request.method} ${request.url}`);
      if (request.url === '/login') {
        return { status: 200, body: { key: String(request.fields['user']) } };
      }
      if (request.url === '/account') {
        return { status: 200, body: {} };
      }
      return request.method === 'PUT' ? { status: 403, body: {} } : notes.answer(request.token, request);
    };
    const { cell } = await runToy({
      answer: refusesChanges,
      ...scene(true),
      only: ['SELF note.update alice<-alice*'],
    });
    assert.equal(cell('SELF note.update').class, 'OVER_RESTRICTED');
    assert.equal(log.filter((text) => text === 'POST /login').length, 1);
    assert.equal(log.filter((text) => text.startsWith('PUT')).length, 1);
  });
});
