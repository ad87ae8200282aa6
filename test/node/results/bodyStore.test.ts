import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { defined } from '../../../src/core/defined';
import type {
  ExecutionResult,
  RecordedBody,
  RecordedExchange,
  RequestResult,
  RunEvent,
} from '../../../src/core/result/result';
import { restoreResult } from '../../../src/node/results/restoreResult';
import { exchangesOf } from '../../../src/core/result/savedExamples';
import {
  bodyBeginning,
  createBodySpiller,
  createBodyStore,
  restoreBody,
  shortBeginning,
  type BodyLimits,
  type BodyStore,
} from '../../../src/node/results/bodyStore';

function body(content: string, encoding: RecordedBody['encoding'] = 'utf8'): RecordedBody {
  return { encoding, content, size: content.length, mediaType: 'text/plain' };
}

function finished(index: number, response?: RecordedBody, request?: RecordedBody): RunEvent {
  const exchange: RecordedExchange = {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/',
      headers: [],
      ...defined({ body: request }),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: 200,
            statusText: 'OK',
            httpVersion: '1.1',
            headers: [],
            body: response,
            wireSize: 1,
            notes: [],
          },
        }),
    redirects: [],
    timings: { totalMs: 1 },
  };
  return {
    type: 'request-finished',
    index,
    result: {
      request: { chain: 'a.chain.json', id: 'a' },
      name: 'A',
      method: 'POST',
      outcome: 'passed',
      reasons: [],
      attempts: 1,
      exchange,
      substitutions: [],
      extractions: [],
      expectations: [],
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 1,
    },
  };
}

function resultOf(request: RequestResult): ExecutionResult {
  return {
    ...{ formatVersion: 1, kind: 'recorded', chain: { file: 'a.chain.json', name: 'A' } },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 0, outcome: 'passed' },
    ...{ requests: [request], notes: [] },
  };
}

