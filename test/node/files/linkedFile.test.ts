import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkedFile } from '../../../src/node/files/linkedFile';

describe('the file that a link names', () => {
  let folder: string;
  let outside: string;
  before(async () => {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'chainwright-linked-')));
    folder = path.join(root, 'workspace');
    outside = path.join(root, 'elsewhere');
    await mkdir(path.join(folder, 'orders/folder.chain.json'), { recursive: true });
    await mkdir(outside);
    await writeFile(path.join(folder, 'orders/a.chain.json'), '{}');
    await writeFile(path.join(folder, '..a.chain.json'), '{}');
    await writeFile(path.join(folder, '.env'), 'KEY=1');
    await writeFile(path.join(outside, 'b.chain.json'), '{}');
    await symlink(path.join(outside, 'b.chain.json'), path.join(folder, 'out.chain.json'));
    await symlink(outside, path.join(folder, 'out'));
    await symlink(path.join(folder, '.env'), path.join(folder, 'env.chain.json'));
    await symlink('loop.chain.json', path.join(folder, 'loop.chain.json'));
  });
  after(() => rm(path.dirname(folder), { recursive: true, force: true }));

  it('is found below the folder', async () => {
    assert.deepEqual(await linkedFile('orders/a.chain.json', folder), {
      file: path.join(folder, 'orders/a.chain.json'),
      realName: 'orders/a.chain.json',
    });
  });

  it('is found under a name that begins with two dots', async () => {
    assert.equal((await linkedFile('..a.chain.json', folder))?.realName, '..a.chain.json');
  });

  it('is recognised by its real type', async () => {
    assert.equal((await linkedFile('env.chain.json', folder))?.realName, '.env');
  });

  for (const name of [
    'orders/none.chain.json',
    'orders/folder.chain.json',
    'orders/a.chain.json/b.chain.json',
    'out.chain.json',
    'out/b.chain.json',
    'loop.chain.json',
    '../elsewhere/b.chain.json',
    `${'x'.repeat(300)}.chain.json`,
  ]) {
    it(`is not ${name.slice(0, 40)}`, async () => {
      assert.equal(await linkedFile(name, folder), undefined);
    });
  }
});
