/** The built program when its output cannot be written: nothing is lost, and a sentence says so. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startOrdersApi, type Answered, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { FULL_DEVICE, hasFullDevice } from '../fullDevice';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { cli, ended, secrets, start, type Ended } from './program';

let api: OrdersApi;
let workspace: Workspace;
let onAnswer: (answered: Answered) => void = () => undefined;

const at = (name: string) => path.join(workspace.folder, name);
const base = () => ['--var', `baseUrl=${api.origin}`];
const reporters = (...wanted: readonly string[]) => wanted.flatMap((one) => ['--reporter', one]);
const chain = (...args: readonly string[]) => ['run', 'orders.chain.json', ...base(), ...args];
const matrix = (...args: readonly string[]) => [
  ...['authz', 'run', 'orders.authz.json', '--only', 'order.read', '--allow-mutations', ...base()],
  ...args,
];

function chainwright(args: readonly string[]): Promise<Ended> {
  return ended(start(args, workspace.folder, secrets));
}

/** Resolves to how the program ended, which sent nothing and failed in a sentence. */
async function refused(args: readonly string[]): Promise<Ended> {
  const seen = api.requestCount();
  const program = await chainwright(args);
  assert.equal(program.code, 2, program.stderr);
  assert.equal(api.requestCount(), seen);
  assert.doesNotMatch(program.stderr, /fault of ours|node:/);
  return program;
}

/** A new API and a copy of the sample workspace for each test. */
function withSample(): void {
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
    onAnswer = () => undefined;
    api = await startOrdersApi({ flaws: ['read-any-order'], onAnswer: (answered) => onAnswer(answered) });
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });
}

describe('what cannot be written', function () {
  withSample();

  for (const [command, line] of [
    ['run', chain],
    ['authz run', matrix],
  ] as const) {
    it(`is reported before ${command} sends anything, each report with its reason`, async () => {
      await mkdir(at('folder'));
      const wanted = reporters('json=folder', 'junit=orders.chain.json/r.xml', 'html=fine/run.html');
      const { stderr } = await refused(line(...wanted));
      assert.match(stderr, /^The report .*folder could not be written: it is a folder\. Name a file/m);
      assert.match(
        stderr,
        /^The report .*r\.xml could not be written: a part of its path is not a folder\./m,
      );
      assert.doesNotMatch(stderr, /run\.html/);
      await assert.rejects(stat(at('fine')), 'the attempt leaves nothing');
    });
  }

  it('is a result folder that authz run could not use, before it sends anything', async () => {
    await mkdir(at('.chainwright/ledger'), { recursive: true });
    await mkdir(at('elsewhere'));
    await symlink(at('elsewhere'), at('.chainwright/authz'));
    assert.match((await refused(matrix())).stderr, /authz is a link to somewhere else\./);
    await rm(at('.chainwright'), { recursive: true });
    await writeFile(at('.chainwright'), '');
    assert.match(
      (await refused(matrix())).stderr,
      /The folder \.chainwright of this workspace cannot be written/,
    );
  });

  it('keeps no verdict from the console when it is the result', async () => {
    onAnswer = () => {
      onAnswer = () => undefined;
      void rm(at('.chainwright/authz'), { recursive: true }).then(() =>
        writeFile(at('.chainwright/authz'), ''),
      );
    };
    const { code, stdout, stderr } = await chainwright(matrix(...reporters('console', 'sarif=run.sarif')));
    assert.equal(code, 1, stderr);
    assert.match(stdout, /1 flaw /);
    assert.match(stderr, /^The result of this run was not kept for "authz replay"\. /m);
    assert.match(await readFile(at('run.sarif'), 'utf8'), /FLAW_READ/);
  });

  it('is a baseline, before authz run sends anything', async () => {
    const args = ['authz', 'run', 'orders.authz.json', '--allow-mutations', ...base()];
    const { stderr } = await refused([...args, '--write-baseline', 'orders.chain.json/known.json']);
    assert.match(stderr, /known\.json could not be written: a part of its path is not a folder\./);
  });
});

describe('a file that a command makes of others and cannot write', function () {
  withSample();

  beforeEach(() => workspace.write({ 'a.http': 'GET http://127.0.0.1/health\n', file: '' }));

  const users = ['--user', 'alice=customer', '--user', 'bob=customer'];
  const commands: [args: readonly string[], message: RegExp][] = [
    [['import', 'a.http', '-o', 'file'], /^The file .*file.* could not be written: a part of its path/m],
    [
      ['import', 'a.http', '-o', 'fine', '--report', 'file/report.txt'],
      /^The file .*report\.txt could not be written: a part of its path is not a folder\. 1 file was written before it\./m,
    ],
    [
      ['export', 'orders.chain.json', '--to', 'curl', '-o', 'file/orders.sh'],
      /^The file .*orders\.sh could not be written: a part of its path is not a folder\. Name a file/m,
    ],
    [
      ['authz', 'generate', 'orders.chain.json', ...users, '-o', 'file/orders.authz.json'],
      /^The matrix .*orders\.authz\.json could not be written: a part of its path is not a folder\./m,
    ],
  ];
  for (const [args, message] of commands) {
    it(`is reported by ${args.filter((arg) => !users.includes(arg)).join(' ')}`, async () => {
      assert.match((await refused(args)).stderr, message);
    });
  }

  for (const args of [
    ['import', 'a.http', '-o', '/proc/chainwright'],
    ['import', 'a.http', '-o', 'fine', '--report', '/proc/chainwright/report.txt'],
    ['export', 'orders.chain.json', '--to', 'curl', '-o', '/proc/chainwright/orders.sh'],
  ]) {
    it(`ends below a folder that takes nothing: ${args.join(' ')}`, async function () {
      if (process.platform !== 'linux') {
        // Only Linux has such a folder.
        this.skip();
      }
      assert.match(
        (await refused(args)).stderr,
        /^The file \/proc\/chainwright.* could not be written: nothing can be created in its folder\./m,
      );
    });
  }

  it('is reported by map, after its suggestions', async function () {
    if (process.platform === 'win32') {
      // No file is too large there.
      this.skip();
    }
    await workspace.write({ 'changed.chain.json': GUESSABLE });
    const map = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, cli];
    const { code, stdout, stderr } = await ended(
      spawn('sh', [...map, 'map', 'changed.chain.json', '--names', '--apply'], { cwd: workspace.folder }),
    );
    assert.equal(code, 2, stdout + stderr);
    assert.match(stdout, /orderId/);
    assert.match(stderr, /^The chain .*changed\.chain\.json could not be written: files cannot become/m);
    assert.deepEqual(JSON.parse(await readFile(at('changed.chain.json'), 'utf8')), GUESSABLE);
  });
});

