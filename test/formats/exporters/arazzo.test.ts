/** Chains as Arazzo documents: valid by the standard's schema, read back as what they were, and the remarks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UserError } from '../../../src/core/errors';
import { readEnvironment } from '../../../src/core/files/environmentFile';
import type { JsonObject } from '../../../src/core/json/json';
import { readImportFile } from '../../../src/formats/importers/importers';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import type { ExportedText } from '../../../src/formats/exporters/exporters';
import { exported, type Surroundings } from './exported';
import { authCases, bodyCases, oauthCases, placeCases } from './requestCases';
import { chainText, plainValue, sentRequests, soundChain, type Sent } from './sentRequests';

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly value: unknown }[];
  readonly requestBody?: unknown;
  readonly successCriteria: readonly JsonObject[];
  readonly onFailure?: unknown;
  readonly outputs?: unknown;
}

interface Document {
  readonly arazzo: string;
  readonly sourceDescriptions: readonly { readonly name: string; readonly url: string }[];
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly inputs?: unknown;
    readonly dependsOn?: unknown;
    readonly outputs?: unknown;
    readonly steps: readonly Step[];
  }[];
}

const schema = JSON.parse(readFileSync('test/fixtures/arazzo/arazzo-1.0.schema.json', 'utf8')) as object;
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** Exports a chain; the document is valid, unless it is Arazzo 1.1, which the schema does not describe. */
async function written(
  text: string,
  surroundings: Surroundings = {},
): Promise<ExportedText & { readonly document: Document }> {
  const file = await exported('arazzo', text, surroundings);
  const document = JSON.parse(file.text) as Document;
  if (document.arazzo === '1.0.1' && document.workflows.length > 0) {
    assert.ok(validate(withoutRetries(document)), JSON.stringify(validate.errors));
  }
  return { ...file, document };
}

/** The schema wants a step or workflow for `retry`, too, where the standard has them run before the step is sent again. */
function withoutRetries(document: Document): unknown {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    name === 'onFailure' ? undefined : value,
  );
}

/** The step of a chain of one request, and the remarks on it. */
async function stepOf(request: object, more: object = {}) {
  const { document, report } = await written(chainText([request], more));
  const step = document.workflows[0]?.steps.at(-1);
  assert.ok(step, report.requests[0]?.leftOut);
  return { step, document, remarks: report.requests[0]?.remarks ?? [] };
}

/** Chains that the importer makes of an export. */
async function importedAgain({ text, others }: ExportedText) {
  const found = new Map(others.map(({ name, text: content }) => [name, content]));
  const collection = await readImportFile(
    {
      ...{ name: 'orders.arazzo.json', path: 'orders.arazzo.json', text },
      files: {
        paths: () => Promise.resolve([...found.keys()]),
        text: (name) => {
          const content = found.get(name);
          return content === undefined
            ? Promise.reject(new UserError(`The file ${name} does not exist.`, 'Check it.'))
            : Promise.resolve(content);
        },
      },
    },
    { keep: new Set() },
  );
  const { files } = composeImport([{ source: 'orders.arazzo.json', collection }], { folders: 'tags' });
  const environment = files.find(({ path }) => path.endsWith('.environment.json'));
  const { variables = {} } = readEnvironment(environment?.text ?? '', 'e').environment ?? {};
  const chains = files
    .filter(({ path }) => path.endsWith('.chain.json'))
    .map(({ text: content }) => soundChain(content));
  const { baseUrl = '' } = variables;
  assert.ok(typeof baseUrl === 'string');
  return { chains, baseUrl };
}

/** An address without a path is sent as one with `/`. */
function onTheWire(sent: Sent | undefined) {
  return sent && { ...sent, url: new URL(sent.url).href };
}

