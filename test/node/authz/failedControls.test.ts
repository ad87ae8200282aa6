/** Controls that only look like a success: what the chain expects of the answer says so. */
import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyRun } from './toyApi';

describe('a refusal of others', () => {
  function run(isDone: boolean): Promise<ToyRun> {
    const notes = toyNotes();
    return runToy({
      answer(request) {
        const done = notes.answer(request.token, request);
        return request.method === 'PATCH' && done.status === 200
          ? { status: 200, body: { done: isDone } }
          : done;
      },
      requests: [
        {
          id: 'close',
          method: 'PATCH',
          url: '{{baseUrl}}/notes/{{noteId}}',
          expect: { body: [{ path: '$.done', equals: true }] },
        },
      ],
      operations: {
        'note.close': { resource: 'note', request: 'notes.chain.json#close', effect: 'action' },
      },
    });
  }

  it('proves something where the own object was closed', async () => {
    assert.equal((await run(true)).cell('OBJ note.close').class, 'PASS_404');
  });

  it('proves nothing where the owner could not close the own one either', async () => {
    const { cell } = await run(false);
    assert.equal(cell('OBJ note.close').class, 'INCONCLUSIVE_CONTROL');
    assert.equal(cell('SELF note.close').class, 'OVER_RESTRICTED');
  });
});
