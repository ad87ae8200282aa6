/** Lists that show too much, or nothing: what the run created is not what was there before, and an empty list is no data. */
import assert from 'node:assert/strict';
import { runToy, type ToyAnswer, type ToyRequest } from './toyApi';

const LIST = { 'note.list': { resource: 'note', request: 'notes.chain.json#list' } };
const UPDATE = { 'note.update': { resource: 'note', request: 'notes.chain.json#update' } };

interface Note {
  readonly id: number;
  readonly owner: string;
  readonly text: unknown;
}

/** Notes with counted ids that start again, a list of all of them, and PUT that makes the caller the owner. */
function openNotes(): (request: ToyRequest) => ToyAnswer {
  const notes = new Map<number, Note>([[1, { id: 1, owner: 'key-of-alice', text: 'Tea' }]]);
  return ({ method, url, token, fields }) => {
    if (token === undefined) {
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: {} };
    }
    const id = Number(url.replace(/^\/notes\/?/, ''));
    if (method === 'POST') {
      const note = { id: Math.max(0, ...notes.keys()) + 1, owner: token, text: fields['text'] };
      notes.set(note.id, note);
      return { status: 201, body: note };
    }
    if (id === 0) {
      return { status: 200, body: [...notes.values()] };
    }
    const note = notes.get(id);
    if (note === undefined) {
      return { status: 404, body: {} };
    }
    if (method === 'PUT') {
      notes.set(id, { id, owner: token, text: fields['text'] });
      return { status: 200, body: notes.get(id) };
    }
    if (note.owner !== token) {
      return { status: 403, body: {} };
    }
    if (method === 'DELETE') {
      notes.delete(id);
    }
    return { status: 200, body: note };
  };
}

describe('a list that shows the objects of others', () => {
  it('makes nothing of the run count as there before: what an attack takes over is deleted', async () => {
    const { result, cell } = await runToy({
      answer: openNotes(),
      resource: { list: 'notes.chain.json#list' },
      operations: { ...LIST, ...UPDATE },
    });
    assert.equal(cell('LIST note.list').class, 'FLAW_READ');
    assert.match(cell('OBJ note.update').class, /^FLAW_/);
    assert.deepEqual(result.leftovers, []);
  });
});

describe('a list that answers who may not use it with nothing in it', () => {
  const shown = { id: 'n-1', text: 'Milk for the cat' };
  const run = (forOthers: unknown): ReturnType<typeof runToy> =>
    runToy({
      answer: ({ token }) => ({
        status: 200,
        body: token === undefined ? forOthers : { object: 'list', items: [shown], total: 1 },
      }),
      operations: { 'all.list': { request: 'notes.chain.json#list', effect: 'read' } },
      policy: { writer: { 'all.list': 'any' } },
    });

  it('refuses, although not with 403', async () => {
    const { cell } = await run({ object: 'list', items: [], total: 0 });
    assert.equal(cell('ANON all.list').class, 'SOFT_DENY');
  });

  for (const [title, body] of [
    ['says something else', { object: 'list', items: [], total: 0, hint: 'salary 90210 of the boss' }],
    ['shows another item', { object: 'list', items: [{ id: 'n-2', text: 'Bread' }], total: 1 }],
    ['has no list', { object: 'list', total: 0 }],
  ] as const) {
    it(`accepts where it ${title}`, async () => {
      const { cell } = await run(body);
      assert.equal(cell('ANON all.list').class, 'SUSPECT_ACCEPTED');
    });
  }
});
