import assert from 'node:assert/strict';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import {
  startAccounts,
  writeAccounts,
  type AccountsApi,
  type AccountsMatrix,
  type Creating,
} from './accountsApi';
import { jobIn } from './failingNotes';
import { matrixSettings, resultOf } from './matrixRun';

describe('what was there before a matrix run', function () {
  let workspace: Workspace;
  let api: AccountsApi;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  async function run(only: readonly string[]): Promise<AuthzResult> {
    const settings = { ...matrixSettings(api.origin), only };
    return resultOf(runMatrix(jobIn(workspace), settings, AbortSignal.timeout(100_000)));
  }

  const LIST = { list: 'a.chain.json#list' };
  const shapes: readonly (readonly [
    title: string,
    creating: Creating,
    matrix: AccountsMatrix,
    only: string,
    reason: RegExp,
  ])[] = [
    [
      'an account whose name registering says is taken, with status 200',
      {},
      { expect: { body: [{ path: '$.status', equals: 'success' }] } },
      'account.*',
      /may have been there before the run \(reading it first got 200\)/,
    ],
    [
      'an account that registering refuses',
      { taken: 'conflicts' },
      {},
      'account.*',
      /reading it first got 200/,
    ],
    [
      'an account that registering replaces',
      { taken: 'replaces' },
      { expect: { body: [{ path: '$.status', equals: 'success' }] } },
      'account.*',
      /reading it first got 200/,
    ],
    [
      'an account that PUT replaces',
      { taken: 'replaces' },
      { create: 'put' },
      'account.*',
      /reading it first got 200/,
    ],
    [
      'a note that POST gives although it was listed before',
      { answersExisting: 200 },
      { note: LIST },
      'note.*',
      /The list of .* showed the note before it was created/,
    ],
    [
      'a note that POST gives as if it were new',
      { answersExisting: 201 },
      { note: LIST },
      'note.*',
      /The list of .* showed the note before it was created/,
    ],
    ['a note that every POST gives', { answersExisting: 200 }, {}, 'note.*', /creates no new note each time/],
  ];
  for (const [title, creating, matrix, only, reason] of shapes) {
    it(`stays unchanged: ${title}`, async () => {
      api = await startAccounts(creating);
      await writeAccounts(workspace, matrix);
      const before = api.state();
      const { cells } = await run([only]);
      assert.equal(api.state(), before);
      const asked = cells.filter((cell) => cell.class !== 'SKIPPED');
      assert.ok(asked.length > 2);
      assert.deepEqual([...new Set(asked.map((cell) => cell.class))], ['INCONCLUSIVE_CONTROL']);
      assert.match(asked[0]?.reasons.join(' ') ?? '', reason);
    });
  }

  it('is not deleted by a function that nothing says what it deletes of', async () => {
    api = await startAccounts({});
    await writeAccounts(workspace);
    const before = api.state();
    const { cells } = await run(['clear']);
    assert.deepEqual([...new Set(cells.map((cell) => cell.class))], ['SKIPPED']);
    assert.match(cells[0]?.reasons[0] ?? '', /Nothing in the matrix shows what clear deletes/);
    assert.equal(api.state(), before);
  });

  it('is reported as changed by functions that nothing undoes, each once', async () => {
    api = await startAccounts({});
    await writeAccounts(workspace);
    const { leftovers } = await run(['index']);
    assert.deepEqual(
      leftovers.map(({ resource, owner, reason }) => [resource, owner, reason.split('. ')[0]]),
      ['alice', 'bob', 'nobody'].map((user) => [
        'index',
        user,
        'Nothing in the matrix undoes POST {{baseUrl}}/index',
      ]),
    );
  });
});
