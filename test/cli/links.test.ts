/** Symbolic links below a folder that is searched: every chain runs once, and none from elsewhere. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

let server: Server;
let sent: string[] = [];
let workspace: Workspace;
let elsewhere: Workspace;

const post = (id: string): object =>
  chainOf([{ id, method: 'POST', url: `{{baseUrl}}/${id}` }], { name: id, status: 'active' });
const link = (name: string, target: string): Promise<void> =>
  symlink(target, path.join(workspace.folder, name));
const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));

async function run(...patterns: readonly string[]): Promise<Ended> {
  const { port } = server.address() as AddressInfo;
  sent = [];
  return chainwright('run', ...patterns, '--var', `baseUrl=http://127.0.0.1:${port}`);
}

describe('symbolic links in a folder of chains', function () {
  before(async () => {
    server = createServer((request, response) => {
      sent.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  after(() => new Promise((closed) => server.close(closed)));

  before(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
  });
  beforeEach(async () => {
    workspace = await createWorkspace();
    elsewhere = await createWorkspace();
    await workspace.write({
      'chains/one.chain.json': post('one'),
      'chains/deep/two.chain.json': post('two'),
    });
    await elsewhere.write({ 'foreign.chain.json': post('foreign') });
  });
  afterEach(async () => {
    await workspace.dispose();
    await elsewhere.dispose();
  });

  const harmless: [title: string, links: readonly (readonly [name: string, target: string])[]][] = [
    ['to the folder itself', [['chains/loop', '.']]],
    ['to the folder above', [['chains/deep/loop', '..']]],
    [
      'to each other',
      [
        ['chains/deep/b', '../c'],
        ['chains/c', 'deep/b'],
      ],
    ],
    [
      'to a folder inside, twice',
      [
        ['chains/again', 'deep'],
        ['chains/another', 'deep'],
      ],
    ],
    ['to a file inside', [['chains/copy.chain.json', 'one.chain.json']]],
    [
      'to nothing',
      [
        ['chains/broken.chain.json', 'missing'],
        ['chains/broken', 'missing'],
      ],
    ],
  ];
  for (const [title, links] of harmless) {
    it(`${title} change nothing about a run`, async () => {
      for (const [name, target] of links) {
        await link(name, target);
      }
      const { code, stderr } = await run('chains');
      assert.deepEqual({ code, stderr, sent }, { code: 0, stderr: '', sent: ['/two', '/one'] });
    });
  }

  it('to the whole disk and to files outside are skipped with one note', async () => {
    await link('chains/disk', '/');
    await link('chains/foreign.chain.json', path.join(elsewhere.folder, 'foreign.chain.json'));
    const { code, stderr } = await run('chains');
    assert.deepEqual(
      { code, stderr, sent },
      {
        code: 0,
        stderr:
          'Skipped 2 links that lead out of chains: chains/disk, chains/foreign.chain.json. To include what a link leads to, name it.\n',
        sent: ['/two', '/one'],
      },
    );
  });

  describe('into node_modules', () => {
    beforeEach(async () => {
      await workspace.write({ 'chains/node_modules/shared/three.chain.json': post('three') });
      await link('chains/shared', 'node_modules/shared');
      await link('chains/four.chain.json', 'node_modules/shared/three.chain.json');
      await link('chains/node_modules/again', 'shared');
    });

    it('are skipped with one note', async () => {
      const { code, stderr } = await run('chains');
      assert.deepEqual(
        { code, stderr, sent },
        {
          code: 0,
          stderr:
            'Skipped 2 links that lead into node_modules: chains/four.chain.json, chains/shared. To include what a link leads to, name it.\n',
          sent: ['/two', '/one'],
        },
      );
    });

    for (const named of ['chains/shared', 'chains/four.chain.json', 'chains/shared/*.chain.json']) {
      it(`are followed when they are named: ${named}`, async () => {
        const { stdout, stderr } = await run(named);
        assert.deepEqual({ stderr, sent }, { stderr: '', sent: ['/three'] });
        assert.match(stdout, /chains\/node_modules\/shared\/three\.chain\.json/);
      });
    }
  });

  it('are followed where a glob matches them, once', async () => {
    await link('linked', 'chains/deep');
    await link('chains/loop', '.');
    await run('l*/*.chain.json', 'linked/two.chain.json', 'linked/*.chain.json', 'chains/deep');
    assert.deepEqual(sent, ['/two']);
  });

  const globs: [glob: string, found: readonly string[]][] = [
    ['{chains/deep,linked}/*.chain.json', ['/two']],
    ['chains/{deep/two,none}.chain.json', ['/two']],
    ['@(chains/deep|linked)/*.chain.json', ['/two']],
    ['{chains,{linked,chains/deep}}/*.chain.json', ['/two', '/one']],
    ['{chains}/*.chain.json', ['/three']],
  ];
  for (const [glob, found] of globs) {
    it(`change nothing about what ${glob} finds`, async () => {
      await workspace.write({ '{chains}/three.chain.json': post('three') });
      await link('chains/loop', '.');
      const { code } = await run(glob);
      assert.deepEqual({ code, sent }, { code: 0, sent: found });
    });
  }

  for (const [title, named] of [
    ['a folder', 'linked'],
    ['a file', 'foreign.chain.json'],
    ['the beginning of a glob', 'linked/*.chain.json'],
  ] as const) {
    it(`are followed out of the folder when they are named as ${title}`, async () => {
      await link('linked', elsewhere.folder);
      await link('foreign.chain.json', path.join(elsewhere.folder, 'foreign.chain.json'));
      const { code, stderr } = await run(named);
      assert.deepEqual({ code, stderr, sent }, { code: 0, stderr: '', sent: ['/foreign'] });
    });
  }

  it('analyze each chain once, too', async () => {
    await link('chains/loop', '.');
    const { stdout } = await chainwright('analyze', 'chains', '--json');
    const { variables } = JSON.parse(stdout) as { variables: readonly { chain: string }[] };
    assert.deepEqual(
      variables.map(({ chain }) => chain),
      ['chains/deep/two.chain.json', 'chains/one.chain.json'],
    );
  });
});
