/** Texts that are written as fast as somebody reads them. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { writePieces } from '../../../src/node/files/pieceOutput';

describe('writePieces', () => {
  /** An output that is full after each chunk, and whose reader is gone after a number of them. */
  const outputOf = (chunks: number) => {
    const written: string[] = [];
    const output = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        written.push(chunk);
        setImmediate(done, written.length < chunks ? null : new Error('EPIPE'));
      },
    });
    return { written, output };
  };

  it('writes all pieces, several at a time', async () => {
    const { written, output } = outputOf(10);
    await writePieces(output, ['a', 'b', 'x'.repeat(70_000), 'c']);
    assert.deepEqual(written, [`ab${'x'.repeat(70_000)}`, 'c']);
    assert.equal(output.listenerCount('drain') + output.listenerCount('error'), 0);
  });

  it('writes a plain string at once', async () => {
    const { written, output } = outputOf(10);
    assert.equal(await writePieces(output, 'abc'), true);
    assert.deepEqual(written, ['abc']);
  });

  it('makes no more of a text that nobody reads any more', async () => {
    const { written, output } = outputOf(1);
    let made = 0;
    function* pieces(): Generator<string> {
      for (; made < 5; made += 1) {
        yield 'x'.repeat(70_000);
      }
    }
    await writePieces(output, pieces());
    assert.equal(written.length, 1);
    assert.ok(made < 5);
  });

  it('gives up soon after an interruption when nobody reads, and says so', async () => {
    const output = new Writable({ highWaterMark: 1, write: () => undefined });
    const interrupting = new AbortController();
    const writing = writePieces(output, ['a', 'b'], interrupting.signal);
    interrupting.abort();
    assert.equal(await writing, false);
    assert.equal(output.listenerCount('drain') + output.listenerCount('error'), 0);
  });
});
