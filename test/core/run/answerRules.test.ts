/** Rules of an answer: what is quick is applied by the engine, the rest by a port that may end it. */
import assert from 'node:assert/strict';
import type { SendOptions } from '../../../src/core/ports';
import type { LongRule, LongRuleAnswer } from '../../../src/core/run/longRules';
import { fakeRun, outcomes, type FakeRun } from '../fakeRun';

const XPATH = { variable: 'id', from: 'body', xpath: '//id' };
const SCHEMA = { path: '$', schema: { type: 'object' } };

const one = (rest: object): FakeRun => ({
  chain: {
    requests: [
      { id: 'a', method: 'GET', url: 'http://api.test/a', ...rest },
      { id: 'b', method: 'GET', url: 'http://api.test/b' },
    ],
  },
  answer: () => ({ body: '<id>7</id>' }),
});

const reasonsOf = async (start: FakeRun): Promise<readonly string[]> => {
  const { result } = await fakeRun(start);
  return result.requests.flatMap(({ reasons }) => reasons.map(({ message }) => message));
};

/** A port that answers the same to all, and notes what it was asked. */
function answering(kind: Exclude<LongRuleAnswer['kind'], 'applied'>) {
  const asked: (SendOptions & LongRule)[] = [];
  const apply = (work: LongRule, limits: SendOptions): Promise<LongRuleAnswer> => {
    asked.push({ ...work, ...limits });
    return Promise.resolve({ kind });
  };
  return { asked, longRules: { apply } };
}

