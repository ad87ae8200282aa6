import assert from 'node:assert/strict';
import { briefEvent } from '../../../src/core/run/briefEvent';
import { planRun } from '../../../src/core/run/plan';
import { phrase } from '../../../src/core/message';
import { createRedactor } from '../../../src/core/masking/redact';
import type { RequestResult, UnmaskedEvent, UnmaskedResult } from '../../../src/core/result/result';
import { LearnedSecrets } from '../../../src/core/permission/sensitive';
import type { RunMemory } from '../../../src/core/run/runStep';
import { createCookieJar } from '../../../src/node/http/cookieJar';
import { redactRun, type EventSteps, type LateMasking } from '../../../src/node/results/redactedRun';
import { loadChain } from '../../core/fakeRun';
import { answered, body, resultWith } from '../../core/masking/redactSamples';

const plan = planRun(
  { main: loadChain({}), required: [], environment: undefined },
  { kind: 'all' },
  new Set(),
);
const redactor = createRedactor({ pseudonym: () => 'beef' });
const untouched: EventSteps = {
  shorten: (event) => event,
  keepBodies: (event) => Promise.resolve(event),
  maskingAtEnd: () => undefined,
};

/** A run without an end, unless it is ended from outside, which `ended` tells. */
function endlessRun() {
  const state = { ended: false };
  async function* run(): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
    try {
      for (;;) {
        yield await Promise.resolve({ type: 'request-started', index: 0, attempt: 1 } as const);
      }
    } finally {
      state.ended = true;
    }
  }
  return { run: run(), state };
}

const left: RunMemory = {
  extracted: new Map(),
  cookies: createCookieJar(),
  learned: new LearnedSecrets(),
  memo: new Map(),
};

/** A request that failed with a message, and whose answer gave a token away. */
function failedWith(message: string, token: string): UnmaskedResult {
  const [request] = resultWith('plain').requests;
  return {
    ...(request ?? assert.fail()),
    extractions: [],
    expectations: [],
    reasons: [{ kind: 'expectation', message: phrase`${message}` }],
    exchange: answered(body(JSON.stringify({ access_token: token }))),
  };
}

/** A rule that takes a claim of a token, under a name that says nothing. */
function claim(from: 'cookie' | 'header', path: string): object {
  return { variable: 'key', from, name: 'X-User', decode: { as: 'jwt', path } };
}

