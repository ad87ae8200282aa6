import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { proposeMappings } from '../../src/core/mapping/review/proposeMappings';
import { mapInWorker } from '../../src/host/mapping/mapInWorker';
import { sessionOf } from '../core/mapping/session';

const steps = sessionOf(
  { line: 'POST /cards', sent: { name: 'Mine' }, status: 201, answer: { id: 'c-8812afe0' } },
  { line: 'GET /cards/c-8812afe0', answer: { id: 'c-8812afe0' } },
);

const SCRIPT = path.resolve(import.meta.dirname, '../../src/host/mapping/mappingWorker.js');

describe('mapInWorker', () => {
  const job = { steps, taken: ['cardId'] };
  let folder = '';

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('proposes what the engine proposes, and tells how far it is', async () => {
    const seen: string[] = [];
    const found = await mapInWorker(job, {
      script: SCRIPT,
      signal: new AbortController().signal,
      onProgress: (read, total) => seen.push(`${read}/${total}`),
    });
    assert.deepEqual(found, {
      proposals: proposeMappings(steps, { taken: ['cardId'] }),
      copies: [],
      loops: [],
      columns: [],
    });
    assert.deepEqual(seen, ['1/2', '2/2']);
  });

  const watch = () => ({ script: SCRIPT, signal: new AbortController().signal, onProgress: () => undefined });

  it('holds the session against a second recording', async () => {
    const call = (method: string, url: string, answer: object) => ({
      request: { method, url, headers: [] },
      response: {
        status: 200,
        headers: [],
        content: { mimeType: 'application/json', text: JSON.stringify(answer) },
      },
    });
    const entries = [
      call('POST', 'http://api.test/cards', { id: 'c-1907bb3d' }),
      call('GET', 'http://api.test/cards/c-1907bb3d', { id: 'c-1907bb3d' }),
    ];
    const recording = path.join(folder, 'second.har');
    await writeFile(recording, JSON.stringify({ log: { entries } }));
    const found = await mapInWorker({ ...job, recording }, watch());
    assert.deepEqual(
      found?.proposals.map(({ verdict }) => verdict),
      [{ kind: 'confirmed' }],
    );
  });

  for (const [title, text, message] of [
    ['is not a recording', '{}', /^This file is not a HAR recording\./],
    ['is not JSON', '{', /^second\.har is not sound JSON/],
    ['is gone', undefined, /^gone\.har cannot be read\./],
  ] as const) {
    it(`says what is wrong with a second recording that ${title}`, async () => {
      const recording = path.join(folder, text === undefined ? 'gone.har' : 'second.har');
      if (text !== undefined) {
        await writeFile(recording, text);
      }
      await assert.rejects(mapInWorker({ ...job, recording }, watch()), { name: 'UserError', message });
    });
  }

  it('answers nothing when it was stopped before it began', async () => {
    const onProgress = () => assert.fail('nothing is read');
    assert.equal(
      await mapInWorker(job, { script: SCRIPT, signal: AbortSignal.abort(), onProgress }),
      undefined,
    );
  });

  it('answers nothing when it is stopped, even where the thread never ends by itself', async () => {
    const stopping = new AbortController();
    const script = await scriptOf(
      `const message = { session: 'worker', kind: 'notify', name: 'progress', args: [1, 2] };
      require('node:worker_threads').parentPort.postMessage(message); for (;;);`,
    );
    const onProgress = () => stopping.abort();
    assert.equal(await mapInWorker(job, { script, signal: stopping.signal, onProgress }), undefined);
  });

  it('rejects when the thread fails', async () => {
    const script = await scriptOf(`throw new Error('out of order');`);
    const { signal } = new AbortController();
    await assert.rejects(mapInWorker(job, { script, signal, onProgress: () => undefined }), /out of order/);
  });

  async function scriptOf(text: string): Promise<string> {
    const script = path.join(folder, 'thread.js');
    await writeFile(script, text);
    return script;
  }
});
