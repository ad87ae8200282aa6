import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { runToy, type ToyAnswer, type ToyRequest, type ToyRun, type ToyScene } from './toyApi';

interface Note {
  readonly owner: string;
  readonly text: unknown;
}

type Guard = (request: ToyRequest, note: Note | undefined, user: string | undefined) => ToyAnswer | undefined;

/** Runs a matrix against notes of which everybody who passes the guard may read each. */
function run(
  scene: Pick<ToyScene, 'operations' | 'requests' | 'packs' | 'constants'>,
  guard: Guard,
): Promise<ToyRun> {
  const notes = new Map<string, Note>();
  const answer = (request: ToyRequest): ToyAnswer => {
    const user = /^key-of-(\w+)/.exec(request.token ?? '')?.[1];
    const id = request.url.split('/')[2] ?? '';
    const refused = guard(request, notes.get(id), user);
    if (refused !== undefined || user === undefined) {
      return refused ?? { status: 401 };
    }
    if (request.url === '/notes') {
      const made = String(notes.size + 1000);
      notes.set(made, { owner: user, text: request.fields['text'] });
      return { status: 201, body: { id: made } };
    }
    const note = notes.get(id);
    if (request.method === 'DELETE') {
      notes.delete(id);
    }
    return note === undefined ? { status: 404, body: {} } : { status: 200, body: { id, ...note } };
  };
  return runToy({ answer, ...scene });
}

const NOTE = '{{baseUrl}}/notes/{{noteId}}';

describe('a request that is signed', () => {
  const operations = { 'note.signed': { resource: 'note', request: 'notes.chain.json#signed' } };
  const signedOver = (text: string, request: object = {}): Promise<ToyRun> => {
    const auth = { type: 'bearer', token: `{{key}}.{{$hash 'sha256' ${text}}}` };
    const requests = [{ id: 'signed', method: 'GET', url: NOTE, auth, ...request }];
    return run({ operations, requests }, ({ method, url, token = '' }, note) => {
      const [, signature] = token.split('.');
      const texts = [url, url.split('/')[2] ?? ''];
      const isRight = texts.some((one) => createHash('sha256').update(one).digest('hex') === signature);
      return signature === undefined || isRight || note === undefined || method !== 'GET'
        ? undefined
        : { status: 403, body: {} };
    });
  };

  it('is an attack like any other where it signs what is sent', async () => {
    const { cell } = await signedOver('$request.path');
    assert.equal(cell('OBJ note.signed alice<-bob').class, 'FLAW_READ');
    const { cell: again } = await signedOver('text', { variables: { text: '{{$request.path}}' } });
    assert.equal(again('OBJ note.signed alice<-bob').class, 'FLAW_READ');
  });

  it('is not tested where it would sign the caller’s identifier', async () => {
    for (const { cell } of [
      await signedOver('noteId'),
      await signedOver('text', { variables: { text: '{{noteId}}' } }),
    ]) {
      assert.equal(cell('OBJ note.signed alice<-bob').class, 'SKIPPED');
    }
  });
});

describe('a variant that writes JSON as text', () => {
  it('sends constants, variables of the request and what functions give with their types', async () => {
    const bodies: unknown[] = [];
    const json = {
      id: '{{noteId}}',
      two: '{{two}}',
      four: "{{$length 'four'}}",
      list: '{{list}}',
      user: '{{user}}',
    };
    await run(
      {
        operations: {
          'note.show': { resource: 'note', request: 'notes.chain.json#show', effect: 'read' },
        },
        requests: [
          { id: 'show', method: 'POST', url: NOTE, body: { json }, variables: { list: [1, '{{two}}'] } },
        ],
        constants: { two: 2, user: 'x' },
        packs: ['pollution'],
      },
      ({ method, url, fields }) => {
        bodies.push(...(method === 'POST' && url !== '/notes' ? [fields] : []));
        return undefined;
      },
    );
    const distinct = new Set(bodies.map((body) => JSON.stringify({ ...(body as object), id: undefined })));
    assert.deepEqual([...distinct], [JSON.stringify({ two: 2, four: 4, list: [1, 2], user: 'x' })]);
    assert.ok(bodies.length > 4);
  });
});
