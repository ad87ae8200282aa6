/** `chainwright authz` as scripts see it: the built program in a process of its own, against the sample API. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { createWorkspace, type Workspace } from '../node/workspace';
import { until } from '../until';
import { ended, secrets, start, type Ended } from './program';

let api: OrdersApi;
let workspace: Workspace;
/** Objects that were created and not deleted. */
let balance: number;

/** An API with these flaws, and the sample's files in a workspace of their own. */
async function begin(flaws: readonly string[]): Promise<void> {
  balance = 0;
  workspace = await createWorkspace();
  await cp('examples/workspace', workspace.folder, { recursive: true });
  api = await startOrdersApi({
    flaws,
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

/** Runs the program on the API in the workspace, as the users of the sample. */
function chainwright(args: readonly string[], environment: NodeJS.ProcessEnv = secrets): Promise<Ended> {
  return ended(start(args, workspace.folder, environment));
}

const base = () => ['--var', `baseUrl=${api.origin}`];
const run = (...args: readonly string[]) => ['authz', 'run', 'orders.authz.json', ...base(), ...args];
const at = (name: string) => path.join(workspace.folder, name);
const resultIn = (stderr: string) => /^Result: (.*)$/m.exec(stderr)?.[1] ?? '';

describe('chainwright authz run', function () {
  before(() => begin(['read-any-order', 'bfla-admin-list']));
  after(end);

  it('ends 1 for flaws, with the grid on the output and progress on stderr', async () => {
    const { code, stdout, stderr } = await chainwright(run('--only', 'order.read', '--allow-mutations'));
    assert.equal(code, 1, stdout + stderr);
    assert.match(stdout, /^Orders: who may do what {2}orders\.authz\.json {2}local\n/);
    assert.match(stdout, /1 flaw {2}\d+ passed/);
    assert.match(stderr, /^Testing \d+ cells/);
    assert.match(stderr, /^✗ FLAW_READ OBJ order\.read alice<-bob path:orderId$/m);
    assert.match(stderr, /^Seed: [0-9a-f]{16}$/m);
    assert.equal(balance, 0);
  });

  it('ends 0 when everything tested passes', async () => {
    const { code, stdout, stderr } = await chainwright(run('--only', 'stats.read'));
    assert.equal(code, 0, stdout + stderr);
  });

  it('sends nothing in a dry run, which names every cell and its request', async () => {
    const seen = api.requestCount();
    const { code, stdout } = await chainwright(run('--dry-run', '--allow-mutations'));
    assert.equal(code, 0);
    assert.equal(api.requestCount(), seen);
    assert.match(stdout, /^Dry run of orders\.authz\.json: nothing was sent\./);
    assert.match(stdout, /OBJ order\.delete alice<-bob path:orderId\n {2}bob: DELETE http.*\{\{/);
    const json = await chainwright(run('--dry-run', '--json'));
    const { plan, strict } = JSON.parse(json.stdout) as { plan: { cells: unknown[] }; strict: number };
    assert.ok(plan.cells.length > 50 && strict > 0);
  });

  it('changes nothing that was not allowed', async () => {
    const { code, stdout } = await chainwright(run('--only', 'order.delete'));
    assert.equal(code, 3);
    assert.match(stdout, /not tested/);
    assert.equal(balance, 0);
  });

  it('ends 3 when nobody can sign in', async () => {
    const { code, stdout } = await chainwright(run('--only', 'stats.read'), {});
    assert.equal(code, 3, stdout);
    assert.match(stdout, /The secret MIA_PASSWORD has no value\./);
  });

  it('writes every kind of report, and no secret into any', async () => {
    const kinds = ['json', 'junit', 'sarif', 'html', 'markdown', 'csv', 'github', 'gitlab'];
    const { code, stdout, stderr } = await chainwright(
      run(
        ...['--only', 'users.list', '--only', 'order.read', '--allow-mutations', '--bodies'],
        ...kinds.flatMap((kind) => ['--reporter', `${kind}=reports/matrix.${kind}`]),
      ),
    );
    assert.equal(code, 1);
    assert.equal(stderr.match(/^Report: /gm)?.length, kinds.length);
    const texts = await Promise.all(
      [...kinds.map((kind) => at(`reports/matrix.${kind}`)), resultIn(stderr)].map((file) =>
        readFile(file, 'utf8'),
      ),
    );
    for (const secret of Object.values(DEMO_SECRETS)) {
      assert.ok(![stdout, stderr, ...texts].some((text) => text.includes(secret)), secret);
    }
    const sarif = JSON.parse(texts[2] ?? '') as {
      runs: { results: { locations: { physicalLocation: { region?: { startLine: number } } }[] }[] }[];
    };
    const lines = sarif.runs[0]?.results.map(
      ({ locations }) => locations[0]?.physicalLocation.region?.startLine,
    );
    assert.ok(lines !== undefined && lines.length > 0);
    assert.ok(lines.every((line) => line !== undefined && line > 1));
  });

  it('plants the same texts for the same seed', async () => {
    const args = ['--only', 'order.read', '--allow-mutations', '--seed', 'same', '--json'];
    // One after the other: a matrix is run by one process at a time.
    const texts = [await chainwright(run(...args)), await chainwright(run(...args))];
    const leaks = texts.map(({ stdout }) => {
      const { cells } = JSON.parse(stdout) as { cells: { leaks: { value: string; sha256: string }[] }[] };
      return cells.flatMap(({ leaks: found }) =>
        found.filter(({ value }) => value.includes('planted')).map(({ sha256 }) => sha256),
      );
    });
    assert.deepEqual(leaks[0], leaks[1]);
  });

  const misused: [args: readonly string[], message: RegExp][] = [
    [['authz', 'run'], /missing required argument/],
    [['authz', 'run', 'orders.authz.json', '--parallel', '0'], /Write a whole number from 1 to 16\./],
    [['authz', 'run', 'orders.authz.json', '--parallel', '17'], /Write a whole number from 1 to 16\./],
    [['authz', 'run', 'nowhere.authz.json'], /nowhere\.authz\.json does not exist\./],
    [['authz', 'run', 'orders.chain.json'], /orders\.chain\.json/],
    [
      ['authz', 'run', 'orders.authz.json', '--reporter', 'har'],
      /The reporter "har" is not known\. Known are console, /,
    ],
    [['authz', 'run', 'orders.authz.json', '--json', '--reporter', 'csv'], /the same output/],
    [
      ['authz', 'run', 'orders.authz.json', '--baseline', 'none.json'],
      /The baseline .*none\.json cannot be read/,
    ],
    [['authz', 'run', 'orders.authz.json', '--baseline', 'orders.authz.json'], /is not a baseline/],
    [
      ['authz', 'run', 'orders.authz.json', '--environment', 'staging'],
      /The environment "staging" of .* does not exist/,
    ],
    [['authz', 'run', 'orders.authz.json', '--junit-warn', 'loud'], /Allowed choices are failure, skipped/],
    [['authz', 'run', 'orders.authz.json', '--allow-host', 'x'], /--allow-host "x" is not an origin/],
    [['authz', 'fly'], /unknown command 'fly'/],
    [['authz', 'replay', 'nowhere.json'], /nowhere\.json cannot be read/],
    [['authz', 'replay', 'orders.chain.json'], /is not a result of an authorization matrix/],
  ];
  for (const [args, message] of misused) {
    it(`ends 2 for ${args.join(' ')}`, async () => {
      const seen = api.requestCount();
      const { code, stderr } = await chainwright(args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.equal(api.requestCount(), seen);
    });
  }

  it('refuses an origin that is not this machine and that nobody allowed', async () => {
    const { code, stdout } = await chainwright([
      ...['authz', 'run', 'orders.authz.json', '--only', 'stats.read'],
      ...['--var', 'baseUrl=http://192.0.2.1:9'],
    ]);
    assert.equal(code, 3, stdout);
    assert.match(stdout, /192\.0\.2\.1:9 is not this machine, and orders\.authz\.json does not allow it\./);
  });
});

describe('the coverage of a run', function () {
  before(() => begin([]));
  after(end);

  it('is measured by a description; what was left out tests nothing', async () => {
    const operation = { responses: { 200: { description: 'done' } } };
    const description = {
      openapi: '3.0.3',
      info: { title: 'Orders', version: '1' },
      paths: {
        '/api/orders/{id}': { get: operation, head: operation },
        '/api/refunds': { post: operation },
      },
    };
    await writeFile(at('openapi.json'), JSON.stringify(description));
    const measured = ['--openapi', 'openapi.json', '--reporter', 'json=run.json'];
    const { stdout, stderr } = await chainwright(run('--only', 'order.read', ...measured));
    assert.match(stdout, /Not covered\n {2}No cell tested \d of 3 operations of openapi\.json\./, stderr);
    const { coverage } = JSON.parse(await readFile(at('run.json'), 'utf8')) as { coverage: object };
    assert.deepEqual(coverage, {
      of: 'openapi.json',
      total: 3,
      untested: ['GET /api/orders/{id}', 'HEAD /api/orders/{id}', 'POST /api/refunds'],
    });
  });

  it('is not measured by what is no description', async () => {
    const { code, stderr } = await chainwright(run('--openapi', 'orders.chain.json'));
    assert.equal(code, 2);
    assert.match(stderr, /orders\.chain\.json is no OpenAPI description\./);
  });
});

describe('the pack exposure', function () {
  before(() => begin([]));
  after(end);

  /** Runs it on one operation against a description in which an order has these members. */
  async function exposed(members: readonly string[]): Promise<Ended> {
    const matrix = await readFile('examples/workspace/orders.authz.json', 'utf8');
    await writeFile(at('orders.authz.json'), matrix.replace('{', '{ "packs": ["exposure"],'));
    const schema = { properties: Object.fromEntries(members.map((name) => [name, {}])) };
    const responses = { 200: { description: 'An order', content: { 'application/json': { schema } } } };
    const paths = { '/api/orders/{id}': { get: { responses } } };
    const description = { openapi: '3.0.3', info: { title: 'Orders', version: '1' }, paths };
    await writeFile(at('openapi.json'), JSON.stringify(description));
    const reports = ['html', 'json', 'sarif'].flatMap((name) => ['--reporter', `${name}=run.${name}`]);
    return chainwright(
      run('--only', '*#undescribed-members', '--openapi', 'openapi.json', '--allow-mutations', ...reports),
    );
  }

  const MEMBERS = 'id customer customerId sku quantity items amount currency state note createdAt'.split(' ');

  it('finds what the description named by --openapi does not list, in every report', async () => {
    const { code, stdout, stderr } = await exposed(MEMBERS.filter((name) => name !== 'amount'));
    assert.equal(code, 1, stdout + stderr);
    const sentence = 'GET /api/orders/{orderId} shows /amount, which the API description does not list';
    assert.ok(stdout.includes(`${sentence}  low (3.1)  CWE-213  CWE-200  API3:2023`), stdout);
    assert.match(stdout, /--only 'PROP order\.read \*' --openapi openapi\.json --allow-mutations\n/);
    assert.ok((await readFile(at('run.html'), 'utf8')).includes(sentence));
    const json = await readFile(at('run.json'), 'utf8');
    assert.match(json, /"authz\/undescribed-member"[^}]*"cwe":\s*\[\s*213,\s*200\s*\]/);
    const sarif = await readFile(at('run.sarif'), 'utf8');
    assert.match(sarif, /"ruleId":\s*"authz\/undescribed-member"/);
    assert.equal(balance, 0);
  });

  it('finds nothing where it lists everything', async () => {
    const { code, stdout } = await exposed(MEMBERS);
    assert.equal(code, 0, stdout);
  });
});

describe('chainwright authz replay', function () {
  before(() => begin(['read-any-order', 'denied-400']));
  after(end);

  it('gives every report again, byte for byte, without a request', async () => {
    const first = await chainwright(
      run(
        '--only',
        'order.read*',
        '--allow-mutations',
        '--reporter',
        'console',
        '--reporter',
        'json=run.json',
      ),
    );
    const seen = api.requestCount();
    const file = resultIn(first.stderr);
    const again = await chainwright(['authz', 'replay', file], {});
    assert.equal(again.stdout, first.stdout);
    assert.equal(again.code, first.code);
    assert.equal(again.stderr, '');
    assert.equal(api.requestCount(), seen);
    const json = await chainwright(['authz', 'replay', file, '--reporter', 'json=again.json']);
    assert.equal(json.stdout, first.stdout);
    assert.equal(await readFile(at('again.json'), 'utf8'), await readFile(at('run.json'), 'utf8'));
    const third = await chainwright(['authz', 'replay', 'again.json']);
    assert.equal(third.stdout, first.stdout);
  });

  it('judges a result that says something else than its signals by its signals, and says so', async () => {
    const { stderr } = await chainwright(run('--only', 'order.read', '--allow-mutations'));
    const file = resultIn(stderr);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('"class":"FLAW_READ"', '"class":"PASS_403"'));
    const again = await chainwright(['authz', 'replay', file]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^1 cell is judged in another way than when the run was recorded\./);
  });

  it('ends 4 for refusals by another code, and 1 when strict', async () => {
    const { code, stderr } = await chainwright(run('--only', 'order.delete', '--allow-mutations'));
    assert.equal(code, 4, stderr);
    const strict = await chainwright(['authz', 'replay', resultIn(stderr), '--strict']);
    assert.equal(strict.code, 1);
  });

  it('writes a baseline, with which known flaws do not fail and new ones do', async () => {
    const whole = await chainwright(run('--allow-mutations', '--write-baseline', 'whole.json'));
    const { cells } = JSON.parse(await readFile(at('whole.json'), 'utf8')) as {
      readonly cells: Readonly<Record<string, { readonly class: string; readonly operation: string }>>;
    };
    const reading = Object.entries(cells).map(([fingerprint, cell]) => {
      return [fingerprint, cell.operation === 'order.read' ? cell : { ...cell, class: 'PASS_403' }] as const;
    });
    await workspace.write({
      'known.json': {
        formatVersion: 1,
        kind: 'authz-baseline',
        cells: Object.fromEntries(reading),
      },
    });
    const result = resultIn(whole.stderr);
    const known = await chainwright(['authz', 'replay', result, '--baseline', 'whole.json']);
    assert.equal(known.code, 0, known.stdout);
    const unknown = await chainwright(['authz', 'replay', result, '--baseline', 'known.json', '--strict']);
    assert.equal(unknown.code, 1, unknown.stdout);
  });

  it('makes no baseline of some cells alone, but brings one up to date with them', async () => {
    const some = run('--only', 'order.read', '--allow-mutations', '--write-baseline', 'some.json');
    const seen = api.requestCount();
    const refused = await chainwright(some);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /A run of selected cells \(--only\) cannot become a baseline/);
    assert.equal(api.requestCount(), seen);
    await chainwright(run('--allow-mutations', '--write-baseline', 'all.json'));
    const updated = await chainwright([...some, '--baseline', 'all.json']);
    const texts = await Promise.all(['some.json', 'all.json'].map((name) => readFile(at(name), 'utf8')));
    assert.equal(texts[0], texts[1], updated.stderr);
    const again = await chainwright([
      ...['authz', 'replay', resultIn(updated.stderr), '--write-baseline', 'again.json'],
    ]);
    assert.equal(again.code, 2);
    assert.equal(again.stdout, '');
  });
});

describe('chainwright authz cleanup', function () {
  before(() => begin([]));
  after(end);

  it('has nothing to do after a run that went through', async () => {
    await chainwright(run('--only', 'order.read', '--allow-mutations'));
    const seen = api.requestCount();
    for (const args of [[], ['orders.authz.json']]) {
      const { code, stdout } = await chainwright(['authz', 'cleanup', ...args, ...base()]);
      assert.deepEqual([code, stdout], [0, 'Nothing is left of earlier runs.\n']);
    }
    assert.equal(api.requestCount(), seen);
  });
});

describe('an interrupted authorization run', function () {
  beforeEach(() => begin([]));
  afterEach(end);

  /** Starts a run, and sends the signal when the API has got some requests. */
  async function interrupted(signal: NodeJS.Signals): Promise<Ended> {
    const child = start(run('--allow-mutations'), workspace.folder, secrets);
    const ending = ended(child);
    await until(() => api.requestCount() >= 60);
    child.kill(signal);
    return ending;
  }

  it('ends 130 with everything deleted that it created', async () => {
    const { code, stderr } = await interrupted('SIGINT');
    assert.equal(code, 130, stderr);
    assert.match(
      stderr,
      /^Cancelled: what the run created is being deleted\. Interrupt again to end at once; "chainwright authz cleanup" then deletes what is left\.$/m,
    );
    assert.equal(balance, 0);
  });

  it('leaves, when it is killed, what authz cleanup deletes', async () => {
    await interrupted('SIGKILL');
    assert.ok(balance > 0);
    const { code, stdout, stderr } = await chainwright(['authz', 'cleanup', ...base()]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^[1-9]\d* deleted, 0 still there\.\n$/);
    assert.equal(balance, 0);
  });

  it('ends 2 when what it left cannot be looked for, and tells which matrix', async () => {
    await interrupted('SIGKILL');
    await writeFile(at('orders.authz.json'), '{');
    const { code, stdout, stderr } = await chainwright(['authz', 'cleanup', ...base()]);
    assert.equal(code, 2);
    assert.match(stderr, /orders\.authz\.json has /);
    assert.equal(stdout, '0 deleted, 0 still there.\n');
  });
});

describe('chainwright authz generate', function () {
  before(() => begin(['read-any-order']));
  after(end);
  const users = ['--user', 'alice=customer', '--user', 'bob=customer'];
  const generate = (...args: readonly string[]) => ['authz', 'generate', 'orders.chain.json', ...args];

  it('writes the proposal to the output, and notes on it to stderr', async () => {
    const { code, stdout, stderr } = await chainwright(generate(...users));
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\{\n {2}"formatVersion": 1,\n {2}"name": "Order lifecycle: who may do what"/);
    const [note, ...questions] = stderr.split('\n').filter((line) => line !== '');
    assert.equal(note, 'get-deleted-order was left out: it expects no success.');
    assert.deepEqual(questions, [
      'What only you know, and what was assumed (change it with --answer, or in the matrix):',
      '  What is the email of alice and bob? Separate several by commas.',
      '    --answer "user.email=alice@example.com, bob@example.com"',
      '  Who may read, change and delete an order?',
      '    --answer "object.order=owner"',
      '    other answers: owner, read by everyone; everyone',
      '  Should the tests create, change and delete as well?',
      '    --answer "mutate=no"',
      '    other answers: yes',
    ]);
  });

  it('proposes what runs, and finds what is wrong', async () => {
    const { code } = await chainwright(generate(...users, '-o', 'tests/proposed.authz.json'));
    assert.equal(code, 0);
    const text = await readFile(at('tests/proposed.authz.json'), 'utf8');
    assert.match(text, /"\.\.\/orders\.chain\.json#create-order"/);
    await writeFile(at('tests/proposed.authz.json'), text.replace('"mutate": false', '"mutate": true'));
    const ran = await chainwright([
      ...['authz', 'run', 'tests/proposed.authz.json', ...base(), '--allow-mutations', '--json'],
    ]);
    const { cells } = JSON.parse(ran.stdout) as { cells: { cell: { id: string }; class: string }[] };
    assert.deepEqual(
      cells.filter((cell) => !cell.class.startsWith('PASS')).map((cell) => `${cell.class} ${cell.cell.id}`),
      [
        'FLAW_READ OBJ order.read alice<-bob path:orderId',
        // Nobody of these two may list the orders of all, where one that belongs to nobody would be seen.
        'INCONCLUSIVE_STATE ANON order.create alice<-nobody',
      ],
    );
  });

  it('overwrites nothing without --force', async () => {
    await writeFile(at('mine.authz.json'), 'mine');
    const refused = await chainwright(generate(...users, '-o', 'mine.authz.json'));
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /mine\.authz\.json is there already\./);
    assert.equal(await readFile(at('mine.authz.json'), 'utf8'), 'mine');
    const forced = await chainwright(generate(...users, '-o', 'mine.authz.json', '--force'));
    assert.equal(forced.code, 0);
    assert.match(await readFile(at('mine.authz.json'), 'utf8'), /^\{\n/);
  });

  const misused: [args: readonly string[], message: RegExp][] = [
    [[], /A matrix needs users\./],
    [['--user', 'alice'], /--user "alice" names nobody\./],
    [['--user', 'alice=public'], /cannot be a user of a matrix/],
    [['--user', 'a=b', '--user', 'a=c'], /The user a is named twice\./],
    [[...users, '-o', 'matrix.json'], /is not a file name of an authorization matrix/],
    [[...users, '-o', '../x.authz.json'], /lies outside the workspace/],
    [[...users, '--answer', 'mutate'], /--answer "mutate" answers nothing\./],
    [[...users, '--answer', 'mutate=perhaps'], /no answer to: Should the tests .* Choose of: yes, no\./],
    [[...users, '--environment', 'staging'], /The environment "staging" of .* does not exist/],
  ];
  for (const [args, message] of misused) {
    it(`ends 2 for ${args.join(' ') || 'no users'}`, async () => {
      const { code, stderr } = await chainwright(generate(...args));
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    });
  }

  it('ends 2 for a chain that cannot be read', async () => {
    const { code, stderr } = await chainwright(['authz', 'generate', 'nowhere.chain.json', ...users]);
    assert.equal(code, 2);
    assert.match(stderr, /nowhere\.chain\.json does not exist\./);
  });
});
