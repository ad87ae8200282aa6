import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyAnswer, type ToyNotes, type ToyRequest, type ToyScene } from './toyApi';

const FORBIDDEN: ToyAnswer = { status: 403, body: {} };
const CREATE = { 'note.create': { resource: 'note', request: 'notes.chain.json#create' } };

describe('a refusal of credentials that do not hold', () => {
  it('proves nothing about creating, and the second one nothing either', async () => {
    const notes = toyNotes();
    const { cell } = await runToy({
      answer: (request) => {
        if (request.token === 'key-of-bob') {
          return FORBIDDEN;
        }
        return request.url === '/account' ? { status: 200, body: {} } : notes.answer(request.token, request);
      },
      users: {
        bob: { role: 'reader', alive: 'notes.chain.json#account', variables: { key: 'key-of-bob' } },
      },
      requests: [{ id: 'account', method: 'GET', url: '{{baseUrl}}/account' }],
      resource: { list: 'notes.chain.json#list' },
      operations: CREATE,
      policy: { writer: { 'note.*': 'own' }, reader: { 'note.*': 'none' } },
    });
    const { class: found, controlFailure } = cell('FUN note.create alice<-bob');
    assert.equal(found, 'INCONCLUSIVE_CONTROL');
    assert.match(controlFailure ?? '', /The credentials of bob do not hold, although they are new/);
  });

  it('proves nothing about a property, by 403 as little as by 401', async () => {
    const notes = toyNotes();
    let ended = false;
    const { cell } = await runToy({
      answer: (request) => {
        // The session ends as soon as somebody sets a role, and everything but reading notes notices.
        ended ||= request.fields['role'] !== undefined;
        const noticed = ended && (request.method === 'PUT' || request.url === '/account');
        return noticed ? FORBIDDEN : accountOr(request, () => notes.answer(request.token, request));
      },
      users: {
        alice: { role: 'writer', alive: 'notes.chain.json#account', variables: { key: 'key-of-alice' } },
      },
      requests: [{ id: 'account', method: 'GET', url: '{{baseUrl}}/account' }],
      operations: {
        'note.update': {
          resource: 'note',
          request: 'notes.chain.json#update',
          assign: [{ path: '$.role', value: 'administrator' }],
        },
      },
      only: ['PROP note.update *<-alice*'],
    });
    const { class: found, controlFailure } = cell('PROP note.update');
    assert.equal(found, 'INCONCLUSIVE_CONTROL');
    assert.match(controlFailure ?? '', /The credentials of alice do not hold/);
  });
});

describe('a refused creation with a property that callers must not set', () => {
  for (const list of [undefined, 'notes.chain.json#list']) {
    it(`proves nothing ${list === undefined ? 'where nothing shows what there is' : 'where it is in no list'}`, async () => {
      const notes = toyNotes();
      const { cell } = await runToy({
        answer: (request) =>
          request.fields['role'] === undefined
            ? notes.answer(request.token, request)
            : { status: 422, body: { error: 'unknown field' } },
        ...(list === undefined ? {} : { resource: { list } }),
        operations: {
          'note.create': { ...CREATE['note.create'], assign: [{ path: '$.role', value: 'administrator' }] },
        },
        only: ['PROP *'],
      });
      assert.equal(cell('PROP note.create').class, 'INCONCLUSIVE_STATE');
    });
  }
});

describe('a creation that is refused with 403 for a property that callers must not set', () => {
  const PROPERTY = [{ path: '$.role', value: 'administrator' }];
  const scene = (answer: (request: ToyRequest, notes: ToyNotes) => ToyAnswer): ToyScene => {
    const notes = toyNotes();
    return {
      answer: (request) => answer(request, notes),
      resource: { list: 'notes.chain.json#list' },
      operations: { 'note.create': { ...CREATE['note.create'], assign: PROPERTY } },
      only: ['PROP *'],
    };
  };

  it('keeps the property, when creating works without it before and after', async () => {
    const { cell, result } = await runToy(
      scene((request, notes) =>
        request.fields['role'] === undefined ? notes.answer(request.token, request) : FORBIDDEN,
      ),
    );
    assert.equal(cell('PROP note.create').class, 'PASS_EFFECT');
    assert.deepEqual(result.leftovers, []);
  });

  it('proves nothing when no creation works after it', async () => {
    let ended = false;
    const { cell } = await runToy(
      scene((request, notes) => {
        ended ||= request.fields['role'] !== undefined;
        return ended && request.method === 'POST' ? FORBIDDEN : notes.answer(request.token, request);
      }),
    );
    assert.equal(cell('PROP note.create').class, 'INCONCLUSIVE_STATE');
  });
});

function accountOr(request: ToyRequest, otherwise: () => ToyAnswer): ToyAnswer {
  return request.url === '/account' ? { status: 200, body: {} } : otherwise();
}
