/** What becomes of each part of a specification. */
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import { objectOf } from '../../../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { documentation, remarkText, type Remark } from '../../../../../src/formats/importers/shape/remark';
import { examplesOf } from '../../examplesOf';

const specification = (more: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  ...more,
});

const read = (spec: JsonObject): Promise<ImportedCollection> => readImport('spec.json', JSON.stringify(spec));

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

/** The one request of `POST /orders` or another path, as the operation says. */
const readOne = async (
  operation: JsonObject,
  { path = '/orders', ...more }: JsonObject & { path?: string } = {},
): Promise<KeptRequest> => {
  const [request] = kept(await read(specification({ paths: { [path]: { post: operation } }, ...more })));
  return request ?? assert.fail('there is no request');
};

const jsonBody = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
});

describe('an operation of OpenAPI', () => {
  it('becomes a request with everything that it says', async () => {
    const request = await readOne({
      operationId: 'createOrder',
      summary: 'Create\nan order',
      description: 'Costs nothing.',
      tags: ['orders', 'write'],
      responses: { 201: { description: 'done' }, 400: { description: 'wrong' } },
    });
    assert.deepEqual(request, {
      kind: 'kept',
      name: 'Create an order',
      id: 'create Order',
      folders: ['orders'],
      tags: ['write'],
      description: 'Costs nothing.',
      request: { method: 'POST', url: '{{baseUrl}}/orders', expect: { status: 201 } },
      remarks: [],
    });
  });

  const json = (media: JsonObject): JsonObject => ({ content: { 'application/json': media } });
  const answers: [
    title: string,
    responses: JsonObject,
    status: number | undefined,
    body: string,
    examples: readonly string[],
  ][] = [
    ['the example', { 201: json({ example: { id: 7 } }) }, 201, '{"id":7}', ['201']],
    [
      'the first of several, by their names or what they say about themselves',
      {
        404: json({ examples: { gone: { summary: 'No such order', value: {} } } }),
        '4XX': json({ example: {} }),
        default: json({ examples: { other: { value: {} } } }),
        200: json({ examples: { a: { value: [1] }, b: { value: [2] } } }),
      },
      200,
      '[1]',
      ['200 a', '200 b', '404 No such order', '4XX', 'default other'],
    ],
    [
      'the one of the media type that says most',
      { 200: { content: { 'text/plain': { example: 'ok' }, 'application/json': { example: [] } } } },
      200,
      '[]',
      ['200', '200'],
    ],
    [
      'the example of the schema',
      { 200: json({ schema: { type: 'object', example: { id: 1 } } }) },
      200,
      '{"id":1}',
      ['200'],
    ],
    [
      'JSON that is written as a text',
      { 200: json({ example: '{"id": 7}', schema: { type: 'object' } }) },
      200,
      '{"id":7}',
      ['200'],
    ],
    ['what is text', { 200: { content: { 'text/plain': { example: 'ok' } } } }, 200, 'ok', ['200']],
    [
      'what Swagger 2 has',
      { 200: { examples: { 'application/json': { id: 7 } } } },
      200,
      '{"id":7}',
      ['200'],
    ],
    ['what a reference leads to', { 200: { $ref: '#/components/responses/R' } }, 200, '{"r":1}', ['200']],
    ['nothing that is made up', { 200: json({ schema: { type: 'integer' } }) }, undefined, '', ['-']],
    ['an error', { 404: json({ example: {} }) }, undefined, '', ['-', '404']],
  ];
  for (const [title, responses, status, body, examples] of answers) {
    it(`has of its answers ${title}`, async () => {
      const components = { responses: { R: json({ example: { r: 1 } }) } };
      const request = await readOne({ responses }, { components });
      const response = request.recorded?.exchange.response;
      assert.deepEqual([response?.status, response?.body.content ?? ''], [status, body]);
      assert.deepEqual(examplesOf(request), examples);
      assert.deepEqual(request.remarks, []);
    });
  }

  it('is called after its method and path when nothing else names it', async () => {
    assert.equal((await readOne({})).name, 'POST /orders');
  });

  const expectations: [title: string, statuses: readonly string[], expected: JsonObject][] = [
    ['one status', ['200', '404'], { expect: { status: 200 } }],
    ['several', ['200', '204'], { expect: { status: [200, 204] } }],
    ['a class', ['2XX'], { expect: { status: '2xx' } }],
    ['a redirect, which is not followed', ['302', '400'], { expect: { status: 302 }, redirects: 'manual' }],
    ['nothing that is certain', ['default', '500'], {}],
  ];
  for (const [title, statuses, expected] of expectations) {
    it(`expects ${title}`, async () => {
      const responses = Object.fromEntries(statuses.map((status) => [status, { description: '' }]));
      const { request } = await readOne({ responses });
      assert.deepEqual(request, { method: 'POST', url: '{{baseUrl}}/orders', ...expected });
    });
  }

  it('says that it is deprecated, and that its callbacks are left out', async () => {
    const { remarks } = await readOne({ deprecated: true, callbacks: { paid: {} } });
    assert.deepEqual(remarks, [
      documentation('It is marked as deprecated.'),
      documentation('Its callbacks are sent by the API and left out: paid.'),
    ]);
  });

  it('keeps two operations with one operationId, and gives them two ids', async () => {
    const paths = { '/a': { get: { operationId: 'same' } }, '/b': { get: { operationId: 'same' } } };
    assert.deepEqual(
      kept(await read(specification({ paths }))).map(({ id, request }) => [id, request['url']]),
      [
        ['same', '{{baseUrl}}/a'],
        ['same', '{{baseUrl}}/b'],
      ],
    );
  });

  it('leaves out webhooks, which nobody sends to the API', async () => {
    const { requests, environments } = await read(
      specification({ openapi: '3.1.0', webhooks: { paid: { post: {} } } }),
    );
    assert.deepEqual(environments, []);
    assert.deepEqual(requests, [
      {
        kind: 'left-out',
        name: 'POST paid',
        folders: [],
        reason: 'It is a webhook: the API sends it, and nobody sends it to the API.',
      },
    ]);
  });
});

