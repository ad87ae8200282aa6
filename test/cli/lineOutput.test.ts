import assert from 'node:assert/strict';
import { createLineOutput } from '../../src/cli/lineOutput';

describe('createLineOutput', () => {
  it('writes a line at once on a terminal', () => {
    const writes: string[] = [];
    const output = createLineOutput({ isTTY: true, write: (text) => writes.push(text) });
    output.write('one');
    output.write('two');
    assert.deepEqual(writes, ['one\n', 'two\n']);
  });

  it('writes lines together elsewhere, in order, and none twice', () => {
    const writes: string[] = [];
    const output = createLineOutput({ write: (text) => writes.push(text) });
    output.write('one');
    output.write('');
    assert.deepEqual(writes, []);
    output.flush();
    output.flush();
    assert.deepEqual(writes, ['one\n\n']);
  });

  it('lets no line wait for the next one', async () => {
    const written = await new Promise<string>((resolve) => {
      createLineOutput({ write: resolve }).write('one');
    });
    assert.equal(written, 'one\n');
  });
});
