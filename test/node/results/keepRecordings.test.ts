/** Recorded responses on the disk: masked, whole, and once. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionResult } from '../../../src/core/result/result';
import { recordedResult } from '../../../src/formats/importers/write/recordedResult';
import { keepRecordings } from '../../../src/node/results/keepRecordings';
import { restoreResult } from '../../../src/node/results/restoreResult';
import { createResultStore, storedBodies } from '../../../src/node/results/resultStore';
import { rulesHere } from '../../formats/importers/rulesHere';
import { createWorkspace, type Workspace } from '../workspace';

const CHAIN = 'in/orders.chain.json';
const SECRET = 'c4n4ry-7Qd2Lx';

const recorded = (content: string, chain = CHAIN): Promise<ExecutionResult> => {
  const body = { encoding: 'utf8', content, size: content.length, mediaType: 'text/plain' } as const;
  const headers = [{ name: 'X-Api-Key', value: `${SECRET}-by-place` }];
  const response = { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [], body };
  const exchange = {
    request: { method: 'GET', url: 'http://a.test/', headers },
    response: { ...response, wireSize: 1, notes: [] },
    redirects: [],
    timings: { totalMs: 1 },
  };
  const requests = [{ id: 'a', name: 'A', extract: [], recorded: { startedAt: 1000, exchange } }];
  return recordedResult({ path: 'x', name: 'Orders', source: 'x.har', requests }, chain, rulesHere);
};

describe('keeping recordings', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  const keep = async (...results: readonly Promise<ExecutionResult>[]): Promise<void> =>
    keepRecordings(
      (await Promise.all(results)).map((result) => ({ workspace: workspace.folder, result })),
      { secrets: [SECRET], maskingKey: new Uint8Array(32), keep: 10 },
    );
  const listed = () => createResultStore(workspace.folder, 10).list(CHAIN);

  it('masks what is a secret and what one of them shows to be one, in all of them', async () => {
    const other = 'in/other.chain.json';
    const content = `${SECRET} and ${SECRET}-by-place stay with ${'w'.repeat(2 ** 18)}`;
    await keep(recorded(content, other), recorded('second'));
    const top = path.join(workspace.folder, '.chainwright');
    const names = await readdir(top, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      names.filter((one) => one.isFile()).map((one) => readFile(path.join(one.parentPath, one.name), 'utf8')),
    );
    assert.ok(texts.length >= 3);
    assert.doesNotMatch(texts.join(''), new RegExp(SECRET));
    const [stored] = await createResultStore(workspace.folder, 10).list(other);
    assert.ok(stored !== undefined && stored.size < 2 ** 15, 'a long body is stored outside the result');
    const result = await createResultStore(workspace.folder, 10).read(stored.file);
    const whole = await restoreResult(result, storedBodies(stored.file));
    assert.match(whole.requests[0]?.exchange?.response?.body.content ?? '', /stay with w{262144}$/);
  });

  it('puts a recording in place of the same one, and next to runs', async () => {
    const store = createResultStore(workspace.folder, 10);
    const run: ExecutionResult = { ...(await recorded('run')), kind: 'run' };
    await store.save(await store.slot(CHAIN, new Date(run.startedAt)), run, 'runAll');
    await keep(recorded('first'));
    await keep(recorded('second'));
    assert.deepEqual((await listed()).map(({ head }) => head.kind).sort(), ['recorded', 'run']);
    const kept = (await listed()).find(({ head }) => head.kind === 'recorded');
    const result = await store.read(kept?.file ?? '');
    assert.equal(result.requests[0]?.exchange?.response?.body.content, 'second');
  });
});
