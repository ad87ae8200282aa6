/** Users whose login ends the credentials that it gets: by a new password, or another role. */
import assert from 'node:assert/strict';
import {
  loginRequest,
  runToy,
  toyNotes,
  type ToyAnswer,
  type ToyRequest,
  type ToyRun,
  type ToyScene,
  userWithLogin,
} from './toyApi';

describe('credentials that a login ends', () => {
  const LOGIN = loginRequest();
  const LOOK = { id: 'look', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}' };
  const PASSWORD = {
    ...{ id: 'password', method: 'POST', url: '{{baseUrl}}/password' },
    extract: [{ variable: 'key', from: 'body', path: '$.key', optional: true }],
  };

  /** Names of accounts, in the order of their logins. */
  let logins: string[];

  beforeEach(() => {
    logins = [];
  });

  interface Variation extends Partial<Pick<ToyScene, 'operations' | 'policy' | 'parallel'>> {
    readonly login?: string;
    readonly isSet?: boolean;
    readonly role?: string;
    /** What a new password is answered with. */
    readonly gives?: 'a new token' | 'a new cookie';
    /** What is special about users, and further ones. */
    readonly users?: Readonly<Record<string, object>>;
  }

  /** What a new password does to the tokens from before: they are refused with a status, or taken. */
  function runWith(
    afterwards: 'taken' | 401 | 403,
    {
      login = 'notes.chain.json#relogin',
      isSet = true,
      role = 'auditor',
      users = {},
      gives,
      ...scene
    }: Variation = {},
  ): Promise<ToyRun> {
    const notes = toyNotes();
    const ended = new Set<string>();
    const answer = (request: ToyRequest): ToyAnswer => {
      const { url, token = '', cookie, fields } = request;
      if (url === '/login') {
        logins.push(String(fields['user']));
        const key = `secret-of-${String(fields['user'])}-${ended.size}`;
        const set = gives === 'a new cookie' ? { headers: { 'Set-Cookie': `sid=${key}; Path=/` } } : {};
        return { status: 200, body: { key }, ...set };
      }
      const sent = /^sid=(.*)$/.exec(cookie ?? '')?.[1] ?? token;
      const account = /^secret-of-(\w+)-/.exec(sent)?.[1];
      if (account === undefined) {
        return { status: 401 };
      }
      if (url === '/password') {
        ended.add(sent);
        const next = 'secret-of-old-next';
        return {
          status: isSet ? 200 : 500,
          body: gives === 'a new token' ? { key: next } : {},
          ...(gives === 'a new cookie' ? { headers: { 'Set-Cookie': `sid=${next}; Path=/` } } : {}),
        };
      }
      return ended.has(sent) && afterwards !== 'taken'
        ? { status: afterwards }
        : notes.answer(account === 'old' ? (notes.ownerOf(url) ?? account) : account, request);
    };
    const userOf = (name: string): object => ({ ...userWithLogin(name), alive: 'notes.chain.json#list' });
    return runToy({
      answer,
      users: {
        alice: { ...userOf('alice'), ...users['alice'] },
        bob: userOf('bob'),
        old: { ...userOf('old'), role, login, ended: true, ...users['old'] },
        carol: { ...userOf('carol'), ...users['carol'] },
      },
      requests: [LOGIN, PASSWORD, { ...PASSWORD, id: 'relogin' }, LOOK],
      resource: { list: 'notes.chain.json#list' },
      operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
      policy: { writer: { 'note.*': 'own' }, auditor: { 'note.*': 'any' } },
      ...scene,
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

  const READS = {
    'note.read': { resource: 'note', request: 'notes.chain.json#read' },
    'note.look': { resource: 'note', request: 'notes.chain.json#look' },
  };

  it('leave the objects of others with the same attributes to those', async () => {
    const [own, other] = [{ attributes: { team: 'red' } }, { attributes: { team: 'blue' } }];
    const { cell } = await runWith(401, { role: 'writer', users: { alice: other, old: own, carol: own } });
    const { class: outcome, reasons } = cell('OBJ note.read carol<-alice');
    assert.equal(outcome, 'PASS_404', reasons.join(' '));
  });

  it('are not asked about members of what is public', async () => {
    const hidden = [{ path: '$.owner', from: ['auditor'] }];
    const { result } = await runWith(401, {
      operations: { ...READS, 'note.look': { ...READS['note.look'], hidden } },
      policy: { writer: { 'note.*': 'own' }, auditor: { 'note.read': 'any' }, public: ['note.look'] },
    });
    const about = result.cells.filter(({ cell: { kind, caller } }) => kind === 'PROP' && caller === 'old');
    assert.deepEqual(about, []);
  });

  it('are had once, however many workers there are', async () => {
    const { result, cell } = await runWith(401, { operations: READS, parallel: 2 });
    assert.deepEqual([cell(CELL).class, cell('FUN note.look alice<-old').class], ['PASS_401', 'PASS_401']);
    assert.deepEqual(result.notes, []);
    assert.deepEqual(
      ['alice', 'old'].map((name) => logins.filter((one) => one === name).length),
      [2, 1],
    );
  });

  for (const effect of ['create', 'update', 'delete']) {
    it(`are had once where they are to ${effect}`, async () => {
      const name = `note.${effect}`;
      const request = `notes.chain.json#${effect}`;
      const { result, cell } = await runWith(401, {
        operations: { ...READS, [name]: { resource: 'note', request } },
      });
      assert.match(cell(`FUN ${name}`).cell.id, /<-old/);
      assert.equal(cell(`FUN ${name}`).signals?.status, 401);
      assert.deepEqual([result.leftovers, result.notes], [[], []]);
      assert.deepEqual(logins.filter((one) => one === 'old').length, 1);
    });
  }

  it('leave nothing behind where they still create', async () => {
    const { result, cell } = await runWith('taken', {
      operations: { ...READS, 'note.create': { resource: 'note', request: 'notes.chain.json#create' } },
    });
    assert.equal(cell('FUN note.create').class, 'FLAW_WRITE', cell('FUN note.create').reasons.join(' '));
    assert.deepEqual([result.leftovers, result.notes], [[], []]);
  });

  for (const gives of ['a new token', 'a new cookie'] as const) {
    it(`are those from before ${gives}`, async () => {
      const { cell } = await runWith(401, { gives });
      assert.equal(cell(CELL).class, 'PASS_401', cell(CELL).reasons.join(' '));
      assert.equal((await runWith('taken', { gives })).cell(CELL).class, 'FLAW_READ');
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
