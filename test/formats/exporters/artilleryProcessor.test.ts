/** The functions next to a load test for Artillery, called as Artillery does. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { exported } from './exported';
import { begunChain, begunRuns } from './pages';
import { readsItself, retries } from './retries';
import { chainText } from './sentRequests';
import type { WireAnswer } from './wire';

type Call = (...args: unknown[]) => void;

describe('the processor of a load test for Artillery', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-processor-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Its functions by name, for one chain. */
  async function functionsOf(text: string) {
    const { text: script, others, report } = await exported('artillery', text);
    const [file] = others;
    assert.ok(file);
    const { config } = JSON.parse(script) as { config: { processor?: string } };
    assert.equal(config.processor, `./${file.name}`);
    const place = path.join(folder, `${Math.random()}.cjs`);
    await writeFile(place, file.text);
    const functions = createRequire(place)(place) as Readonly<Record<string, Call>>;
    return { functions, script, remarks: report.requests[0]?.remarks, whole: report.remarks };
  }

  /** What a function gives to the last argument, which it calls. */
  function called(call: Call | undefined, ...args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve) => call?.(...args, resolve));
  }

  function answerOf({ status = 200, headers = {}, body = '' }: WireAnswer) {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { statusCode: status, headers: Object.fromEntries(lower) as object, body };
  }

  for (const { title, request, answers, sent, isDone } of retries) {
    it(`sends again ${title}`, async () => {
      const { functions, script, remarks, whole } = await functionsOf(chainText([request]));
      assert.deepEqual(remarks, []);
      assert.ok(whole.includes('Where nobody answers, Artillery does not send again.'));
      assert.match(script, /"whileTrue": "again1"/);
      const context = { vars: {} as Record<string, unknown> };
      const times: number[] = [];
      let fault: unknown;
      for (let isAgain: unknown = true; isAgain === true;) {
        const answer = answerOf(answers[times.length] ?? {});
        fault = await called(functions['answer1'], {}, answer, context, {});
        const before = performance.now();
        isAgain = await called(functions['again1'], context);
        times.push(performance.now() - before);
      }
      assert.equal(times.length, sent);
      assert.ok(times.slice(0, -1).every((time) => time > 45));
      assert.equal(fault === undefined, isDone);
    });
  }

  for (const { title, bodies, targets, fault } of begunRuns) {
    it(`follows pages that say ${title}`, async () => {
      const { functions } = await functionsOf(begunChain);
      const context = { vars: { cursor: 'c0' } as Record<string, unknown> };
      await called(functions['begin1'], context, {});
      const asked: unknown[] = [];
      let error: unknown;
      for (let isNext: unknown = true; isNext === true && error === undefined;) {
        asked.push(`/orders?cursor=${String(context.vars['cursor'])}`);
        error = await called(
          functions['answer1'],
          {},
          answerOf({ body: bodies[asked.length - 1] ?? '' }),
          context,
          {},
        );
        isNext = await called(functions['turn1'], context);
      }
      assert.deepEqual(
        asked,
        targets.filter((target) => target.startsWith('/orders')),
      );
      assert.match(error instanceof Error ? error.message : '', fault ?? /^$/);
      await called(functions['end1'], context, {});
      assert.equal(context.vars['cursor'], 'c0');
    });
  }

  it('makes no lists of pages that are skipped', async () => {
    const { functions } = await functionsOf(begunChain);
    const context = { vars: {} };
    await called(functions['begin1'], context, {});
    assert.equal(await called(functions['turn1'], context), false);
  });

  it('ends a user at an answer that is not as expected', async () => {
    const request = { retry: { times: 1, until: { path: '$.s', equals: 1 } }, expect: { status: 201 } };
    const { functions } = await functionsOf(chainText([request]));
    const fault = await called(functions['answer1'], {}, answerOf({ body: '{"s":1}' }), { vars: {} }, {});
    assert.match(String(fault), /status is not as expected/);
  });

  it('is absent where nothing needs it', async () => {
    const requests = [
      readsItself,
      { retry: { times: 1 }, extract: [{ variable: 'a', from: 'body', css: 'b' }] },
      { forEach: { in: '{{ids}}', as: 'one' } },
    ];
    const { others, report } = await exported('artillery', chainText(requests, { variables: { ids: [1] } }));
    assert.deepEqual(others, []);
    for (const { remarks } of report.requests.slice(0, 2)) {
      assert.match(remarks.join(), /does not send again/);
    }
  });
});
