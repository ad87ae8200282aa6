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
