import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { signatureBase } from '../../../src/core/auth/oauth1';
import type { HttpRequest } from '../../../src/core/model';
import { bodyText, fakeRun, outcomes, type Answer, type FakeRun } from '../fakeRun';

const secret = { value: 's3cret-value', origins: ['http://api.test'] };
const secrets = { PASSWORD: secret };

async function run(requests: readonly object[], start: Partial<FakeRun> = {}) {
  const { result, sent, timeouts } = await fakeRun({
    secrets,
    ...start,
    chain: { requests, ...start.chain },
  });
  return {
    result,
    sent,
    timeouts,
    urls: sent.map(({ url }) => url),
    message: result.requests.at(-1)?.reasons[0]?.message,
  };
}

const get = (url: string, more: object = {}) => ({ id: 'r', method: 'GET', url, ...more });
const header = (request: HttpRequest | undefined, wanted: string) =>
  request?.headers.find(({ name }) => name === wanted)?.value;
const authorization = (request: HttpRequest | undefined) => header(request, 'Authorization');
const field = (name: string, value: string) => ({ name, value });
const signatureIn = (url = '') => new URL(url).searchParams.get('oauth_signature');
const redirectTo = (location: string, status = 302) => ({ status, headers: { Location: location } });

describe('origins', () => {
  it('written by nobody are not contacted', async () => {
    const { sent, message } = await run([get('http://evil.test/')]);
    assert.equal(sent.length, 0);
    assert.match(
      message ?? '',
      /^http:\/\/evil\.test was not contacted: neither the chain nor its environment names it/,
    );
  });

  it('are compared after every redirect', async () => {
    const { urls, message } = await run([get('http://api.test/go')], {
      answer: () => ({ status: 302, headers: { Location: 'http://evil.test/' } }),
    });
    assert.deepEqual(urls, ['http://api.test/go']);
    assert.match(message ?? '', /--allow-host http:\/\/evil\.test/);
  });
});

