/** The `authz` commands in this process, with an engine that only reports its arguments. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { authzCleanupCommand } from '../../src/cli/authz/authzCleanupCommand';
import type { AuthzEngine } from '../../src/cli/authz/authzEngine';
import type { AuthzRunOptions } from '../../src/cli/authz/authzOptions';
import { addAuthzCommands } from '../../src/cli/authz/authzProgram';
import { createAuthzProgress } from '../../src/cli/authz/authzProgress';
import { authzRunCommand } from '../../src/cli/authz/authzRunCommand';
import { colours } from '../../src/cli/paint';
import type { CommandContext } from '../../src/cli/commandContext';
import type { AuthzEvent, AuthzResult } from '../../src/core/authz/model/authzResult';
import { baselineOf } from '../../src/core/authz/report/baseline';
import { writeBaseline } from '../../src/core/authz/report/baselineFile';
import { countJudgements } from '../../src/core/authz/report/summary';
import type { CleanUp } from '../../src/core/authz/run/cleanUp';
import { UserError } from '../../src/core/errors';
import type { MatrixJob } from '../../src/node/authz/loadMatrix';
import { openLedger, readLedger } from '../../src/node/authz/ledgerFile';
import type { MatrixSettings } from '../../src/node/authz/wireMatrix';
import { passedAuthz, sampleAuthz, sampleCell, sampleResult } from '../formats/reporters/authz/sampleAuthz';
import { createWorkspace, type Workspace } from '../node/workspace';
import { startChat, type ChatServer } from '../sharing/chatServer';
import { written } from './output';

let workspace: Workspace;

/** A new workspace for each test. */
function withWorkspace(): void {
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());
}

/** What the engine was asked to do. */
interface Asked {
  readonly job: MatrixJob;
  readonly settings: MatrixSettings;
}

function contextOf(
  signal: AbortSignal = new AbortController().signal,
  environment: NodeJS.ProcessEnv = {},
): CommandContext {
  return {
    folder: workspace.folder,
    environment: { NO_COLOR: '1', ...environment },
    version: '1.0.0',
    signal,
  };
}

/** An engine whose runs give these events. */
function engineOf(
  events: readonly AuthzEvent[],
  asked: Asked[] = [],
  onEvent: () => void = () => undefined,
): AuthzEngine {
  return {
    async *run(job, settings) {
      asked.push({ job, settings });
      for (const event of events) {
        onEvent();
        yield await Promise.resolve(event);
      }
    },
    dryRun(job, settings) {
      asked.push({ job, settings });
      return Promise.resolve({
        plan: { cells: [sampleCell()], undeclared: [], notes: [] },
        requests: [],
        strict: 7,
        packs: 0,
      });
    },
    cleanUp: () => Promise.reject(new Error('nobody asked for this')),
  };
}

function eventsOf(result: AuthzResult): readonly AuthzEvent[] {
  const plan = { cells: result.cells.map(({ cell }) => cell), undeclared: [], notes: [] };
  return [
    { type: 'authz-started', plan, startedAt: result.startedAt },
    ...result.cells.flatMap((one): readonly AuthzEvent[] => [
      { type: 'cell-started', id: one.cell.id },
      { type: 'cell-finished', result: one },
    ]),
    { type: 'authz-preparing', message: 'Deleting what the run created' },
    { type: 'authz-finished', result },
  ];
}

/** The options of `authz run` as commander reads them. */
async function optionsOf(...args: readonly string[]): Promise<AuthzRunOptions> {
  const program = new Command();
  addAuthzCommands(program, contextOf());
  const run = program.commands[0]?.commands.find((command) => command.name() === 'run');
  let options: AuthzRunOptions | undefined;
  run?.action((_file: string, given: AuthzRunOptions) => {
    options = given;
  });
  await program.parseAsync(['node', 'chainwright', 'authz', 'run', 'x.authz.json', ...args]);
  if (options === undefined) {
    throw new Error('there is no command authz run');
  }
  return options;
}

