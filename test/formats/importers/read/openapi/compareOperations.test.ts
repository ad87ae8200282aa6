import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import { compareOperations } from '../../../../../src/formats/importers/read/openapi/compareOperations';
import { listOperations } from '../../../../../src/formats/importers/read/openapi/operations';
import { createSpec } from '../../../../../src/formats/importers/read/openapi/spec';

/** `GET /orders/{id}: changed`. */
function changes(older: JsonObject, newer: JsonObject): readonly string[] {
  const operationsOf = (root: JsonValue) => {
    const spec = createSpec({ main: 'api.json', documents: new Map([['api.json', root]]), remarks: [] });
    return { spec, operations: listOperations(spec) };
  };
  return compareOperations(operationsOf(older), operationsOf(newer)).flatMap((one) => {
    const { method, path } = one.change === 'gone' ? one.before : one.after;
    return one.change === 'same' ? [] : [`${method} ${path}: ${one.change}`];
  });
}

const order: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    description: { type: 'string' },
    parts: { $ref: '#/components/schemas/parts' },
  },
};
const operation: JsonObject = {
  summary: 'Shows an order',
  responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/order' } } } } },
};

function api(paths: JsonObject, more: JsonObject = {}, schema: JsonObject = order): JsonObject {
  return {
    openapi: '3.0.3',
    info: { title: 'Orders' },
    components: {
      schemas: { order: schema, parts: { type: 'array', items: { $ref: '#/components/schemas/order' } } },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    paths,
    ...more,
  };
}

const paths: JsonObject = { '/orders/{id}': { get: operation }, '/health': { get: { responses: {} } } };
const before = api(paths);

describe('compareOperations', () => {
  it('finds none in the same specification, whose schemas contain themselves', () => {
    assert.deepEqual(changes(before, structuredClone(before)), []);
  });

  it('finds what is new and what is gone', () => {
    const after = api({ '/orders/{id}': { get: operation, delete: operation } });
    assert.deepEqual(changes(before, after), ['DELETE /orders/{id}: new', 'GET /health: gone']);
  });

  it('takes another name of a parameter for the same path', () => {
    const after = api({ '/orders/{orderId}': { get: operation }, '/health': { get: { responses: {} } } });
    assert.deepEqual(changes(before, after), []);
  });

  it('finds a change in a schema that an operation refers to, also in members called as texts are', () => {
    const after = api(
      paths,
      {},
      { ...order, properties: { ...(order.properties as JsonObject), description: { type: 'number' } } },
    );
    assert.deepEqual(changes(before, after), ['GET /orders/{id}: changed']);
  });

  it('ignores texts for people and examples', () => {
    const after = api(
      {
        ...paths,
        '/orders/{id}': { get: { ...operation, summary: 'Gets one', tags: ['orders'], operationId: 'get' } },
      },
      {},
      { ...order, description: 'An order', example: { id: '1' } },
    );
    assert.deepEqual(changes(before, after), []);
  });

  it('finds parameters of a path, and numbers that differ', () => {
    const limit = (maximum: number): JsonObject => ({
      '/orders': { get: operation, parameters: [{ name: 'limit', in: 'query', schema: { maximum } }] },
    });
    assert.deepEqual(changes(api(limit(10)), api(limit(10))), []);
    assert.deepEqual(changes(api(limit(10)), api(limit(20))), ['GET /orders: changed']);
  });

  it('finds who may: a requirement of all operations or of one, and the scheme it names', () => {
    const secured = { security: [{ token: [] }] };
    assert.deepEqual(changes(before, api(paths, secured)), [
      'GET /orders/{id}: changed',
      'GET /health: changed',
    ]);
    const open = api({ ...paths, '/health': { get: { responses: {}, security: [] } } }, secured);
    assert.deepEqual(changes(api(paths, secured), open), ['GET /health: changed']);
    const basic = structuredClone(api(paths, secured));
    Object.assign((basic.components as JsonObject).securitySchemes as JsonObject, {
      token: { type: 'http', scheme: 'basic' },
    });
    assert.deepEqual(changes(api(paths, secured), basic), [
      'GET /orders/{id}: changed',
      'GET /health: changed',
    ]);
  });
});