describe('parameters of OpenAPI', () => {
  const parameter = async (one: JsonObject, path = '/orders/{id}'): Promise<JsonObject> =>
    (await readOne({ parameters: [one] }, { path })).request;

  it('are variables in a path, called after what they identify', async () => {
    const { url } = await parameter({ name: 'id', in: 'path', required: true });
    assert.equal(url, '{{baseUrl}}/orders/{{orderId}}');
  });

  it('keep a name that says what they are', async () => {
    const { url } = await parameter({ name: 'orderNumber', in: 'path' }, '/orders/{orderNumber}.json');
    assert.equal(url, '{{baseUrl}}/orders/{{orderNumber}}.json');
  });

  it('are there when they are required, and switched off when they are not', async () => {
    const query = { in: 'query', schema: { type: 'integer', example: 7 } };
    const { request } = await readOne({
      parameters: [
        { name: 'limit', ...query },
        { name: 'page', required: true, ...query },
        { name: 'since', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'X-Trace', in: 'header', schema: { type: 'string', format: 'uuid' } },
      ],
    });
    assert.deepEqual(request['query'], [
      { name: 'limit', value: '7', disabled: true },
      { name: 'page', value: '7' },
      { name: 'since', value: '{{since}}' },
    ]);
    assert.deepEqual(request['headers'], [
      { name: 'X-Trace', value: '3fa85f64-5717-4562-b3fc-2c963f66afa6', disabled: true },
    ]);
  });

  it('want a secret where their name is that of a credential', async () => {
    const { headers } = await parameter({ name: 'X-Api-Key', in: 'header', required: true });
    assert.deepEqual(headers, [{ name: 'X-Api-Key', value: '{{$secret API_KEY}}' }]);
  });

  const written: [title: string, parameter: JsonObject, rows: JsonValue][] = [
    [
      'a list, a row for each item',
      {},
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['a list with commas', { explode: false }, [['a', '1,2']]],
    ['a list with bars', { style: 'pipeDelimited', explode: false }, [['a', '1|2']]],
    ['a list with spaces', { style: 'spaceDelimited', explode: false }, [['a', '1 2']]],
    [
      'an object, a row for each member',
      { example: { x: 1, y: 'z' } },
      [
        ['x', '1'],
        ['y', 'z'],
      ],
    ],
    ['a deep object', { style: 'deepObject', example: { x: 1 } }, [['a[x]', '1']]],
    ['JSON', { example: { x: 1 }, style: 'none' }, [['a', '{"x":1}']]],
    ...[{ x: 1 }, [1, 2]].map((example): [string, JsonObject, JsonValue] => [
      `a document, ${JSON.stringify(example)}`,
      { schema: null, example: null, content: { 'application/json': { example } } },
      [['a', JSON.stringify(example)]],
    ]),
  ];
  for (const [title, more, rows] of written) {
    it(`are written as ${title}`, async () => {
      const one = {
        name: 'a',
        in: 'query',
        required: true,
        schema: { type: 'array' },
        example: [1, 2],
        ...more,
      };
      const { query } = await parameter(one);
      assert.deepEqual(
        (query as readonly JsonObject[]).map(({ name, value }) => [name, value]),
        rows,
      );
    });
  }

  it('are lists with commas in a path', async () => {
    const tags = { name: 'tags', in: 'path', required: true, example: [1, 2] };
    const { variables } = await read(
      specification({ paths: { '/x/{tags}': { get: { parameters: [tags] } } } }),
    );
    assert.deepEqual(
      variables.filter(({ name }) => name === 'tags'),
      [{ name: 'tags', value: '1,2', isSecret: false }],
    );
  });

  it('take the first of several examples, and braces as text', async () => {
    const { query } = await parameter({
      name: 'q',
      in: 'query',
      required: true,
      examples: { one: { value: '{{x}}' }, two: { value: 'y' } },
    });
    assert.deepEqual(query, [{ name: 'q', value: '\\{{x}}' }]);
  });

  it('are those of the operation before those of its path', async () => {
    const shared = { name: 'a', in: 'query', required: true, example: 'path' };
    const paths = {
      '/x': {
        parameters: [shared, { ...shared, name: 'b' }],
        get: { parameters: [{ ...shared, example: 'own' }] },
      },
    };
    const [request] = kept(await read(specification({ paths })));
    assert.deepEqual(request?.request['query'], [
      { name: 'a', value: 'own' },
      { name: 'b', value: 'path' },
    ]);
  });

  it('are one Cookie header, with a line that is switched off for each optional one', async () => {
    const { request, remarks } = await readOne({
      parameters: [
        { name: 'a', in: 'cookie', required: true, example: '1' },
        { name: 'b', in: 'cookie', required: true, example: '2' },
        { name: 'c', in: 'cookie', example: '3' },
        { name: 'd', in: 'cookie', schema: { type: 'integer', example: 4 } },
      ],
    });
    assert.deepEqual(request['headers'], [
      { name: 'Cookie', value: 'a=1; b=2' },
      { name: 'Cookie', value: 'c=3', disabled: true },
      { name: 'Cookie', value: 'd=4', disabled: true },
    ]);
    assert.deepEqual(remarks, []);
  });

  it('get a remark where they cannot be carried over', async () => {
    const { request, remarks } = await readOne({
      parameters: [
        { name: 'x', in: 'trailer' },
        { name: '__proto__', in: 'header' },
        { name: 'Content-Length', in: 'header' },
        7,
      ],
    });
    assert.deepEqual(request, { method: 'POST', url: '{{baseUrl}}/orders' });
    assert.deepEqual(remarks, [
      'The parameter "x" of the kind "trailer" cannot be carried over.',
      'The parameter "__proto__" of the kind "header" cannot be carried over.',
      documentation('The header "Content-Length" is left out: every client sets it by itself.'),
      'The parameter "" of the kind "" cannot be carried over.',
    ]);
  });

  it('have their examples as constants, the first one of each', async () => {
    const at = (example: number): JsonObject => ({
      get: { parameters: [{ name: 'orderId', in: 'path', example }] },
    });
    const collection = await read(
      specification({ paths: { '/a/{orderId}': at(1), '/b/{orderId}': at(2), '/c/{orderId}': at(1) } }),
    );
    assert.deepEqual(collection.variables, [{ name: 'orderId', value: 1, isSecret: false }]);
    assert.deepEqual(
      kept(collection).map(({ remarks }) => remarks),
      [[], ['Its example for orderId is 2; the constant has that of a request before.'], []],
    );
  });

  it('get names that a chain can have', async () => {
    const collection = await read(specification({ paths: { '/a/{my id}/{__proto__}': { get: {} } } }));
    assert.equal(kept(collection)[0]?.request['url'], '{{baseUrl}}/a/{{my_id}}/{{__proto___}}');
    assert.deepEqual(collection.renamed, [
      { from: 'my id', to: 'my_id' },
      { from: '__proto__', to: '__proto___' },
    ]);
  });
});

describe('bodies of OpenAPI', () => {
  const samples: [title: string, schema: JsonObject, expected: JsonValue][] = [
    ['examples before everything', { type: 'string', example: 'a', default: 'b' }, 'a'],
    ['the first of the examples of 3.1', { type: 'string', examples: ['a', 'b'] }, 'a'],
    ['defaults', { type: 'integer', default: 0 }, 0],
    ['constants', { const: 'x' }, 'x'],
    ['the first of an enumeration', { type: 'string', enum: ['x', 'y'] }, 'x'],
    ['an example that is empty', { type: 'string', example: '' }, ''],
    ['an example that is null', { type: 'string', example: null }, null],
    ['texts of a format', { type: 'string', format: 'date' }, '2024-01-01'],
    ['texts of a length', { type: 'string', minLength: 8 }, 'stringst'],
    ['texts that are short', { type: 'string', maxLength: 2 }, 'st'],
    ['texts of a length that nobody means', { type: 'string', minLength: 1e300, maxLength: 3 }, 'str'],
    ['numbers within bounds', { type: 'number', minimum: 5 }, 5],
    ['numbers next to bounds', { type: 'integer', exclusiveMinimum: 5 }, 6],
    ['numbers next to bounds of 3.0', { type: 'integer', minimum: 5, exclusiveMinimum: true }, 6],
    ['numbers below zero', { type: 'integer', maximum: -3 }, -3],
    ['multiples', { type: 'integer', multipleOf: 10 }, 10],
    ['truth values', { type: 'boolean' }, true],
    ['the type other than null', { type: ['null', 'integer'] }, 1],
    ['null alone', { type: ['null'] }, null],
    ['objects', { type: 'object', properties: { a: { type: 'integer' }, b: {} } }, { a: 1, b: {} }],
    [
      'objects without what is only read',
      { properties: { a: { readOnly: true }, b: { type: 'null' } } },
      { b: null },
    ],
    [
      'objects that only say that they are not empty',
      { additionalProperties: { type: 'integer' }, minProperties: 1 },
      { key: 1 },
    ],
    [
      'a member called __proto__',
      { properties: JSON.parse('{"__proto__": {"type": "integer"}}') as JsonObject },
      JSON.parse('{"__proto__": 1}') as JsonObject,
    ],
    ['lists', { type: 'array', items: { type: 'string' } }, ['string']],
    [
      'lists with the number of items they need',
      { type: 'array', minItems: 2, items: { type: 'integer' } },
      [1, 1],
    ],
    [
      'lists that want very many items',
      { type: 'array', minItems: 1e9, items: { type: 'integer' } },
      [1, 1, 1],
    ],
    ['tuples', { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] }, [1, true]],
    [
      'what is put together',
      { allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: { type: 'boolean' } } }] },
      { a: 1, b: true },
    ],
    [
      'the first alternative, null aside',
      { oneOf: [{ type: 'null' }, { type: 'integer' }, { type: 'string' }] },
      1,
    ],
    [
      'an alternative in addition to members',
      { properties: { a: { type: 'integer' } }, anyOf: [{ properties: { b: { type: 'boolean' } } }] },
      { b: true, a: 1 },
    ],
    ['texts with braces as text', { type: 'string', example: '{{x}}' }, '\\{{x}}'],
  ];
  for (const [title, schema, expected] of samples) {
    it(`have ${title}`, async () => {
      const { request } = await readOne(jsonBody({ properties: { value: schema } }));
      assert.deepEqual(request['body'], { json: { value: expected } });
    });
  }

  it('have JSON that is written as a text where the whole body is one', async () => {
    const { request } = await readOne({
      requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: '{"a": 1}' } } },
    });
    assert.deepEqual(request['body'], { json: { a: 1 } });
  });

  it('end where a schema contains itself', async () => {
    const node = {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        parent: { $ref: '#/components/schemas/Node' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    };
    const { request } = await readOne(jsonBody({ $ref: '#/components/schemas/Node' }), {
      components: { schemas: { Node: node } },
    });
    assert.deepEqual(request['body'], { json: { id: 1, children: [] } });
  });

  it('end early where schemas multiply', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20 }, (_, level): [string, JsonObject] => {
        const next = { $ref: `#/components/schemas/S${level + 1}` };
        return [`S${level}`, { properties: { a: next, b: next, c: next, d: next } }];
      }),
    );
    const { request } = await readOne(jsonBody({ $ref: '#/components/schemas/S0' }), {
      components: { schemas },
    });
    assert.ok(JSON.stringify(request).length < 100_000);
  });

  it('name the alternative that was taken', async () => {
    const { request } = await readOne(
      jsonBody({
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
        oneOf: [{ $ref: '#/components/schemas/Cat' }],
      }),
      { components: { schemas: { Cat: { properties: { kind: { type: 'string' } } } } } },
    );
    assert.deepEqual(request['body'], { json: { kind: 'cat' } });
  });

  it('are JSON where they can be, and say what else they can be', async () => {
    const { request, remarks } = await readOne({
      requestBody: { content: { 'text/xml': {}, 'application/vnd.api+json': {}, 'application/json': {} } },
    });
    assert.deepEqual(request['body'], { json: {} });
    assert.deepEqual(remarks, [
      documentation('Its body is application/json; it can also be text/xml, application/vnd.api+json.'),
    ]);
  });

  it('say their media type where a chain would say another', async () => {
    const { request } = await readOne({ requestBody: { content: { 'application/vnd.api+json': {} } } });
    assert.deepEqual(request['headers'], [{ name: 'Content-Type', value: 'application/vnd.api+json' }]);
  });

  it('take the first of several examples and name the others', async () => {
    const { request, remarks } = await readOne({
      requestBody: {
        content: { 'application/json': { examples: { one: { value: 1 }, two: { value: 2 } } } },
      },
    });
    assert.deepEqual(request['body'], { json: 1 });
    assert.deepEqual(remarks, [documentation('Further examples of its body are not carried over: "two".')]);
  });

  it('are forms, optional fields switched off', async () => {
    const schema = {
      required: ['a'],
      properties: { a: { type: 'array', items: { example: 'x' } }, b: { type: 'string' } },
    };
    const { request } = await readOne({
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
    });
    assert.deepEqual(request['body'], {
      form: [
        { name: 'a', value: 'x' },
        { name: 'b', value: 'string', disabled: true },
      ],
    });
  });

  it('are multipart forms with files', async () => {
    const schema = {
      properties: {
        title: { type: 'string' },
        meta: { type: 'object', properties: { a: { type: 'integer' } } },
        image: { type: 'string', format: 'binary' },
      },
    };
    const { request, remarks } = await readOne({
      requestBody: {
        content: { 'multipart/form-data': { schema, encoding: { image: { contentType: 'image/png' } } } },
      },
    });
    assert.deepEqual(request['body'], {
      multipart: [
        { name: 'title', value: 'string' },
        { name: 'meta', value: '{"a":1}', contentType: 'application/json' },
        { name: 'image', file: 'image.bin', contentType: 'image/png' },
      ],
    });
    assert.deepEqual(remarks, ['The file "image.bin" is not imported. Put it there, relative to the chain.']);
  });

  it('are the bytes of a file', async () => {
    const { request } = await readOne({ requestBody: { content: { 'image/png': {} } } });
    assert.deepEqual(request['body'], { file: 'body.bin', contentType: 'image/png' });
  });

  it('are XML with the names that the schema gives', async () => {
    const schema = {
      type: 'object',
      xml: { name: 'order' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        items: { type: 'array', xml: { wrapped: true }, items: { example: 'a<b', xml: { name: 'item' } } },
      },
    };
    const { request } = await readOne({ requestBody: { content: { 'application/xml': { schema } } } });
    assert.deepEqual(request['body'], {
      text: '<?xml version="1.0" encoding="UTF-8"?>\n<order id="1"><items><item>a&lt;b</item></items></order>',
      contentType: 'application/xml',
    });
  });
});

