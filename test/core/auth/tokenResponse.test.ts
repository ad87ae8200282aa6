import assert from 'node:assert/strict';
import { readTokenResponse, type TokenGrant, type TokenResult } from '../../../src/core/auth/tokenResponse';
import { rendered } from '../rendered';

function read(body: string, status = 200, grant: TokenGrant = 'password'): TokenResult {
  return readTokenResponse(
    {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: [],
      body: new TextEncoder().encode(body),
      wireSize: body.length,
    },
    1_000_000,
    grant,
  );
}

function message(result: TokenResult): string | undefined {
  return result.ok ? undefined : rendered(result.message);
}

describe('readTokenResponse', () => {
  const tokens: [title: string, body: string, expected: TokenResult][] = [
    [
      'reads a whole answer',
      '{"access_token":"t","token_type":"Bearer","expires_in":3600,"refresh_token":"r","scope":"a"}',
      { ok: true, accessToken: 't', expiresAt: 4_600_000, refreshToken: 'r' },
    ],
    ['reads an answer with the token alone', '{"access_token":"t"}', { ok: true, accessToken: 't' }],
    [
      'reads the type without case',
      '{"access_token":"t","token_type":"bearer"}',
      { ok: true, accessToken: 't' },
    ],
    [
      'reads a lifetime written as a string',
      '{"access_token":"t","expires_in":"60"}',
      { ok: true, accessToken: 't', expiresAt: 1_060_000 },
    ],
    [
      'keeps a lifetime of zero',
      '{"access_token":"t","expires_in":0}',
      { ok: true, accessToken: 't', expiresAt: 1_000_000 },
    ],
    [
      'passes over a lifetime that is none',
      '{"access_token":"t","expires_in":[1]}',
      { ok: true, accessToken: 't' },
    ],
    [
      'passes over an endless lifetime',
      '{"access_token":"t","expires_in":1e400}',
      { ok: true, accessToken: 't' },
    ],
    [
      'passes over an empty refresh token',
      '{"access_token":"t","refresh_token":""}',
      { ok: true, accessToken: 't' },
    ],
  ];
  for (const [title, body, expected] of tokens) {
    it(title, () => {
      assert.deepEqual(read(body), expected);
    });
  }

  for (const [grant, todo] of [
    ['authorizationCode', 'Run it again to sign in again.'],
    ['clientCredentials', 'Check "clientId" and "clientSecret".'],
    ['refreshToken', 'Get a new "refreshToken".'],
  ] as const) {
    it(`says what to do about a ${grant} that is refused`, () => {
      const result = read('{"error":"invalid_grant"}', 400, grant);
      assert.equal(message(result), `The token endpoint answered invalid_grant (400). ${todo}`);
    });
  }

  const failures: [title: string, status: number, body: string, expected: string][] = [
    [
      'tells an OAuth 2.0 error with its description',
      400,
      '{"error":"invalid_grant","error_description":"Bad\\r\\npassword\\u001b"}',
      'The token endpoint answered invalid_grant: Bad password\\x1b (400). Check "username" and "password".',
    ],
    [
      'tells an error that comes with status 200',
      200,
      '{"error":"invalid_client"}',
      'The token endpoint answered invalid_client (200). Check "clientId", "clientSecret" and "clientAuth".',
    ],
    [
      'tells an error it does not know',
      503,
      '{"error":"temporarily_unavailable"}',
      'The token endpoint answered temporarily_unavailable (503). Check the members of "auth".',
    ],
    [
      'tells a status without an OAuth 2.0 error',
      404,
      '<html>',
      'The token endpoint answered 404 without an OAuth 2.0 error. Check "tokenUrl". Look at what answers there.',
    ],
    [
      'does not follow a redirect with the client secret',
      302,
      '',
      'The token endpoint answered 302 without an OAuth 2.0 error. Check "tokenUrl". Write the final address there.',
    ],
    [
      'tells an answer that is not JSON',
      200,
      'access_token=t',
      'The token endpoint answered 200, but not with a JSON object. Check "tokenUrl".',
    ],
    [
      'tells a JSON array',
      200,
      '[]',
      'The token endpoint answered 200, but not with a JSON object. Check "tokenUrl".',
    ],
    [
      'tells an empty answer',
      204,
      '',
      'The token endpoint answered 204, but not with a JSON object. Check "tokenUrl".',
    ],
    [
      'tells a missing token',
      200,
      '{"token":"t"}',
      'The token endpoint answered without an "access_token". Check "tokenUrl" and the grant.',
    ],
    [
      'does not take a token from a prototype',
      200,
      '{"__proto__":{"access_token":"t"}}',
      'The token endpoint answered without an "access_token". Check "tokenUrl" and the grant.',
    ],
    [
      'refuses a token that would break the header',
      200,
      '{"access_token":"t\\r\\nX-Evil: 1"}',
      'The token endpoint gave a token that no header can carry. Check "tokenUrl".',
    ],
    [
      'refuses a token of another type',
      200,
      '{"access_token":"t","token_type":"DPoP"}',
      'The token endpoint gave a token of type DPoP. Only bearer tokens can be used; ask it for one.',
    ],
  ];
  for (const [title, status, body, expected] of failures) {
    it(title, () => {
      assert.equal(message(read(body, status)), expected);
    });
  }

  it('shortens an endless description', () => {
    const text = message(read(JSON.stringify({ error: 'x', error_description: 'y'.repeat(100_000) }), 400));
    assert.equal(
      text?.length,
      'The token endpoint answered x: '.length + 300 + ' (400). Check the members of "auth".'.length,
    );
  });

  it('answers JSON of any depth', () => {
    assert.equal(read('['.repeat(1_000_000)).ok, false);
  });
});