/** A chain whose second request needs what the first one could answer. */
const GUESSABLE = chainOf([
  { id: 'create-order', method: 'POST', url: 'http://127.0.0.1/orders', body: { json: {} } },
  { id: 'read-order', method: 'GET', url: 'http://127.0.0.1/orders/{{orderId}}' },
]);

describe('a report on a full disk', function () {
  withSample();

  before(async function () {
    if (!(await hasFullDevice())) {
      this.skip();
    }
  });

  it('keeps no other report from being written, and fails a run that passed', async () => {
    const { code, stdout, stderr } = await chainwright(
      chain(...reporters('console', `json=${FULL_DEVICE}`, 'junit=run.xml')),
    );
    assert.equal(code, 2, stderr);
    assert.match(stdout, /passed/);
    assert.match(stderr, /^The report \/dev\/full could not be written: the disk is full\. Free some space/m);
    assert.match(await readFile(at('run.xml'), 'utf8'), /<\/testsuites>/);
    assert.ok((await stat(FULL_DEVICE)).isCharacterDevice());
  });

  it('does not hide a failed request', async () => {
    const args = ['run', 'orders.chain.json', '--var', 'baseUrl=http://127.0.0.1:1'];
    const { code } = await chainwright([...args, ...reporters('console', `json=${FULL_DEVICE}`)]);
    assert.equal(code, 1);
  });

  it('does not hide a flaw', async () => {
    const { code, stdout, stderr } = await chainwright(
      matrix(...reporters('console', `sarif=${FULL_DEVICE}`, 'junit=run.xml')),
    );
    assert.equal(code, 1, stderr);
    assert.match(stdout, /1 flaw /);
    assert.match(stderr, /^The report \/dev\/full could not be written: the disk is full\./m);
    assert.match(stderr, /^Result: /m);
    assert.match(await readFile(at('run.xml'), 'utf8'), /<\/testsuites>/);
  });

  it('fails an authorization run that found nothing', async () => {
    await api.close();
    api = await startOrdersApi({ flaws: [] });
    const { code } = await chainwright(matrix(...reporters('console', `sarif=${FULL_DEVICE}`)));
    assert.equal(code, 2);
  });
});

describe('a disk that fills up during an authorization run', function () {
  withSample();

  before(function () {
    return process.platform === 'win32' ? this.skip() : undefined;
  });

  it('costs no verdict, leaves no object, and is reported once for each file', async () => {
    let balance = 0;
    onAnswer = ({ method, status }) => {
      balance += status === 201 ? 1 : status === 204 && method === 'DELETE' ? -1 : 0;
    };
    const args = ['authz', 'run', 'orders.authz.json', '--allow-mutations', ...base()];
    // No file may have more than 4,096 bytes: enough for the check before the run, too little for the ledger.
    const limited = ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, cli, ...args];
    const { code, stdout, stderr } = await ended(
      spawn('sh', [...limited, ...reporters('console', 'sarif=run.sarif')], {
        cwd: workspace.folder,
        env: { PATH: process.env['PATH'], ...secrets },
      }),
    );
    assert.equal(code, 1, stderr);
    assert.match(stdout, /[1-9]\d* flaws? /);
    assert.match(stdout, /The ledger .* could not be written: files cannot become that large here\./);
    assert.match(stderr, /^The report .*run\.sarif could not be written: files cannot/m);
    assert.match(stderr, /^The result of this run was not kept for "authz replay"\./m);
    assert.doesNotMatch(stderr, /fault of ours|node:/);
    assert.equal(balance, 0);
  });
});

describe('a report to a device or a pipe', function () {
  withSample();

  before(function () {
    return process.platform === 'win32' ? this.skip() : undefined;
  });

  it('is written to it, and does not replace it', async () => {
    const { code, stdout } = await chainwright(chain(...reporters('json=/dev/stdout', 'html=/dev/null')));
    assert.equal(code, 0);
    assert.match(stdout, /"outcome": "passed"/);
    assert.ok((await stat('/dev/null')).isCharacterDevice());
  });

  it('is read from the pipe, and is refused where nobody reads', async () => {
    const run = promisify(execFile);
    await run('mkfifo', [at('pipe')]);
    const reading = run('cat', [at('pipe')], { maxBuffer: 2 ** 26 });
    assert.equal((await chainwright(chain(...reporters('console', 'json=pipe')))).code, 0);
    assert.match((await reading).stdout, /"outcome": "passed"/);
    const { code, stderr } = await chainwright(chain(...reporters('console', 'json=pipe')));
    assert.equal(code, 2);
    assert.match(stderr, /could not be written: nobody reads from this pipe\. Start the program/);
  });
});
