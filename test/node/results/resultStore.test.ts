import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExecutionResult } from '../../../src/core/result/result';
import { createResultStore, storedBodies } from '../../../src/node/results/resultStore';
import { fakeRun } from '../../core/fakeRun';

const CHAIN = 'auth/login.chain.json';

async function aResult(): Promise<ExecutionResult> {
  const { result } = await fakeRun({
    chain: { requests: [{ id: 'a', method: 'GET', url: 'http://api.test/' }] },
    answer: () => 200,
  });
  return result;
}

/** A moment `minutes` after a fixed one. */
function at(minutes: number): Date {
  return new Date(Date.UTC(2026, 0, 1, 0, minutes));
}

describe('result store', () => {
  let workspace = '';
  let result: ExecutionResult;
  const results = () => path.join(workspace, '.chainwright/results/auth/login');
  beforeEach(async () => {
    workspace = await mkdtemp(path.join(tmpdir(), 'chainwright-'));
    result = await aResult();
  });
  afterEach(() => rm(workspace, { recursive: true, force: true }));

  async function save(keep: number, ...minutes: readonly number[]): Promise<void> {
    const store = createResultStore(workspace, keep);
    for (const minute of minutes) {
      await store.save(await store.slot(CHAIN, at(minute)), result, 'runAll');
    }
  }

  it('keeps results by chain, newest first', async () => {
    await save(10, 1, 3, 2);
    const listed = await createResultStore(workspace, 10).list(CHAIN);
    assert.deepEqual(
      listed.map(({ file }) => path.relative(results(), file)),
      ['2026-01-01T00-03-00.000Z.json', '2026-01-01T00-02-00.000Z.json', '2026-01-01T00-01-00.000Z.json'],
    );
    assert.deepEqual(listed[0]?.head.counts, { passed: 1, failed: 0, blocked: 0, skipped: 0 });
  });

  it('knows which chains have results', async () => {
    const store = createResultStore(workspace, 5);
    assert.deepEqual(await store.chains(), []);
    for (const chain of ['orders.chain.json', CHAIN, 'auth/login/again.chain.json']) {
      await store.save(await store.slot(chain, at(1)), result, 'part');
    }
    assert.deepEqual(await store.chains(), [
      'auth/login.chain.json',
      'auth/login/again.chain.json',
      'orders.chain.json',
    ]);
  });

  it('follows no link while it looks for them', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await save(5, 1);
    await symlink('.', path.join(workspace, '.chainwright/results/loop'));
    await symlink('/', path.join(workspace, '.chainwright/results/disk'));
    assert.deepEqual(await createResultStore(workspace, 5).chains(), [CHAIN]);
  });

  it('keeps results of a chain whose name changed in case only, on Windows', async function () {
    if (process.platform !== 'win32') {
      this.skip();
    }
    await save(5, 1);
    const store = createResultStore(workspace, 5);
    await store.save(await store.slot(CHAIN.toUpperCase(), at(2)), result, 'part');
    assert.equal((await store.list(CHAIN)).length, 2);
  });

  it('gives back what was saved', async () => {
    await save(10, 1);
    const store = createResultStore(workspace, 10);
    const [stored] = await store.list(CHAIN);
    assert.deepEqual((await store.read(stored?.file ?? '')).requests, result.requests);
  });

  it('keeps two runs of one millisecond apart', async () => {
    await save(10, 1, 1, 1);
    assert.equal((await createResultStore(workspace, 10).list(CHAIN)).length, 3);
  });

  it('removes the oldest beyond those to keep, their bodies too', async () => {
    const store = createResultStore(workspace, 2);
    const old = await store.slot(CHAIN, at(0));
    await old.bodies.keep('0-response', 'long');
    await store.save(old, result, 'execute');
    await save(2, 1, 2);
    assert.deepEqual(await readdir(results()), [
      '2026-01-01T00-01-00.000Z.json',
      '2026-01-01T00-02-00.000Z.json',
    ]);
  });

  it('finds the bodies of a result again', async () => {
    const store = createResultStore(workspace, 2);
    const slot = await store.slot(CHAIN, at(0));
    await slot.bodies.keep('0-response', 'long');
    await store.save(slot, result, 'execute');
    assert.equal(await storedBodies(slot.file).read('0-response'), 'long');
  });

  it('removes bodies that a killed run left, but not those of a run under way', async () => {
    const store = createResultStore(workspace, 5);
    await (await store.slot(CHAIN, at(0))).bodies.keep('0-response', 'left behind');
    await (await store.slot(CHAIN, at(2))).bodies.keep('0-response', 'under way');
    await save(5, 1);
    assert.deepEqual((await readdir(results())).sort(), [
      '2026-01-01T00-01-00.000Z.json',
      '2026-01-01T00-02-00.000Z.bodies',
    ]);
  });

  it('keeps itself out of version control, and leaves an ignore file of the person alone', async () => {
    await save(5, 1);
    const ignore = path.join(workspace, '.chainwright/.gitignore');
    assert.equal(await readFile(ignore, 'utf8'), '*\n');
    await writeFile(ignore, '*\n!results\n');
    await save(5, 2);
    assert.equal(await readFile(ignore, 'utf8'), '*\n!results\n');
  });

  it('has no history for a chain that was never run', async () => {
    assert.deepEqual(await createResultStore(workspace, 5).list('never.chain.json'), []);
  });

  it('leaves out of the history what is not a result', async () => {
    await save(5, 1);
    await writeFile(path.join(results(), '2026-01-01T00-09-00.000Z.json'), '{"formatVersion":1}');
    await mkdir(path.join(results(), '2026-01-01T00-08-00.000Z.json'));
    assert.equal((await createResultStore(workspace, 5).list(CHAIN)).length, 1);
  });

  it('deletes a result with its bodies, once and again', async () => {
    const store = createResultStore(workspace, 2);
    const slot = await store.slot(CHAIN, at(0));
    await slot.bodies.keep('0-response', 'long');
    await store.save(slot, result, 'execute');
    await store.remove(slot.file);
    assert.deepEqual(await readdir(results()), []);
    await store.remove(path.join(results(), 'again.json')).catch(() => undefined);
  });

  const outside: [title: string, prepare: (elsewhere: string) => Promise<void>][] = [
    ['the folder of results', (elsewhere) => symlink(elsewhere, path.join(workspace, '.chainwright'))],
    [
      'the folder of a chain',
      async (elsewhere) => {
        await mkdir(path.join(workspace, '.chainwright/results'), { recursive: true });
        await symlink(elsewhere, path.join(workspace, '.chainwright/results/auth'));
      },
    ],
  ];
  for (const [title, prepare] of outside) {
    it(`writes and lists nothing through a link in place of ${title}`, async () => {
      const elsewhere = await mkdtemp(path.join(tmpdir(), 'chainwright-'));
      await prepare(elsewhere);
      const store = createResultStore(workspace, 2);
      await assert.rejects(store.slot(CHAIN, at(0)), /is a link to somewhere else/);
      assert.deepEqual(await store.list(CHAIN), []);
      await rm(elsewhere, { recursive: true });
    });
  }

  it('reads and deletes nothing outside its folder', async () => {
    const file = path.join(workspace, 'orders.chain.json');
    await writeFile(file, '{}');
    const store = createResultStore(workspace, 2);
    await assert.rejects(store.read(file), /is no longer there/);
    await assert.rejects(store.remove(file), /is no longer there/);
    assert.equal(await readFile(file, 'utf8'), '{}');
  });

  it('loses nothing when the process is killed while it writes', async function () {
    await save(1000, 1);
    const program = path.join(import.meta.dirname, 'savingForever.js');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const saving = spawn(process.execPath, [program, workspace, CHAIN], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // A different moment of writing each time: after so many results were reported as saved.
      for (let saved = 0; saved <= attempt; saved += 1) {
        await once(saving.stdout, 'data');
      }
      saving.kill('SIGKILL');
      await once(saving, 'exit');
    }
    const store = createResultStore(workspace, 1000);
    const names = (await readdir(results())).filter((name) => name.endsWith('.json'));
    const listed = await store.list(CHAIN);
    assert.equal(listed.length, names.length, 'every file is a whole result');
    assert.ok(listed.length > 8, `only ${listed.length} were saved`);
    for (const { file } of listed) {
      assert.equal((await store.read(file)).outcome, 'passed');
    }
  });
});
