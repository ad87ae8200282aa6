/** What becomes of each part of an export of Insomnia. */
import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';

/** An export of version 5. */
const read = (collection: JsonValue, more: JsonObject = {}): Promise<ImportedCollection> =>
  readImport(
    'insomnia.yaml',
    JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'Orders', collection, ...more }),
  );

/** An export of version 4. */
const readOld = (...resources: readonly JsonObject[]): Promise<ImportedCollection> =>
  readImport(
    'insomnia.json',
    JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [{ _id: 'wrk_1', _type: 'workspace', name: 'Orders' }, ...resources],
    }),
  );

const item = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  url: 'http://a.example/x',
  method: 'GET',
  meta: { id: `req_${name}` },
  ...more,
});

const folder = (name: string, children: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  name,
  children,
  meta: { id: `fld_${name}` },
  ...more,
});

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

const readOne = async (more: JsonObject): Promise<KeptRequest> => {
  const [request] = kept(await read([item('one', more)]));
  return request ?? assert.fail('there is no request');
};

describe('requests of Insomnia', () => {
  it('are ordered by their sort keys, folders among them', async () => {
    const at = (sortKey: number, id: string): JsonObject => ({ meta: { id, sortKey } });
    const { requests } = await read([
      item('last', at(3, 'req_a')),
      folder('inside', [item('c', at(2, 'req_c')), item('b', at(1, 'req_b'))], at(2, 'fld_a')),
      item('first', at(-5, 'req_d')),
    ]);
    assert.deepEqual(
      requests.map(({ name, folders }) => [...folders, name].join('/')),
      ['first', 'inside/b', 'inside/c', 'last'],
    );
  });

  it('are found by their parents in version 4, however the list is ordered', async () => {
    const { requests, name } = await readOld(
      { _id: 'req_2', _type: 'request', parentId: 'fld_1', name: 'b', url: 'a.example', metaSortKey: 2 },
      { _id: 'req_1', _type: 'request', parentId: 'fld_1', name: 'a', url: 'a.example', metaSortKey: 1 },
      { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'F' },
    );
    assert.equal(name, 'Orders');
    assert.deepEqual(
      requests.map((request) => [request.name, request.folders]),
      [
        ['a', ['F']],
        ['b', ['F']],
      ],
    );
  });

  it('have their workspace as outermost folder where a file has several', async () => {
    const { requests, name } = await readOld(
      { _id: 'wrk_2', _type: 'workspace', name: 'Second' },
      { _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'a', url: 'a.example' },
      { _id: 'req_2', _type: 'request', parentId: 'wrk_2', name: 'b', url: 'a.example' },
    );
    assert.equal(name, 'insomnia');
    assert.deepEqual(
      requests.map((request) => request.folders),
      [['Orders'], ['Second']],
    );
  });

  it('are at the end when nothing leads to them, also in a cycle of folders', async () => {
    const { requests, remarks } = await readOld(
      { _id: 'req_1', _type: 'request', parentId: 'gone', name: 'a', url: 'a.example' },
      { _id: 'fld_1', _type: 'request_group', parentId: 'fld_2', name: 'x' },
      { _id: 'fld_2', _type: 'request_group', parentId: 'fld_1', name: 'y' },
      { _id: 'req_2', _type: 'request', parentId: 'fld_1', name: 'b', url: 'a.example' },
    );
    assert.deepEqual(
      requests.map(({ name }) => name),
      ['a', 'b'],
    );
    assert.deepEqual(remarks, ['Requests that belong to no folder of the file are at the end: 2.']);
  });

  const leftOut: [title: string, request: JsonObject, reason: RegExp][] = [
    ['gRPC calls', { meta: { id: 'greq_1' } }, /gRPC/],
    ['gRPC calls without an id', { protoMethodName: '/a.B/c' }, /gRPC/],
    ['WebSockets', { meta: { id: 'ws-req_1' } }, /WebSocket/],
    ['WebSockets by their address', { url: 'wss://a.example' }, /WebSocket/],
    ['Socket.IO', { meta: { id: 'socketio-req_1' } }, /Socket\.IO/],
    ['what has no address', { url: ' ' }, /no URL/],
    ['what has no method of a chain', { method: 'GET IT' }, /method "GET IT"/],
  ];
  for (const [title, more, reason] of leftOut) {
    it(`leave out ${title}`, async () => {
      const { requests } = await read([item('one', more)]);
      const [request] = requests;
      assert.ok(request?.kind === 'left-out');
      assert.match(request.reason, reason);
    });
  }

  it('have their rows, disabled ones as such, and the scheme that people leave out', async () => {
    const { request } = await readOne({
      url: 'localhost:4010/a/:id/:other',
      pathParameters: [
        { name: 'id', value: '{{ _.order }}' },
        { name: 'other', value: '' },
      ],
      parameters: [
        { name: 'q', value: 7 },
        { name: 'off', value: '', disabled: true },
        { name: '', value: '' },
      ],
      headers: [{ name: 'Accept', value: '*/*' }],
    });
    assert.deepEqual(request, {
      method: 'GET',
      url: 'http://localhost:4010/a/{{order}}/:other',
      query: [
        { name: 'q', value: '7' },
        { name: 'off', value: '', disabled: true },
      ],
      headers: [{ name: 'Accept', value: '*/*' }],
    });
  });

  it('say which settings are lost, and do not follow redirects where they should not', async () => {
    const { request, remarks } = await readOne({
      settings: { followRedirects: 'off', encodeUrl: false, rebuildPath: true, cookies: { send: false } },
    });
    assert.equal(request['redirects'], 'manual');
    assert.deepEqual(remarks, ['Settings of Insomnia are not carried over: encodeUrl, cookies.send.']);
  });
});

