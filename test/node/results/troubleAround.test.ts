import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestResult } from '../../../src/core/result/result';
import { UserError } from '../../../src/core/errors';
import { createResultStore } from '../../../src/node/results/resultStore';
import { troubleAround } from '../../../src/node/results/troubleAround';
import { orderLifecycle, requestResult } from '../../formats/reporters/sampleReport';
import { createWorkspace, type Workspace } from '../workspace';

const FILE = 'shop/orders.chain.json';
const run = { chain: { file: FILE, name: 'Orders' } };

const CHAIN = `{
  "formatVersion": 1,
  "name": "Orders",
  "requests": [
    { "id": "login", "method": "POST", "url": "https://a.example.com/login" },
    {
      "id": "read",
      "method": "GET",
      "url": "https://a.example.com/orders",
      "headers": [{ "name": "Authorization", "value": "Bearer 0123456789abcdef0123" }]
    }
  ]
}
`;

/** The request as it ended at a minute. */
function ended(minute: number, outcome: RequestResult['outcome'], id = 'read'): RequestResult {
  const startedAt = `2026-01-02T03:0${minute}:00.000Z`;
  return requestResult({ name: 'Read', request: { chain: FILE, id }, outcome, startedAt });
}

describe('what is known around a request that did not pass', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  const around = (request: RequestResult, readText?: Parameters<typeof troubleAround>[3]) =>
    troubleAround(workspace.folder, run, request, readText);

  /** Keeps a result of the chain with these requests; gives its file. */
  async function kept(...requests: readonly RequestResult[]): Promise<string> {
    const store = createResultStore(workspace.folder, 100);
    const { startedAt = '' } = requests[0] ?? {};
    const slot = await store.slot(FILE, new Date(startedAt));
    await store.save(slot, { ...orderLifecycle, ...run, kind: 'run', startedAt, requests }, 'runAll');
    return slot.file;
  }

  it('is nothing where there are neither the file nor results', async () => {
    assert.deepEqual(await around(ended(5, 'failed')), {});
  });

  it('is its lines in the chain, without credentials', async () => {
    await workspace.write({ [FILE]: CHAIN });
    const { written, since } = await around(ended(5, 'failed'));
    assert.deepEqual([written?.file, written?.line, since], [FILE, 6, undefined]);
    assert.match(written?.text ?? '', /^\{\n {2}"id": "read",\n/);
    assert.match(written?.text ?? '', /‹secret›/);
    assert.doesNotMatch(written?.text ?? '', /0123456789abcdef/);
  });

  it('is since when it fails, and when it was good', async () => {
    await kept(ended(1, 'failed'));
    await kept(ended(2, 'passed'));
    await kept(ended(3, 'blocked'));
    await kept(ended(4, 'failed'));
    assert.deepEqual((await around(ended(5, 'failed'))).since, {
      firstSeen: '2026-01-02T03:03:00.000Z',
      lastGood: '2026-01-02T03:02:00.000Z',
    });
  });

  it('looks at results of the same request alone', async () => {
    await kept(ended(1, 'passed', 'login'));
    await kept({ ...ended(2, 'passed'), request: { chain: 'other.chain.json', id: 'read' } });
    assert.equal((await around(ended(5, 'failed'))).since, undefined);
    await kept(ended(3, 'failed'));
    assert.deepEqual((await around(ended(5, 'failed'))).since, { firstSeen: '2026-01-02T03:03:00.000Z' });
  });

  it('looks at the newest twenty results', async () => {
    const store = createResultStore(workspace.folder, 100);
    for (let day = 1; day <= 22; day += 1) {
      const startedAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
      const request = { ...ended(0, 'failed'), startedAt };
      const slot = await store.slot(FILE, new Date(startedAt));
      await store.save(slot, { ...orderLifecycle, ...run, startedAt, requests: [request] }, 'runAll');
    }
    const { since } = await around({ ...ended(0, 'failed'), startedAt: '2026-02-01T00:00:00.000Z' });
    assert.deepEqual(since, { firstSeen: '2026-01-03T00:00:00.000Z' });
  });

  it('takes results that are broken for none', async () => {
    await kept(ended(1, 'passed'));
    const broken = await kept(ended(2, 'failed'));
    await writeFile(broken, '{"formatVersion":1');
    await kept(ended(3, 'failed'));
    const { since } = await around(ended(5, 'failed'));
    assert.deepEqual(since, {
      firstSeen: '2026-01-02T03:03:00.000Z',
      lastGood: '2026-01-02T03:01:00.000Z',
    });
  });

  it('reads the text as the editor has it, from the path below the workspace', async () => {
    const asked: string[] = [];
    const { written } = await around(ended(5, 'failed'), (file, folder) => {
      asked.push(file, folder);
      return Promise.resolve(CHAIN.replace('"name": "Orders",', '\n"name": "Orders",'));
    });
    assert.equal(written?.line, 7);
    assert.deepEqual(asked, [path.join(workspace.folder, FILE), workspace.folder]);
  });

  it('reads nothing outside of the workspace', async () => {
    await workspace.write({ 'inner/x': '', 'outer.chain.json': CHAIN });
    const request = { ...ended(5, 'failed'), request: { chain: '../outer.chain.json', id: 'read' } };
    assert.deepEqual(await troubleAround(path.join(workspace.folder, 'inner'), run, request), {});
  });

  it('takes a file that cannot be read for one that is gone, and hides no fault of ours', async () => {
    const refusing = () => Promise.reject(new UserError('It is gone.', 'Look for it.'));
    assert.deepEqual(await around(ended(5, 'failed'), refusing), {});
    const faulty = () => Promise.reject(new TypeError('a fault'));
    await assert.rejects(around(ended(5, 'failed'), faulty), TypeError);
  });

  it('has no line where the request is gone from the chain', async () => {
    await workspace.write({ [FILE]: CHAIN });
    assert.deepEqual(await around(ended(5, 'failed', 'gone')), {});
    await workspace.write({ [FILE]: 'no chain' });
    assert.deepEqual(await around(ended(5, 'failed')), {});
  });
});
