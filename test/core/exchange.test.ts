import assert from 'node:assert/strict';
import { bodyText, fakeRun, outcomes } from './fakeRun';
import type { Answer, FakeRun } from './fakeRun';

const secret = { value: 's3cret-value', origins: ['http://api.test'] };
const secrets = { PASSWORD: secret };

async function run(requests: readonly object[], start: Partial<FakeRun> = {}) {
  const { result, sent } = await fakeRun({ secrets, ...start, chain: { requests, ...start.chain } });
  return {
    result,
    sent,
    urls: sent.map(({ url }) => url),
    message: result.requests.at(-1)?.reasons[0]?.message,
  };
}

const get = (url: string, more: object = {}) => ({ id: 'r', method: 'GET', url, ...more });

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
    ['as it is', (text) => text],
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

  it('are not proved to whoever a redirect leads to', async () => {
    const auth = { type: 'digest', username: 'u', password: '{{$secret PASSWORD}}' };
    const { sent } = await run([get('http://api.test/go', { auth })], {
      authored,
      answer: ({ url }) =>
        url.startsWith(other)
          ? { status: 401, headers: { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth"' } }
          : { status: 302, headers: { Location: other } },
    });
    assert.ok(sent.every(({ headers }) => !headers.some(({ name }) => name === 'Authorization')));
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

  it('are followed, cookies decided anew for each hop, and recorded', async () => {
    const answers: Readonly<Record<string, Answer>> = {
      'http://api.test/a': { status: 302, headers: { Location: '/b', 'Set-Cookie': 'sid=1; Path=/' } },
      'http://api.test/b': 200,
    };
    const { sent, result } = await run([get('http://api.test/a')], {
      answer: ({ url }) => answers[url] ?? 404,
    });
    assert.equal(sent[1]?.headers.find(({ name }) => name === 'Cookie')?.value, 'sid=1');
    assert.deepEqual(result.requests[0]?.exchange?.redirects, [
      { method: 'GET', url: 'http://api.test/a', status: 302, notes: [] },
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
  });

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
    assert.equal(sent[0]?.headers.at(-1)?.value, 'AWS4-HMAC-SHA256 signed');
  });
});
