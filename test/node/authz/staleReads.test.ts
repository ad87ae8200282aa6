/** Other requests of a run change the object between the owner's look and the attack: that is not a flaw. */
import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest, type ToyRun } from './toyApi';

describe('what other requests of a run changed before an attack', () => {
  it('is not a deletion by the attack', async () => {
    const { cell, result } = await runWith('remove');
    const { class: found, reasons } = cell('OBJ note.delete alice<-bob');
    assert.equal(found, 'PASS_404', reasons.join(' '));
    assert.match(
      result.notes.join(' '),
      /The note of alice changed before the attack on note\.update\. .* the latest first: .*renew as alice/,
    );
  });

  it('is not a change by the attack', async () => {
    const { cell } = await runWith('write');
    assert.equal(cell('OBJ note.update alice<-bob').class, 'PASS_404');
  });

  it('costs one read before each attack that may change something', async () => {
    const reads: string[] = [];
    const { result } = await runWith('nothing', (text) => reads.push(text));
    const attack = reads.findIndex((text) => text.startsWith('PUT') && text.endsWith('bob'));
    assert.ok(attack > 0);
    for (const [index, text] of reads.entries()) {
      const isAttack = /^(?:PUT|DELETE) \S+ key-of-bob$/.test(text) && isOfAlice(text, reads);
      assert.ok(!isAttack || reads[index - 1] === `GET ${text.split(' ')[1] ?? ''} key-of-alice`, text);
    }
    const { sent, strict } = result.requests;
    assert.ok(sent <= strict, `${sent} of ${strict}`);
  });
});

/** Whether alice created what a request names. */
function isOfAlice(text: string, log: readonly string[]): boolean {
  const url = text.split(' ')[1] ?? '';
  return log.includes(`GET ${url} key-of-alice`);
}

type Habit = 'remove' | 'write' | 'nothing';

/** Renewing concerns no object of the matrix, and yet does something to all notes of the user who renews. */
function runWith(habit: Habit, log: (text: string) => void = () => undefined): Promise<ToyRun> {
  const notes = toyNotes();
  const ids = new Set<string>();
  const answer = (request: ToyRequest): ToyAnswer => {
    const { method, url, token } = request;
    log(`${method} ${url} ${token ?? 'nobody'}`);
    if (url !== '/renew') {
      const done = notes.answer(token, request);
      const { id } = (done.body ?? {}) as { readonly id?: string };
      ids.add(id ?? '');
      return done;
    }
    for (const id of ids) {
      const about = { method: habit === 'remove' ? 'DELETE' : 'PUT', url: `/notes/${id}`, token };
      if (habit !== 'nothing' && id !== '') {
        notes.answer(token, { ...about, fields: { text: 'renewed' } });
      }
    }
    return { status: 200, body: { renewed: true } };
  };
  return runToy({
    answer,
    requests: [{ id: 'renew', method: 'POST', url: '{{baseUrl}}/renew' }],
    operations: {
      'note.read': { resource: 'note', request: 'notes.chain.json#read' },
      renew: { request: 'notes.chain.json#renew', effect: 'action' },
      'note.update': { resource: 'note', request: 'notes.chain.json#update' },
      'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
    },
    policy: { writer: { 'note.*': 'own', renew: 'any' } },
  });
}
