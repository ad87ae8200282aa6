import assert from 'node:assert/strict';
import path from 'node:path';
import { createProgress } from '../../src/cli/progress';
import { runFiles, type ChainFile } from '../../src/cli/runFiles';
import { colours } from '../../src/cli/paint';
import { defined } from '../../src/core/defined';
import type { Bail } from '../../src/core/run/runStep';
import { startHostileServer, type HostileServer } from '../node/hostileServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../node/workspace';

let server: HostileServer;
let workspace: Workspace;

function fileOf(name: string): ChainFile {
  return { file: path.join(workspace.folder, `${name}.chain.json`), workspace: workspace.folder };
}

/** Runs chains; each outcome as `id outcome`, and which chains were not begun. */
async function run(
  names: readonly string[],
  bail: Bail | undefined,
  parallel = 1,
  signal = new AbortController().signal,
) {
  const paint = colours(process.stdout, { NO_COLOR: '1' });
  const { results, faults, notRun, dispose } = await runFiles(names.map(fileOf), {
    select: { kind: 'all' },
    settings: { ...defaultSettings, ...defined({ bail }) },
    keep: 'outcomes',
    parallel,
    progress: createProgress({ paint, together: false }),
    signal,
  });
  dispose();
  return {
    faults: faults.map(({ message }) => message),
    outcomes: results.flatMap(({ requests }) =>
      requests.map(({ request, outcome }) => `${request.id} ${outcome}`),
    ),
    notRun,
  };
}

/** The requests of the bad chain: what the server answered to each, and why it failed. */
async function keeping(keep: 'outcomes' | 'exchanges') {
  const { results, dispose } = await runFiles([fileOf('bad')], {
    select: { kind: 'all' },
    settings: defaultSettings,
    keep,
    parallel: 1,
    progress: createProgress({ paint: colours(process.stdout, { NO_COLOR: '1' }), together: false }),
    signal: new AbortController().signal,
  });
  dispose();
  return results.flatMap(({ requests }) =>
    requests.map(({ exchange, reasons, expectations }) => ({
      status: exchange?.response?.status,
      reasons: reasons.map(({ message }) => message),
      expectations: expectations.length,
    })),
  );
}

describe('runFiles', () => {
  before(async () => {
    server = await startHostileServer();
    workspace = await createWorkspace();
    const get = (id: string, more: object = {}) => ({
      id,
      method: 'GET',
      url: `${server.origin}/ok`,
      ...more,
    });
    await workspace.write({
      'good.chain.json': chainOf([get('one'), get('two')]),
      'bad.chain.json': chainOf([get('wrong', { expect: { status: 418 } }), get('after')]),
      'blocked.chain.json': chainOf([get('lost', { url: `${server.origin}/{{nothing}}` }), get('after')]),
    });
  });
  after(async () => {
    await server.close();
    await workspace.dispose();
  });

  it('runs every chain, whatever became of those before', async () => {
    assert.deepEqual(await run(['bad', 'good'], undefined), {
      outcomes: ['wrong failed', 'after passed', 'one passed', 'two passed'],
      faults: [],
      notRun: [],
    });
  });

  const stops: [name: string, outcomes: readonly string[], cause: string][] = [
    ['bad', ['wrong failed', 'after skipped'], 'wrong of bad.chain.json failed'],
    ['blocked', ['lost blocked', 'after skipped'], 'lost of blocked.chain.json was blocked'],
  ];
  for (const [name, outcomes, cause] of stops) {
    it(`starts no chain after the first failure when asked to (${cause})`, async () => {
      const good = path.join(workspace.folder, 'good.chain.json');
      assert.deepEqual(await run([name, 'good'], {}), {
        outcomes,
        faults: [],
        notRun: [`${good} was not run, because ${cause}.`],
      });
    });
  }

  it('finishes the chains before the first failure', async () => {
    const { outcomes } = await run(['good', 'bad'], {});
    assert.deepEqual(outcomes, ['one passed', 'two passed', 'wrong failed', 'after skipped']);
  });

  it('runs everything when nothing fails', async () => {
    assert.deepEqual(await run(['good', 'good'], {}, 2), {
      outcomes: ['one passed', 'two passed', 'one passed', 'two passed'],
      faults: [],
      notRun: [],
    });
  });

  it('starts no chain once it is cancelled, which is not a success', async () => {
    assert.deepEqual(await run(['good', 'good'], undefined, 1, AbortSignal.abort()), {
      outcomes: [],
      faults: ['2 chains were not run, because the run was cancelled. Run the command again.'],
      notRun: [],
    });
  });

  it('keeps of a request what a summary tells, when no more is asked for', async () => {
    assert.deepEqual(await keeping('outcomes'), [
      { status: undefined, reasons: ['Expected status is 418, but it was 200.'], expectations: 0 },
      { status: undefined, reasons: [], expectations: 0 },
    ]);
  });

  it('keeps exchanges for reports', async () => {
    assert.deepEqual(await keeping('exchanges'), [
      { status: 200, reasons: ['Expected status is 418, but it was 200.'], expectations: 1 },
      { status: 200, reasons: [], expectations: 1 },
    ]);
  });
});