describe('servers of OpenAPI', () => {
  const environments = async (more: JsonObject): Promise<JsonValue> => {
    const { environments: found } = await read(specification({ paths: { '/a': { get: {} } }, ...more }));
    return found.map(({ name, variables, remarks }) => [
      name,
      Object.fromEntries(variables.map((variable) => [variable.name, variable.value])),
      remarks,
    ]);
  };

  const servers: [title: string, servers: JsonValue, expected: JsonValue][] = [
    [
      'each an environment, called as they are described',
      [{ url: 'https://a.example/v1/', description: 'Production' }, { url: 'http://b.example' }],
      [
        ['Production', { baseUrl: 'https://a.example/v1' }, []],
        ['b.example', { baseUrl: 'http://b.example' }, []],
      ],
    ],
    [
      'distinguished where they have the same name',
      [{ url: 'https://a.example' }, { url: 'http://a.example' }, { url: 'http://a.example/v2' }],
      [
        ['a.example', { baseUrl: 'https://a.example' }, []],
        ['a.example (http)', { baseUrl: 'http://a.example' }, []],
        ['a.example 2', { baseUrl: 'http://a.example/v2' }, []],
      ],
    ],
    [
      'with their variables',
      [{ url: '{scheme}://a.example', variables: { scheme: { default: 'https', enum: ['https', 'http'] } } }],
      [
        [
          'server',
          { baseUrl: '{{scheme}}://a.example', scheme: 'https' },
          [documentation('The variable scheme can also be http.')],
        ],
      ],
    ],
    [
      'to be completed where they are only a path',
      [{ url: '/v2' }],
      [
        [
          'server',
          { baseUrl: 'http://localhost/v2' },
          ['The file does not say on which server the API is. Write its address into baseUrl.'],
        ],
      ],
    ],
    [
      'to be completed where there are none',
      [],
      [
        [
          'server',
          { baseUrl: 'http://localhost' },
          ['The file does not say on which server the API is. Write its address into baseUrl.'],
        ],
      ],
    ],
  ];
  for (const [title, list, expected] of servers) {
    it(`are ${title}`, async () => {
      assert.deepEqual(await environments({ servers: list }), expected);
    });
  }

  it('are those of the operation or of its path where these name some', async () => {
    const files = [{ url: 'https://files.example' }, { url: 'https://more.example' }];
    const paths = {
      '/a': { servers: files, get: {}, put: { servers: [{ url: '/own' }] } },
      '/b': { servers: [{ url: 'https://api.example.com/v1' }], get: {} },
    };
    const requests = kept(await read(specification({ paths })));
    assert.deepEqual(
      requests.map(({ request, remarks }) => [request['url'], remarks]),
      [
        [
          'https://files.example/a',
          [documentation('Its first server is used; it can also be sent to https://more.example.')],
        ],
        ['https://api.example.com/own/a', []],
        ['{{baseUrl}}/b', []],
      ],
    );
  });
});

