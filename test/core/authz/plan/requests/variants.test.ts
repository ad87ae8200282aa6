import assert from 'node:assert/strict';
import type { FlawName } from '../../../../../examples/orders-api/flawCatalogue';
import { startOrdersApi } from '../../../../../examples/orders-api/ordersApi';
import { attackRequest } from '../../../../../src/core/authz/plan/requests/attackRequest';
import type { VariantName } from '../../../../../src/core/authz/model/cell';
import type { IsText } from '../../../../../src/core/authz/plan/requests/jsonTemplate';
import { idPlaces } from '../../../../../src/core/authz/request/idLocations';
import {
  attackMethod,
  isMutating,
  pointlessVariant,
  variantsFor,
} from '../../../../../src/core/authz/plan/requests/variants';
import { defined } from '../../../../../src/core/defined';
import { ExactNumber, parseJson, type JsonValue } from '../../../../../src/core/json/json';
import type { ChainRequest } from '../../../../../src/core/model';
import { requestTarget } from '../../../../../src/core/prepare/url';
import { client, createOrder, login, signIn } from '../../../../examples/client';
import { chainRequest, onWire } from '../../attacks';

const PACKS = ['pollution', 'method', 'path', 'type'] as const;

interface Read {
  readonly request: ChainRequest;
  readonly attack: (variant: VariantName, isText?: IsText) => ChainRequest;
  readonly variants: readonly VariantName[];
}

function read(written: object, chainOf: object = {}): Read {
  const { request, chain } = chainRequest(written, chainOf);
  const places = idPlaces(request, chain, ['userId', 'orderId']);
  return {
    request,
    attack: (variant, isText) =>
      attackRequest(request, chain, {
        places,
        variant,
        anonymous: false,
        planted: { paths: ['$.note'], free: false, text: 'CNRY-1' },
        ...defined({ isText }),
      }).request,
    variants: variantsFor({ request, chain, effect: 'read' }, places, PACKS),
  };
}

/** Method, URL, rows, header lines and body of a request in one line; what controls send as well is left out. */
function line({ method, url, query, headers, body }: ChainRequest): string {
  const pairs = (fields: ChainRequest['query'], sign: string) =>
    fields.filter(({ name }) => name !== 'Cache-Control').map(({ name, value }) => `${name}${sign}${value}`);
  const text =
    body?.kind === 'json'
      ? JSON.stringify(body.value)
      : body?.kind === 'text'
        ? `text ${body.text}`
        : body?.kind === 'form'
          ? pairs(body.fields, '=').join('&')
          : body?.kind;
  return [method, url, ...pairs(query, '='), ...pairs(headers, ': '), text ?? ''].join(' ').trim();
}

const byPath = { url: '{{baseUrl}}/api/v2/orders/{{orderId}}?a=1' };
const byQuery = { url: '{{baseUrl}}/order?a=1&o={{orderId}}', query: [{ name: 'id', value: '{{orderId}}' }] };
const byBody = {
  method: 'PUT',
  url: '/orders',
  body: { json: { order: { id: '{{orderId}}' }, ids: ['x-{{orderId}}'], n: '{{n}}', note: '"\\{{a}}"' } },
};
const nested = {
  method: 'PUT',
  url: '/users/{{userId}}/orders/{{orderId}}',
  body: { json: { id: 1, a: 2 } },
};
const form = { method: 'PATCH', url: '/orders/{{orderId}}', body: { form: [{ name: 'a', value: '1' }] } };

