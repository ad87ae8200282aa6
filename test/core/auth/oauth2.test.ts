import assert from 'node:assert/strict';
import { buildTokenRequest, requestToken } from '../../../src/core/auth/oauth2';
import type { HttpRequest, OAuth2Auth } from '../../../src/core/model';
import type { Clock, Send, SendOptions } from '../../../src/core/ports';
import { rendered } from '../rendered';

const client: OAuth2Auth = {
  type: 'oauth2',
  grant: 'clientCredentials',
  tokenUrl: 'https://login.example.com/oauth/token?tenant=a',
  clientId: 'chain',
  clientSecret: 's3cret',
};

function build(auth: OAuth2Auth): HttpRequest {
  const built = buildTokenRequest(auth, 'Chainwright/1');
  assert.ok(built.ok, built.ok ? '' : rendered(built.message));
  return built.request;
}

function bodyText({ body }: HttpRequest): string {
  return new TextDecoder().decode(body);
}

function header({ headers }: HttpRequest, name: string): string | undefined {
  return headers.find((line) => line.name === name)?.value;
}

describe('buildTokenRequest', () => {
  it('writes every header line of a client credentials request', () => {
    assert.deepEqual(buildTokenRequest({ ...client, scope: 'read write' }, 'Chainwright/1'), {
      ok: true,
      request: {
        method: 'POST',
        url: 'https://login.example.com/oauth/token?tenant=a',
        headers: [
          { name: 'Host', value: 'login.example.com' },
          { name: 'User-Agent', value: 'Chainwright/1' },
          { name: 'Accept', value: 'application/json' },
          { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
          { name: 'Content-Length', value: '46' },
          { name: 'Authorization', value: 'Basic Y2hhaW46czNjcmV0' },
        ],
        body: new TextEncoder().encode('grant_type=client_credentials&scope=read+write'),
      },
    });
  });

  it('form-encodes identifier and secret before base64 (RFC 6749 §2.3.1)', () => {
    const value =
      header(build({ ...client, clientId: 'a:b é', clientSecret: '50%+' }), 'Authorization') ?? '';
    assert.equal(atob(value.replace('Basic ', '')), 'a%3Ab+%C3%A9:50%25%2B');
  });

  it('keeps an empty secret, which is a value', () => {
    assert.equal(header(build({ ...client, clientSecret: '' }), 'Authorization'), `Basic ${btoa('chain:')}`);
  });

  const bodies: [title: string, auth: Partial<OAuth2Auth>, expected: string][] = [
    [
      'names the client in the body when asked to',
      { clientAuth: 'body' },
      'grant_type=client_credentials&client_id=chain&client_secret=s3cret',
    ],
    [
      'sends user name and password',
      { grant: 'password', username: 'alice@example.com', password: 'a&b=c' },
      'grant_type=password&username=alice%40example.com&password=a%26b%3Dc',
    ],
    [
      'sends a refresh token',
      { grant: 'refreshToken', refreshToken: 'r+1' },
      'grant_type=refresh_token&refresh_token=r%2B1',
    ],
    ['leaves out an empty scope', { scope: '' }, 'grant_type=client_credentials'],
    ['sends line breaks as data', { scope: 'a\r\nb' }, 'grant_type=client_credentials&scope=a%0D%0Ab'],
  ];
  for (const [title, auth, expected] of bodies) {
    it(title, () => {
      const request = build({ ...client, ...auth });
      assert.equal(bodyText(request), expected);
      assert.equal(header(request, 'Authorization') === undefined, auth.clientAuth === 'body');
      assert.equal(header(request, 'Content-Length'), String(expected.length));
    });
  }

  it('names a client without a secret in the body', () => {
    const { type, grant, tokenUrl, clientId } = client;
    const request = build({ type, grant, tokenUrl, clientId });
    assert.equal(bodyText(request), 'grant_type=client_credentials&client_id=chain');
    assert.equal(header(request, 'Authorization'), undefined);
  });

  it('leaves the fragment out and keeps the port', () => {
    const request = build({ ...client, tokenUrl: 'http://127.0.0.1:4010/token#x' });
    assert.equal(request.url, 'http://127.0.0.1:4010/token');
    assert.equal(header(request, 'Host'), '127.0.0.1:4010');
  });

  const refused: [title: string, auth: Partial<OAuth2Auth>, expected: string][] = [
    [
      'refuses a token URL with a user',
      { tokenUrl: 'https://login.example.com@evil.example/' },
      'The token URL https://login.example.com@evil.example/ is not an http(s) URL with a plain host. Correct "tokenUrl".',
    ],
    [
      'refuses a password grant without a user',
      { grant: 'password', password: 'x' },
      'The OAuth 2.0 grant password needs a "username". Add it to "auth".',
    ],
    [
      'refuses a refresh without a token',
      { grant: 'refreshToken', refreshToken: '' },
      'The OAuth 2.0 grant refreshToken needs a "refreshToken". Add it to "auth".',
    ],
    [
      'refuses client credentials without a client',
      { clientId: '' },
      'The OAuth 2.0 grant clientCredentials needs a "clientId". Add it to "auth".',
    ],
  ];
  for (const [title, auth, expected] of refused) {
    it(title, () => {
      assert.deepEqual(rendered(buildTokenRequest({ ...client, ...auth }, '')), {
        ok: false,
        message: expected,
      });
    });
  }
});

describe('requestToken', () => {
  const clock: Clock = { now: () => 5000, monotonic: () => 0, sleep: () => Promise.resolve() };

  it('sends one request with the deadline and signal it was given', async () => {
    const sent: [HttpRequest, SendOptions][] = [];
    const send: Send = (request, options) => {
      sent.push([request, options]);
      const body = new TextEncoder().encode('{"access_token":"t","expires_in":1}');
      const response = { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [], body, wireSize: 35 };
      return Promise.resolve({
        ok: true,
        response,
        timings: { totalMs: 1 },
        connection: { via: 'direct', reused: false },
      });
    };
    const { signal } = new AbortController();
    const result = await requestToken(client, { send, clock, userAgent: 'u' }, { signal, timeoutMs: 250 });
    assert.deepEqual(result, { ok: true, accessToken: 't', expiresAt: 6000 });
    assert.deepEqual(
      sent.map(([{ url }, options]) => [url, options]),
      [[client.tokenUrl, { signal, timeoutMs: 250 }]],
    );
  });

  it('tells from where nothing came back and why, and whether that was a cancellation', async () => {
    const failure = { code: 'cancelled', message: 'Cancelled.', todo: 'Run it again.' } as const;
    const send: Send = () => Promise.resolve({ ok: false, failure, timings: { totalMs: 1 } });
    const { signal } = new AbortController();
    assert.deepEqual(
      rendered(await requestToken(client, { send, clock, userAgent: 'u' }, { signal, timeoutMs: 250 })),
      {
        ok: false,
        message: 'No access token from https://login.example.com/oauth/token: Cancelled. Run it again.',
        failure,
      },
    );
  });
});
