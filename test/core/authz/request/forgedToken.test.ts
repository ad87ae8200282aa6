import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { forgeToken, type Forgery } from '../../../../src/core/authz/request/forgedToken';
import type { JsonValue } from '../../../../src/core/json/json';
import { nodeHash } from '../../../../src/node/run/nodePorts';

const encoded = (part: string): string => Buffer.from(part).toString('base64url');
const token = (claims: string, header = '{"alg":"RS256","kid":"k"}', signature = 'c2ln'): string =>
  `${encoded(header)}.${encoded(claims)}.${signature}`;
const decoded = (text: string): readonly string[] =>
  text
    .split('.')
    .map((part, index) => (index === 2 ? part : Buffer.from(part, 'base64url').toString('utf8')));

const BOB = token('{"sub":"bob","role":"customer","jti":"1","exp":9007199254740993}');
const ALICE = token('{"sub":"alice","role":"customer","jti":"2","exp":5,"email":"a@b"}');
const CLAIMS = '{"sub":"alice","role":"customer","jti":"1","exp":9007199254740993,"email":"a@b"}';

describe('forgeToken', () => {
  const forged: readonly (readonly [forgery: Forgery, header: string, signature: string])[] = [
    ['token-alg-none', '{"alg":"none","kid":"k"}', ''],
    ['token-no-signature', '{"alg":"RS256","kid":"k"}', ''],
    ['token-payload', '{"alg":"RS256","kid":"k"}', 'c2ln'],
  ];
  for (const [forgery, header, signature] of forged) {
    it(`names the owner in the caller's token by ${forgery}`, () => {
      const made = forgeToken(forgery, BOB, ALICE, nodeHash);
      assert.deepEqual(made.ok ? decoded(made.token) : made, [header, CLAIMS, signature]);
    });
  }

  it('signs with a key that everybody knows by token-foreign-key', () => {
    const made = forgeToken('token-foreign-key', BOB, ALICE, nodeHash);
    const [header = '', claims = '', signature] = made.ok ? made.token.split('.') : [];
    assert.equal(decoded(`${header}.${claims}`)[0], '{"alg":"HS256","kid":"k"}');
    assert.equal(signature, createHmac('sha256', 'secret').update(`${header}.${claims}`).digest('base64url'));
  });

  it('keeps a scheme before the token', () => {
    const made = forgeToken('token-payload', `Bearer ${BOB}`, ALICE, nodeHash);
    assert.match(made.ok ? made.token : '', /^Bearer ey/);
  });

  const none: readonly (readonly [title: string, own: JsonValue, owners: JsonValue, lacks: string])[] = [
    ['a session id', 's3cr3t', ALICE, 'token'],
    ['a text with two dots', 'a.b.c', ALICE, 'token'],
    ['a token of JSON that is no object', `${encoded('1')}.${encoded('2')}.`, ALICE, 'token'],
    ['a number', 7, ALICE, 'token'],
    ['no token of the owner', BOB, null, 'token'],
    [
      'two tokens that differ only in themselves',
      token('{"sub":"x","jti":"1"}'),
      token('{"sub":"x","jti":"2"}'),
      'difference',
    ],
  ];
  for (const [title, own, owners, lacks] of none) {
    it(`makes nothing of ${title}`, () => {
      assert.deepEqual(forgeToken('token-alg-none', own, owners, nodeHash), { ok: false, lacks });
    });
  }
});