describe('authz run --since-spec', () => {
  withWorkspace();

  const chain = {
    formatVersion: 1,
    name: 'Orders',
    requests: [
      { id: 'read', method: 'GET', url: 'http://127.0.0.1:1/api/orders/{{orderId}}' },
      { id: 'create', method: 'POST', url: 'http://127.0.0.1:1/api/orders' },
    ],
  };
  const matrix = {
    formatVersion: 1,
    name: 'Orders',
    users: { alice: { role: 'customer' }, bob: { role: 'customer' } },
    operations: {
      'order.read': { request: 'orders.chain.json#read' },
      'order.create': { request: 'orders.chain.json#create' },
    },
    policy: { customer: { 'order.*': 'any' } },
  };
  const described = (paths: object) => JSON.stringify({ openapi: '3.0.3', info: {}, paths });
  const older = { '/orders/{id}': { get: { responses: {} } }, '/orders': { post: { responses: {} } } };

  /** Names of the operations that the engine is told to test, and what is said about them. */
  async function selected(newer: object, ...args: readonly string[]) {
    await workspace.write({
      'orders.chain.json': chain,
      'x.authz.json': matrix,
      'old.json': described(older),
      'new.json': described(newer),
    });
    const asked: Asked[] = [];
    const options = await optionsOf('--since-spec', 'old.json', ...args);
    const engine = engineOf(eventsOf(passedAuthz), asked);
    const { stderr } = await written(() => authzRunCommand('x.authz.json', options, contextOf(), engine));
    return { only: asked[0]?.settings.only, stderr };
  }

  it('tests what is new or changed, and says what no operation sends', async () => {
    const { only, stderr } = await selected(
      {
        '/orders/{orderId}': { get: { responses: { 403: {} } }, delete: { responses: {} } },
        '/orders': older['/orders'],
      },
      ...['--openapi', 'new.json'],
    );
    assert.deepEqual(only, ['order.read']);
    assert.match(stderr, /^2 operations changed since old\.json\.$/m);
    assert.match(stderr, /^ {2}GET \/orders\/\{orderId\}, changed: order\.read$/m);
    assert.match(stderr, /^ {2}DELETE \/orders\/\{orderId\}, new: no operation of the matrix sends it$/m);
  });

  it('tests nothing where nothing changed', async () => {
    assert.deepEqual((await selected(older, '--openapi', 'new.json')).only, []);
  });

  it('wants the newer description, and no other choice', async () => {
    await assert.rejects(selected(older), /Name the newer one with --openapi/);
    await assert.rejects(
      selected(older, '--only', 'order.read', '--openapi', 'new.json'),
      /Give one of them/,
    );
  });

  it('says which file is no description', async () => {
    await workspace.write({ 'other.json': '{"openapi":"9"}' });
    await assert.rejects(selected(older, '--openapi', 'other.json'), /other\.json: This version of OpenAPI/);
  });
});

