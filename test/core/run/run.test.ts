import assert from 'node:assert/strict';
import type { Reason, RequestResult } from '../../../src/core/result/result';
import { bodyText, fakeRun, outcomes, type FakeRun } from '../fakeRun';

const api = 'http://api.test';
const login = {
  id: 'login',
  method: 'POST',
  url: `${api}/login`,
  extract: [{ variable: 'token', from: 'body', path: '$.token' }],
};
const profile = {
  id: 'profile',
  method: 'GET',
  url: `${api}/me`,
  auth: { type: 'bearer', token: '{{token}}' },
};
const health = { id: 'health', method: 'GET', url: `${api}/health` };

async function requestOf(id: string, start: FakeRun): Promise<RequestResult> {
  const { result } = await fakeRun(start);
  const found = result.requests.find(({ request }) => request.id === id);
  assert.ok(found, `${id} is in the result`);
  return found;
}

async function reasonOf(id: string, start: FakeRun): Promise<Reason> {
  const [reason] = (await requestOf(id, start)).reasons;
  assert.ok(reason, `${id} has a reason`);
  return reason;
}

describe('runChain', () => {
  it('hands values from a response to the next request', async () => {
    const { result, sent } = await fakeRun({
      chain: { requests: [login, profile] },
      answer: ({ url }) => (url.endsWith('/login') ? { body: { token: 'abc' } } : 200),
    });
    assert.deepEqual(outcomes(result), ['login passed', 'profile passed']);
    assert.equal(result.outcome, 'passed');
    assert.equal(sent[1]?.headers.find(({ name }) => name === 'Authorization')?.value, 'Bearer abc');
  });

  const kept: [title: string, json: string][] = [
    ['an empty string', '""'],
    ['zero', '0'],
    ['false', 'false'],
    ['null', 'null'],
    ['an object', '{"a":[1,{"b":null}]}'],
    ['an array', '[{"id":7}]'],
    ['a 64-bit integer', '12345678901234567890'],
    ['text that looks like a template', '"{{token}} {{$guid}} {{6*7}}"'],
  ];
  for (const [title, json] of kept) {
    it(`sends ${title} on exactly as it came`, async () => {
      const { sent } = await fakeRun({
        chain: {
          variables: { token: 'SECRET' },
          requests: [
            { ...health, extract: [{ variable: 'value', from: 'body', path: '$.value' }] },
            { id: 'use', method: 'POST', url: `${api}/use`, body: { json: { value: '{{value}}' } } },
          ],
        },
        answer: ({ url }) =>
          url.endsWith('/health')
            ? { headers: { 'Content-Type': 'application/json' }, body: `{"value":${json}}` }
            : 200,
      });
      assert.equal(sent[1] === undefined ? '' : bodyText(sent[1]), `{"value":${json}}`);
    });
  }

  describe('blocks a request with an unresolved reference', () => {
    it('naming the producer and its answer, and continues with the rest', async () => {
      const start: FakeRun = {
        chain: { requests: [login, profile, health] },
        answer: ({ url }) => (url.endsWith('/login') ? 500 : 200),
      };
      const { result, sent } = await fakeRun(start);
      assert.deepEqual(outcomes(result), ['login failed', 'profile blocked', 'health passed']);
      assert.equal(sent.length, 2);
      assert.equal(result.outcome, 'failed');
      assert.deepEqual(await reasonOf('profile', start), {
        kind: 'unresolved',
        variable: 'token',
        location: { in: 'auth', name: 'token' },
        producer: { chain: 'main.chain.json', id: 'login' },
        rootCause: {
          request: { chain: 'main.chain.json', id: 'login' },
          message: 'Expected status is 2xx or 3xx, but it was 500.',
        },
        message: 'token comes from login, which answered 500. Expected status is 2xx or 3xx, but it was 500.',
      });
    });

    it('leading through blocked requests to the root cause', async () => {
      const middle = {
        ...profile,
        extract: [{ variable: 'userId', from: 'body', path: '$.id' }],
      };
      const last = { id: 'orders', method: 'GET', url: `${api}/users/{{userId}}/orders` };
      const reason = await reasonOf('orders', {
        chain: { requests: [{ ...login, name: 'Log in' }, middle, last] },
        answer: () => 503,
      });
      assert.match(
        reason.message,
        /^userId comes from profile, which was blocked\. The root cause is Log in\.$/,
      );
      assert.equal(reason.kind === 'unresolved' && reason.rootCause?.request.id, 'login');
    });

    const cases: [title: string, start: FakeRun, message: RegExp][] = [
      ['when nothing defines it', { chain: { requests: [profile] } }, /^Nothing defines token\. Extract it/],
      [
        'when it is extracted only later',
        { chain: { requests: [profile, login] } },
        /^token comes from login, which runs only later\. Move login/,
      ],
      [
        'when its producer is disabled',
        { chain: { requests: [{ ...login, disabled: true }, profile] } },
        /^token comes from login, which is disabled\./,
      ],
      [
        'when its producer was not selected',
        { chain: { requests: [login, profile] }, select: { kind: 'only', id: 'profile' } },
        /^token comes from login, which was not part of this run\./,
      ],
      [
        'when none of its producers was selected, naming the last one before it',
        {
          chain: { requests: [login, { ...login, id: 'renew' }, profile, { ...login, id: 'later' }] },
          select: { kind: 'only', id: 'profile' },
        },
        /^token comes from renew, which was not part of this run\./,
      ],
      [
        'when another rule of its producer found nothing either',
        {
          chain: {
            requests: [
              { ...login, extract: [{ variable: 'name', from: 'body', path: '$.name' }, ...login.extract] },
              profile,
            ],
          },
          answer: () => ({ body: {} }),
        },
        /^token comes from login, which answered 200\. token was not extracted from body: /,
      ],
      [
        'when nothing answered its producer',
        { chain: { requests: [login, profile] }, answer: () => ({ fails: 'connection-refused' }) },
        /^token comes from login, which got no answer\. It failed: connection-refused\./,
      ],
      [
        'when a constant refers to itself',
        { chain: { variables: { token: '{{other}}', other: '{{token}}' }, requests: [profile] } },
        /^The variable token refers to itself: token → other → token\./,
      ],
      [
        'when a secret has no value',
        { chain: { variables: { token: '{{$secret NONE}}' }, requests: [profile] } },
        /^The secret NONE has no value\./,
      ],
    ];
    for (const [title, start, message] of cases) {
      it(title, async () => {
        const { result, sent } = await fakeRun(start);
        const profileResult = result.requests.find(({ request }) => request.id === 'profile');
        assert.equal(profileResult?.outcome, 'blocked');
        assert.ok(sent.every(({ url }) => !url.endsWith('/me')));
        assert.match((await reasonOf('profile', start)).message, message);
      });
    }

    it('naming each secret that has no value', async () => {
      const headers = ['FIRST', 'SECOND', 'FIRST'].map((name) => ({ name, value: `{{$secret ${name}}}` }));
      const { reasons } = await requestOf('health', { chain: { requests: [{ ...health, headers }] } });
      assert.deepEqual(
        reasons.map((reason) => reason.kind === 'unresolved' && [reason.variable, reason.secret]),
        [
          ['$secret', 'FIRST'],
          ['$secret', 'SECOND'],
        ],
      );
    });

    it('in an operand of an expectation', async () => {
      const expecting = { ...health, expect: { body: [{ path: '$.id', equals: '{{unknown}}' }] } };
      const reason = await reasonOf('health', { chain: { requests: [expecting] } });
      assert.equal(reason.kind === 'unresolved' && reason.location.in, 'expect');
    });
  });

  it('does not use values of a response whose status was not expected', async () => {
    const { result } = await fakeRun({
      chain: { requests: [login, profile] },
      answer: ({ url }) => (url.endsWith('/login') ? { status: 401, body: { token: 'nonsense' } } : 200),
    });
    assert.deepEqual(outcomes(result), ['login failed', 'profile blocked']);
  });

  it('uses values of a response that only failed another condition', async () => {
    const slow = { ...login, expect: { body: [{ path: '$.ok', equals: true }] } };
    const { result } = await fakeRun({
      chain: { requests: [slow, profile] },
      answer: ({ url }) => (url.endsWith('/login') ? { body: { token: 'abc', ok: false } } : 200),
    });
    assert.deepEqual(outcomes(result), ['login failed', 'profile passed']);
  });

  it('takes an older value back when a later producer fails', async () => {
    const again = { ...login, id: 'login-again', url: `${api}/again` };
    const { result } = await fakeRun({
      chain: { requests: [login, again, profile] },
      answer: ({ url }) => (url.endsWith('/again') ? 500 : { body: { token: 'abc' } }),
    });
    assert.deepEqual(outcomes(result), ['login passed', 'login-again failed', 'profile blocked']);
  });

  it('fails a request whose extraction finds nothing, unless it is optional', async () => {
    const optional = {
      ...login,
      extract: [{ variable: 'token', from: 'body', path: '$.none', optional: true }],
    };
    const answer = () => ({ body: { token: 'abc' } });
    const missing = { ...login, extract: [{ variable: 'token', from: 'body', path: '$.none' }] };
    assert.equal((await requestOf('login', { chain: { requests: [optional] }, answer })).outcome, 'passed');
    const failed = await requestOf('login', { chain: { requests: [missing] }, answer });
    assert.equal(failed.outcome, 'failed');
    assert.match(
      failed.reasons[0]?.message ?? '',
      /^token was not extracted from body: `\$\.none` matched nothing/,
    );
  });

  describe('an optional extraction that finds nothing', () => {
    const optional = {
      ...login,
      id: 'touch',
      name: 'Touch',
      url: `${api}/touch`,
      extract: [{ variable: 'token', from: 'body', path: '$.token', optional: true }],
    };
    const answer = ({ url }: { readonly url: string }) => ({
      body: url.endsWith('/login') ? { token: 'abc' } : { ok: true },
    });

    it('leaves the value from earlier in the run', async () => {
      const { result, sent } = await fakeRun({ chain: { requests: [login, optional, profile] }, answer });
      assert.deepEqual(outcomes(result), ['login passed', 'touch passed', 'profile passed']);
      assert.equal(sent[2]?.headers.find(({ name }) => name === 'Authorization')?.value, 'Bearer abc');
    });

    it('does not leave it when the request fails', async () => {
      const failing = { ...optional, expect: { body: [{ path: '$.done', equals: true }] } };
      const start: FakeRun = { chain: { requests: [login, failing, profile] }, answer };
      assert.deepEqual(outcomes((await fakeRun(start)).result), [
        'login passed',
        'touch failed',
        'profile blocked',
      ]);
      assert.match(
        (await reasonOf('profile', start)).message,
        /^token comes from Touch, which answered 200\. /,
      );
    });

    it('does not bring back a value of an earlier run', async () => {
      const { memory } = await fakeRun({ chain: { requests: [login] }, answer });
      const { result } = await fakeRun({
        chain: { requests: [optional, profile] },
        answer,
        known: memory.extracted,
      });
      assert.deepEqual(outcomes(result), ['touch passed', 'profile blocked']);
    });

    it('leaves what was there before its attempts, not what a failed attempt found', async () => {
      let attempt = 0;
      const { sent } = await fakeRun({
        chain: {
          requests: [
            login,
            { ...optional, retry: { times: 1, delayMs: 0, until: { path: '$.done', equals: true } } },
            profile,
          ],
        },
        answer: (request) => {
          attempt += request.url.endsWith('/touch') ? 1 : 0;
          const found = { body: { done: attempt > 1, ...(attempt === 1 ? { token: 'half' } : {}) } };
          return request.url.endsWith('/touch') ? found : answer(request);
        },
      });
      assert.equal(sent.at(-1)?.headers.find(({ name }) => name === 'Authorization')?.value, 'Bearer abc');
    });

    it('is named by a request that lacks the value', async () => {
      const other = { variable: 'token', from: 'header', name: 'X-Token', optional: true };
      const reason = (extract: readonly object[]) =>
        reasonOf('profile', { chain: { requests: [{ ...optional, extract }, profile] }, answer });
      const message = '`$.token` was absent in the response of Touch.';
      assert.deepEqual(await reason(optional.extract), {
        kind: 'unresolved',
        variable: 'token',
        location: { in: 'auth', name: 'token' },
        producer: { chain: 'main.chain.json', id: 'touch' },
        rootCause: { request: { chain: 'main.chain.json', id: 'touch' }, message },
        message: `token has no value: ${message}`,
      });
      assert.equal(
        (await reason([...optional.extract, other])).message,
        'token has no value: `$.token`, `header X-Token` were absent in the response of Touch.',
      );
    });

    it('is not blamed for the failure of an earlier producer', async () => {
      const start: FakeRun = {
        chain: { requests: [{ ...login, url: `${api}/broken` }, optional, profile] },
        answer: ({ url }) => (url.endsWith('/broken') ? 500 : 200),
      };
      assert.match(
        (await reasonOf('profile', start)).message,
        /^token comes from login, which answered 500\./,
      );
    });
  });

  it('takes the last of several extractions of one variable that finds something', async () => {
    const places = ['$.results[0].id', '$.id', '$.other'];
    const sentWith = async (body: object): Promise<string | undefined> => {
      const extract = places.map((path) => ({ variable: 'token', from: 'body', path, optional: true }));
      const { sent } = await fakeRun({
        chain: { requests: [{ ...login, extract }, profile] },
        answer: () => ({ body }),
      });
      return sent[1]?.headers.find(({ name }) => name === 'Authorization')?.value;
    };
    assert.equal(await sentWith({ results: [{ id: 1 }] }), 'Bearer 1');
    assert.equal(await sentWith({ results: [{ id: 1 }], id: 2 }), 'Bearer 2');
    assert.equal(await sentWith({}), undefined);
  });

  it('stops at the first failure when asked to', async () => {
    const { result } = await fakeRun({ chain: { requests: [login, health] }, answer: () => 500, bail: {} });
    assert.deepEqual(outcomes(result), ['login failed', 'health skipped']);
    assert.equal(
      result.requests[1]?.reasons[0]?.message,
      'The run stopped after login of main.chain.json failed.',
    );
  });

  it('stops at the first blocked request when asked to', async () => {
    const { result, sent } = await fakeRun({ chain: { requests: [profile, health] }, bail: {} });
    assert.deepEqual(outcomes(result), ['profile blocked', 'health skipped']);
    assert.equal(
      result.requests[1]?.reasons[0]?.message,
      'The run stopped after profile of main.chain.json was blocked.',
    );
    assert.equal(sent.length, 0);
  });

  it('stops with the others that it shares a bail with, and does not count as passed', async () => {
    const bail = {};
    await fakeRun({ chain: { requests: [login] }, answer: () => 500, bail });
    const { result } = await fakeRun({ chain: { requests: [health] }, bail });
    assert.deepEqual(outcomes(result), ['health skipped']);
    assert.equal(result.outcome, 'failed');
  });

  it('does not stop for what was skipped', async () => {
    const disabled = { ...login, disabled: true };
    const { result } = await fakeRun({ chain: { requests: [disabled, health] }, bail: {} });
    assert.deepEqual(outcomes(result), ['login skipped', 'health passed']);
  });

  it('leaves values, cookies and the name of its environment for the next run', async () => {
    const { memory } = await fakeRun({
      chain: { requests: [login] },
      environment: { name: 'staging' },
      answer: () => ({ headers: { 'Set-Cookie': 'sid=1' }, body: { token: 'abc' } }),
    });
    assert.equal(memory.environment, 'staging');
    assert.equal(memory.extracted.get('main.chain.json')?.get('token')?.value, 'abc');
    assert.equal(memory.cookies.header(`${api}/`), 'sid=1');
  });

  it('skips disabled requests', async () => {
    const { result } = await fakeRun({ chain: { requests: [{ ...health, disabled: true }] } });
    assert.deepEqual(outcomes(result), ['health skipped']);
    assert.equal(result.outcome, 'passed');
  });

  it('skips the rest when it is cancelled, and still finishes', async () => {
    const controller = new AbortController();
    const { result, events } = await fakeRun({
      chain: { requests: [health, login, profile] },
      answer: ({ url }) => {
        if (url.endsWith('/login')) {
          controller.abort();
        }
        return 200;
      },
      signal: controller.signal,
    });
    assert.deepEqual(outcomes(result), ['health passed', 'login skipped', 'profile skipped']);
    assert.equal(result.outcome, 'cancelled');
    assert.equal(events.at(-1)?.type, 'run-finished');
  });
});

