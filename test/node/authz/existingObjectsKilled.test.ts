import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cleanUp } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import {
  startAccounts,
  writeAccounts,
  type AccountsApi,
  type AccountsMatrix,
  type Creating,
} from './accountsApi';
import { jobIn } from './failingNotes';
import { matrixSettings } from './matrixRun';
import { startMatrix } from './startMatrix';

const LIST = { list: 'a.chain.json#list' };

/** Every shape is killed after so many requests. */
const MOMENTS = [1, 2, 3, 4, 6, 8, 11, 15, 20, 27];

describe('a matrix run that is killed, and cleaned up', function () {
  const shapes: readonly (readonly [title: string, creating: Creating, matrix: AccountsMatrix])[] = [
    ['whose creations create', {}, { note: LIST }],
    ['whose creations replace accounts and give notes', { taken: 'replaces', answersExisting: 200 }, {}],
  ];
  for (const [title, creating, matrix] of shapes) {
    for (const moment of MOMENTS) {
      it(`${title}, after ${moment} requests leaves what was there before as it was`, async () => {
        assert.deepEqual(
          ...(await beforeAndAfter({ creating, matrix, at: 'onAnswer', moment, look: (api) => api.state() })),
        );
      });
    }
  }

  const upserts: readonly (readonly [title: string, creating: Creating])[] = [
    ['201', { answersExisting: 201, writesExisting: true }],
    ['200', { answersExisting: 200, writesExisting: true }],
  ];
  for (const [title, creating] of upserts) {
    for (const moment of [4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      it(`whose creations overwrite notes with status ${title}, before answer ${moment} deletes none`, async () => {
        const look = (api: AccountsApi): readonly string[] => api.noteIds();
        const killing = { creating, matrix: { note: LIST }, at: 'onDone', moment, look } as const;
        assert.deepEqual(...(await beforeAndAfter(killing)));
      });
    }
  }
});

interface Killing<T> {
  readonly creating: Creating;
  readonly matrix: AccountsMatrix;
  readonly at: 'onAnswer' | 'onDone';
  readonly moment: number;
  readonly look: (api: AccountsApi) => T;
}

async function beforeAndAfter<T>({
  creating,
  matrix,
  at,
  moment,
  look,
}: Killing<T>): Promise<[before: T, after: T]> {
  const workspace = await createWorkspace();
  const api = await startAccounts(creating);
  try {
    await writeAccounts(workspace, matrix);
    const before = look(api);
    const child = await startMatrix(jobIn(workspace), api.origin);
    const exited = once(child, 'exit');
    let count = 0;
    api[at] = () => {
      count += 1;
      if (count === moment) {
        child.kill('SIGKILL');
      }
    };
    await exited;
    await cleanUp(jobIn(workspace), matrixSettings(api.origin), AbortSignal.timeout(100_000));
    return [before, look(api)];
  } finally {
    await api.close();
    await workspace.dispose();
  }
}
