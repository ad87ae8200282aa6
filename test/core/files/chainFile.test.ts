import assert from 'node:assert/strict';
import { readChain, readChainOnly } from '../../../src/core/files/chainFile';
import { checkFile } from '../../../src/core/files/fileFormat';
import { ExactNumber } from '../../../src/core/json/json';
import { parseDocument } from '../../../src/core/json/jsonDocument';

/** A file with these requests, each on a line of its own from line 2 on. */
const chainOf = (...requests: string[]) =>
  `{ "formatVersion": 1, "name": "Orders", "requests": [\n${requests.join(',\n')}\n]}`;

/** A file with one request that has these members besides the required ones, which are in line 1. */
const requestWith = (members: string) => chainOf(`{ "id": "a", "method": "GET", "url": "u",\n${members} }`);

/** Problems as `line:column message`, the way the command line prints them. */
const problemsOf = (text: string) =>
  readChain(text, 'f').problems.map(({ place, message }) => `${place.line}:${place.column} ${message}`);

describe('what format version 1 does not have', () => {
  const uses = [
    `"url": "http://h/{{$upper 'x'}}"`,
    '"url": "u", "headers": [{ "name": "a", "value": "{{$timestampMs}}" }]',
  ];
  for (const written of uses) {
    it(`is refused in a file of version 1, at its place, and read in one of version 2: ${written}`, () => {
      const text = chainOf(`{ "id": "a", "method": "GET",\n${written} }`);
      const column = written.lastIndexOf(': "') + 3;
      const name = /\{\{\$\w+/.exec(written)?.[0];
      const said = `3:${column} Format version 1 does not have ${name}}}. Write "formatVersion": 2.`;
      for (const read of [readChain, readChainOnly]) {
        const { chain, problems } = read(text, 'f');
        assert.equal(chain, undefined);
        assert.deepEqual(
          problems.map(({ place, message }) => `${place.line}:${place.column} ${message}`),
          [said],
        );
        const raised = read(text.replace('"formatVersion": 1', '"formatVersion": 2'), 'f');
        assert.deepEqual(raised.problems, []);
        assert.ok(raised.chain !== undefined);
      }
    });
  }

  it('is found in types of authentication and in members', () => {
    const oauth1 = '"auth": { "type": "oauth1", "consumerKey": "k", "consumerSecret": "{{$secret S}}" }';
    assert.deepEqual(problemsOf(requestWith(oauth1)), [
      '3:19 Format version 1 does not have the authentication "oauth1". Write "formatVersion": 2.',
    ]);
    assert.deepEqual(problemsOf(requestWith('"variables": {}')), [
      '1:20 Format version 1 does not have "variables" of a request. Write "formatVersion": 2.',
    ]);
    assert.deepEqual(problemsOf(requestWith('"expect": { "contract": true }')), [
      '1:20 Format version 1 does not have "contract" in "expect". Write "formatVersion": 2.',
    ]);
    assert.deepEqual(problemsOf(requestWith('"expect": { "contract": false }')), []);
  });

  it('is found in constants and in the authentication of the chain', () => {
    for (const member of [
      '"variables": { "a": ["{{$upper b}}"] }',
      '"auth": { "type": "bearer", "token": "{{$upper a}}" }',
    ]) {
      const { problems } = readChain(`{ "formatVersion": 1, "name": "c", ${member}, "requests": [] }`, 'f');
      assert.deepEqual(
        problems.map(({ code }) => code),
        ['later-feature'],
      );
    }
  });

  it('is refused as a whole by a reader of version 1', () => {
    const text = chainOf(`{ "id": "a", "method": "GET", "url": "http://h/{{$upper 'x'}}" }`).replace(
      ': 1',
      ': 2',
    );
    const format = { migrations: [], schemaErrors: () => [] };
    const { content, problems } = checkFile(parseDocument(text, 'f'), format);
    assert.equal(content, undefined);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['format-version'],
    );
  });

  it('is not what version 1 had under the same braces', () => {
    assert.deepEqual(problemsOf(requestWith('"description": "{{$upper x}}", "tags": ["{{$uuid}}"]')), []);
  });
});

describe('readChain', () => {
  it('fills in what a minimal chain leaves open', () => {
    const { chain, problems } = readChain(
      chainOf('{ "id": "a", "method": "GET", "url": "{{baseUrl}}" }'),
      'f',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(chain, {
      name: 'Orders',
      status: 'draft',
      tags: [],
      requires: [],
      variables: {},
      independentRows: false,
      requests: [
        {
          id: 'a',
          name: 'a',
          tags: [],
          method: 'GET',
          url: '{{baseUrl}}',
          query: [],
          headers: [],
          auth: { type: 'inherit' },
          extract: [],
          expect: { headers: [], body: [] },
          redirects: 'follow',
          disabled: false,
        },
      ],
    });
  });

  it('leaves members of an authentication behind that are no texts', () => {
    const auth = { type: 'bearer', token: '{{t}}', note: 5, more: { a: '{{b}}' } };
    const text = JSON.stringify({
      formatVersion: 1,
      name: 'Orders',
      auth,
      requests: [{ id: 'a', method: 'GET', url: '/', auth }],
    });
    const { chain } = readChain(text, 'f');
    const known = { type: 'bearer', token: '{{t}}' };
    assert.deepEqual([chain?.auth, chain?.requests[0]?.auth], [known, known]);
  });

  it('takes over everything a full chain says', () => {
    const text = `{
      "formatVersion": 1, "name": "Order lifecycle", "description": "All of it", "status": "active",
      "environment": "local", "tags": ["orders"], "requires": ["auth/login.chain.json"],
      "variables": { "quantity": 2, "big": 9007199254740993 },
      "auth": { "type": "bearer", "token": "{{token}}" },
      "requests": [{
        "id": "create", "name": "Create order", "description": "Writes", "tags": ["write"],
        "method": "POST", "url": "{{baseUrl}}/api/orders",
        "query": [{ "name": "dryRun", "value": "false", "disabled": true }],
        "headers": [{ "name": "Accept", "value": "a" }, { "name": "Accept", "value": "b" }],
        "auth": { "type": "none" },
        "body": { "json": { "sku": "A-1", "id": 9007199254740993 } },
        "extract": [
          { "variable": "orderId", "from": "body", "path": "$.id", "all": true },
          { "variable": "etag", "from": "header", "name": "ETag", "optional": true },
          { "variable": "csrf", "from": "body", "css": "input", "attribute": "value" },
          { "variable": "user", "from": "body", "path": "$.token", "decode": { "as": "jwt", "path": "$.sub" } }
        ],
        "expect": {
          "status": [201, "3xx"], "maxDurationMs": 900,
          "headers": [{ "name": "ETag", "exists": true }],
          "body": [{ "path": "$.amount", "greaterThan": 0, "type": "number" }, { "contains": "ok" }]
        },
        "retry": { "times": 5, "until": { "path": "$.state", "equals": "ready" } },
        "timeoutMs": 30000, "redirects": "manual", "disabled": true
      }]
    }`;
    assert.deepEqual(readChain(text, 'f').chain, {
      independentRows: false,
      name: 'Order lifecycle',
      description: 'All of it',
      status: 'active',
      environment: 'local',
      tags: ['orders'],
      requires: ['auth/login.chain.json'],
      variables: { quantity: 2, big: new ExactNumber('9007199254740993') },
      auth: { type: 'bearer', token: '{{token}}' },
      requests: [
        {
          id: 'create',
          name: 'Create order',
          description: 'Writes',
          tags: ['write'],
          method: 'POST',
          url: '{{baseUrl}}/api/orders',
          query: [{ name: 'dryRun', value: 'false', disabled: true }],
          headers: [
            { name: 'Accept', value: 'a', disabled: false },
            { name: 'Accept', value: 'b', disabled: false },
          ],
          auth: { type: 'none' },
          body: { kind: 'json', value: { sku: 'A-1', id: new ExactNumber('9007199254740993') } },
          extract: [
            {
              variable: 'orderId',
              from: 'body',
              select: { kind: 'path', path: '$.id' },
              all: true,
              optional: false,
            },
            { variable: 'etag', from: 'header', name: 'ETag', all: false, optional: true },
            {
              variable: 'csrf',
              from: 'body',
              select: { kind: 'css', css: 'input', attribute: 'value' },
              all: false,
              optional: false,
            },
            {
              variable: 'user',
              from: 'body',
              select: { kind: 'path', path: '$.token' },
              decode: { as: 'jwt', path: '$.sub' },
              all: false,
              optional: false,
            },
          ],
          expect: {
            status: [201, '3xx'],
            headers: [{ name: 'ETag', operators: [{ operator: 'exists', value: true }] }],
            body: [
              {
                path: '$.amount',
                operators: [
                  { operator: 'greaterThan', value: 0 },
                  { operator: 'type', value: 'number' },
                ],
              },
              { operators: [{ operator: 'contains', value: 'ok' }] },
            ],
            maxDurationMs: 900,
          },
          retry: {
            times: 5,
            delayMs: 1000,
            until: { path: '$.state', operators: [{ operator: 'equals', value: 'ready' }] },
          },
          timeoutMs: 30000,
          redirects: 'manual',
          disabled: true,
        },
      ],
    });
  });

  const bodies: [title: string, body: string, expected: object][] = [
    ['a JSON null, which is a value', '{ "json": null }', { kind: 'json', value: null }],
    ['an empty text, which is a value', '{ "text": "" }', { kind: 'text', text: '' }],
    [
      'a text with its media type',
      '{ "text": "<a/>", "contentType": "text/xml" }',
      { kind: 'text', text: '<a/>', contentType: 'text/xml' },
    ],
    [
      'a form',
      '{ "form": [{ "name": "a", "value": "" }] }',
      { kind: 'form', fields: [{ name: 'a', value: '', disabled: false }] },
    ],
    [
      'parts',
      '{ "multipart": [{ "name": "a", "value": "1" }, { "name": "b", "file": "b.pdf", "disabled": true }] }',
      {
        kind: 'multipart',
        parts: [
          { name: 'a', value: '1', disabled: false },
          { name: 'b', file: 'b.pdf', disabled: true },
        ],
      },
    ],
    ['a file', '{ "file": "a.bin" }', { kind: 'file', path: 'a.bin' }],
    [
      'a GraphQL query',
      '{ "graphql": { "query": "{ a }", "variables": null } }',
      { kind: 'graphql', query: '{ a }', variables: null },
    ],
  ];
  for (const [title, body, expected] of bodies) {
    it(`reads a body with ${title}`, () => {
      assert.deepEqual(readChain(requestWith(`"body": ${body}`), 'f').chain?.requests[0]?.body, expected);
    });
  }

  const fine: [title: string, text: string][] = [
    ['members it does not know', '{ "formatVersion": 1, "name": "x", "x-team": {}, "requests": [] }'],
    ['comments and trailing commas', '// top\n{ "formatVersion": 1, /* c */ "name": "x", "requests": [], }'],
    ['a byte order mark and CR LF', '\uFEFF{\r\n"formatVersion": 1,\r\n"name": "x",\r\n"requests": []\r\n}'],
    [
      'a query parameter called __proto__, as a tester sends it',
      requestWith('"query": [{ "name": "__proto__", "value": "1" }]'),
    ],
    [
      'a __proto__ member inside a JSON body',
      requestWith('"body": { "json": { "__proto__": { "admin": true } } }'),
    ],
    [
      'a number that no double holds as an operand',
      requestWith('"expect": { "body": [{ "lessThan": 9007199254740993 }] }'),
    ],
    [
      'a reference as an operand',
      requestWith('"expect": { "body": [{ "path": "$.a", "lessThan": "{{limit}}" }] }'),
    ],
  ];
  for (const [title, text] of fine) {
    it(`accepts ${title}`, () => {
      const { chain, problems } = readChain(text, 'f');
      assert.deepEqual(problems, []);
      assert.notEqual(chain, undefined);
    });
  }

  const bad: [title: string, text: string, problems: string[]][] = [
    ['an empty file', '', ['1:1 The file holds no JSON. Write an object: { … }.']],
    [
      'a file cut in the middle of a text',
      '{\n  "formatVersion": 1,\n  "name": "Ord',
      ['3:11 This text is not closed. Add a double quote at its end, in the same line.'],
    ],
    [
      'a list instead of an object',
      '[]',
      [
        '1:1 The file must be an object, not a list. Write for example {"formatVersion":1,"name":"Order lifecycle","requests":[]}.',
      ],
    ],
    [
      'missing members',
      '{}',
      [
        '1:1 The file has no `formatVersion`. Add for example "formatVersion": 1.',
        '1:1 The file has no `name`. Add for example "name": "Order lifecycle".',
        '1:1 The file has no `requests`. Add for example "requests": [{"id":"get-order","method":"GET","url":"{{baseUrl}}/api/orders/1"}].',
      ],
    ],
    [
      'a later format version, and nothing else',
      '{ "formatVersion": 3, "requests": {} }',
      [
        '1:20 The file has format version 3, and this Chainwright reads versions up to 2. Update Chainwright.',
      ],
    ],
    [
      'a format version there never was',
      '{ "formatVersion": 0, "name": "x", "requests": [] }',
      ['1:20 `formatVersion` is 0, which is not known. Write one of 1, 2.'],
    ],
    [
      'a format version in quotes, once',
      '{ "formatVersion": "1", "name": "x", "requests": [] }',
      ['1:20 `formatVersion` must be a whole number, not a text. Write for example 1.'],
    ],
    [
      'an unknown status',
      '{ "formatVersion": 1, "name": "x", "status": "activ", "requests": [] }',
      ['1:46 `status` is "activ", which is not known. Write one of "draft", "active", "archived".'],
    ],
    [
      'a long status, of which half could be half of a credential',
      `{ "formatVersion": 1, "name": "x", "status": "${'t'.repeat(247)}", "requests": [] }`,
      [
        '1:46 `status` is a text of 247 characters, which is not known. Write one of "draft", "active", "archived".',
      ],
    ],
    [
      'a long name of a variable',
      `{ "formatVersion": 1, "name": "x", "requests": [],\n"variables": { "${'a b'.repeat(30)}": 2 } }`,
      [
        '2:16 A text of 90 characters is not allowed here. A variable name starts with a letter or _, followed by letters, digits, _, . or -. Choose such a name.',
      ],
    ],
    [
      'a chain that inherits',
      '{ "formatVersion": 1, "name": "x", "auth": { "type": "inherit" }, "requests": [] }',
      [
        '1:36 A chain has nothing to inherit its authentication from. Name a type such as "bearer", or remove `auth`.',
      ],
    ],
    [
      'variables nothing could refer to',
      '{ "formatVersion": 1, "name": "x", "requests": [],\n"variables": { "__proto__": {}, "constructor": 1, "a b": 2 } }',
      [
        '2:16 "__proto__" is not allowed here. This name is reserved in JavaScript and is refused. Choose another one.',
        '2:33 "constructor" is not allowed here. This name is reserved in JavaScript and is refused. Choose another one.',
        '2:51 "a b" is not allowed here. A variable name starts with a letter or _, followed by letters, digits, _, . or -. Choose such a name.',
      ],
    ],
    [
      'a request that is not an object',
      chainOf('"GET /"'),
      [
        '2:1 `requests[0]` must be an object, not a text. Write for example {"id":"get-order","method":"GET","url":"{{baseUrl}}/api/orders/1"}.',
      ],
    ],
    [
      'a request without a URL',
      chainOf('{ "id": "a", "method": "GET" }'),
      ['2:1 `requests[0]` has no `url`. Add for example "url": "{{baseUrl}}/api/orders".'],
    ],
    [
      'a method of the wrong type',
      chainOf('{ "id": "a", "url": "u", "method": 3 }'),
      ['2:36 `requests[0].method` must be a text, not the number 3. Write for example "GET".'],
    ],
    [
      'a method that would break the request line',
      chainOf('{ "id": "a", "url": "u", "method": "GET\\r\\nX: y" }'),
      [
        '2:36 "GET\\r\\nX: y" is not allowed here. A method is one word such as GET or POST, without spaces and braces. Write one.',
      ],
    ],
    [
      'an id with a space',
      chainOf('{ "id": "create order", "method": "GET", "url": "u" }'),
      [
        '2:9 "create order" is not allowed here. An id starts with a letter or a digit, followed by letters, digits, _, . or -. Choose such an id, for example "create-order".',
      ],
    ],
    [
      'an id that is used twice, at the second',
      chainOf('{ "id": "a", "method": "GET", "url": "u" }', '{ "url": "u", "id": "a", "method": "GET" }'),
      ['3:21 The id "a" is used by an earlier request. Choose another one.'],
    ],
    [
      'a duplicate member',
      requestWith('"disabled": true, "disabled": false'),
      ['3:19 "disabled" is in this object twice. Remove one of the two, or rename it.'],
    ],
    [
      'a header called __proto__',
      requestWith('"headers": [{ "name": "__proto__", "value": "x" }]'),
      [
        '3:23 "__proto__" is not allowed here. This name is reserved in JavaScript and is refused. Choose another one.',
      ],
    ],
    [
      'authentication without its token',
      requestWith('"auth": { "type": "bearer" }'),
      ['3:1 `requests[0].auth` has no `token`. Add for example "token": "{{token}}".'],
    ],
    [
      'a grant without what it needs',
      requestWith('"auth": { "type": "oauth2", "grant": "refreshToken", "tokenUrl": "u", "clientId": "c" }'),
      [
        '3:1 `requests[0].auth` has no `refreshToken`. Add for example "refreshToken": "{{$secret REFRESH_TOKEN}}".',
      ],
    ],
    [
      'a body without a kind',
      requestWith('"body": { "contentType": "text/plain" }'),
      [
        '3:1 This body has no kind. Add one of json, text, form, multipart, file and graphql, or remove the body.',
      ],
    ],
    [
      'a body with several kinds',
      requestWith('"body": { "json": {}, "text": "" }'),
      [
        '3:1 This body has several kinds. Keep one of json, text, form, multipart, file and graphql and remove the others.',
      ],
    ],
    [
      'a part without content and one with two',
      requestWith('"body": { "multipart": [\n{ "name": "a" },\n{ "name": "b", "value": "", "file": "f" }] }'),
      [
        '4:1 This part has no content. Add a value or a file.',
        '5:1 This part has a value and a file. Keep one and remove the other.',
      ],
    ],
    [
      'an extraction with several selectors',
      requestWith('"extract": [{ "variable": "a", "from": "body", "path": "$", "regex": "x" }]'),
      [
        '3:13 This extraction has several selectors. Keep one of path, regex, css and xpath and remove the others.',
      ],
    ],
    [
      'an extraction from a header without its name',
      requestWith('"extract": [{ "variable": "a", "from": "header" }]'),
      ['3:13 `requests[0].extract[0]` has no `name`. Add for example "name": "ETag".'],
    ],
    [
      'a decoding that is unknown',
      requestWith('"extract": [{ "variable": "a", "from": "body", "decode": { "as": "rot13" } }]'),
      [
        '3:66 `requests[0].extract[0].decode.as` is "rot13", which is not known. Write one of "jwt", "base64", "json", "percent".',
      ],
    ],
    [
      'an attribute without css',
      requestWith('"extract": [{ "variable": "a", "from": "body", "attribute": "x" }]'),
      ['3:13 An attribute is read from what css finds, but css is missing. Add css or remove attribute.'],
    ],
    [
      'a check without an operator',
      requestWith('"expect": { "body": [{ "path": "$.a" }] }'),
      [
        '3:22 This check compares with nothing. Add one of equals, notEquals, exists, matches, contains, lessThan, greaterThan, type and schema.',
      ],
    ],
    [
      'a check of a header without its name',
      requestWith('"expect": { "headers": [{ "equals": 1 }] }'),
      ['3:25 `requests[0].expect.headers[0]` has no `name`. Add for example "name": "Content-Type".'],
    ],
    [
      'statuses that cannot be',
      requestWith('"expect": { "status": [42, "9xx", true] }'),
      [
        '3:24 `requests[0].expect.status[0]` must be 100 or more, not 42. Write for example 201.',
        '3:28 "9xx" is not allowed here. A status is a number such as 201, or a class such as "2xx". Write one of these.',
        '3:35 `requests[0].expect.status[2]` must be a whole number or a text, not true. Write for example 201.',
      ],
    ],
    [
      'a retry without end',
      requestWith(
        '"retry": { "times": 101, "delayMs": -1, "until": { "path": "$", "name": "x", "exists": true } }',
      ),
      [
        '3:21 `requests[0].retry.times` must be 100 or less, not 101. Write for example 5.',
        '3:37 `requests[0].retry.delayMs` must be 0 or more, not -1. Write for example 500.',
        '3:41 This check has a path and a name. Keep path for the body or name for a header and remove the other.',
      ],
    ],
    [
      'a time no timer can wait',
      requestWith('"timeoutMs": 1e400'),
      ['3:14 `requests[0].timeoutMs` must be 86400000 or less, not Infinity. Write for example 30000.'],
    ],
    [
      'nesting without end',
      chainOf(`{ "id": "a", "method": "GET", "url": "u", "body": { "json": ${'['.repeat(10_000)}`),
      [
        '2:569 Objects and lists are nested more than 512 deep here. Flatten the value, or put it into a file of its own.',
      ],
    ],
  ];
  for (const [title, text, problems] of bad) {
    it(`refuses ${title}`, () => {
      assert.deepEqual(problemsOf(text), problems);
      assert.equal(readChain(text, 'f').chain, undefined);
    });
  }

  it('gives a whole problem, with the request it concerns', () => {
    const text = chainOf('{ "id": "login", "url": "u", "method": false }');
    assert.deepEqual(readChain(text, 'auth/login.chain.json').problems, [
      {
        code: 'wrong-type',
        severity: 'error',
        message: '`requests[0].method` must be a text, not false. Write for example "GET".',
        range: { start: text.indexOf('false'), end: text.indexOf('false') + 5 },
        place: { file: 'auth/login.chain.json', line: 2, column: 40 },
        request: 'login',
      },
    ]);
  });

  it('refuses more than 10,000 requests', () => {
    const requests = Array.from(
      { length: 10_001 },
      (_, index) => `{ "id": "r${index}", "method": "GET", "url": "u" }`,
    );
    assert.deepEqual(problemsOf(chainOf(...requests)), [
      '1:41 `requests` has more than 10000 entries. Split the file in two.',
    ]);
  });

  it('shows a hundred problems of a file that is wrong throughout', () => {
    assert.equal(problemsOf(chainOf(...Array.from({ length: 5000 }, () => '3'))).length, 100);
  });

  it('reads a chain of 1,000 requests and 1 MB', () => {
    const text = chainOf(
      ...Array.from(
        { length: 1000 },
        (_, index) =>
          `{ "id": "r${index}", "method": "GET", "url": "u", "description": "${'x'.repeat(1000)}" }`,
      ),
    );
    const { chain, positions } = readChain(text, 'f');
    assert.equal(chain?.requests.length, 1000);
    assert.deepEqual(positions.idRange('r999'), {
      start: text.indexOf('"r999"'),
      end: text.indexOf('"r999"') + 6,
    });
  });
});

describe('ChainPositions', () => {
  const text = `{ "requires": ["x"], "variables": { "a": 1 }, "requests": [
    { "id": "one", "headers": [{ "name": "A", "value": "b" }] },
    { "id": "two", "url": },
    { "id": "one" }
  ]`;
  const { positions } = readChain(text, 'f');
  const slice = (range: { start: number; end: number } | undefined) =>
    range === undefined ? undefined : text.slice(range.start, range.end);

  it('find requests in a file that is being written', () => {
    assert.equal(slice(positions.requestRange('two')), '{ "id": "two", "url": }');
    assert.equal(slice(positions.idRange('two')), '"two"');
  });

  it('take the first of several requests with one id', () => {
    assert.equal(slice(positions.valueRange('one', ['headers', 0, 'value'])), '"b"');
  });

  it('find values and names outside the requests', () => {
    assert.equal(slice(positions.chainRange(['requires', 0])), '"x"');
    assert.equal(slice(positions.nameRange(['variables', 'a'])), '"a"');
  });

  it('are absent for what is not there', () => {
    assert.equal(positions.requestRange('three'), undefined);
    assert.equal(positions.idRange('constructor'), undefined);
    assert.equal(positions.valueRange('one', ['url']), undefined);
    assert.equal(positions.chainRange(['auth']), undefined);
  });
});

describe('readChainOnly', () => {
  const sound = '{ "id": "a", "method": "GET", "url": "u" }';
  const texts: [title: string, text: string][] = [
    ['a sound chain', chainOf(sound)],
    ['a chain with a comment', `// mine\n${chainOf(sound)}`],
    ['an unknown member', requestWith('"x-note": { "__proto__": 1 }')],
    ['a wrong type', requestWith('"headers": 5')],
    ['an id that is used twice', chainOf(sound, sound)],
    ['a duplicate member', requestWith('"url": "v"')],
    ['a version of later', '{ "formatVersion": 99, "name": "Orders", "requests": [] }'],
    ['a version that is not a number', '{ "formatVersion": "1", "name": "Orders", "requests": [] }'],
    ['no version', '{ "name": "Orders", "requests": [] }'],
    ['a list', '[]'],
    ['broken JSON', '{ "name": '],
    ['nothing', ''],
  ];
  for (const [title, text] of texts) {
    it(`reads ${title} as with positions`, () => {
      const { chain, problems } = readChain(text, 'f');
      const only = readChainOnly(text, 'f');
      assert.deepEqual([only.chain, only.problems], [chain, problems]);
    });
  }
});
