import assert from 'node:assert/strict';
import path from 'node:path';
import { matrixFiles } from '../../attack/hostile/matrixAgainst';
import { readLedger } from '../../../src/node/authz/ledgerFile';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';
import { startItems, type Arrived } from './slowItemsApi';

const MATRIX = 'items.authz.json';

describe('a matrix run that is cancelled while a request is under way', function () {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  interface Left {
    readonly outcome: string;
    readonly items: number;
    readonly leftovers: readonly string[];
    readonly open: number;
  }

  async function cancelAt(moment: Arrived, created: number): Promise<Left> {
    const cancel = new AbortController();
    const api = await startItems(created, ({ kind, count }) => {
      const isIt = kind === moment.kind && count === moment.count;
      if (isIt) {
        cancel.abort();
      }
      return isIt;
    });
    try {
      await workspace.write({
        'local.environment.json': {
          formatVersion: 1,
          name: 'local',
          variables: { baseUrl: api.origin, oddUrl: `${api.origin}/items` },
        },
        ...withoutStatus(matrixFiles({}), created),
      });
      const job = { file: path.join(workspace.folder, MATRIX), workspace: workspace.folder };
      const settings = { ...matrixSettings(api.origin), only: ['item.read', 'item.delete'] };
      const { outcome, leftovers } = await resultOf(runMatrix(job, settings, cancel.signal));
      const open = await readLedger(workspace.folder, MATRIX);
      return {
        outcome,
        items: api.items.size,
        leftovers: leftovers.map(({ reason }) => reason),
        open: open.length,
      };
    } finally {
      await api.close();
    }
  }

  const clean: Left = { outcome: 'cancelled', items: 0, leftovers: [], open: 0 };

  for (const created of [201, 200]) {
    for (const count of [1, 2, 3, 4]) {
      it(`takes back creation ${count}, which is answered with ${created} afterwards`, async () => {
        assert.deepEqual(await cancelAt({ kind: 'creation', count }, created), clean);
      });
    }
  }

  for (const count of [1, 2, 3]) {
    it(`deletes the objects of both users when attack ${count} is cut off`, async () => {
      assert.deepEqual(await cancelAt({ kind: 'attack', count }, 201), clean);
    });
  }
});

/** The chains expect status 201 of a creation; here they take every success. */
function withoutStatus(files: Record<string, object>, created: number): Record<string, object> {
  return created === 201
    ? files
    : (JSON.parse(JSON.stringify(files).replace(',"expect":{"status":201}', '')) as Record<string, object>);
}
