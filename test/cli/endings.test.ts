/** How the built program ends: interrupted, and with nobody reading what it writes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { watchOutput } from '../../src/cli/endings';
import { FULL_DEVICE, hasFullDevice } from '../fullDevice';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { until } from '../until';
import { cli, ended, secrets, start, type Ended } from './program';

let api: OrdersApi;
let workspace: Workspace;
/** Objects that were created and not deleted. */
let balance = 0;

const base = () => ['--var', `baseUrl=${api.origin}`];
const matrix = (...args: readonly string[]) => [
  ...['authz', 'run', 'orders.authz.json', '--allow-mutations', ...base()],
  ...args,
];
const textOf = (name: string) => readFile(path.join(workspace.folder, name), 'utf8');

async function begin(): Promise<void> {
  balance = 0;
  workspace = await createWorkspace();
  await cp('examples/workspace', workspace.folder, { recursive: true });
  api = await startOrdersApi({
    flaws: ['read-any-order'],
    onAnswer: ({ method, status }) => {
      if (status === 201 || (status === 204 && method === 'DELETE')) {
        balance += status === 201 ? 1 : -1;
      }
    },
  });
}

async function end(): Promise<void> {
  await api.close();
  await workspace.dispose();
}

/** Runs the program in a shell, which gives what it writes to something else; resolves to its own exit code. */
async function piped(args: readonly string[], into: string): Promise<Ended> {
  const program = spawn(
    'sh',
    ['-c', `{ "$@"; echo $? > ended; } ${into}`, 'sh', process.execPath, cli, ...args],
    { cwd: workspace.folder, env: { PATH: process.env['PATH'], ...secrets } },
  );
  const { stdout, stderr } = await ended(program);
  return { code: Number(await textOf('ended')), stdout, stderr };
}

describe('an output that nobody reads', function () {
  before(function () {
    // A pipe of a shell is what is tested.
    return process.platform === 'win32' ? this.skip() : begin();
  });
  after(end);

  it('keeps a run from nothing: it goes to its end and writes its reports', async () => {
    const seen = api.requestCount();
    const run = [
      'run',
      'orders.chain.json',
      ...base(),
      '--reporter',
      'console',
      '--reporter',
      'junit=run.xml',
    ];
    const { code, stderr } = await piped(run, '| true');
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /EPIPE|fault of ours/);
    assert.match(await textOf('run.xml'), /<\/testsuites>/);
    assert.ok(api.requestCount() > seen + 5);
  });

  it('keeps an authorization run from nothing: it deletes what it created and tells its flaws', async () => {
    const { code } = await piped(
      matrix('--reporter', 'console', '--reporter', 'sarif=run.sarif'),
      '2>&1 | head -1',
    );
    assert.equal(code, 1);
    assert.equal(balance, 0);
    assert.match(await textOf('run.sarif'), /FLAW_READ/);
  });

  const quiet: [args: readonly string[], code: number][] = [
    [['--help'], 0],
    [['analyze', '.'], 0],
    [['analyze', '.', '--json'], 0],
    [['import', 'a.http', '-o', 'imported', '--json'], 0],
    [['export', 'orders.chain.json', '--to', 'curl'], 0],
    [['map', 'orders.chain.json', '--names'], 0],
    [['authz', 'generate', 'orders.chain.json', '--user', 'alice=customer', '--user', 'bob=customer'], 0],
    [['demo'], 0],
  ];
  for (const [args, expected] of quiet) {
    it(`ends ${args.slice(0, 2).join(' ')} quietly, with its own exit code`, async () => {
      await workspace.write({ 'a.http': 'GET http://127.0.0.1/health\n' });
      const { code, stderr } = await piped(args, '| true');
      assert.equal(code, expected, stderr);
      assert.doesNotMatch(stderr, /EPIPE|fault of ours|node:/);
    });
  }
});

describe('an output on a full disk', function () {
  before(async function () {
    if (!(await hasFullDevice())) {
      this.skip();
    }
  });
  beforeEach(begin);
  afterEach(end);

  it('fails a run that would have passed, with one sentence and every report', async () => {
    const { code, stderr } = await piped(
      ['run', 'orders.chain.json', ...base(), '--reporter', 'console', '--reporter', 'junit=run.xml'],
      `> ${FULL_DEVICE}`,
    );
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^Not everything could be written to the output \(ENOSPC\)\./m);
    assert.doesNotMatch(stderr, /fault of ours|node:/);
    assert.match(await textOf('run.xml'), /<\/testsuites>/);
  });

  it('does not hide a flaw', async () => {
    const { code, stderr } = await piped(matrix('--only', 'order.read'), `> ${FULL_DEVICE}`);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^✗ FLAW_READ /m);
    assert.equal(balance, 0);
  });
});

describe('an output to a file that accepts only a part', function () {
  before(function () {
    // No file is too large there.
    return process.platform === 'win32' ? this.skip() : undefined;
  });
  beforeEach(begin);
  afterEach(end);

  /** Ends with a file of at most 4,096 bytes. */
  const intoLimited = (args: readonly string[]): Promise<Ended> =>
    ended(
      spawn('sh', ['-c', 'ulimit -f 8; exec "$@" > cut', 'sh', process.execPath, cli, ...args], {
        cwd: workspace.folder,
        env: { PATH: process.env['PATH'], ...secrets },
      }),
    );
  const commands: [command: string, args: () => readonly string[]][] = [
    ['analyze', () => ['.', '--json']],
    ['run', () => ['orders.chain.json', '--json', ...base()]],
  ];
  for (const [command, args] of commands) {
    it(`fails ${command} with one sentence`, async () => {
      const { code, stderr } = await intoLimited([command, ...args()]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^Not everything could be written to the output \(EFBIG\)\./m);
    });
  }
});