describe('secrets', () => {
  const password = '{{$secret PASSWORD}}';
  const other = 'http://other.test';
  const places: [place: string, request: object][] = [
    ['path', get(`${other}/${password}`)],
    ['query', get(other, { query: [{ name: 'q', value: password }] })],
    ['header', get(other, { headers: [{ name: 'X', value: password }] })],
    ['auth', get(other, { auth: { type: 'basic', username: 'u', password } })],
    ['body', { id: 'r', method: 'POST', url: other, body: { json: { password } } }],
  ];
  for (const [place, request] of places) {
    it(`are not substituted into the ${place} of a request to an origin they are not bound to`, async () => {
      const { sent, message } = await run([request], { authored: ['http://api.test', other] });
      assert.equal(sent.length, 0);
      assert.match(
        message ?? '',
        /^The secret PASSWORD is bound to http:\/\/api\.test and was not sent to http:\/\/other\.test\./,
      );
    });
  }

  it('go to the origin they are bound to', async () => {
    const { sent } = await run([
      { id: 'r', method: 'POST', url: 'http://api.test/', body: { json: { password } } },
    ]);
    assert.equal(sent[0] === undefined ? '' : bodyText(sent[0]), '{"password":"s3cret-value"}');
  });

  it('do not follow through constants that hold them', async () => {
    const { sent } = await run([get(other, { headers: [{ name: 'X', value: '{{p}}' }] })], {
      chain: { variables: { p: `x${password}` } },
      authored: [other],
    });
    assert.equal(sent.length, 0);
  });

  const encodings: [title: string, encode: (text: string) => string][] = [
    ['unchanged', (text) => text],
    ['base64', (text) => Buffer.from(text).toString('base64')],
    ['base64 within more', (text) => Buffer.from(`user:${text}`).toString('base64')],
    ['percent-encoded', (text) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
  ];
  for (const [title, encode] of encodings) {
    it(`that an API hands back ${title} are not carried to another origin`, async () => {
      const { urls, result } = await run(
        [
          {
            id: 'echo',
            method: 'POST',
            url: 'http://api.test/echo',
            body: { json: { password } },
            extract: [{ variable: 'copy', from: 'body', path: '$.copy' }],
          },
          get(`${other}/steal`, { headers: [{ name: 'X', value: '{{copy}}' }] }),
        ],
        { authored: ['http://api.test', other], answer: () => ({ body: { copy: encode(secret.value) } }) },
      );
      assert.deepEqual(urls, ['http://api.test/echo']);
      assert.deepEqual(outcomes(result), ['echo passed', 'r failed']);
    });
  }
});

describe('secrets in other disguises', () => {
  const other = 'http://other.test';
  const authored = ['http://api.test', other];
  const echo = {
    id: 'echo',
    method: 'POST',
    url: 'http://api.test/echo',
    body: { json: { password: '{{$secret PASSWORD}}' } },
    extract: [{ variable: 'copy', from: 'body', path: '$.copy' }],
  };
  const answer: FakeRun['answer'] = ({ url }) =>
    url.endsWith('/echo')
      ? { body: { copy: secret.value } }
      : { body: { access_token: 'at', token_type: 'Bearer' } };

  for (const member of ['clientSecret', 'clientId', 'scope']) {
    it(`do not reach a token endpoint as ${member}`, async () => {
      const auth = {
        type: 'oauth2',
        grant: 'clientCredentials',
        tokenUrl: `${other}/token`,
        clientId: 'c',
        [member]: '{{copy}}',
      };
      const { urls, message } = await run([echo, get('http://api.test/a', { auth })], { authored, answer });
      assert.deepEqual(urls, ['http://api.test/echo']);
      assert.match(message ?? '', /^The secret PASSWORD is bound to http:\/\/api\.test/);
    });
  }

  it('are not compared with answers of an origin they are not bound to, which could guess them', async () => {
    const until = { path: '$.guess', greaterThan: '{{$secret PASSWORD}}' };
    const { sent } = await run([get(`${other}/oracle`, { retry: { times: 5, delayMs: 0, until } })], {
      authored,
    });
    assert.equal(sent.length, 0);
    const expect = { body: [{ path: '$.guess', equals: '{{$secret PASSWORD}}' }] };
    const hop = await run([get('http://api.test/go', { expect })], {
      authored,
      answer: () => ({ status: 302, headers: { Location: `${other}/oracle` } }),
    });
    assert.deepEqual(hop.urls, ['http://api.test/go']);
  });

  it('are not proved to the target of a redirect', async () => {
    const auth = { type: 'digest', username: 'u', password: '{{$secret PASSWORD}}' };
    const { sent, urls } = await run([get('http://api.test/go', { auth })], {
      authored,
      vouched: [other],
      answer: ({ url }) =>
        url.startsWith(other)
          ? { status: 401, headers: { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth"' } }
          : { status: 302, headers: { Location: other } },
    });
    assert.deepEqual(urls, ['http://api.test/go', `${other}/`]);
    assert.deepEqual(sent.map(authorization), [undefined, undefined]);
  });
});

describe('redirects', () => {
  it('to a refused origin leave the answer that led there', async () => {
    const { result } = await run([get('http://api.test/go')], {
      answer: () => ({ status: 302, headers: { Location: 'http://evil.test/' } }),
    });
    const [request] = result.requests;
    assert.equal(request?.exchange?.response?.status, 302);
    assert.equal(request?.exchange?.request.url, 'http://api.test/go');
    assert.equal(request?.attempts, 1);
  });

  it('are followed, with cookies chosen again for each hop, and recorded', async () => {
    const answers: Readonly<Record<string, Answer>> = {
      'http://api.test/a': { status: 302, headers: { Location: '/b', 'Set-Cookie': 'sid=1; Path=/' } },
      'http://api.test/b': 200,
    };
    const { sent, result } = await run([get('http://api.test/a')], {
      answer: ({ url }) => answers[url] ?? 404,
    });
    assert.equal(sent[1]?.headers.find(({ name }) => name === 'Cookie')?.value, 'sid=1');
    assert.deepEqual(result.requests[0]?.exchange?.redirects, [
      {
        method: 'GET',
        url: 'http://api.test/a',
        status: 302,
        setCookies: [{ name: 'Set-Cookie', value: 'sid=1; Path=/' }],
        notes: [],
      },
    ]);
    assert.equal(result.requests[0]?.exchange?.request.url, 'http://api.test/b');
  });

  it('are left to the reader when the request says manual', async () => {
    const { sent, result } = await run([get('http://api.test/a', { redirects: 'manual' })], {
      answer: () => ({ status: 302, headers: { Location: '/b' } }),
    });
    assert.equal(sent.length, 1);
    assert.equal(result.requests[0]?.exchange?.response?.status, 302);
  });

  it('that never end are stopped after ten', async () => {
    const { sent, message } = await run([get('http://api.test/a')], {
      answer: () => ({ status: 302, headers: { Location: '/a' } }),
    });
    assert.equal(sent.length, 11);
    assert.match(message ?? '', /^The server redirected 10 times without an end/);
  });
});

describe('cookies that a request names itself', () => {
  const other = 'http://other.test';
  const authored = ['http://api.test', other];
  const cookies: [title: string, more: object][] = [
    ['a header line', { headers: [{ name: 'cookie', value: 'own=1' }] }],
    ['an API key', { auth: { type: 'apiKey', in: 'cookie', name: 'own', value: '1' } }],
  ];
  for (const [title, more] of cookies) {
    it(`as ${title} are sent again on the same origin, with those of the jar`, async () => {
      const { sent } = await run([get('http://api.test/a', more)], {
        answer: ({ url }) =>
          url.endsWith('/a') ? { status: 302, headers: { Location: '/b', 'Set-Cookie': 'sid=2' } } : 200,
      });
      assert.equal(header(sent[1], 'Cookie'), 'sid=2; own=1');
      assert.equal(sent[1]?.headers.filter(({ name }) => /^cookie$/i.test(name)).length, 1);
    });

    it(`as ${title} are not sent to another origin, nor back from there`, async () => {
      const { sent, urls } = await run([get('http://api.test/a', more)], {
        authored,
        answer: ({ url }) =>
          url === 'http://api.test/a'
            ? redirectTo(other)
            : url.startsWith(other)
              ? redirectTo('http://api.test/b')
              : 200,
      });
      assert.deepEqual(urls, ['http://api.test/a', `${other}/`, 'http://api.test/b']);
      assert.deepEqual(
        sent.slice(1).map((request) => header(request, 'Cookie')),
        [undefined, undefined],
      );
    });
  }

  it('are all sent when they are in several lines and the jar has some, too', async () => {
    const headers = ['a=1', 'b=2'].map((value) => ({ name: 'Cookie', value }));
    const { sent } = await run(
      [get('http://api.test/first'), { ...get('http://api.test/second', { headers }), id: 's' }],
      { answer: () => ({ headers: { 'Set-Cookie': 'sid=3' } }) },
    );
    assert.equal(header(sent[1], 'Cookie'), 'sid=3; a=1; b=2');
  });
});

describe('the deadline of a request', () => {
  const timeoutMs = 1000;
  const auth = {
    type: 'oauth2',
    grant: 'clientCredentials',
    tokenUrl: 'http://api.test/token',
    clientId: 'c',
  };
  const token = { body: { access_token: 'at', token_type: 'Bearer' } };

  /** Every answer takes that many milliseconds. */
  function taking(ms: number, answer: NonNullable<FakeRun['answer']>): Partial<FakeRun> {
    let now = 0;
    return {
      elapsed: () => now,
      answer: (request, body) => {
        now += ms;
        return answer(request, body);
      },
    };
  }

  it('covers the token, what is sent, and both again after a 401', async () => {
    const { timeouts, urls } = await run(
      [get('http://api.test/a', { auth, timeoutMs })],
      taking(100, ({ url }) => (url.endsWith('/token') ? token : 401)),
    );
    assert.deepEqual(urls, ['http://api.test/token', 'http://api.test/a', 'http://api.test/token']);
    assert.deepEqual(timeouts, [1000, 900, 800]);
  });

  it('covers redirects', async () => {
    const { timeouts } = await run(
      [get('http://api.test/a', { timeoutMs })],
      taking(400, () => redirectTo('/a')),
    );
    assert.deepEqual(timeouts.slice(0, 4), [1000, 600, 200, 1]);
  });

  it('names the token endpoint that let it pass', async () => {
    const { message, result } = await run([get('http://api.test/a', { auth })], {
      answer: () => ({ fails: 'timeout' }),
    });
    assert.deepEqual(outcomes(result), ['r failed']);
    assert.equal(message, 'No access token from http://api.test/token: It failed: timeout. Fix it.');
  });

  it('names the token endpoint that let it pass after a 401, and keeps that answer', async () => {
    let tokens = 0;
    const { message, result } = await run([get('http://api.test/a', { auth })], {
      answer: ({ url }) =>
        url.endsWith('/token') ? ((tokens += 1) === 1 ? token : { fails: 'timeout' }) : 401,
    });
    assert.match(message ?? '', /^No access token from http:\/\/api\.test\/token: /);
    assert.equal(result.requests[0]?.exchange?.response?.status, 401);
  });

  it('says how much was left when something had used it up before', async () => {
    const { message } = await run(
      [get('http://api.test/a', { auth, timeoutMs })],
      taking(600, ({ url }) => (url.endsWith('/token') ? token : { fails: 'timeout' })),
    );
    assert.equal(
      message,
      'It failed: timeout. Of the 1000 ms of this request, 400 ms were left for that. Fix it.',
    );
  });

  it('omits that when everything was left, because the token was there already', async () => {
    const { message } = await run(
      [get('http://api.test/a', { auth }), { ...get('http://api.test/b', { auth }), id: 's' }],
      {
        answer: ({ url }) =>
          url.endsWith('/token') ? token : url.endsWith('/a') ? 200 : { fails: 'timeout' },
      },
    );
    assert.equal(message, 'It failed: timeout. Fix it.');
  });

  it('leaves the 401 alone when the token endpoint only refuses a new token', async () => {
    let tokens = 0;
    const { result } = await run([get('http://api.test/a', { auth, expect: { status: 401 } })], {
      answer: ({ url }) =>
        url.endsWith('/token')
          ? (tokens += 1) === 1
            ? token
            : { status: 400, body: { error: 'invalid_grant' } }
          : 401,
    });
    assert.deepEqual(outcomes(result), ['r passed']);
  });

  it('is not what ends a request whose token was cancelled: that is skipped, not failed', async () => {
    const cancel = new AbortController();
    const { result } = await run([get('http://api.test/a', { auth })], {
      signal: cancel.signal,
      answer: () => {
        cancel.abort();
        return 200;
      },
    });
    assert.deepEqual(outcomes(result), ['r skipped']);
    assert.equal(result.outcome, 'cancelled');
  });
});

describe('digest authentication', () => {
  const auth = { type: 'digest', username: 'u', password: 'p' };

  it('answers the challenge of a 401 once', async () => {
    const { sent, result } = await run([get('http://api.test/a', { auth })], {
      answer: ({ headers }) =>
        headers.some(({ name }) => name === 'Authorization')
          ? 200
          : { status: 401, headers: { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth"' } },
    });
    assert.equal(sent.length, 2);
    assert.equal(result.requests[0]?.outcome, 'passed');
    assert.match(sent[1]?.headers.find(({ name }) => name === 'Authorization')?.value ?? '', /^Digest /);
  });

  const challenge = 'Digest realm="r", nonce="n", qop="auth"';

  it('answers with the cookies that the challenge set, and without those it ended', async () => {
    const { sent } = await run(
      [get('http://api.test/first'), { ...get('http://api.test/a', { auth }), id: 's' }],
      {
        answer: (request) =>
          request.url.endsWith('/first')
            ? { headers: { 'Set-Cookie': 'old=1' } }
            : authorization(request) === undefined
              ? {
                  status: 401,
                  headers: { 'WWW-Authenticate': challenge, 'Set-Cookie': ['old=; Max-Age=0', 'sid=2'] },
                }
              : 200,
      },
    );
    assert.deepEqual(
      sent.slice(1).map((request) => header(request, 'Cookie')),
      ['old=1', 'sid=2'],
    );
  });

  it('answers the challenge of the address that a redirect on the same origin leads to', async () => {
    const { sent, result } = await run([get('http://api.test/a', { auth })], {
      answer: (request) =>
        authorization(request) === undefined
          ? { status: 401, headers: { 'WWW-Authenticate': challenge } }
          : request.url.endsWith('/a')
            ? redirectTo('/b')
            : 200,
    });
    assert.deepEqual(outcomes(result), ['r passed']);
    assert.deepEqual(
      sent.map((request) => /uri="([^"]+)"/.exec(authorization(request) ?? '')?.[1]),
      [undefined, '/a', undefined, '/b'],
    );
  });

  it('proves nothing any more once it was led to another origin, not even back home', async () => {
    const other = 'http://other.test';
    const { urls } = await run([get('http://api.test/a', { auth })], {
      authored: ['http://api.test', other],
      answer: ({ url }) =>
        url === 'http://api.test/a'
          ? redirectTo(other)
          : url.startsWith(other)
            ? redirectTo('http://api.test/delete')
            : { status: 401, headers: { 'WWW-Authenticate': challenge } },
    });
    assert.deepEqual(urls, ['http://api.test/a', `${other}/`, 'http://api.test/delete']);
  });

  it('says so when the server does not offer it', async () => {
    const { message } = await run([get('http://api.test/a', { auth })], { answer: () => 401 });
    assert.match(message ?? '', /^The server did not offer digest authentication\./);
  });
});

describe('OAuth 2.0', () => {
  const auth = {
    type: 'oauth2',
    grant: 'clientCredentials',
    tokenUrl: 'http://api.test/token',
    clientId: 'c',
    clientSecret: '{{$secret PASSWORD}}',
  };
  const answer: FakeRun['answer'] = ({ url }) =>
    url.endsWith('/token') ? { body: { access_token: 'at', token_type: 'Bearer', expires_in: 3600 } } : 200;

  it('asks for a token once and sends it', async () => {
    const { sent, urls } = await run(
      [get('http://api.test/a', { auth }), { ...get('http://api.test/b', { auth }), id: 's' }],
      { answer },
    );
    assert.deepEqual(urls, ['http://api.test/token', 'http://api.test/a', 'http://api.test/b']);
    assert.equal(sent[2]?.headers.find(({ name }) => name === 'Authorization')?.value, 'Bearer at');
  });

  it('gets a new token when the server refuses the one it has', async () => {
    let tokens = 0;
    const { result, urls } = await run([get('http://api.test/a', { auth })], {
      answer: ({ url, headers }) => {
        if (url.endsWith('/token')) {
          tokens += 1;
          return { body: { access_token: `t${tokens}`, token_type: 'Bearer' } };
        }
        return headers.some(({ value }) => value === 'Bearer t2') ? 200 : 401;
      },
    });
    assert.equal(result.requests[0]?.outcome, 'passed');
    assert.equal(urls.length, 4);
    assert.deepEqual(result.requests[0].exchange?.redirects, [
      {
        method: 'GET',
        url: 'http://api.test/a',
        status: 401,
        notes: ['the token was refused, a new one was sent'],
      },
    ]);
  });

  it('asks for no token for an origin that nobody wrote', async () => {
    const { sent, message } = await run([get('http://evil.test/', { auth })], { answer });
    assert.deepEqual(sent, []);
    assert.match(message ?? '', /^http:\/\/evil\.test was not contacted: /);
  });

  const redirects: [status: number, expected: readonly string[]][] = [
    [303, ['POST /token', 'POST /orders', 'GET /done']],
    [307, ['POST /token', 'POST /orders', 'POST /done', 'POST /token', 'POST /orders', 'POST /done']],
  ];
  for (const [status, expected] of redirects) {
    const title = status === 303 ? 'does not repeat what took effect' : 'repeats what did not';
    it(`${title} when a 401 comes after a ${status}`, async () => {
      let tokens = 0;
      const { sent } = await run([{ ...get('http://api.test/orders', { auth }), method: 'POST' }], {
        answer: ({ url }) =>
          url.endsWith('/token')
            ? { body: { access_token: `t${(tokens += 1)}`, token_type: 'Bearer' } }
            : url.endsWith('/orders')
              ? redirectTo('/done', status)
              : 401,
      });
      assert.deepEqual(
        sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
        expected,
      );
    });
  }

  it('does not give the client’s secret to an origin it is not bound to', async () => {
    const elsewhere = { ...auth, tokenUrl: 'http://other.test/token' };
    const { sent, message } = await run([get('http://api.test/a', { auth: elsewhere })], {
      authored: ['http://api.test', 'http://other.test'],
      answer,
    });
    assert.equal(sent.length, 0);
    assert.match(message ?? '', /^The secret PASSWORD is bound to http:\/\/api\.test/);
  });
});

describe('OAuth 1.0', () => {
  const auth = {
    type: 'oauth1',
    consumerKey: 'client',
    consumerSecret: '{{$secret PASSWORD}}',
    token: 'tok-1',
    tokenSecret: 'token-secret',
  };
  const post = {
    id: 'r',
    method: 'POST',
    url: 'http://api.test/a',
    body: { form: [field('a', 'b c')] },
    auth,
  };
  const other = 'http://other.test';

  /** What the receiver of a request computes with both secrets, from nothing but the request. */
  const expectedSignature = (request: HttpRequest, proof: Record<string, string>): string => {
    const { oauth_signature: _made, ...parameters } = proof;
    const base = signatureBase(request, Object.entries(parameters));
    return createHmac('sha1', 's3cret-value&token-secret').update(base).digest('base64');
  };
  const proofOf = (request: HttpRequest): Record<string, string> =>
    Object.fromEntries(
      Array.from(
        (authorization(request) ?? '').matchAll(/(oauth_\w+)="([^"]*)"/g),
        ([, name = '', value = '']) => [name, decodeURIComponent(value)],
      ),
    );

  it('signs with a nonce and the time in seconds', async () => {
    const { sent } = await run([post]);
    const [proof] = sent.map(proofOf);
    assert.deepEqual([proof?.['oauth_nonce'], proof?.['oauth_timestamp']], ['0'.repeat(32), '1767225600']);
  });

  it('signs again what follows a redirect on the same origin, form and all', async () => {
    for (const [status, method] of [
      [307, 'POST'],
      [303, 'GET'],
    ] as const) {
      const { sent } = await run([post], {
        answer: ({ url }) => (url.endsWith('/a') ? redirectTo('/b?c=d', status) : 200),
      });
      assert.deepEqual(
        sent.map((request) => request.method),
        ['POST', method],
      );
      for (const request of sent) {
        assert.equal(proofOf(request)['oauth_signature'], expectedSignature(request, proofOf(request)));
      }
      const [first, second] = sent.map((request) => proofOf(request)['oauth_signature']);
      assert.notEqual(first, second);
    }
  });

  const both = { authored: ['http://api.test', other] };

  it('signs nothing for another origin, nor for where that leads back to', async () => {
    const literal = { ...auth, consumerSecret: 'written in the chain' };
    for (const place of ['header', 'query']) {
      const { sent } = await run([get('http://api.test/a', { auth: { ...literal, in: place } })], {
        ...both,
        answer: ({ url }) =>
          url.startsWith('http://api.test/a')
            ? redirectTo(other)
            : url.startsWith(other)
              ? redirectTo('http://api.test/b')
              : 200,
      });
      assert.deepEqual(
        sent.map((request) => (authorization(request) ?? request.url).includes('oauth_signature')),
        [true, false, false],
      );
    }
  });

  it('replaces the parameters in the query that a redirect repeats', async () => {
    const { urls } = await run([get('http://api.test/a?x=1', { auth: { ...auth, in: 'query' } })], {
      answer: ({ url }) => (url.includes('/a?') ? redirectTo(url.replace('/a?', '/b?')) : 200),
    });
    const names = urls.map((url) => [...new URL(url).searchParams.keys()]);
    assert.deepEqual(names[1], names[0]);
    assert.notEqual(signatureIn(urls[1]), signatureIn(urls[0]));
  });

  it('does not follow a redirect that takes the secrets of PLAINTEXT to another origin', async () => {
    const plain = { ...auth, signatureMethod: 'PLAINTEXT', in: 'query' };
    const { sent, message } = await run([get('http://api.test/a', { auth: plain })], {
      ...both,
      answer: ({ url }) => (url.startsWith(other) ? 200 : redirectTo(url.replace('http://api.test', other))),
    });
    assert.equal(sent.length, 1);
    assert.match(message ?? '', /^The secret PASSWORD is bound to http:\/\/api\.test/);
  });

  it('says what is wrong with a credential, and sends nothing', async () => {
    const rsa = { ...auth, signatureMethod: 'RSA-SHA1', privateKey: '{{$secret PASSWORD}}' };
    const { sent, message } = await run([get('http://api.test/a', { auth: rsa })]);
    assert.equal(sent.length, 0);
    assert.equal(
      message,
      'The "privateKey" of OAuth 1.0 is not an RSA key in PEM form. Copy it whole, from "-----BEGIN" to the end, with its line breaks.',
    );
  });
});

describe('AWS Signature Version 4', () => {
  it('adds the lines of the signer', async () => {
    const auth = {
      type: 'awsSigV4',
      accessKeyId: 'AK',
      secretAccessKey: 'sk',
      region: 'eu-central-1',
      service: 's3',
    };
    const { sent } = await run([get('http://api.test/a', { auth })]);
    assert.equal(authorization(sent[0]), 'AWS4 GET http://api.test/a hash of <>');
  });

  const auth = { type: 'awsSigV4', accessKeyId: 'AK', secretAccessKey: 'sk', region: 'r', service: 's3' };
  const post = { id: 'r', method: 'POST', url: 'http://api.test/a', body: { text: 'hello' }, auth };
  const other = 'http://other.test';

  it('signs again what follows a redirect on the same origin, body and all', async () => {
    const kept = await run([post], {
      answer: ({ url }) => (url.endsWith('/a') ? redirectTo('/b', 307) : 200),
    });
    const dropped = await run([post], {
      answer: ({ url }) => (url.endsWith('/a') ? redirectTo('/b', 303) : 200),
    });
    assert.deepEqual([kept.sent[1], dropped.sent[1]].map(authorization), [
      'AWS4 POST http://api.test/b hash of <hello>',
      'AWS4 GET http://api.test/b hash of <>',
    ]);
    assert.equal(header(dropped.sent[1], 'X-Amz-Content-Sha256'), 'hash of <>');
  });

  const signed = {
    ...post,
    auth: { type: 'bearer', token: '{{$concat $request.method $request.path $request.body}}' },
    variables: { signature: `{{$concat 'v1 ' $request.path}}` },
    headers: [{ name: 'X-Signature', value: '{{signature}}' }],
  };
  const proofs = (request: HttpRequest | undefined) => [
    authorization(request),
    header(request, 'X-Signature'),
  ];

  it('computes again what was made from the request, when a redirect stays on its origin', async () => {
    const { sent } = await run([signed], {
      answer: ({ url }) => (url.endsWith('/a') ? redirectTo('/b', 303) : 200),
    });
    assert.deepEqual(sent.map(proofs), [
      ['Bearer POST/ahello', 'v1 /a'],
      ['Bearer GET/b', 'v1 /b'],
    ]);
  });

  it('leaves what was made from the request behind, on the way to another origin and back', async () => {
    const { sent } = await run([{ ...signed, method: 'GET', body: undefined }], {
      authored: ['http://api.test', other],
      answer: ({ url }) =>
        url === 'http://api.test/a'
          ? redirectTo(other)
          : url.startsWith(other)
            ? redirectTo('http://api.test/b')
            : 200,
    });
    assert.deepEqual(sent.map(proofs), [
      ['Bearer GET/a', 'v1 /a'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('keeps a hash that the user wrote', async () => {
    const headers = [{ name: 'X-Amz-Content-Sha256', value: 'UNSIGNED-PAYLOAD' }];
    const { sent } = await run([{ ...post, headers }], {
      answer: ({ url }) => (url.endsWith('/a') ? redirectTo('/b', 307) : 200),
    });
    assert.equal(authorization(sent[1]), 'AWS4 POST http://api.test/b UNSIGNED-PAYLOAD');
  });

  it('signs nothing for another origin, nor for where that leads back to', async () => {
    const { sent } = await run([get('http://api.test/a', { auth })], {
      authored: ['http://api.test', other],
      answer: ({ url }) =>
        url === 'http://api.test/a'
          ? redirectTo(other)
          : url.startsWith(other)
            ? redirectTo('http://api.test/b')
            : 200,
    });
    assert.deepEqual(
      sent.map(
        (request) => request.headers.filter(({ name }) => /^(authorization|x-amz)/i.test(name)).length,
      ),
      [2, 0, 0],
    );
  });
});
