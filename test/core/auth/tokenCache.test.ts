import assert from 'node:assert/strict';
import type { OAuth2Auth } from '../../../src/core/model';
import type { SendOptions, SendResult } from '../../../src/core/ports';
import { createTokenCache } from '../../../src/core/auth/tokenCache';
import { rendered } from '../rendered';

const alice: OAuth2Auth = {
  type: 'oauth2',
  grant: 'password',
  tokenUrl: 'https://login.example.com/token',
  clientId: 'chain',
  clientSecret: 's',
  username: 'alice',
  password: 'a',
};
const options = { signal: new AbortController().signal, timeoutMs: 1000 };

type Answer = (form: URLSearchParams, options: SendOptions) => Promise<SendResult> | SendResult;

/** A cache in front of an endpoint: what it was asked, and a clock to turn. */
function setUp(answer: Answer) {
  const asked: string[] = [];
  const time = { now: 0 };
  const cache = createTokenCache({
    clock: { now: () => time.now, monotonic: () => time.now, sleep: () => Promise.resolve() },
    userAgent: 'u',
    send: async (request, given) => {
      const form = new URLSearchParams(new TextDecoder().decode(request.body));
      asked.push(form.get('refresh_token') ?? form.get('grant_type') ?? '');
      return answer(form, given);
    },
  });
  const token = async (auth: OAuth2Auth = alice): Promise<string> => {
    const result = await cache.obtain(auth, options);
    return result.ok ? result.accessToken : rendered(result.message);
  };
  return { cache, asked, time, token };
}

function json(value: unknown, status = 200): SendResult {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return {
    ok: true,
    response: { status, statusText: '', httpVersion: '1.1', headers: [], body, wireSize: body.length },
    timings: { totalMs: 1 },
    connection: { via: 'direct', reused: false },
  };
}

/** Answers t1, t2, …, each with the given further members. */
function counting(members: object = {}): Answer {
  let count = 0;
  return () => json({ access_token: `t${++count}`, ...members });
}

