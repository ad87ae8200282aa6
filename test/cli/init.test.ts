/** `chainwright init` and `chainwright demo --serve`: the way to a first run. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tools } from '../../src/agent/tools';
import { ended, start, type Ended } from './program';

describe('chainwright init', function () {
  let folder: string;
  const run = (...args: string[]): Promise<Ended> => ended(start(args, folder));
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-init-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes a chain that runs at once against the sample API', async () => {
    const api = start(['demo', '--serve', '0'], folder);
    try {
      const origin = await new Promise<string>((resolve) =>
        api.stdout?.on('data', (chunk: Buffer) => resolve(/http:\S+\d/.exec(chunk.toString())?.[0] ?? '')),
      );
      assert.equal((await run('init', '--url', `${origin}/health`)).code, 0);
      const { code, stdout } = await run('run', 'first.chain.json');
      assert.equal(code, 0, stdout);
      assert.match(stdout, /1 passed/);
    } finally {
      const end = ended(api);
      api.kill('SIGINT');
      const { code: endedWith } = await end;
      assert.equal(endedWith, process.platform === 'win32' ? null : 0);
    }
  });

  it('asks nothing where nobody can answer, and says what to do next', async () => {
    const { code, stdout } = await run('init', 'new/folder');
    assert.equal(code, 0);
    assert.match(stdout, /^Start its API: +chainwright demo --serve, in another terminal$/m);
    assert.match(stdout, /^Run it: +chainwright run "?new[\\/]folder[\\/]first\.chain\.json/m);
    assert.match(await read('new/folder/local.environment.json'), /"baseUrl": "http:\/\/127\.0\.0\.1:4010"/);
    assert.match(await read('new/folder/first.chain.json'), /"url": "\{\{baseUrl\}\}\/health"/);
  });

  it('names the program as it was called, through npx, and no API to start but the sample', async () => {
    const args = ['init', '--url', 'localhost:3000/status'];
    const { stdout } = await ended(start(args, folder, { npm_command: 'exec' }));
    assert.match(stdout, /^Run it: +npx chainwright run first\.chain\.json$/m);
    assert.doesNotMatch(stdout, /demo --serve/);
  });

  it('takes a URL without a scheme, with its path and query', async () => {
    await run('init', '--url', 'localhost:3000/status?full=1');
    assert.match(await read('first.chain.json'), /"\{\{baseUrl\}\}\/status\?full=1"/);
    assert.match(await read('local.environment.json'), /"http:\/\/localhost:3000"/);
  });

  const ignoring: [title: string, before: Buffer, after: string][] = [
    ['keeps the line ends of .gitignore', Buffer.from('dist\r\n.env'), 'dist\r\n.env\r\n.chainwright/\r\n'],
    [
      'reads a .gitignore that PowerShell wrote',
      Buffer.from('\ufeff.env\r\n', 'utf16le'),
      '.env\r\n.chainwright/\r\n',
    ],
  ];
  for (const [title, before, after] of ignoring) {
    it(title, async () => {
      await writeFile(path.join(folder, '.gitignore'), before);
      await run('init', '--yes');
      assert.equal(await read('.gitignore'), after);
    });
  }

  it('changes no file that exists, and adds only the lines that .gitignore lacks', async () => {
    await writeFile(path.join(folder, 'first.chain.json'), 'mine');
    await writeFile(path.join(folder, '.gitignore'), 'dist\n.env');
    const first = await run('init', '--yes');
    assert.match(first.stdout, /first\.chain\.json exists and was not changed\./);
    assert.match(first.stdout, /Added \.chainwright\/ to \.gitignore\./);
    assert.equal(await read('first.chain.json'), 'mine');
    assert.equal(await read('.gitignore'), 'dist\n.env\n.chainwright/\n');
    await run('init', '--yes');
    assert.equal(await read('.gitignore'), 'dist\n.env\n.chainwright/\n');
  });

  for (const url of ['ftp://example.com', 'http://', 'http://a b']) {
    it(`refuses ${url}, and writes nothing`, async () => {
      const { code, stderr } = await run('init', '--url', url);
      assert.equal(code, 2);
      assert.match(stderr, /is not a URL\. Give one such as/);
      await assert.rejects(read('first.chain.json'));
    });
  }

  it('tells agents what they need, in their file, of which it changes its own section only', async () => {
    await writeFile(path.join(folder, 'AGENTS.md'), '# Rules\n\nBe kind.');
    assert.equal((await run('init', '--agents')).code, 0);
    const text = await read('AGENTS.md');
    assert.match(text, /^# Rules\n\nBe kind\.\n\n<!-- chainwright -->\n/);
    await writeFile(
      path.join(folder, 'AGENTS.md'),
      `${text.replace('Never write', 'Always write')}\nMore.\n`,
    );
    assert.equal((await run('init', '--agents')).code, 0);
    assert.equal(await read('AGENTS.md'), `${text}\nMore.\n`);
    const named = tools.filter(({ name }) => text.includes(name)).map(({ name }) => name);
    assert.deepEqual(named, text.match(/\b[a-z]+_[a-z]+\b/g));
    for (const [, command = ''] of text.matchAll(/`chainwright ([^`]+)`/g)) {
      const { code, stdout } = await run(...command.split(' '), '--help');
      assert.equal(code, 0);
      assert.ok(stdout.startsWith(`Usage: chainwright ${command.split(/ \S+\.json/)[0] ?? ''}`), stdout);
    }
  });

  it('says that a port is in use', async () => {
    const api = start(['demo', '--serve', '0'], folder);
    const port = await new Promise<string>((resolve) =>
      api.stdout?.on('data', (chunk: Buffer) => resolve(/:(\d+)/.exec(chunk.toString())?.[1] ?? '')),
    );
    const { code, stderr } = await run('demo', '--serve', port);
    api.kill();
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`^Port ${port} is in use\\. Choose another one`));
  });
});
