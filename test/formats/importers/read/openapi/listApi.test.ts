import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import { memberText, type DescribedOperation } from '../../../../../src/core/openapi/apiListing';
import { listWithMembers } from '../../../../../src/formats/importers/read/openapi/listApi';
import { openSpec } from '../../../../../src/formats/importers/read/openapi/readOpenapi';

/** The operations of `specs/main.yaml`; other files lie next to it. */
async function operationsOf(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly DescribedOperation[]> {
  const source = {
    name: 'main.yaml',
    path: 'main.yaml',
    text,
    files: {
      paths: () => Promise.resolve(Object.keys(files)),
      text: (path: string) => {
        const found = files[path];
        return found === undefined
          ? Promise.reject(new UserError(`${path} is not there.`, 'Check it.'))
          : Promise.resolve(found);
      },
    },
  };
  return listWithMembers('specs/main.yaml', await openSpec(source)).operations;
}

const texts = (members: DescribedOperation['body']): readonly string[] => members.map(memberText);

const OPENAPI_3 = `openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path}
    # The comment moves the line.
    post:
      operationId: change
      parameters:
        - {name: dry, in: query}
        - {name: X-Trace, in: header}
        - {name: Authorization, in: header}
        - {name: lang, in: cookie}
      requestBody:
        content:
          application/xml: {schema: {properties: {other: {}}}}
          application/json:
            schema: {$ref: '#/components/schemas/Order'}
      responses:
        '200':
          content:
            application/json:
              schema:
                type: array
                items: {$ref: '#/components/schemas/Order'}
        4XX: {}
        default: {}
        x-note: {}
components:
  schemas:
    Order:
      allOf:
        - properties:
            id: {readOnly: true}
            secret: {writeOnly: true}
        - properties:
            lines: {type: array, items: {properties: {sku: {}, of: {properties: {deep: {properties: {er: {}}}}}}}}
            parent: {$ref: '#/components/schemas/Order'}
`;

describe('a description that chains are held against', () => {
  it('has what an operation of OpenAPI 3.0 can be sent and can answer', async () => {
    const [only, ...others] = await operationsOf(OPENAPI_3);
    assert.deepEqual(others, []);
    assert.ok(only !== undefined);
    const { body, response, ...rest } = only;
    assert.deepEqual(rest, {
      method: 'POST',
      path: '/orders/{id}',
      operationId: 'change',
      place: { file: 'specs/main.yaml', line: 8 },
      statuses: ['200', '4XX', 'default'],
      parameters: ['path id', 'query dry', 'header x-trace', 'cookie lang'],
    });
    // The order inside of an order adds nothing, and what is more than three members deep does not count.
    assert.deepEqual(texts(body), [
      'secret',
      'lines',
      'parent',
      'lines[].sku',
      'lines[].of',
      'lines[].of.deep',
    ]);
    assert.deepEqual(texts(response), [
      '[].id',
      '[].lines',
      '[].parent',
      '[].lines[].sku',
      '[].lines[].of',
      '[].lines[].of.deep',
    ]);
  });

  it('is read from OpenAPI 3.1 and 3.2 in JSON', async () => {
    const text = (version: string) => `{
  "openapi": "${version}",
  "info": { "title": "Shop", "version": "1" },
  "paths": {
    "/a": {
      "additionalOperations": { "COPY": { "responses": { "204": {} } } },
      "get": { "responses": { "200": { "content": { "application/json": { "schema": {
        "type": ["object", "null"], "oneOf": [{ "properties": { "id": {} } }, { "properties": { "name": {} } }]
      } } } } } }
    }
  }
}`;
    for (const version of ['3.1.0', '3.2.0']) {
      const [get, copy] = await operationsOf(text(version));
      assert.deepEqual(
        [get?.place.line, get?.method, texts(get?.response ?? [])],
        [7, 'GET', ['id', 'name']],
      );
      assert.deepEqual([copy?.place.line, copy?.method, copy?.statuses], [6, 'COPY', ['204']]);
    }
  });

  it('is read from Swagger 2', async () => {
    const operations = await operationsOf(`swagger: '2.0'
info: {title: Shop}
paths:
  /a:
    put:
      parameters:
        - {name: order, in: body, schema: {properties: {sku: {}}}}
        - {name: page, in: query, type: string}
      responses: {200: {schema: {properties: {id: {}}}}}
    post:
      parameters: [{name: file, in: formData, type: file}]
      responses: {201: {}}
`);
    assert.deepEqual(
      operations.map(({ body, response, parameters, statuses, place }) => [
        texts(body),
        texts(response),
        parameters,
        statuses,
        place.line,
      ]),
      [
        [['sku'], ['id'], ['query page'], ['200'], 5],
        [['file'], [], [], ['201'], 10],
      ],
    );
  });

  it('knows the file and line of an operation that another file has', async () => {
    const operations = await operationsOf(
      `openapi: 3.0.0
info: {title: Shop}
paths:
  /a: {$ref: 'paths/a.yaml'}
  /b: {$ref: 'paths/b.json#/items/~1b'}
  /c: {$ref: 'paths/none.yaml'}
`,
      {
        'paths/a.yaml': `# the path
get:
  responses:
    200: {content: {application/json: {schema: {$ref: '../schemas.yaml#/Order'}}}}
`,
        'paths/b.json': '{\n  "items": {\n    "/b": {\n      "delete": { "responses": {} } } } }',
        'schemas.yaml': 'Order: {properties: {id: {}}}',
      },
    );
    assert.deepEqual(
      operations.map(({ method, path, place, response }) => [method, path, place, texts(response)]),
      [
        ['GET', '/a', { file: 'specs/paths/a.yaml', line: 2 }, ['id']],
        ['DELETE', '/b', { file: 'specs/paths/b.json', line: 4 }, []],
      ],
    );
  });
});
