/** Every reader of files gives the same for a text with the line ends of Windows, with and without a byte order mark. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readBaseline } from '../../../src/core/authz/report/baselineFile';
import { readMatrix } from '../../../src/core/authz/matrix/matrixFile';
import { readChain } from '../../../src/core/files/chainFile';
import { readEnvironment } from '../../../src/core/files/environmentFile';
import { readHttpClientEnv } from '../../../src/core/files/httpClientEnv';
import { readImport } from '../../../src/formats/importers/importers';
import { parseDotenv } from '../../../src/node/files/dotenv';
import { placedText, sourceText } from '../../../src/node/files/openSource';

type Read = (text: string) => unknown;

const sample = (name: string): string => readFileSync(`examples/workspace/${name}`, 'utf8');
const chain: Read = (text) => {
  const { chain: read, problems } = readChain(text, 'a.chain.json');
  return { read, problems: problems.map(({ place, message }) => [place.line, place.column, message]) };
};
const imported =
  (name: string): Read =>
  async (text) => {
    const collection = await readImport(name, text);
    assert.ok(collection.requests.length > 0);
    return collection;
  };

const BRU = `meta {
  name: Orders
  type: http
}

post {
  url: https://a.example/orders?page=1
  body: json
}

headers {
  X-Trace: 1
}

body:json {
  {
    "sku": "A"
  }
}

tests {
  test("created", function () {
    expect(res.status).to.equal(201);
  });
}
`;

const HTTP = `@host = https://a.example
# a comment

### Create
# @name create
POST {{host}}/orders HTTP/1.1
Content-Type: application/x-www-form-urlencoded
X-Trace: 1

sku=A
&quantity=2

### Read
GET {{host}}/orders
  ?page=1
  &size=2
Authorization: Bearer {{token}}
`;

const CURL = `curl 'https://a.example/orders' \\
  -X POST \\
  -H 'Content-Type: application/json' \\
  --data '{"sku":"A"}'

# the second
curl -u user:{{password}} https://a.example/orders
`;

const OPENAPI = `openapi: 3.1.0
info:
  title: Orders
  version: "1"
  description: |
    Two lines
    of text
servers:
  - url: https://a.example
paths:
  /orders:
    get:
      summary: List
      responses:
        "200": { description: fine }
`;

const OPEN_COLLECTION = `opencollection: "1.0.0"
info:
  name: Orders
items:
  - info:
      name: one
      type: http
    http:
      method: POST
      url: https://a.example/orders
      body:
        type: json
        data: |-
          {
            "sku": "A"
          }
`;

const INSOMNIA = `type: collection.insomnia.rest/5.0
name: Orders
collection:
  - url: https://a.example/orders
    name: one
    meta:
      id: req_1
    method: GET
    headers:
      - name: X-Trace
        value: "1"
`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const POSTMAN = json({
  info: { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'one', request: { method: 'GET', url: 'https://a.example/orders' } }],
});

const HAR = json({
  log: {
    version: '1.2',
    creator: { name: 'a', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: { method: 'GET', url: 'https://a.example/orders', headers: [], queryString: [] },
        response: { status: 200, statusText: 'OK', headers: [], content: { size: 0, mimeType: '' } },
      },
    ],
  },
});

const BASELINE = json({ kind: 'authz-baseline', formatVersion: 1, cells: {} });
const HTTP_CLIENT = json({ dev: { baseUrl: 'https://a.example' } });
const DOTENV = `# a comment
export A=1
B="two
lines" # another
C='x'
D=plain # comment
`;

const readers: [kind: string, text: string, read: Read][] = [
  ['a chain', sample('orders.chain.json'), chain],
  ['a chain with mistakes', '{\n  "formatVersion": 1,\n  "name": 1,\n  "requests": [{}],\n}\n', chain],
  ['a chain that is cut off', '{\n  // the name\n  "name": "x",\n  "requests": [', chain],
  ['an environment', sample('local.environment.json'), (text) => readEnvironment(text, 'a')],
  ['http-client.env.json', HTTP_CLIENT, (text) => readHttpClientEnv(text, 'a')],
  ['a matrix', sample('orders.authz.json'), (text) => readMatrix(text, 'orders.authz.json')],
  ['a .env file', DOTENV, parseDotenv],
  ['a baseline', BASELINE, (text) => readBaseline(sourceText(Buffer.from(text)), 'a')],
  ['an HTTP file', HTTP, imported('a.http')],
  ['a Bruno request', BRU, imported('a.bru')],
  ['cURL commands', CURL, imported('a.sh')],
  ['an OpenAPI description', OPENAPI, imported('a.yaml')],
  ['an OpenCollection', OPEN_COLLECTION, imported('opencollection.yml')],
  ['an Insomnia collection', INSOMNIA, imported('a.yaml')],
  ['a Postman collection', POSTMAN, imported('a.json')],
  ['a recording', HAR, imported('a.har')],
];

describe('the line ends of Windows', () => {
  for (const [kind, text, read] of readers) {
    it(`change nothing in ${kind}`, async () => {
      const expected = await read(text);
      const windows = text.replaceAll('\n', '\r\n');
      assert.deepEqual(await read(windows), expected);
      assert.deepEqual(await read(`\ufeff${windows}`), expected, 'with a byte order mark');
      const utf16 = Buffer.from(`\ufeff${windows}`, 'utf16le');
      assert.deepEqual(await read(placedText(utf16)), expected, 'as PowerShell writes it');
    });
  }
});