describe('bodies of Insomnia', () => {
  const bodies: [title: string, body: JsonObject, expected: JsonValue | undefined][] = [
    ['nothing', {}, undefined],
    ['JSON', { mimeType: 'application/json', text: '{"a": {{ _.n }}}' }, { json: { a: '{{n}}' } }],
    [
      'JSON that is none',
      { mimeType: 'application/json', text: '{a}' },
      { text: '{a}', contentType: 'application/json' },
    ],
    ['text', { mimeType: 'text/xml', text: '<a/>' }, { text: '<a/>', contentType: 'text/xml' }],
    [
      'a form',
      {
        mimeType: 'application/x-www-form-urlencoded',
        params: [{ name: 'a', value: 'b' }, { name: 'c', disabled: true }, { name: '' }],
      },
      {
        form: [
          { name: 'a', value: 'b' },
          { name: 'c', value: '', disabled: true },
        ],
      },
    ],
    [
      'parts with files',
      {
        mimeType: 'multipart/form-data',
        params: [
          { name: 'a', value: 'b' },
          { name: 'f', type: 'file', fileName: '/home/me/x.png' },
          { name: 'g', type: 'file' },
        ],
      },
      {
        multipart: [
          { name: 'a', value: 'b' },
          { name: 'f', file: 'x.png' },
        ],
      },
    ],
    [
      'a file',
      { mimeType: 'application/octet-stream', fileName: 'a.bin' },
      { file: 'a.bin', contentType: 'application/octet-stream' },
    ],
    [
      'GraphQL, variables as a text with a template',
      { mimeType: 'application/graphql', text: '{"query": "{ a }", "variables": "{ \\"b\\": {{ _.n }} }"}' },
      { graphql: { query: '{ a }', variables: { b: '{{n}}' } } },
    ],
  ];
  for (const [title, body, expected] of bodies) {
    it(`are ${title}`, async () => {
      assert.deepEqual((await readOne({ body })).request['body'], expected);
    });
  }
});

