import assert from 'node:assert/strict';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { judgementOf } from '../../../src/core/authz/model/verdict';
import { defined } from '../../../src/core/defined';
import { runToy, toyNotes, type ToyHabits, type ToyRun, type ToyScene } from './toyApi';

describe('two users with opaque tokens', () => {
  it('are no proof when the API names the same user to both', async () => {
    const { result } = await run({ accounts: ONE, me: true, namesOwner: false });
    assert.deepEqual(between(result), ['inconclusive']);
    assert.match(reasonsOf(result), /GET \/me names the same user to alice and bob/);
  });

  it('are no proof when what both create names the same owner', async () => {
    const { result } = await run({ accounts: ONE });
    assert.deepEqual(between(result), ['inconclusive']);
    assert.match(reasonsOf(result), /look like one account: their objects of note name the same owner/);
    assert.match(reasonsOf(result), /give each user an account of its own/);
  });

  it('are no proof when each sees the note of the other in the own list, and one owner is named', async () => {
    const { result } = await run({ accounts: ONE, list: true });
    assert.deepEqual(between(result), ['inconclusive']);
    assert.match(reasonsOf(result), /each is in the list of the other as well/);
  });

  it('are no proof of what a role may do with the notes of another', async () => {
    const { cell } = await run({
      accounts: ONE,
      me: true,
      users: { bob: { role: 'editor', variables: { key: 'key-of-bob' } } },
      policy: { writer: { 'note.*': 'own' }, editor: { 'note.*': 'any' } },
    });
    assert.equal(cell('SELF note.read alice<-bob').class, 'INCONCLUSIVE_CONTROL');
  });

  it('are two where an open API shows everybody everything, and names the owners', async () => {
    const { result, cell } = await run({ accounts: TWO, open: true, list: true });
    assert.equal(cell('OBJ note.read alice<-bob').class, 'FLAW_READ');
    assert.equal(cell('OBJ note.update alice<-bob').class, 'FLAW_WRITE');
    assert.equal(cell('LIST note.list alice<-bob').class, 'FLAW_READ');
    assert.deepEqual(between(result), ['flaw']);
  });

  it('count as two where an open API names nobody, and the doubt is reported', async () => {
    const { result } = await run({ accounts: TWO, open: true, namesOwner: false, list: true });
    assert.deepEqual(between(result), ['flaw']);
    assert.deepEqual(
      result.notes.filter((note) => note.startsWith('Nothing distinguishes')),
      [
        'Nothing distinguishes alice and bob: the list of each shows the note of the other, and neither names an owner. That is a flaw unless they are one account; a request such as GET /me in a chain of the matrix would show it.',
      ],
    );
  });

  it('are two where an open API tells them who they are', async () => {
    const { result } = await run({ accounts: TWO, open: true, namesOwner: false, list: true, me: true });
    assert.deepEqual(between(result), ['flaw']);
  });

  it('pass where the API keeps them apart', async () => {
    const { result } = await run({ accounts: TWO, list: true });
    assert.deepEqual(between(result), ['pass']);
  });
});

describe('two users with the same credentials', () => {
  it('are no proof when a person wrote one key for both', async () => {
    const { result } = await run({
      accounts: ONE,
      namesOwner: false,
      users: { bob: { role: 'writer', variables: { key: 'key-of-alice', colour: 'green' } } },
    });
    assert.deepEqual(between(result), ['inconclusive']);
    assert.match(reasonsOf(result), /alice and bob have the same key: they are signed in as one user/);
  });

  it('are no proof when both logins set the same session cookie', async () => {
    const notes = toyNotes({ namesOwner: false });
    const { result } = await runToy({
      answer: (request) =>
        request.url === '/login'
          ? { status: 200, headers: { 'Set-Cookie': 'sid=of-one; Path=/' }, body: {} }
          : notes.answer('one', request),
      requests: [{ id: 'login', method: 'POST', url: '{{baseUrl}}/login', auth: { type: 'none' } }],
      users: {
        alice: { role: 'writer', login: 'notes.chain.json#login', variables: { key: 'a' } },
        bob: { role: 'writer', login: 'notes.chain.json#login', variables: { key: 'b' } },
      },
      operations: OPERATIONS,
    });
    assert.deepEqual(between(result), ['inconclusive']);
    assert.match(reasonsOf(result), /have the same cookie sid/);
  });
});

const ONE: Readonly<Record<string, string>> = { 'key-of-alice': 'account-1', 'key-of-bob': 'account-1' };
const TWO: Readonly<Record<string, string>> = { 'key-of-alice': 'account-1', 'key-of-bob': 'account-2' };

interface Given extends ToyHabits, Pick<ToyScene, 'users' | 'policy'> {
  /** By key. */
  readonly accounts: Readonly<Record<string, string>>;
  /** Whether the API says who is signed in. */
  readonly me?: boolean;
  /** Whether the matrix knows a list. */
  readonly list?: boolean;
}

const OPERATIONS = {
  'note.read': { resource: 'note', request: 'notes.chain.json#read' },
  'note.update': { resource: 'note', request: 'notes.chain.json#update' },
  'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
};
const LISTED = { ...OPERATIONS, 'note.list': { resource: 'note', request: 'notes.chain.json#list' } };

function run({ accounts, me = false, list = false, users, policy, ...habits }: Given): Promise<ToyRun> {
  const notes = toyNotes(habits);
  let asked = 0;
  return runToy({
    answer: (request) => {
      const account = accounts[request.token ?? ''];
      return request.url === '/me' && account !== undefined
        ? { status: 200, body: { id: account, seenAt: (asked += 1) } }
        : notes.answer(account, request);
    },
    ...(me ? { requests: [{ id: 'me', method: 'GET', url: '{{baseUrl}}/me' }] } : {}),
    ...(list ? { resource: { list: 'notes.chain.json#list' } } : {}),
    operations: list ? LISTED : OPERATIONS,
    ...defined({ users, policy }),
  });
}

/** What the cells between the two users came to, each judgement once. */
function between({ cells }: AuthzResult): readonly string[] {
  const judged = cells
    .filter(({ cell: { kind } }) => kind === 'OBJ' || kind === 'LIST')
    .map((result) => judgementOf(result.class));
  return [...new Set(judged)];
}

function reasonsOf({ cells }: AuthzResult): string {
  return cells.flatMap(({ reasons }) => reasons).join(' ');
}
