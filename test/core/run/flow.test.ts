/** Conditions and pauses: whether and when a request is sent. */
import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/core/json/json';
import { fakeRun, outcomes, type FakeOutcome, type FakeRun } from '../fakeRun';

const api = 'http://api.test';
const plan = {
  id: 'plan',
  method: 'GET',
  url: `${api}/plan`,
  extract: [{ variable: 'plan', from: 'body', path: '$.plan' }],
};
const upgrade = { id: 'upgrade', method: 'POST', url: `${api}/upgrade` };

/** A chain of one request with this condition; `x` is what `variables` say. */
function withCondition(
  when: object,
  variables: Readonly<Record<string, JsonValue>> = {},
): Promise<FakeOutcome> {
  return fakeRun({ chain: { variables, requests: [{ ...upgrade, when }] } });
}

function messageOf({ result }: FakeOutcome, id: string): string {
  const found = result.requests.find(({ request }) => request.id === id);
  return found?.reasons[0]?.message ?? '';
}

describe('A condition', () => {
  const holding: readonly [title: string, when: object, x: JsonValue][] = [
    ['equals a text', { value: '{{x}}', equals: 'pro' }, 'pro'],
    ['equals a number', { value: '{{x}}', equals: 7 }, 7],
    ['equals the number that a text is', { value: '{{x}}', equals: 7 }, '7'],
    ['equals another variable', { value: '{{x}}', equals: '{{x}}' }, { a: [1] }],
    ['is made of several references', { value: '{{x}}-{{x}}', equals: 'a-a' }, 'a'],
    ['does not equal', { value: '{{x}}', notEquals: 'free' }, 'pro'],
    ['matches', { value: '{{x}}', matches: '^p' }, 'pro'],
    ['contains', { value: '{{x}}', contains: 2 }, [1, 2]],
    ['is less and greater', { value: '{{x}}', greaterThan: 1, lessThan: 3 }, 2],
    ['is of a type', { value: '{{x}}', type: 'array' }, []],
    ['matches a schema', { value: '{{x}}', schema: { required: ['a'] } }, { a: 1 }],
    ['is an empty text that exists', { value: '{{x}}', exists: true }, ''],
    [
      'is a list of which all hold',
      [
        { value: '{{x}}', lessThan: 3 },
        { value: '{{x}}', greaterThan: 1 },
      ],
      2,
    ],
    [
      'is a list of which one holds',
      {
        any: [
          { value: '{{x}}', equals: 1 },
          { value: '{{x}}', equals: 2 },
        ],
      },
      2,
    ],
  ];
  for (const [title, when, x] of holding) {
    it(`lets a request be sent that ${title}`, async () => {
      const { result, sent } = await withCondition(when, { x });
      assert.deepEqual(outcomes(result), ['upgrade passed']);
      assert.equal(sent.length, 1);
    });
  }

  const unmet: readonly [when: object, x: JsonValue, message: string][] = [
    [{ value: '{{x}}', equals: 'pro' }, 'free', '{{x}} equals "pro", but it was "free"'],
    [{ value: '{{x}}', notEquals: 7 }, '7', '{{x}} does not equal 7, but it was "7"'],
    [{ value: '{{x}}', type: 'string' }, 7, '{{x}} is of type string, but it was 7'],
    [
      { value: '{{x}}', greaterThan: 1, lessThan: 3 },
      3,
      '{{x}} is less than 3 and is greater than 1, but it was 3',
    ],
    [
      [
        { value: '{{x}}', exists: true },
        { value: '{{x}}', matches: 'b' },
      ],
      'a',
      '{{x}} matches /b/, but it was "a"',
    ],
    [
      {
        any: [
          { value: '{{x}}', equals: 1 },
          { value: '{{x}}', equals: 2 },
        ],
      },
      3,
      '{{x}} equals 1, but it was 3; {{x}} equals 2, but it was 3',
    ],
  ];
  for (const [when, x, message] of unmet) {
    it(`skips a request, because ${message}`, async () => {
      const outcome = await withCondition(when, { x });
      const { result, sent } = outcome;
      assert.deepEqual(outcomes(result), ['upgrade skipped']);
      assert.equal(sent.length, 0);
      assert.equal(result.outcome, 'passed');
      assert.equal(messageOf(outcome, 'upgrade'), `The condition was not met: ${message}.`);
    });
  }

  const readings: readonly [title: string, comparison: object, variables: object, isSent: boolean][] = [
    ['9 as less than 10', { lessThan: '{{y}}' }, { x: '9', y: '10' }, true],
    ['10 as no less than 9', { lessThan: '{{y}}' }, { x: '10', y: '9' }, false],
    ['10 as greater than 9.5', { greaterThan: '{{y}}' }, { x: 10, y: '9.5' }, true],
    ['words in their order', { lessThan: '{{y}}' }, { x: 'a', y: 'b' }, true],
    ['a number as equal to its text', { equals: '{{y}}' }, { x: 7, y: '7' }, true],
    ['a number as no other than its text', { notEquals: '{{y}}' }, { x: 7, y: '7' }, false],
    ['true as equal to its text', { equals: '{{y}}' }, { x: true, y: 'true' }, true],
    ['a version as another one', { equals: '{{y}}' }, { x: '1.0', y: '1' }, false],
    ['digits as other digits', { equals: '{{y}}' }, { x: 7, y: '007' }, false],
  ];
  for (const [title, comparison, variables, isSent] of readings) {
    it(`takes ${title}, where both may be texts`, async () => {
      const when = { value: '{{x}}', ...comparison };
      const { sent } = await fakeRun({ chain: { variables, requests: [{ ...upgrade, when }] } });
      assert.equal(sent.length === 1, isSent);
    });
  }

  it('is recorded with the values that it used', async () => {
    const { result } = await withCondition({ value: '{{x}}', equals: 1 }, { x: 1 });
    assert.deepEqual(result.requests[0]?.substitutions, [
      { variable: 'x', location: { in: 'flow', name: 'when' }, value: '1', source: 'chain' },
    ]);
  });

  it('blocks a request when the value it asks about could not be had', async () => {
    const outcome = await fakeRun({
      chain: { requests: [plan, { ...upgrade, when: { value: '{{plan}}', exists: false } }] },
      answer: () => 500,
    });
    assert.deepEqual(outcomes(outcome.result), ['plan failed', 'upgrade blocked']);
    assert.match(messageOf(outcome, 'upgrade'), /^plan comes from plan, which answered 500\./);
  });

  it('may ask whether something was found', async () => {
    const optional = { ...plan, extract: [{ ...plan.extract[0], optional: true }] };
    for (const [exists, outcome] of [
      [false, 'upgrade passed'],
      [true, 'upgrade skipped'],
    ] as const) {
      const when = { value: '{{plan}}', exists };
      const { result } = await fakeRun({
        chain: { requests: [optional, { ...upgrade, when }] },
        answer: () => ({ body: {} }),
      });
      assert.deepEqual(outcomes(result), ['plan passed', outcome]);
    }
  });

  it('is not asked when the request is disabled or the run was stopped', async () => {
    const when = { value: '{{missing}}', equals: 1 };
    const disabled = await fakeRun({ chain: { requests: [{ ...upgrade, when, disabled: true }] } });
    assert.equal(messageOf(disabled, 'upgrade'), 'This request is disabled.');
    const stopped = await fakeRun({
      chain: { requests: [plan, { ...upgrade, when }] },
      answer: () => 500,
      bail: {},
    });
    assert.match(messageOf(stopped, 'upgrade'), /^The run stopped after/);
  });

  it('does not depend on a secret, because whether the request arrives would tell something about it', async () => {
    const start: FakeRun = {
      chain: {
        variables: { key: '{{$secret KEY}}' },
        requests: [{ ...upgrade, when: { value: '{{key}}', matches: '^a' } }],
      },
      secrets: { KEY: { value: 'abc', origins: [api] } },
    };
    const outcome = await fakeRun(start);
    assert.deepEqual(outcomes(outcome.result), ['upgrade failed']);
    assert.equal(outcome.sent.length, 0);
    assert.match(messageOf(outcome, 'upgrade'), /^"when" uses the secret KEY\./);
  });

  it('counts what an origin gave after it got a secret as sent to where the request goes', async () => {
    const secret = {
      id: 'secret',
      method: 'GET',
      url: 'http://other.test/',
      auth: { type: 'bearer', token: '{{$secret KEY}}' },
    };
    const start = (vouched: readonly string[]): FakeRun => ({
      chain: {
        requests: [
          { ...secret, extract: plan.extract },
          { ...upgrade, when: { value: '{{plan}}', equals: 'pro' } },
        ],
      },
      secrets: { KEY: { value: 'abc', origins: ['http://other.test'] } },
      authored: [api, 'http://other.test'],
      vouched,
      answer: () => ({ body: { plan: 'pro' } }),
    });
    const refused = await fakeRun(start([]));
    assert.deepEqual(outcomes(refused.result), ['secret passed', 'upgrade failed']);
    assert.equal(refused.result.requests[1]?.reasons[0]?.kind, 'refused');
    const allowed = await fakeRun(start([api]));
    assert.deepEqual(outcomes(allowed.result), ['secret passed', 'upgrade passed']);
  });
});