describe('authentication of OpenAPI', () => {
  const schemes = {
    basic: { type: 'http', scheme: 'Basic' },
    token: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'query', name: 'k' },
    login: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } },
    },
    implicit: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://x.example' } } },
    openid: { type: 'openIdConnect', openIdConnectUrl: 'https://x.example' },
    strange: { type: 'mutualTLS' },
  };
  const readAll = (security: readonly JsonValue[], more: JsonObject = {}): Promise<ImportedCollection> =>
    read(
      specification({
        paths: Object.fromEntries(
          security.map((own, index) => [`/${index}`, { get: own === null ? {} : { security: own } }]),
        ),
        components: { securitySchemes: schemes },
        ...more,
      }),
    );

  it('is the chain’s where most operations have it, and said by those that have another', async () => {
    const { auth, requests } = await readAll([[{ token: [] }], [{ token: [] }], [{ basic: [] }], []]);
    assert.deepEqual(auth, { type: 'bearer', token: '{{$secret TOKEN}}' });
    assert.deepEqual(
      kept({ requests } as ImportedCollection).map(({ request }) => request['auth']),
      [
        undefined,
        undefined,
        { type: 'basic', username: '{{$secret BASIC_USERNAME}}', password: '{{$secret BASIC_PASSWORD}}' },
        { type: 'none' },
      ],
    );
  });

  const alone: [title: string, requirement: JsonValue, auth: JsonObject | undefined, rows: JsonValue][] = [
    ['a key', [{ key: [] }], { type: 'apiKey', in: 'query', name: 'k', value: '{{$secret KEY}}' }, null],
    [
      'OAuth 2.0 with the scopes that are asked for',
      [{ login: ['read', 'write'] }],
      {
        type: 'oauth2',
        grant: 'clientCredentials',
        tokenUrl: 'https://api.example.com/token',
        clientId: '{{$secret LOGIN_CLIENT_ID}}',
        clientSecret: '{{$secret LOGIN_CLIENT_SECRET}}',
        scope: 'read write',
      },
      null,
    ],
    [
      'two at once, the key in a row',
      [{ key: [], token: [] }],
      { type: 'bearer', token: '{{$secret TOKEN}}' },
      [{ name: 'k', value: '{{$secret KEY}}' }],
    ],
    [
      'the first that is possible',
      [{ strange: [] }, { token: [] }],
      { type: 'bearer', token: '{{$secret TOKEN}}' },
      null,
    ],
    [
      'a token where no flow can be carried over',
      [{ implicit: [] }],
      { type: 'bearer', token: '{{$secret IMPLICIT}}' },
      null,
    ],
    ['a token for OpenID Connect', [{ openid: [] }], { type: 'bearer', token: '{{$secret OPENID}}' }, null],
    ['none where none is possible', [{ strange: [] }], undefined, null],
    ['none where it is not defined', [{ nothing: [] }], undefined, null],
  ];
  for (const [title, requirement, expected, rows] of alone) {
    it(`is ${title}`, async () => {
      const { auth, requests } = await readAll([requirement]);
      assert.deepEqual(auth, expected);
      assert.deepEqual(kept({ requests } as ImportedCollection)[0]?.request['query'] ?? null, rows);
    });
  }

  const together: [title: string, requirements: JsonValue, auth: JsonValue, remarks: readonly Remark[]][] = [
    [
      'the first of several that are needed together, and their keys',
      [{ key: [], basic: [], login: [], strange: [] }],
      'basic',
      [
        'A request has one authentication. Of key with basic with login with strange, it has key, basic. Left out: login, strange.',
      ],
    ],
    [
      'a key where nothing else is possible',
      [{ strange: [], key: [] }],
      'apiKey',
      ['A request has one authentication. Of strange with key, it has key. Left out: strange.'],
    ],
    [
      'the alternative that is possible as a whole, though it is a later one',
      [{ basic: [], token: [] }, { login: [] }],
      'oauth2',
      [documentation('Of its authentications login is used; basic with token would do as well.')],
    ],
    [
      'none where no scheme is possible',
      [{ strange: [], nothing: [] }],
      null,
      ['Its authentication with strange with nothing is left out.'],
    ],
  ];
  for (const [title, requirements, type, expected] of together) {
    it(`is ${title}`, async () => {
      const { auth, requests } = await readAll([requirements]);
      assert.deepEqual(auth?.type ?? null, type);
      assert.deepEqual(kept({ requests } as ImportedCollection)[0]?.remarks, expected);
    });
  }

  it('says once what concerns all operations, and where an operation leaves something', async () => {
    const collection = await readAll([null, null, [{ token: [] }, {}]], {
      security: [{ implicit: [] }, { key: [] }],
    });
    assert.deepEqual(collection.remarks.slice(0, 2), [
      'The flow of the authentication "implicit" cannot be carried over. Enter a token that was obtained elsewhere.',
      documentation('Of its authentications implicit is used; key would do as well.'),
    ]);
    assert.deepEqual(
      kept(collection).map(({ remarks }) => remarks),
      [[], [], [documentation('Of its authentications token is used; no authentication would do as well.')]],
    );
  });
});

