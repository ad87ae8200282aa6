/** Collections that are folders of YAML: read as the collection of version 2.1 that says the same. */
import assert from 'node:assert/strict';
import { stringifyJson, type JsonValue } from '../../../../../src/core/json/json';
import { readImport } from '../../../../../src/formats/importers/importers';
import { readImportFolder } from '../../../../../src/formats/importers/readSources';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { documentation, remarkText } from '../../../../../src/formats/importers/shape/remark';

/** The collections and environments in a folder. */
async function read(texts: Readonly<Record<string, string>>): Promise<readonly ImportedCollection[]> {
  const files = {
    paths: () => Promise.resolve(Object.keys(texts).sort()),
    text: (path: string) => Promise.resolve(texts[path] ?? assert.fail(path)),
  };
  const { sources, passedOver } = await readImportFolder({ name: 'mine', files }, { keep: new Set() });
  assert.deepEqual(passedOver, []);
  return sources.map((one) => ('collection' in one ? one.collection : assert.fail(one.reason)));
}

const DEFINITION = `$kind: collection
name: Shop
description: Sells.
variables:
  - { key: base, value: 'https://shop.example' }
  - { key: old, value: x, disabled: true }
auth: { type: bearer, credentials: [{ key: token, value: '{{token}}' }] }
scripts:
  - type: http:beforeRequest
    code: pm.collectionVariables.set('mode', 'fast');
`;

const LOGIN = `$kind: http-request
name: Log/in
description: First.
method: POST
url: '{{base}}/login?trace=1'
headers: { X-Client: demo }
auth: { type: noauth }
body:
  type: json
  content: |-
    { "user": "alice", "n": {{n}} }
scripts:
  - type: afterResponse
    language: text/javascript
    code: |-
      pm.test('ok', () => pm.response.to.have.status(200));
      pm.environment.set('token', pm.response.json().token);
settings: { followRedirects: false }
examples: ./.resources/Log-in.resources/examples
order: 1000
`;

const EXAMPLE = `$kind: http-example
request: { method: POST, url: '{{base}}/login', body: { type: json, content: '{}' } }
response:
  statusCode: 200
  headers: [{ key: Content-Type, value: application/json }]
  body: { type: json, content: '{"token":"t"}' }
`;

const ORDER = `$kind: http-request
method: PUT
url: '{{base}}/orders/:id/files?all=true'
queryParams:
  - { key: page, value: '2' }
  - { key: size, value: '9', disabled: true }
pathVariables: [{ key: id, value: '{{orderId}}' }]
headers:
  - { key: A, value: b }
  - { key: C, value: d, enabled: false }
body:
  type: formdata
  content:
    - { type: text, key: note, value: x }
    - { type: file, key: file, src: [a.txt] }
order: 500
`;

const TREE = {
  'Shop/.resources/definition.yaml': DEFINITION,
  'Shop/Log-in.request.yaml': LOGIN,
  'Shop/.resources/Log-in.resources/examples/200 ok.example.yaml': EXAMPLE,
  'Shop/Orders/.resources/definition.yaml': '$kind: collection\nname: All orders\norder: 2000\n',
  'Shop/Orders/Change.request.yaml': ORDER,
  'Shop/Orders/Form.request.yaml':
    "$kind: http-request\nmethod: POST\nurl: '{{base}}/form'\nbody: { type: urlencoded, content: [{ key: a, value: '1' }] }\n",
};

/** The same in one file of version 2.1. */
const COLLECTION: JsonValue = {
  info: { name: 'Shop', description: 'Sells.' },
  variable: [
    { key: 'base', value: 'https://shop.example' },
    { key: 'old', value: 'x', disabled: true },
  ],
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
  event: [{ listen: 'prerequest', script: { exec: ["pm.collectionVariables.set('mode', 'fast');"] } }],
  item: [
    {
      name: 'Log/in',
      protocolProfileBehavior: { followRedirects: false },
      event: [
        {
          listen: 'test',
          script: {
            exec: [
              "pm.test('ok', () => pm.response.to.have.status(200));",
              "pm.environment.set('token', pm.response.json().token);",
            ],
          },
        },
      ],
      request: {
        method: 'POST',
        description: 'First.',
        url: '{{base}}/login?trace=1',
        header: [{ key: 'X-Client', value: 'demo' }],
        auth: { type: 'noauth' },
        body: {
          mode: 'raw',
          raw: '{ "user": "alice", "n": {{n}} }',
          options: { raw: { language: 'json' } },
        },
      },
      response: [
        {
          name: '200 ok',
          originalRequest: { method: 'POST', url: '{{base}}/login', body: { mode: 'raw', raw: '{}' } },
          code: 200,
          header: [{ key: 'Content-Type', value: 'application/json' }],
          body: '{"token":"t"}',
        },
      ],
    },
    {
      name: 'All orders',
      item: [
        {
          name: 'Change',
          request: {
            method: 'PUT',
            url: {
              raw: '{{base}}/orders/:id/files?all=true&page=2',
              host: ['{{base}}'],
              path: ['orders', ':id', 'files'],
              query: [
                { key: 'all', value: 'true' },
                { key: 'page', value: '2' },
                { key: 'size', value: '9', disabled: true },
              ],
              variable: [{ key: 'id', value: '{{orderId}}' }],
            },
            header: [
              { key: 'A', value: 'b' },
              { key: 'C', value: 'd', disabled: true },
            ],
            body: {
              mode: 'formdata',
              formdata: [
                { key: 'note', type: 'text', value: 'x' },
                { key: 'file', type: 'file', src: ['a.txt'] },
              ],
            },
          },
        },
        {
          name: 'Form',
          request: {
            method: 'POST',
            url: '{{base}}/form',
            body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
          },
        },
      ],
    },
  ],
};

