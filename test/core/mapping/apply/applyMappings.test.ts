import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { UserError } from '../../../../src/core/errors';
import { applyMappings } from '../../../../src/core/mapping/apply/applyMappings';
import { valueAtSteps } from '../../../../src/core/extraction/responsePart';
import { parseJson, type JsonValue } from '../../../../src/core/json/json';
import { referAt, type SlotReference } from '../../../../src/core/mapping/apply/slotReference';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf } from '../session';

type Place = SlotReference['slot'];

const reference = (slot: Place, value = slot.value): SlotReference => ({ slot, value, variable: 'v' });

/** A multipart body of parts as text, each without the beginning that all have. */
function parts(...rests: readonly string[]): string {
  const delimited = rests.map((rest) => `--x\r\nContent-Disposition: form-data; ${rest}\r\n`);
  return `${delimited.join('')}--x--\r\n`;
}

describe('referAt', () => {
  const cases: [title: string, request: object, reference: SlotReference, path: string, text: string][] = [
    [
      'a segment, counted from the end because the address may begin with a variable',
      { url: '{{baseUrl}}/orders/7/items/7' },
      reference({ location: 'path', key: 2, value: '7', following: 2 }),
      'url',
      '{{baseUrl}}/orders/{{v}}/items/7',
    ],
    [
      'an encoded segment',
      { url: 'http://a.test/files/a%20b?x=1' },
      reference({ location: 'path', key: 1, value: 'a b', following: 0 }),
      'url',
      'http://a.test/files/{{v}}?x=1',
    ],
    [
      'a part of a segment',
      { url: 'http://a.test/issues/16.json?x=16' },
      reference({ location: 'path', key: 1, value: '16.json', following: 0 }, '16'),
      'url',
      'http://a.test/issues/{{v}}.json?x=16',
    ],
    [
      'a query row',
      {
        query: [
          { name: 'a', value: '7' },
          { name: 'b', value: '7' },
        ],
      },
      reference({ location: 'query', key: 'b', value: '7' }),
      'query/1/value',
      '{{v}}',
    ],
    [
      'a query in the address',
      { url: '/x?a=1&b=x%2Fy' },
      reference({ location: 'query', key: 'b', value: 'x/y' }),
      'url',
      '/x?a=1&b={{v}}',
    ],
    [
      'a part of an encoded query, everything around it as it was written',
      { url: '/x?filter=id%3A%275f%27%2B%5Btag%3Aa%2Bb%5D&b=5f' },
      reference({ location: 'query', key: 'filter', value: "id:'5f'+[tag:a+b]" }, '5f'),
      'url',
      '/x?filter=id%3A%27{{v}}%27%2B%5Btag%3Aa%2Bb%5D&b=5f',
    ],
    [
      'the second field of a name, which says the value',
      { url: '/x?id=6&id=7' },
      reference({ location: 'query', key: 'id', value: '7' }),
      'url',
      '/x?id=6&id={{v}}',
    ],
    [
      'the number that is on its own, and not one inside of a word',
      { url: '/x?where=id16%3D16' },
      reference({ location: 'query', key: 'where', value: 'id16=16' }, '16'),
      'url',
      '/x?where=id16%3D{{v}}',
    ],
    [
      'a member of JSON with references that is stated as text',
      { body: { text: '{"page": {{page}}, "html": "\\{{x}} \\"7\\"", "id": 7}' } },
      reference({ location: 'body', key: '$.id', steps: ['id'], value: '7' }),
      'body/text',
      '{"page": {{page}}, "html": "\\{{x}} \\"7\\"", "id": {{v}}}',
    ],
    [
      'a part of a text of JSON that is stated as text',
      { body: { text: '{"a": "say \\"x\\" to 5f3e {{who}}"}' } },
      reference({ location: 'body', key: '$.a', steps: ['a'], value: 'say "x" to 5f3e Ann' }, '5f3e'),
      'body/text',
      '{"a": "say \\"x\\" to {{v}} {{who}}"}',
    ],
    [
      'a field of a form that is stated as text',
      { body: { text: 'a=x%20y&id=7', contentType: 'application/x-www-form-urlencoded; charset=utf-8' } },
      reference({ location: 'body', key: 'id', value: '7' }),
      'body/text',
      'a=x%20y&id={{v}}',
    ],
    [
      'a field of a multipart body that is stated as text, and no content of a file',
      {
        body: {
          text: parts('name="a"; filename="id"\r\n\r\n7', 'name="id"\r\n\r\n7', 'name="b"\r\n\r\n7'),
          contentType: 'multipart/form-data; boundary=x',
        },
      },
      reference({ location: 'body', key: 'id', value: '7' }),
      'body/text',
      parts('name="a"; filename="id"\r\n\r\n7', 'name="id"\r\n\r\n{{v}}', 'name="b"\r\n\r\n7'),
    ],
    [
      'a header, in any case',
      { headers: [{ name: 'x-csrf-token', value: 'abc' }] },
      reference({ location: 'header', key: 'X-CSRF-Token', value: 'abc' }),
      'headers/0/value',
      '{{v}}',
    ],
    [
      'a part of a header',
      { headers: [{ name: 'X-Key', value: 'id:abc12345;x' }] },
      reference({ location: 'header', key: 'X-Key', value: 'id:abc12345;x' }, 'abc12345'),
      'headers/0/value',
      'id:{{v}};x',
    ],
    [
      'a token that the import made a secret',
      { auth: { type: 'bearer', token: '{{$secret TOKEN}}' } },
      reference({ location: 'auth', key: 'Authorization', value: 'Bearer abc' }, 'abc'),
      'auth/token',
      '{{v}}',
    ],
    [
      'a secret behind another scheme',
      { headers: [{ name: 'authorization', value: 'Token {{$secret TOKEN}}' }] },
      reference({ location: 'auth', key: 'Authorization', value: 'Token abc' }, 'abc'),
      'headers/0/value',
      'Token {{v}}',
    ],
    [
      'a token in a header of its own',
      { headers: [{ name: 'Authorization', value: 'Token abc' }] },
      reference({ location: 'auth', key: 'authorization', value: 'Token abc' }, 'abc'),
      'headers/0/value',
      'Token {{v}}',
    ],
    [
      'a number of a JSON body',
      { body: { json: { a: [{ id: 7 }] } } },
      reference({ location: 'body', key: '$.a[0].id', steps: ['a', 0, 'id'], value: '7' }),
      'body/json/a/0/id',
      '{{v}}',
    ],
    [
      'a variable of a GraphQL request',
      { body: { graphql: { query: '{x}', variables: { id: 'abc' } } } },
      reference({ location: 'body', key: '$.variables.id', steps: ['variables', 'id'], value: 'abc' }),
      'body/graphql/variables/id',
      '{{v}}',
    ],
    [
      'an element of XML, whatever its prefix',
      { body: { text: '<m xmlns="D:" xmlns:C="C:"><C:href>/a</C:href><C:href>/b</C:href></m>' } },
      reference({ location: 'body', key: '/m/href[2]', value: '/b' }),
      'body/text',
      '<m xmlns="D:" xmlns:C="C:"><C:href>/a</C:href><C:href>{{v}}</C:href></m>',
    ],
    [
      'an attribute of XML, and a part of its value',
      { body: { text: `<a b='id:abc12345;x'/>` } },
      reference({ location: 'body', key: '/a/@b', value: 'id:abc12345;x' }, 'abc12345'),
      'body/text',
      `<a b='id:{{v}};x'/>`,
    ],
    [
      'a field of a form',
      { body: { form: [{ name: 'token', value: '{{$secret TOKEN}}' }] } },
      reference({ location: 'body', key: 'token', value: 'abc' }),
      'body/form/0/value',
      '{{v}}',
    ],
  ];
  for (const [title, request, to, path, text] of cases) {
    it(`finds ${title}`, () => {
      const change = referAt(request as never, to);
      assert.deepEqual(change && { path: change.path.join('/'), text: change.text }, { path, text });
    });
  }

  const absent: [title: string, request: object, reference: SlotReference][] = [
    [
      'another value',
      { query: [{ name: 'b', value: '8' }] },
      reference({ location: 'query', key: 'b', value: '7' }),
    ],
    [
      'a place that refers to a variable already',
      { query: [{ name: 'b', value: '{{page}}' }] },
      reference({ location: 'query', key: 'b', value: '7' }),
    ],
    [
      'XML without the element',
      { body: { text: '<a><c>abc</c></a>' } },
      reference({ location: 'body', key: '/a/b', value: 'abc' }),
    ],
    [
      'a value that is written with a character reference, which a variable would not be',
      { body: { text: '<a>x&amp;y</a>' } },
      reference({ location: 'body', key: '/a', value: 'x&y' }),
    ],
    [
      'a text that is not XML',
      { body: { text: '<a>abc' } },
      reference({ location: 'body', key: '/a', value: 'abc' }),
    ],
    [
      'JSON as text whose value is escaped, which a variable would not be',
      { body: { text: '{"a": "{{x}}", "b": "x\\ny"}' } },
      reference({ location: 'body', key: '$.b', steps: ['b'], value: 'x\ny' }),
    ],
    [
      'a form as text whose value is encoded, which a variable would not be',
      { body: { text: 'a=x+y', contentType: 'application/x-www-form-urlencoded' } },
      reference({ location: 'body', key: 'a', value: 'x y' }),
    ],
    [
      'true in JSON as text',
      { body: { text: '{"a": "{{x}}", "b": true}' } },
      reference({ location: 'body', key: '$.b', steps: ['b'], value: 'ru' }),
    ],
    ['a shorter path', { url: '/7' }, reference({ location: 'path', key: 1, value: '7', following: 3 })],
    ['no body', {}, reference({ location: 'body', key: '$.a', steps: ['a'], value: '7' })],
    [
      'rows that are none',
      { query: 'b=7', headers: null },
      reference({ location: 'query', key: 'b', value: '7' }),
    ],
    [
      'a value that occurs twice in a text',
      { headers: [{ name: 'X', value: 'abc12345 abc12345' }] },
      reference({ location: 'header', key: 'X', value: 'abc12345 abc12345' }, 'abc12345'),
    ],
  ];
  for (const [title, request, to] of absent) {
    it(`leaves a request with ${title} alone`, () => {
      assert.equal(referAt(request as never, to), undefined);
    });
  }
});