describe('links of OpenAPI', () => {
  const linked = (links: JsonObject, more: JsonObject = {}): Promise<ImportedCollection> =>
    read(
      specification({
        paths: {
          '/orders': {
            post: { operationId: 'create', responses: { 201: { description: '', links }, ...more } },
          },
          '/orders/{id}': {
            get: {
              operationId: 'read',
              parameters: [
                { name: 'id', in: 'path', required: true, example: 'x' },
                { name: 'tag', in: 'query' },
              ],
            },
          },
        },
      }),
    );

  it('extract what they give and refer to it', async () => {
    const collection = await linked({
      byId: { operationId: 'read', parameters: { id: '$response.body#/order/items/0/id~1' } },
    });
    const [create, get] = kept(collection);
    assert.deepEqual(create?.request['extract'], [
      { variable: 'orderId', from: 'body', path: "$.order.items[0]['id/']" },
    ]);
    assert.equal(get?.request['url'], '{{baseUrl}}/orders/{{orderId}}');
    assert.deepEqual(collection.variables, [], 'the example would replace the value');
  });

  it('lead to an operation by its place, and give a part of a text and a header', async () => {
    const [create, get] = kept(
      await linked({
        one: {
          operationRef: '#/paths/~1orders~1{id}/get',
          parameters: { 'query.tag': 'v{$response.body#/version}', 'path.id': '$response.header.X-Id' },
        },
      }),
    );
    assert.deepEqual(create?.request['extract'], [
      { variable: 'version', from: 'body', path: '$.version' },
      { variable: 'orderId', from: 'header', name: 'X-Id' },
    ]);
    assert.deepEqual(get?.request['query'], [{ name: 'tag', value: 'v{{version}}' }]);
  });

  const lost: [title: string, link: JsonObject, why: RegExp][] = [
    ['that lead nowhere', { operationId: 'nothing' }, /leads to no operation of the file/],
    ['to the request itself', { operationId: 'create' }, /leads to the request itself/],
    [
      'to a parameter that is not there',
      { operationId: 'read', parameters: { x: '1' } },
      /read has no parameter "x"/,
    ],
    [
      'from what a response does not have',
      { operationId: 'read', parameters: { id: '$request.body#/id' } },
      /"\$request.body#\/id" cannot be taken from a response/,
    ],
  ];
  for (const [title, link, why] of lost) {
    it(`get a remark where they cannot be followed: ${title}`, async () => {
      const [create] = kept(await linked({ one: link }));
      assert.match(remarkText(create?.remarks[0] ?? ''), why);
      assert.equal(create?.request['extract'], undefined);
    });
  }

  it('get a remark where they belong to another status', async () => {
    const links = { one: { operationId: 'read', parameters: { id: '$response.body#/id' } } };
    const [create] = kept(await linked({}, { 404: { description: '', links } }));
    assert.deepEqual(create?.remarks, [
      'Its link "one" is not carried over: it belongs to the status 404, which is not expected.',
    ]);
  });
});

