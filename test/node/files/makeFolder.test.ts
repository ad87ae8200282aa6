import assert from 'node:assert/strict';
import { lstat, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../../src/node/files/makeFolder';

describe('making a folder', () => {
  let top: string;
  const at = (name: string) => path.join(top, name);
  beforeEach(async () => {
    top = await mkdtemp(path.join(tmpdir(), 'chainwright-folder-'));
  });
  afterEach(() => rm(top, { recursive: true, force: true }));

  it('makes the parents that are missing', async () => {
    await makeFolder(at('a/b/c'));
    assert.ok((await stat(at('a/b/c'))).isDirectory());
  });

  it('leaves a folder that is there alone', async () => {
    await writeFile(at('kept'), '');
    await makeFolder(top);
    await makeFolder(path.parse(top).root);
    assert.deepEqual(await readdir(top), ['kept']);
  });

  it('makes one folder however many ask for it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => makeFolder(at(`a/b/c/${index % 2}`))));
    assert.deepEqual((await readdir(at('a/b/c'))).sort(), ['0', '1']);
  });

  it('gives the permissions to every folder that it makes', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await makeFolder(at('a/b'), 0o700);
    for (const name of ['a', 'a/b']) {
      assert.equal((await stat(at(name))).mode & 0o777, 0o700, name);
    }
  });

  it('is refused below a file and below a link to nothing', async () => {
    await writeFile(at('file'), '');
    await assert.rejects(makeFolder(at('file')), { code: 'EEXIST' });
    await assert.rejects(makeFolder(at('file/a/b')), { code: /^(?:ENOTDIR|EEXIST|ENOENT)$/ });
    await symlink(at('nothing'), at('link'), 'junction');
    await assert.rejects(makeFolder(at('link/a')), { code: 'EEXIST' });
    assert.ok((await lstat(at('link'))).isSymbolicLink());
    assert.deepEqual((await readdir(top)).sort(), ['file', 'link']);
  });

  it('ends where the parent is there and says that it is not', async function () {
    if (process.platform !== 'linux') {
      // Only Linux has such a folder.
      this.skip();
    }
    await assert.rejects(makeFolder('/proc/chainwright'), { code: 'ENOENT', path: '/proc/chainwright' });
    await assert.rejects(makeFolder('/proc/chainwright/a/b'), { code: 'ENOENT', path: '/proc/chainwright' });
  });
});
