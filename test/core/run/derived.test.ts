/** What was obtained with a secret goes where the secret may go, back to where it came from, or where a person lets it. */
import assert from 'node:assert/strict';
import { fakeRun, outcomes, type FakeRun } from '../fakeRun';

const api = 'http://api.test';
const other = 'http://other.test';
const third = 'http://third.test';
const secrets = { PASSWORD: { value: 'correct horse', origins: [api] } };

const logIn = {
  id: 'login',
  method: 'POST',
  url: `${api}/login`,
  body: { json: { password: '{{$secret PASSWORD}}' } },
  extract: [
    { variable: 'token', from: 'body', path: '$.token' },
    { variable: 'half', from: 'body', regex: '"token":"(..)' },
    { variable: 'code', from: 'status' },
  ],
};

/** Logs in, then sends a request with what was extracted. */
async function runWith(use: object, more: Partial<FakeRun> = {}) {
  const { result, sent } = await fakeRun({
    secrets,
    authored: [api, other, third],
    answer: () => ({ body: { token: 't0ken', next: 'n3xt' } }),
    ...more,
    chain: { ...more.chain, requests: [logIn, { id: 'use', method: 'GET', ...use }] },
  });
  const last = result.requests.at(-1);
  return { sent: sent.map(({ url }) => url), outcome: last?.outcome, message: last?.reasons[0]?.message };
}

describe('what was obtained with a secret', () => {
  const places: [place: string, use: object, chain?: object][] = [
    ['a header', { url: other, headers: [{ name: 'X-Token', value: '{{token}}' }] }],
    ['a path', { url: `${other}/{{token}}` }],
    ['a query', { url: other, query: [{ name: 'q', value: 'a{{half}}b' }] }],
    ['a body', { url: other, method: 'POST', body: { json: { deep: [{ of: '{{token}}' }] } } }],
    ['the name of a member', { url: other, method: 'POST', body: { json: { '{{token}}': 1 } } }],
    ['an authentication', { url: other, auth: { type: 'bearer', token: '{{token}}' } }],
    [
      'a constant',
      { url: `${other}/{{wrapped}}` },
      { variables: { wrapped: 'x{{inner}}', inner: '{{half}}' } },
    ],
    ['a status', { url: `${other}/{{code}}` }],
    ['a host', { url: 'http://{{half}}.test/' }],
  ];
  for (const [place, use, chain = {}] of places) {
    it(`is not sent in ${place} to an origin that only the chain names`, async () => {
      const { sent, outcome } = await runWith(use, { chain, authored: [api, other, 'http://t0.test'] });
      assert.deepEqual([sent, outcome], [[`${api}/login`], 'failed']);
    });
  }

  it('is refused with its name, its source and what to do', async () => {
    const { message } = await runWith({ url: `${other}/{{token}}` });
    assert.equal(
      message,
      `The variable token was obtained from ${api} with the secret PASSWORD and was not sent to ${other}, ` +
        `which only a file or a response names. If it belongs there, allow it: --allow-host ${other}.`,
    );
  });

  const allowed: [title: string, url: string, more: Partial<FakeRun>][] = [
    ['the origin that gave it', api, {}],
    ['an origin that a person lets it go to', other, { vouched: [other] }],
    [
      'an origin that the secret is bound to',
      other,
      { secrets: { PASSWORD: { value: 'correct horse', origins: [api, other] } } },
    ],
  ];
  for (const [title, url, more] of allowed) {
    it(`is sent to ${title}`, async () => {
      const { sent, outcome } = await runWith({ url: `${url}/{{token}}` }, more);
      assert.deepEqual([sent, outcome], [[`${api}/login`, `${url}/t0ken`], 'passed']);
    });
  }

  it('stays so through any number of requests', async () => {
    const chain = {
      requests: [
        logIn,
        {
          id: 'exchange',
          method: 'GET',
          url: `${other}/{{token}}`,
          extract: [{ variable: 'next', from: 'body', path: '$.next' }],
        },
        { id: 'use', method: 'GET', url: `${third}/{{next}}` },
      ],
    };
    const run = {
      secrets,
      authored: [api, other, third],
      answer: () => ({ body: { token: 't', next: 'n' } }),
    };
    const { result } = await fakeRun({ ...run, vouched: [other], chain });
    assert.deepEqual(outcomes(result), ['login passed', 'exchange passed', 'use failed']);
  });

  it('is remembered for what runs later with known values', async () => {
    const first = await fakeRun({
      secrets,
      authored: [api],
      answer: () => ({ body: { token: 't0ken' } }),
      chain: { requests: [logIn] },
    });
    const { sent } = await fakeRun({
      secrets,
      authored: [api, other],
      known: first.memory.extracted,
      chain: { requests: [{ id: 'use', method: 'GET', url: `${other}/{{token}}` }] },
      select: { kind: 'only', id: 'use' },
    });
    assert.deepEqual(sent, []);
  });

  it('is not followed to another origin by a redirect', async () => {
    const use = { url: `${api}/go`, auth: { type: 'bearer', token: '{{token}}' } };
    const answer: FakeRun['answer'] = ({ url }) =>
      url === `${api}/go`
        ? { status: 302, headers: { Location: `${other}/?t=x` } }
        : { body: { token: 't0' } };
    const refused = await runWith(use, { answer });
    assert.deepEqual(refused.sent, [`${api}/login`, `${api}/go`]);
    assert.match(refused.message ?? '', /^The redirect target was obtained from http:\/\/api\.test with /);
    const followed = await runWith(use, { answer, vouched: [other] });
    assert.equal(followed.sent.at(-1), `${other}/?t=x`);
  });

  it('is what an origin answers later as well, and what it answered before', async () => {
    const answer: FakeRun['answer'] = () => ({ body: { sid: 's1d' } });
    const read = (variable: string) => ({
      id: variable,
      method: 'GET',
      url: `${api}/x`,
      extract: [{ variable, from: 'body', path: '$.sid' }],
    });
    const body = { json: { password: '{{$secret PASSWORD}}' } };
    const store = { id: 'store', method: 'PUT', url: `${api}/x`, body };
    for (const variable of ['before', 'after']) {
      const use = { id: 'use', method: 'GET', url: `${other}/{{${variable}}}` };
      const chain = { requests: [read('before'), store, read('after'), use] };
      const { result } = await fakeRun({ secrets, authored: [api, other], answer, chain });
      assert.equal(outcomes(result).at(-1), 'use failed', variable);
    }
  });

  it('is not compared with what an origin answers that may not have it', async () => {
    const expected = { expect: { body: [{ path: '$.guess', equals: '{{half}}' }] } };
    const { sent, message } = await runWith({ url: other, ...expected });
    assert.deepEqual(sent, [`${api}/login`]);
    assert.match(message ?? '', /^The variable half was obtained from /);
  });

  it('is nothing where no secret was sent before', async () => {
    const plain = { ...logIn, body: { json: { password: 'public' } } };
    const { result } = await fakeRun({
      authored: [api, other],
      answer: () => ({ body: { token: 't0ken' } }),
      chain: { requests: [plain, { id: 'use', method: 'GET', url: `${other}/{{token}}` }] },
    });
    assert.deepEqual(outcomes(result), ['login passed', 'use passed']);
  });
});

