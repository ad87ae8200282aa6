/** Successes that the variants of attack packs get from a protected API, and that concern no object. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { defined } from '../../../src/core/defined';
import { judgementOf } from '../../../src/core/authz/model/verdict';
import { systemClock } from '../../../src/node/run/nodePorts';
import {
  loginRequest,
  runToy,
  toyNotes,
  type ToyAnswer,
  type ToyRequest,
  type ToyRun,
  userWithLogin,
} from './toyApi';

describe('variants of attack packs', () => {
  it('find nothing where the server ignores the method that a header names, and creates', async () => {
    const { result, cell } = await run(() => undefined, ['method']);
    assert.deepEqual(flawsOf(result), []);
    assert.equal(cell('OBJ note.update alice<-bob path:noteId#override-X-HTTP-Method').class, 'SOFT_DENY');
  });

  it('find nothing in a start page, which is another one each time', async () => {
    let count = 0;
    const { result, cell } = await run(
      ({ url, token }) => {
        count += 1;
        return url.startsWith('/notes') || token === undefined
          ? undefined
          : { status: 200, body: { page: `Start page number ${count}` } };
      },
      ['path'],
    );
    assert.deepEqual(flawsOf(result), []);
    assert.equal(cell('OBJ note.read alice<-bob path:noteId#path-case').class, 'SOFT_DENY');
  });

  it('find nothing where the server accepts a method that a header names, and carries out nothing', async () => {
    const notes = toyNotes();
    const { result, cell } = await run(
      (request) => {
        const isThere = notes.ownerOf(request.url) !== undefined;
        return request.override === undefined || !isThere || request.token === undefined
          ? undefined
          : { status: 202, body: { queued: true } };
      },
      ['method'],
      notes,
    );
    assert.deepEqual(flawsOf(result), []);
    assert.equal(cell('OBJ note.update alice<-bob path:noteId#override-X-HTTP-Method').class, 'SOFT_DENY');
    assert.equal(notes.count(), 0);
  });

  it('find a method that a header names and that is not checked, after their own object was changed by it', async () => {
    const notes = toyNotes();
    const { result } = await run(
      (request) => {
        const owner = notes.ownerOf(request.url);
        const { override } = request;
        return override === undefined || owner === undefined || request.token === undefined
          ? undefined
          : notes.answer(owner, { ...request, method: override });
      },
      ['method'],
      notes,
    );
    assert.ok(
      flawsOf(result).includes('FLAW_WRITE OBJ note.update alice<-bob path:noteId#override-X-HTTP-Method'),
    );
    assert.equal(notes.count(), 0);
  });

  it('find nothing where an identifier that is none leads to the own notes, and HEAD and OPTIONS to success', async () => {
    const notes = toyNotes();
    const { result, cell } = await run(
      (request) => {
        const { method, url, token } = request;
        if (token === undefined) {
          return undefined;
        }
        if (method === 'HEAD' || method === 'OPTIONS') {
          return { status: 200 };
        }
        return /^\/notes\/(?:\*|null|0|-1)$/.test(url)
          ? notes.answer(token, { ...request, url: '/notes' })
          : undefined;
      },
      ['id', 'method'],
      notes,
    );
    assert.deepEqual(flawsOf(result), []);
    assert.equal(cell('OBJ note.read alice<-bob path:noteId#id-wildcard').class, 'ID_IGNORED');
    assert.equal(cell('OBJ note.read alice<-bob path:noteId#verb-HEAD').class, 'SOFT_DENY');
    assert.equal(cell('OBJ note.read alice<-bob path:noteId#verb-OPTIONS').class, 'SOFT_DENY');
  });

  it('find nothing in the headers that a server ignores', async () => {
    const users = Object.fromEntries(
      ['alice', 'bob'].map((name) => [
        name,
        { role: 'writer', variables: { key: `key-of-${name}`, userId: name, email: `${name}@example.com` } },
      ]),
    );
    const { result } = await run(() => undefined, ['identity'], toyNotes(), users);
    const claimed = result.cells.filter(({ cell }) => cell.variant !== undefined);
    assert.deepEqual(
      [claimed.length, new Set(claimed.map((cell) => cell.class))],
      [9, new Set(['PASS_404'])],
    );
  });

  it('leave out headers about an owner of whom nothing is known', async () => {
    const { result, cell } = await run(() => undefined, ['identity']);
    assert.deepEqual(flawsOf(result), []);
    assert.match(
      cell('OBJ note.read alice<-bob path:noteId#X-User-Id').reasons[0] ?? '',
      /No token, login or variable says the identifier of alice/,
    );
  });

  it('find a path that is not checked, and no other', async () => {
    const notes = toyNotes();
    const { result } = await run(
      (request) => {
        const { method, url } = request;
        const isOpen = method === 'GET' && url.startsWith('/NOTES/');
        const owners = isOpen ? ['key-of-alice', 'key-of-bob'] : [request.token];
        return owners
          .map((owner) => notes.answer(owner, { ...request, url: url.replace('/NOTES/', '/notes/') }))
          .toSorted((one, other) => one.status - other.status)[0];
      },
      ['path'],
    );
    assert.deepEqual(flawsOf(result), ['FLAW_READ OBJ note.read alice<-bob path:noteId#path-case']);
  });
});

describe('forged tokens', () => {
  const tokenOf = (sub: string): string => [{ alg: 'HS256' }, { sub }, { of: sub }].map(encoded).join('.');
  const subjectOf = (token = ''): string | undefined => {
    const [, claims = ''] = token.split('.');
    return /"sub":"(\w+)"/.exec(Buffer.from(claims, 'base64url').toString())?.[1];
  };
  const users = Object.fromEntries(
    ['alice', 'bob'].map((name) => [name, { role: 'writer', variables: { key: tokenOf(name) } }]),
  );
  const genuine = ['alice', 'bob'].map(tokenOf);

  function runWithTokens(other: (request: ToyRequest) => ToyAnswer): Promise<ToyRun> {
    const notes = toyNotes();
    const answer = (request: ToyRequest): ToyAnswer =>
      request.token === undefined || genuine.includes(request.token)
        ? notes.answer(subjectOf(request.token), request)
        : other(request);
    return run(answer, ['token'], notes, users);
  }

  it('are refused with 401, which passes', async () => {
    const { result } = await runWithTokens(() => ({ status: 401 }));
    const forged = result.cells.filter(({ cell }) => cell.variant !== undefined);
    assert.deepEqual([forged.length, new Set(forged.map((cell) => cell.class))], [12, new Set(['PASS_401'])]);
  });

  it('find nothing where every other token gets a page, which is another one each time', async () => {
    let count = 0;
    const { result, cell } = await runWithTokens(() => {
      count += 1;
      return { status: 200, body: { page: `Sign in, attempt ${count}` } };
    });
    assert.deepEqual(flawsOf(result), []);
    assert.equal(cell('OBJ note.read alice<-bob path:noteId#token-payload').class, 'SOFT_DENY');
  });

  it('find a server that takes a token for what it says, by reads and changes', async () => {
    const notes = toyNotes();
    const { result } = await run(
      (request) => notes.answer(subjectOf(request.token), request),
      ['token'],
      notes,
      users,
    );
    const outcomes = result.cells
      .filter(({ cell }) => cell.variant === 'token-alg-none')
      .map((cell) => cell.class);
    assert.deepEqual(outcomes, ['FLAW_READ', 'FLAW_WRITE', 'FLAW_DELETE']);
    assert.equal(notes.count(), 0);
  });

  it('are not made of keys that are no tokens', async () => {
    const { result } = await run(() => undefined, ['token']);
    const forged = result.cells.filter(({ cell }) => cell.variant !== undefined);
    assert.deepEqual([forged.length, new Set(forged.map((cell) => cell.class))], [12, new Set(['SKIPPED'])]);
    assert.match(forged[0]?.reasons[0] ?? '', /not a JSON Web Token/);
  });
});

describe('tokens after log-out', () => {
  const requests = [loginRequest(), { id: 'logout', method: 'POST', url: '{{baseUrl}}/logout' }];

  /** What ends with a log-out: this token, every token of its user, or none; or it is refused. */
  type Ends = 'this' | 'all' | 'none' | 'refused';

  function runWithLogOut(ends: Ends, isGranted: (session: number) => boolean = () => true): Promise<ToyRun> {
    const notes = toyNotes();
    const tokens = new Map<string, string>();
    let count = 0;
    const answer = (request: ToyRequest): ToyAnswer => {
      const { url, token = '', fields } = request;
      if (url === '/login') {
        count += 1;
        const key = `secret-of-${String(fields['user'])}-${count}`;
        tokens.set(key, String(fields['user']));
        return { status: 200, body: { key } };
      }
      const account = tokens.get(token);
      if (account === undefined || !isGranted(Number(token.split('-').at(-1)))) {
        return { status: 401 };
      }
      if (url !== '/logout') {
        return notes.answer(account, request);
      }
      const ended = [...tokens].filter(([key, of]) => (ends === 'all' ? of === account : key === token));
      (ends === 'this' || ends === 'all' ? ended : []).forEach(([key]) => tokens.delete(key));
      return { status: ends === 'refused' ? 500 : 204 };
    };
    return runToy({
      answer,
      users: { alice: userWithLogin('alice'), bob: userWithLogin('bob') },
      requests,
      operations: {
        'note.read': { resource: 'note', request: 'notes.chain.json#read' },
        'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
        logout: { request: 'notes.chain.json#logout', endsCredentials: true },
      },
      policy: { writer: { 'note.*': 'own', logout: 'any' } },
      only: ['note.*'],
      packs: ['token'],
    });
  }

  const CELL = 'OBJ note.read alice<-bob path:noteId#token-after-logout';

  const expected: [ends: Ends, outcome: string][] = [
    ['this', 'PASS_401'],
    ['all', 'PASS_401'],
    ['none', 'FLAW_READ'],
    ['refused', 'INCONCLUSIVE_CONTROL'],
  ];
  for (const [ends, outcome] of expected) {
    it(`are ${outcome} where a log-out ends ${ends}`, async () => {
      const { result, cell } = await runWithLogOut(ends);
      assert.equal(cell(CELL).class, outcome);
      assert.deepEqual(flawsOf(result), outcome === 'FLAW_READ' ? [`FLAW_READ ${cell(CELL).cell.id}`] : []);
      assert.deepEqual(result.leftovers, []);
      assert.doesNotMatch(JSON.stringify(result), /secret-of-/);
      const tried = result.cells.filter(({ cell: { variant } }) => variant === 'token-after-logout');
      assert.equal(tried.length, 1);
    });
  }

  it('show nothing where a further session is refused before it has ended', async () => {
    const { cell } = await runWithLogOut('this', (session) => session < 3);
    assert.equal(cell(CELL).class, 'INCONCLUSIVE_CONTROL');
    assert.match(cell(CELL).reasons.join(' '), /A further session of alice is refused/);
  });
});

