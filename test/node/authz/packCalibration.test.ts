/** Successes that the variants of attack packs get from a protected API, and that concern no object. */
import assert from 'node:assert/strict';
import { judgementOf } from '../../../src/core/authz/model/verdict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

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
): Promise<ToyRun> {
  return runToy({
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
