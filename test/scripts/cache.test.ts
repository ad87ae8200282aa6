import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface CacheScript {
  readonly CACHE: string;
  cached(name: string, install: (folder: string) => Promise<void>): Promise<string>;
}

const address = pathToFileURL(path.resolve('scripts/vscode/cache.mjs')).href;

/** A number that no process has: those of a system stay far below. */
const NO_PROCESS = 2 ** 22 + 7;

describe('the cache of test machinery', function () {
  let cache: CacheScript;
  let name: string;
  before(async () => {
    cache = (await import(address)) as CacheScript;
  });
  beforeEach(() => {
    name = `test-${randomUUID()}`;
  });
  afterEach(async () => {
    for (const left of await leftOf(name)) {
      await rm(path.join(cache.CACHE, left), { recursive: true, force: true });
    }
  });

  async function leftOf(entry: string): Promise<readonly string[]> {
    return (await readdir(cache.CACHE)).filter((file) => file.startsWith(entry));
  }

  const install = async (folder: string): Promise<void> => writeFile(path.join(folder, 'part'), 'whole');

  it('installs once for all who want the same at the same time', async () => {
    let installs = 0;
    const counting = async (folder: string): Promise<void> => {
      installs += 1;
      await install(folder);
    };
    const folders = await Promise.all([1, 2, 3].map(() => cache.cached(name, counting)));
    await cache.cached(name, counting);
    assert.deepEqual([installs, new Set(folders).size], [1, 1]);
    assert.equal(await readFile(path.join(cache.CACHE, name, 'part'), 'utf8'), 'whole');
    assert.deepEqual(await leftOf(name), [name]);
  });

  it('leaves nothing that looks usable when an installation fails, and tries again', async () => {
    await assert.rejects(
      cache.cached(name, () => Promise.reject(new Error('no network'))),
      /no network/,
    );
    assert.equal((await leftOf(name)).includes(name), false);
    await cache.cached(name, install);
    assert.deepEqual(await leftOf(name), [name]);
  });

  it('takes over from a process that was killed', async () => {
    await writeFile(path.join(cache.CACHE, `${name}.lock`), String(NO_PROCESS));
    await cache.cached(name, install);
    assert.deepEqual(await leftOf(name), [name]);
  });

  it('takes over from one that was killed before it wrote its number', async () => {
    const lock = path.join(cache.CACHE, `${name}.lock`);
    await writeFile(lock, '');
    await utimes(lock, 0, 0);
    await cache.cached(name, install);
    assert.deepEqual(await leftOf(name), [name]);
  });

  it('waits for another process and uses what that installed', async () => {
    const script = `
      const { cached } = await import(${JSON.stringify(address)});
      await cached(${JSON.stringify(name)}, async (folder) => {
        console.log('installing');
        await new Promise((resolve) => process.stdin.once('data', resolve));
        process.stdin.destroy();
      });`;
    const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => other.stdout.once('data', resolve));
    const waiting = cache.cached(name, () => Promise.reject(new Error('installed twice')));
    other.stdin.write('go on\n');
    assert.equal(await waiting, path.join(cache.CACHE, name));
  });
});