describe('expired tokens', () => {
  const requests = [
    loginRequest({ variable: 'identity', from: 'body', path: '$.identity', optional: true }),
    {
      ...{ id: 'look', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}' },
      ...{ auth: { type: 'none' }, headers: [{ name: 'Authorization', value: '{{authorization}}' }] },
    },
  ];
  const LIFETIME_MS = 60_000;
  const CELL = 'OBJ note.read alice<-bob path:noteId#token-expired';
  let waits: number[];
  let laterMs: number;

  beforeEach(() => {
    waits = [];
    laterMs = 0;
    mock.method(systemClock, 'now', () => Date.now() + laterMs);
    mock.method(systemClock, 'sleep', (ms: number) => {
      waits.push(ms);
      laterMs += ms;
      return Promise.resolve();
    });
  });

  afterEach(() => mock.restoreAll());

  function runWaiting(
    waitSeconds: number | undefined,
    isTaken: (expiredForMs: number) => boolean,
    { says = true, has }: { readonly says?: boolean; readonly has?: 'a cookie' | 'another token' } = {},
  ): Promise<ToyRun> {
    const notes = toyNotes();
    const accounts = new Map<string, string>();
    let count = 0;
    const answer = (request: ToyRequest): ToyAnswer => {
      const { url, token = '', cookie, fields } = request;
      if (url === '/login') {
        count += 1;
        const exp = Math.floor((systemClock.now() + LIFETIME_MS) / 1000);
        const claims = { sub: fields['user'], jti: count, ...(says ? { exp } : { until: exp }) };
        const key = [{ alg: 'HS256' }, claims].map(encoded).join('.');
        const other = `other-${count}`;
        accounts.set(other, String(fields['user']));
        const set = has === 'a cookie' ? { headers: { 'Set-Cookie': `sid=${other}; Path=/` } } : {};
        const body =
          has === 'another token' ? { key: other, identity: `${key}.c2ln` } : { key: `${key}.c2ln` };
        return { status: 200, body, ...set };
      }
      const holder = accounts.get(/^sid=(.*)$/.exec(cookie ?? '')?.[1] ?? token);
      if (holder !== undefined) {
        return notes.answer(holder, request);
      }
      const [, payload = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<
        string,
        unknown
      >;
      const end = Number(claims['exp'] ?? claims['until'] ?? 0) * 1000;
      // Signatures are checked: of the tokens without the right one none is taken.
      return token.endsWith('.c2ln') && isTaken(systemClock.now() - end)
        ? notes.answer(String(claims['sub']), request)
        : { status: 401 };
    };
    return runToy({
      answer,
      users: { alice: userWithLogin('alice'), bob: userWithLogin('bob') },
      requests,
      constants: { authorization: 'Bearer {{key}}' },
      resource: { list: 'notes.chain.json#list' },
      operations: {
        'note.read': { resource: 'note', request: 'notes.chain.json#read' },
        'note.look': { resource: 'note', request: 'notes.chain.json#look' },
      },
      packs: ['token'],
      ...(waitSeconds === undefined ? {} : { limits: { waitSeconds } }),
    });
  }

  const MINUTES_MS = 60_000;
  const expected: [title: string, isTaken: (expiredForMs: number) => boolean, outcome: string][] = [
    ['looks at the time', (ms) => ms < 0, 'PASS_401'],
    ['allows for clocks that differ', (ms) => ms < 4 * MINUTES_MS, 'PASS_401'],
    ['never looks at the time', () => true, 'FLAW_READ'],
  ];
  for (const [title, isTaken, outcome] of expected) {
    it(`are ${outcome} where the server ${title}`, async () => {
      const { result, cell } = await runWaiting(900, isTaken);
      assert.equal(cell(CELL).class, outcome, cell(CELL).reasons.join(' '));
      assert.deepEqual(result.leftovers, []);
      const tried = result.cells.filter(({ cell: { variant } }) => variant === 'token-expired');
      assert.deepEqual(
        tried.map((one) => one.class),
        [outcome, outcome],
      );
      assert.equal(waits.length, 1, 'once for an owner');
      assert.ok(
        waits.every((ms) => ms > 300_000 && ms <= LIFETIME_MS + 300_000),
        waits.join(', '),
      );
    });
  }

  it('are not waited for longer than the matrix allows, which says how long it takes', async () => {
    const { cell } = await runWaiting(30, () => true);
    assert.deepEqual([cell(CELL).class, waits], ['INCONCLUSIVE_CONTROL', []]);
    assert.match(
      cell(CELL).reasons.join(' '),
      /Set "waitSeconds" under "limits" of the matrix to 3[56]\d or more/,
    );
  });

  it('are not tried where tokens do not say when they expire', async () => {
    const { cell } = await runWaiting(900, () => true, { says: false });
    assert.deepEqual([cell(CELL).class, waits], ['INCONCLUSIVE_CONTROL', []]);
    assert.match(cell(CELL).reasons.join(' '), /No token of alice says when it expires/);
  });

  it('are not tried where another token expires than the one that is sent', async () => {
    const { cell } = await runWaiting(900, (ms) => ms < 0, { has: 'another token' });
    assert.deepEqual([cell(CELL).class, waits], ['INCONCLUSIVE_CONTROL', []]);
    assert.match(cell(CELL).reasons.join(' '), /No token of alice says when it expires/);
  });

  it('are sent without the cookies of their session, which hold longer', async () => {
    const { cell } = await runWaiting(900, (ms) => ms < 0, { has: 'a cookie' });
    assert.equal(cell(CELL).class, 'PASS_401', cell(CELL).reasons.join(' '));
  });

  it('are not tried unless the matrix allows the wait', async () => {
    const { result } = await runWaiting(undefined, () => true);
    assert.equal(
      result.cells.some(({ cell: { variant } }) => variant === 'token-expired'),
      false,
    );
  });
});

/** A part of a token. */
function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function flawsOf({ cells }: ToyRun['result']): readonly string[] {
  return cells
    .filter((cell) => judgementOf(cell.class) === 'flaw')
    .map((cell) => `${cell.class} ${cell.cell.id}`)
    .filter((text) => !text.includes('<-nobody'));
}

function run(
  own: (request: ToyRequest) => ToyAnswer | undefined,
  packs: readonly string[],
  notes = toyNotes(),
  users?: object,
): Promise<ToyRun> {
  return runToy({
    ...defined({ users }),
    answer: (request) => own(request) ?? notes.answer(request.token, request),
    resource: { list: 'notes.chain.json#list' },
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read' },
      'note.update': { resource: 'note', request: 'notes.chain.json#update' },
      'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
    },
    packs,
  });
}