describe('redactRun', () => {
  it('ends the run when its reader stops', async () => {
    const { run, state } = endlessRun();
    for await (const event of redactRun(run, plan, redactor, untouched)) {
      assert.equal(event.type, 'request-started');
      break;
    }
    assert.equal(state.ended, true);
  });

  it('ends the run when a body cannot be stored', async () => {
    const { run, state } = endlessRun();
    const events = redactRun(run, plan, redactor, {
      ...untouched,
      keepBodies: () => Promise.reject(new Error('disk full')),
    });
    await assert.rejects(events.next(), /disk full/);
    assert.equal(state.ended, true);
  });

  it('says at the end how many requests were masked before the last secret was known', async () => {
    const tokens = ['canary-1111', 'canary-2222', 'canary-2222'];
    // oxlint-disable-next-line typescript/require-await -- a run of four events
    async function* run(): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
      for (const [index, token] of tokens.entries()) {
        yield { type: 'request-finished', index, result: failedWith('It was canary-2222.', token) };
      }
      yield { type: 'run-finished', outcome: 'failed', durationMs: 1, notes: [] };
      return left;
    }
    const found: LateMasking[] = [];
    const shown: string[] = [];
    const steps: EventSteps = { ...untouched, maskingAtEnd: (late) => found.push(late) };
    for await (const event of redactRun(run(), plan, createRedactor({ pseudonym: () => 'beef' }), steps)) {
      if (event.type === 'request-finished') {
        shown.push(...event.result.reasons.map(({ message }) => message));
      }
    }
    assert.deepEqual(
      found.map(({ early, data }) => [early, data(shown)]),
      [[1, ['It was ‹secret:beef›.', 'It was ‹secret:beef›.', 'It was ‹secret:beef›.']]],
    );
    assert.equal(shown[0], 'It was canary-2222.');
  });

  it('counts a request as masked early when a part of it was', async () => {
    // oxlint-disable-next-line typescript/require-await -- a run of five events
    async function* run(): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
      yield { type: 'request-finished', index: 0, result: failedWith('Nothing.', 'canary-1111') };
      for (const [item, token] of ['canary-1111', 'canary-2222'].entries()) {
        const at = [{ id: 'read', item }];
        yield {
          type: 'part-finished',
          index: 1,
          result: { ...failedWith('It was canary-2222.', token), at },
        };
      }
      yield { type: 'request-finished', index: 1, result: failedWith('Nothing.', 'canary-2222') };
      yield { type: 'run-finished', outcome: 'failed', durationMs: 1, notes: [] };
      return left;
    }
    const found: LateMasking[] = [];
    const finished: RequestResult[] = [];
    const steps: EventSteps = { ...untouched, maskingAtEnd: (late) => found.push(late) };
    for await (const event of redactRun(run(), plan, createRedactor({ pseudonym: () => 'beef' }), steps)) {
      if (event.type === 'request-finished') {
        finished.push(event.result);
      }
    }
    const [late] = found;
    assert.equal(late?.early, 2);
    const partsOf = ({ parts = [] }: RequestResult) =>
      parts.flatMap(({ at, reasons }) => reasons.map(({ message }) => [at[0]?.item, message]));
    const [, looped = assert.fail()] = finished;
    assert.deepEqual(partsOf(looped), [
      [0, 'It was canary-2222.'],
      [1, 'It was ‹secret:beef›.'],
    ]);
    assert.deepEqual(partsOf(late.data(looped))[0], [0, 'It was ‹secret:beef›.']);
  });

  it('masks what is left of an event by what it gave away', async () => {
    // oxlint-disable-next-line typescript/require-await -- a run of one event
    async function* run(): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
      const result = failedWith('It was canary-7f3a9b.', 'canary-7f3a9b');
      yield { type: 'request-finished', index: 0, result };
      return left;
    }
    const events = redactRun(run(), plan, createRedactor({ pseudonym: () => 'beef' }), {
      ...untouched,
      shorten: briefEvent,
    });
    const { value: event } = await events.next();
    assert.ok(event !== undefined && 'type' in event && event.type === 'request-finished');
    assert.deepEqual(
      event.result.reasons.map(({ message }) => message),
      ['It was ‹secret:beef›.'],
    );
    assert.equal(JSON.stringify(event).includes('canary'), false);
  });

  const taken: [title: string, rule: object, value: string, isMasked: boolean][] = [
    ['masks a claim with the name of a credential', claim('header', '$.api_key'), 'canary-7f3a9b', true],
    ['shows what a token says of its user', claim('cookie', '$.role'), 'admin', false],
  ];
  for (const [title, rule, value, isMasked] of taken) {
    it(title, async () => {
      const request = { id: 'login', method: 'GET', url: 'http://h/', extract: [rule] };
      const main = loadChain({ requests: [request] });
      // oxlint-disable-next-line typescript/require-await -- a run of one event
      async function* run(): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
        const extraction = { variable: 'key', from: 'cookie', found: true, value: JSON.stringify(value) };
        const result = { ...failedWith(`It was ${value}.`, 'other-token-1'), extractions: [extraction] };
        yield { type: 'request-finished', index: 0, result };
        return left;
      }
      const planned = planRun({ main, required: [], environment: undefined }, { kind: 'all' }, new Set());
      const events = redactRun(run(), planned, createRedactor({ pseudonym: () => 'beef' }), untouched);
      const { value: event } = await events.next();
      assert.equal(JSON.stringify(event).includes(value), !isMasked);
    });
  }

  it('returns what the run left', async () => {
    // oxlint-disable-next-line typescript/require-await -- a run that says nothing
    async function* run(): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
      yield* [];
      return left;
    }
    const events = redactRun(run(), plan, redactor, untouched);
    assert.deepEqual(await events.next(), { done: true, value: left });
  });
});
