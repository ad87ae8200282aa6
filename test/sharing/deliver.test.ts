import assert from 'node:assert/strict';
import type { SendFailureCode, SendResult } from '../../src/core/ports';
import { deliver, type Delivery } from '../../src/sharing/deliver';

const ADDRESS = 'https://hooks.example.com/services/T0/B0/kept-to-ourselves';

/** What a service answers, one after the other, the last for ever; and how long was waited. */
async function deliveredTo(answers: readonly (Answer | SendFailureCode)[]): Promise<{
  readonly delivery: Delivery;
  readonly attempts: number;
  readonly waits: readonly number[];
}> {
  let attempts = 0;
  const waits: number[] = [];
  const send = (): Promise<SendResult> => {
    const answer = answers[Math.min(attempts, answers.length - 1)] ?? { status: 200 };
    attempts += 1;
    return Promise.resolve(typeof answer === 'string' ? failure(answer) : response(answer));
  };
  const clock = {
    now: () => Date.UTC(2026, 0, 2),
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  const posting = {
    notifier: { title: 'Slack', remedy: () => 'Make a new webhook.' },
    address: ADDRESS,
    message: { text: 'failed' },
    userAgent: 'test',
  };
  const delivery = await deliver(posting, { send, clock }, new AbortController().signal);
  return { delivery, attempts, waits };
}

interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
}

function response({ status, retryAfter }: Answer): SendResult {
  return {
    ok: true,
    response: {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: retryAfter === undefined ? [] : [{ name: 'Retry-After', value: retryAfter }],
      body: new TextEncoder().encode(`no_service ${ADDRESS}`),
      wireSize: 2,
    },
    timings: { totalMs: 1 },
    connection: { via: 'direct', reused: false },
  };
}

function failure(code: SendFailureCode): SendResult {
  return {
    ok: false,
    failure: { code, message: `It failed: ${code}.`, todo: 'Look.' },
    timings: { totalMs: 1 },
  };
}

describe('posting a message to a chat', () => {
  it('sends it once when it is taken', async () => {
    for (const status of [200, 202, 204]) {
      assert.deepEqual(await deliveredTo([{ status }]), {
        delivery: { kind: 'delivered' },
        attempts: 1,
        waits: [],
      });
    }
  });

  it('waits longer each time while the service cannot take it', async () => {
    const { delivery, attempts, waits } = await deliveredTo([{ status: 503 }]);
    assert.deepEqual([attempts, waits], [4, [1000, 2000, 4000]]);
    assert.deepEqual(delivery, {
      kind: 'failed',
      message: 'Slack was not notified: it answered with 503.',
      todo: 'Try again later.',
    });
  });

  it('waits as long as the service asks, in seconds or until a time, but not for hours', async () => {
    const inSeconds = await deliveredTo([{ status: 429, retryAfter: '7' }, { status: 200 }]);
    assert.deepEqual([inSeconds.delivery.kind, inSeconds.waits], ['delivered', [7000]]);
    const until = await deliveredTo([
      { status: 429, retryAfter: 'Fri, 02 Jan 2026 00:00:30 GMT' },
      { status: 200 },
    ]);
    assert.deepEqual(until.waits, [30_000]);
    const forHours = await deliveredTo([{ status: 429, retryAfter: '7200' }]);
    assert.deepEqual([forHours.delivery.kind, forHours.attempts], ['failed', 1]);
    const nonsense = await deliveredTo([{ status: 429, retryAfter: 'soon' }, { status: 200 }]);
    assert.deepEqual(nonsense.waits, [1000]);
  });

  it('tries again where the service was never reached', async () => {
    const { delivery, attempts } = await deliveredTo(['connection-refused', 'dns', { status: 200 }]);
    assert.deepEqual([delivery.kind, attempts], ['delivered', 3]);
  });

  for (const answer of ['timeout', 'connection-reset', { status: 504 }] as const) {
    it(`does not send it twice after ${JSON.stringify(answer)}, for it may have arrived`, async () => {
      const { delivery, attempts } = await deliveredTo([answer]);
      assert.deepEqual([delivery.kind, attempts], ['unsure', 1]);
      assert.match(
        JSON.stringify(delivery),
        /Slack may not have received the message: .*Look into the channel/,
      );
    });
  }

  for (const status of [302, 400, 401, 403, 404, 410]) {
    it(`says what to do about ${status}, at once`, async () => {
      const { delivery, attempts } = await deliveredTo([{ status }]);
      assert.equal(attempts, 1);
      assert.deepEqual(delivery, {
        kind: 'failed',
        message: `Slack was not notified: it answered with ${status}.`,
        todo: 'Make a new webhook.',
      });
    });
  }

  it('never tells the address', async () => {
    for (const answer of [{ status: 404 }, { status: 503 }, 'timeout', 'dns'] as const) {
      const { delivery } = await deliveredTo([answer]);
      assert.doesNotMatch(JSON.stringify(delivery), /kept-to-ourselves/);
    }
  });
});