describe('authz run', () => {
  withWorkspace();

  it('tells the engine what the options say', async () => {
    const asked: Asked[] = [];
    const options = await optionsOf(
      ...['--only', 'order.*', '--only', 'OBJ *', '--irreversible', 'order.pay', '--seed', '5eed'],
      ...['--allow-mutations', '--bodies', '--environment', 'local', '--timeout', '99', '--insecure'],
      ...['--allow-host', 'https://api.test/', '--allow-env', 'KEY', '--var', 'a=1', '--proxy', 'none'],
      ...['--var-json', 'b=[1]', '--parallel', '4'],
      ...['--secret-host', 'PASSWORD=https://api.test'],
    );
    await written(() =>
      authzRunCommand('x.authz.json', options, contextOf(), engineOf(eventsOf(passedAuthz), asked)),
    );
    const [{ job, settings } = {}] = asked;
    assert.deepEqual(job, {
      file: path.join(workspace.folder, 'x.authz.json'),
      workspace: workspace.folder,
      environment: 'local',
    });
    const { execute, ...rest } = settings ?? {};
    assert.deepEqual(rest, {
      allowMutations: true,
      only: ['order.*', 'OBJ *'],
      irreversible: ['order.pay'],
      parallel: 4,
      seed: '5eed',
      keepBodies: true,
    });
    assert.deepEqual(execute?.allowHosts, ['https://api.test']);
    assert.deepEqual(
      [...(execute?.overrides ?? [])],
      [
        ['a', '1'],
        ['b', [1]],
      ],
    );
    assert.deepEqual(execute?.secrets.granted, ['KEY']);
    assert.deepEqual([...(execute?.secrets.bindings ?? [])], [['PASSWORD', ['https://api.test']]]);
    assert.deepEqual(
      [execute?.timeoutMs, execute?.network.verifyTls, execute?.network.proxy],
      [99, false, 'none'],
    );
  });

  it('agrees to nothing that nobody asked for', async () => {
    const asked: Asked[] = [];
    const options = await optionsOf();
    await written(() =>
      authzRunCommand('x.authz.json', options, contextOf(), engineOf(eventsOf(passedAuthz), asked)),
    );
    const { execute: _execute, ...rest } = asked[0]?.settings ?? {};
    assert.deepEqual(rest, { allowMutations: false, irreversible: [], parallel: 1, keepBodies: false });
  });

  it('reports the result, keeps it, and gives its exit code', async () => {
    const options = await optionsOf('--reporter', 'markdown=report.md');
    const { value, stdout, stderr } = await written(() =>
      authzRunCommand('x.authz.json', options, contextOf(), engineOf(eventsOf(sampleAuthz))),
    );
    assert.equal(value.code, 1);
    assert.equal(value.result, sampleAuthz);
    assert.match(stdout, /^Orders: who may do what/);
    assert.match(stderr, /^Report: .*report\.md$/m);
    const kept = /^Result: (.*)$/m.exec(stderr)?.[1] ?? '';
    assert.ok(kept.startsWith(path.join(workspace.folder, '.chainwright/authz/security/orders')));
    assert.equal((JSON.parse(await readFile(kept, 'utf8')) as AuthzResult).seed, sampleAuthz.seed);
  });

  it('writes nothing but the report to the output when that goes there', async () => {
    const options = await optionsOf('--reporter', 'csv', '--reporter', 'html=report.html');
    const { stdout } = await written(() =>
      authzRunCommand('x.authz.json', options, contextOf(), engineOf(eventsOf(sampleAuthz))),
    );
    assert.doesNotMatch(stdout, /Orders: who may do what {2}/);
    assert.equal(stdout.trimEnd().split('\n').length, sampleAuthz.cells.length + 1);
  });

  it('says what an interruption does, and reports a cancelled run as that', async () => {
    const interrupt = new AbortController();
    const events = eventsOf({ ...passedAuthz, outcome: 'cancelled' });
    const options = await optionsOf();
    const { value, stderr } = await written(() =>
      authzRunCommand(
        'x.authz.json',
        options,
        contextOf(interrupt.signal),
        engineOf(events, [], () => {
          interrupt.abort();
        }),
      ),
    );
    assert.equal(value.code, 130);
    assert.equal(stderr.match(/Cancelled: what the run created is being deleted\./g)?.length, 1);
  });

  it('keeps no result of a dry run', async () => {
    const options = await optionsOf('--dry-run');
    const { value, stdout, stderr } = await written(() =>
      authzRunCommand('x.authz.json', options, contextOf(), engineOf([])),
    );
    assert.deepEqual(value, { code: 0 });
    assert.match(stdout, /^Dry run of x\.authz\.json: nothing was sent\.\n1 cells?, /);
    assert.equal(stderr, '');
  });
});