describe('export as an Arazzo document', () => {
  const whole = chainText(
    [
      {
        id: 'create',
        name: 'Create',
        method: 'POST',
        url: '{{base}}/orders/{{shelf}}?a=1',
        query: [
          { name: 'a', value: '{{token}}' },
          { name: 'off', value: '1', disabled: true },
        ],
        auth: { type: 'bearer', token: '{{token}}' },
        body: { json: { n: '{{count}}', t: 'x {{count}}', all: ['{{token}}'] } },
        extract: [
          { variable: 'id', from: 'body', path: "$.data[0]['a/b']" },
          { variable: 'tag', from: 'header', name: 'ETag' },
          { variable: 'code', from: 'status' },
        ],
        expect: { status: ['2xx', 404], headers: [{ name: 'X', matches: '^a' }] },
        retry: { times: 3, delayMs: 1500 },
      },
      {
        id: 'read',
        url: '{{base}}/orders/{{id}}/{{id}}',
        headers: [{ name: 'Key', value: '{{composed}} {{$secret KEY}}' }],
        expect: {
          body: [
            { path: '$.id', equals: '{{id}}' },
            { path: '$.n', greaterThan: 2, notEquals: 5 },
            { path: '$.s', equals: "it's", contains: 'i.t', exists: true },
            { path: '$.n', type: 'number' },
          ],
        },
      },
    ],
    {
      requires: ['auth/login.chain.json'],
      variables: { base: 'https://api.example/v1/', count: 2, composed: 'v{{count}}-{{id}}' },
    },
  );
  const login = JSON.stringify({
    formatVersion: 1,
    name: 'Log in',
    requests: [
      {
        ...{ id: 'login', method: 'POST', url: 'https://sso.example/token' },
        body: {
          form: [
            { name: 'a', value: '{{user}}' },
            { name: 'a', value: '2' },
          ],
        },
        extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      },
    ],
  });

  it('has a workflow for each chain, and the operations next to it', async () => {
    const { document, others, report } = await written(whole, {
      required: { 'auth/login.chain.json': login },
    });
    assert.deepEqual(document, {
      arazzo: '1.0.1',
      info: { title: 'Orders', version: '1.0.0' },
      sourceDescriptions: [
        { name: 'api', url: './orders.arazzo.openapi.json', type: 'openapi' },
        { name: 'api2', url: './orders.arazzo.api2.openapi.json', type: 'openapi' },
      ],
      workflows: [
        {
          workflowId: 'login',
          summary: 'Log in',
          inputs: { type: 'object', required: ['user'], properties: { user: { type: 'string' } } },
          steps: [
            {
              stepId: 'login',
              description: 'login',
              operationId: '$sourceDescriptions.api.login',
              requestBody: {
                contentType: 'application/x-www-form-urlencoded',
                payload: { a: ['$inputs.user', '2'] },
              },
              successCriteria: [
                {
                  condition: '$statusCode >= 200 && $statusCode <= 399',
                },
              ],
              outputs: { token: '$response.body#/token' },
            },
          ],
          outputs: { token: '$steps.login.outputs.token' },
        },
        {
          workflowId: 'orders',
          summary: 'Orders',
          inputs: {
            type: 'object',
            required: ['shelf', 'KEY'],
            properties: {
              shelf: { type: 'string' },
              count: { type: 'integer', default: 2 },
              KEY: { type: 'string', format: 'password' },
            },
          },
          dependsOn: ['login'],
          steps: [
            {
              stepId: 'create',
              description: 'Create',
              operationId: '$sourceDescriptions.api2.create',
              parameters: [
                { name: 'shelf', in: 'path', value: '$inputs.shelf' },
                { name: 'a', in: 'query', value: ['1', '$workflows.login.outputs.token'] },
                { name: 'Authorization', in: 'header', value: 'Bearer {$workflows.login.outputs.token}' },
              ],
              requestBody: {
                contentType: 'application/json',
                payload: {
                  n: '$inputs.count',
                  t: 'x {$inputs.count}',
                  all: ['$workflows.login.outputs.token'],
                },
              },
              successCriteria: [
                { condition: '$statusCode >= 200 && $statusCode <= 299 || $statusCode == 404' },
                { context: '$response.header.X', condition: '^a', type: 'regex' },
              ],
              onFailure: [{ name: 'retry-create', type: 'retry', retryAfter: 1.5, retryLimit: 3 }],
              outputs: {
                id: '$response.body#/data/0/a~1b',
                tag: '$response.header.ETag',
                code: '$statusCode',
              },
            },
            {
              stepId: 'read',
              description: 'read',
              operationId: '$sourceDescriptions.api2.read',
              parameters: [
                { name: 'id', in: 'path', value: '$steps.create.outputs.id' },
                { name: 'id_2', in: 'path', value: '$steps.create.outputs.id' },
                {
                  name: 'Key',
                  in: 'header',
                  value: 'v{$inputs.count}-{$steps.create.outputs.id} {$inputs.KEY}',
                },
              ],
              successCriteria: [
                {
                  condition: '$statusCode >= 200 && $statusCode <= 399',
                },
                { condition: '$response.body#/id == $steps.create.outputs.id' },
                { condition: '$response.body#/n != 5' },
                { condition: '$response.body#/n > 2' },
                { condition: "$response.body#/s == 'it''s'" },
                { condition: '$response.body#/s != null' },
                { context: '$response.body#/s', condition: 'i\\.t', type: 'regex' },
              ],
            },
          ],
          outputs: {
            id: '$steps.create.outputs.id',
            tag: '$steps.create.outputs.tag',
            code: '$steps.create.outputs.code',
          },
        },
      ],
    });
    assert.deepEqual(
      others.map(({ name, text }) => [name, JSON.parse(text) as unknown]),
      [
        [
          'orders.arazzo.openapi.json',
          {
            openapi: '3.1.0',
            info: { title: 'Orders', version: '1.0.0' },
            servers: [{ url: 'https://sso.example' }],
            paths: {
              '/token': {
                post: {
                  operationId: 'login',
                  requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
                  responses: { default: { description: 'Any response' } },
                },
              },
            },
          },
        ],
        [
          'orders.arazzo.api2.openapi.json',
          {
            openapi: '3.1.0',
            info: { title: 'Orders', version: '1.0.0' },
            servers: [{ url: 'https://api.example/v1' }],
            paths: {
              '/orders/{shelf}': {
                post: {
                  operationId: 'create',
                  parameters: [
                    { name: 'shelf', in: 'path', required: true, schema: {} },
                    { name: 'a', in: 'query', schema: {} },
                  ],
                  requestBody: { content: { 'application/json': {} } },
                  responses: { default: { description: 'Any response' } },
                },
              },
              '/orders/{id}/{id_2}': {
                get: {
                  operationId: 'read',
                  parameters: [
                    { name: 'id', in: 'path', required: true, schema: {} },
                    { name: 'id_2', in: 'path', required: true, schema: {} },
                    { name: 'Key', in: 'header', schema: {} },
                  ],
                  responses: { default: { description: 'Any response' } },
                },
              },
            },
          },
        ],
      ],
    );
    assert.deepEqual(
      [report.secrets, report.remarks, report.requests.map(({ remarks }) => remarks)],
      [
        ['KEY'],
        [
          'Arazzo compares texts, numbers, true, false and null: checks that compare with other values fail there.',
        ],
        [
          [],
          ['What is switched off is left out: off.'],
          ['Its check `type` of $.n has no counterpart in Arazzo.'],
        ],
      ],
    );
  });

  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases, ...oauthCases]) {
    it(`is valid, and sends the same when it is imported, or says what it cannot: ${title}`, async () => {
      const text = chainText([request], chain);
      const file = await written(text);
      const [only] = file.report.requests;
      if (only?.leftOut !== undefined || only?.remarks.length !== 0 || file.report.remarks.length > 0) {
        return;
      }
      const { chains, baseUrl } = await importedAgain(file);
      const valueOf = (name: string): string =>
        name === 'baseUrl' ? baseUrl : plainValue(name.toLowerCase());
      const [again] = chains;
      assert.ok(again && chains.length === 1, file.text);
      const sent = await sentRequests(again, valueOf);
      const before = await sentRequests(soundChain(text), valueOf);
      assert.deepEqual(onTheWire(sent.at(-1)), onTheWire(before.at(-1)), file.text);
    });
  }

  const lost: [what: string, request: object, remark: RegExp][] = [
    [
      'a computed value',
      { headers: [{ name: 'A', value: '{{$uuid}}' }] },
      /nothing like \{\{\$uuid\}\}: give the input uuid/,
    ],
    [
      'a regular expression',
      { extract: [{ variable: 'a', from: 'body', regex: 'x' }] },
      /cannot take a from/,
    ],
    ['a cookie', { extract: [{ variable: 'a', from: 'cookie', name: 'c' }] }, /cannot take a from/],
    ['waiting for a condition', { retry: { times: 2, until: { path: '$.a', exists: true } } }, /sent once/],
    ['a time limit', { timeoutMs: 5 }, /no time limit/],
    ['a duration', { expect: { maxDurationMs: 5 } }, /how long/],
    ['redirects that are not followed', { redirects: 'manual' }, /redirects/],
    [
      'user name and password',
      { auth: { type: 'basic', username: 'a', password: '{{$secret P}}' } },
      /basicCredentials/,
    ],
    [
      'a text like an expression',
      { body: { text: 'a {$inputs.x}' } },
      /takes "a \{\$inputs\.x\}" for an expression/,
    ],
    ['names with references', { body: { json: { '{{a}}': 1 } } }, /does not fill in names/],
    [
      'an absent value',
      { expect: { body: [{ path: '$.a', exists: false }] } },
      /`exists` of \$\.a has no counterpart/,
    ],
  ];
  for (const [what, request, remark] of lost) {
    it(`says that it cannot express ${what}`, async () => {
      const { remarks } = await stepOf(request);
      assert.equal(remarks.length, 1, remarks.join('\n'));
      assert.match(remarks[0] ?? '', remark);
    });
  }

  it('is Arazzo 1.1 where values are found by more than names', async () => {
    const { step, document } = await stepOf({
      extract: [
        { variable: 'a', from: 'body', path: '$..id', all: true },
        { variable: 'b', from: 'body', xpath: '/a' },
      ],
    });
    assert.equal(document.arazzo, '1.1.0');
    assert.deepEqual(step.outputs, {
      a: { context: '$response.body', selector: '$..id', type: 'jsonpath' },
      b: { context: '$response.body', selector: '/a', type: { type: 'xpath', version: 'xpath-10' } },
    });
  });

  it('leaves out what no operation can be', async () => {
    const { report, document } = await written(
      chainText([
        { method: 'PURGE' },
        { extract: [{ variable: 'link', from: 'body', path: '$.link' }] },
        { url: '{{link}}' },
      ]),
    );
    assert.deepEqual(
      report.requests.map(({ leftOut }) => leftOut),
      [
        'OpenAPI describes no operation with the method PURGE.',
        undefined,
        'Its server is only known while the chain runs, and OpenAPI names servers.',
      ],
    );
    assert.deepEqual(
      document.workflows[0]?.steps.map(({ stepId }) => stepId),
      ['request-2'],
    );
  });

  it('asks for the address of a server that it does not know', async () => {
    const { others, report } = await written(chainText([{ url: '{{host}}/a' }]));
    assert.match(others[0]?.text ?? '', /"url": "http:\/\/localhost"/);
    assert.deepEqual(report.remarks, [
      'The server {{host}} is not known here: write its address into the OpenAPI document.',
    ]);
  });
});