describe('required chains', () => {
  const required = {
    'auth/login.chain.json': { name: 'Login', variables: { kind: 'Bearer' }, requests: [login] },
  };
  const answer: FakeRun['answer'] = ({ url }) => (url.endsWith('/login') ? { body: { token: 'abc' } } : 200);

  it('run first and pass on their variables', async () => {
    const { result, sent } = await fakeRun({ chain: { requests: [profile] }, required, answer });
    assert.deepEqual(outcomes(result), ['login passed', 'profile passed']);
    assert.equal(result.requests[0]?.request.chain, 'auth/login.chain.json');
    assert.equal(sent.length, 2);
  });

  it('give way to what the chain says itself', async () => {
    const { sent } = await fakeRun({
      chain: { variables: { token: 'own' }, requests: [profile] },
      required,
      answer,
    });
    assert.equal(sent[1]?.headers.find(({ name }) => name === 'Authorization')?.value, 'Bearer own');
  });

  it('are left out of a single request that needs none of their values', async () => {
    const { result } = await fakeRun({
      chain: { requests: [profile, health] },
      required,
      answer,
      select: { kind: 'only', id: 'health' },
    });
    assert.deepEqual(outcomes(result), ['health passed']);
  });

  it('run for a single request that needs a value not known yet', async () => {
    const start: FakeRun = {
      chain: { requests: [profile] },
      required,
      answer,
      select: { kind: 'only', id: 'profile' },
    };
    const first = await fakeRun(start);
    assert.deepEqual(outcomes(first.result), ['login passed', 'profile passed']);
    const second = await fakeRun({ ...start, known: first.memory.extracted });
    assert.deepEqual(outcomes(second.result), ['profile passed']);
  });
});