describe('authz run --notify', () => {
  withWorkspace();

  let runs = 0;
  let chat: ChatServer;
  let posts: string[];

  before(async () => {
    chat = await startChat();
    ({ posts } = chat);
  });
  after(() => chat.close());
  beforeEach(() => {
    posts.length = 0;
  });

  /** Runs a matrix that comes to this result; gives its exit code. */
  async function notified(result: AuthzResult, ...args: readonly string[]): Promise<number> {
    const context = contextOf(undefined, { CHAINWRIGHT_SECRET_SLACK_WEBHOOK: chat.address });
    const options = await optionsOf('--notify', 'slack', ...args);
    runs += 1;
    const startedAt = new Date(Date.UTC(2026, 0, 2, 3, runs)).toISOString();
    const { value, stderr } = await written(() =>
      authzRunCommand('x.authz.json', options, context, engineOf(eventsOf({ ...result, startedAt }))),
    );
    assert.doesNotMatch(stderr, /kept-to-ourselves/);
    return value.code;
  }

  it('tells what was tested and which flaws were found', async () => {
    assert.equal(await notified(sampleAuthz), 1);
    assert.equal(posts.length, 1);
    assert.match(posts[0] ?? '', /Orders: who may do what found \d+ flaws.*Tested.*critical \(9\.1\)/s);
  });

  it('reports only new flaws when asked to: compared with the last result', async () => {
    await notified(sampleAuthz, '--notify-when', 'flaw');
    assert.equal(posts.length, 1);
    await notified(sampleAuthz, '--notify-when', 'flaw');
    assert.equal(posts.length, 1);
  });

  it('reports new flaws compared with a baseline, whatever the last result says', async () => {
    const args = ['--notify-when', 'flaw', '--baseline', 'baseline.json'];
    await workspace.write({ 'baseline.json': writeBaseline(baselineOf(sampleAuthz)) });
    assert.equal(await notified(sampleAuthz, ...args), 0);
    assert.equal(posts.length, 0);
    const { formatVersion, kind } = baselineOf(sampleAuthz);
    await workspace.write({ 'baseline.json': writeBaseline({ formatVersion, kind, cells: {} }) });
    await notified(sampleAuthz, ...args);
    assert.equal(posts.length, 1);
    assert.match(posts[0] ?? '', /New flaws/);
  });

  it('takes a run with fewer flaws than the threshold for none that failed', async () => {
    const { flaw, restricted } = countJudgements(sampleAuthz);
    const flaws = flaw + restricted;
    const args = ['--notify-when', 'failure', '--notify-threshold'];
    await notified(sampleAuthz, ...args, String(flaws + 1));
    assert.equal(posts.length, 0);
    await notified(sampleAuthz, ...args, String(flaws));
    assert.equal(posts.length, 1);
  });

  it('tells of changes: the first failure and the recovery', async () => {
    const args = ['--notify-when', 'change'];
    await notified(passedAuthz, ...args);
    await notified(sampleAuthz, ...args);
    await notified(sampleAuthz, ...args);
    assert.equal(posts.length, 1);
    await notified({ ...passedAuthz, matrix: sampleAuthz.matrix }, ...args);
    assert.equal(posts.length, 2);
    assert.match(posts[1] ?? '', /passed again/);
  });

  it('compares with no run of some cells, nor of another environment', async () => {
    const args = ['--notify-when', 'change'];
    await notified({ ...sampleAuthz, unselected: ['0'.repeat(16)] });
    await notified({ ...sampleAuthz, environment: 'elsewhere' });
    posts.length = 0;
    await notified(sampleAuthz, ...args);
    assert.equal(posts.length, 1);
  });
});

