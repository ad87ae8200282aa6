/** Objects that an attack makes by accident: the ledger knows of them before it is sent. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cleanUp } from '../../../src/node/authz/runMatrix';
import { matrixSettings } from './matrixRun';
import { startMatrix } from './startMatrix';
import {
  runToy,
  startToy,
  toyNotes,
  type ToyAnswer,
  type ToyNotes,
  type ToyRequest,
  type ToyScene,
} from './toyApi';

describe('an attack that makes another object of its own', () => {
  for (const status of [200, 500]) {
    it(`leaves nothing when it is answered with ${status}`, async () => {
      const notes = toyNotes();
      let copies = 0;
      const { result } = await runToy(
        sceneOf(notes, () => {
          copies += 1;
          return { status, body: {} };
        }),
      );
      assert.ok(copies > 0);
      assert.deepEqual(result.leftovers, []);
      assert.equal(notes.count(), 0);
    });
  }

  it('is not said to be left where it made none and was not answered well', async () => {
    const notes = toyNotes();
    const { result } = await runToy({
      ...sceneOf(notes, () => ({ status: 500 })),
      answer: (request) =>
        isForeignUpdate(notes, request) ? { status: 500 } : notes.answer(request.token, request),
    });
    assert.deepEqual(result.leftovers, []);
  });

  it('leaves nothing that cleanup does not delete when the run is killed then', async () => {
    const notes = toyNotes();
    await killed(notes, (kill) =>
      sceneOf(notes, () => {
        kill();
        return { status: 200, body: {} };
      }),
    );
    assert.equal(notes.count(), 0);
  });

  it('is not deleted by cleanup where it was there before, and the attack wrote into it', async () => {
    const notes = toyNotes();
    const post: ToyRequest = { method: 'POST', url: '/notes', token: 'key-of-bob', fields: { text: 'Tea' } };
    const { id } = notes.answer('key-of-bob', post).body as { readonly id: string };
    await killed(notes, (kill) => ({
      ...sceneOf(notes, () => ({ status: 200 })),
      answer(request) {
        if (!isForeignUpdate(notes, request) || request.token !== 'key-of-bob') {
          return notes.answer(request.token, request);
        }
        kill();
        return notes.answer(request.token, { ...request, url: `/notes/${id}` });
      },
    }));
    assert.equal(notes.ownerOf(`/notes/${id}`), 'key-of-bob');
    assert.equal(notes.count(), 1);
  });
});

/** Runs a scene in a process of its own until it is killed, and cleans up. */
async function killed(notes: ToyNotes, scene: (kill: () => void) => ToyScene): Promise<void> {
  let kill = (): void => undefined;
  const place = await startToy(
    scene(() => {
      kill();
    }),
  );
  try {
    const child = await startMatrix(place.job, place.origin);
    kill = () => {
      child.kill('SIGKILL');
    };
    await once(child, 'exit');
    assert.equal(child.signalCode, 'SIGKILL');
    assert.ok(notes.count() > 2);
    await cleanUp(place.job, matrixSettings(place.origin), AbortSignal.timeout(100_000));
  } finally {
    await place.close();
  }
}

/** An API that makes a note of the caller's of what is written to a note of somebody else. */
function sceneOf(notes: ToyNotes, copied: () => ToyAnswer): ToyScene {
  return {
    answer(request) {
      if (!isForeignUpdate(notes, request)) {
        return notes.answer(request.token, request);
      }
      notes.answer(request.token, { ...request, method: 'POST' });
      return copied();
    },
    resource: { list: 'notes.chain.json#list' },
    operations: { 'note.update': { resource: 'note', request: 'notes.chain.json#update' } },
  };
}

function isForeignUpdate(notes: ToyNotes, { method, url, token }: ToyRequest): boolean {
  const owner = notes.ownerOf(url);
  return method === 'PUT' && token !== undefined && owner !== undefined && owner !== token;
}