describe('applyMappings', () => {
  const steps = sessionOf(
    { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 7 } },
    { line: 'GET /orders/7' },
    { line: 'POST /orders/7/notes', sent: { orderId: 7 } },
  );
  const chain = `{
  "requests": [
    // The order that all is about.
    { "id": "create", "method": "POST", "url": "{{baseUrl}}/orders" },
    { "id": "get", "url": "{{baseUrl}}/orders/7" }, // first look
    { "id": "note", "url": "{{baseUrl}}/orders/7/notes", "body": { "json": { "orderId": 7 } } }
  ]
}
`;

  it('extracts the value once and refers to it in every place, comments kept', () => {
    const { edits, places, missed } = applyMappings(chain, suggestMappings(steps), (entry) => entry);
    assert.equal(
      applyEdits(chain, edits),
      `{
  "requests": [
    // The order that all is about.
    { "id": "create", "method": "POST", "url": "{{baseUrl}}/orders", "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }] },
    { "id": "get", "url": "{{baseUrl}}/orders/{{orderId}}" }, // first look
    { "id": "note", "url": "{{baseUrl}}/orders/{{orderId}}/notes", "body": { "json": { "orderId": "{{orderId}}" } } }
  ]
}
`,
    );
    assert.deepEqual({ places, missed }, { places: 3, missed: [] });
  });

  it('changes nothing the second time', () => {
    const once = applyEdits(chain, applyMappings(chain, suggestMappings(steps), (entry) => entry).edits);
    const { edits, places, missed } = applyMappings(once, suggestMappings(steps), (entry) => entry);
    assert.deepEqual({ edits, places, missed: missed.length }, { edits: [], places: 0, missed: 3 });
  });

  it('counts places of requests that are not in the chain as missed', () => {
    const { places, missed } = applyMappings(chain, suggestMappings(steps), (entry) =>
      entry === 2 ? undefined : entry,
    );
    assert.deepEqual([places, missed.length], [1, 2]);
  });

  it('reads the answer itself where the recording was redirected', () => {
    const created = sessionOf(
      { line: 'POST /groups', sent: 'name=Editors', status: 302, answerHeaders: { Location: '/groups/1' } },
      { line: 'GET /groups/1' },
    );
    const text = '{"requests": [{"id": "a", "url": "/groups"}, {"id": "b", "url": "/groups/1"}]}';
    const changed = applyEdits(text, applyMappings(text, suggestMappings(created), (entry) => entry).edits);
    assert.match(changed, /"redirects": "manual"/);
  });

  describe('reads the answer that refused a request', () => {
    const token = 'CHlDKgrZ32EQpbVFuW2au44WgVUJENZb';
    const refused = sessionOf(
      { line: 'POST /rpc', status: 409, answerHeaders: { 'X-Session-Id': token } },
      { line: 'POST /rpc', headers: { 'X-Session-Id': token } },
    );
    const second = `{"id": "b", "url": "/rpc", "headers": [{"name": "X-Session-Id", "value": "${token}"}]}`;
    const appliedTo = (first: string): string => {
      const text = `{"requests": [${first}, ${second}]}`;
      return applyEdits(text, applyMappings(text, suggestMappings(refused), (entry) => entry).edits);
    };

    const firstOf = (text: string): JsonValue => valueAtSteps(parseJson(text), ['requests', 0]) ?? null;

    it('for it expects that', () => {
      const applied = firstOf(appliedTo('{"id": "a", "url": "/rpc"}'));
      assert.deepEqual(valueAtSteps(applied, ['expect']), { status: 409 });
      assert.equal(valueAtSteps(applied, ['extract', 0, 'name']), 'X-Session-Id');
    });

    it('which keeps the status that it expects', () => {
      const applied = firstOf(appliedTo('{"id": "a", "url": "/rpc", "expect": {"status": [200, 409]}}'));
      assert.deepEqual(valueAtSteps(applied, ['expect']), { status: [200, 409] });
    });
  });

  for (const text of ['{"requests": [', '{"requests": [{"url": "/orders"}, {"url": "/orders/7"}]}']) {
    it(`refuses ${text}`, () => {
      assert.throws(() => applyMappings(text, suggestMappings(steps), (entry) => entry), UserError);
    });
  }
});
