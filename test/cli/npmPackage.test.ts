/** The npm package, packed and installed in an empty folder, as somebody without the repository has it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packedNpmPackage, runProgram, shell } from './packed';

const MAX_BYTES = 1_000_000;

describe('the npm package', function () {
  this.timeout(180_000);
  let folder: string;
  let installed: string;
  let tarball: string;
  const npm = (cwd: string, ...args: string[]) => runProgram('npm', args, { cwd, shell });
  const chainwright = (...args: string[]) =>
    runProgram(path.join(installed, 'node_modules/.bin/chainwright'), args, { cwd: installed, shell });

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-npm-'));
    installed = path.join(folder, 'installed');
    tarball = await packedNpmPackage();
    await mkdir(installed);
    await writeFile(path.join(installed, 'package.json'), '{}');
    await npm(installed, 'install', '--offline', tarball);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is small, and brings nothing else', async () => {
    assert.ok((await stat(tarball)).size <= MAX_BYTES);
    assert.deepEqual(
      (await readdir(path.join(installed, 'node_modules'))).filter((name) => !name.startsWith('.')),
      ['chainwright'],
    );
  });

  it('runs the sample from end to end', async () => {
    const { stdout } = await chainwright('demo');
    assert.match(stdout, /These flaws are expected/);
  });

  it('writes a first chain', async () => {
    await chainwright('init', 'first', '--yes');
    const { stdout } = await chainwright('analyze', 'first/first.chain.json');
    assert.doesNotMatch(stdout, /error/);
  });

  it('has the types of its JSON reports', async () => {
    const server = createServer((_request, response) => response.end('{"ok":true}')).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      await chainwright('init', 'typed', '--url', `http://127.0.0.1:${port}/health`);
      const { stdout } = await chainwright('run', 'typed/first.chain.json', '--json');
      await writeFile(
        path.join(installed, 'read.ts'),
        `import type { AuthzJsonReport, CoverageJsonReport, JsonReport } from 'chainwright';
export const report: JsonReport = ${stdout};
export const flaws = ({ cells }: AuthzJsonReport): readonly string[] => cells.map(({ cell }) => cell.id);
export const called = ({ sums }: CoverageJsonReport): number | undefined => sums.operations?.covered;
`,
      );
      const compiler = path.resolve('node_modules/typescript-native/bin/tsc');
      await runProgram(
        process.execPath,
        [compiler, '--strict', '--module', 'nodenext', '--noEmit', 'read.ts'],
        {
          cwd: installed,
        },
      );
    } finally {
      server.close();
    }
  });

  it('makes random data when faker is installed, and says so when it is not', async () => {
    const url = 'http://127.0.0.1:9/{{$randomCity}}';
    const request = { id: 'city', name: 'City', method: 'GET', url };
    const chain = { formatVersion: 2, name: 'City', status: 'active', requests: [request] };
    await writeFile(path.join(installed, 'city.chain.json'), JSON.stringify(chain));
    const run = () =>
      chainwright('run', 'city.chain.json').then(
        () => assert.fail('nothing listens there'),
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    assert.match(await run(), /Install it with npm install @faker-js\/faker/);
    const faker = 'node_modules/@faker-js/faker';
    await cp(path.resolve(faker), path.join(installed, faker), { recursive: true });
    assert.match(await run(), /refused/);
  });

  it('says what to install for models', async () => {
    await assert.rejects(chainwright('mcp'), /npm install --global chainwright @modelcontextprotocol\/sdk/);
  });

  it('has the pages that models read', async () => {
    const pages = await readdir(path.join(installed, 'node_modules/chainwright/docs'));
    assert.deepEqual(pages.sort(), ['chains.md', 'environments.md']);
  });

  it('has the schemas for other editors, in English alone', async () => {
    const found = await readdir(path.join(installed, 'node_modules/chainwright/media/schemas'));
    assert.ok(found.includes('chain.schema.json'));
    assert.deepEqual(
      found.filter((name) => !name.endsWith('.schema.json')),
      [],
    );
    const result = await readFile(
      path.join(installed, 'node_modules/chainwright/media/schemas/result.schema.json'),
      'utf8',
    );
    // A member of results has the name of a word that is left out.
    assert.match(result, /"examples":\{/);
    assert.doesNotMatch(result, /markdownDescription/);
  });
});
