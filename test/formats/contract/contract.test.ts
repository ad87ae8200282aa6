/** Holding responses against descriptions: what fails, in which words, and where the description says so. */
import assert from 'node:assert/strict';
import type { ApiDescription } from '../../../src/core/openapi/namedDescription';
import { readDescription } from '../../../src/formats/contract/readDescription';
import { fakeRun } from '../../core/fakeRun';

async function opened(text: string, others: Readonly<Record<string, string>> = {}): Promise<ApiDescription> {
  const files = {
    paths: () => Promise.resolve([]),
    text: (name: string) => Promise.resolve(others[name] ?? ''),
  };
  return readDescription({ name: 'api.yaml', path: 'api.yaml', text, files });
}

interface Received {
  readonly status?: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly method?: string;
  readonly path?: string;
}

/** The checks of the contract that failed, or the one that passed. */
async function checks(
  description: ApiDescription | undefined,
  { status = 200, body = {}, type = 'application/json', method = 'GET', path = '/v1/orders/7' }: Received,
): Promise<readonly string[]> {
  const request = { id: 'r', method, url: `http://api.test${path}`, expect: { status, contract: true } };
  const { result } = await fakeRun({
    chain: { requests: [request] },
    answer: () => ({
      status,
      headers: { 'Content-Type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    descriptions: new Map(description === undefined ? [] : [['main.chain.json', description]]),
  });
  const [, ...contract] = result.requests[0]?.expectations ?? [];
  return contract.map(({ condition, actual, passed }) =>
    passed ? condition : `${condition} | ${actual ?? ''}`,
  );
}

const orders = `openapi: 3.0.3
info: { title: Orders }
paths:
  /orders/{id}:
    get:
      responses:
        '200':
          description: An order
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
        4XX: { description: No order }
components:
  schemas:
    Order:
      type: object
      required: [id, amount, secret]
      additionalProperties: false
      properties:
        id: { type: integer }
        amount:
          type: number
          minimum: 0
          exclusiveMinimum: true
        secret: { type: string, writeOnly: true }
        note: { type: string, nullable: true, pattern: '^[a-z ]+$' }
        items:
          type: array
          items: { $ref: '#/components/schemas/Item' }
    Item:
      required: [sku]
      properties:
        sku:
          type: string
          enum: [A-1, B-2]
        parent:
          allOf: [{ $ref: '#/components/schemas/Item' }]
          nullable: true
`;

describe('the contract of a response', () => {
  it('passes what is described, members that only requests have left out', async () => {
    const body = {
      id: 1,
      amount: 2,
      note: null,
      items: [{ sku: 'A-1', parent: { sku: 'B-2', parent: null } }],
    };
    assert.deepEqual(await checks(await opened(orders), { body }), [
      'response matches api.yaml (GET /orders/{id})',
    ]);
  });

  it('names each difference by its path, with the line of the description', async () => {
    const body = { id: '1', note: 'A', items: [{ sku: 'C' }, { parent: { sku: 3 } }], more: 1 };
    assert.deepEqual(await checks(await opened(orders), { body }), [
      '$.amount matches api.yaml:17 | absent',
      '$.id matches api.yaml:20 | of type "string" instead of "integer"',
      '$.note matches api.yaml:26 | not: String does not match pattern "^[a-z ]+$"',
      '$.items[0].sku matches api.yaml:35 | not: Instance does not match any of ["A-1","B-2"]',
      '$.items[1].sku matches api.yaml:31 | absent',
      '$.items[1].parent.sku matches api.yaml:34 | of type "number" instead of "string"',
      '$.items[1].parent.sku matches api.yaml:35 | not: Instance does not match any of ["A-1","B-2"]',
      '$.more matches api.yaml:18 | not: nothing is allowed here',
    ]);
    const zero = { id: 1, amount: 0 };
    assert.deepEqual(await checks(await opened(orders), { body: zero }), [
      '$.amount matches api.yaml:23 | not: 0 is less than or equal to  0',
    ]);
  });

  it('fails for what is not described, and says what is', async () => {
    const description = await opened(orders);
    const found = async (received: Received) => checks(description, received);
    assert.deepEqual(await found({ status: 404, body: 'no', type: 'text/plain' }), [
      'response matches api.yaml (GET /orders/{id})',
    ]);
    assert.deepEqual(await found({ status: 302 }), [
      'status is 200 or 4XX (GET /orders/{id}, api.yaml:6) | 302',
    ]);
    assert.deepEqual(await found({ type: 'text/html; charset=utf-8', body: '<p>' }), [
      'content type is application/json (GET /orders/{id}, api.yaml:7) | text/html',
    ]);
    assert.deepEqual(await found({ path: '/users/7' }), [
      'api.yaml describes GET /users/7 | not: correct the request, or add the operation to the description',
    ]);
    assert.deepEqual(await found({ method: 'DELETE' }), [
      'api.yaml describes DELETE /v1/orders/7 | not: correct the request, or add the operation to the description',
    ]);
    assert.deepEqual(await found({ body: '{' }), [
      'response matches api.yaml:7 (GET /orders/{id}) | not: the body is not JSON: expected a member name in double quotes but found the end of the text at line 1, column 2',
    ]);
    assert.deepEqual(await found({ body: '' }), [
      'response matches api.yaml:7 (GET /orders/{id}) | not: the body is empty',
    ]);
    assert.deepEqual(await checks(undefined, {}), [
      'response matches its OpenAPI description | unknown, because neither the chain nor its environment names one with "openapi"',
    ]);
  });

  it('reads the schema of a Swagger response, and what it produces', async () => {
    const text = `{
  "swagger": "2.0",
  "info": { "title": "Orders" },
  "produces": ["application/json"],
  "paths": {
    "/orders/{id}": {
      "get": {
        "responses": {
          "default": { "schema": { "type": "array", "items": { "type": "string", "x-nullable": true } } }
        }
      }
    }
  }
}`;
    const description = await opened(text);
    assert.deepEqual(await checks(description, { body: ['a', null] }), [
      'response matches api.yaml (GET /orders/{id})',
    ]);
    assert.deepEqual(await checks(description, { body: ['a', 1] }), [
      '$[1] matches api.yaml:9 | of type "number" instead of "string", "null"',
    ]);
    assert.deepEqual(await checks(description, { type: 'text/csv', body: 'a' }), [
      'content type is application/json (GET /orders/{id}, api.yaml:9) | text/csv',
    ]);
  });

  it('chooses between schemas by their discriminator', async () => {
    const description = await opened(`openapi: 3.1.0
info: {}
paths:
  /pets:
    get:
      responses:
        2XX:
          content:
            application/*:
              schema:
                oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
                discriminator: { propertyName: kind, mapping: { dog: Dog, kitten: '#/components/schemas/Cat' } }
components:
  schemas:
    Cat: { required: [lives], properties: { lives: { type: integer } } }
    Dog: { required: [bark], properties: { bark: { type: [boolean, 'null'] } } }
`);
    const found = async (body: unknown) => checks(description, { body, path: '/pets' });
    assert.deepEqual(await found({ kind: 'dog', bark: null }), ['response matches api.yaml (GET /pets)']);
    assert.deepEqual(await found({ kind: 'dog', lives: 9 }), ['$.bark matches api.yaml:16 | absent']);
    assert.deepEqual(await found({ kind: 'Cat', bark: true }), ['$.lives matches api.yaml:15 | absent']);
    assert.deepEqual(await found({ kind: 'kitten', lives: '9' }), [
      '$.lives matches api.yaml:15 | of type "string" instead of "integer"',
    ]);
    assert.deepEqual(await found({ kind: 'other', lives: 9 }), ['response matches api.yaml (GET /pets)']);
    assert.deepEqual(await found({ kind: 'other' }), [
      '$ matches api.yaml:10 | not: Instance does not match any subschemas',
    ]);
  });

  it('tells what is wrong in the only schema that is for values of the type', async () => {
    const description = await opened(`openapi: 3.1.0
info: {}
paths:
  /orders/{id}:
    get:
      responses:
        200:
          content:
            application/problem+json:
              schema:
                anyOf:
                  - type: 'null'
                  - type: object
                    properties: { id: { type: string } }
                  - type: array
`);
    assert.deepEqual(await checks(description, { body: { id: 1 }, type: 'application/problem+json' }), [
      '$.id matches api.yaml:14 | of type "number" instead of "string"',
    ]);
    assert.deepEqual(await checks(description, { body: 1, type: 'application/problem+json' }), [
      '$ matches api.yaml:11 | not: Instance does not match any subschemas',
    ]);
  });

  it('follows references into other files, and fails for those that lead nowhere', async () => {
    const main = `openapi: 3.0.0
info: {}
paths:
  /orders/{id}:
    get:
      responses:
        200: { $ref: 'shared/answers.yaml#/Order' }
`;
    const answers = `Order:
  content:
    application/json:
      schema:
        properties:
          id: { type: string }
          gone: { $ref: 'gone.yaml#/Gone' }
`;
    const description = await opened(main, { 'shared/answers.yaml': answers });
    assert.deepEqual(await checks(description, { body: { id: 1 } }), [
      '$.id matches shared/answers.yaml:6 | of type "number" instead of "string"',
    ]);
    assert.deepEqual(await checks(description, { body: { gone: 1 } }), [
      'response matches shared/answers.yaml:1 (GET /orders/{id}) | unknown: the schema cannot be used: it refers to "gone.yaml#/Gone", which it does not contain, and nothing is fetched',
    ]);
  });

  it('stops telling differences, and is not stopped by a schema that refers to itself', async () => {
    const description = await opened(orders);
    const body = { id: 1, amount: 1, items: Array.from({ length: 200 }, () => ({})) };
    const found = await checks(description, { body });
    assert.equal(found.length, 51);
    assert.match(found.at(-1) ?? '', /\| different in 150 more places$/);
    const endless = orders.replace('type: object', "allOf: [{ $ref: '#/components/schemas/Order' }]");
    assert.match(String(await checks(await opened(endless), { body: {} })), /refers to itself without end/);
  });
});