describe('an access token that was gained with a secret', () => {
  const auth = {
    type: 'oauth2',
    grant: 'clientCredentials',
    tokenUrl: `${api}/token`,
    clientId: 'c',
    clientSecret: '{{$secret PASSWORD}}',
  };
  const run = (vouched: readonly string[]) =>
    fakeRun({
      secrets,
      authored: [api, other],
      vouched,
      answer: () => ({ body: { access_token: 'at', token_type: 'Bearer' } }),
      chain: { requests: [{ id: 'use', method: 'GET', url: other, auth }] },
    });

  it('is not even asked for when it may not go to the API', async () => {
    const { sent, result } = await run([]);
    assert.deepEqual(sent, []);
    assert.match(result.requests[0]?.reasons[0]?.message ?? '', /^The access token was obtained from /);
  });

  it('is used where a person lets it go', async () => {
    const { sent } = await run([other]);
    assert.deepEqual(
      sent.map(({ url }) => url),
      [`${api}/token`, `${other}`],
    );
  });
});

describe('a Host header that names another host than the URL', () => {
  const shop = 'https://shop.test';
  const send = (origins: readonly string[], url: string, host: string) =>
    fakeRun({
      secrets: { PASSWORD: { value: 'correct horse', origins } },
      authored: [url],
      chain: {
        requests: [
          {
            id: 'r',
            method: 'GET',
            url,
            headers: [
              { name: 'host', value: host },
              { name: 'X-Key', value: '{{$secret PASSWORD}}' },
            ],
          },
        ],
      },
    });
  const cases: [title: string, origins: readonly string[], url: string, host: string, sent: number][] = [
    ['gets no secret that is not bound to it', [shop], shop, 'evil.test', 0],
    ['gets one that is', [shop, 'https://evil.test'], shop, 'evil.test', 1],
    ['is the same host with its port', [shop], shop, 'shop.test:443', 1],
    ['counts for nothing on this machine', ['http://127.0.0.1:1'], 'http://127.0.0.1:1', 'shop.test', 1],
    ['gets no secret when it is not a host', [shop], shop, 'user@evil.test', 0],
  ];
  for (const [title, origins, url, host, count] of cases) {
    it(title, async () => {
      assert.equal((await send(origins, url, host)).sent.length, count);
    });
  }
});