describe('authz cleanup', () => {
  withWorkspace();

  /** Makes matrices of which runs left something. */
  async function withLeftovers(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await workspace.write({ [name]: '{}' });
      const ledger = await openLedger(workspace.folder, name);
      const entry = {
        id: name,
        matrix: name,
        resource: 'order',
        owner: 'bob',
        canary: 'CNRY-0123456789abcdef',
      };
      await ledger.write({ ...entry, state: 'creating' });
      await ledger.close();
    }
  }

  /** Cleans up, what becomes of each matrix given by its name. */
  function cleanUp(outcomes: Readonly<Record<string, CleanUp | Error>>, name?: string) {
    const engine: AuthzEngine = {
      ...engineOf([]),
      cleanUp: ({ file }) => {
        const outcome = outcomes[path.basename(file)];
        return outcome === undefined || outcome instanceof Error
          ? Promise.reject(outcome ?? new Error(`nobody asked for ${file}`))
          : Promise.resolve(outcome);
      },
    };
    const network = {
      var: [],
      varJson: [],
      allowHost: [],
      allowEnv: [],
      secretHost: [],
      timeout: 1,
      insecure: false,
    };
    const options = { ...network, trustEnvironment: [] };
    return written(() => authzCleanupCommand(name, options, contextOf(), engine));
  }

  it('looks at the matrices of which something is left, each in its turn', async () => {
    await withLeftovers('a.authz.json', 'deep/b.authz.json');
    await workspace.write({ 'clean.authz.json': '{}' });
    const { value, stdout } = await cleanUp({
      'a.authz.json': { deleted: 2, restored: 0, left: [] },
      'b.authz.json': { deleted: 1, restored: 0, left: [] },
    });
    assert.deepEqual([value, stdout], [0, '3 deleted, 0 still there.\n']);
  });

  it('says what is still there, and ends 1', async () => {
    const left = [
      { resource: 'order', owner: 'bob', ids: { orderId: '"\u001b[2J"' }, reason: 'Deleting it got 500.' },
    ];
    const { value, stdout, stderr } = await cleanUp(
      { 'a.authz.json': { deleted: 0, restored: 0, left } },
      'a.authz.json',
    );
    assert.deepEqual([value, stdout], [1, '0 deleted, 1 still there.\n']);
    assert.equal(stderr, 'Still there: order of bob orderId="\\x1b[2J". Deleting it got 500.\n');
  });

  it('continues after a matrix that cannot be read, and exits with 2', async () => {
    await withLeftovers('a.authz.json', 'b.authz.json');
    const { value, stdout, stderr } = await cleanUp({
      'a.authz.json': new UserError('It is broken.', 'Fix it.'),
      'b.authz.json': { deleted: 1, restored: 0, left: [] },
    });
    assert.deepEqual([value, stdout], [2, '1 deleted, 0 still there.\n']);
    assert.equal(stderr, 'It is broken. Fix it.\n');
  });

  it('cleans up the others when a ledger cannot be read, tells which, and ends 2', async () => {
    await withLeftovers('b.authz.json');
    await workspace.write({ 'a.authz.json': '{}', '.chainwright/ledger/a.jsonl/inside': 'a folder' });
    const { value, stdout, stderr } = await cleanUp({
      'a.authz.json': await readLedger(workspace.folder, 'a.authz.json').then(
        () => new Error('it can be read'),
        (error: Error) => error,
      ),
      'b.authz.json': { deleted: 1, restored: 0, left: [] },
    });
    assert.deepEqual([value, stdout], [2, '1 deleted, 0 still there.\n']);
    assert.match(
      stderr,
      /ledger\/a\.jsonl, which tells what earlier runs left, is not an ordinary file\. Delete/,
    );
  });

  it('says what was restored', async () => {
    const done = { deleted: 0, restored: 2, left: [] };
    const { value, stdout } = await cleanUp({ 'a.authz.json': done }, 'a.authz.json');
    assert.deepEqual([value, stdout], [0, '0 deleted, 2 restored, 0 still there.\n']);
  });

  it('does not call deleted what was not there', async () => {
    const outcomes = {
      'a.authz.json': { deleted: 1, absent: 1, restored: 0, left: [] },
      'b.authz.json': { deleted: 0, absent: 2, restored: 0, left: [] },
    };
    await withLeftovers('a.authz.json', 'b.authz.json');
    const { value, stdout } = await cleanUp(outcomes);
    assert.deepEqual([value, stdout], [0, '1 deleted, 3 were not there, 0 still there.\n']);
  });

  it('does not hide a fault of its own', async () => {
    await assert.rejects(cleanUp({ 'a.authz.json': new TypeError('ours') }, 'a.authz.json'), {
      message: 'ours',
    });
  });

  it('is done when nothing is left', async () => {
    const { value, stdout } = await cleanUp({});
    assert.deepEqual([value, stdout], [0, 'Nothing is left of earlier runs.\n']);
  });
});

describe('progress of an authorization run', () => {
  /** What is written while these events come. */
  function shown(events: readonly AuthzEvent[], isTerminal: boolean): string {
    let text = '';
    const follow = createAuthzProgress({
      write: (piece) => (text += piece),
      isTerminal,
      paint: colours({}, { NO_COLOR: '1' }),
    });
    events.forEach(follow);
    return text;
  }

  const hostile = sampleCell({ operation: 'order.\u001b[2Jread' });
  const result = sampleResult(hostile, { class: 'FLAW_READ' });
  const events = eventsOf({ ...sampleAuthz, cells: [result] });

  it('is a line for each flaw where no line can be written over', () => {
    assert.equal(
      shown(events, false),
      `Testing 1 cell\n✗ FLAW_READ ${hostile.id.replace('\u001b', '\\x1b')}\n`,
    );
  });

  it('is the cell under way on a terminal, and nothing at the end', () => {
    const text = shown(events, true);
    assert.match(text, /… 1\/1 OBJ order\.\\x1b\[2Jread/);
    assert.match(text, /… Deleting what the run created/);
    assert.ok(text.endsWith('\r\u001b[2K'));
  });

  it('says how many of the planned cells are tested', () => {
    const cells = [sampleCell(), sampleCell({ changes: { skip: 'Not allowed.' } })];
    const started: AuthzEvent = {
      type: 'authz-started',
      plan: { cells, undeclared: [], notes: [] },
      startedAt: sampleAuthz.startedAt,
    };
    assert.equal(shown([started], false), 'Testing 1 cell of 2\n');
  });
});
