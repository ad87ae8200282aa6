import assert from 'node:assert/strict';
import { loginNameIn, userIdIn } from '../../../../../src/core/authz/act/attacks/ownerIdentity';
import { attackRequest } from '../../../../../src/core/authz/plan/requests/attackRequest';
import { judgedKind } from '../../../../../src/core/authz/plan/requests/tokenVariants';
import { variantsFor } from '../../../../../src/core/authz/plan/requests/variants';
import { idPlaces } from '../../../../../src/core/authz/request/idLocations';
import { ExactNumber, stringifyJson, type JsonValue } from '../../../../../src/core/json/json';
import { chainRequest } from '../../attacks';

const URL = { url: '/orders/{{orderId}}' };

describe('the pack token', () => {
  const cases: readonly (readonly [title: string, request: object, chain: object, count: number])[] = [
    ['a bearer token of the chain', URL, { auth: { type: 'bearer', token: '{{token}}' } }, 6],
    [
      'a key of the request',
      { ...URL, auth: { type: 'apiKey', name: 'k', value: '{{k}}', in: 'query' } },
      {},
      6,
    ],
    ['a header with a token', { ...URL, headers: [{ name: 'Authorization', value: 'Bearer {{t}}' }] }, {}, 6],
    ['a cookie of a variable', { ...URL, headers: [{ name: 'Cookie', value: 'session={{t}}' }] }, {}, 6],
    ['a password', { ...URL, auth: { type: 'basic', username: 'u', password: '{{p}}' } }, {}, 0],
    ['a fixed header', { ...URL, headers: [{ name: 'Authorization', value: 'Bearer x' }] }, {}, 0],
    ['no credentials', URL, {}, 0],
  ];
  for (const [title, written, chainOf, count] of cases) {
    it(`has ${count} variants of a request with ${title}`, () => {
      const { request, chain } = chainRequest(written, chainOf);
      const places = idPlaces(request, chain, ['orderId']);
      assert.equal(variantsFor({ request, chain, effect: 'read' }, places, ['token']).length, count);
    });
  }

  it('is judged as if there were no credentials', () => {
    assert.deepEqual(
      ([undefined, 'token-payload', 'token-after-logout', 'X-User-Id'] as const).map((variant) =>
        judgedKind(variant === undefined ? { kind: 'OBJ' } : { kind: 'OBJ', variant }),
      ),
      ['OBJ', 'ANON', 'ANON', 'OBJ'],
    );
  });
});

describe('the pack identity', () => {
  it('says who calls in headers, and keeps everything else', () => {
    const { request, chain } = chainRequest(URL);
    const places = idPlaces(request, chain, ['orderId']);
    const variants = variantsFor({ request, chain, effect: 'read' }, places, ['identity']);
    assert.deepEqual(
      variants.map((variant) => {
        const { request: sent } = attackRequest(request, chain, { places, variant, anonymous: false });
        const [, header] = sent.headers;
        return `${sent.url} ${header?.name ?? ''}: ${header?.value ?? ''}`;
      }),
      [
        '/orders/{{owner.orderId}} X-User-Id: {{identity.id}}',
        '/orders/{{owner.orderId}} X-Original-User: {{identity.name}}',
        '/orders/{{owner.orderId}} X-Forwarded-For: 127.0.0.1',
      ],
    );
  });

  it('leaves a header alone that the chain has for itself', () => {
    const { request, chain } = chainRequest({ ...URL, headers: [{ name: 'x-user-id', value: '7' }] });
    const places = idPlaces(request, chain, ['orderId']);
    assert.deepEqual(variantsFor({ request, chain, effect: 'read' }, places, ['identity']), [
      'X-Original-User',
      'X-Forwarded-For',
    ]);
  });
});

describe('who a user is', () => {
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = `${encoded({ alg: 'RS256' })}.${encoded({ sub: 'u-1', email: 'a@b' })}.c2ln`;
  const cases: readonly (readonly [
    values: readonly (readonly [string, JsonValue])[],
    id: JsonValue | undefined,
    name: JsonValue | undefined,
  ])[] = [
    [[['access', token]], 'u-1', 'a@b'],
    [
      [
        ['user_id', 7],
        ['Email', 'x@y'],
        ['password', 'p'],
      ],
      7,
      'x@y',
    ],
    [[['userId', new ExactNumber('9007199254740993')]], new ExactNumber('9007199254740993'), undefined],
    [
      [
        ['userId', 1],
        ['t', token],
      ],
      'u-1',
      'a@b',
    ],
    [
      [
        ['email', 'two words'],
        ['userId', ''],
        ['id', null],
      ],
      undefined,
      undefined,
    ],
    [[['username', 'x\r\nY: z']], undefined, undefined],
    [[], undefined, undefined],
  ];
  for (const [values, id, name] of cases) {
    const known = values.map(([key]) => key).join(', ') || 'nothing';
    it(`is ${stringifyJson(id ?? null)} and ${stringifyJson(name ?? null)} by ${known}`, () => {
      assert.deepEqual([userIdIn(values), loginNameIn(values)], [id, name]);
    });
  }
});
