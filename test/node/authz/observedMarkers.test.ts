/** A marker counts only where it was sent and its owner reads it; where none does, an absence of leaks is not claimed. */
import assert from 'node:assert/strict';
import type { CellResult } from '../../../src/core/authz/model/authzResult';
import { runToy, type ToyAnswer, type ToyRequest } from './toyApi';

describe('markers', () => {
  it('go into a text that its owner reads, whatever its name', async () => {
    const { cell, requests } = await run({ leaks: true });
    assert.equal(cell('OBJ note.read').class, 'FLAW_READ');
    assert.match(
      cell('OBJ note.read').reasons.join(' '),
      /\/note\/body holds the text planted in alice's note/,
    );
    assert.ok(requests.every(({ fields }) => fields['kind'] === undefined || fields['kind'] === 'memo'));
  });

  it('are not looked for in a protected API that has them, and it passes', async () => {
    const { cell } = await run({});
    assert.equal(cell('OBJ note.read').class, 'PASS_403');
    assert.equal(cell('OBJ note.read').signals?.leak, 'no');
  });

  it('are given up where the API refuses them, and the cell says what to name', async () => {
    const { cell } = await run({ leaks: true, fixedText: true });
    const { signals, reasons } = cell('OBJ note.read');
    assert.equal(signals?.leak, 'unknown');
    assert.match(
      reasons.join(' '),
      /The leak check had no marker: .* Name \$\.body under "canary" of note\./,
    );
    assert.doesNotMatch(reasons.join(' '), /contains nothing of/);
  });

  it('are not planted by name where the API refuses them there', async () => {
    const { cell, result } = await run({ fixedText: true, named: true });
    assert.match(cell('OBJ note.read').class, /^PASS_403$/);
    assert.deepEqual(result.leftovers, []);
  });

  it('go on being planted for others when somebody may create nothing, with a text or without', async () => {
    const { requests } = await run({ named: true, refused: ALICE });
    const created = requests.filter(({ method }) => method === 'POST');
    const without = created.findIndex(({ token, fields }) => token === ALICE && fields['note'] === TEXT);
    assert.ok(without > 0);
    const others = created.slice(without).filter(({ token }) => token !== ALICE);
    assert.ok(others.length > 0);
    others.forEach(({ fields }) => {
      assert.match(String(fields['note']), /^CNRY-/);
    });
  });

  it('leave nothing of what was created to find them', async () => {
    for (const fixedText of [true, false]) {
      const { left, result } = await run({ fixedText });
      assert.deepEqual([left, result.leftovers], [[], []]);
    }
  });
});

interface Habits {
  /** Whether a refusal carries the whole note. */
  readonly leaks?: boolean;
  /** Whether the text of a note is one of a list. */
  readonly fixedText?: boolean;
  /** Whether the text is called `note`, as free text is. */
  readonly named?: boolean;
  /** The credentials of a user who may create nothing. */
  readonly refused?: string;
}

async function run({ leaks = false, fixedText = false, named = false, refused }: Habits): Promise<{
  readonly cell: (begin: string) => CellResult;
  readonly requests: readonly ToyRequest[];
  readonly left: readonly string[];
  readonly result: { readonly leftovers: readonly unknown[] };
}> {
  const requests: ToyRequest[] = [];
  const notes = new Map<string, { readonly owner: string; readonly body: unknown }>();
  let next = 0;
  const name = named ? 'note' : 'body';
  const about = (id: string, { owner: _owner, body }: { owner: string; body: unknown }): object => ({
    id: Number(id),
    [name]: body,
    kind: 'memo',
  });
  const create = (owner: string, fields: ToyRequest['fields']): ToyAnswer => {
    if (owner === refused) {
      return { status: 403, body: { error: 'forbidden' } };
    }
    if (fixedText && fields[name] !== TEXT) {
      return { status: 422, body: { error: `${name} must be one of the list` } };
    }
    next += 1;
    const note = { owner, body: fields[name] };
    notes.set(String(next), note);
    return { status: 201, body: about(String(next), note) };
  };
  const answer = (request: ToyRequest): ToyAnswer => {
    const { method, url, token, fields } = request;
    requests.push(request);
    const id = url.replace(/^\/notes\/?/, '');
    const note = notes.get(id);
    if (token === undefined) {
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: {} };
    }
    if (method === 'POST') {
      return create(token, fields);
    }
    if (note === undefined) {
      return { status: 404, body: {} };
    }
    if (note.owner !== token) {
      return { status: 403, body: { error: 'forbidden', ...(leaks ? { note: about(id, note) } : {}) } };
    }
    if (method === 'DELETE') {
      notes.delete(id);
      return { status: 204 };
    }
    return { status: 200, body: about(id, note) };
  };
  const body = { json: { kind: 'memo', [name]: TEXT } };
  const extract = [{ variable: 'noteId', from: 'body', path: '$.id' }];
  const { cell, result } = await runToy({
    answer,
    requests: [{ id: 'write', method: 'POST', url: '{{baseUrl}}/notes', body, extract }],
    resource: { create: 'notes.chain.json#write', canary: undefined },
    operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
  });
  return { cell, requests, left: [...notes.keys()], result };
}

const TEXT = 'All that I wrote';
const ALICE = 'key-of-alice';
