import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cellId, pathTemplate } from '../../../../src/core/authz/model/cellId';
import { idPlaces } from '../../../../src/core/authz/request/idLocations';
import { ownersValue, swapIds } from '../../../../src/core/authz/plan/requests/swapIds';
import type { ChainRequest } from '../../../../src/core/model';
import { variableUses } from '../../../../src/core/prepare/references';
import { escapeReferences } from '../../../../src/core/prepare/template';
import { chainRequest } from '../attacks';

const ID = 'orderId';

/** Places as a cell names them. */
function placesOf(request: object, ids: readonly string[] = [ID], chain: object = {}): string {
  const read = chainRequest(request, chain);
  const places = idPlaces(read.request, read.chain, ids);
  return cellId({ kind: 'OBJ', operation: 'o', caller: 'c', places }).replace('OBJ o -<-c', '').trim();
}

describe('idPlaces', () => {
  const places: readonly (readonly [title: string, places: string, request: object])[] = [
    ['a path', 'path:orderId', { url: '{{baseUrl}}/orders/{{orderId}}' }],
    ['a path that names it twice', 'path:orderId', { url: '/{{orderId}}/copy/{{ orderId }}' }],
    ['a query row', 'query:order_id', { query: [{ name: 'order_id', value: '{{orderId}}' }] }],
    ['the name of a query row', 'query:{{orderId}}', { query: [{ name: '{{orderId}}', value: '1' }] }],
    ['the query of the URL', 'query:order_id', { url: '/o?a=1&order_id={{orderId}}&b=2' }],
    ['a query without equals sign', 'query:{{orderId}}', { url: '/o?{{orderId}}' }],
    ['a separator inside a reference', 'query:b', { url: '/o?a={{$processEnv "x&y"}}&b={{orderId}}' }],
    ['a header', 'header:X-Order-Id', { headers: [{ name: 'X-Order-Id', value: '{{orderId}}' }] }],
    [
      'a cookie among others',
      'cookie:lastOrder',
      { headers: [{ name: 'cookie', value: 'theme=dark; lastOrder={{orderId}}; a=b' }] },
    ],
    ['a JSON body', 'body:/orders/0/id', { body: { json: { orders: [{ id: '{{orderId}}' }] } } }],
    ['a member name', 'body:/a~1{{orderId}}', { body: { json: { 'a/{{orderId}}': 1 } } }],
    ['a form', 'body:id', { body: { form: [{ name: 'id', value: '{{orderId}}' }] } }],
    ['a multipart field', 'body:id', { body: { multipart: [{ name: 'id', value: '{{orderId}}' }] } }],
    ['a text', 'body:orderId', { body: { text: '<id>{{orderId}}</id>' } }],
    [
      'variables of GraphQL',
      'body:/variables/id',
      { body: { graphql: { query: '{ a }', variables: { id: '{{orderId}}' } } } },
    ],
    ['the text of GraphQL', 'body:/query', { body: { graphql: { query: '{ a(id: "{{orderId}}") }' } } }],
    [
      'the authentication',
      'auth:username',
      { auth: { type: 'basic', username: '{{orderId}}', password: 'p' } },
    ],
    [
      'several at once, in the order of the request',
      'path:orderId+query:o+header:H+body:/id',
      {
        method: 'PUT',
        url: '/{{orderId}}?o={{orderId}}',
        headers: [{ name: 'H', value: '{{orderId}}' }],
        body: { json: { id: '{{orderId}}' } },
      },
    ],
    ['nothing', '', { url: '/orders' }],
    ['another variable', '', { url: '/{{orderIds}}/{{userId}}' }],
    ['escaped braces', '', { url: '/\\{{orderId}}' }],
    ['a disabled row', '', { query: [{ name: 'a', value: '{{orderId}}', disabled: true }] }],
    ['a fragment, which is not sent', '', { url: '/o#{{orderId}}' }],
    ['a fragment after a query', '', { url: '/o?a=1#{{orderId}}' }],
    ['the path of a local file, which is not sent', '', { body: { file: '{{orderId}}.pdf' } }],
    ['the local file of a part', '', { body: { multipart: [{ name: 'a', file: '{{orderId}}.pdf' }] } }],
    ['an expectation', '', { expect: { body: [{ path: '$.id', equals: '{{orderId}}' }] } }],
    ['names every object inherits', '', { url: '/{{constructor}}' }],
  ];
  for (const [title, expected, request] of places) {
    it(`finds ${expected === '' ? 'nothing' : expected} in ${title}`, () => {
      assert.equal(placesOf(request), expected);
    });
  }

  it('finds several identifiers', () => {
    assert.equal(
      placesOf({ url: '/users/{{userId}}/orders/{{orderId}}' }, ['userId', 'orderId']),
      'path:userId+path:orderId',
    );
  });

  it('looks into inherited authentication', () => {
    const chain = { auth: { type: 'apiKey', in: 'header', name: 'X', value: '{{orderId}}' } };
    assert.equal(placesOf({}, [ID], chain), 'auth:value');
  });
});

