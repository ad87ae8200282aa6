/** Documents that their users name, below a home of each user: creating and changing them where somebody else's are. */
import assert from 'node:assert/strict';
import { runToy, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

const DOC = '{{baseUrl}}/{{home}}/docs/{{docId}}';
const HEADERS = [{ name: 'Content-Type', value: 'text/plain' }];
const WRITE = { method: 'PUT', url: DOC, headers: HEADERS, body: { json: { note: 1 } } };

interface Habits {
  /** Whether everybody may write below every home. */
  readonly open?: boolean;
}

/** Homes that only their user reads; changing what is not there creates it. */
async function run({ open = false }: Habits): Promise<ToyRun & { readonly docs: readonly string[] }> {
  const docs = new Map<string, unknown>();
  const keys = new Map<string, string>();
  const answer = ({ method, url, token, fields }: ToyRequest): ToyAnswer => {
    if (token === undefined) {
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    }
    const [, home = ''] = url.split('/');
    // A key is made up by the run, so the first one to come is that of the home.
    if (keys.get(home) === undefined && (home === 'alice' || home === 'bob')) {
      keys.set(home, token);
    }
    const isOwn = keys.get(home) === token;
    if (!isOwn && !(open && method === 'PUT')) {
      return { status: 403 };
    }
    const isThere = docs.has(url);
    if (method === 'PUT') {
      docs.set(url, fields);
      return { status: isThere ? 204 : 201 };
    }
    if (method === 'DELETE') {
      docs.delete(url);
    }
    return isThere ? { status: 200, body: { path: url } } : { status: 404 };
  };
  const user = (name: string): object => ({
    role: 'writer',
    variables: { key: `key-of-${name}`, home: name },
  });
  const done = await runToy({
    answer,
    users: { alice: user('alice'), bob: user('bob') },
    constants: { docId: 'doc-{{$uuid}}' },
    requests: [
      { id: 'write', ...WRITE },
      { id: 'rewrite', ...WRITE },
      { id: 'show', method: 'GET', url: DOC },
      { id: 'drop', method: 'DELETE', url: DOC },
    ],
    resource: {
      create: 'notes.chain.json#write',
      read: 'notes.chain.json#show',
      delete: 'notes.chain.json#drop',
      id: ['home', 'docId'],
      canary: undefined,
    },
    operations: {
      'doc.write': { resource: 'note', request: 'notes.chain.json#write', effect: 'create' },
      'doc.rewrite': { resource: 'note', request: 'notes.chain.json#rewrite' },
    },
    policy: { writer: { 'doc.*': 'own' } },
  });
  return { ...done, docs: [...docs.keys()] };
}

describe('documents that their users name, below a home', () => {
  it('are not written below the home of another, and nothing is left of trying', async () => {
    const { result, cell, docs } = await run({});
    const classes = result.cells
      .filter(({ cell: { kind } }) => kind === 'OBJ' || kind === 'ANON')
      .map(({ cell: { id }, class: verdict }) => `${verdict} ${id}`);
    assert.deepEqual(classes, [
      'PASS_403 OBJ doc.write alice<-bob path:home',
      'PASS_401 ANON doc.write alice<-nobody path:home',
      'PASS_403 OBJ doc.rewrite alice<-bob path:home+path:docId',
      'PASS_403 OBJ doc.rewrite alice<-bob path:home',
      'SOFT_DENY OBJ doc.rewrite alice<-bob path:docId',
      'PASS_401 ANON doc.rewrite alice<-nobody path:home+path:docId',
    ]);
    assert.equal(cell('SELF doc.write').class, 'PASS_EFFECT');
    assert.deepEqual([docs, result.leftovers], [[], []]);
  });

  it('are found below the home of another, and deleted', async () => {
    const { result, cell, docs } = await run({ open: true });
    assert.equal(cell('OBJ doc.write alice<-bob path:home').class, 'FLAW_WRITE');
    assert.deepEqual([docs, result.leftovers], [[], []]);
  });
});
