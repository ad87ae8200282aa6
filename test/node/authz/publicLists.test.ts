/** What the policy calls public is believed where somebody without credentials is shown the same, and nowhere else. */
import assert from 'node:assert/strict';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest } from './toyApi';

const LIST = { 'note.list': { resource: 'note', request: 'notes.chain.json#list' } };
const PUBLIC = { writer: { 'note.*': 'own' }, public: ['note.list', 'note.read'] };

interface Shown {
  readonly items: readonly { readonly id: string; readonly text: unknown; readonly owner: string }[];
}

/** Notes whose list everybody may read; `toGuests` makes of the list what is shown without credentials. */
function listedNotes(toGuests: (list: Shown) => ToyAnswer): (request: ToyRequest) => ToyAnswer {
  const notes = toyNotes({ open: true });
  return (request) => {
    if (request.token !== undefined || request.url !== '/notes') {
      return notes.answer(request.token, request);
    }
    return toGuests(notes.answer('a guest', request).body as Shown);
  };
}

async function classOfList(toGuests: (list: Shown) => ToyAnswer): Promise<OutcomeClass> {
  const { cell, result } = await runToy({
    answer: listedNotes(toGuests),
    operations: LIST,
    policy: PUBLIC,
  });
  assert.deepEqual(result.leftovers, []);
  return cell('LIST note.list').class;
}

describe('a list that the policy calls public, of owners who have an own one', () => {
  it('is no flaw where it shows everybody the same', async () => {
    assert.equal(await classOfList((list) => ({ status: 200, body: list })), 'PUBLIC_OK');
  });

  it('is a flaw where who is signed in is shown more of others', async () => {
    const withoutTexts = ({ items }: Shown): Shown => ({
      items: items.map(({ id, owner }) => ({ id, owner, text: 'hidden' })),
    });
    assert.equal(await classOfList((list) => ({ status: 200, body: withoutTexts(list) })), 'FLAW_READ');
  });

  it('is a flaw where nobody may read it without credentials, whatever the refusal holds', async () => {
    assert.equal(await classOfList((list) => ({ status: 401, body: list })), 'FLAW_READ');
  });
});

describe('an object that the policy calls public', () => {
  it('is not open because that of another owner is', async () => {
    const notes = toyNotes({ open: true });
    const { cell } = await runToy({
      answer(request) {
        const owner = notes.ownerOf(request.url);
        const isOpen = request.method === 'GET' && owner === 'key-of-alice';
        const { status, body } = notes.answer(isOpen ? 'a guest' : request.token, request);
        // What others are shown is nothing that would tell whose it is.
        return request.method === 'GET' && status === 200 && request.token !== owner
          ? { status, body: { done: true } }
          : { status, body };
      },
      resource: { owners: ['alice', 'bob'] },
      operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
      policy: PUBLIC,
    });
    assert.equal(cell('OBJ note.read alice<-bob').class, 'PUBLIC_OK');
    assert.equal(cell('OBJ note.read bob<-alice').class, 'SUSPECT_ACCEPTED');
  });
});