describe('swapIds', () => {
  it('exchanges what is asked for, and no byte more', () => {
    const { request, chain } = chainRequest({
      method: 'PUT',
      url: '{{baseUrl}}/a%20b/\\{{orderId}}/{{ orderId }}/{{other}}?x={{orderId}}&y={{orderId}}#{{orderId}}',
      query: [{ name: 'z', value: 'é {{orderId}}{{orderId}}', disabled: false }],
      headers: [
        { name: 'Cookie', value: 'a={{orderId}};  b={{orderId}}' },
        { name: 'X-Off', value: '{{orderId}}', disabled: true },
      ],
      body: { json: { id: '{{orderId}}', note: '\\{{orderId}}', n: 1, deep: [{ 'k{{orderId}}': null }] } },
    });
    const all = idPlaces(request, chain, [ID]);
    const swapped = swapIds(request, chain, all);
    assert.equal(
      swapped.url,
      '{{baseUrl}}/a%20b/\\{{orderId}}/{{owner.orderId}}/{{other}}?x={{owner.orderId}}&y={{owner.orderId}}#{{orderId}}',
    );
    assert.deepEqual(
      [...swapped.query, ...swapped.headers].map(({ value }) => value),
      ['é {{owner.orderId}}{{owner.orderId}}', 'a={{owner.orderId}};  b={{owner.orderId}}', '{{orderId}}'],
    );
    assert.deepEqual(swapped.body, {
      kind: 'json',
      value: {
        id: '{{owner.orderId}}',
        note: '\\{{orderId}}',
        n: 1,
        deep: [{ 'k{{owner.orderId}}': null }],
      },
    });
    assert.deepEqual(
      swapIds(request, chain, [{ in: 'cookie', name: 'b', variable: ID }]).headers[0]?.value,
      'a={{orderId}};  b={{owner.orderId}}',
    );
    assert.deepEqual(swapIds(request, chain, []), request);
  });

  it('makes inherited authentication that names the object the own one', () => {
    const auth = { type: 'basic', username: '{{orderId}}', password: '{{orderId}}' };
    const { request, chain } = chainRequest({}, { auth });
    assert.deepEqual(swapIds(request, chain, [{ in: 'auth', name: 'username', variable: ID }]).auth, {
      ...auth,
      username: '{{owner.orderId}}',
    });
  });

  it('leaves no identifier where it found one, in a request of any kind', () => {
    const text = fc
      .array(fc.constantFrom('{{orderId}}', '{{ orderId }}', '{{other}}', '\\{{', '&', '=', ';', 'é', 'a'))
      .map((parts) => parts.join(''));
    const field = fc.record({ name: text, value: text, disabled: fc.constant(false) });
    fc.assert(
      fc.property(
        text,
        fc.array(field),
        fc.array(field),
        fc.dictionary(text, text),
        (url, query, headers, json) => {
          const { request, chain } = chainRequest({ url: `http://h/${url}` });
          const whole = { ...request, query, headers, body: { kind: 'json', value: json } as const };
          const swapped = swapIds(whole, chain, idPlaces(whole, chain, [ID]));
          assert.deepEqual(idPlaces(swapped, chain, [ID]), []);
          // Two spellings of one member name become one, so that the body may have fewer.
          const names = ({ body: _body, ...rest }: ChainRequest) =>
            variableUses(rest, chain).map(({ variable }) => variable.replace('owner.', ''));
          assert.deepEqual(names(swapped), names(whole));
        },
      ),
      { seed: 7 },
    );
  });

  it('keeps a member called __proto__', () => {
    const { request, chain } = chainRequest({
      method: 'POST',
      body: { json: JSON.parse('{"__proto__":{"id":"{{orderId}}"}}') as object },
    });
    const { body } = swapIds(request, chain, idPlaces(request, chain, [ID]));
    assert.equal(
      JSON.stringify(body?.kind === 'json' ? body.value : undefined),
      '{"__proto__":{"id":"{{owner.orderId}}"}}',
    );
  });
});

describe('ownersValue', () => {
  it('means the owner by every reference but built-ins', () => {
    assert.deepEqual(ownersValue({ a: ['{{userId}}/{{$guid}}'], b: 7, c: escapeReferences('{{x}}') }), {
      a: ['{{owner.userId}}/{{$guid}}'],
      b: 7,
      c: '\\{{x}}',
    });
  });
});

describe('cellId', () => {
  const base = { kind: 'OBJ', operation: 'order.read', owner: 'bob', caller: 'alice' } as const;
  const inPath = { in: 'path', variable: 'orderId' } as const;

  it('names kind, operation, users, location and variant', () => {
    assert.equal(
      cellId({ ...base, places: [inPath], variant: 'trailing-slash' }),
      'OBJ order.read bob<-alice path:orderId#trailing-slash',
    );
    assert.equal(
      cellId({ ...base, kind: 'PROP', places: [], property: '$.customerId' }),
      'PROP order.read bob<-alice body:$.customerId',
    );
    const { owner: _owner, ...nobody } = base;
    assert.equal(cellId({ ...nobody, kind: 'FUN', places: [] }), 'FUN order.read -<-alice');
  });

  it('tells two variables at one place apart', () => {
    const places = ['userId', 'orderId'].map((variable) => ({ in: 'query', name: 'key', variable }) as const);
    const ids = places.map((place) => cellId({ ...base, places: [place] }, places));
    assert.deepEqual(ids, [
      'OBJ order.read bob<-alice query:key(userId)',
      'OBJ order.read bob<-alice query:key(orderId)',
    ]);
  });
});

describe('pathTemplate', () => {
  const paths: readonly (readonly [url: string, path: string])[] = [
    ['{{baseUrl}}/api/orders/{{orderId}}?a=1#b', '/api/orders/{{orderId}}'],
    ['http://127.0.0.1:4010/api/orders', '/api/orders'],
    ['{{scheme}}://{{host}}/a/{{x/y}}', '/a/{{x/y}}'],
    ['{{baseUrl}}', '/'],
    ['{{baseUrl}}?a=1', '/'],
    ['', '/'],
  ];
  for (const [url, path] of paths) {
    it(`of ${url === '' ? 'nothing' : url} is ${path}`, () => {
      assert.equal(pathTemplate({ url }), path);
    });
  }
});
