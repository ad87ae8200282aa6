import assert from 'node:assert/strict';
import { dryContent, dryUrl } from '../../../../src/core/authz/plan/dryRunContent';
import type { JsonValue } from '../../../../src/core/json/json';
import { resolveUrl } from '../../../../src/core/prepare/template';
import { chainRequest } from '../attacks';
import { rendered } from '../../rendered';

const known = new Map<string, JsonValue>([
  ['note', 'Milk'],
  ['count', 0],
]);

function content(request: object, chain: object = {}) {
  return rendered(dryContent(chainRequest(request, chain), 'alice', ({ name }) => known.get(name)));
}

const oauth1 = { type: 'oauth1', consumerKey: 'a', consumerSecret: 'b' };

describe('the headers and the body of a dry run', () => {
  const bodies: readonly [title: string, body: object, shown: string][] = [
    ['JSON with its values', { json: { note: '{{note}}', n: '{{count}}' } }, '{"note":"Milk","n":0}'],
    ['references without a value', { json: { id: '{{orderId}}' } }, '{"id":"{{orderId}}"}'],
    [
      'no credentials',
      { json: { new_password: 'x', deep: [{ apiKey: 'y' }] } },
      '{"new_password":"‹token:alice›","deep":[{"apiKey":"‹token:alice›"}]}',
    ],
    [
      'forms',
      {
        form: [
          { name: 'note', value: '{{note}}' },
          { name: 'password', value: 'x' },
        ],
      },
      'note=Milk&password=‹token:alice›',
    ],
    ['text', { text: 'a {{note}}' }, 'a Milk'],
    ['an own __proto__', { json: JSON.parse('{"__proto__":"{{note}}"}') as object }, '{"__proto__":"Milk"}'],
  ];
  for (const [title, body, shown] of bodies) {
    it(`show ${title}`, () => {
      assert.equal(content({ method: 'POST', body }).body, shown);
    });
  }

  it('show headers, and of credentials whose they are', () => {
    const headers = [
      { name: 'X-Note', value: '{{note}}' },
      { name: 'X-Api-Key', value: 'secret' },
    ];
    assert.deepEqual(content({ headers }, { auth: { type: 'bearer', token: 'secret' } }), {
      headers: [
        { name: 'Authorization', value: 'Bearer ‹token:alice›' },
        { name: 'X-Note', value: 'Milk' },
        { name: 'X-Api-Key', value: '‹token:alice›' },
      ],
    });
  });

  it('show the header of OAuth 1.0 where it is sent in one', () => {
    const shown = { name: 'Authorization', value: '‹token:alice›' };
    assert.deepEqual(content({ auth: oauth1 }).headers, [shown]);
    assert.deepEqual(content({ auth: { ...oauth1, in: 'query' } }).headers, []);
  });

  it('are bounded', () => {
    const { headers, body = '' } = content({
      headers: [{ name: 'X', value: 'x'.repeat(100_000) }],
      body: { text: 'y'.repeat(100_000) },
    });
    assert.equal(headers[0]?.value.length, 200);
    assert.equal(body.length, 2000);
  });
});

describe('the URL of a dry run', () => {
  const key = { type: 'apiKey', in: 'query', name: 'api key', value: 'secret' };
  const urls: readonly [title: string, request: object, shown: string][] = [
    ['has the key of an authentication, masked', { auth: key }, 'http://a.test/?api%20key=‹token:alice›'],
    [
      'has the query before it, as sent',
      { url: '{{baseUrl}}/?a=1#top', query: [{ name: 'b c', value: '{{note}}&' }], auth: key },
      'http://a.test/?a=1&b%20c=Milk%26&api%20key=‹token:alice›',
    ],
    [
      'keeps references without a value, and leaves out what is switched off',
      {
        query: [
          { name: 'id', value: '{{orderId}}' },
          { name: 'x', value: '1', disabled: true },
        ],
      },
      'http://a.test/?id={{orderId}}',
    ],
    [
      'has the signature of OAuth 1.0, masked',
      { url: 'http://a.test/?a=1', auth: { ...oauth1, in: 'query' } },
      'http://a.test/?a=1&oauth_signature=‹token:alice›',
    ],
    ['shows no signature that goes in a header', { auth: oauth1 }, 'http://a.test/'],
    ['shows no key that goes in a header', { auth: { ...key, in: 'header' } }, 'http://a.test/'],
  ];
  for (const [title, request, shown] of urls) {
    it(title, () => {
      const resolve = (url: string): string =>
        resolveUrl({ url }, ({ name }) => (name === 'baseUrl' ? 'http://a.test' : known.get(name)));
      assert.equal(dryUrl(chainRequest(request), 'alice', resolve), shown);
    });
  }
});
