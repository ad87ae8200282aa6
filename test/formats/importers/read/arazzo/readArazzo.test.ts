/** Arazzo documents: workflows as chains, steps as requests, and what no chain can say in the report. */
import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import { readChain } from '../../../../../src/core/files/chainFile';
import { parseJson, type JsonValue } from '../../../../../src/core/json/json';
import { selectPath } from '../../../../../src/core/json/jsonPath';
import { readImportFile } from '../../../../../src/formats/importers/importers';
import { remarkText, severityOf } from '../../../../../src/formats/importers/shape/remark';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';

const SHOP = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example' }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /login:
    post:
      operationId: login
      requestBody: { required: true, content: { application/json: { example: { user: a } } } }
      responses: { '200': { description: ok } }
  /orders/{id}:
    get:
      operationId: readOrder
      security: [{ token: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, example: 7 } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: tag, in: query, schema: { type: array } }
        - { name: X-Trace, in: header, schema: { type: string } }
      responses: { '200': { description: ok } }
    delete:
      operationId: removeOrder
      requestBody: { content: { application/json: { example: { reason: none } } } }
      responses: { '204': { description: gone } }
`;

const head = `arazzo: 1.0.1
info: { title: Shop flows, version: '1' }
sourceDescriptions: [{ name: shop, url: ./shop.yaml, type: openapi }]
`;

/** Imports a document that lies in the folder \`flows\` next to these files. */
const read = (text: string, files: Readonly<Record<string, string>> = { 'flows/shop.yaml': SHOP }) =>
  readImportFile(
    {
      name: 'main.yaml',
      path: 'flows/main.yaml',
      text,
      files: {
        paths: () => Promise.resolve(Object.keys(files)),
        text: (path) => {
          const found = files[path];
          return found === undefined
            ? Promise.reject(new UserError(`The file "${path}" does not exist.`, 'Check it.'))
            : Promise.resolve(found);
        },
      },
    },
    { keep: new Set() },
  );

/** Imports workflows of one document. */
const workflows = (text: string): Promise<ImportedCollection> => read(`${head}workflows:\n${text}`);

/** Imports the steps of one workflow, with these inputs. */
const steps = (text: string, inputs = '{}'): Promise<ImportedCollection> =>
  workflows(`  - { workflowId: w, inputs: { type: object, properties: ${inputs} }, steps: [${text}] }\n`);

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

const only = async (text: string, inputs?: string): Promise<KeptRequest> => {
  const [request, ...more] = kept(await steps(text, inputs));
  assert.ok(request !== undefined && more.length === 0);
  return request;
};

/** A step that reads an order. */
const step = (members: string): string => `{ stepId: read, operationId: readOrder, ${members} }`;

const ofChains = (collection: ImportedCollection): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    composeImport([{ source: 'main.yaml', collection }], { folders: 'tags' }).files.map(({ path, text }) => {
      if (path.endsWith('.chain.json')) {
        assert.deepEqual(readChain(text, path).problems, []);
      }
      return [path, parseJson(text)];
    }),
  );

describe('an Arazzo document', () => {
  it('becomes chains whose requests hand values on as its steps do', async () => {
    const collection = await workflows(`
  - workflowId: sign-in
    inputs: { properties: { user: { type: string, default: alice }, password: { type: string } } }
    steps:
      - stepId: logIn
        operationId: $sourceDescriptions.shop.login
        requestBody: { payload: { user: $inputs.user, password: $inputs.password } }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { token: $response.body#/data/token }
    outputs: { access: $steps.logIn.outputs.token }
  - workflowId: look
    summary: Look at an order.
    dependsOn: [sign-in]
    steps:
      - stepId: read
        operationPath: '{$sourceDescriptions.shop.url}#/paths/~1orders~1{id}/get'
        parameters:
          - { name: id, in: path, value: 5 }
          - { name: Authorization, in: header, value: 'Bearer {$workflows.sign-in.outputs.access}' }
`);
    assert.equal(collection.format, 'Arazzo 1.0');
    assert.deepEqual(collection.remarks, []);
    assert.deepEqual(ofChains(collection), {
      'sign-in.chain.json': {
        formatVersion: 1,
        name: 'sign-in',
        status: 'draft',
        environment: 'shop.example',
        variables: { user: 'alice' },
        requests: [
          {
            id: 'log-in',
            name: 'logIn',
            method: 'POST',
            url: '{{baseUrl}}/login',
            body: { json: { user: '{{user}}', password: '{{$secret PASSWORD}}' } },
            extract: [{ variable: 'token', from: 'body', path: '$.data.token' }],
            expect: { status: 200 },
          },
        ],
      },
      'look-at-an-order.chain.json': {
        formatVersion: 1,
        name: 'Look at an order',
        status: 'draft',
        environment: 'shop.example',
        requires: ['sign-in.chain.json'],
        requests: [
          {
            id: 'read',
            method: 'GET',
            url: '{{baseUrl}}/orders/5',
            headers: [{ name: 'Authorization', value: 'Bearer {{token}}' }],
            expect: { status: 200 },
          },
        ],
      },
      'shop-example.environment.json': {
        formatVersion: 1,
        name: 'shop.example',
        variables: { baseUrl: 'https://shop.example' },
        secrets: ['PASSWORD'],
      },
    });
  });

  it('is read as JSON, too', async () => {
    const text = JSON.stringify({
      arazzo: '1.1.0',
      info: { title: 'A' },
      sourceDescriptions: [{ name: 'shop', url: 'shop.yaml' }],
      workflows: [{ workflowId: 'w', steps: [{ stepId: 'a', operationId: 'login', timeout: 500 }] }],
    });
    const collection = await read(text);
    assert.equal(collection.format, 'Arazzo 1.1');
    assert.deepEqual(kept(collection)[0]?.request, {
      method: 'POST',
      url: '{{baseUrl}}/login',
      body: { json: { user: 'a' } },
      expect: { status: 200 },
      timeoutMs: 500,
    });
  });

  it('sends what a step states, and of the operation what is required', async () => {
    const { request } = await only(
      step(`parameters: [
        { name: id, in: path, value: 'a b/{$inputs.x}' }, { name: tag, in: query, value: [1, $inputs.x] },
        { name: x-trace, in: header, value: t }, { name: other, in: query, value: '{{y}}' },
        { name: c, in: cookie, value: 1 }, { name: whole, in: querystring, value: 'p=1&q={$inputs.x}' }]`),
    );
    assert.deepEqual(request, {
      method: 'GET',
      url: '{{baseUrl}}/orders/a%20b%2F{{x}}?p=1&q={{x}}',
      query: [
        { name: 'tag', value: '1' },
        { name: 'tag', value: '{{x}}' },
        { name: 'other', value: '\\{{y}}' },
      ],
      headers: [
        { name: 'X-Trace', value: 't' },
        { name: 'Cookie', value: 'c=1' },
      ],
      expect: { status: 200 },
    });
  });

  it('takes parameters of workflows and components', async () => {
    const collection = await read(`${head}components:
  parameters: { trace: { name: X-Trace, in: header, value: c } }
workflows:
  - workflowId: w
    parameters: [{ name: page, in: query, value: 1 }, { name: id, in: path, value: 2 }]
    steps:
      - { stepId: a, operationId: readOrder, parameters: [{ name: id, in: path, value: 3 }, { reference: $components.parameters.trace }] }
      - { stepId: b, operationId: readOrder, parameters: [{ reference: $components.parameters.trace, value: own }] }
`);
    assert.deepEqual(
      kept(collection).map(({ request: { url, query, headers } }) => [
        url,
        query?.[0]?.value,
        headers?.[0]?.value,
      ]),
      [
        ['{{baseUrl}}/orders/3', '1', 'c'],
        ['{{baseUrl}}/orders/2', '1', 'own'],
      ],
    );
  });

  const payloads: [what: string, body: string, expected: unknown][] = [
    ['a value', 'payload: $inputs.order', { json: '{{order}}' }],
    ['a text with JSON', `payload: '{"a": "{$inputs.x}"}'`, { json: { a: '{{x}}' } }],
    ['a part of an input', 'payload: { a: $inputs.order#/lines/0 }', { json: { a: '{{order.lines.0}}' } }],
    ['braces that are text', "payload: { a: '{{b}} $5' }", { json: { a: '\\{{b}} $5' } }],
    [
      'a form',
      'contentType: application/x-www-form-urlencoded, payload: { a: $inputs.x, b: [1, 2] }',
      {
        form: [
          { name: 'a', value: '{{x}}' },
          { name: 'b', value: '1' },
          { name: 'b', value: '2' },
        ],
      },
    ],
    [
      'a text of another type',
      "contentType: application/xml, payload: '<a>{$inputs.x}</a>'",
      { text: '<a>{{x}}</a>', contentType: 'application/xml' },
    ],
    [
      'replacements',
      'payload: { a: { b: 1 }, l: [0] }, replacements: [{ target: /a/b, value: $inputs.x }, { target: /l/1, value: 5 }, { target: $.n.m, targetSelectorType: jsonpath, value: 6 }]',
      { json: { a: { b: '{{x}}' }, l: [0, 5], n: { m: 6 } } },
    ],
    [
      'replacements in the example of the operation',
      'replacements: [{ target: /user, value: $inputs.x }]',
      { json: { user: '{{x}}' } },
    ],
  ];
  for (const [what, body, expected] of payloads) {
    it(`sends ${what}`, async () => {
      const { request, remarks } = await only(`{ stepId: a, operationId: login, requestBody: { ${body} } }`);
      assert.deepEqual([request.body, remarks], [expected, []]);
    });
  }

  const criteria: [criterion: string, expected: unknown][] = [
    ['condition: $statusCode == 201', { status: 201 }],
    ['condition: $statusCode >= 200 && $statusCode < 300', { status: '2xx' }],
    ["condition: '$statusCode == 200 || ($statusCode == 404)'", { status: [200, 404] }],
    ["context: $statusCode, type: regex, condition: '^2'", { status: '2xx' }],
    ['condition: "$response.body#/state == \'done\'"', { body: [{ path: '$.state', equals: 'done' }] }],
    [
      'condition: "$response.body.lines[0].count > $inputs.x"',
      { body: [{ path: '$.lines[0].count', greaterThan: '{{x}}' }] },
    ],
    [
      "condition: '5 >= $response.body#/n'",
      { body: [{ path: '$.n', schema: { type: 'number', maximum: 5 } }] },
    ],
    ['condition: $response.body#/id != null', { body: [{ path: '$.id', exists: true, notEquals: null }] }],
    ["condition: '!($response.body#/a == 1)'", { body: [{ path: '$.a', notEquals: 1 }] }],
    [
      "condition: \"$response.body#/a == 'x' || $response.body#/a == 'y'\"",
      { body: [{ path: '$.a', schema: { enum: ['x', 'y'] } }] },
    ],
    ["condition: \"$response.header.X-A == 'it''s'\"", { headers: [{ name: 'X-A', equals: "it's" }] }],
    [
      "context: $response.header.X-A, type: regex, condition: '^a+$'",
      { headers: [{ name: 'X-A', matches: '^a+$' }] },
    ],
    [
      "context: $response.body, type: jsonpath, condition: '$[?@.a > 1]'",
      { body: [{ path: '$[?(@.a > 1) || ($.a > 1)]', exists: true }] },
    ],
    [
      "context: $response.body#/l, type: { type: jsonpath, version: rfc9535 }, condition: '$[*].a'",
      { body: [{ path: '$.l[*].a', exists: true }] },
    ],
  ];
  for (const [criterion, expected] of criteria) {
    it(`expects what is successful: ${criterion}`, async () => {
      const { request, remarks } = await only(step(`successCriteria: [{ ${criterion} }]`));
      assert.deepEqual([request.expect, remarks], [expected, []]);
    });
  }

  it('tries a filter of the context on the context and on its items', async () => {
    const { request } = await only(
      step(
        `successCriteria: [{ context: $response.body, type: jsonpath, condition: '$[?count(@.pets) > 0]' }]`,
      ),
    );
    const path = request.expect?.body?.[0]?.path ?? '';
    const finds = (body: JsonValue): boolean => {
      const selection = selectPath(path, body);
      return selection.ok && selection.values.length > 0;
    };
    assert.deepEqual([{ pets: [1] }, [{ pets: [1] }], { cats: [1] }, [{ cats: 1 }]].map(finds), [
      true,
      true,
      false,
      false,
    ]);
  });

  const unchecked: [criterion: string, reason: RegExp][] = [
    ['condition: "$inputs.x == \'a\'"', /compares nothing of the response/],
    ['condition: $response.body#/a == null', /no check of a chain says that/],
    ['condition: $response.body#/a ==', /not a condition/],
    ["context: $response.body, type: xpath, condition: '/a'", /type "xpath"/],
    ["context: $response.body, type: jsonpath, condition: '$[?'", /not JSONPath/],
    ['context: $inputs.x, type: regex, condition: a', /not part of the response/],
    ['condition: $statusCode == 200 && $statusCode == 201', /too many, or none/],
  ];
  for (const [criterion, reason] of unchecked) {
    it(`says which criterion is not checked: ${criterion}`, async () => {
      const { remarks } = await only(step(`successCriteria: [{ ${criterion} }]`));
      assert.equal(remarks.length, 1);
      const [remark = ''] = remarks;
      assert.equal(severityOf(remark), 'check');
      assert.match(remarkText(remark), reason);
    });
  }

  it('extracts outputs, parts of outputs and what selectors find, under names of their own', async () => {
    const [first, second] = kept(
      await steps(`
        { stepId: a, operationId: login, parameters: [{ name: q, in: query, value: sent }], outputs: {
          id: $response.body#/id, all: $response.body, tag: $response.header.ETag, code: $statusCode,
          deep: { context: $response.body#/a, selector: '$.b[*]', type: jsonpath },
          xml: { context: $response.body, selector: '/a/b', type: xpath }, q: $request.query.q } },
        { stepId: b, operationId: login, outputs: { id: $response.body#/id },
          requestBody: { payload: [$steps.a.outputs.id, $steps.a.outputs.all#/x/0, $steps.a.outputs.q] } }`),
    );
    assert.deepEqual(first?.request.extract, [
      { variable: 'id', from: 'body', path: '$.id' },
      { variable: 'all', from: 'body' },
      { variable: 'tag', from: 'header', name: 'ETag' },
      { variable: 'code', from: 'status' },
      { variable: 'deep', from: 'body', path: '$.a.b[*]' },
      { variable: 'xml', from: 'body', xpath: '/a/b' },
      { variable: 'all_x_0', from: 'body', path: '$.x[0]' },
    ]);
    assert.deepEqual(second?.request.body, { json: ['{{id}}', '{{all_x_0}}', 'sent'] });
    assert.deepEqual(second?.request.extract, [{ variable: 'b_id', from: 'body', path: '$.id' }]);
  });

  it('sends the steps of a called workflow in place of the call, with its values', async () => {
    const collection = await workflows(`
  - workflowId: outer
    steps:
      - { stepId: a, operationId: login, outputs: { id: $response.body#/id } }
      - { stepId: call, workflowId: inner, parameters: [{ name: order, value: $steps.a.outputs.id }], successCriteria: [{ condition: $statusCode == 202 }], outputs: { done: $outputs.state } }
      - { stepId: c, operationId: login, requestBody: { payload: $steps.call.outputs.done } }
  - workflowId: inner
    inputs: { properties: { order: { default: 1 } } }
    steps:
      - { stepId: read, operationId: readOrder, parameters: [{ name: id, in: path, value: $inputs.order }], outputs: { s: $response.body#/s } }
    outputs: { state: $steps.read.outputs.s }
`);
    assert.deepEqual(
      kept(collection).map(({ folders, request: { url, body, expect } }) => [
        folders.join('/'),
        url,
        body?.json,
        expect?.status,
      ]),
      [
        ['outer', '{{baseUrl}}/login', { user: 'a' }, 200],
        ['outer/call', '{{baseUrl}}/orders/{{id}}', undefined, 202],
        ['outer', '{{baseUrl}}/login', '{{s}}', 200],
        ['inner', '{{baseUrl}}/orders/{{order}}', undefined, 200],
      ],
    );
  });

  it('requires the chain of a workflow that is called first and without values', async () => {
    const { chains, requests } = await workflows(`
  - { workflowId: outer, steps: [{ stepId: call, workflowId: inner }, { stepId: b, operationId: login, requestBody: { payload: $steps.call.outputs.t } }] }
  - { workflowId: inner, steps: [{ stepId: a, operationId: login, outputs: { t: $response.body#/t } }], outputs: { t: $steps.a.outputs.t } }
`);
    assert.deepEqual(chains, [
      { folder: 'outer', requires: ['inner'] },
      { folder: 'inner', requires: [] },
    ]);
    assert.deepEqual(
      requests.map((request) => (request.kind === 'kept' ? request.request.body?.json : request)),
      ['{{t}}', { user: 'a' }],
    );
  });

  it('reads workflows of other documents, and sources that refer back', async () => {
    const other = `arazzo: 1.0.0
info: { title: Other }
sourceDescriptions: [{ name: shop, url: shop.yaml, type: openapi }, { name: main, url: main.yaml, type: arazzo }]
workflows: [{ workflowId: base, steps: [{ stepId: a, operationId: login, outputs: { t: $response.body#/t } }] }]
`;
    const main = `arazzo: 1.0.0
info: { title: Main }
sourceDescriptions: [{ name: other, url: other.yaml, type: arazzo }]
workflows: [{ workflowId: w, dependsOn: [$sourceDescriptions.other.base], steps: [{ stepId: b, x-operation: { method: put, url: 'http://h/{id}' }, parameters: [{ name: id, in: path, value: 1 }] }] }]
`;
    const { chains, requests } = await read(main, {
      'flows/main.yaml': main,
      'flows/other.yaml': other,
      'flows/shop.yaml': SHOP,
    });
    assert.deepEqual(
      chains?.map(({ folder, requires }) => [folder, requires]),
      [
        ['w', ['base']],
        ['base', []],
      ],
    );
    assert.deepEqual(
      requests.map(
        (request) => request.kind === 'kept' && `${request.request.method} ${request.request.url}`,
      ),
      ['PUT http://h/1', 'POST {{baseUrl}}/login'],
    );
  });

  it('understands the shorter names that Redocly writes', async () => {
    const other = `arazzo: 1.0.0
info: { title: Other }
sourceDescriptions: [{ name: shop, url: shop.yaml, type: openapi, x-serverUrl: 'http://localhost:4000' }]
workflows: [{ workflowId: base, steps: [{ stepId: a, operationId: shop.login }] }]
`;
    const main = `arazzo: 1.0.0
info: { title: Main }
sourceDescriptions: [{ name: other, url: other.yaml, type: arazzo }, { name: shop, url: shop.yaml, type: openapi }]
workflows:
  - workflowId: w
    steps:
      - { stepId: b, operationPath: '$sourceDescriptions.shop#/paths/~1login/post', successCriteria: [{ context: $response.body, type: jsonpath, condition: "$.name == 'a'" }] }
      - { stepId: c, workflowId: $sourceDescriptions.other.workflows.base }
`;
    const { requests, remarks } = await read(main, { 'flows/other.yaml': other, 'flows/shop.yaml': SHOP });
    assert.deepEqual(
      requests.map((request) => request.kind === 'kept' && [request.request.url, request.request.expect]),
      [
        ['{{baseUrl}}/login', { body: [{ path: "$[?($.name == 'a')]", exists: true }] }],
        ['{{baseUrl}}/login', { status: 200 }],
      ],
    );
    assert.deepEqual(remarks, [
      'The server http://localhost:4000 of the source description "shop" is not carried over.',
    ]);
  });

  it('has a base address for each OpenAPI document', async () => {
    const { requests, environments } = await read(
      `arazzo: 1.0.0
info: { title: Two }
sourceDescriptions: [{ name: shop, url: shop.yaml }, { name: pay, url: pay.yaml }]
workflows: [{ workflowId: w, steps: [{ stepId: a, operationId: login }, { stepId: b, operationId: pay }] }]
`,
      {
        'flows/shop.yaml': SHOP,
        'flows/pay.yaml':
          "openapi: 3.0.0\ninfo: {title: P}\nservers: [{url: 'https://pay.example'}]\npaths: {/pay: {get: {operationId: pay}}}\n",
      },
    );
    assert.deepEqual(
      requests.map((request) => request.kind === 'kept' && request.request.url),
      ['{{baseUrl}}/login', '{{pay_baseUrl}}/pay'],
    );
    assert.deepEqual(
      environments.map(({ variables }) => variables.map(({ name, value }) => [name, value])),
      [
        [
          ['baseUrl', 'https://shop.example'],
          ['pay_baseUrl', 'https://pay.example'],
        ],
      ],
    );
  });

  it('retries where a failure says so without conditions, and reports every other action', async () => {
    const { request, remarks } = await only(
      step(`onSuccess: [{ name: skip, type: goto, stepId: z, criteria: [{ condition: $statusCode == 200 }] }, { name: over, type: end }],
        onFailure: [{ name: again, type: retry, retryAfter: 1.5, retryLimit: 3 }, { name: other, type: goto, workflowId: v }, { name: stop, type: end }],
        dependsOn: [later], x-security: []`),
    );
    assert.deepEqual(request.retry, { times: 3, delayMs: 1500 });
    assert.deepEqual(remarks, [
      'Its onSuccess "skip" is not carried over: goto z when $statusCode == 200.',
      'Its onFailure "other" is not carried over: goto v.',
      'It depends on "later", which is not sent before it.',
      'Its member x-security is not carried over.',
    ]);
  });

  it('skips what a step jumps over, up to another step or to the end', async () => {
    const collection = await workflows(`
  - workflowId: w
    steps:
      - stepId: first
        operationId: login
        outputs: { state: $response.body#/state }
        onSuccess: [{ name: over, type: goto, stepId: third, criteria: [{ condition: "'done' == $response.body#/state" }] }]
      - { stepId: second, operationId: login }
      - stepId: third
        operationId: login
        onSuccess: [{ name: stop, type: end, criteria: [{ condition: $statusCode > 201 }] }, { name: on, type: goto, stepId: called }]
      - { stepId: called, workflowId: other }
      - { stepId: last, operationId: login }
  - { workflowId: other, steps: [{ stepId: inner, operationId: login }] }
`);
    const members = kept(collection).map(({ name, request: { when, extract } }) => ({ name, when, extract }));
    const ended = { value: '{{status}}', schema: { type: 'number', maximum: 201 } };
    const state = { variable: 'state', from: 'body', path: '$.state' };
    assert.deepEqual(members.slice(0, 5), [
      { name: 'first', when: undefined, extract: [state] },
      { name: 'second', when: { value: '{{state}}', notEquals: 'done' }, extract: undefined },
      {
        name: 'third',
        when: undefined,
        extract: [{ variable: 'status', from: 'status', optional: true }],
      },
      { name: 'inner', when: ended, extract: undefined },
      { name: 'last', when: ended, extract: undefined },
    ]);
    assert.deepEqual(
      kept(collection).flatMap(({ remarks }) => remarks),
      [],
    );
    ofChains(collection);
  });

  it('sends a step again until its action does not lead back to it', async () => {
    const { request, remarks } = await only(
      step(
        'onSuccess: [{ name: again, type: goto, stepId: read, criteria: [{ condition: $response.body#/left > 0 }] }]',
      ),
    );
    assert.deepEqual(request.retry, {
      times: 100,
      until: { path: '$.left', schema: { type: 'number', maximum: 0 } },
    });
    assert.deepEqual(remarks, [
      'It is sent again at most 100 times until its action does not send it again.',
    ]);
  });

  const reported: [title: string, actions: string][] = [
    [
      'several conditions',
      'onSuccess: [{ type: end, criteria: [{ condition: $statusCode == 200 }, { condition: $statusCode != 201 }] }]',
    ],
    [
      'several actions',
      'onSuccess: [{ type: end, criteria: [{ condition: $statusCode == 200 }] }, { type: goto, stepId: z }]',
    ],
    [
      'an earlier step',
      'onSuccess: [{ type: goto, stepId: z, criteria: [{ condition: $statusCode == 200 }] }]',
    ],
    ['no condition', 'onSuccess: [{ type: goto, stepId: read }]'],
    [
      'a status that leads back',
      'onSuccess: [{ type: goto, stepId: read, criteria: [{ condition: $statusCode == 202 }] }]',
    ],
    [
      'a condition of something else',
      'onSuccess: [{ type: end, criteria: [{ condition: $inputs.a == 1 }] }]',
    ],
    ['a failure', 'onFailure: [{ type: goto, stepId: read, criteria: [{ condition: $statusCode == 429 }] }]'],
  ];
  for (const [title, actions] of reported) {
    it(`reports a jump with ${title}`, async () => {
      const { request, remarks } = await only(step(actions));
      assert.deepEqual([request.retry, request.when, request.extract], [undefined, undefined, undefined]);
      assert.ok(remarks.length > 0);
      remarks.forEach((remark) => {
        assert.match(remarkText(remark), /^Its on(?:Success|Failure) is not carried over/);
      });
    });
  }

  const missing: [what: string, step: string, expected: unknown][] = [
    [
      'an operation that no source has',
      'operationId: nothing',
      'The operation "nothing" is in none of the source descriptions.',
    ],
    [
      'messages',
      "channelPath: '{$sourceDescriptions.m.url}#/channels/a'",
      'It sends or receives messages (AsyncAPI), and a chain sends requests.',
    ],
    ['nothing to send', 'description: d', 'It names no operation.'],
    ['a workflow that is missing', 'workflowId: gone', 'It calls the workflow "gone", which is missing.'],
    [
      'a workflow that calls itself',
      'workflowId: w, parameters: []',
      'It calls the workflow "w", which calls it.',
    ],
  ];
  for (const [what, members, reason] of missing) {
    it(`leaves out a step with ${what}`, async () => {
      const { requests } = await steps(`{ stepId: a, ${members} }, { stepId: b, operationId: login }`);
      assert.deepEqual(requests[0], { kind: 'left-out', name: 'a', folders: ['w'], reason });
    });
  }

  it('knows method and path of a source that is missing, and says so', async () => {
    const { requests, remarks } = await read(
      `arazzo: 1.0.0
info: { title: A }
sourceDescriptions: [{ name: far, url: 'https://far.example/api.yaml', type: openapi }]
workflows: [{ workflowId: w, steps: [{ stepId: a, operationPath: '{$sourceDescriptions.far.url}#/paths/~1a~1{id}/put', parameters: [{ name: id, in: path, value: 4 }, { name: no, in: path, value: 4 }, { name: v, in: query, value: $steps.z.outputs.v }] }, { stepId: b, operationId: x }] }]
`,
      {},
    );
    assert.deepEqual(remarks, [
      'The source description "far" is missing. The file at "https://far.example/api.yaml" is not fetched and is missing. Import the folder that has both.',
    ]);
    assert.deepEqual(
      requests.map((request) =>
        request.kind === 'kept' ? [request.request, request.remarks] : request.reason,
      ),
      [
        [
          { method: 'PUT', url: '{{baseUrl}}/a/4', query: [{ name: 'v', value: '{{z_v}}' }] },
          [
            'The source description "far" is missing: only the method and the path are known.',
            '"$steps.z.outputs.v" has no value here.',
            'Its path has no parameter "no", for which it states a value.',
          ],
        ],
        'The operation "x" is in a source description that is missing.',
      ],
    );
  });

  it('takes the file next to it for an address on the net', async () => {
    const { requests, remarks } = await read(
      `${head.replace('./shop.yaml', "'https://x.example/specs/shop.yaml?v=1'")}workflows: [{ workflowId: w, steps: [{ stepId: a, operationId: login }] }]\n`,
    );
    assert.equal(requests[0]?.kind, 'kept');
    assert.match(
      remarks.map(remarkText).join(),
      /is at https:\/\/x\.example\/specs\/shop\.yaml\?v=1, which is not fetched; the file flows\/shop\.yaml is read instead/,
    );
  });

  it('says which workflows depend on each other in a circle', async () => {
    const { chains, remarks } = await workflows(`
  - { workflowId: a, dependsOn: [b, nothing], steps: [{ stepId: s, operationId: login }] }
  - { workflowId: b, dependsOn: [a], steps: [{ stepId: s, operationId: login }] }
`);
    assert.deepEqual(
      chains?.map(({ requires }) => requires),
      [['b'], []],
    );
    assert.deepEqual(remarks, [
      'In the workflow "a": it depends on "nothing", which is missing.',
      'In the workflow "b": it depends on "a", which depends on it.',
    ]);
  });

  it('ends where workflows multiply each other', async () => {
    const doubling = Array.from({ length: 20 }, (_, index) => {
      const next = `{ workflowId: w${index + 1}, parameters: [{ name: a, value: 1 }], stepId: `;
      return `  - { workflowId: w${index}, steps: [${next}a }, ${next}b }] }\n`;
    });
    const { requests } = await workflows(
      `${doubling.join('')}  - { workflowId: w20, steps: [{ stepId: s, operationId: login }] }\n`,
    );
    assert.equal(requests.filter((request) => request.kind === 'kept').length, 5000);
  });

  for (const [text, reason] of [
    ['arazzo: 2.0.0\nworkflows: []\n', /version of Arazzo is not known: "2\.0\.0"/],
    ['arazzo: 1.0.0\ninfo: {title: a}\n', /no `workflows`/],
  ] as const) {
    it(`is refused with a reason: ${reason.source}`, async () => {
      await assert.rejects(read(text), (error) => error instanceof UserError && reason.test(error.message));
    });
  }
});
