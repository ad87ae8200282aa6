/** The GitHub Action: its steps, run as GitHub runs them, with the npm package as it is published. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { packedNpmPackage } from './packed';
import { ended, secrets, type Ended } from './program';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a job ended, and what its steps left. */
interface Job extends Ended {
  readonly outputs: ReadonlyMap<string, string>;
  readonly summary: string;
}

/** GitHub starts Git Bash for the steps on Windows, where the first bash of the PATH can be that of WSL. */
const describeWithBash = process.platform === 'win32' ? describe.skip : describe;

describeWithBash('the GitHub Action', function () {
  this.timeout(300_000);
  let action: Action;
  let api: OrdersApi;
  let workspace: Workspace;
  let tarball: string;
  const at = (name: string): string => path.join(workspace.folder, name);

  before(async () => {
    workspace = await createWorkspace();
    api = await startOrdersApi({ flaws: ['read-any-order'] });
    action = parse(await readFile('action.yml', 'utf8')) as Action;
    tarball = await packedNpmPackage();
    await cp('examples/workspace', at('repository'), { recursive: true });
    const file = at('repository/local.environment.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('http://127.0.0.1:4010', api.origin));
    const request = (id: string, status: number) => ({
      id,
      method: 'GET',
      url: '{{baseUrl}}/health',
      expect: { status },
    });
    const own = { status: 'active', environment: 'local' };
    await workspace.write({
      'repository/ok chain.chain.json': chainOf([request('one', 200)], { name: 'Fine', ...own }),
      'repository/bad.chain.json': chainOf([request('two', 418), request('three', 200)], {
        name: 'Bad',
        ...own,
      }),
    });
  });
  after(async () => {
    await api.close();
    await workspace.dispose();
  });

  /** Runs the steps one after the other, until one fails, as one use of the action in a job that uses it several times. */
  async function job(name: string, inputs: Readonly<Record<string, string>>): Promise<Job> {
    const folder = at(name);
    const temporary = at('temporary');
    await Promise.all([folder, temporary].map((one) => mkdir(one, { recursive: true })));
    const files = {
      GITHUB_OUTPUT: path.join(folder, 'output'),
      GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
    };
    await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
    const all = [];
    for (const step of action.runs.steps) {
      const env = {
        ...{ PATH: process.env['PATH'], ...secrets, ...files },
        ...{ GITHUB_ACTION_PATH: process.cwd(), RUNNER_TEMP: temporary },
        // The tarball needs nothing else, and without a registry npm would ask for more than a minute.
        npm_config_offline: 'true',
        ...Object.fromEntries(Object.entries(step.env).map(([key, value]) => [key, given(value, inputs)])),
      };
      const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', step.run], { cwd: at('repository'), env });
      const one = await ended(child);
      all.push(one);
      if (one.code !== 0) {
        break;
      }
    }
    const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter((line) => line !== '');
    return {
      code: all.at(-1)?.code ?? null,
      stdout: all.map(({ stdout }) => stdout).join(''),
      stderr: all.map(({ stderr }) => stderr).join(''),
      outputs: new Map(
        lines.map((line): [string, string] => [line.split('=')[0] ?? '', line.replace(/^.*?=/, '')]),
      ),
      summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
    };
  }

  /** What an expression of the steps stands for. */
  function given(expression: string, inputs: Readonly<Record<string, string>>): string {
    const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? assert.fail(expression);
    assert.ok(name in action.inputs, name);
    return { package: tarball, ...inputs }[name] ?? action.inputs[name]?.default ?? '';
  }

  it('runs chains, with annotations, a summary and outputs', async () => {
    const { code, stdout, stderr, outputs, summary } = await job('chains', {
      files: 'ok chain.chain.json\n\nbad.chain.json\n',
      seed: 'again',
    });
    assert.equal(code, 1, stdout + stderr);
    assert.match(
      stdout,
      /^::error file=.*bad\.chain\.json,line=\d+,col=\d+,title=GET two failed::Expected status/m,
    );
    assert.match(stdout, /^::notice title=Chainwright::2 passed, 1 failed$/m);
    assert.match(summary, /2 passed, 1 failed/);
    assert.deepEqual(
      ['passed', 'failed', 'blocked', 'flaws', 'exit-code'].map((name) => outputs.get(name)),
      ['2', '1', '0', '0', '1'],
    );
    assert.deepEqual((await readdir(outputs.get('reports') ?? '')).sort(), [
      'chains.github.txt',
      'chains.html.html',
      'chains.json.json',
      'chains.junit.xml',
      'chains.markdown.md',
      'sarif',
    ]);
    const report = await readFile(path.join(outputs.get('reports') ?? '', 'chains.json.json'), 'utf8');
    assert.match(report, /"seed": "again"/);
  });

  it('does not take reports of an earlier use for those of one that made none', async () => {
    const { code, outputs } = await job('missing', { files: 'missing.chain.json' });
    assert.equal(code, 2);
    assert.deepEqual(
      ['passed', 'failed', 'exit-code'].map((name) => outputs.get(name)),
      ['0', '0', '2'],
    );
    assert.deepEqual(await readdir(outputs.get('reports') ?? ''), ['sarif']);
  });

  it('keeps what servers say from giving commands', async () => {
    const { stdout } = await job('commands', { files: 'ok chain.chain.json' });
    const [, token = assert.fail()] = /^::stop-commands::(\S+)$/m.exec(stdout) ?? [];
    const [before = '', , after = ''] = stdout.split(/^::(?:stop-commands::)?[\da-f-]{36}::?$/m);
    assert.ok(stdout.indexOf('Fine') > stdout.indexOf(`::stop-commands::${token}`), before);
    assert.ok(stdout.indexOf('Fine') < stdout.indexOf(`::${token}::`), after);
    assert.ok(stdout.indexOf('::notice') > stdout.indexOf(`::${token}::`));
  });

  it('runs matrices, with SARIF for code scanning', async () => {
    const { code, stdout, stderr, outputs, summary } = await job('matrices', {
      authorization: 'orders.authz.json',
      'trust-environment': 'local.environment.json',
      'allow-mutations': 'true',
    });
    assert.equal(code, 1, stdout + stderr);
    assert.match(stdout, /^::error file=.*orders\.authz\.json,line=\d+,/m);
    assert.ok(Number(outputs.get('flaws')) > 0 && Number(outputs.get('cells-passed')) > 0);
    assert.deepEqual(await readdir(outputs.get('sarif') ?? ''), ['matrix-1.sarif']);
    assert.match(summary, /Flaws/);
  });

  it('tests only what changed since an older description', async () => {
    const described = { get: { responses: {} } };
    const paths = { '/api/admin/stats': described, '/api/admin/users': described };
    const spec = (members: object) => JSON.stringify({ openapi: '3.0.3', info: {}, paths: members });
    await workspace.write({
      'repository/old.json': spec(paths),
      'repository/new.json': spec({ ...paths, '/api/admin/stats': { get: { responses: { 403: {} } } } }),
    });
    const inputs = {
      authorization: 'orders.authz.json',
      'trust-environment': 'local.environment.json',
      'since-spec': 'old.json',
    };
    const changed = await job('changed', { ...inputs, openapi: 'new.json' });
    assert.equal(changed.code, 0, changed.stdout + changed.stderr);
    assert.match(changed.stderr, /GET \/api\/admin\/stats, changed: stats\.read/);
    assert.equal(changed.outputs.get('cells-passed'), '6');
    const same = await job('same', { ...inputs, openapi: 'old.json' });
    assert.equal(same.code, 0, same.stdout + same.stderr);
    assert.equal(same.outputs.get('cells-passed'), '0');
  });

  const misused: [name: string, inputs: Readonly<Record<string, string>>, problem: RegExp][] = [
    ['nothing', {}, /^::error title=Chainwright::Neither "files" nor "authorization" names anything\./m],
    [
      'two-matrices',
      { authorization: 'a\nb', baseline: 'c' },
      /^::error title=Chainwright::"baseline" belongs to one/m,
    ],
  ];
  for (const [name, inputs, problem] of misused) {
    it(`says what is wrong with its inputs: ${name}`, async () => {
      const { code, stdout } = await job(name, inputs);
      assert.equal(code, 2);
      assert.match(stdout, problem);
    });
  }

  it('has an output for each that its steps write, and no other', async () => {
    const { outputs } = await job('outputs', { files: 'ok chain.chain.json' });
    const declared = Object.entries(action.outputs).map(([name, { value }]) => {
      assert.equal(value, `\${{ steps.run.outputs.${name} }}`);
      return name;
    });
    assert.deepEqual([...outputs.keys()].sort(), declared.sort());
  });
});
