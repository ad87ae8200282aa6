/** Users whose login ends the credentials that it gets: by a new password, or another role. */
import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

describe('credentials that a login ends', () => {
  const LOGIN = {
    ...{ id: 'login', method: 'POST', url: '{{baseUrl}}/login', auth: { type: 'none' } },
    ...{ body: { json: { user: '{{user}}' } }, extract: [{ variable: 'key', from: 'body', path: '$.key' }] },
  };
  const PASSWORD = { id: 'password', method: 'POST', url: '{{baseUrl}}/password' };

  /** What a new password does to the tokens from before: they are refused with a status, or taken. */
  function runWith(
    afterwards: 'taken' | 401 | 403,
    { login = 'notes.chain.json#relogin', isSet = true, role = 'auditor' } = {},
  ): Promise<ToyRun> {
    const notes = toyNotes();
    const ended = new Set<string>();
    const answer = (request: ToyRequest): ToyAnswer => {
      const { url, token = '', fields } = request;
      if (url === '/login') {
        return { status: 200, body: { key: `secret-of-${String(fields['user'])}-${ended.size}` } };
      }
      const account = /^secret-of-(\w+)-/.exec(token)?.[1];
      if (account === undefined) {
        return { status: 401 };
      }
      if (url === '/password') {
        ended.add(token);
        return { status: isSet ? 204 : 500 };
      }
      return ended.has(token) && afterwards !== 'taken'
        ? { status: afterwards }
        : notes.answer(account === 'old' ? (notes.ownerOf(url) ?? account) : account, request);
    };
    const userOf = (name: string): object => ({
      role: 'writer',
      login: 'notes.chain.json#login',
      variables: { user: name },
    });
    return runToy({
      answer,
      users: {
        alice: userOf('alice'),
        bob: userOf('bob'),
        old: { role, login, ended: true, variables: { user: 'old' } },
      },
      requests: [LOGIN, PASSWORD, { ...PASSWORD, id: 'relogin' }],
      resource: { list: 'notes.chain.json#list' },
      operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
      policy: { writer: { 'note.*': 'own' }, auditor: { 'note.*': 'any' } },
    });
  }

  const CELL = 'FUN note.read alice<-old';
  const expected: [afterwards: 'taken' | 401 | 403, outcome: string][] = [
    [401, 'PASS_401'],
    [403, 'PASS_403'],
    ['taken', 'FLAW_READ'],
  ];
  for (const [afterwards, outcome] of expected) {
    it(`are ${outcome} where they are ${afterwards} afterwards`, async () => {
      const { result, cell } = await runWith(afterwards);
      assert.equal(cell(CELL).class, outcome, cell(CELL).reasons.join(' '));
      assert.deepEqual(result.leftovers, []);
      assert.deepEqual(result.notes, []);
      assert.ok(result.cells.every(({ cell: one }) => one.kind !== 'SELF' || one.caller !== 'old'));
    });
  }

  const neverGranted: [afterwards: 'taken' | 401 | 403, outcome: string][] = [
    [401, 'PASS_401'],
    [403, 'INCONCLUSIVE_CONTROL'],
    ['taken', 'FLAW_READ'],
  ];
  for (const [afterwards, outcome] of neverGranted) {
    it(`are ${outcome} where they are ${afterwards} for what they were never granted`, async () => {
      const { cell } = await runWith(afterwards, { role: 'writer' });
      assert.equal(cell(CELL).class, outcome, cell(CELL).reasons.join(' '));
    });
  }

  it('show nothing where they could not be ended', async () => {
    const { cell } = await runWith('taken', { isSet: false });
    assert.match(cell(CELL).class, /^INCONCLUSIVE_/);
  });

  it('have to be shown to be valid before', async () => {
    await assert.rejects(
      runWith(401, { login: 'notes.chain.json#login' }),
      /sends nothing with the credentials that it gets/,
    );
  });
});