describe('What depends on a request that its condition skipped', () => {
  const never = { value: 'a', equals: 'b' };
  const needing = { id: 'needing', method: 'GET', url: `${api}/{{plan}}` };
  const after = { id: 'after', method: 'GET', url: `${api}/{{second}}` };

  it('is skipped too, and so is what depends on that', async () => {
    const outcome = await fakeRun({
      chain: {
        requests: [
          { ...plan, when: never },
          { ...needing, extract: [{ variable: 'second', from: 'body', path: '$.plan' }] },
          after,
        ],
      },
    });
    assert.deepEqual(outcomes(outcome.result), ['plan skipped', 'needing skipped', 'after skipped']);
    assert.equal(messageOf(outcome, 'needing'), 'plan comes from plan, which was skipped.');
    assert.equal(messageOf(outcome, 'after'), 'second comes from needing, which was skipped.');
    assert.equal(outcome.result.outcome, 'passed');
  });

  it('is sent when another request gave the value', async () => {
    const { result, sent } = await fakeRun({
      chain: { requests: [plan, { ...plan, id: 'other', when: never }, needing] },
      answer: () => ({ body: { plan: 'pro' } }),
    });
    assert.deepEqual(outcomes(result), ['plan passed', 'other skipped', 'needing passed']);
    assert.equal(sent.at(-1)?.url, `${api}/pro`);
  });

  it('is sent with a value from outside', async () => {
    const { sent } = await fakeRun({
      chain: { variables: { plan: 'basic' }, requests: [{ ...plan, when: never }, needing] },
    });
    assert.equal(sent.at(-1)?.url, `${api}/basic`);
  });

  for (const [title, other, blamed] of [
    ['failed', { ...plan, id: 'other', url: `${api}/broken` }, 'other, which answered 500'],
    ['disabled', { ...plan, id: 'other', disabled: true }, 'other, which is disabled'],
  ] as const) {
    it(`is blocked when another producer is ${title}`, async () => {
      const outcome = await fakeRun({
        chain: { requests: [{ ...plan, when: never }, other, needing] },
        answer: ({ url }) => (url.endsWith('/broken') ? 500 : 200),
      });
      assert.equal(outcomes(outcome.result).at(-1), 'needing blocked');
      assert.ok(messageOf(outcome, 'needing').includes(blamed), messageOf(outcome, 'needing'));
    });
  }

  it('does not use what an earlier run left', async () => {
    const value = { value: 'old', producer: { chain: 'main.chain.json', id: 'plan' }, derived: [] };
    const { result } = await fakeRun({
      chain: { requests: [{ ...plan, when: never }, needing] },
      select: { kind: 'from', id: 'plan' },
      known: new Map([['main.chain.json', new Map([['plan', value]])]]),
    });
    assert.deepEqual(outcomes(result), ['plan skipped', 'needing skipped']);
  });
});