describe('variants', () => {
  const sent: readonly (readonly [variant: VariantName, request: object, expected: string])[] = [
    [
      'query-repeated-own-first',
      byQuery,
      'GET {{baseUrl}}/order?a=1&o={{orderId}}&o={{owner.orderId}} id={{orderId}} id={{owner.orderId}}',
    ],
    [
      'query-repeated-own-last',
      byQuery,
      'GET {{baseUrl}}/order?a=1&o={{owner.orderId}}&o={{orderId}} id={{owner.orderId}} id={{orderId}}',
    ],
    [
      'query-array',
      byQuery,
      'GET {{baseUrl}}/order?a=1&o[]={{orderId}}&o[]={{owner.orderId}} id[]={{orderId}} id[]={{owner.orderId}}',
    ],
    [
      'json-duplicate-own-first',
      byBody,
      'PUT /orders text {"order":{"id":"{{orderId}}","id":"{{owner.orderId}}"},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
    [
      'json-duplicate-own-last',
      byBody,
      'PUT /orders text {"order":{"id":"{{owner.orderId}}","id":"{{orderId}}"},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
    [
      'body-disagrees',
      nested,
      'PUT /users/{{userId}}/orders/{{orderId}} {"id":"{{owner.orderId}}","a":2,"userId":"{{owner.userId}}","orderId":"{{owner.orderId}}"}',
    ],
    ['body-disagrees', form, 'PATCH /orders/{{orderId}} a=1&orderId={{owner.orderId}}&id={{owner.orderId}}'],
    [
      'body-disagrees',
      { method: 'POST', url: '/orders/{{orderId}}/cancel' },
      'POST /orders/{{orderId}}/cancel {"orderId":"{{owner.orderId}}","id":"{{owner.orderId}}"}',
    ],
    ['verb-DELETE', byPath, 'DELETE {{baseUrl}}/api/v2/orders/{{owner.orderId}}?a=1'],
    ['verb-PATCH', byPath, 'PATCH {{baseUrl}}/api/v2/orders/{{owner.orderId}}?a=1 {"note":"CNRY-1"}'],
    ['verb-GET', form, 'GET /orders/{{owner.orderId}}'],
    [
      'verb-DELETE',
      byBody,
      'DELETE /orders {"order":{"id":"{{owner.orderId}}"},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
    [
      'override-X-HTTP-Method-Override',
      byPath,
      'POST {{baseUrl}}/api/v2/orders/{{owner.orderId}}?a=1 X-HTTP-Method-Override: GET {"note":"CNRY-1"}',
    ],
    [
      'override-X-HTTP-Method',
      { method: 'delete', url: '/{{orderId}}' },
      'POST /{{owner.orderId}} X-HTTP-Method: DELETE {"note":"CNRY-1"}',
    ],
    ['override-X-Method-Override', form, 'POST /orders/{{owner.orderId}} X-Method-Override: PATCH a=1'],
    ['override-_method', form, 'POST /orders/{{owner.orderId}} _method=PATCH a=1&_method=PATCH'],
    ['trailing-slash', byPath, 'GET {{baseUrl}}/api/v2/orders/{{owner.orderId}}/?a=1'],
    ['trailing-slash', { url: '/orders/{{orderId}}/' }, 'GET /orders/{{owner.orderId}}'],
    ['path-case', byPath, 'GET {{baseUrl}}/API/V2/ORDERS/{{owner.orderId}}?a=1'],
    ['path-case', { url: '/A/{{orderId}}' }, 'GET /a/{{owner.orderId}}'],
    ['double-slash', byPath, 'GET {{baseUrl}}/api//v2/orders/{{owner.orderId}}?a=1'],
    ['double-slash', { url: 'http://h/{{orderId}}' }, 'GET http://h//{{owner.orderId}}'],
    ['percent-dot', byPath, 'GET {{baseUrl}}/api/%2e/v2/orders/{{owner.orderId}}?a=1'],
    ['dot-dot-semicolon', byPath, 'GET {{baseUrl}}/api/x/..;/v2/orders/{{owner.orderId}}?a=1'],
    ['dot-dot-semicolon', { url: 'http://h/{{orderId}}' }, 'GET http://h/x/..;/{{owner.orderId}}'],
    ['semicolon', byPath, 'GET {{baseUrl}}/api;x/v2/orders/{{owner.orderId}}?a=1'],
    ['semicolon', { url: 'http://h/{{orderId}}' }, 'GET http://h/{{owner.orderId}};x'],
    ['percent-slash', byPath, 'GET {{baseUrl}}/api%2fv2/orders/{{owner.orderId}}?a=1'],
    ['double-encoding', byPath, 'GET {{baseUrl}}/api/%25762/orders/{{owner.orderId}}?a=1'],
    ['double-encoding', { url: '/a{{orderId}}' }, 'GET /%2561{{owner.orderId}}'],
    ['double-encoding', { url: '/orders/{{orderId}}' }, 'GET /%256frders/{{owner.orderId}}'],
    ['suffix-json', byPath, 'GET {{baseUrl}}/api/v2/orders/{{owner.orderId}}.json?a=1'],
    ['old-version', byPath, 'GET {{baseUrl}}/api/v1/orders/{{owner.orderId}}?a=1'],
    ['old-version', { url: 'http://h/api/{{orderId}}' }, 'GET http://h/v0/{{owner.orderId}}'],
    [
      'X-Original-URL',
      byPath,
      'GET {{baseUrl}}/api/v2/orders/{{orderId}}?a=1 X-Original-URL: /api/v2/orders/{{owner.orderId}}?a=1',
    ],
    ['X-Rewrite-URL', { url: '/{{orderId}}#x' }, 'GET /{{orderId}}#x X-Rewrite-URL: /{{owner.orderId}}'],
    [
      'id-as-text',
      byBody,
      'PUT /orders text {"order":{"id":"{{owner.orderId}}"},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
    [
      'id-as-number',
      byBody,
      'PUT /orders text {"order":{"id":{{owner.orderId}}},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
    [
      'id-in-array',
      byBody,
      'PUT /orders {"order":{"id":["{{owner.orderId}}"]},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
    [
      'id-in-object',
      byBody,
      'PUT /orders {"order":{"id":{"id":"{{owner.orderId}}"}},"ids":["x-{{owner.orderId}}"],"n":"{{n}}","note":"CNRY-1"}',
    ],
  ];
  for (const [variant, request, expected] of sent) {
    it(`${variant}: ${expected}`, () => {
      const { attack, variants } = read(request);
      assert.equal(line(attack(variant)), expected);
      assert.ok(variants.includes(variant));
    });
  }

  const fitting: readonly (readonly [title: string, request: object, variants: string])[] = [
    [
      'an identifier in the path',
      { url: '/api/orders/{{orderId}}' },
      'verb-POST verb-PUT verb-PATCH verb-DELETE verb-HEAD verb-OPTIONS override-X-HTTP-Method-Override override-X-HTTP-Method override-X-Method-Override override-_method trailing-slash path-case double-slash percent-dot dot-dot-semicolon semicolon percent-slash double-encoding suffix-json old-version X-Original-URL X-Rewrite-URL',
    ],
    [
      'a POST with the identifier in its body',
      { method: 'POST', url: '{{baseUrl}}', body: { json: { orderId: '{{orderId}}' } } },
      'json-duplicate-own-first json-duplicate-own-last verb-GET verb-PUT verb-PATCH verb-DELETE id-as-text id-as-number id-in-array id-in-object',
    ],
    [
      'a list of identifiers, which have no name to repeat',
      { method: 'POST', url: '{{baseUrl}}', body: { json: ['{{orderId}}'] } },
      'verb-GET verb-PUT verb-PATCH verb-DELETE id-as-text id-as-number id-in-array id-in-object',
    ],
    [
      'an identifier inside a text, which has no type',
      { method: 'POST', url: '{{baseUrl}}', body: { json: { key: 'order-{{orderId}}' } } },
      'json-duplicate-own-first json-duplicate-own-last verb-GET verb-PUT verb-PATCH verb-DELETE',
    ],
    [
      'the same in path and body, where the base cells disagree already',
      { method: 'PUT', url: '/{{orderId}}', body: { json: ['{{orderId}}'] } },
      'verb-GET verb-POST verb-PATCH verb-DELETE override-X-HTTP-Method-Override override-X-HTTP-Method override-X-Method-Override override-_method trailing-slash double-slash percent-dot dot-dot-semicolon semicolon suffix-json X-Original-URL X-Rewrite-URL id-as-text id-as-number id-in-array id-in-object',
    ],
    [
      'GraphQL, which has one method and one path',
      { method: 'POST', url: '/', body: { graphql: { query: 'q', variables: { id: '{{orderId}}' } } } },
      '',
    ],
    [
      'version 0, which has nothing before it',
      { method: 'POST', url: '/api/v0/1', body: { graphql: { query: '{{orderId}}' } } },
      'trailing-slash path-case double-slash percent-dot dot-dot-semicolon semicolon percent-slash double-encoding suffix-json',
    ],
  ];
  for (const [title, request, expected] of fitting) {
    it(`that fit ${title}`, () => {
      assert.equal(read(request).variants.join(' '), expected);
    });
  }

  it('are those of the packs that were asked for', () => {
    const { request, chain } = chainRequest(byPath);
    const places = idPlaces(request, chain, ['orderId']);
    assert.deepEqual(variantsFor({ request, chain, effect: 'read' }, places, []), []);
    assert.deepEqual(variantsFor({ request, chain, effect: 'read' }, places, ['path']), [
      'trailing-slash',
      'path-case',
      'double-slash',
      'percent-dot',
      'dot-dot-semicolon',
      'semicolon',
      'percent-slash',
      'double-encoding',
      'suffix-json',
      'old-version',
      'X-Original-URL',
      'X-Rewrite-URL',
    ]);
  });

  it('leave the query row of another parameter and disabled rows alone', () => {
    const query = [
      { name: 'sort', value: '{{sort}}' },
      { name: 'id', value: '{{orderId}}' },
      { name: 'id', value: '{{orderId}}', disabled: true },
    ];
    const { query: rows } = read({ url: '/', query }).attack('query-repeated-own-first');
    assert.deepEqual(
      rows.map(({ value, disabled }) => `${value} ${disabled}`),
      [
        '{{sort}} false',
        '{{orderId}} false',
        '{{owner.orderId}} false',
        '{{orderId}} true',
        '{{owner.orderId}} true',
      ],
    );
  });
});

describe('JSON written as text', () => {
  const body = {
    'a"{{n}}': '{{n}}',
    id: '{{orderId}}',
    n: '{{n}}',
    text: 'say "{{orderId}}" \\{{n}} \n \\\\{{n}}',
    when: '{{$datetime "YYYY"}}',
    exact: 1,
  };
  const values = { orderId: 'own', 'owner.orderId': 'ord-1', n: 7 };

  async function wire(variant: VariantName, isText?: IsText): Promise<string> {
    const { attack } = read({ method: 'POST', url: 'http://h/', body: { json: { ...body, when: 'now' } } });
    const { chain } = chainRequest({});
    return new TextDecoder().decode((await onWire(attack(variant, isText), chain, values)).body);
  }

  it('comes to the same JSON as the body, but for the member that is there twice', async () => {
    const text = await wire('json-duplicate-own-first', ({ name }) => name !== 'n');
    assert.equal(text.match(/"id":/g)?.length, 2);
    assert.deepEqual(parseJson(text), {
      'a"7': 7,
      id: 'ord-1',
      n: 7,
      text: 'say "ord-1" {{n}} \n \\{{n}}',
      when: 'now',
      exact: 1,
    });
  });

  it('leaves functions in a path as they are written, braces in their texts included', () => {
    const path = "/{{$concat '}a{' orderId}}/{{orderId}}";
    assert.equal(
      read({ url: `{{baseUrl}}/a_b${path}` }).attack('path-case').url,
      "{{baseUrl}}/A_B/{{$concat '}a{' orderId}}/{{owner.orderId}}",
    );
  });

  it('writes texts in quotes unless their type is known', async () => {
    assert.match(await wire('json-duplicate-own-first'), /"n":"7"/);
  });

  it('takes the types of constants from the chain', () => {
    const constants = { variables: { n: 7, s: 'x' } };
    const { attack } = read(
      { method: 'POST', body: { json: { id: '{{orderId}}', n: '{{n}}', s: '{{s}}' } } },
      constants,
    );
    assert.match(line(attack('json-duplicate-own-first')), /"n":\{\{n\}\},"s":"\{\{s\}\}"/);
  });

  it('keeps the arguments of built-ins', () => {
    const { attack } = read({ method: 'POST', body: { json: body } });
    assert.match(line(attack('json-duplicate-own-last')), /"when":"\{\{\$datetime "YYYY"\}\}"/);
  });
});

describe('the attack of a cell', () => {
  const methods: readonly (readonly [
    method: string,
    variant: VariantName | undefined,
    sent: string,
    mutating: boolean,
  ])[] = [
    ['get', undefined, 'GET', false],
    ['POST', undefined, 'POST', false],
    ['GET', 'trailing-slash', 'GET', false],
    ['POST', 'json-duplicate-own-first', 'POST', false],
    ['GET', 'verb-DELETE', 'DELETE', true],
    ['GET', 'verb-HEAD', 'HEAD', false],
    ['POST', 'verb-GET', 'GET', false],
    ['GET', 'override-_method', 'POST', true],
  ];
  for (const [method, variant, sent, mutating] of methods) {
    it(`that reads by ${method}${variant === undefined ? '' : ` with ${variant}`} is sent with ${sent}`, () => {
      const cell = { method, effect: 'read', ...defined({ variant }) } as const;
      assert.equal(attackMethod(cell), sent);
      assert.equal(isMutating(cell), mutating);
      assert.equal(isMutating({ ...cell, effect: 'action' }), true);
    });
  }
});

describe('pointlessVariant', () => {
  const cases: readonly (readonly [variant: VariantName, id: JsonValue, says: RegExp | undefined])[] = [
    ['id-as-text', 'ord-1', /is a text already/],
    ['id-as-text', 7, undefined],
    ['id-as-number', new ExactNumber('9007199254740993'), /is a number already/],
    ['id-as-number', '9007199254740993', undefined],
    ['id-as-number', 'ord-1', /does not consist of digits/],
    ['id-as-number', '007', /does not consist of digits/],
    ['id-as-number', '', /does not consist of digits/],
    ['id-in-array', 'ord-1', undefined],
    ['trailing-slash', null, undefined],
    ['id-global', 'T3JkZXI6Nw==', /a global one already/],
    ['id-global', 'ord-1', undefined],
    ['id-global', 7, undefined],
  ];
  for (const [variant, id, says] of cases) {
    it(`${says === undefined ? 'asks' : 'does not ask'} ${variant} for ${JSON.stringify(id)}`, () => {
      const reason = pointlessVariant(variant, id);
      assert.equal(
        says === undefined ? reason : says.test(reason ?? ''),
        says === undefined ? undefined : true,
      );
    });
  }
});

describe('variants against the sample API', () => {
  const lookup = {
    method: 'POST',
    url: '{{baseUrl}}/api/orders/lookup',
    body: { json: { orderId: '{{orderId}}' } },
  };
  const change = {
    method: 'POST',
    url: '{{baseUrl}}/api/orders/update',
    body: { json: { orderId: '{{orderId}}', note: 'changed' } },
  };
  const byPathOf = (method: string) => ({ method, url: '{{baseUrl}}/api/orders/{{orderId}}' });
  const replace = { ...byPathOf('PUT'), body: { json: { sku: 'A-1', quantity: 1, note: 'changed' } } };
  const reached: readonly (readonly [flaw: FlawName, variant: VariantName, request: object])[] = [
    ['duplicate-key', 'json-duplicate-own-first', change],
    ['query-pollution', 'query-repeated-own-first', { url: '{{baseUrl}}/api/order?order_id={{orderId}}' }],
    ['body-path-disagreement', 'body-disagrees', replace],
    ['method-override', 'override-X-HTTP-Method-Override', byPathOf('DELETE')],
    ['method-override', 'override-X-HTTP-Method', byPathOf('DELETE')],
    ['method-override', 'override-X-Method-Override', byPathOf('GET')],
    ['method-override', 'override-_method', replace],
    ['original-url', 'X-Original-URL', byPathOf('GET')],
    ['original-url', 'X-Rewrite-URL', byPathOf('DELETE')],
    ['path-case', 'path-case', byPathOf('GET')],
    ['trailing-slash', 'trailing-slash', byPathOf('GET')],
    ['path-normalization', 'double-slash', byPathOf('GET')],
    ['path-normalization', 'percent-dot', byPathOf('GET')],
    ['old-api-version', 'old-version', byPathOf('GET')],
    ['type-confusion', 'id-in-array', lookup],
    ['type-confusion', 'id-in-object', lookup],
  ];

  /** Whether the attack shows, changes or deletes the order of Alice. */
  async function harms(flaws: readonly FlawName[], variant: VariantName, request: object): Promise<boolean> {
    const api = await startOrdersApi({ flaws });
    try {
      const alice = await signIn(api, 'alice');
      const bob = await signIn(api, 'bob');
      const order = await createOrder(alice, 'CNRY-alice');
      const { token } = (await login(api, 'bob')).json();
      const { chain } = chainRequest({}, { auth: { type: 'bearer', token: '{{token}}' } });
      const { method, url, headers, body } = await onWire(read(request).attack(variant), chain, {
        baseUrl: `http://127.0.0.1:${api.port}`,
        token: String(token),
        orderId: await createOrder(bob, 'own'),
        'owner.orderId': order,
      });
      const lines = Object.fromEntries(headers.map((header) => [header.name, header.value]));
      const answer = await client(api)(method, requestTarget(url), {
        headers: lines,
        body: Buffer.from(body ?? new Uint8Array()),
      });
      const after = await alice('GET', `/api/orders/${order}`);
      return answer.text.includes('CNRY-alice') || !/"note":"CNRY-alice"/.test(after.text);
    } finally {
      await api.close();
    }
  }

  for (const [flaw, variant, request] of reached) {
    it(`${variant} finds ${flaw}, and nothing where it is not`, async () => {
      assert.equal(await harms([flaw], variant, request), true);
      assert.equal(await harms([], variant, request), false);
    });
  }
});