describe('a Postman collection that is a folder', () => {
  it('is read as the file of version 2.1 that says the same', async () => {
    const [collection, ...more] = await read(TREE);
    assert.ok(collection && more.length === 0);
    assert.deepEqual(
      { ...collection, format: 'Postman collection 2.1' },
      await readImport('Shop.json', stringifyJson(COLLECTION)),
    );
    assert.equal(collection.format, 'Postman collection 3');
    assert.deepEqual(
      collection.requests.map(({ name, folders }) => [...folders, name].join(' > ')),
      ['Log/in', 'All orders > Change', 'All orders > Form'],
    );
  });

  it('is one of several in a workspace, with environments next to it', async () => {
    const all = await read({
      'postman/collections/A/Sub/x.request.yaml': '$kind: http-request\nurl: http://h/x\n',
      'postman/collections/B/.resources/definition.yaml': '$kind: collection\n',
      'postman/collections/B/y.request.yaml': '$kind: http-request\nurl: http://h/y\n',
      'postman/environments/local.environment.yaml':
        "name: Local\nvalues:\n  - key: base\n    value: 'http://h'\n    enabled: true\n  - { key: off, value: x, enabled: false }\n",
    });
    assert.deepEqual(
      all.map(({ format, name, requests, environments }) => [
        format,
        name,
        requests.map((request) => [...request.folders, request.name].join(' > ')),
        environments.map((one) => one.variables.map((variable) => variable.name)),
      ]),
      [
        ['Postman collection 3', 'A', ['Sub > x'], []],
        ['Postman collection 3', 'B', ['y'], []],
        ['Postman environment', 'Local', [], [['base']]],
      ],
    );
  });

  it('says what it cannot read, and what is not HTTP', async () => {
    const [collection] = await read({
      '.resources/definition.yaml':
        '$kind: collection\nauth: [{ type: basic, credentials: { username: u, password: p } }, { type: bearer }]\nscripts: [{ type: grpc:beforeInvoke, code: x }]\n',
      'bad.request.yaml': 'a: [',
      'g.request.yaml': '$kind: grpc-request\nname: Stream\n',
      'f/.resources/definition.yaml': '$kind: collection\nvariables: { a: 1 }\n',
      'f/h.request.yaml': '$kind: http-request\nurl: http://h\n',
    });
    assert.deepEqual(collection?.remarks.slice(0, 3), [
      'The file "bad.request.yaml" is left out. The YAML of the file is not sound: Flow sequence in block collection must be sufficiently indented and end with a ], at line 1, column 5.',
      'Folder "f": its variables are not carried over.',
      'Collection: of several authentications the first is used.',
    ]);
    assert.match(
      collection?.remarks.map(remarkText).join('\n') ?? '',
      /Collection: its script of the type "grpc:beforeInvoke" is not carried over/,
    );
    assert.deepEqual(collection?.auth, { type: 'basic', username: 'u', password: 'p' });
    assert.deepEqual(collection?.requests.at(-1), {
      kind: 'left-out',
      name: 'Stream',
      folders: [],
      reason: 'It is a request of the kind "grpc-request", and a chain sends HTTP.',
    });
  });

  it('may be one request by itself', async () => {
    const { name, requests } = await readImport('Change.request.yaml', ORDER);
    assert.deepEqual(
      [name, requests.map((request) => request.kind === 'kept' && [request.name, request.request.url])],
      ['Change', [['Change', '{{base}}/orders/{{orderId}}/files']]],
    );
  });

  it('keeps names such as __proto__ as data', async () => {
    const [collection] = await read({
      '__proto__/x.request.yaml': '$kind: http-request\nurl: http://h\nheaders: { __proto__: x, a: b }\n',
    });
    assert.deepEqual(collection?.requests[0], {
      kind: 'kept',
      name: 'x',
      folders: [],
      request: { method: 'GET', url: 'http://h', headers: [{ name: 'a', value: 'b' }] },
      remarks: [
        documentation('It has no method; GET is used, as Postman does.'),
        'A header that has no usable name is left out: "__proto__: x".',
      ],
    });
  });
});
