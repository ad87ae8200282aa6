import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import { describeAnswers } from '../../../../../src/formats/importers/read/openapi/describedAnswers';
import { createSpec } from '../../../../../src/formats/importers/read/openapi/spec';

const READ = { method: 'GET', path: '/api/orders/{{orderId}}' };
const JSON_TYPE = 'application/json';
const text: JsonObject = { type: 'string' };

interface Given {
  readonly schema: JsonValue;
  readonly schemas?: JsonObject;
  readonly status?: string;
  readonly mediaType?: string;
}

function answersOf(responses: JsonObject, schemas: JsonObject = {}) {
  const root: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Orders' },
    paths: { '/orders/{id}': { get: { responses } } },
    components: { schemas },
  };
  return describeAnswers(
    'api.json',
    createSpec({ main: 'api.json', documents: new Map([['api.json', root]]), remarks: [] }),
  );
}

function described({ schema, schemas, status = '200', mediaType = 'application/json' }: Given) {
  return answersOf({ [status]: { content: { [mediaType]: { schema } } } }, schemas);
}

/** Pointers of what is not listed; undefined where the description leaves it open. */
function unlisted(given: Given, body: JsonValue): readonly string[] | undefined {
  return described(given)
    .compare(READ, { status: 200, mediaType: JSON_TYPE, body })
    ?.unlisted.map(({ pointer }) => pointer);
}

const order: JsonObject = { type: 'object', properties: { id: text, note: text } };

describe('describeAnswers', () => {
  it('finds members that the schema of the status does not list, with their values', () => {
    const found = described({ schema: order }).compare(READ, {
      status: 200,
      mediaType: JSON_TYPE,
      body: { id: 'o-1', note: 'x', passwordHash: '$2b$' },
    });
    assert.deepEqual(found, {
      listed: 2,
      hasEmptyList: false,
      unlisted: [{ pointer: '/passwordHash', value: '$2b$' }],
    });
  });

  it('finds nothing where everything is listed', () => {
    assert.deepEqual(unlisted({ schema: order }, { id: 'o-1' }), []);
  });

  it('follows references, items and nested objects', () => {
    const schemas = {
      order: { ...order, properties: { ...(order['properties'] as JsonObject), buyer: order } },
    };
    const schema = {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/order' } } },
    };
    const body = { items: [{ id: 'a', buyer: { id: 'b', 'a/b': 1 } }, { cost: 1 }], total: 2 };
    assert.deepEqual(unlisted({ schema, schemas }, body), ['/items/0/buyer/a~1b', '/items/1/cost', '/total']);
  });

  it('tells a list without items, of which nothing can be compared', () => {
    const items = { type: 'array', items: order };
    const known = described({ schema: { properties: { items, tags: { type: 'array', items: text } } } });
    const isEmpty = (body: JsonValue): boolean | undefined =>
      known.compare(READ, { status: 200, mediaType: JSON_TYPE, body })?.hasEmptyList;
    assert.equal(isEmpty({ items: [], tags: ['a'] }), true);
    assert.equal(isEmpty({ items: [{ id: 'o-1' }], tags: [] }), false);
  });

  it('finds what only requests have', () => {
    const schema = {
      required: ['id', 'password'],
      properties: { id: text, password: { ...text, writeOnly: true } },
    };
    assert.deepEqual(unlisted({ schema }, { id: 'u', password: 'x' }), ['/password']);
  });

  const combined: readonly (readonly [title: string, schema: JsonObject])[] = [
    ['allOf', { allOf: [order, { properties: { cost: text } }, { description: 'An order' }] }],
    ['oneOf', { oneOf: [order, { properties: { cost: text } }, { type: 'null' }] }],
    ['anyOf next to properties', { properties: { id: text, cost: text }, anyOf: [{ required: ['note'] }] }],
    ['a discriminator of choices', { oneOf: [order], discriminator: { propertyName: 'cost' } }],
  ];
  for (const [title, schema] of combined) {
    it(`takes together what ${title} lists`, () => {
      assert.deepEqual(unlisted({ schema }, { id: 'o', note: 'n', cost: '1', extra: 1 }), ['/extra']);
    });
  }

  const open: readonly (readonly [title: string, schema: JsonValue])[] = [
    ['no schema', true],
    ['no properties', { type: 'object' }],
    ['further properties of any kind', { ...order, additionalProperties: true }],
    ['further properties of a kind', { ...order, additionalProperties: text }],
    ['properties by patterns', { ...order, patternProperties: { '^x-': text } }],
    ['conditions', { ...order, if: { required: ['id'] }, then: { properties: { extra: text } } }],
    ['a part that is not there', { allOf: [order, { $ref: '#/components/schemas/gone' }] }],
    ['a part that is open', { allOf: [order, { additionalProperties: true }] }],
    ['a choice that says nothing', { oneOf: [order, { type: 'object' }] }],
    ['schemas that build on it', { ...order, discriminator: { propertyName: 'kind' } }],
    ['words besides a reference', { $ref: '#/components/schemas/order', properties: { extra: text } }],
    ['a text', text],
  ];
  for (const [title, schema] of open) {
    it(`says nothing about an answer with ${title}`, () => {
      const schemas = { order };
      assert.equal(unlisted({ schema, schemas }, { id: 'o', extra: 1 }), undefined);
      assert.equal(described({ schema }).lists(READ), false);
    });
  }

  it('ends where schemas contain themselves', () => {
    const schemas = {
      node: {
        allOf: [
          { $ref: '#/components/schemas/node' },
          { properties: { child: { $ref: '#/components/schemas/node' } } },
        ],
      },
      list: { type: 'array', items: { $ref: '#/components/schemas/list' } },
    };
    const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    assert.deepEqual(unlisted({ schema: schema('node'), schemas }, { child: { child: { a: 1 } } }), [
      '/child/child/a',
    ]);
    assert.equal(unlisted({ schema: schema('list'), schemas }, [[{ a: 1 }]]), undefined);
  });

  it('knows the schema by status class, by default alone, and not by the default of errors', () => {
    const body = { id: 'o', extra: 1 };
    assert.deepEqual(unlisted({ schema: order, status: '2xx' }, body), ['/extra']);
    assert.deepEqual(unlisted({ schema: order, status: 'default' }, body), ['/extra']);
    const content = { 'application/json': { schema: order } };
    const onlyErrors = answersOf({ 204: {}, default: { content } });
    assert.equal(onlyErrors.compare(READ, { status: 200, mediaType: JSON_TYPE, body }), undefined);
  });

  it('says nothing about other operations, other statuses and other media types', () => {
    const body = { extra: 1 };
    const known = described({ schema: order });
    assert.equal(
      known.compare({ method: 'GET', path: '/users/7' }, { status: 200, mediaType: JSON_TYPE, body }),
      undefined,
    );
    assert.equal(known.compare(READ, { status: 202, mediaType: JSON_TYPE, body }), undefined);
    assert.equal(known.lists({ ...READ, method: 'PUT' }), false);
    assert.equal(unlisted({ schema: order, mediaType: 'text/csv' }, body), undefined);
  });

  it('reads Swagger 2', () => {
    const known = answersOf({ 200: { schema: order } });
    assert.equal(known.lists(READ), true);
    assert.deepEqual(known.compare(READ, { status: 200, mediaType: JSON_TYPE, body: { extra: 1 } }), {
      listed: 0,
      hasEmptyList: false,
      unlisted: [{ pointer: '/extra', value: 1 }],
    });
  });
});
