import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '../../../src/node/files/atomicFile';

describe('writeFileAtomically', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chainwright-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const contents: [title: string, content: string | Uint8Array][] = [
    ['text as UTF-8', 'Grüße, 世界\n'],
    ['bytes', Uint8Array.of(0, 255, 10)],
    ['nothing at all', ''],
    ['a megabyte', 'x'.repeat(1 << 20)],
  ];
  for (const [title, content] of contents) {
    it(`writes ${title}`, async () => {
      const path = join(folder, 'a.json');
      await writeFileAtomically(path, content);
      assert.deepEqual(await readFile(path), Buffer.from(content));
      assert.deepEqual(await readdir(folder), ['a.json']);
    });
  }

  it('replaces a file', async () => {
    const path = join(folder, 'a.json');
    await writeFileAtomically(path, 'a long old content');
    await writeFileAtomically(path, 'new');
    assert.equal(await readFile(path, 'utf8'), 'new');
  });

  it('writes a name as long as the file system allows', async () => {
    const name = 'n'.repeat(255);
    await writeFileAtomically(join(folder, name), 'x');
    assert.deepEqual(await readdir(folder), [name]);
  });

  it('shows readers the old content or the new, never a part', async () => {
    const path = join(folder, 'a.json');
    const versions = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000));
    await writeFileAtomically(path, versions[0] ?? '');
    const writing = Promise.all(versions.map((version) => writeFileAtomically(path, version)));
    for (let read = 0; read < 20; read += 1) {
      assert.ok(versions.includes(await readFile(path, 'utf8')));
    }
    await writing;
    assert.deepEqual(await readdir(folder), ['a.json']);
  });

  it('leaves what was there, and nothing else, when it cannot be replaced', async () => {
    const path = join(folder, 'taken');
    await mkdir(path);
    await writeFile(join(path, 'old.json'), 'old');
    await assert.rejects(writeFileAtomically(path, 'new'));
    assert.deepEqual(await readdir(folder), ['taken']);
    assert.equal(await readFile(join(path, 'old.json'), 'utf8'), 'old');
  });

  it('rejects when the folder does not exist', async () => {
    await assert.rejects(writeFileAtomically(join(folder, 'no', 'a.json'), 'x'), { code: 'ENOENT' });
  });

  it('replaces a symbolic link and leaves alone what it leads to', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await writeFile(join(folder, 'target'), 'old');
    await symlink('target', join(folder, 'link'));
    await writeFileAtomically(join(folder, 'link'), 'new');
    assert.equal(await readFile(join(folder, 'target'), 'utf8'), 'old');
    assert.equal(await readFile(join(folder, 'link'), 'utf8'), 'new');
  });

  it('keeps a private file from everybody else', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await writeFileAtomically(join(folder, 'a'), 'x', { access: 'private' });
    assert.equal((await stat(join(folder, 'a'))).mode & 0o777, 0o600);
  });
});
