/** Properties that a server takes and stores in a form of its own: they are no less set for that. */
import assert from 'node:assert/strict';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest } from './toyApi';

const NOTE = 'notes.chain.json';

/** Notes with a role that callers may not set; `stored` makes of what they send what is kept. */
function notesWithRole(
  stored: (sent: unknown) => unknown,
  first: unknown,
): (request: ToyRequest) => ToyAnswer {
  const notes = toyNotes();
  const roles = new Map<string, unknown>();
  return (request) => {
    const answer = notes.answer(request.token, request);
    const { id } = (answer.body ?? {}) as { readonly id?: string };
    if (id === undefined || answer.status >= 300) {
      return answer;
    }
    if ('role' in request.fields) {
      roles.set(id, stored(request.fields['role']));
    }
    return { ...answer, body: { ...(answer.body as object), role: roles.get(id) ?? first } };
  };
}

async function classesOf(
  value: unknown,
  stored: (sent: unknown) => unknown,
  first: unknown = 'user',
): Promise<readonly OutcomeClass[]> {
  const assign = [{ path: '$.role', value }];
  const { cell, result } = await runToy({
    answer: notesWithRole(stored, first),
    operations: {
      'note.create': { resource: 'note', request: `${NOTE}#create`, assign },
      'note.update': { resource: 'note', request: `${NOTE}#update`, assign },
    },
  });
  assert.deepEqual(result.leftovers, []);
  return [cell('PROP note.create').class, cell('PROP note.update').class];
}

describe('a property that callers must not set', () => {
  it('is set where the server keeps it in another form', async () => {
    const flaws = ['FLAW_WRITE', 'FLAW_WRITE'];
    assert.deepEqual(await classesOf('ADMIN', (sent) => String(sent).toLowerCase()), flaws);
    assert.deepEqual(await classesOf(' admin', (sent) => String(sent).trim()), flaws);
    assert.deepEqual(await classesOf(5000, (sent) => `${String(sent)}.00`, '10.00'), flaws);
    assert.deepEqual(await classesOf('0005000', Number, 10), flaws);
    assert.deepEqual(await classesOf('true', (sent) => sent === 'true', false), flaws);
  });

  it('is not known to be left alone where an update makes something else of it', async () => {
    const [, update] = await classesOf('admin', () => 'ROLE_2');
    assert.equal(update, 'INCONCLUSIVE_STATE');
  });

  it('passes where it stays what it was', async () => {
    const passes = ['PASS_EFFECT', 'PASS_EFFECT'];
    assert.deepEqual(await classesOf('ADMIN', () => undefined), passes);
    assert.deepEqual(await classesOf(5000, () => undefined, '10.00'), passes);
  });
});
