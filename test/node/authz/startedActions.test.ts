/** Actions that write no text of the run, and are answered alike whether there is an object or not. */
import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyRun } from './toyApi';

interface Habits {
  /** Whether archiving has an effect. */
  readonly works: boolean;
  /** Whether it looks at the owner. */
  readonly checks?: boolean;
}

/** Notes that are archived by their ids in a body. */
async function run({ works, checks = true }: Habits): Promise<ToyRun> {
  const notes = toyNotes();
  const archived = new Set<unknown>();
  return runToy({
    answer: (request) => {
      const { url, token, fields } = request;
      if (url !== '/archive') {
        const { body, ...rest } = notes.answer(token, request);
        const { id } = (body ?? {}) as { readonly id?: string };
        return id === undefined
          ? { body, ...rest }
          : { ...rest, body: { ...(body as object), archived: archived.has(id) } };
      }
      const [id] = fields['ids'] as readonly string[];
      const isOwn = notes.ownerOf(`/notes/${id ?? ''}`) === token;
      if (works && (isOwn || !checks)) {
        archived.add(id);
      }
      return { status: 200, body: { started: true } };
    },
    requests: [
      { id: 'archive', method: 'POST', url: '{{baseUrl}}/archive', body: { json: { ids: ['{{noteId}}'] } } },
    ],
    operations: {
      'note.archive': { resource: 'note', request: 'notes.chain.json#archive', effect: 'action' },
    },
  });
}

describe('an action that is answered alike for what does not exist', () => {
  it('works where the object is another afterwards', async () => {
    const { cell } = await run({ works: true });
    assert.equal(cell('SELF note.archive').class, 'PASS_EFFECT');
    assert.equal(cell('OBJ note.archive').class, 'SOFT_DENY');
  });

  it('is found where it reaches the object of another', async () => {
    const { cell } = await run({ works: true, checks: false });
    const { class: verdict, signals } = cell('OBJ note.archive');
    assert.deepEqual([verdict, signals?.control], ['FLAW_WRITE', 'ok']);
  });

  it('proves nothing where it has no effect for the owner either', async () => {
    const { cell } = await run({ works: false });
    assert.equal(cell('OBJ note.archive').class, 'INCONCLUSIVE_CONTROL');
  });
});
