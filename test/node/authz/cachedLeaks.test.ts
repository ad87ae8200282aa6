import assert from 'node:assert/strict';
import { runToy, toyNotes, type ToyAnswer } from './toyApi';

describe('a leak that comes from a cache', () => {
  it('is the cache alone when the answer past it is a refusal', async () => {
    const { message, asked } = await run({ serverLeaks: false });
    assert.match(message, /^Only the cache leaks this \(CWE-524\)/);
    assert.equal(asked, 1);
  });

  it('is the server as well when the answer past it is the same', async () => {
    const { message, asked } = await run({ serverLeaks: true });
    assert.match(message, /the server itself leaks the same data/);
    assert.equal(asked, 1);
  });
});

/** An API behind a cache that knows addresses and no users. */
async function run({ serverLeaks }: { readonly serverLeaks: boolean }): Promise<{
  readonly message: string;
  /** Requests past the cache. */
  readonly asked: number;
}> {
  const notes = toyNotes({ open: serverLeaks });
  const kept = new Map<string, ToyAnswer>();
  let asked = 0;
  const { cell } = await runToy({
    answer: (request) => {
      const { method, url, token } = request;
      const [path = '', query] = url.split('?');
      const hit = method === 'GET' && token !== undefined ? kept.get(url) : undefined;
      if (hit !== undefined) {
        return { ...hit, headers: { Age: '7' } };
      }
      asked += query === undefined ? 0 : 1;
      const answer = notes.answer(token, { ...request, url: path });
      if (method === 'GET' && answer.status === 200) {
        kept.set(url, answer);
      }
      return answer;
    },
    operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
    only: ['OBJ note.read alice<-bob*'],
  });
  const { class: found, secondary } = cell('OBJ note.read');
  assert.equal(found, 'FLAW_READ');
  assert.deepEqual(
    secondary.map(({ code }) => code),
    ['CACHE_HIT'],
  );
  return { message: secondary[0]?.message ?? '', asked };
}