describe('a specification of a size that nobody means', () => {
  it('leaves out requests when its examples make gigabytes', async () => {
    const example = { text: 'x'.repeat(1_000_000) };
    const body = { $ref: '#/components/requestBodies/Large' };
    const paths = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`/${index}`, { post: { requestBody: body } }]),
    );
    const { requests } = await read(
      specification({
        paths,
        components: { requestBodies: { Large: { content: { 'application/json': { example } } } } },
      }),
    );
    assert.equal(requests.length, 200);
    const [reason] = requests.flatMap((request) => (request.kind === 'left-out' ? [request.reason] : []));
    assert.match(reason ?? '', /too large together/);
    assert.equal(requests.filter(({ kind }) => kind === 'kept').length, 49);
  });

  it('is read in a moment, with a list of very many items in it', async () => {
    const { requests } = await read(
      specification({ paths: { '/a': { get: {} } }, 'x-list': Array.from({ length: 300_000 }, () => 1) }),
    );
    assert.equal(requests.length, 1);
  });
});

describe('Swagger 2', () => {
  it('has its server in parts, its body among the parameters, and its own way to write lists', async () => {
    const { environments, requests, auth } = await read({
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'old.example',
      basePath: '/v1',
      schemes: ['http', 'wss'],
      consumes: ['application/json'],
      securityDefinitions: { login: { type: 'oauth2', flow: 'application', tokenUrl: 'https://l.example' } },
      security: [{ login: [] }],
      paths: {
        '/a': {
          post: {
            parameters: [
              {
                name: 'ids',
                in: 'query',
                required: true,
                type: 'array',
                items: { enum: ['x'] },
                collectionFormat: 'multi',
              },
              { name: 'body', in: 'body', schema: { properties: { a: { type: 'integer' } } } },
            ],
          },
          put: {
            parameters: [
              { name: 'note', in: 'formData', type: 'string' },
              { name: 'scan', in: 'formData', type: 'file', required: true },
            ],
          },
        },
      },
    });
    assert.ok(auth?.type === 'oauth2');
    assert.equal(auth.grant, 'clientCredentials');
    assert.deepEqual(
      environments.map(({ variables }) => variables[0]?.value),
      ['http://old.example/v1'],
    );
    const [post, put] = requests.flatMap((request) => (request.kind === 'kept' ? [request.request] : []));
    assert.deepEqual(post, {
      method: 'POST',
      url: '{{baseUrl}}/a',
      query: [{ name: 'ids', value: 'x' }],
      body: { json: { a: 1 } },
    });
    assert.deepEqual(put?.['body'], {
      multipart: [
        { name: 'note', value: 'string', disabled: true },
        { name: 'scan', file: 'scan.bin' },
      ],
    });
  });

  it('has operations in x-ms-paths, whose queries are part of the path', async () => {
    const [request] = kept(
      await read({
        swagger: '2.0',
        info: { title: 'Azure', version: '1' },
        host: 'x.example',
        paths: {},
        'x-ms-paths': {
          '/{name}?type=file&op={op}': {
            get: {
              parameters: [
                { name: 'name', in: 'path' },
                { name: 'op', in: 'query', required: true },
                { name: 'type', in: 'query', required: true },
              ],
            },
          },
        },
      }),
    );
    assert.deepEqual(request?.request, { method: 'GET', url: '{{baseUrl}}/{{name}}?type=file&op={{op}}' });
  });
});

describe('references of OpenAPI', () => {
  it('have escapes, and lead through parts of parts', async () => {
    const { request } = await readOne(jsonBody({ $ref: '#/components/schemas/a~1b~0c%20d' }), {
      components: {
        schemas: {
          'a/b~c d': { properties: { x: { $ref: '#/components/parameters/0/schema' } } },
        },
        parameters: [{ schema: { type: 'integer' } }],
      },
    });
    assert.deepEqual(objectOf(request['body'])?.['json'], { x: 1 });
  });

  it('get a remark when they lead nowhere or in a cycle', async () => {
    const collection = await read(
      specification({
        paths: { '/a': { post: jsonBody({ properties: { a: { $ref: '#/x' }, b: { $ref: '#/c1' } } }) } },
        c1: { $ref: '#/c2' },
        c2: { $ref: '#/c1' },
      }),
    );
    assert.deepEqual(collection.remarks.slice(0, 2), [
      'The reference "#/x" leads to nothing.',
      'The reference "#/c1" leads back to itself.',
    ]);
  });
});
