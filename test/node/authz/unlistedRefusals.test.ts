/** Creations that are refused, of what no list shows: nobody can look for them, and nothing says that they happened. */
import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyAnswer, type ToyRun } from './toyApi';

const WRITERS: ReadonlySet<unknown> = new Set(['key-of-alice', 'key-of-bob']);
const CREATE = { resource: 'note', request: 'notes.chain.json#create' };

describe('a creation that was refused, of what has no list', () => {
  function run(
    refusal: ToyAnswer,
    isRefused = (fields: object): boolean => !('text' in fields),
  ): Promise<ToyRun> {
    const notes = toyNotes();
    return runToy({
      answer: (request) =>
        request.method === 'POST' && (!WRITERS.has(request.token) || isRefused(request.fields))
          ? refusal
          : notes.answer(request.token, request),
      users: { carol: { role: 'reader', variables: { key: 'key-of-carol' } } },
      operations: { 'note.create': { ...CREATE, assign: [{ path: '$.role', value: 'admin' }] } },
      policy: { writer: { 'note.*': 'own' }, reader: { 'note.*': 'none' } },
    });
  }

  for (const status of [400, 401, 403, 404, 429]) {
    it(`is not left behind after ${status}, and proves nothing`, async () => {
      const { result, cell } = await run({ status, body: { code: 130 } });
      assert.match(cell('FUN note.create').class, /^INCONCLUSIVE_/);
      assert.deepEqual(result.leftovers, []);
    });
  }

  for (const status of [200, 302, 500]) {
    it(`may be left behind after ${status}`, async () => {
      const { result } = await run({ status, body: { code: 130 } });
      assert.equal(result.leftovers.length, 2);
    });
  }

  it('is not left behind where a property is why', async () => {
    const { result, cell } = await run({ status: 403, body: {} }, (fields) => 'role' in fields);
    assert.match(cell('PROP note.create').class, /^INCONCLUSIVE_/);
    assert.deepEqual(result.leftovers, []);
  });
});
