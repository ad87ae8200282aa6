/** The command line as scripts see it: the built program in a process of its own, against the sample API. */
import assert from 'node:assert/strict';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { until } from '../until';
import { ended, needsSignals, secrets, start, type Ended } from './program';

const sample = path.resolve('examples/workspace');

let api: OrdersApi;
let workspace: Workspace;

/** The API and a workspace for a group of tests. */
function withApi(): void {
  before(async () => {
    api = await startOrdersApi();
    workspace = await createWorkspace();
  });
  after(async () => {
    await api.close();
    await workspace.dispose();
  });
}

const chainwright = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  ended(start(args, workspace.folder, environment));

const get = (id: string, target: string, more: object = {}) => ({
  id,
  method: 'GET',
  url: `{{baseUrl}}${target}`,
  ...more,
});
const base = () => ['--var', `baseUrl=${api.origin}`];

describe('chainwright run', () => {
  withApi();

  before(() =>
    workspace.write({
      'ok.chain.json': chainOf([get('one', '/health'), get('two', '/health'), get('three', '/health')], {
        name: 'Fine',
        status: 'active',
      }),
      'bad.chain.json': chainOf(
        [get('wrong', '/health', { expect: { status: 418 } }), get('after', '/health')],
        { name: 'Wrong', status: 'active' },
      ),
      'drafts/draft.chain.json': chainOf([get('one', '/health')], { name: 'Unfinished', status: 'draft' }),
      'drafts/old.chain.json': chainOf([get('one', '/health')], { name: 'Old', status: 'archived' }),
    }),
  );

  it('ends 0 when everything passes, with a line per request and a summary', async () => {
    const { code, stdout } = await chainwright(['run', 'ok.chain.json', ...base()]);
    assert.equal(code, 0);
    assert.match(stdout, /^Fine {2}ok\.chain\.json\n/);
    assert.match(stdout, /✓ GET {4}one +200/);
    assert.match(stdout, /3 requests in 1 chain {2}3 passed/);
  });

  it('ends 1 when a request fails, and says why', async () => {
    const { code, stdout } = await chainwright(['run', 'bad.chain.json', ...base()]);
    assert.equal(code, 1);
    assert.match(stdout, /Expected status is 418, but it was 200\./);
    assert.match(stdout, /✓ GET {4}after/);
  });

  it('stops at the first failure with --bail', async () => {
    const { stdout } = await chainwright(['run', 'bad.chain.json', '--bail', ...base()]);
    assert.match(stdout, /1 failed {2}1 skipped/);
  });

  it('begins no further chain after a failure with --bail, and says so', async () => {
    const { code, stdout, stderr } = await chainwright([
      'run',
      'bad.chain.json',
      'ok.chain.json',
      '--bail',
      ...base(),
    ]);
    assert.equal(code, 1);
    assert.match(stdout, /2 requests in 1 chain {2}1 failed {2}1 skipped/);
    assert.match(stderr, /ok\.chain\.json was not run, because wrong of bad\.chain\.json failed\./);
  });

  it('stops at a blocked request with --bail', async () => {
    await workspace.write({
      'stops/blocked.chain.json': chainOf([get('lost', '/{{nothing}}'), get('after', '/health')], {
        status: 'active',
      }),
    });
    const { code, stdout } = await chainwright(['run', 'stops/blocked.chain.json', '--bail', ...base()]);
    assert.equal(code, 1);
    assert.match(stdout, /1 blocked {2}1 skipped/);
    assert.match(stdout, /The run stopped after lost of stops\/blocked\.chain\.json was blocked\./);
  });

  it('ends 2 when the only request to run is disabled', async () => {
    await workspace.write({
      'stops/off.chain.json': chainOf([get('off', '/health', { disabled: true })], { status: 'active' }),
    });
    const { code, stderr } = await chainwright(['run', 'stops/off.chain.json', '--only', 'off', ...base()]);
    assert.equal(code, 2);
    assert.match(stderr, /The request "off" of stops\/off\.chain\.json is disabled, so nothing was run\./);
  });

  const selections: [args: readonly string[], passed: number][] = [
    [['--only', 'two'], 1],
    [['--from', 'two'], 2],
    [['--to', 'two'], 2],
  ];
  for (const [args, passed] of selections) {
    it(`runs ${passed} of 3 requests with ${args.join(' ')}`, async () => {
      const { stdout } = await chainwright(['run', 'ok.chain.json', ...args, ...base()]);
      assert.match(stdout, new RegExp(`${passed} passed`));
    });
  }

  it('skips drafts and archived chains with a line each', async () => {
    const { code, stderr } = await chainwright(['run', 'drafts', ...base()]);
    assert.equal(code, 2);
    const draft = path.join('drafts', 'draft.chain.json');
    assert.match(stderr, /Skipped Old .*: it is archived\./);
    assert.ok(
      stderr.includes(
        `Skipped Unfinished (${draft}): it is a draft. Set its "status" to "active", or add --include-drafts to this command.\n`,
      ),
      stderr,
    );
    assert.match(stderr, /No chain was run\./);
  });

  it('runs drafts when asked to', async () => {
    const { code } = await chainwright(['run', 'drafts', '--include-drafts', ...base()]);
    assert.equal(code, 0);
  });

  it('finds chains by glob, several at a time, in shards', async () => {
    const all = await chainwright(['run', '*.chain.json', '--parallel', '2', ...base()]);
    assert.match(all.stdout, /5 requests in 2 chains/);
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => chainwright(['run', '*.chain.json', '--shard', shard, ...base()])),
    );
    assert.deepEqual(
      shards.map(({ stdout }) => /(\d+) requests? in 1 chain/.exec(stdout)?.[1]),
      ['2', '3'],
    );
  });

  it('writes results as JSON for machines, and nothing else, to the output', async () => {
    const { stdout } = await chainwright(['run', 'ok.chain.json', '--json', ...base()]);
    const { results } = JSON.parse(stdout) as { results: readonly { outcome: string }[] };
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['passed'],
    );
  });

  it('writes every kind of report to a file', async () => {
    const kinds = ['json', 'junit', 'html', 'markdown', 'har', 'github', 'gitlab'];
    const { code, stderr } = await chainwright([
      'run',
      'ok.chain.json',
      ...base(),
      ...kinds.flatMap((kind) => ['--reporter', `${kind}=reports/run.${kind}`]),
    ]);
    assert.equal(code, 0);
    assert.equal(stderr.match(/^Report: /gm)?.length, kinds.length);
    const beginnings = await Promise.all(
      kinds.map(async (kind) =>
        (await readFile(path.join(workspace.folder, `reports/run.${kind}`), 'utf8')).slice(0, 1),
      ),
    );
    assert.deepEqual(beginnings, ['{', '<', '<', '#', '{', ':', '[']);
  });

  it('says its version, and with which Node and where it runs', async () => {
    const plain = (await chainwright(['--version'])).stdout;
    assert.match(plain, /^\d+\.\d+\.\d+\n$/);
    const { stdout } = await chainwright(['--version', '--verbose']);
    assert.equal(
      stdout,
      `${plain.trim()} (Node ${process.versions.node}, ${process.platform} ${process.arch})\n`,
    );
  });

  it('writes annotations among the lines of the console, at the line of the request', async () => {
    const { code, stdout } = await chainwright(['run', 'bad.chain.json', ...base(), '--reporter', 'github']);
    assert.equal(code, 1);
    assert.match(stdout, /^Wrong {2}bad\.chain\.json\n/);
    const lines = (await readFile(path.join(workspace.folder, 'bad.chain.json'), 'utf8')).split('\n');
    const line = lines.findIndex((text) => text.includes('"wrong"')) + 1;
    assert.match(
      stdout,
      new RegExp(`^::error file=bad\\.chain\\.json,line=${line},col=\\d+,title=GET wrong failed::`, 'm'),
    );
    assert.match(stdout, /^::notice title=Chainwright::1 passed, 1 failed$/m);
  });

  const misused: [args: readonly string[], message: RegExp][] = [
    [['run'], /missing required argument/],
    [['run', 'nowhere.chain.json'], /No chain was found at nowhere\.chain\.json\./],
    [
      ['run', 'ok.chain.json', '--only', 'nope'],
      /ok\.chain\.json has no request "nope"\. Its requests are: one, two, three\./,
    ],
    [
      ['run', 'ok.chain.json', '--only', 'one', '--from', 'two'],
      /--only, --from and --to exclude each other\./,
    ],
    [['run', '*.chain.json', '--only', 'one'], /take one chain/],
    [['run', 'ok.chain.json', '--reporter', 'xls'], /The reporter "xls" is not known\. Known are console, /],
    [
      ['run', 'ok.chain.json', '--json', '--reporter', 'junit'],
      /Two reports would be written to the same output\./,
    ],
    [['run', 'ok.chain.json', '--var', 'x'], /--var "x" sets no variable\./],
    [['run', 'ok.chain.json', '--shard', '3/2'], /Write it like 2\/4/],
    [['run', 'ok.chain.json', '--parallel', '0'], /Write a whole number from 1 on\./],
    [['run', 'ok.chain.json', '--secret-host', 'X'], /--secret-host "X" does not say/],
    [['run', 'ok.chain.json', '--environment', 'staging'], /The environment "staging" of .* does not exist/],
    [['fly'], /unknown command 'fly'/],
  ];
  for (const [args, message] of misused) {
    it(`ends 2 for ${args.join(' ')}`, async () => {
      const { code, stderr } = await chainwright(args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it('ends 2 for a broken file, naming line and column', async () => {
    await workspace.write({
      'broken/broken.chain.json': '{\n  "formatVersion": 1,\n  "name": "x"\n  "requests": []\n}',
    });
    const { code, stderr } = await chainwright(['run', 'broken']);
    assert.equal(code, 2);
    assert.match(stderr, /broken\.chain\.json:\d+:\d+: /);
  });

  it('ends 130 when it is interrupted, the run finished in an orderly way', async function () {
    needsSignals(this);
    await workspace.write({
      'slow.chain.json': chainOf(
        [get('quick', '/health'), get('slow', '/api/slow?ms=20000'), get('later', '/health')],
        { status: 'active' },
      ),
    });
    const seen = api.requestCount();
    const child = start(['run', 'slow.chain.json', ...base()], workspace.folder);
    const ending = ended(child);
    await until(() => api.requestCount() >= seen + 2);
    child.kill('SIGINT');
    const { code, stdout } = await ending;
    assert.equal(code, 130);
    assert.match(stdout, /1 passed {2}2 skipped/);
  });

  it('keeps secrets out of everything it writes', async () => {
    const kinds = ['json', 'junit', 'html', 'markdown', 'har', 'github', 'gitlab'];
    const { code, stdout, stderr } = await chainwright(
      [
        'run',
        path.join(sample, 'partner.chain.json'),
        path.join(sample, 'orders.chain.json'),
        path.join(sample, 'signed.chain.json'),
        ...base(),
        ...kinds.flatMap((kind) => ['--reporter', `${kind}=secret/run.${kind}`]),
      ],
      secrets,
    );
    assert.equal(code, 0, stdout + stderr);
    const texts = await Promise.all(
      kinds.map((kind) => readFile(path.join(workspace.folder, `secret/run.${kind}`), 'utf8')),
    );
    for (const secret of Object.values(DEMO_SECRETS)) {
      for (const spelling of [
        secret,
        Buffer.from(`warehouse:${secret}`).toString('base64'),
        Buffer.from(secret).toString('base64').slice(0, -4),
      ]) {
        assert.ok(![stdout, stderr, ...texts].some((text) => text.includes(spelling)), spelling);
      }
    }
    const har = texts[kinds.indexOf('har')] ?? '';
    for (const computed of ['X-Signature', 'X-One-Time-Code']) {
      assert.match(har, new RegExp(`"${computed}",\\s+"value": "‹secret:\\w+›"`));
    }
  });

  it('blocks a request whose secret has no value, and says how to give it one', async () => {
    const { code, stdout } = await chainwright([
      'run',
      path.join(sample, 'auth/login.chain.json'),
      ...base(),
    ]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /The secret ALICE_PASSWORD has no value\. Set the environment variable CHAINWRIGHT_SECRET_ALICE_PASSWORD/,
    );
  });

  it('does not let a chain read environment variables that were not granted', async () => {
    await workspace.write({
      'env.chain.json': chainOf([get('leak', '/health?x={{$processEnv HOME_TOKEN}}')], { status: 'active' }),
    });
    const refused = await chainwright(['run', 'env.chain.json', ...base()], { HOME_TOKEN: 'canary-value' });
    assert.match(refused.stdout, /is not granted to chains\. Allow it with --allow-env HOME_TOKEN/);
    const granted = await chainwright(['run', 'env.chain.json', '--allow-env', 'HOME_TOKEN', ...base()], {
      HOME_TOKEN: 'canary-value',
    });
    assert.equal(granted.code, 0, granted.stdout);
    assert.ok(!granted.stdout.includes('canary-value'));
  });
});

describe('a chain that cannot be run', () => {
  withApi();

  it('does not stop the others, and is reported at the end', async () => {
    await workspace.write({
      'mixed/a.chain.json': '{',
      'mixed/b.chain.json': chainOf([get('one', '/health')], { status: 'active' }),
      'mixed/c.chain.json': chainOf([], { status: 'active', requires: ['none.chain.json'] }),
    });
    const { code, stdout, stderr } = await chainwright(['run', 'mixed', ...base()]);
    assert.equal(code, 2);
    assert.match(stdout, /1 request in 1 chain {2}1 passed/);
    assert.match(stderr, /mixed\/a\.chain\.json:1:\d+: /);
    assert.match(stderr, /none\.chain\.json does not exist\. Correct "requires"/);
  });

  it('gets no control sequence onto the terminal', async () => {
    const name = '\u001b]0;owned\u0007\u001b[2J';
    await workspace.write({
      'escape/draft.chain.json': chainOf([get('one', '/health')], { name, status: 'draft' }),
      'escape/env.chain.json': chainOf([get('one', '/health')], {
        name,
        status: 'active',
        environment: name,
      }),
    });
    const { stdout, stderr } = await chainwright(['run', 'escape', ...base()]);
    assert.ok(![...stdout, ...stderr].some((character) => character < ' ' && character !== '\n'), stderr);
  });

  it('never follows a link out of the workspace, nor do environments or .env', async () => {
    const outside = await createWorkspace();
    await outside.write({
      'x.environment.json': { formatVersion: 1, name: 'x', variables: { baseUrl: api.origin } },
    });
    await workspace.write({
      'link/main.chain.json': chainOf([get('one', '/health')], { status: 'active', environment: 'x' }),
    });
    await symlink(
      path.join(outside.folder, 'x.environment.json'),
      path.join(workspace.folder, 'link/x.environment.json'),
    );
    const { code, stderr } = await chainwright(['run', 'link']);
    await outside.dispose();
    assert.equal(code, 2);
    assert.match(stderr, /link\/x\.environment\.json lies outside the workspace\./);
  });
});

describe('chainwright analyze', () => {
  withApi();

  it('finds what nothing defines, what is used too early and what nobody uses', async () => {
    await workspace.write({
      'flow.chain.json': chainOf(
        [
          get('first', '/{{later}}/{{never}}'),
          get('second', '/health', {
            extract: [
              { variable: 'later', from: 'status' },
              { variable: 'spare', from: 'status' },
            ],
          }),
        ],
        { variables: { baseUrl: 'http://127.0.0.1:1' } },
      ),
    });
    const { code, stdout } = await chainwright(['analyze', 'flow.chain.json', '--json']);
    assert.equal(code, 1);
    const { problems, variables } = JSON.parse(stdout) as {
      problems: readonly { code: string; variable: string; request: string }[];
      variables: readonly { name: string; producer?: string; consumers: readonly string[] }[];
    };
    assert.deepEqual(
      problems.map((problem) => `${problem.code} ${problem.variable} ${problem.request}`),
      ['used-before-produced later first', 'unresolved never first', 'unused spare second'],
    );
    assert.deepEqual(
      variables.find(({ name }) => name === 'later'),
      {
        name: 'later',
        producer: 'second',
        consumers: ['first'],
        chain: 'flow.chain.json',
      },
    );
  });

  it('ends 0 for the sample', async () => {
    const { code, stdout } = await chainwright(['analyze', sample]);
    assert.equal(code, 0, stdout);
  });
});

describe('chainwright demo', function () {
  withApi();

  it('runs the sample from end to end, finds the flaws of its API, and writes reports', async () => {
    const { code, stdout, stderr } = await chainwright(['demo']);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /^The sample orders API listens at http:\/\/127\.0\.0\.1:\d+\./);
    assert.match(stdout, /^GET order\.read +· own +✗ read /m);
    assert.match(
      stdout,
      /These flaws are expected: .*read-any-order.*\. All were found, and nothing else\.\n$/,
    );
    const reports = [...stderr.matchAll(/^Report: (.*)$/gm)].map(([, file]) => file ?? '');
    assert.deepEqual(
      reports.map((file) => path.basename(file)),
      ['demo-report.html', 'demo-authz.html'],
    );
    for (const report of reports) {
      assert.match(await readFile(report, 'utf8'), /^<!doctype html>/i);
    }
  });
});
