import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import type { JsonObject } from '../../../../../src/core/json/json';
import type { SourceFiles } from '../../../../../src/core/ports';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImportFile } from '../../../../../src/formats/importers/importers';
import { documentation, lostCheck, remarkText } from '../../../../../src/formats/importers/shape/remark';
import { examplesOf } from '../../examplesOf';

/** The files of a folder, which say so when one is asked for that is not there. */
function folder(files: Readonly<Record<string, string>>): SourceFiles {
  return {
    paths: () => Promise.resolve(Object.keys(files).sort()),
    text: (path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      return text === undefined ? Promise.reject(new UserError('No file.', 'Look.')) : Promise.resolve(text);
    },
  };
}

const read = (text: string, files: Readonly<Record<string, string>> = {}): Promise<ImportedCollection> =>
  readImportFile(
    { name: 'calls.http', text, path: 'api/calls.http', files: folder(files) },
    { keep: new Set() },
  );

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

async function first(text: string, files?: Readonly<Record<string, string>>): Promise<KeptRequest> {
  return kept(await read(text, files))[0] ?? assert.fail('no request');
}

const URL = 'http://127.0.0.1:4010';

describe('an .http file', () => {
  it('is a chain: a login by name, its token where the answer is used', async () => {
    const collection = await read(
      [
        `@base = ${URL}`,
        '@token = {{login.response.body.$.token}}',
        '@bearer = Bearer {{login.response.body.$.token}}',
        '',
        '### Log in',
        '# @name login',
        'POST {{base}}/login',
        'Content-Type: application/json',
        '',
        '{ "user": "alice" }',
        '',
        '### Orders',
        'GET {{base}}/orders?page=1',
        'Authorization: {{bearer}}',
        'X-Token: {{token}}',
        'If-None-Match: {{login.response.headers.ETag}}',
      ].join('\n'),
    );
    assert.deepEqual(collection.variables, [{ name: 'base', value: URL, isSecret: false }]);
    assert.deepEqual(
      kept(collection).map(({ name, request }) => [name, request]),
      [
        [
          'Log in',
          {
            method: 'POST',
            url: '{{base}}/login',
            body: { json: { user: 'alice' } },
            extract: [
              { variable: 'token', from: 'body', path: '$.token' },
              { variable: 'login_ETag', from: 'header', name: 'ETag' },
            ],
          },
        ],
        [
          'Orders',
          {
            method: 'GET',
            url: '{{base}}/orders',
            query: [{ name: 'page', value: '1' }],
            headers: [
              { name: 'X-Token', value: '{{token}}' },
              { name: 'If-None-Match', value: '{{login_ETag}}' },
            ],
            auth: { type: 'bearer', token: '{{token}}' },
          },
        ],
      ],
    );
    assert.deepEqual(collection.remarks, []);
  });

  const parts: [title: string, lines: readonly string[], request: JsonObject][] = [
    ['a line that is only an address', [`${URL}/a`], { method: 'GET', url: `${URL}/a` }],
    [
      'an address without scheme',
      ['GET example.test/a HTTP/1.1'],
      { method: 'GET', url: 'http://example.test/a' },
    ],
    [
      'an address without server, which is that of the Host header',
      ['GET /a', 'Host: example.test:8443'],
      {
        method: 'GET',
        url: 'https://example.test:8443/a',
        headers: [{ name: 'Host', value: 'example.test:8443' }],
      },
    ],
    ['an address without server', ['GET /a'], { method: 'GET', url: '{{host}}/a' }],
    [
      'an address and a query over several lines, and headers that are indented',
      [`GET ${URL}`, '  /a', '  ?b=1', '  &c=2', '  # not this', '  Accept: text/plain'],
      {
        method: 'GET',
        url: `${URL}/a`,
        query: [
          { name: 'b', value: '1' },
          { name: 'c', value: '2' },
        ],
        headers: [{ name: 'Accept', value: 'text/plain' }],
      },
    ],
    [
      'a form over several lines',
      [`POST ${URL}`, 'Content-Type: application/x-www-form-urlencoded', '', 'a=1', '&b=2&', 'c=3'],
      {
        method: 'POST',
        url: URL,
        body: {
          form: [
            { name: 'a', value: '1' },
            { name: 'b', value: '2' },
            { name: 'c', value: '3' },
          ],
        },
      },
    ],
    [
      'JSON without the comments before it',
      [`POST ${URL}`, 'Content-Type: application/json', '', '// CreateItem', '# twice', '{ "a": 1 }'],
      { method: 'POST', url: URL, body: { json: { a: 1 } } },
    ],
    [
      'a text with what looks like a comment before it',
      [`POST ${URL}`, 'Content-Type: text/plain', '', '# Title', '{ no JSON'],
      { method: 'POST', url: URL, body: { text: '# Title\n{ no JSON', contentType: 'text/plain' } },
    ],
    [
      'a user and a password that are not encoded',
      [`GET ${URL}`, 'Authorization: Basic alice s3 cret'],
      { method: 'GET', url: URL, auth: { type: 'basic', username: 'alice', password: 's3 cret' } },
    ],
    [
      'a user and a password that are',
      [`GET ${URL}`, 'Authorization: Basic YWxpY2U6czNjcmV0'],
      { method: 'GET', url: URL, auth: { type: 'basic', username: 'alice', password: 's3cret' } },
    ],
    [
      'a password without user',
      [`GET ${URL}`, 'Authorization: Basic :s3cret'],
      { method: 'GET', url: URL, auth: { type: 'basic', username: '', password: 's3cret' } },
    ],
    [
      'a password that begins with a colon',
      [`GET ${URL}`, 'Authorization: Basic {{user}}::{{pass}}'],
      { method: 'GET', url: URL, auth: { type: 'basic', username: '{{user}}', password: ':{{pass}}' } },
    ],
    [
      'digest, bearer and AWS',
      [`GET ${URL}`, 'Authorization: AWS key secret region:eu-west-1 service:s3'],
      {
        method: 'GET',
        url: URL,
        auth: {
          type: 'awsSigV4',
          accessKeyId: 'key',
          secretAccessKey: 'secret',
          region: 'eu-west-1',
          service: 's3',
        },
      },
    ],
    [
      'a file of Windows as its body',
      [`POST ${URL}`, 'Content-Type: application/json', '', '< .\\Data\\x.json'],
      { method: 'POST', url: URL, body: { file: 'Data/x.json', contentType: 'application/json' } },
    ],
    [
      "REST Client's GraphQL",
      [
        `POST ${URL}/graphql`,
        'X-REQUEST-TYPE: GraphQL',
        '',
        'query One($id: ID!) { order(id: $id) { id } }',
        '',
        '{ "id": {{id}} }',
      ],
      {
        method: 'POST',
        url: `${URL}/graphql`,
        body: {
          graphql: {
            query: 'query One($id: ID!) { order(id: $id) { id } }',
            variables: { id: '{{id}}' },
            operationName: 'One',
          },
        },
      },
    ],
    [
      'a query with parts, as httpYac joins them',
      [
        'fragment P on Order {',
        '  id',
        '}',
        '',
        `POST ${URL}/graphql`,
        '',
        'mutation Add {',
        '  add { ...P }',
        '}',
      ],
      {
        method: 'POST',
        url: `${URL}/graphql`,
        body: {
          graphql: {
            query: 'mutation Add {\n  add { ...P }\n}\nfragment P on Order {\n  id\n}',
            operationName: 'Add',
          },
        },
      },
    ],
    [
      "JetBrains' GraphQL",
      [`GRAPHQL ${URL}/graphql`, '', '{ orders { id } }'],
      { method: 'POST', url: `${URL}/graphql`, body: { graphql: { query: '{ orders { id } }' } } },
    ],
    [
      'what is said in remarks',
      ['# @no-redirect', '// @timeout 5 s', '# @disabled', `GET ${URL}`],
      { method: 'GET', url: URL, redirects: 'manual', timeoutMs: 5000, disabled: true },
    ],
    [
      "httpYac's checks",
      [
        `GET ${URL}`,
        '?? status == 200',
        '?? header content-type contains json',
        '?? body $.id > 3',
        '?? duration < 500',
      ],
      {
        method: 'GET',
        url: URL,
        expect: {
          status: 200,
          maxDurationMs: 500,
          headers: [{ name: 'content-type', contains: 'json' }],
          body: [{ path: '$.id', greaterThan: 3 }],
        },
      },
    ],
    [
      'what scripts keep and check',
      [
        `POST ${URL}`,
        'Content-Type: application/json',
        '',
        '{}',
        '',
        '> {%',
        '  client.global.set("id", response.body.items[0].id);',
        '  client.test("ok", function () { client.assert(response.status === 201) });',
        '%}',
      ],
      {
        method: 'POST',
        url: URL,
        body: { json: {} },
        extract: [{ variable: 'id', from: 'body', path: '$.items[0].id' }],
        expect: { status: 201 },
      },
    ],
    [
      "what httpYac's scripts export",
      [`GET ${URL}`, '', '{{', 'exports.id = response.parsedBody.id', '}}'],
      { method: 'GET', url: URL, extract: [{ variable: 'id', from: 'body', path: '$.id' }] },
    ],
  ];
  for (const [title, lines, request] of parts) {
    it(`sends ${title}`, async () => {
      const one = await first(lines.join('\n'));
      assert.deepEqual(one.request, request);
      assert.deepEqual(
        one.remarks.filter((remark) => !remarkText(remark).includes('is not imported')),
        [],
      );
    });
  }

  it('says that a body without a type gets one', async () => {
    const untyped = documentation(
      'Its body has no Content-Type there. A chain sends the type of JSON, of a form or of plain text.',
    );
    const { request, remarks } = await first(`POST ${URL}\n\nHello\n\nGET well soon\n`);
    assert.deepEqual(request, { method: 'POST', url: URL, body: { text: 'Hello\n\nGET well soon' } });
    assert.deepEqual(remarks, [untyped]);
    assert.deepEqual((await first(`POST ${URL}\n\n{}\n`)).remarks, [untyped]);
    assert.deepEqual((await first(`POST ${URL}\n\nquery Q { a }\n`)).remarks, []);
  });

  it("reads variables of the machine in every tool's words", async () => {
    const { request } = await first(
      `GET ${URL}/{{$env.USER_ID}}/{{$processEnv USER_ID}}/{{process.env.USER_ID}}/{{$dotenv USER_ID}}/{{$env.9}}`,
    );
    const own = '{{$processEnv USER_ID}}';
    assert.equal(request['url'], `${URL}/${own}/${own}/${own}/{{$dotenv USER_ID}}/{{env.9}}`);
  });

  it('takes an empty name for none', async () => {
    const { request } = await first(`# @name\nGET ${URL}/{{a}}/{{a b}}`);
    assert.deepEqual(request, { method: 'GET', url: `${URL}/{{a}}/{{a_b}}` });
  });

  it('is no longer a body where JetBrains keeps answers in files', async () => {
    const { request, remarks } = await first(
      `POST ${URL}/a\nContent-Type: application/json\n\n{ "x": 1 }\n\n<> 2022-06-09T1329.200.json\n<> b c.json`,
    );
    assert.deepEqual(request['body'], { json: { x: 1 } });
    assert.deepEqual(remarks, [
      documentation('The answer that is kept in the file "2022-06-09T1329.200.json" is not imported.'),
      documentation('The answer that is kept in the file "b c.json" is not imported.'),
    ]);
  });

  it('continues an incomplete address', async () => {
    const { request } = await first(
      `GET https://\n  api.test:8080\n  /b?\n    id=2&\n    q=a b\nAccept: text/plain\n{{name}}-{{part}}: 1`,
    );
    assert.deepEqual(request, {
      method: 'GET',
      url: 'https://api.test:8080/b',
      query: [
        { name: 'id', value: '2' },
        { name: 'q', value: 'a b' },
      ],
      headers: [
        { name: 'Accept', value: 'text/plain' },
        { name: '{{name}}-{{part}}', value: '1' },
      ],
    });
  });

  it('leaves out spaces around the fields of a form', async () => {
    const { request } = await first(
      `POST ${URL}/a\nContent-Type: application/x-www-form-urlencoded\n\nkey = a b &\nother = {{x}} &\nz = =`,
    );
    assert.deepEqual(request['body'], {
      form: [
        { name: 'key', value: 'a b' },
        { name: 'other', value: '{{x}}' },
        { name: 'z', value: '=' },
      ],
    });
  });

  it('reads a cURL command in place of a request, with the references of the file', async () => {
    const one = await first(
      `@id = {{$random.uuid}}\n### Order\ncurl -X PUT ${URL}/orders/{{id}} \\\n  --json '{"a": "{{$uuid}}"}'\n\n###\n`,
    );
    assert.equal(one.name, 'Order');
    assert.deepEqual(one.request, {
      method: 'PUT',
      url: `${URL}/orders/{{id}}`,
      headers: [{ name: 'Accept', value: 'application/json' }],
      body: { json: { a: '{{$guid}}' } },
    });
  });

  it('says that a local time is sent in UTC', async () => {
    const { request, remarks } = await first('GET http://h/?at={{$localDatetime iso8601}}\n');
    assert.deepEqual(request['query'], [{ name: 'at', value: '{{$datetime iso8601}}' }]);
    assert.deepEqual(remarks, [
      '{{$localDatetime iso8601}} is sent in UTC, not in the time zone of this machine.',
    ]);
  });

  it('remarks on what is written next to a cURL command that no tool supports there', async () => {
    const { remarks, recorded, examples } = await first(
      `### Order\ncurl ${URL}\n\n> {% client.log(1) %}\n>> answer.json\nHTTP/1.1 200 OK\n\nok\n`,
    );
    assert.equal(recorded ?? examples, undefined);
    assert.deepEqual(remarks, [
      'What the file "answer.json" does with its answer is not carried over.',
      'Scripts next to a cURL command are not carried over.',
      documentation('Responses next to a cURL command are not carried over.'),
    ]);
  });

  it('keeps the response that is written below a request', async () => {
    const { recorded, remarks } = await first(
      [
        ...['POST {{host}}/orders', 'Content-Type: application/json', '', '{"sku": "A"}', ''],
        ...['HTTP/1.1 201 - Created', 'Content-Type: application/json; charset=utf-8', 'X-Id: 7', ''],
        ...['', '{', '  "id": 7,', '# @name is text here', '  "b": 1', '}', '', '###', 'GET {{host}}/x'],
      ].join('\n'),
    );
    const content = '{\n  "id": 7,\n# @name is text here\n  "b": 1\n}';
    assert.deepEqual(recorded?.exchange.request, { method: 'POST', url: '{{host}}/orders', headers: [] });
    assert.deepEqual(recorded.exchange.response, {
      status: 201,
      statusText: 'Created',
      httpVersion: '1.1',
      headers: [
        { name: 'Content-Type', value: 'application/json; charset=utf-8' },
        { name: 'X-Id', value: '7' },
      ],
      body: { encoding: 'utf8', mediaType: 'application/json', content, size: content.length },
      wireSize: content.length,
      notes: [],
    });
    assert.deepEqual(remarks, []);
  });

  const answers: readonly [
    title: string,
    below: string,
    status: number | undefined,
    body: string,
    examples: readonly string[],
  ][] = [
    ['a failure', 'HTTP/1.1 404 Not Found', undefined, '', ['-', '404']],
    [
      'the first success of several',
      'HTTP/1.1 500 Oops\n\nHTTP/2 204\n\nHTTP/2 200\n\nok',
      204,
      '',
      ['204', '500', '200'],
    ],
    ['a body that begins in place of the headers', 'HTTP/1.1 200\n{"a": 1}', 200, '{"a": 1}', ['200']],
  ];
  for (const [title, below, status, body, examples] of answers) {
    it(`keeps of the responses below a request ${title}`, async () => {
      const request = await first(`GET ${URL}\n\n${below}\n`);
      assert.equal(request.recorded?.exchange.response?.status, status);
      assert.equal(request.recorded?.exchange.response?.body.content ?? '', body);
      assert.deepEqual(examplesOf(request), examples);
      assert.deepEqual(request.remarks, []);
    });
  }

  const changing = documentation(
    'The variable n has several values. Each request has the one that httpYac gives it; REST Client gives all the last.',
  );
  const N = `GET ${URL}/{{n}}`;
  // As httpYac 6.16.7 sends them.
  const variables: [title: string, text: string, constants: object, own: unknown[], remarks: unknown[]][] = [
    [
      'counts from there on where it is set at a request',
      `@n = 1\n${N}\n\n@n = 2\n${N}\n\n###\n${N}\n`,
      { n: '2' },
      [{ n: '1' }, undefined, undefined],
      [changing],
    ],
    [
      'counts for all where it is set apart from requests, the last of several',
      `@n = 1\n###\n${N}\n###\n@n = 2\n###\n${N}\n`,
      { n: '2' },
      [undefined, undefined],
      [changing],
    ],
    [
      'counts for one request where it is set apart and there',
      `@n = 1\n###\n${N}\n###\n@n = 2\n${N}\n###\n${N}\n`,
      { n: '1' },
      [undefined, { n: '2' }, undefined],
      [changing],
    ],
    [
      'is made of what counts where it is set',
      `@m = 1\n@n = {{m}}{{k}}\n${N}\n###\n@m = 2\n${N}{{m}}\n`,
      { m: '2', n: '1{{k}}' },
      [undefined, undefined],
      [documentation(remarkText(changing).replace('variable n', 'variable m'))],
    ],
    [
      'counts from the script on that sets it',
      `@n = 1\n${N}\n###\n{{\nexports.n = '2';\n}}\n${N}\n###\n${N}\n\n> {% client.global.set('n', '3') %}\n###\n${N}\n`,
      { n: '2' },
      [{ n: '1' }, undefined, undefined, { n: '3' }],
      [],
    ],
    [
      'counts for the request alone whose script sets it for that',
      `@n = 1\n###\n< {% request.variables.set('n', '2') %}\n${N}\n###\n${N}\n`,
      { n: '1' },
      [{ n: '2' }, undefined],
      [],
    ],
    [
      'is random for each request where a script apart from them makes it',
      `{{\nexports.n = Date.now();\n}}\n###\n${N}\n###\n${N}\n`,
      {},
      [{ n: '{{$timestampMs}}' }, { n: '{{$timestampMs}}' }],
      [],
    ],
    [
      'counts until an answer takes its place',
      `@n = 1\n${N}\n###\n# @name login\nPOST ${URL}\n###\n@n = {{login.response.body.$.n}}\n${N}\n`,
      { n: '1' },
      [undefined, undefined, undefined],
      [],
    ],
  ];
  for (const [title, text, constants, own, remarks] of variables) {
    it(`has a variable that ${title}`, async () => {
      const collection = await read(text);
      assert.deepEqual(
        Object.fromEntries(collection.variables.map(({ name, value }) => [name, value])),
        constants,
      );
      assert.deepEqual(
        kept(collection).map(({ request }) => request.variables),
        own,
      );
      assert.deepEqual(collection.remarks, remarks);
    });
  }

  const TOKEN = { variable: 'token', from: 'body', path: '$.access_token' };
  const form = [
    { name: 'grant_type', value: 'client_credentials' },
    { name: 'client_id', value: '{{id}}' },
  ];
  const FIELDS = "{ grant_type: 'client_credentials', client_id: id }";
  const sent: [script: string, expected: object][] = [
    [
      `const r = await fetch('${URL}/token', { method: 'POST', body: new URLSearchParams(${FIELDS}) });\nexports.token = (await r.json()).access_token;`,
      { method: 'POST', url: `${URL}/token`, body: { form }, extract: [TOKEN] },
    ],
    [
      `const data = await (await fetch('${URL}/token')).json();\nexports.token = data.access_token;`,
      { method: 'GET', url: `${URL}/token`, extract: [TOKEN] },
    ],
    [
      `await fetch('${URL}/token').then(r => r.json()).then(d => { exports.token = d.access_token; });`,
      { method: 'GET', url: `${URL}/token`, extract: [TOKEN] },
    ],
    [
      `await fetch('${URL}/token').then((r) => { return r.json(); }).then(({ access_token }) => client.global.set('token', access_token));`,
      { method: 'GET', url: `${URL}/token`, extract: [TOKEN] },
    ],
    [
      `const axios = require('axios');\nconst { data } = await axios.post('${URL}/token', ${FIELDS});\nexports.token = data.access_token;`,
      {
        method: 'POST',
        url: `${URL}/token`,
        body: { json: { grant_type: 'client_credentials', client_id: '{{id}}' } },
        extract: [TOKEN],
      },
    ],
    [
      `const qs = require('querystring');\nconst r = await require('axios').post('${URL}/token', qs.stringify(${FIELDS}));\nexports.token = r.data.access_token;`,
      { method: 'POST', url: `${URL}/token`, body: { form }, extract: [TOKEN] },
    ],
    [
      `const got = require('got');\nconst r = await got.post('${URL}/token', { form: ${FIELDS} }).json();\nexports.token = r.access_token;`,
      { method: 'POST', url: `${URL}/token`, body: { form }, extract: [TOKEN] },
    ],
    [
      `const r = await require('got')('${URL}/token', { method: 'POST', json: { a: 1 }, searchParams: { b: 'c d' } });\nexports.token = JSON.parse(r.body).access_token;`,
      { method: 'POST', url: `${URL}/token?b=c%20d`, body: { json: { a: 1 } }, extract: [TOKEN] },
    ],
  ];
  for (const [script, expected] of sent) {
    it(`requires the request that a script sends: ${script.replaceAll('\n', ' ')}`, async () => {
      const whole = `@id = 7\n{{\n${script}\n}}\n`;
      for (const text of [`${whole}GET ${URL}/{{token}}\n`, `${whole}###\nGET ${URL}/{{token}}\n`]) {
        const { required, remarks, unknownCode } = await read(text);
        assert.deepEqual(
          required?.map(({ request }) => request),
          [expected],
        );
        assert.deepEqual([remarks, unknownCode], [[], undefined]);
      }
    });
  }

  it('reports a request that a script sends after the answer, or that is known only when the script runs', async () => {
    const send = 'const r = await fetch(made()); exports.token = (await r.json()).access_token;';
    const text = `### A\n{{\n${send}\n}}\nGET ${URL}/{{token}}\n\n### B\nGET ${URL}\n\n{{\n${send.replace('made()', '"http://h"')}\n}}\n`;
    const { required, unknownCode, requests } = await read(text);
    assert.equal(required, undefined);
    assert.deepEqual(unknownCode, [
      'A: Script before it, line 1: not carried over: fetch(made())',
      'B: Script after it, line 1: not carried over: fetch("http://h")',
    ]);
    assert.deepEqual(
      requests.map((one) => one.kind === 'kept' && one.request.extract),
      [undefined, undefined],
    );
  });

  it('puts the text of files in its folder into bodies that are more than the file', async () => {
    const files = {
      'api/part.json': '{ "a": {{x}} }\n',
      'api/q.gql': 'query Q { a }',
      'secret.json': '"no"',
    };
    const replaced = await first(`POST ${URL}\nContent-Type: application/json\n\n<@ ./part.json`, files);
    assert.deepEqual(replaced.request['body'], { json: { a: '{{x}}' } });
    const query = await first(`POST ${URL}\n\ngql foo < ./q.gql\n\n{"b": 1}`, files);
    assert.deepEqual(query.request['body'], {
      graphql: { query: 'query Q { a }', variables: { b: 1 }, operationName: 'Q' },
    });
    const outside = await first(`POST ${URL}\nContent-Type: text/plain\n\n<@ ../../secret.json`, files);
    assert.deepEqual(outside.request['body'], { file: 'secret.json', contentType: 'text/plain' });
  });

  it('reads imports inside the folder only, each once, and takes what is referred to', async () => {
    const files = {
      'api/login.http':
        '# @import ./calls.http\n# @name login\nPOST http://a.test/login\n\n###\n# @name other\nGET http://a.test/other',
    };
    const collection = await read(
      `# @import ./login.http\n# @import ../../etc/passwd\n# @import ./gone.http\n###\n# @ref login\nGET ${URL}\nX: {{login.token}}`,
      files,
    );
    assert.deepEqual(
      kept(collection).map(({ name, folders }) => [name, folders]),
      [
        ['login', ['api/login.http']],
        ['get-request', []],
      ],
    );
    assert.deepEqual(kept(collection)[0]?.request['extract'], [
      { variable: 'login_token', from: 'body', path: '$.token' },
    ]);
    assert.deepEqual(collection.remarks, [
      'The file "../../etc/passwd", which it imports, is not at hand. Import the folder of both.',
      'The file "./gone.http", which it imports, is not at hand. Import the folder of both.',
    ]);
  });

  it('imports the environments in its folder, private values as secrets', async () => {
    const { environments } = await read(`GET {{host}}/a`, {
      'api/http-client.env.json':
        '{"$shared": {"v": "1"}, "dev": {"host": "http://dev.test"}, "prod": {"host": "http://prod.test"}}',
      'api/http-client.private.env.json': '{"dev": {"password": "hunter2"}}',
      'http-client.env.json': '{"elsewhere": {}}',
    });
    assert.deepEqual(
      environments.map(({ name, variables }) => [
        name,
        variables.map((one) => [one.name, one.value, one.isSecret]),
      ]),
      [
        [
          'dev',
          [
            ['v', '1', false],
            ['host', 'http://dev.test', false],
            ['password', 'hunter2', true],
          ],
        ],
        [
          'prod',
          [
            ['v', '1', false],
            ['host', 'http://prod.test', false],
          ],
        ],
      ],
    );
  });

  it('says what cannot be carried over, and leaves out what is not HTTP', async () => {
    const collection = await read(
      [
        'Some words that mean nothing',
        '{{+',
        'exports.all = { a: 1 }',
        '}}',
        '###',
        '# @loop for 3',
        '# @prompt pin',
        `GET ${URL}/{{$aadToken new}}/{{new Date().getTime()}}`,
        '...all',
        '> ./handler.js',
        '?? js response.ok',
        '>> answer.json',
        '',
        'HTTP/1.1 200 OK',
        '',
        'GET http://not.me/',
        '###',
        'WEBSOCKET ws://a.test',
      ]
        .join('\n')
        .replace('Some words', `GET ${URL}/first\n\n###\nSome words`),
    );
    assert.deepEqual(collection.remarks, [
      'Line 4 is not understood and left out: Some words that mean nothing',
      'Script before it, line 1: this value is known only when the script runs: exports.all = { a: 1 }',
      'The variable pin is asked for in each run there. Give it a value.',
    ]);
    assert.deepEqual(
      collection.requests.map((request) => (request.kind === 'kept' ? request.remarks : request.reason)),
      [
        [],
        [
          'What the file "./handler.js" does with its answer is not carried over.',
          'What the file "answer.json" does with its answer is not carried over.',
          'The setting @loop for 3 is not carried over.',
          'The setting @prompt pin is not carried over.',
          'The headers of all, which a script makes, are not carried over.',
          lostCheck('This check is not carried over: js response.ok'),
          'Nothing makes a value like {{$aadToken new}} here. Give the variable aadToken_new one.',
          'Nothing computes {{new Date().getTime()}} here. Give the variable new_Date_.getTime_ a value.',
        ],
        'It is a request of WebSocket, and a chain sends HTTP.',
      ],
    );
  });

  it('names and describes requests by titles and remarks', async () => {
    const collection = await read(
      `# All about orders\n# and users\n\n###\n# List\nGET ${URL}/a\n###\n# Set apart\n### Titled\n# One line\nGET ${URL}/b\n###\n# One\n# and two\nGET ${URL}/c\n`,
    );
    assert.equal(collection.description, 'All about orders\nand users');
    assert.deepEqual(
      kept(collection).map(({ name, description }) => [name, description]),
      [
        ['List', undefined],
        ['Titled', 'Set apart\nOne line'],
        ['get-c', 'One\nand two'],
      ],
    );
  });

  for (const text of ['# Notes\n\nWe GET things.', 'key: value', 'See http://a.test for more']) {
    it(`is none that begins otherwise: ${JSON.stringify(text)}`, async () => {
      await assert.rejects(read(text), { name: 'UserError', message: /in no format/ });
    });
  }

  it('says that a request which is sent again for another one is sent once', async () => {
    const { requests } = await read(
      `# @name one\nGET ${URL}/one\n\n###\n# @ref one\nGET ${URL}/two\n\n###\n# @forceRef one\nGET ${URL}/three`,
    );
    assert.deepEqual(
      requests.map((request) => request.kind === 'kept' && request.remarks),
      [[], [], ['The setting @forceref one is not carried over.']],
    );
  });

  it('answers a hostile file in bounded time', async () => {
    for (const piece of [
      '{{',
      '{{+\n',
      '> {%\n',
      '/*',
      '@a=1\n',
      '###\n',
      '# @name a\n',
      'GET /a\n',
      '{{a.b}}',
      '< a\n',
      '&a=b\n',
      '{{a.response.body.$.b}}\n',
      'fragment a on b\n',
      ' \n',
    ]) {
      await read(`GET ${URL}\n\n${piece.repeat(20_000)}`).catch((error: unknown) => {
        assert.equal((error as Error).name, 'UserError');
      });
    }
  });
});