describe('selections', () => {
  const requests = [health, login, profile, { ...health, id: 'bye' }];
  const answer = () => ({ body: { token: 'abc' } });
  const cases: [title: string, select: NonNullable<FakeRun['select']>, expected: readonly string[]][] = [
    ['one request', { kind: 'only', id: 'health' }, ['health passed']],
    [
      'a request with the producers it needs',
      { kind: 'withDependencies', ids: ['profile'] },
      ['login passed', 'profile passed'],
    ],
    ['from a request on', { kind: 'from', id: 'profile' }, ['profile blocked', 'bye passed']],
    ['up to a request', { kind: 'to', id: 'login' }, ['health passed', 'login passed']],
    [
      'failed ones with the producers they need',
      { kind: 'failed', ids: ['profile'] },
      ['login passed', 'profile passed'],
    ],
  ];
  for (const [title, select, expected] of cases) {
    it(`run ${title}`, async () => {
      assert.deepEqual(outcomes((await fakeRun({ chain: { requests }, answer, select })).result), expected);
    });
  }

  it('refuse a request that is not there', async () => {
    await assert.rejects(fakeRun({ chain: { requests }, select: { kind: 'only', id: 'nope' } }), {
      name: 'UserError',
      message: 'main.chain.json has no request "nope". Its requests are: health, login, profile, bye.',
    });
  });

  it('build on values of an earlier run', async () => {
    const { memory } = await fakeRun({ chain: { requests }, answer });
    const { result } = await fakeRun({
      chain: { requests },
      select: { kind: 'only', id: 'profile' },
      known: memory.extracted,
    });
    assert.deepEqual(outcomes(result), ['profile passed']);
  });
});