describe('the rules of an answer', () => {
  it('are quick where they can be, and nothing is asked of the port', async () => {
    const { asked, longRules } = answering('timeout');
    const request = {
      extract: [
        { variable: 'id', from: 'body', path: '$.items[?@.id == 7].id' },
        { variable: 'word', from: 'body', regex: '"name":"(\\w+)"' },
        { variable: 'status', from: 'status' },
      ],
      expect: { body: [{ path: '$.items[0].name', matches: '^A' }] },
    };
    const start = {
      ...one(request),
      answer: () => ({ body: { items: [{ id: 7, name: 'Ann' }] } }),
      longRules,
    };
    assert.deepEqual(await reasonsOf(start), []);
    assert.deepEqual(asked, []);
  });

  const long: [title: string, request: object, body: unknown][] = [
    ['an XPath', { extract: [XPATH] }, '<id>7</id>'],
    ['a CSS selector', { extract: [{ variable: 'id', from: 'body', css: 'id' }] }, '<id>7</id>'],
    ['a schema', { expect: { body: [SCHEMA] } }, { id: 7 }],
    [
      'a path that visits very much',
      { extract: [{ variable: 'id', from: 'body', path: '$[?@ == 199999]' }] },
      Array.from({ length: 200_000 }, (_, index) => index),
    ],
    [
      'an expression on a long text',
      { extract: [{ variable: 'id', from: 'body', regex: '(a+)b' }] },
      `${'-'.repeat(2_000_000)}aab`,
    ],
    [
      'a condition with an expression on a long text',
      { expect: { body: [{ matches: '(a+)b' }] } },
      `${'-'.repeat(2_000_000)}aab`,
    ],
  ];
  for (const [title, request, body] of long) {
    it(`go to the port for ${title}, and its result is the same`, async () => {
      const { result } = await fakeRun({ ...one(request), answer: () => ({ body }) });
      assert.deepEqual(outcomes(result), ['a passed', 'b passed']);
    });

    it(`fail a request for ${title} that takes too long, and the run continues`, async () => {
      const { asked, longRules } = answering('timeout');
      const { result } = await fakeRun({ ...one(request), answer: () => ({ body }), longRules });
      assert.deepEqual(outcomes(result), ['a failed', 'b passed']);
      assert.equal(asked.length, 1);
    });
  }

  it('keep every digit of what the port found, and lists', async () => {
    const decode = (path: string) => ({ xpath: '//id', decode: { as: 'json', path } });
    const { memory } = await fakeRun({
      ...one({
        extract: [
          { variable: 'exact', from: 'body', ...decode('$.a') },
          { variable: 'all', from: 'body', ...decode('$.b[*]'), all: true },
        ],
      }),
      answer: () => ({ body: '<id>{"a":9007199254740993,"b":[1,[2],1e400]}</id>' }),
    });
    const values = memory.extracted.get('main.chain.json');
    const texts = ['exact', 'all'].map((name) => JSON.stringify(values?.get(name)?.value));
    assert.deepEqual(texts, ['{"text":"9007199254740993"}', '[1,[2],{"text":"1e400"}]']);
  });

  it('find cookies of earlier requests at the port, too', async () => {
    const { memory } = await fakeRun({
      chain: {
        requests: [
          { id: 'a', method: 'GET', url: 'http://api.test/a' },
          {
            id: 'b',
            method: 'GET',
            url: 'http://api.test/b',
            extract: [{ variable: 'part', from: 'cookie', name: 's', xpath: '//id' }],
          },
        ],
      },
      answer: ({ url }) => (url.endsWith('/a') ? { headers: { 'Set-Cookie': 's=<id>7</id>' } } : 200),
    });
    assert.equal(memory.extracted.get('main.chain.json')?.get('part')?.value, '7');
  });

  const limits: [kind: Exclude<LongRuleAnswer['kind'], 'applied'>, reason: string, todo: string][] = [
    ['timeout', 'took longer than 1 s on this answer', ' Write a narrower one.'],
    ['memory', 'needed more than 256 MB of memory on this answer', ' Write a narrower one.'],
    ['unavailable', 'could not be applied, because its process could not be started or was ended', ''],
  ];
  for (const [kind, reason, todo] of limits) {
    it(`say what was wrong and what to do: ${kind}`, async () => {
      const request = { extract: [{ ...XPATH, optional: true }], expect: { body: [SCHEMA] } };
      assert.deepEqual(await reasonsOf({ ...one(request), ...answering(kind) }), [
        `Expected $ matches its schema, but it was unknown: the check ${reason}.`,
        `id was not extracted from body: The rule \`body xpath //id\` ${reason}.${todo}`,
      ]);
    });
  }

  it('get the time of the request, less what the rules before them used', async () => {
    const times = [0, 0, 0, 300];
    const { asked, longRules } = answering('timeout');
    const elapsed = (): number => times[asked.length + 2] ?? 900;
    const request = { timeoutMs: 800, extract: [XPATH, XPATH, XPATH] };
    const reasons = await reasonsOf({ ...one(request), longRules, elapsed });
    assert.deepEqual(
      asked.map(({ timeoutMs }) => timeoutMs),
      [800, 500],
    );
    assert.match(reasons.at(-1) ?? '', /was not tried, because the rules before it took all of the 0.8 s/);
  });

  it('never get more than 5 seconds', async () => {
    const { asked, longRules } = answering('timeout');
    await fakeRun({ ...one({ timeoutMs: 600_000, extract: [XPATH] }), longRules });
    assert.equal(asked[0]?.timeoutMs, 5000);
  });

  it('leave a request skipped that is cancelled while they are applied', async () => {
    const cancelling = new AbortController();
    const apply = (): Promise<LongRuleAnswer> => {
      cancelling.abort();
      return Promise.resolve({ kind: 'cancelled' });
    };
    const { result } = await fakeRun({
      ...one({ extract: [XPATH] }),
      signal: cancelling.signal,
      longRules: { apply },
    });
    assert.deepEqual(outcomes(result), ['a skipped', 'b skipped']);
    assert.equal(result.requests[0]?.exchange?.response?.status, 200);
    assert.equal(result.outcome, 'cancelled');
  });

  it('fail a request whose rule was not applied although nobody cancelled the run', async () => {
    const { result } = await fakeRun({
      ...one({ expect: { body: [SCHEMA] } }),
      ...answering('cancelled'),
    });
    assert.deepEqual(outcomes(result), ['a failed', 'b passed']);
    assert.equal(result.outcome, 'failed');
  });

  it('do not repeat a request that is cancelled while they are applied', async () => {
    const cancelling = new AbortController();
    const apply = (): Promise<LongRuleAnswer> => {
      cancelling.abort();
      return Promise.resolve({ kind: 'cancelled' });
    };
    const { sent } = await fakeRun({
      ...one({ expect: { body: [SCHEMA] }, retry: { times: 3, delayMs: 0 } }),
      signal: cancelling.signal,
      longRules: { apply },
    });
    assert.equal(sent.length, 1);
  });

  it('are not tried once their time is used up, however quick each of them is', async () => {
    let now = 0;
    const body = Array.from({ length: 50 }, () => ({ path: '$.a', equals: 1 }));
    const { result } = await fakeRun({
      ...one({ expect: { body } }),
      answer: () => ({ body: { a: 1 } }),
      elapsed: () => (now += 20),
    });
    const failed = result.requests[0]?.expectations.filter(({ passed }) => !passed) ?? [];
    assert.match(failed[0]?.actual ?? '', /was not tried/);
  });
});
