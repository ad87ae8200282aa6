import assert from 'node:assert/strict';
import { link, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRegularFile } from '../../../src/node/files/regularFile';

describe('readRegularFile', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chainwright-'));
    await writeFile(join(folder, 'file'), 'text');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('reads a file of exactly the largest size', async () => {
    assert.deepEqual(await readRegularFile(join(folder, 'file'), 4), {
      ok: true,
      bytes: Buffer.from('text'),
      names: 1,
    });
  });

  it('counts the names that hard links give a file', async () => {
    await writeFile(join(folder, 'first'), '');
    await link(join(folder, 'first'), join(folder, 'second'));
    const reading = await readRegularFile(join(folder, 'second'), 9);
    assert.equal(reading.ok && reading.names, 2);
  });

  it('does not read a larger one', async () => {
    assert.deepEqual(await readRegularFile(join(folder, 'file'), 3), { ok: false, fault: 'too-large' });
  });

  it('does not read a folder', async () => {
    assert.deepEqual(await readRegularFile(folder, 9), { ok: false, fault: 'not-a-file' });
  });

  it('does not follow a symbolic link', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await symlink('file', join(folder, 'link'));
    assert.deepEqual(await readRegularFile(join(folder, 'link'), 9), { ok: false, fault: 'not-a-file' });
  });

  it('tells a missing file', async () => {
    assert.deepEqual(await readRegularFile(join(folder, 'none'), 9), { ok: false, fault: 'missing' });
    assert.deepEqual(await readRegularFile(join(folder, 'file', 'none'), 9), { ok: false, fault: 'missing' });
  });
});