describe('watchOutput', () => {
  const faultOf = (isTTY: boolean, code: string): string | undefined => {
    const output = Object.assign(new PassThrough(), { isTTY });
    const { fault } = watchOutput(output);
    output.emit('error', Object.assign(new Error(code), { code }));
    return fault();
  };

  it('takes EIO for a terminal that was closed, and for a fault of a disk elsewhere', () => {
    assert.equal(faultOf(true, 'EIO'), undefined);
    assert.equal(faultOf(false, 'EIO'), 'EIO');
  });

  it('takes a reader that is gone for no fault', () => {
    assert.equal(faultOf(false, 'EPIPE'), undefined);
  });
});

describe('a signal', function () {
  before(function () {
    return process.platform === 'win32' ? this.skip() : undefined;
  });
  beforeEach(begin);
  afterEach(end);

  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) {
    it(`${signal} cancels an authorization run in an orderly way`, async () => {
      const program = start(
        matrix('--reporter', 'console', '--reporter', 'junit=run.xml'),
        workspace.folder,
        secrets,
      );
      const ending = ended(program);
      await until(() => api.requestCount() >= 60);
      program.kill(signal);
      // `npm exec` and service managers send more than one.
      program.kill('SIGHUP');
      const { code, stdout, stderr } = await ending;
      assert.equal(code, 130, stderr);
      assert.match(stderr, /^Cancelled: what the run created is being deleted\./m);
      assert.equal(balance, 0, stdout + stderr);
      assert.match(await textOf('run.xml'), /<\/testsuites>/);
    });
  }

  it('ends the program at once when it is the second one, and cleaning up deletes what is left', async () => {
    let isMute = false;
    const relay = createServer((socket) => {
      const upstream = connect(api.port, '127.0.0.1').on('error', () => socket.destroy());
      upstream.pipe(socket).on('error', () => upstream.destroy());
      socket.on('data', (bytes) => isMute || upstream.write(bytes)).on('close', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const { port } = relay.address() as AddressInfo;
    const program = start(
      [...matrix(), '--var', `baseUrl=http://127.0.0.1:${port}`],
      workspace.folder,
      secrets,
    );
    const ending = ended(program);
    let messages = '';
    program.stderr?.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    await until(() => api.requestCount() >= 60 && balance > 0);
    // Deleting what the run created takes as long as nobody answers.
    isMute = true;
    program.kill('SIGTERM');
    await until(() => messages.includes('Cancelled: '));
    // Signals that come closer together than 300 ms are one.
    await setTimeout(500);
    program.kill('SIGINT');
    const { code } = await ending;
    relay.close();
    assert.equal(code, 130);
    assert.ok(balance > 0);
    const cleaned = await ended(start(['authz', 'cleanup', ...base()], workspace.folder, secrets));
    assert.equal(cleaned.code, 0, cleaned.stdout + cleaned.stderr);
    assert.equal(balance, 0);
  });

  it('ends a program whose output is not read any more within a second', async () => {
    const requests = Array.from({ length: 60 }, (_, index) => ({
      id: `request-${index}`,
      method: 'GET',
      url: `{{baseUrl}}/api/slow?ms=0&text=${'x'.repeat(8000)}`,
    }));
    await workspace.write({ 'long.chain.json': chainOf(requests, { status: 'active' }) });
    const program = start(['run', 'long.chain.json', '--json', ...base()], workspace.folder, secrets);
    const exited = new Promise<number | null>((resolve) => program.once('exit', resolve));
    await until(() => api.requestCount() >= 60 && program.stdout?.readableLength !== 0);
    const at = performance.now();
    program.kill('SIGINT');
    await exited;
    assert.ok(performance.now() - at < 3000);
  });

  it('ends a command at once that sends nothing', async () => {
    const program = start(['analyze', '.'], workspace.folder);
    const exited = new Promise<NodeJS.Signals | null>((resolve) => {
      program.once('exit', (_code, signal) => resolve(signal));
    });
    program.kill('SIGINT');
    assert.equal(await exited, 'SIGINT');
  });
});

describe('a question on the terminal', function () {
  before(async function () {
    // Where this program of util-linux makes terminals.
    return process.platform === 'linux' && existsSync('/usr/bin/script') ? begin() : this.skip();
  });
  after(end);

  const keys: [name: string, key: string, code: number][] = [
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 2],
  ];
  for (const [name, key, code] of keys) {
    it(`ends with ${name}, and nothing is sent`, async () => {
      const headers = [{ name: 'X-Key', value: '{{$secret SHOP_KEY}}' }];
      const requests = [{ id: 'read', method: 'GET', url: '{{baseUrl}}/orders', headers }];
      await workspace.write({
        'shop/shop.chain.json': chainOf(requests, { status: 'active', environment: 'staging' }),
        'shop/staging.environment.json': {
          formatVersion: 1,
          name: 'staging',
          variables: { baseUrl: 'http://shop.example.test' },
        },
      });
      const program = spawn(
        '/usr/bin/script',
        [
          '-qec',
          `${process.execPath} ${cli} run shop/shop.chain.json --proxy http://127.0.0.1:1`,
          '/dev/null',
        ],
        {
          cwd: workspace.folder,
          env: { PATH: process.env['PATH'], CHAINWRIGHT_SECRET_SHOP_KEY: 'k3y-of-the-shop-9172' },
        },
      );
      let shown = '';
      program.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
      const ending = ended(program);
      await until(() => shown.includes('[y/N]'));
      const askedAt = performance.now();
      program.stdin.write(key);
      assert.equal((await ending).code, code, shown);
      assert.ok(performance.now() - askedAt < 3000);
      assert.match(shown, /nobody vouched for/);
      assert.doesNotMatch(shown, /fault of ours|AbortError/);
    });
  }
});
