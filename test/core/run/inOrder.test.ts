/** Sources that are read at the same time, in order. */
import assert from 'node:assert/strict';
import { setImmediate as later } from 'node:timers/promises';
import { inOrder } from '../../../src/core/run/inOrder';

/** What happened to sources, in order. */
interface Watched {
  readonly begun: number[];
  readonly ended: number[];
}

/** Sources that give their number and a letter after some turns each; the one with number `failing` fails in between. */
function sources(
  turns: readonly number[],
  { begun, ended }: Watched,
  failing = -1,
): readonly (() => AsyncGenerator<string, void, void>)[] {
  return turns.map(
    (count, number) =>
      async function* () {
        begun.push(number);
        try {
          yield `${number}a`;
          for (let turn = 0; turn < count; turn += 1) {
            await later();
          }
          if (number === failing) {
            throw new Error(`source ${number}`);
          }
          yield `${number}b`;
        } finally {
          ended.push(number);
        }
      },
  );
}

async function read(given: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const one of given) {
    all.push(one);
  }
  return all;
}

describe('sources in order', () => {
  for (const atOnce of [1, 2, 10]) {
    it(`give what they give one after the other, ${atOnce} at once`, async () => {
      const given = inOrder(sources([5, 1, 0, 3], { begun: [], ended: [] }), atOnce);
      assert.deepEqual(await read(given), ['0a', '0b', '1a', '1b', '2a', '2b', '3a', '3b']);
    });
  }

  it('give nothing when there are none', async () => {
    assert.deepEqual(await read(inOrder([], 3)), []);
  });

  it('are not begun far ahead of a slow one', async () => {
    const watched: Watched = { begun: [], ended: [] };
    const turns = [200, ...Array.from({ length: 50 }, () => 0)];
    const given = inOrder(sources(turns, watched), 2);
    await given.next();
    await given.next();
    assert.equal(watched.begun.length, 8);
    await given.return();
  });

  it('fail when it is the turn of the one that fails, and end the others', async () => {
    const watched: Watched = { begun: [], ended: [] };
    const all: string[] = [];
    await assert.rejects(async () => {
      for await (const one of inOrder(sources([9, 1, 50, 50], watched, 1), 3)) {
        all.push(one);
      }
    }, /source 1/);
    assert.deepEqual(all, ['0a', '0b', '1a']);
    assert.deepEqual(watched.begun.toSorted(), watched.ended.toSorted());
  });

  it('end when nobody reads any more', async () => {
    const watched: Watched = { begun: [], ended: [] };
    const given = inOrder(sources([9, 9, 9, 9, 9], watched), 3);
    await given.next();
    await given.return();
    assert.deepEqual(watched.begun.toSorted(), watched.ended.toSorted());
    assert.ok(watched.begun.length < 5);
  });
});
