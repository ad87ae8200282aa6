import assert from 'node:assert/strict';
import { attackRequest, type AttackShape } from '../../../../../src/core/authz/plan/requests/attackRequest';
import { anonymousPlaces } from '../../../../../src/core/authz/plan/requests/withoutCredentials';
import { idPlaces } from '../../../../../src/core/authz/request/idLocations';
import type { ChainRequest } from '../../../../../src/core/model';
import { chainRequest, onWire } from '../../attacks';

/** The request of an attack on `orderId`, everything else by default. */
function attacked(request: object, attack: Partial<AttackShape> = {}, chain: object = {}): ChainRequest {
  const read = chainRequest(request, chain);
  const places = idPlaces(read.request, read.chain, ['orderId']);
  return attackRequest(read.request, read.chain, { places, anonymous: false, ...attack }).request;
}

describe('attackRequest', () => {
  it('leaves out what functions and variables make from a credential, for somebody without any', () => {
    const rows = (value: string) => [{ name: 'check', value }];
    const kept = [{ name: 'page', value: '{{$upper page}}', disabled: false }];
    const request = attacked(
      {
        url: '{{baseUrl}}/?a={{signed}}&b={{tag}}',
        query: [...rows("{{$hmac 'sha256' apiSecret '1'}}"), ...kept],
        headers: [...rows('{{signed}}'), ...rows('{{$base64 alias}}')],
        variables: { signed: "{{$hmac 'sha256' key $request.path}}", key: '{{$secret KEY}}', tag: 'x' },
        body: { json: { check: "{{$concat 'a' signed}}", note: "{{$upper 'x'}}" } },
      },
      { anonymous: true },
      { variables: { alias: '{{accessToken}}' } },
    );
    assert.deepEqual(
      [request.url, request.query, request.headers, request.body],
      [
        '{{baseUrl}}/?b={{tag}}',
        kept,
        [{ name: 'Cache-Control', value: 'no-cache', disabled: false }],
        { kind: 'json', value: { note: "{{$upper 'x'}}" } },
      ],
    );
  });

  it('leaves out what judges, tries again, follows, or answers instead of the server', () => {
    const request = attacked({
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'if-match', value: '{{etag}}' },
        { name: 'If-None-Match', value: 'a' },
        { name: 'If-Modified-Since', value: 'a' },
        { name: 'If-Unmodified-Since', value: 'a' },
        { name: 'If-Range', value: 'a' },
        { name: 'cache-control', value: 'max-age=60' },
      ],
      extract: [{ variable: 'x', from: 'status' }],
      expect: { status: 200 },
      retry: { times: 3, delayMs: 10 },
      redirects: 'follow',
      timeoutMs: 5000,
    });
    assert.deepEqual(request.headers, [
      { name: 'Accept', value: 'application/json', disabled: false },
      { name: 'Cache-Control', value: 'no-cache', disabled: false },
    ]);
    assert.deepEqual(
      [request.extract, request.expect, request.retry, request.redirects, request.timeoutMs],
      [[], { headers: [], body: [] }, undefined, 'manual', 5000],
    );
  });

  it('sends the owner’s identifier only at its places, in the caller’s scope', async () => {
    const { request, chain } = chainRequest(
      { method: 'PUT', url: '{{baseUrl}}/orders/{{orderId}}', body: { json: { id: '{{orderId}}' } } },
      { auth: { type: 'bearer', token: '{{token}}' } },
    );
    const attack = attackRequest(request, chain, {
      places: [{ in: 'path', variable: 'orderId' }],
      anonymous: false,
    });
    const sent = await onWire(attack.request, attack.chain, {
      baseUrl: 'http://127.0.0.1',
      token: 'callers',
      orderId: 7,
      'owner.orderId': 8,
    });
    assert.equal(sent.url, 'http://127.0.0.1/orders/8');
    assert.equal(new TextDecoder().decode(sent.body), '{"id":7}');
    assert.ok(sent.headers.some(({ value }) => value === 'Bearer callers'));
  });

  it('plants a text and sets a property of the owner’s', () => {
    const { body } = attacked(
      { method: 'POST', body: { json: { note: 'Ring twice' } } },
      {
        planted: { paths: ['$.note'], free: false, text: 'CNRY-1' },
        property: { path: '$.customer.id', value: ['{{userId}}'] },
      },
    );
    assert.deepEqual(body, { kind: 'json', value: { note: 'CNRY-1' } });
    const set = attacked({ method: 'POST' }, { property: { path: '$.customerId', value: '{{userId}}' } });
    assert.deepEqual(set.body, { kind: 'json', value: { customerId: '{{owner.userId}}' } });
  });
});