describe('authentication of Insomnia', () => {
  const bearer = { type: 'bearer', token: '{{ _.token }}' };

  it('is that of the nearest folder, and shared where most agree', async () => {
    const collection = await read([
      folder(
        'F',
        [
          item('a'),
          item('b', { authentication: {} }),
          item('c', { authentication: { type: 'none' } }),
          item('d', { authentication: { type: 'basic', username: 'u', password: 'p' } }),
        ],
        { authentication: bearer },
      ),
      item('e'),
    ]);
    assert.deepEqual(collection.auth, { type: 'bearer', token: '{{token}}' });
    assert.deepEqual(
      kept(collection).map(({ request }) => request['auth']),
      [
        undefined,
        undefined,
        { type: 'none' },
        { type: 'basic', username: 'u', password: 'p' },
        { type: 'none' },
      ],
    );
  });

  const kinds: [title: string, authentication: JsonObject, expected: JsonObject | undefined][] = [
    [
      'a key',
      { type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' },
      { type: 'apiKey', in: 'query', name: 'k', value: 'v' },
    ],
    [
      'a bearer with a word of its own',
      { type: 'bearer', token: 't', prefix: 'JWT' },
      { type: 'apiKey', in: 'header', name: 'Authorization', value: 'JWT t' },
    ],
    ['switched off', { type: 'basic', disabled: true }, undefined],
    ['of a kind that no chain has', { type: 'hawk' }, undefined],
    [
      'OAuth 2.0',
      {
        type: 'oauth2',
        grantType: 'client_credentials',
        accessTokenUrl: 'http://t',
        clientId: 'c',
        credentialsInBody: true,
      },
      { type: 'oauth2', grant: 'clientCredentials', tokenUrl: 'http://t', clientId: 'c', clientAuth: 'body' },
    ],
    [
      'OAuth 2.0 that is not complete',
      { type: 'oauth2', grantType: 'implicit', accessToken: 't' },
      { type: 'bearer', token: 't' },
    ],
    [
      'OAuth 2.0 that only a browser can obtain a token for',
      { type: 'oauth2', grantType: 'implicit' },
      { type: 'bearer', token: '{{$secret IMPLICIT_TOKEN}}' },
    ],
    [
      'OAuth 1.0',
      {
        type: 'oauth1',
        consumerKey: 'c',
        consumerSecret: 's',
        tokenKey: 't',
        tokenSecret: 'ts',
        signatureMethod: 'HMAC-SHA1',
        privateKey: '',
        realm: 'r',
      },
      { type: 'oauth1', consumerKey: 'c', consumerSecret: 's', token: 't', tokenSecret: 'ts', realm: 'r' },
    ],
    ['OAuth 1.0 with a method that no chain has', { type: 'oauth1', signatureMethod: 'X' }, undefined],
    [
      'AWS',
      { type: 'iam', accessKeyId: 'a', secretAccessKey: 's', region: 'r', service: 'x' },
      { type: 'awsSigV4', accessKeyId: 'a', secretAccessKey: 's', region: 'r', service: 'x' },
    ],
  ];
  for (const [title, authentication, expected] of kinds) {
    it(`may be ${title}`, async () => {
      assert.deepEqual((await read([item('a', { authentication })])).auth, expected);
    });
  }

  it('leaves headers of folders to requests that have none of the name', async () => {
    const [a, b] = kept(
      await read([
        folder('F', [item('a'), item('b', { headers: [{ name: 'x-a', value: 'own' }] })], {
          headers: [{ name: 'X-A', value: '1' }],
        }),
      ]),
    );
    assert.deepEqual(a?.request['headers'], [{ name: 'X-A', value: '1' }]);
    assert.deepEqual(b?.request['headers'], [{ name: 'x-a', value: 'own' }]);
  });
});

describe('variables of Insomnia', () => {
  it('are flat, with what a sub-environment has of its base, and items that texts ask for', async () => {
    const { environments } = await read(
      [item('a', { url: 'http://a.example/{{ _.user.roles[1] }}/{{ _.user }}' })],
      {
        environments: {
          name: 'Base',
          data: { url: 'http://{{ _.host }}', user: { name: 'a', roles: ['x', 'y'] } },
          subEnvironments: [
            { name: 'Sub', data: { user: { name: 'b' } } },
            { name: 'Same', data: {} },
          ],
        },
      },
    );
    const valuesOf = (name: string): JsonValue =>
      Object.fromEntries(
        environments
          .filter((environment) => environment.name === name)
          .flatMap(({ variables }) => variables.map((variable) => [variable.name, variable.value])),
      );
    assert.deepEqual(valuesOf('Base'), {
      url: 'http://{{host}}',
      'user.name': 'a',
      'user.roles': ['x', 'y'],
      'user.roles.1': 'y',
      user: { name: 'a', roles: ['x', 'y'] },
    });
    assert.deepEqual(valuesOf('Sub'), { url: 'http://{{host}}', 'user.name': 'b', user: { name: 'b' } });
    assert.deepEqual(valuesOf('Same'), valuesOf('Base'));
  });

  it('of a folder are seen only in it, under a name of their own where another one has theirs', async () => {
    const url = 'http://a.example/{{ _.x }}/{{ _.y }}';
    const collection = await read(
      [folder('F', [item('in', { url })], { environment: { x: 1, y: 2 } }), item('out', { url })],
      {
        environments: { name: 'Base', data: { x: 0 } },
      },
    );
    assert.deepEqual(
      kept(collection).map(({ request }) => request['url']),
      ['http://a.example/{{F_x}}/{{y}}', 'http://a.example/{{x}}/{{y}}'],
    );
    assert.deepEqual(collection.variables, [
      { name: 'F_x', value: 1, isSecret: false },
      { name: 'y', value: 2, isSecret: false },
    ]);
  });

  it('that the vault keeps are secrets', async () => {
    const { environments } = await read([], {
      environments: {
        name: 'Base',
        data: { key: 'abc' },
        kvPairData: [{ name: 'key', value: 'abc', type: 'secret' }],
      },
    });
    assert.deepEqual(environments[0]?.variables, [{ name: 'key', value: 'abc', isSecret: true }]);
  });

  it('are skipped, sent again and delayed by scripts', async () => {
    const { request, remarks } = await readOne({
      scripts: {
        preRequest: "if (insomnia.environment.get('plan') != 'pro') insomnia.execution.skipRequest();",
        afterResponse: "if (insomnia.response.json().s !== 'done') insomnia.execution.setNextRequest('one');",
      },
    });
    assert.deepEqual(
      [request['when'], request['retry']],
      [
        { value: '{{plan}}', equals: 'pro' },
        { times: 100, until: { path: '$.s', equals: 'done' } },
      ],
    );
    assert.equal(remarks.length, 1);
  });

  it('are set by scripts, and kept by them from responses', async () => {
    const collection = await read([
      item('a', {
        scripts: {
          preRequest: "insomnia.environment.set('mark', 'x')",
          afterResponse:
            "insomnia.environment.set('token', insomnia.response.json().token);\ninsomnia.test('ok', () => insomnia.expect(insomnia.response.code).to.eql(200));\ninsomnia.sendRequest('x');",
        },
      }),
    ]);
    const [request] = kept(collection);
    assert.deepEqual(collection.variables, [{ name: 'mark', value: 'x', isSecret: false }]);
    assert.deepEqual(request?.request['extract'], [{ variable: 'token', from: 'body', path: '$.token' }]);
    assert.deepEqual(request?.request['expect'], { status: 200 });
    const lost = "After-response script, line 3: not carried over: insomnia.sendRequest('x')";
    assert.deepEqual(request?.remarks, [lost]);
    assert.deepEqual(collection.unknownCode, [`a: ${lost}`]);
  });
});

describe('templates of Insomnia', () => {
  const texts: [title: string, text: string, expected: string][] = [
    ['a variable', '{{ _.token }}', '{{token}}'],
    ['a variable without the underscore', '{{token}}', '{{token}}'],
    ['a variable in brackets', "{{ _['my key'].x }}", '{{my_key.x}}'],
    ['a secret of the vault', '{{ vault.apiKey }}', '{{$secret API_KEY}}'],
    ['an identifier', "{% uuid 'v4' %}", '{{$guid}}'],
    ['a time', "{% now 'iso-8601', '' %}", '{{$isoTimestamp}}'],
    ['milliseconds', "{% now 'millis' %}", '{{$timestampMs}}'],
    ['something made up', "{% faker 'randomInt' %}", '{{$randomInt}}'],
    ['a question', "{% prompt 'Your name', '', 'x' %}", '{{Your_name}}'],
    ['a tag that no chain knows', "{% hash 'md5', 'x' %}", '{{hash_tag}}'],
    ['a comment', 'a{# b #}c', 'ac'],
    ['a filter', '{{ _.a | upper }}', '{{a}}'],
    ['text', '{ {% } }} {{', '{ {% } }} {{'],
  ];
  for (const [title, text, expected] of texts) {
    it(`have ${title}`, async () => {
      const { request } = await readOne({ headers: [{ name: 'X', value: text }] });
      assert.deepEqual(request['headers'], [{ name: 'X', value: expected }]);
    });
  }

  it('tell what they cannot carry over', async () => {
    const { remarks } = await readOne({
      headers: [{ name: 'X', value: "{{ _.a | upper }} {{ 1 + 1 }} {% hash 'x' %}" }],
    });
    assert.deepEqual(remarks, [
      'A filter in a template is not carried over: "{{ _.a | upper }}".',
      'A calculation in a template is not carried over: "{{ 1 + 1 }}".',
      'Nothing makes a value like "{% hash \'x\' %}" here. Give the variable hash_tag one.',
    ]);
  });
});

describe('response tags of Insomnia', () => {
  const using = (...tags: readonly string[]): JsonObject =>
    item('use', { headers: tags.map((value, index) => ({ name: `X-${index}`, value })) });

  it('are extractions there and references here, one for each part', async () => {
    const [login, use] = kept(
      await read(
        [
          item('login'),
          using(
            "Bearer {% response 'body', 'req_login', 'b64::JC50b2tlbg==::46b', 'never', 60 %}",
            "{% response 'body', 'req_login', '$.token' %}",
            "{% response 'header', 'req_login', 'X-Id' %}",
            "{% response 'body', 'req_login', '//user/@id' %}",
            "{% response 'raw', 'req_login', '' %}",
          ),
        ],
        { environments: { name: 'Base', data: { token: 'old' } } },
      ),
    );
    assert.deepEqual(login?.request['extract'], [
      { variable: 'token_2', from: 'body', path: '$.token' },
      { variable: 'X-Id', from: 'header', name: 'X-Id' },
      { variable: 'id', from: 'body', xpath: '//user/@id' },
      { variable: 'response_body', from: 'body' },
    ]);
    assert.deepEqual(
      (use?.request['headers'] as readonly JsonObject[]).map(({ value }) => value),
      ['Bearer {{token_2}}', '{{token_2}}', '{{X-Id}}', '{{id}}', '{{response_body}}'],
    );
  });

  const lost: [title: string, tag: string, remark: RegExp][] = [
    [
      'of a request that is not there',
      "{% response 'body', 'req_gone', '$.a' %}",
      /the file has no HTTP request of that id/,
    ],
    [
      'of a part that no chain has',
      "{% response 'cookie', 'req_login', 'a' %}",
      /"cookie" is not a part of a response/,
    ],
    [
      'by a path that is none',
      "{% response 'body', 'req_login', '$.a[' %}",
      /"\$\.a\[" is not a standard JSONPath/,
    ],
  ];
  for (const [title, tag, remark] of lost) {
    it(`get a remark where they cannot be carried over: ${title}`, async () => {
      const [login, use] = kept(await read([item('login'), using(tag)]));
      assert.match(remarkText(use?.remarks[0] ?? ''), remark);
      assert.equal(login?.request['extract'], undefined);
      assert.deepEqual(use?.request['headers'], [{ name: 'X-0', value: '{{response_tag}}' }]);
    });
  }

  it('tell when the other request is sent later', async () => {
    const [use, login] = kept(
      await read([using("{% response 'body', 'req_login', '$.a' %}"), item('login')]),
    );
    assert.deepEqual(use?.remarks, [
      'It takes a part of the response of "login", which is sent after it. Move that before.',
    ]);
    assert.equal((login?.request['extract'] as readonly JsonValue[]).length, 1);
  });
});

describe('an export of Insomnia that cannot be used', () => {
  const refused: [value: JsonObject, reason: RegExp][] = [
    [{ type: 'collection.insomnia.rest/5.0' }, /no list `collection`/],
    [
      { type: 'collection.insomnia.rest/6.0', collection: [] },
      /version of Insomnia's exports is not known: "6\.0"/,
    ],
    [{ type: 'mock.insomnia.rest/5.0' }, /mock server/],
    [{ _type: 'export', __export_format: 2, resources: [] }, /not known: "2"/],
    [{ _type: 'export', __export_format: 4, resources: {} }, /no `resources`/],
  ];
  for (const [value, reason] of refused) {
    it(`says why: ${JSON.stringify(value)}`, async () => {
      await assert.rejects(readImport('x', JSON.stringify(value)), (error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, reason);
        return true;
      });
    });
  }
});