describe('A pause', () => {
  async function waits(
    delayMs: JsonValue,
    more: Partial<FakeRun> = {},
  ): Promise<{ waited: readonly number[]; outcome: FakeOutcome }> {
    const waited: number[] = [];
    const outcome = await fakeRun({
      chain: { variables: { pause: 20, text: '30', bad: 'soon' }, requests: [{ ...upgrade, delayMs }] },
      sleep: (milliseconds) => waited.push(milliseconds),
      ...more,
    });
    return { waited, outcome };
  }

  for (const [delayMs, expected] of [
    [10, 10],
    ['{{pause}}', 20],
    ['{{text}}', 30],
    ['{{pause}}0', 200],
  ] as const) {
    it(`${JSON.stringify(delayMs)} is waited for before the request is sent`, async () => {
      const { waited, outcome } = await waits(delayMs);
      assert.deepEqual(waited, [expected]);
      assert.deepEqual(outcomes(outcome.result), ['upgrade passed']);
    });
  }

  it('is once, before the first attempt', async () => {
    const { waited } = await waits(10, {
      chain: { requests: [{ ...upgrade, delayMs: 10, retry: { times: 1, delayMs: 5 } }] },
      answer: () => 500,
    });
    assert.deepEqual(waited, [10, 5]);
  });

  it('that is no number fails the request, which is not sent', async () => {
    const { waited, outcome } = await waits('{{bad}}');
    assert.deepEqual(waited, []);
    assert.deepEqual(outcomes(outcome.result), ['upgrade failed']);
    assert.match(messageOf(outcome, 'upgrade'), /^The pause "delayMs" is "soon"\./);
  });

  it('is not waited for when the condition does not hold', async () => {
    const { waited } = await waits(0, {
      chain: { requests: [{ ...upgrade, delayMs: 10, when: { value: 1, equals: 2 } }] },
    });
    assert.deepEqual(waited, []);
  });

  it('ends when the run is cancelled', async () => {
    const controller = new AbortController();
    const { outcome } = await waits(10, {
      signal: controller.signal,
      sleep: () => {
        controller.abort();
      },
    });
    assert.deepEqual(outcomes(outcome.result), ['upgrade skipped']);
    assert.equal(outcome.sent.length, 0);
  });
});