describe('attackRequest without credentials', () => {
  const chain = { auth: { type: 'bearer', token: '{{token}}' } };

  it('is sent though nobody has a token', async () => {
    const read = chainRequest(
      {
        url: '{{baseUrl}}/orders/{{orderId}}?access_token={{token}}&page=1',
        query: [
          { name: 'api_key', value: 'k' },
          { name: 'sort', value: 'up' },
        ],
        headers: [
          { name: 'Authorization', value: 'Bearer {{token}}' },
          { name: 'X-Session', value: '{{accessToken}}' },
          { name: 'Cookie', value: 'sid={{session}}; theme=dark' },
          { name: 'Accept', value: 'text/html' },
        ],
      },
      chain,
    );
    const { request, chain: sentIn } = attackRequest(read.request, read.chain, {
      places: [{ in: 'path', variable: 'orderId' }],
      anonymous: true,
    });
    const sent = await onWire(request, sentIn, { baseUrl: 'http://127.0.0.1', 'owner.orderId': 8 });
    assert.equal(sent.url, 'http://127.0.0.1/orders/8?page=1&sort=up');
    assert.deepEqual(
      sent.headers.map(({ name }) => name),
      ['Host', 'Accept', 'Cache-Control', 'User-Agent', 'Accept-Encoding', 'Connection'],
    );
  });

  it('keeps the cookie that names the object, and no other', () => {
    const cookies = 'sid={{session}}; lastOrder={{orderId}}; token={{orderId}}';
    const { headers } = attacked(
      { headers: [{ name: 'Cookie', value: cookies }] },
      { anonymous: true },
      chain,
    );
    assert.deepEqual(
      headers.map(({ value }) => value),
      ['lastOrder={{owner.orderId}}', 'no-cache'],
    );
  });

  it('drops a URL’s query with its mark when nothing else is in it', () => {
    const { url } = attacked({ url: '/a?token={{token}}#b' }, { anonymous: true });
    assert.equal(url, '/a#b');
  });

  it('keeps the body, passwords included: it is what is asked, not who asks', () => {
    const chosen = { password: 'p', passwordAgain: '{{$uuid}}', pass: 'a-{{$randomInt 1 9}}' };
    const body = { json: { ...chosen, id: '{{orderId}}' } };
    assert.deepEqual(attacked({ method: 'POST', body }, { anonymous: true }).body, {
      kind: 'json',
      value: { ...chosen, id: '{{owner.orderId}}' },
    });
  });

  it('drops from the body what only its owner knows', () => {
    const known = { password: '{{$secret ALICE}}', passphrase: '{{password}}', token: '{{$uuid}}' };
    const { body } = attacked(
      { method: 'POST', body: { json: { ...known, note: 'n' } } },
      { anonymous: true },
    );
    assert.deepEqual(body, { kind: 'json', value: { note: 'n' } });
  });

  it('names the places that are left', () => {
    const place = { variable: 'orderId' } as const;
    assert.deepEqual(
      anonymousPlaces([
        { in: 'path', ...place },
        { in: 'auth', name: 'username', ...place },
        { in: 'header', name: 'X-Api-Key', ...place },
        { in: 'header', name: 'X-User-Id', ...place },
        { in: 'cookie', name: 'sessionid', ...place },
        { in: 'query', name: 'token', ...place },
        { in: 'body', name: '/token', ...place },
      ]).map(({ in: part, name }) => `${part} ${name ?? ''}`),
      ['path ', 'header X-User-Id', 'body /token'],
    );
  });
});