describe('createTokenCache', () => {
  it('asks once for a token without an end', async () => {
    const { token, asked, time } = setUp(counting());
    assert.equal(await token(), 't1');
    time.now = 1e12;
    assert.equal(await token(), 't1');
    assert.deepEqual(asked, ['password']);
  });

  it('asks again from thirty seconds before the end', async () => {
    const { token, time } = setUp(counting({ expires_in: 100 }));
    await token();
    time.now = 69_999;
    assert.equal(await token(), 't1');
    time.now = 70_000;
    assert.equal(await token(), 't2');
  });

  it('hands out a token that ends at once, but does not keep it', async () => {
    const { token } = setUp(counting({ expires_in: 0 }));
    assert.deepEqual([await token(), await token()], ['t1', 't2']);
  });

  it('uses the refresh token of the last answer, and the newest one after it', async () => {
    const { token, asked, time } = setUp((form) =>
      json({
        access_token: 't',
        expires_in: 60,
        refresh_token: form.get('refresh_token') === null ? 'r1' : 'r2',
      }),
    );
    for (const now of [0, 100_000, 200_000]) {
      time.now = now;
      await token();
    }
    assert.deepEqual(asked, ['password', 'r1', 'r2']);
  });

  it('keeps a refresh token that the endpoint does not repeat', async () => {
    const { token, asked, time } = setUp((form) =>
      json({
        access_token: 't',
        expires_in: 60,
        ...(form.get('refresh_token') === null ? { refresh_token: 'r' } : {}),
      }),
    );
    for (const now of [0, 100_000, 200_000]) {
      time.now = now;
      await token();
    }
    assert.deepEqual(asked, ['password', 'r', 'r']);
  });

  it('falls back to the grant when the refresh token is refused', async () => {
    const { token, asked, time } = setUp((form) =>
      form.get('refresh_token') === null
        ? json({ access_token: 't', expires_in: 60, refresh_token: 'r' })
        : json({ error: 'invalid_grant' }, 400),
    );
    await token();
    time.now = 100_000;
    assert.equal(await token(), 't');
    assert.deepEqual(asked, ['password', 'r', 'password']);
  });

  const others: [title: string, auth: Partial<OAuth2Auth>][] = [
    ['another user', { username: 'bob' }],
    ['another password', { password: 'b' }],
    ['another client', { clientId: 'other' }],
    ['another client secret', { clientSecret: 'other' }],
    ['another scope', { scope: 'admin' }],
    ['another endpoint', { tokenUrl: 'https://login.example.com/other' }],
    ['another grant', { grant: 'clientCredentials' }],
    ['another refresh token', { refreshToken: 'r' }],
    ['a user whose name holds a separator', { username: 'alice","a' }],
  ];
  for (const [title, auth] of others) {
    it(`keeps the token of ${title} apart`, async () => {
      const { token } = setUp(counting());
      const other = { ...alice, ...auth };
      assert.deepEqual(
        [await token(), await token(other), await token(), await token(other)],
        ['t1', 't2', 't1', 't2'],
      );
    });
  }

  it('asks once for callers at the same time', async () => {
    const { token, asked } = setUp(counting());
    assert.deepEqual(await Promise.all([token(), token(), token()]), ['t1', 't1', 't1']);
    assert.equal(asked.length, 1);
  });

  it('gives everybody who waited the reason for a missing token, and asks again for the next', async () => {
    const { token, asked } = setUp(() => json({ error: 'invalid_grant' }, 400));
    const [one, other] = await Promise.all([token(), token()]);
    assert.equal(one, other);
    await token();
    assert.equal(asked.length, 2);
  });

  it('does not let the cancellation of one caller be the answer of another', async () => {
    const first = new AbortController();
    let count = 0;
    const { cache, token } = setUp((_form, { signal }) => {
      count += 1;
      if (count > 1) {
        return json({ access_token: 't2' });
      }
      const failure = { code: 'cancelled', message: 'Cancelled.', todo: '' } as const;
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ ok: false, failure, timings: { totalMs: 1 } })),
      );
    });
    const cancelled = cache.obtain(alice, { ...options, signal: first.signal });
    const waiting = token();
    first.abort();
    assert.equal((await cancelled).ok, false);
    assert.equal(await waiting, 't2');
  });

  it('does not let the deadline of one caller be the answer of another', async () => {
    let count = 0;
    const { cache } = setUp(() => {
      count += 1;
      const failure = { code: 'timeout', message: 'Too late.', todo: '' } as const;
      return count === 1 ? { ok: false, failure, timings: { totalMs: 1 } } : json({ access_token: 't2' });
    });
    const [first, second] = await Promise.all([
      cache.obtain(alice, { ...options, timeoutMs: 10 }),
      cache.obtain(alice, options),
    ]);
    assert.equal(first.ok, false);
    assert.equal(second.ok && second.accessToken, 't2');
  });

  it('has one deadline for a refresh and the grant after it', async () => {
    const given: number[] = [];
    const { cache, time, token } = setUp((form, { timeoutMs }) => {
      given.push(timeoutMs);
      time.now += 400;
      return form.get('refresh_token') === null
        ? json({ access_token: 't', expires_in: 60, refresh_token: 'r' })
        : json({ error: 'invalid_grant' }, 400);
    });
    await token();
    time.now = 100_000;
    await cache.obtain(alice, options);
    assert.deepEqual(given, [1000, 1000, 600]);
  });

  it('does not try the grant when the refresh took all the time', async () => {
    const failure = { code: 'timeout', message: 'Too late.', todo: '' } as const;
    const { token, asked, time } = setUp((form) =>
      form.get('refresh_token') === null
        ? json({ access_token: 't', expires_in: 60, refresh_token: 'r' })
        : { ok: false, failure, timings: { totalMs: 1 } },
    );
    await token();
    time.now = 100_000;
    assert.match(await token(), /Too late/);
    assert.deepEqual(asked, ['password', 'r']);
  });

  it('is usable again after a fault of the transport', async () => {
    let faulty = true;
    const { token } = setUp(() => {
      if (faulty) {
        throw new Error('bug');
      }
      return json({ access_token: 't' });
    });
    await assert.rejects(token(), /bug/);
    faulty = false;
    assert.equal(await token(), 't');
  });

  it('forgets a refused token once, keeping the one that replaced it', async () => {
    const { cache, token } = setUp(counting());
    await token();
    cache.forget(alice, 't1');
    assert.equal(await token(), 't2');
    cache.forget(alice, 't1');
    assert.equal(await token(), 't2');
  });

  it('replaces a refused token with its refresh token', async () => {
    const { cache, token, asked } = setUp(counting({ refresh_token: 'r' }));
    await token();
    cache.forget(alice, 't1');
    await token();
    assert.deepEqual(asked, ['password', 'r']);
  });
});