describe('retry', () => {
  const poll = {
    ...health,
    retry: { times: 3, delayMs: 10, until: { path: '$.state', equals: 'ready' } },
    extract: [{ variable: 'state', from: 'body', path: '$.state' }],
  };
  const answersFrom = (states: readonly string[]) => {
    let next = 0;
    return () => ({ body: { state: states[Math.min(next++, states.length - 1)] } });
  };

  it('sends again until the condition holds', async () => {
    const result = await requestOf('health', {
      chain: { requests: [poll] },
      answer: answersFrom(['new', 'new', 'ready']),
    });
    assert.equal(result.outcome, 'passed');
    assert.equal(result.attempts, 3);
  });

  it('fails when the condition never holds', async () => {
    const result = await requestOf('health', { chain: { requests: [poll] }, answer: answersFrom(['new']) });
    assert.equal(result.outcome, 'failed');
    assert.equal(result.attempts, 4);
    assert.equal(result.reasons[0]?.message, 'Expected $.state equals "ready", but it was "new".');
  });

  it('without a condition sends again until the request passes', async () => {
    let calls = 0;
    const result = await requestOf('health', {
      chain: { requests: [{ ...health, retry: { times: 5, delayMs: 0 } }] },
      answer: () => ((calls += 1) < 3 ? { fails: 'connection-reset' } : 200),
    });
    assert.equal(result.outcome, 'passed');
    assert.equal(result.attempts, 3);
  });

  it('reports every attempt', async () => {
    const { events } = await fakeRun({ chain: { requests: [poll] }, answer: answersFrom(['new', 'ready']) });
    const attempts = events.flatMap((event) => (event.type === 'request-started' ? [event.attempt] : []));
    assert.deepEqual(attempts, [1, 2]);
  });
});
