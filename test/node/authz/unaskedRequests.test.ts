import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyScene } from './toyApi';

/** Runs the notes with further requests, and tells the paths that were sent. */
async function pathsOf(scene: Partial<ToyScene>): Promise<readonly string[]> {
  const notes = toyNotes({ namesOwner: false });
  const sent: string[] = [];
  await runToy({
    operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
    ...scene,
    answer: (request) => {
      sent.push(`${request.method} ${request.url}`);
      const { token, url } = request;
      return url.endsWith('/me') || url === '/session' || url === '/logout'
        ? { status: token === undefined ? 401 : 200, body: { id: token } }
        : notes.answer(token, request);
    },
  });
  return sent;
}

/** `GET /createdb` as an operation; how often it was sent, and why not. */
async function createDb(operation: object): Promise<readonly [sent: number, skip: string | undefined]> {
  const notes = toyNotes();
  let sent = 0;
  const { cell } = await runToy({
    requests: [{ id: 'db', method: 'GET', url: '{{baseUrl}}/createdb' }],
    operations: { setup: { request: 'notes.chain.json#db', ...operation } },
    policy: { writer: { setup: 'any' } },
    answer: (request) => {
      sent += request.url === '/createdb' ? 1 : 0;
      return notes.answer(request.token, request);
    },
  });
  return [sent, cell('SELF setup').cell.skip];
}

describe('an operation that reads by its method and sounds as if it changed something', () => {
  const SKIP =
    'GET /createdb sounds as if it changed something (createdb). Set "mutates" of setup to true to agree to that, or to false if it only reads.';
  for (const effect of [undefined, 'read', 'action'] as const) {
    it(`is not sent before that is declared, whatever its effect (${effect ?? 'none'})`, async () => {
      assert.deepEqual(await createDb(effect === undefined ? {} : { effect }), [0, SKIP]);
    });
  }

  it('is sent when the file agrees to the change', async () => {
    const [sent, skip] = await createDb({ mutates: true });
    assert.ok(sent > 0);
    assert.equal(skip, undefined);
  });

  it('is sent when the file says that it only reads', async () => {
    const [sent, skip] = await createDb({ mutates: false });
    assert.ok(sent > 0);
    assert.equal(skip, undefined);
  });
});

describe('a request that a run chooses by itself', () => {
  const get = (id: string, path: string) => ({ id, method: 'GET', url: `{{baseUrl}}${path}` });

  it('asks who is signed in only by what is safe by its name', async () => {
    const sent = await pathsOf({
      requests: [get('erase', '/reset/me'), get('wipe-me', '/whoami/me'), get('who', '/me')],
    });
    assert.ok(sent.includes('GET /me'));
    assert.ok(!sent.some((one) => /reset|whoami/.test(one)), sent.join('\n'));
  });

  it('asks whether credentials hold only by what is safe by its name', async () => {
    const sent = await pathsOf({
      requests: [get('session', '/session'), get('log-out', '/logout')],
      users: { alice: ALICE, bob: { ...ALICE, variables: { key: 'key-of-bob' } } },
    });
    assert.ok(sent.includes('GET /session'));
    assert.equal(sent.filter((one) => one === 'GET /logout').length, 0, sent.join('\n'));
  });
});

const ALICE = {
  role: 'writer',
  login: 'notes.chain.json#session',
  variables: { key: 'key-of-alice' },
};