describe('body store', () => {
  let folder = '';
  let store: BodyStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chainwright-'));
    store = createBodyStore(join(folder, 'bodies'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The response bodies after their events passed the spiller. */
  const spill = async (bodies: RecordedBody[], limits: Partial<BodyLimits> = {}): Promise<RecordedBody[]> => {
    const step = createBodySpiller(store, { perBody: 10_000, total: 1e9, ...limits });
    const spilled: RecordedBody[] = [];
    for (const [index, each] of bodies.entries()) {
      const event = await step(finished(index, each));
      assert.ok(event.type === 'request-finished' && event.result.exchange?.response !== undefined);
      spilled.push(event.result.exchange.response.body);
    }
    return spilled;
  };

  describe('createBodySpiller', () => {
    it('leaves a body up to the limit in the event and writes nothing', async () => {
      const short = body('x'.repeat(10_000));
      assert.deepEqual(await spill([short]), [short]);
      assert.deepEqual(await readdir(folder), []);
    });

    it('stores a longer body and leaves its beginning', async () => {
      const content = Array.from({ length: 5000 }, (_, index) => index).join();
      const [spilled] = await spill([body(content)]);
      assert.deepEqual(spilled, { ...body(content), content: content.slice(0, 4096), stored: '0-response' });
      assert.equal(await store.read('0-response'), content);
    });

    it('leaves no half of a mask', async () => {
      const content = `${'x'.repeat(bodyBeginning - 10)}‹secret:7f3a›${'y'.repeat(10_000)}`;
      const [spilled] = await spill([body(content)]);
      assert.equal(spilled?.content, 'x'.repeat(bodyBeginning - 10));
    });

    it('stores every long body and keeps less of each once the run contains too much', async () => {
      const each = body('x'.repeat(6000));
      const spilled = await spill([each, each, each, body('y'.repeat(bodyBeginning))], { total: 12_000 });
      assert.deepEqual(
        spilled.map(({ stored, content }) => [stored, content.length]),
        [
          [undefined, 6000],
          [undefined, 6000],
          ['2-response', shortBeginning],
          [undefined, 4096],
        ],
      );
    });

    it('stores request and response apart', async () => {
      const step = createBodySpiller(store, { perBody: 0, total: 0 });
      const event = await step(finished(7, body('r'.repeat(5000)), body('q'.repeat(5000))));
      assert.ok(event.type === 'request-finished');
      const { request, response } = event.result.exchange ?? {};
      assert.deepEqual([request?.body?.stored, response?.body.stored], ['7-request', '7-response']);
      assert.equal(await store.read('7-request'), 'q'.repeat(5000));
    });

    it('stores long bodies of the items of a loop apart', async () => {
      const step = createBodySpiller(store, { perBody: 0, total: 0 });
      const event = finished(7, body('r'.repeat(5000)));
      assert.ok(event.type === 'request-finished');
      for (const item of [0, 1]) {
        const part = { ...event.result, at: [{ id: 'read', item }] };
        const stored = await step({ type: 'part-finished', index: 7, result: part });
        assert.ok(stored.type === 'part-finished');
        assert.equal(stored.result.exchange?.response?.body.stored, `7-item-${item}-response`);
        assert.equal(await store.read(`7-item-${item}-response`), 'r'.repeat(5000));
      }
      await step(event);
      assert.equal(await store.read('7-response'), 'r'.repeat(5000));
    });

    it('stores long bodies of the requests of a chain that is a step apart', async () => {
      const step = createBodySpiller(store, { perBody: 0, total: 0 });
      const at = [
        [{ id: 'pay', item: 0 }, { id: 'charge' }],
        [{ id: 'pay', item: 0 }, { id: 'receipt' }],
        [{ id: 'pay', item: 1 }, { id: 'charge' }],
      ];
      for (const [number, way] of at.entries()) {
        const event = finished(7, body(String(number).repeat(5000)));
        assert.ok(event.type === 'request-finished');
        await step({ type: 'part-finished', index: 7, result: { ...event.result, at: way } });
      }
      for (const number of at.keys()) {
        assert.equal(await store.read(`7-item-${number}-response`), String(number).repeat(5000));
      }
    });

    it('stores long bodies of saved examples, which take no room from the others', async () => {
      const step = createBodySpiller(store, { perBody: 10_000, total: 10_000 });
      const event = finished(0, body('x'.repeat(9000)));
      assert.ok(event.type === 'request-finished');
      const examples = [body('a'.repeat(60_000)), body('b'.repeat(70_000))].map((response) => {
        const saved = finished(0, response);
        return { exchange: (saved.type === 'request-finished' && saved.result.exchange) || assert.fail() };
      });
      const result = { ...event.result, examples };
      const spilled = await step({ ...event, result });
      assert.ok(spilled.type === 'request-finished');
      const bodies = exchangesOf(spilled.result).map(({ response }) => response?.body);
      assert.deepEqual(
        bodies.map((one) => [one?.stored, one?.content.length]),
        [
          [undefined, 9000],
          [undefined, 60_000],
          ['0-example-1-response', bodyBeginning],
        ],
      );
      const whole = await restoreResult(resultOf(spilled.result), store);
      assert.deepEqual(whole.requests, [result]);
    });

    it('gives other events back as they are', async () => {
      const step = createBodySpiller(store, { perBody: 0, total: 0 });
      const started: RunEvent = { type: 'request-started', index: 0, attempt: 1 };
      assert.equal(await step(started), started);
      const failed = finished(1);
      assert.deepEqual(await step(failed), failed);
    });

    it('cuts between characters', async () => {
      for (const character of ['é', '世', '😀']) {
        for (const offset of ['', 'a', 'aa', 'aaa']) {
          const content = offset + character.repeat(5000);
          const [spilled] = await spill([body(content)], { perBody: 0 });
          const kept = spilled?.content ?? '';
          assert.ok(content.startsWith(kept) && !kept.includes('\ufffd'));
          assert.ok(Buffer.byteLength(kept) > bodyBeginning - 4 && Buffer.byteLength(kept) <= bodyBeginning);
          await store.dispose();
        }
      }
    });

    it('cuts base64 at whole bytes', async () => {
      const content = Buffer.alloc(9000, 0xfb).toString('base64');
      const [spilled] = await spill([body(content, 'base64')]);
      assert.equal(spilled?.content, content.slice(0, 4096));
      assert.equal(Buffer.from(spilled.content, 'base64').length, 3072);
    });
  });

  describe('restoreBody', () => {
    it('gives a body back as it was', async () => {
      await fc.assert(
        fc
          .asyncProperty(fc.string({ unit: 'binary', minLength: 2000, maxLength: 9000 }), async (content) => {
            const whole = body(content);
            const [spilled] = await spill([whole], { perBody: 0 });
            assert.ok(spilled !== undefined);
            assert.deepEqual(await restoreBody(spilled, store), whole);
          })
          .afterEach(() => store.dispose()),
        { seed: 4096, numRuns: 30 },
      );
    });

    it('keeps a byte order mark', async () => {
      const whole = body(`\ufeff${'x'.repeat(5000)}`);
      const [spilled] = await spill([whole], { perBody: 0 });
      assert.ok(spilled !== undefined);
      assert.deepEqual(await restoreBody(spilled, store), whole);
    });

    it('returns a body that was never stored unchanged', async () => {
      assert.deepEqual(await restoreBody(body('x'), store), body('x'));
    });

    for (const stored of [
      '../secret',
      '/etc/passwd',
      '0-response/../../secret',
      '0-example-response',
      '0-response\0',
      '',
      '__proto__',
      '1-response',
    ]) {
      it(`refuses the key ${JSON.stringify(stored)}`, async () => {
        await writeFile(join(folder, 'secret'), 'secret');
        await assert.rejects(restoreBody({ ...body('x'), stored }, store), {
          name: 'UserError',
          message: `The body ${JSON.stringify(stored)} of this result is not in its folder. Run the chain again to record it.`,
        });
      });
    }

    it('does not follow a link that a stranger put there', async function () {
      if (process.platform === 'win32') {
        this.skip();
      }
      await writeFile(join(folder, 'secret'), 'secret');
      await mkdir(join(folder, 'bodies'));
      await symlink('../secret', join(folder, 'bodies', '0-response'));
      await assert.rejects(store.read('0-response'), { name: 'UserError' });
      await assert.rejects(store.keep('0-response', 'x'), { code: 'EEXIST' });
    });
  });

  describe('dispose', () => {
    it('deletes all bodies, and may be called again', async () => {
      await store.keep('0-response', 'x');
      await store.dispose();
      await store.dispose();
      assert.deepEqual(await readdir(folder), []);
    });
  });
});
