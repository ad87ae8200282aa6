/** Runs against an API that others change at the same time: what a run must not do or take for an effect. */
import assert from 'node:assert/strict';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { run } from './watchedNotes';

describe('what an attack sets off', () => {
  it("never becomes a cookie of the caller, not even the owner's", async () => {
    const { log } = await run(({ url, notes, id }) =>
      url.endsWith('/share') ? { status: 200, cookie: `sid=${notes.get(id)?.owner ?? 'nobody'}` } : undefined,
    );
    assert.deepEqual(
      log.filter(({ cookie, user = '' }) => cookie !== undefined && cookie !== `sid=${user}`),
      [],
    );
  });

  it('changes nothing of strangers, whose identifiers look alike', async () => {
    const { notes } = await run(() => undefined, { strangers: 1000 });
    const strangers = [...notes.values()].filter(({ owner }) => owner === 'stranger');
    assert.equal(strangers.length, 1000);
    assert.ok(strangers.every(({ text }) => text === 'theirs'));
  });

  it("is not a calibration where the invented identifier is somebody's", async () => {
    const { log } = await run(({ method, id, notes }) =>
      method === 'GET' && id !== '' && !notes.has(id) ? { status: 200, body: { id } } : undefined,
    );
    const written = log.filter(({ method }) => method === 'PUT' || method === 'DELETE');
    assert.ok(written.every(({ url }) => url.length < '/notes/INV-90007'.length));
  });

  it('is found where something moved before of itself', async () => {
    const { result } = await run(({ method, url, note }) => {
      if (note !== undefined && url.endsWith('/cancel')) {
        note.state = 'cancelled';
        return { status: 403 };
      }
      if (note !== undefined && method === 'GET' && note.state !== 'cancelled') {
        note.state = note.state === 'new' ? 'processing' : 'ready';
      }
      return undefined;
    });
    assert.equal(classOf(result, 'OBJ note.cancel'), 'FLAW_WRITE');
  });

  it('is not what moves by the second', async () => {
    const { result } = await run(
      ({ method, note }) => {
        if (note !== undefined && method === 'GET') {
          note.state = String(Math.floor((performance.now() - note.since + 950) / 1000));
        }
        return undefined;
      },
      { slowMs: 60 },
    );
    assert.match(classOf(result, 'OBJ note.update'), /^PASS/);
  });
});

describe('a success that no longer shows an object', () => {
  const page = '<form action="/login"></form>';
  const shapes: readonly (readonly [body: unknown, refused: string, accepted: string])[] = [
    [null, 'FLAW_DELETE', 'FLAW_DELETE'],
    [{ data: null }, 'FLAW_DELETE', 'FLAW_DELETE'],
    [{ items: [] }, 'FLAW_DELETE', 'FLAW_DELETE'],
    [{ error: 'try again' }, 'INCONCLUSIVE_STATE', 'FLAW_DELETE'],
    [page, 'INCONCLUSIVE_STATE', 'FLAW_DELETE'],
  ];
  for (const [body, refused, accepted] of shapes) {
    it(`${JSON.stringify(body)} is ${refused} after a refusal, and ${accepted} otherwise`, async () => {
      for (const [status, expected] of [
        [403, refused],
        [200, accepted],
      ] as const) {
        const attacked = new Set<string>();
        const { result } = await run(({ method, id, note, user }) => {
          if (method === 'DELETE' && note !== undefined && note.owner !== user) {
            attacked.add(id);
            return { status, body: {} };
          }
          return method === 'GET' && attacked.has(id) ? { status: 200, body } : undefined;
        });
        assert.equal(classOf(result, 'OBJ note.delete'), expected);
      }
    });
  }

  it('is a deletion after a refusal where objects that do not exist have it, too', async () => {
    const body = { error: 'no such note' };
    const { result } = await run(({ method, id, note, notes, user }) => {
      if (method === 'DELETE' && note !== undefined && note.owner !== user) {
        notes.delete(id);
        return { status: 403, body: {} };
      }
      return method === 'GET' && id !== '' && note === undefined ? { status: 200, body } : undefined;
    });
    assert.equal(classOf(result, 'OBJ note.delete'), 'FLAW_DELETE');
  });

  it('proves that something was deleted only where it is empty', async () => {
    for (const [body, doubts] of [
      [{ items: [] }, 0],
      [{ error: 'try again' }, 1],
    ] as const) {
      const { result } = await run(({ method, url, id, notes }) => {
        if (url === '/notes' && method === 'GET') {
          return { status: 503 };
        }
        return method === 'GET' && id !== '' && !notes.has(id) ? { status: 200, body } : undefined;
      });
      const found = result.notes.filter((note) => note.includes('nothing proves that they are gone'));
      assert.equal(found.length, doubts, result.notes.join('\n'));
    }
  });
});

describe('a list that names further pages', () => {
  it('proves nothing about them', async () => {
    const { result } = await run(({ url, method, user, notes }) =>
      url === '/notes' && method === 'GET'
        ? {
            status: 200,
            body: { items: [...notes].filter(([, { owner }]) => owner === user), has_more: true },
          }
        : undefined,
    );
    assert.doesNotMatch(classOf(result, 'LIST note.list'), /^PASS/);
  });
});

function classOf(result: AuthzResult, begin: string): string {
  return result.cells.find(({ cell }) => cell.id.startsWith(begin))?.class ?? 'no such cell';
}
