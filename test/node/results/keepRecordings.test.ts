/** Recorded responses on the disk: masked, whole, and once. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionResult } from '../../../src/core/result/result';
import { readImport } from '../../../src/formats/importers/importers';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { recordedResult } from '../../../src/formats/importers/write/recordedResult';
import { keepRecordings } from '../../../src/node/results/keepRecordings';
import { mostTelling } from '../../../src/node/results/mostTelling';
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
  /** The text of all files that were written, at least as many as said. */
  const everyText = async (least = 2): Promise<string> => {
    const top = path.join(workspace.folder, '.chainwright');
    const names = await readdir(top, { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name));
    assert.ok(files.length >= least);
    return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
  };
  const listed = () => createResultStore(workspace.folder, 10).list(CHAIN);

  it('masks what is a secret and what one of them shows to be one, in all of them', async () => {
    const other = 'in/other.chain.json';
    const content = `${SECRET} and ${SECRET}-by-place stay with ${'w'.repeat(2 ** 18)}`;
    await keep(recorded(content, other), recorded('second'));
    assert.doesNotMatch(await everyText(3), new RegExp(SECRET));
    const [stored] = await createResultStore(workspace.folder, 10).list(other);
    assert.ok(stored !== undefined && stored.size < 2 ** 15, 'a long body is stored outside the result');
    const result = await createResultStore(workspace.folder, 10).read(stored.file);
    const whole = await restoreResult(result, storedBodies(stored.file));
    assert.match(whole.requests[0]?.exchange?.response?.body.content ?? '', /stay with w{262144}$/);
  });

  /** A request with these examples, as a collection of Postman has it. */
  const withExamples = async (...response: readonly object[]): Promise<ExecutionResult> => {
    const request = { method: 'GET', url: 'http://a.test/', header: [] };
    const text = JSON.stringify({ info: { name: 'Orders' }, item: [{ name: 'A', request, response }] });
    const collection = await readImport('x.json', text);
    const sources = [{ source: 'x.json', collection }];
    const { recordings } = composeImport(sources, { folders: 'tags', responses: true });
    return recordedResult(recordings[0] ?? assert.fail('there is a recording'), CHAIN, rulesHere);
  };

  it('masks what only a second example shows to be secret, wherever it is', async () => {
    const canary = 'hidden-9fK2vQx7';
    const key = { key: 'X-Api-Key', value: canary };
    const long = `${'x'.repeat(2 ** 17)} ${canary}`;
    await keep(
      withExamples(
        { name: 'Found', code: 200, body: `is ${canary}` },
        { name: `Gone ${canary}`, code: 404, header: [key], body: `{"access_token":"${canary}"}` },
        { name: 'Long', code: 422, body: long },
      ),
    );
    assert.doesNotMatch(await everyText(), new RegExp(canary));
    const [stored] = await listed();
    const result = await createResultStore(workspace.folder, 10).read(stored?.file ?? '');
    const [request] = (await restoreResult(result, storedBodies(stored?.file ?? ''))).requests;
    assert.equal(request?.exampleName, 'Found');
    assert.match(request.examples?.[0]?.name ?? '', /^Gone ‹secret:/);
    const last = request.examples?.[1]?.exchange.response;
    assert.equal(last?.status, 422);
    assert.match(last.body.content, /^x{131072} ‹secret:[0-9a-f]{4}›$/);
  });

  it('keeps examples of failures alone, as a part that says nothing of how requests are answered', async () => {
    await keep(withExamples({ name: 'Gone', code: 404 }, { code: 422 }));
    const [stored, ...others] = await listed();
    assert.deepEqual(others, []);
    assert.ok(stored !== undefined && mostTelling([stored]) === undefined);
    const { requests } = await createResultStore(workspace.folder, 10).read(stored.file);
    assert.equal(requests[0]?.exchange, undefined);
    assert.deepEqual(
      requests[0]?.examples?.map(({ name, exchange }) => [name, exchange.response?.status]),
      [
        ['Gone', 404],
        [undefined, 422],
      ],
    );
    assert.equal(requests[0].method, 'GET');
    await keep(withExamples({ name: 'Found', code: 200 }));
    assert.equal((await listed()).length, 1);
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
