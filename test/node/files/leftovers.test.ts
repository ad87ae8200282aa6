import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeLeftovers, temporaryFileName, writeFileAtomically } from '../../../src/node/files/atomicFile';
import { probeFolder } from '../../../src/node/files/outputFile';
import { cli } from '../../cli/program';
import { chainOf } from '../workspace';

/** Arguments of `unshare`: process numbers of its own, on the same machine. */
const NEW_CONTAINER = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc'];

describe('what a killed run leaves', () => {
  let folder = '';
  let gone = 0;
  before(async () => {
    const child = spawn(process.execPath, ['-e', '']);
    gone = child.pid ?? 0;
    await once(child, 'exit');
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const inside = (name: string): string => path.join(folder, name);
  const ofGone = (name: string): string => name.replace(`-${process.pid}-`, `-${gone}-`);
  const elsewhere = (name: string): string => name.replace(/chainwright-[0-9a-f]{8}/, 'chainwright-00000000');

  it('is removed by the next write into the same folder', async () => {
    await writeFile(inside(ofGone(temporaryFileName())), 'half');
    await writeFileAtomically(inside('a.json'), '{}');
    assert.deepEqual(await readdir(folder), ['a.json']);
  });

  it('is removed where a folder was tried out', async function () {
    if (process.platform === 'darwin') {
      this.skip(); // It does not tell of files that are gone at once.
    }
    const watcher = watch(folder);
    const [[, name]] = (await Promise.all([once(watcher, 'change'), probeFolder(folder)])) as [
      [string, string],
      void,
    ];
    watcher.close();
    await writeFile(inside(ofGone(name)), 'half');
    await removeLeftovers(folder);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is removed after a day when another machine left it', async () => {
    const [old, fresh] = [elsewhere(ofGone(temporaryFileName())), elsewhere(ofGone(temporaryFileName()))];
    await writeFile(inside(old), '');
    await writeFile(inside(fresh), '');
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(inside(old), twoDaysAgo, twoDaysAgo);
    await removeLeftovers(folder);
    assert.deepEqual(await readdir(folder), [fresh]);
  });

  it('is nothing that a process is still at work on, and no file of anybody else', async () => {
    const kept = [
      temporaryFileName(),
      `.${'a'.repeat(16)}.tmp`,
      `.chainwright-${gone}.tmp`,
      'chainwright-abc123',
      `${ofGone(temporaryFileName())}.bak`,
    ];
    await Promise.all(kept.map((name) => writeFile(inside(name), '')));
    await removeLeftovers(folder);
    assert.deepEqual((await readdir(folder)).sort(), kept.sort());
  });

  it('is nothing of a process that another container cannot see', async function () {
    if (spawnSync('unshare', [...NEW_CONTAINER, 'true']).status !== 0) {
      this.skip(); // Not on this system, or not for this user.
    }
    const name = temporaryFileName();
    await writeFile(inside(name), 'half');
    await writeFile(inside('a.chain.json'), JSON.stringify(chainOf([])));
    const command = [process.execPath, cli, 'run', 'a.chain.json', '--reporter', 'json=report.json'];
    spawnSync('unshare', [...NEW_CONTAINER, ...command], { cwd: folder });
    const names = await readdir(folder);
    assert.deepEqual([names.includes(name), names.includes('report.json')], [true, true]);
  });

  it('is not a folder with the name of a leftover', async () => {
    const name = ofGone(temporaryFileName());
    await mkdir(inside(name));
    await removeLeftovers(folder);
    assert.deepEqual(await readdir(folder), [name]);
  });

  it('is not a link with the name of a leftover', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const name = ofGone(temporaryFileName());
    await symlink('/', inside(name));
    await removeLeftovers(folder);
    assert.deepEqual(await readdir(folder), [name]);
  });
});
