import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockMatrix } from '../../../src/node/authz/matrixLock';
import { markOfThisProcess, processState, type ProcessMark } from '../../../src/node/runningProcess';
import { createWorkspace, type Workspace } from '../workspace';

const MATRIX = 'orders.authz.json';
const SINCE = '2027-01-02T03:04:05.678Z';

describe('the lock of a matrix', () => {
  let workspace: Workspace;
  let file: string;
  beforeEach(async () => {
    workspace = await createWorkspace();
    file = path.join(workspace.folder, 'orders.lock');
  });
  afterEach(() => workspace.dispose());

  /** Leaves a lock as another process would, `age` milliseconds old. */
  async function leave(mark: object, age = 0): Promise<void> {
    await writeFile(file, JSON.stringify({ since: SINCE, ...mark }));
    const time = new Date(Date.now() - age);
    await utimes(file, time, time);
  }

  it('is held by one at a time, and names the process that has it', async () => {
    const lock = await lockMatrix(file, MATRIX);
    const { pid, host } = await markOfThisProcess();
    await assert.rejects(lockMatrix(file, MATRIX), (error: Error) => {
      const [what = '', todo = ''] = error.message.split(', since ');
      assert.equal(error.name, 'UserError');
      assert.equal(
        what,
        `orders.authz.json is being run or cleaned up already, by process ${pid} on ${host}`,
      );
      assert.match(todo, /^[-0-9T:.]+Z\. Wait until that has ended; if nothing is running, remove .*lock\.$/);
      return true;
    });
    await lock.release();
    assert.deepEqual(await readdir(workspace.folder), []);
    await (await lockMatrix(file, MATRIX)).release();
  });

  it('of a process that has ended is taken over at once', async () => {
    await leave(await endedProcess());
    await (await lockMatrix(file, MATRIX)).release();
    assert.ok(!existsSync(file));
  });

  it('of a running process holds however old it is', async () => {
    await leave(await markOfThisProcess(), process.platform === 'linux' ? 3_600_000 : 0);
    await assert.rejects(lockMatrix(file, MATRIX), /is being run or cleaned up already/);
  });

  it('is taken over when its number is another process by now', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await leave({ ...(await markOfThisProcess()), startTime: '1' });
    await (await lockMatrix(file, MATRIX)).release();
  });

  const doubtful: readonly (readonly [title: string, mark: object])[] = [
    ['of another machine', { pid: 1, host: 'other', machine: 'other boot container' }],
    ['of a system without start times', { pid: process.pid, host: 'h' }],
    ['that is damaged', { pid: 'none' }],
    ['of no process', { pid: 0, host: 'h', machine: 'h' }],
  ];
  for (const [title, mark] of doubtful) {
    it(`${title} holds while it is fresh, and no longer`, async () => {
      const complete = { machine: (await markOfThisProcess()).machine, ...mark };
      await leave(complete);
      await assert.rejects(lockMatrix(file, MATRIX), /is being run or cleaned up already/);
      for (const age of [61_000, -61_000]) {
        await leave(complete, age);
        await (await lockMatrix(file, MATRIX)).release();
      }
    });
  }

  it('never shows text of a hostile file literally', async () => {
    await leave({ pid: 7, host: 'a\u001b[2J\nb', machine: 'other' });
    await assert.rejects(lockMatrix(file, MATRIX), /process 7 on a\\x1b\[2J b, since 2027/);
  });

  it('is taken over by one of many', async () => {
    await leave(await endedProcess());
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockMatrix(file, MATRIX)));
    const locks = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(locks.length, 1);
    assert.ok(taken.every((one) => one.status === 'fulfilled' || /already/.test(String(one.reason))));
    await locks[0]?.release();
    assert.deepEqual(await readdir(workspace.folder), []);
  });

  it('is taken over by one of many where those who tried before were killed', async () => {
    const killed = JSON.stringify({ since: SINCE, ...(await endedProcess()) });
    await leave(await endedProcess());
    const first = await successorOf(file);
    await writeFile(first, killed);
    await writeFile(await successorOf(first, file), killed);
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockMatrix(file, MATRIX)));
    const locks = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(locks.length, 1);
    await locks[0]?.release();
    assert.deepEqual(await readdir(workspace.folder), []);
  });

  it('is left alone at the end when another process has it by then', async () => {
    const lock = await lockMatrix(file, MATRIX);
    await writeFile(file, 'of another one');
    await lock.release();
    assert.equal(await readFile(file, 'utf8'), 'of another one');
  });

  it('does not wait for a pipe, and follows no link', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    execFileSync('mkfifo', [file]);
    await assert.rejects(
      lockMatrix(file, MATRIX),
      /orders\.lock is not a lock that a run has made\. Remove it/,
    );
    const link = path.join(workspace.folder, 'link.lock');
    await symlink(path.join(workspace.folder, 'nowhere'), link);
    await assert.rejects(lockMatrix(link, MATRIX), /link\.lock is not a lock/);
    assert.ok(!existsSync(path.join(workspace.folder, 'nowhere')));
  });

  it('says what to do where it cannot be written', async () => {
    await assert.rejects(
      lockMatrix(path.join(workspace.folder, 'missing', 'orders.lock'), MATRIX),
      /orders\.lock cannot be written \(ENOENT\)\. Make sure/,
    );
  });
});

describe('the state of a process', () => {
  it('is that it runs, or has ended', async () => {
    assert.equal(await processState(await endedProcess()), 'ended');
    const own = await processState(await markOfThisProcess());
    assert.equal(own, process.platform === 'linux' ? 'running' : 'unknown');
  });

  it('is that it has ended while its parent has not asked for its end', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    // The shell becomes a program that never asks for the end of the child that it inherits, which ends after that.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 30'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString().trim());
      const stat = (of: number): Promise<string> => readFile(`/proc/${of}/stat`, 'utf8');
      while (!(await stat(parent.pid ?? 0)).includes('(sleep)')) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      parent.stdin.end();
      while (!/\) Z /.test(await stat(pid))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const startTime = (await stat(pid)).split(' ')[21] ?? '';
      const { machine } = await markOfThisProcess();
      assert.equal(await processState({ pid, machine, startTime }), 'ended');
    } finally {
      parent.kill();
    }
  });
});

/** The file that a process makes to follow a lock or, of the lock `root`, a successor that was killed. */
async function successorOf(lock: string, root = lock): Promise<string> {
  const [text, { ino, mtimeMs }] = [await readFile(lock, 'utf8'), await stat(lock)];
  const generation = createHash('sha256')
    .update(JSON.stringify([text, ino, mtimeMs]))
    .digest('hex');
  return `${root}.${generation.slice(0, 16)}`;
}

/** The mark of a process that has ended. */
async function endedProcess(): Promise<ProcessMark> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  const { pid = 0 } = child;
  await once(child, 'exit');
  return { ...(await markOfThisProcess()), pid };
}
