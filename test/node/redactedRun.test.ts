import assert from 'node:assert/strict';
import { planRun } from '../../src/core/plan';
import { createRedactor } from '../../src/core/masking/redact';
import type { RunEvent } from '../../src/core/result';
import type { RunMemory } from '../../src/core/runStep';
import { createCookieJar } from '../../src/node/cookieJar';
import { redactRun } from '../../src/node/redactedRun';
import { loadChain } from '../core/fakeRun';

const plan = planRun(
  { main: loadChain({}), required: [], environment: undefined },
  { kind: 'all' },
  new Set(),
);
const redactor = createRedactor({ pseudonym: () => 'x' });

/** A run without an end, unless it is ended from outside, which `ended` tells. */
function endlessRun() {
  const state = { ended: false };
  async function* run(): AsyncGenerator<RunEvent, RunMemory, void> {
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

describe('redactRun', () => {
  it('ends the run when its reader stops', async () => {
    const { run, state } = endlessRun();
    for await (const event of redactRun(run, plan, redactor, (given) => Promise.resolve(given))) {
      assert.equal(event.type, 'request-started');
      break;
    }
    assert.equal(state.ended, true);
  });

  it('ends the run when a body cannot be stored', async () => {
    const { run, state } = endlessRun();
    const events = redactRun(run, plan, redactor, () => Promise.reject(new Error('disk full')));
    await assert.rejects(events.next(), /disk full/);
    assert.equal(state.ended, true);
  });

  it('returns what the run left', async () => {
    const left: RunMemory = { extracted: new Map(), cookies: createCookieJar() };
    // eslint-disable-next-line @typescript-eslint/require-await -- a run that says nothing
    async function* run(): AsyncGenerator<RunEvent, RunMemory, void> {
      yield* [];
      return left;
    }
    const events = redactRun(run(), plan, redactor, (given) => Promise.resolve(given));
    assert.deepEqual(await events.next(), { done: true, value: left });
  });
});
