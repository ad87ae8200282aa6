/** What is not evidence: views that are refusals, words in every refusal, and what is declared public. */
import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest, type ToyRun, type ToyScene } from './toyApi';

describe('what proves nothing', () => {
  it('a refusal of somebody who is granted a function', async () => {
    const refusal = { error: { message: 'You are not allowed to see the settings' } };
    const { cell } = await runFunction(() => ({ status: 403, body: refusal }));
    assert.equal(cell('FUN settings').class, 'INCONCLUSIVE_CONTROL');
    assert.equal(cell('SELF settings').class, 'OVER_RESTRICTED');
  });

  it('a word that every refusal of the API holds', async () => {
    const { cell } = await runFunction((admin) =>
      admin
        ? { status: 200, body: { service: 'settings-service', secret: 'very-secret-value' } }
        : { status: 403, body: { service: 'settings-service' } },
    );
    assert.equal(cell('FUN settings').class, 'PASS_403', cell('FUN settings').reasons.join(' '));
  });

  it('but a value in a refusal that is in no other one', async () => {
    const { cell } = await runFunction((admin) =>
      admin
        ? { status: 200, body: { service: 'settings-service', secret: 'very-secret-value' } }
        : { status: 403, body: { service: 'settings-service', was: 'very-secret-value' } },
    );
    assert.equal(cell('FUN settings').class, 'FLAW_READ');
  });

  it('the same answer of a registration that is declared public', async () => {
    const { cell } = await runPublic(() => ({ message: 'Welcome, you are registered now' }));
    assert.equal(cell('ANON register').class, 'PUBLIC_OK', cell('ANON register').reasons.join(' '));
  });

  it('but a registration that shows the text planted in the object of somebody', async () => {
    const { cell } = await runPublic((texts) => ({ message: 'Welcome', others: texts }));
    assert.equal(cell('ANON register').class, 'FLAW_READ');
  });

  for (const [title, status, body] of [
    ['with 422', 422, { error: 'no such member' }],
    ['with 200 and another status in the body', 200, { status: 'fail' }],
  ] as const) {
    it(`a creation with a property that is refused ${title}`, async () => {
      const { cell } = await runToy({
        ...notesScene(({ method, fields }) =>
          method === 'POST' && fields['role'] !== undefined ? { status, body } : undefined,
        ),
        operations: { 'note.create': CREATE },
        only: ['PROP *'],
      });
      const { class: found, reasons } = cell('PROP note.create');
      assert.equal(found, 'INCONCLUSIVE_STATE', reasons.join(' '));
    });
  }

  it('a view that is not what the read of the owner expects', async () => {
    const expect = { body: [{ path: '$.ok', equals: true }] };
    const { cell } = await runToy({
      ...notesScene(({ method }) => (method === 'GET' ? { status: 200, body: { ok: false } } : undefined)),
      requests: [{ id: 'look', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}', expect }],
      resource: { read: 'notes.chain.json#look', canary: undefined },
      operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
    });
    const { class: found, reasons } = cell('OBJ note.read');
    assert.equal(found, 'INCONCLUSIVE_CONTROL');
    assert.match(
      reasons.join(' '),
      /alice got 200 when reading the own note, which is not what the request expects/,
    );
  });
});

const CREATE = {
  resource: 'note',
  request: 'notes.chain.json#create',
  assign: [{ path: '$.role', value: 'administrator' }],
};

/** The notes of toyNotes, with answers of its own for some requests. */
function notesScene(
  own: (request: ToyRequest) => ToyAnswer | undefined,
): Pick<ToyScene, 'answer' | 'resource'> {
  const notes = toyNotes();
  return {
    answer: (request) => own(request) ?? notes.answer(request.token, request),
    resource: { list: 'notes.chain.json#list' },
  };
}

/** A function that the role `admin` is granted; every other path is refused with the name of the service. */
function runFunction(answer: (isAdmin: boolean) => ToyAnswer): Promise<ToyRun> {
  return runToy({
    answer: ({ url, token }) =>
      url === '/settings' && token !== undefined
        ? answer(token === 'key-of-root')
        : { status: 404, body: { service: 'settings-service', error: 'no such path' } },
    users: { root: { role: 'admin', variables: { key: 'key-of-root' } } },
    requests: [{ id: 'settings', method: 'GET', url: '{{baseUrl}}/settings' }],
    operations: { settings: { request: 'notes.chain.json#settings' } },
    policy: { admin: { settings: 'any' }, writer: { settings: 'none' } },
  });
}

/** A registration that everybody may use, next to notes that only their owners may see. */
function runPublic(greeting: (texts: readonly unknown[]) => object): Promise<ToyRun> {
  const notes = toyNotes();
  const texts: unknown[] = [];
  return runToy({
    answer: (request) => {
      if (request.url === '/register') {
        return { status: 201, body: greeting(texts) };
      }
      if (request.method === 'POST') {
        texts.push(request.fields['text']);
      }
      return notes.answer(request.token, request);
    },
    requests: [{ id: 'register', method: 'POST', url: '{{baseUrl}}/register', auth: { type: 'none' } }],
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read' },
      register: { request: 'notes.chain.json#register' },
    },
    policy: { writer: { 'note.*': 'own', register: 'any' }, public: ['register'] },
  });
}
