import assert from 'node:assert/strict';
import path from 'node:path';
import type { AuthzResult, CellResult } from '../../../src/core/authz/model/authzResult';
import { defined } from '../../../src/core/defined';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';
import { startNotesApi, type Habits } from './notesApi';

describe('authorization tests of an API with other habits', () => {
  it('find a property that the view shows in an envelope', async () => {
    const { cell } = await run({ envelope: true, takesRole: true }, ['PROP *']);
    assert.equal(cell('PROP note.update').class, 'FLAW_WRITE');
    assert.equal(cell('PROP note.create').class, 'FLAW_WRITE');
  });

  it('pass a property that is ignored, in an envelope or not', async () => {
    for (const envelope of [true, false]) {
      const { cell } = await run({ envelope }, ['PROP *']);
      assert.equal(cell('PROP note.update').class, 'PASS_EFFECT');
      assert.equal(cell('PROP note.create').class, 'PASS_EFFECT');
    }
  });

  it('prove nothing about a property that no view shows', async () => {
    const { cell } = await run({ takesRole: true, showsRole: false }, ['PROP *']);
    assert.equal(cell('PROP note.update').class, 'INCONCLUSIVE_STATE');
    assert.match(cell('PROP note.update').reasons.join(' '), /"read" of note shows \$\.role/);
  });

  it('take "success" in every answer for nobody\'s data', async () => {
    const { result } = await run({ envelope: true });
    const flaws = result.cells.filter((cell) => /^FLAW/.test(cell.class));
    assert.deepEqual(flaws, []);
  });

  it('leave nothing of a change that creates what it does not find', async () => {
    const { result, left } = await run({ upserts: true }, ['note.*']);
    assert.deepEqual(result.leftovers, []);
    assert.deepEqual(left, []);
  });

  it('let anybody do what the policy calls public', async () => {
    const { cell, result } = await run({}, ['ANON account.*']);
    assert.equal(cell('ANON account.register').class, 'PUBLIC_OK');
    assert.equal(result.cells.length, 1);
  });

  it('see a page that every unknown path leads to', async () => {
    const { result } = await run({ fallbackPage: true }, ['OBJ note.read*']);
    const old = result.cells.find(({ cell }) => cell.variant === 'old-version');
    assert.equal(old?.class, 'SOFT_DENY');
  });

  it('mask a password that is an ordinary word, and no word of ours', async () => {
    const { result } = await run({}, undefined, { password: 'unchanged' });
    assert.doesNotMatch(JSON.stringify(result.cells), /‹/);
    assert.doesNotMatch(JSON.stringify(result.exchanges), /"unchanged"/);
  });
});

interface Run {
  readonly result: AuthzResult;
  /** The first cell whose id begins with this. */
  readonly cell: (begin: string) => CellResult;
  /** Ids of the notes that are there afterwards. */
  readonly left: readonly string[];
}

async function run(
  habits: Habits,
  only?: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const workspace = await createWorkspace();
  const api = await startNotesApi(habits);
  try {
    const chain = habits.envelope === true ? '$.data.id' : '$.id';
    await workspace.write({
      'notes.chain.json': notesChain(chain),
      'notes.authz.json': notesMatrix(variables),
    });
    const job = { file: path.join(workspace.folder, 'notes.authz.json'), workspace: workspace.folder };
    const settings = { ...matrixSettings(api.origin), ...defined({ only }) };
    const result = await resultOf(runMatrix(job, settings, AbortSignal.timeout(100_000)));
    const cell = (begin: string): CellResult => {
      const found = result.cells.find(({ cell: { id } }) => id.startsWith(begin));
      assert.ok(found, `no cell ${begin}`);
      return found;
    };
    return { result, cell, left: api.ids() };
  } finally {
    await api.close();
    await workspace.dispose();
  }
}

function notesChain(id: string): object {
  const auth = { type: 'bearer', token: '{{name}}' };
  const url = '{{baseUrl}}/v2/notes/{{noteId}}';
  const body = { json: { text: 'Milk' } };
  const extract = [{ variable: 'noteId', from: 'body', path: id }];
  return {
    formatVersion: 1,
    name: 'Notes',
    auth,
    requests: [
      { id: 'login', method: 'POST', url: '{{baseUrl}}/v2/notes', body: { json: { text: '{{password}}' } } },
      { id: 'create', method: 'POST', url: '{{baseUrl}}/v2/notes', body, extract },
      { id: 'read', method: 'GET', url },
      { id: 'list', method: 'GET', url: '{{baseUrl}}/v2/notes' },
      { id: 'update', method: 'PUT', url, body },
      { id: 'delete', method: 'DELETE', url },
      { id: 'register', method: 'POST', url: '{{baseUrl}}/register', auth: { type: 'none' }, body, extract },
    ],
  };
}

function notesMatrix(variables: Readonly<Record<string, string>>): object {
  const assign = [{ path: '$.role', value: 'administrator' }];
  return {
    formatVersion: 1,
    name: 'Notes',
    mutate: true,
    users: {
      alice: { role: 'writer', variables: { name: 'alice', ...variables } },
      bob: { role: 'writer', variables: { name: 'bob', ...variables } },
      nobody: { role: 'anonymous' },
    },
    resources: {
      note: {
        create: 'notes.chain.json#create',
        read: 'notes.chain.json#read',
        list: 'notes.chain.json#list',
        delete: 'notes.chain.json#delete',
        id: ['noteId'],
        canary: ['$.text'],
      },
    },
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read' },
      'note.create': { resource: 'note', request: 'notes.chain.json#create', assign },
      'note.update': { resource: 'note', request: 'notes.chain.json#update', assign },
      'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
      'note.list': { resource: 'note', request: 'notes.chain.json#list' },
      'account.register': { resource: 'note', request: 'notes.chain.json#register', effect: 'create' },
    },
    policy: { writer: { 'note.*': 'own' }, public: ['account.register'] },
    packs: ['path'],
  };
}
