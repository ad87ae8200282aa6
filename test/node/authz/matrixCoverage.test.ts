/** What the coverage of a result is measured by. */
import assert from 'node:assert/strict';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import type { Coverage } from '../../../src/core/authz/report/coverage';
import { findCoverage, readOperations } from '../../../src/node/authz/matrixCoverage';
import { sampleAuthz, sampleCell } from '../../formats/reporters/authz/sampleAuthz';
import { createWorkspace, type Workspace } from '../workspace';

const api = (...paths: string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
});

describe('findCoverage', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  /** Writes a matrix that reads notes; its chain has these members besides. */
  async function write(members: object, environment: object = {}): Promise<void> {
    await workspace.write({
      'api.json': api('/notes', '/tags'),
      'notes.chain.json': {
        formatVersion: 1,
        name: 'Notes',
        ...members,
        requests: [{ id: 'notes', method: 'GET', url: 'http://127.0.0.1/notes' }],
      },
      'local.environment.json': { formatVersion: 1, name: 'local', ...environment },
      'notes.authz.json': {
        formatVersion: 1,
        name: 'Notes',
        environment: 'local',
        users: { nobody: { role: 'anonymous' } },
        operations: { 'notes.list': { request: 'notes.chain.json#notes' } },
        policy: { anonymous: { '*': 'none' } },
      },
    });
  }

  const tested: AuthzResult = {
    ...sampleAuthz,
    matrix: { file: 'notes.authz.json', name: 'Notes' },
    environment: 'local',
    cells: sampleAuthz.cells.slice(0, 1).map((result) => ({
      ...result,
      class: 'PASS_403',
      cell: { ...sampleCell(), method: 'GET', path: '/notes' },
    })),
  };
  const measured = async (result = tested, chosen?: string): Promise<Coverage | undefined> => {
    const { folder } = workspace;
    return findCoverage(
      result,
      folder,
      chosen === undefined ? undefined : await readOperations(chosen, folder),
    );
  };
  const described: Coverage = { of: 'api.json', total: 2, untested: ['GET /tags'] };

  it('takes the description that the chain names', async () => {
    await write({ openapi: 'api.json' });
    assert.deepEqual(await measured(), described);
  });

  it('takes the description that the environment of the run names', async () => {
    await write({}, { openapi: 'api.json' });
    assert.deepEqual(await measured(), described);
  });

  it('takes the chosen description before that', async () => {
    await write({ openapi: 'api.json' });
    await workspace.write({ 'other.json': api('/refunds') });
    assert.deepEqual(await measured(tested, 'other.json'), {
      of: 'other.json',
      total: 1,
      untested: ['GET /refunds'],
    });
  });

  for (const [title, members] of [
    ['names none', {}],
    ['names one that is missing', { openapi: 'missing.yaml' }],
  ] as const) {
    it(`takes the requests of a chain that ${title}`, async () => {
      await write(members);
      assert.deepEqual(await measured(), { of: 'the chains', total: 1, untested: [] });
    });
  }

  it('is absent where cells were not asked for, unless an earlier run added them', async () => {
    await write({ openapi: 'api.json' });
    const [cell] = tested.cells;
    assert.equal(await measured({ ...tested, unselected: ['0'.repeat(16)] }), undefined);
    assert.deepEqual(await measured({ ...tested, unselected: [cell?.fingerprint ?? ''] }), described);
  });

  it('is absent where the matrix is gone', async () => {
    assert.equal(await measured(), undefined);
  });
});
