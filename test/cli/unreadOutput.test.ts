/** Ctrl-C while the built program waits for somebody who reads what it wrote: it says what was not read. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { createWorkspace, type Workspace } from '../node/workspace';
import { until } from '../until';
import { cli, ended, secrets, type Ended } from './program';

let api: OrdersApi;
let workspace: Workspace;
/** A pipe that takes nothing more, and that nobody reads. */
let full: number;

const at = (name: string) => path.join(workspace.folder, name);
const base = () => ['--var', `baseUrl=${api.origin}`];
const reporters = (...wanted: readonly string[]) => wanted.flatMap((one) => ['--reporter', one]);
const chain = (...args: readonly string[]) => ['run', 'orders.chain.json', ...base(), ...args];
const wholeMatrix = (...args: readonly string[]) => [
  ...['authz', 'run', 'orders.authz.json', '--allow-mutations', ...base()],
  ...args,
];
const matrix = (...args: readonly string[]) => wholeMatrix('--only', 'order.read', ...args);

function fullPipe(name: string): number {
  execFileSync('mkfifo', [at(name)]);
  // Open in both directions, so that neither opening nor writing waits.
  const pipe = openSync(at(name), constants.O_RDWR | constants.O_NONBLOCK);
  try {
    for (;;) {
      writeSync(pipe, Buffer.alloc(4096));
    }
  } catch {
    return pipe;
  }
}

/** Interrupts the program once it has written `first`, after which it waits for the reader of the pipe. */
async function interrupted(
  args: readonly string[],
  first: string,
  output: number | 'ignore' = full,
): Promise<Ended> {
  const program = spawn(process.execPath, [cli, ...args], {
    cwd: workspace.folder,
    env: { PATH: process.env['PATH'], ...secrets },
    stdio: ['ignore', output, 'pipe'],
  });
  const over = ended(program);
  await until(() => existsSync(at(first)) || program.exitCode !== null);
  program.kill('SIGINT');
  return over;
}

describe('Ctrl-C while nobody reads', function () {
  before(function () {
    // There are no named pipes in folders.
    return process.platform === 'win32' ? this.skip() : undefined;
  });
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
    api = await startOrdersApi({ flaws: [] });
    full = fullPipe('full');
  });
  afterEach(async () => {
    closeSync(full);
    await api.close();
    await workspace.dispose();
  });

  for (const [command, line] of [
    ['run', chain],
    ['authz run', matrix],
  ] as const) {
    it(`ends ${command} with 130, says that its report was not read, and writes the next ones`, async () => {
      const wanted = reporters('junit=first.xml', 'json', 'html=after.html');
      const { code, stderr } = await interrupted(line(...wanted), 'first.xml');
      assert.equal(code, 130, stderr);
      assert.match(stderr, /^The report on the output was not read to its end\./m);
      assert.match(await readFile(at('after.html'), 'utf8'), /<\/html>/);
    });

    it(`ends ${command} with 130 when its summary was not read`, async () => {
      const { code, stderr } = await interrupted(
        line(...reporters('console', 'junit=first.xml')),
        'first.xml',
      );
      assert.equal(code, 130, stderr);
      assert.match(stderr, /^The output was not read to its end\./m);
    });

    it(`ends ${command} with 130 when a pipe was not read, and writes the next reports`, async () => {
      const wanted = reporters('junit=first.xml', 'json=full', 'html=after.html');
      const { code, stderr } = await interrupted(line(...wanted), 'first.xml', 'ignore');
      assert.equal(code, 130, stderr);
      assert.match(stderr, /^The report .*full could not be written: the program was interrupted before/m);
      assert.match(await readFile(at('after.html'), 'utf8'), /<\/html>/);
    });
  }

  it('ends authz run with 130 when its baseline was not read', async () => {
    const args = wholeMatrix(...reporters('junit=first.xml'), '--write-baseline', 'full');
    const { code, stderr } = await interrupted(args, 'first.xml', 'ignore');
    assert.equal(code, 130, stderr);
    assert.match(stderr, /^The report .*full could not be written: the program was interrupted before/m);
  });
});
