import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import type { JsonObject } from '../../../../../src/core/json/json';
import type { SourceFiles } from '../../../../../src/core/ports';
import { bruRoots } from '../../../../../src/formats/importers/read/detectFormat';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImportFolder } from '../../../../../src/formats/importers/readSources';
import { readImport } from '../../../../../src/formats/importers/importers';
import { documentation } from '../../../../../src/formats/importers/shape/remark';

function folder(files: Readonly<Record<string, string>>): SourceFiles {
  return {
    paths: () => Promise.resolve(Object.keys(files).sort()),
    text: (path) => Promise.resolve(files[path] ?? ''),
  };
}

const CONFIG = '{"version": "1", "name": "Shop", "type": "collection"}';

/** Reads a collection of these files. */
async function read(files: Readonly<Record<string, string>>): Promise<ImportedCollection> {
  const all = { 'bruno.json': CONFIG, ...files };
  const { sources } = await readImportFolder({ name: 'shop', files: folder(all) }, { keep: new Set() });
  const [only] = sources;
  return only !== undefined && 'collection' in only
    ? only.collection
    : assert.fail(only !== undefined && 'reason' in only ? only.reason : 'nothing was read');
}

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

/** A file with blocks, as Bruno writes them. */
function bru(blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks)
    .map(([name, text]) => `${name} {\n${text.replace(/^/gm, '  ')}\n}\n`)
    .join('\n');
}

const call = (
  name: string,
  seq: number,
  more: Readonly<Record<string, string>> = {},
  url = 'http://a.test',
): string =>
  bru({
    meta: `name: ${name}\ntype: http\nseq: ${seq}`,
    get: `url: ${url}\nbody: none\nauth: inherit`,
    ...more,
  });

/** The members of a request without a collection. */
async function request(blocks: Readonly<Record<string, string>>): Promise<JsonObject> {
  const { requests } = await readImport('a.bru', bru({ meta: 'name: A\ntype: http', ...blocks }));
  const [only] = requests;
  return only?.kind === 'kept' ? only.request : assert.fail();
}

describe('a Bruno collection', () => {
  it('keeps a runtime variable where a later script sets one of the environment, which it hides', async () => {
    const script = (text: string) => ({ 'script:post-response': text });
    const collection = await read({
      'a.bru': call('A', 1, script("bru.setEnvVar('id', res.body.early);")),
      'b.bru': call('B', 2, script("bru.setVar('id', res.body.b); bru.setEnvVar('id', res.body.b);")),
      'c.bru': call('C', 3, script("bru.setEnvVar('id', res.body.hidden); bru.setEnvVar('c', res.body.c);")),
      'd.bru': call('D', 4, script("bru.setVar('id', res.body.d);")),
    });
    assert.deepEqual(
      kept(collection).map(({ request: { extract } }) => extract),
      [
        [{ variable: 'id', from: 'body', path: '$.early' }],
        [{ variable: 'id', from: 'body', path: '$.b' }],
        [{ variable: 'c', from: 'body', path: '$.c' }],
        [{ variable: 'id', from: 'body', path: '$.d' }],
      ],
    );
    assert.deepEqual(
      kept(collection).map(({ remarks }) => remarks),
      [
        [],
        [],
        [
          "Post-response script, line 1: not carried over, for an earlier script sets the variable in a scope that hides this one: bru.setEnvVar('id', res.body.hidden)",
        ],
        [],
      ],
    );
  });

  it('is in the order of a run: folders first, then by place, not by file name', async () => {
    const { requests, name } = await read({
      'z.bru': call('First', 1),
      'a.bru': call('Second', 2),
      'late/folder.bru': bru({ meta: 'name: Later\nseq: 2' }),
      'late/x y.bru': call('In later', 1),
      'early/folder.bru': bru({ meta: 'name: Earlier\nseq: 1' }),
      'early/deep/q.bru': call('Deep', 1),
    });
    assert.equal(name, 'Shop');
    assert.deepEqual(
      requests.map((one) => [...one.folders, one.name].join(' / ')),
      ['Earlier / deep / Deep', 'Later / In later', 'First', 'Second'],
    );
  });

  it('has folders by the names of their directories, and those with a number inserted there', async () => {
    const folder = (directory: string, seq?: string) => ({
      ...(seq === undefined
        ? {}
        : { [`${directory}/folder.bru`]: bru({ meta: `name: ${directory}\nseq: ${seq}` }) }),
      [`${directory}/r.bru`]: call(directory, 1),
    });
    const { requests } = await read({
      ...folder('Zoo'),
      ...folder('apple'),
      ...folder('second b', '2'),
      ...folder('second a', '2'),
      ...folder('first', '1'),
      ...folder('last', '99'),
      ...folder('Mango', '0'),
      ...folder('banana', '1.5'),
    });
    assert.deepEqual(
      requests.map(({ name }) => name),
      ['first', 'second a', 'second b', 'apple', 'banana', 'Mango', 'Zoo', 'last'],
    );
  });

  it('sends the query before the # of its address, also inside a value', async () => {
    const rows = { 'params:query': 'a: 1\ntag: x#1\n~off: #\nlast: 2' };
    const { requests } = await read({
      'cut.bru': call('Cut', 1, rows, 'http://a.test/p?a=1&tag=x#1&last=2'),
      'fragment.bru': call('Fragment', 2, { 'params:query': 'a: 1' }, 'http://a.test/p?a=1#x'),
      'variable.bru': call('Variable', 3, { 'params:query': 'a: {{v}}' }, 'http://a.test/p?a={{v}}'),
    });
    const shown = requests.map((one) => (one.kind === 'kept' ? [one.request.query, one.remarks] : []));
    assert.deepEqual(shown, [
      [
        [
          { name: 'a', value: '1' },
          { name: 'tag', value: 'x' },
          { name: 'off', value: '#', disabled: true },
          { name: 'last', value: '2', disabled: true },
        ],
        ['Bruno sends nothing of the address from its # on. Rows of the query behind it are switched off.'],
      ],
      [[{ name: 'a', value: '1' }], []],
      [[{ name: 'a', value: '{{v}}' }], []],
    ]);
  });

  it('puts requests that scripts send before others into a chain that is required', async () => {
    const send = (url: string, variable: string): string =>
      `const res = await bru.sendRequest({ method: 'POST', url: '${url}' });\nbru.setVar('${variable}', res.data.token);`;
    const { required, requests, variables, unknownCode } = await read({
      'collection.bru': bru({
        'vars:pre-request': 'token: old\nhost: http://a.test',
        'script:pre-request': send('{{host}}/token', 'token'),
      }),
      'a.bru': call('A', 1, {
        'script:pre-request': `${send('{{host}}/csrf', 'csrf')}\nreq.setHeader('X-A', '1');\neval('x');`,
      }),
    });
    assert.deepEqual(
      required?.map((one) => [one.name, one.request]),
      ['token', 'csrf'].map((name) => [
        `POST /${name}`,
        {
          method: 'POST',
          url: `{{host}}/${name}`,
          extract: [{ variable: name, from: 'body', path: '$.token' }],
        },
      ]),
    );
    assert.deepEqual(
      variables.map(({ name }) => name),
      ['host'],
    );
    const [first] = requests;
    assert.deepEqual(first?.kind === 'kept' && first.request.headers, [{ name: 'X-A', value: '1' }]);
    assert.deepEqual(unknownCode, ["A: Pre-request script, line 4: not carried over: eval('x')"]);
  });

  it('asks for the token that a file of the collection sends for a script', async () => {
    const script = (argument: string): string =>
      `const auth = require(bru.cwd() + '/lib/auth.js');\nawait auth.sign(req, '${argument}');`;
    const { requests, secrets, remarks } = await read({
      'lib/auth.js': 'exports.sign = async (req) => req.setHeader(NAME, `Bearer ${await token()}`);',
      'lib/log.js': 'exports.log = (req) => req.setHeader("X-Log", "1");',
      'f/folder.bru': bru({ meta: 'name: Big orders', 'script:pre-request': script('orders') }),
      'f/a.bru': call('A', 1),
      'f/b.bru': call('B', 2, { 'script:pre-request': script('b') }),
      'c.bru': call('C', 3, { 'script:pre-request': "require('./lib/log').log(req);" }),
      'd.bru': call('D', 4, { 'script:post-response': script('d') }),
    });
    const tokens = ['BIG_ORDERS_TOKEN', 'B_TOKEN'];
    assert.deepEqual(
      requests.map((one) => one.kind === 'kept' && one.request.headers),
      [
        ...tokens.map((name) => [{ name: 'Authorization', value: `Bearer {{$secret ${name}}}` }]),
        undefined,
        undefined,
      ],
    );
    assert.deepEqual(secrets, tokens);
    const asked = 'a file that it requires sends a token. Get one, and enter it as the secret';
    assert.ok(remarks.includes(`Folder "Big orders": pre-request script: ${asked} BIG_ORDERS_TOKEN.`));
    const [, second] = requests;
    assert.ok(second?.kind === 'kept' && second.remarks.includes(`Pre-request script: ${asked} B_TOKEN.`));
  });

  it('inherits headers, authentication and variables from its folders', async () => {
    const collection = await read({
      'collection.bru': bru({
        headers: 'X-All: 1\nX-Over: collection\n~X-Off: 1',
        auth: 'mode: bearer',
        'auth:bearer': 'token: {{token}}',
        'vars:pre-request': 'version: 1\n@number\ncount: 7',
      }),
      'f/folder.bru': bru({
        headers: 'X-Over: folder',
        auth: 'mode: inherit',
        'vars:pre-request': 'version: 2',
      }),
      'f/a.bru': call('A', 1, { headers: 'x-over: own' }, 'http://a.test/{{version}}'),
      'b.bru': call('B', 1, {}, 'http://a.test/{{version}}'),
      'c.bru': bru({ meta: 'name: C\nseq: 2', get: 'url: http://a.test\nauth: none' }),
    });
    assert.deepEqual(collection.auth, { type: 'bearer', token: '{{token}}' });
    assert.deepEqual(
      kept(collection).map(({ name, request: { url, headers, auth } }) => [name, url, headers, auth]),
      [
        [
          'A',
          'http://a.test/{{f_version}}',
          [
            { name: 'X-All', value: '1' },
            { name: 'X-Off', value: '1', disabled: true },
            { name: 'x-over', value: 'own' },
          ],
          undefined,
        ],
        [
          'B',
          'http://a.test/{{version}}',
          [
            { name: 'X-All', value: '1' },
            { name: 'X-Over', value: 'collection' },
            { name: 'X-Off', value: '1', disabled: true },
          ],
          undefined,
        ],
        [
          'C',
          'http://a.test',
          [
            { name: 'X-All', value: '1' },
            { name: 'X-Over', value: 'collection' },
            { name: 'X-Off', value: '1', disabled: true },
          ],
          { type: 'none' },
        ],
      ],
    );
    assert.deepEqual(
      collection.variables.map(({ name, value }) => [name, value]),
      [
        ['version', '1'],
        ['count', 7],
        ['f_version', '2'],
      ],
    );
  });

  it('sends the authentication that is chosen, not the header of its name', async () => {
    const headers = 'authorization: Bearer old';
    const one = (auth: string, token = ''): string =>
      bru({ meta: `name: ${auth}`, get: `url: http://a.test\nauth: ${auth}`, headers, 'auth:bearer': token });
    const collection = await read({
      'collection.bru': bru({ auth: 'mode: basic', 'auth:basic': 'username: u\npassword: p' }),
      'a.bru': one('bearer'),
      'b.bru': one('inherit'),
      'c.bru': one('none'),
    });
    const row = { name: 'authorization', value: 'Bearer old' };
    assert.deepEqual(
      kept(collection).map(({ request }) => request.headers),
      [[{ ...row, disabled: true }], [{ ...row, disabled: true }], [row]],
    );
  });

  it('has environments, with secrets that are asked for', async () => {
    const { environments, secrets } = await read({
      'a.bru': call('A', 1),
      'environments/Local.bru': `vars {\n  host: http://127.0.0.1\n  ~off: 1\n  env: {{process.env.HOME_URL}}\n}\nvars:secret [\n  api_key,\n  ~old\n]\n`,
    });
    assert.deepEqual(environments, [
      {
        name: 'Local',
        variables: [
          { name: 'host', value: 'http://127.0.0.1', isSecret: false },
          { name: 'env', value: '{{$processEnv HOME_URL}}', isSecret: false },
          { name: 'api_key', value: '{{$secret API_KEY}}', isSecret: false },
        ],
        remarks: [documentation('Variables that are switched off are left out: "off", "old".')],
      },
    ]);
    assert.deepEqual(secrets, ['API_KEY']);
  });

  it('says what is left out: WebSocket and gRPC, files that are none, settings of the collection', async () => {
    const { requests, remarks } = await read({
      'bruno.json': '{"name": "Shop", "proxy": {"config": {"hostname": "p"}}}',
      'ws.bru': bru({ meta: 'name: W\ntype: ws', ws: 'url: ws://a.test' }),
      'grpc.bru': bru({ meta: 'name: G\ntype: grpc', grpc: 'url: a.test' }),
      'broken.bru': 'hello',
      'open.bru': 'meta {\n  name: x\n',
      'lib.js': '',
    });
    assert.deepEqual(
      requests.map((one) => (one.kind === 'left-out' ? `${one.name}: ${one.reason}` : one.name)),
      [
        'G: It is a request of the kind "grpc", which a chain cannot send.',
        'W: It is a request of the kind "ws", which a chain cannot send.',
      ],
    );
    assert.deepEqual(remarks, [
      'The file "broken.bru" is left out. Line 1 is none of a .bru file: "hello".',
      'The file "open.bru" is left out. Line 1 is none of a .bru file: "meta {".',
      'Certificates and proxies belong to the environment and are not carried over.',
      'Other files of the collection are not imported: 1. Put those that requests send next to the chain.',
    ]);
  });

  it('is refused with a reason when its configuration is broken', async () => {
    await assert.rejects(read({ 'bruno.json': '{', 'a.bru': call('A', 1) }), /bruno\.json is not sound JSON/);
  });

  it('is a folder with a configuration and requests', () => {
    assert.deepEqual(bruRoots(['x/bruno.json', 'x/a/b.bru', 'y/bruno.json', 'z/a.bru']), ['x']);
    assert.deepEqual(bruRoots(['bruno.json', 'a.bru']), ['']);
  });
});

describe('a .bru file', () => {
  const reads: [title: string, blocks: Readonly<Record<string, string>>, members: JsonObject][] = [
    [
      'queries with what is switched off, and values of paths',
      {
        get: 'url: http://a.test/:id/x?a=1&b=2\nbody: none',
        'params:query': 'a: 1\nb: 2\n~c: 3',
        'params:path': 'id: {{order}}',
      },
      {
        method: 'GET',
        url: 'http://a.test/{{order}}/x',
        query: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
          { name: 'c', value: '3', disabled: true },
        ],
      },
    ],
    [
      'JSON with references',
      { post: 'url: http://a.test\nbody: json', 'body:json': '{\n  "id": {{id}}\n}' },
      { method: 'POST', url: 'http://a.test', body: { json: { id: '{{id}}' } } },
    ],
    [
      'a form with what is switched off',
      { post: 'url: http://a.test\nbody: formUrlEncoded', 'body:form-urlencoded': 'a: 1\n~b: 2\n"c:d": 3' },
      {
        method: 'POST',
        url: 'http://a.test',
        body: {
          form: [
            { name: 'a', value: '1' },
            { name: 'b', value: '2', disabled: true },
            { name: 'c:d', value: '3' },
          ],
        },
      },
    ],
    [
      'parts and files',
      {
        post: 'url: http://a.test\nbody: multipartForm',
        'body:multipart-form':
          "a: 1 @contentType(text/plain)\nf: @file(x.png|y.png)\nt: '''\n  two\n  lines\n'''",
      },
      {
        method: 'POST',
        url: 'http://a.test',
        body: {
          multipart: [
            { name: 'a', value: '1', contentType: 'text/plain' },
            { name: 'f', file: 'x.png', contentType: 'image/png' },
            { name: 'f', file: 'y.png', contentType: 'image/png' },
            { name: 't', value: 'two\nlines' },
          ],
        },
      },
    ],
    [
      'the file that is chosen',
      {
        post: 'url: http://a.test\nbody: file',
        'body:file': '~file: @file(a.bin) @contentType(a/b)\nfile: @file(b.bin) @contentType(image/png)',
      },
      { method: 'POST', url: 'http://a.test', body: { file: 'b.bin', contentType: 'image/png' } },
    ],
    [
      'GraphQL',
      {
        post: 'url: http://a.test\nbody: graphql',
        'body:graphql': 'query {\n  a\n}',
        'body:graphql:vars': '{ "x": "{{y}}" }',
      },
      {
        method: 'POST',
        url: 'http://a.test',
        body: { graphql: { query: 'query {\n  a\n}', variables: { x: '{{y}}' } } },
      },
    ],
    [
      'what it keeps and checks',
      {
        get: 'url: http://a.test',
        'vars:post-response': 'token: res.body.data.token\n~no: res.body.x',
        assert: 'res.status: eq 201\nres.body.ok: eq true\nres.headers.etag: contains x\n~res.body: isJson',
        'script:post-response': "bru.setVar('id', res.body.items[0].id);",
        tests: 'test("fast", () => {\n  expect(res.getResponseTime()).to.be.below(300);\n});',
      },
      {
        method: 'GET',
        url: 'http://a.test',
        extract: [
          { variable: 'token', from: 'body', path: '$.data.token' },
          { variable: 'id', from: 'body', path: '$.items[0].id' },
        ],
        expect: {
          status: 201,
          headers: [{ name: 'etag', contains: 'x' }],
          body: [{ path: '$.ok', equals: true }],
          maxDurationMs: 300,
        },
      },
    ],
    [
      'settings and OAuth 2.0',
      {
        get: 'url: http://a.test\nauth: oauth2',
        'auth:oauth2':
          'grant_type: client_credentials\naccess_token_url: http://t.test\nclient_id: i\nclient_secret: {{s}}\nscope: a b',
        settings: 'followRedirects: false\ntimeout: 500\nencodeUrl: true',
      },
      {
        method: 'GET',
        url: 'http://a.test',
        auth: {
          type: 'oauth2',
          grant: 'clientCredentials',
          tokenUrl: 'http://t.test',
          clientId: 'i',
          clientSecret: '{{s}}',
          scope: 'a b',
        },
        timeoutMs: 500,
        redirects: 'manual',
      },
    ],
  ];
  for (const [title, blocks, members] of reads) {
    it(`sends ${title}`, async () => {
      const { auth, ...others } = members;
      const read_ = await request(blocks);
      // Authentication that all requests share is stated by the chain.
      assert.deepEqual(read_, others);
      assert.ok(auth === undefined || read_['auth'] === undefined);
    });
  }

  it('sends a body with the empty lines at its end, and GraphQL with an object of variables', async () => {
    const text = { post: 'url: http://a.test\nbody: text', 'body:text': '\n  a\n\n' };
    assert.deepEqual((await request(text))['body'], { text: '  a\n\n', contentType: 'text/plain' });
    const query = { post: 'url: http://a.test\nbody: graphql', 'body:graphql': '{ a }' };
    assert.deepEqual((await request(query))['body'], { graphql: { query: '{ a }', variables: {} } });
  });

  it('has a token that is asked for instead of an implicit grant', async () => {
    const auth = 'grant_type: implicit\nauthorization_url: http://a.test/sign-in\nclient_id: i';
    const collection = await readImport(
      'a.bru',
      bru({ meta: 'name: A', get: 'url: http://a.test\nauth: oauth2', 'auth:oauth2': auth }),
    );
    assert.deepEqual(collection.auth, { type: 'bearer', token: '{{$secret IMPLICIT_TOKEN}}' });
    assert.deepEqual(kept(collection)[0]?.remarks, [
      'OAuth 2.0 with the grant "implicit" needs a browser. Get a token there, and enter it as the secret IMPLICIT_TOKEN.',
    ]);
  });

  it('keeps its description, tags and name', async () => {
    const { requests } = await readImport(
      'x.bru',
      'meta {\n  name: A name\n  type: http\n  tags: [\n    smoke\n    slow\n  ]\n}\n\nget {\n  url: a.test\n}\n\ndocs {\n  # Title\n\n  Text\n}\n',
    );
    const [only] = requests;
    assert.ok(only?.kind === 'kept');
    assert.deepEqual(
      [only.name, only.tags, only.description],
      ['A name', ['smoke', 'slow'], '# Title\n\nText'],
    );
    assert.equal(only.request['url'], 'http://a.test');
  });

  it('is an environment when it holds nothing but variables', async () => {
    const { environments, requests } = await readImport('Dev.bru', 'vars {\n  a: 1\n}\n');
    assert.deepEqual(requests, []);
    assert.deepEqual(
      environments.map(({ name }) => name),
      ['Dev'],
    );
  });

  it('is refused with the line that is none', async () => {
    await assert.rejects(readImport('x.bru', 'meta {\n  name: a\n}\nhello\n'), {
      name: UserError.name,
      message: /Line 4 is none of a \.bru file: "hello"/,
    });
  });

  it('skips, repeats and delays requests as scripts of folders and requests say', async () => {
    const { requests } = await read({
      'shop/folder.bru': bru({
        meta: 'name: shop',
        'script:pre-request': "if (bru.getVar('plan') === 'free') { bru.runner.skipRequest(); }",
      }),
      'shop/a.bru': call('A', 1, {
        'script:pre-request': 'await bru.sleep(200);',
        'script:post-response': "if (res.body.state !== 'done') { bru.runner.setNextRequest('A'); }",
      }),
      'shop/b.bru': call('B', 2, { 'script:pre-request': 'bru.runner.skipRequest();' }),
    });
    const when = { value: '{{plan}}', notEquals: 'free' };
    const until = { path: '$.state', equals: 'done' };
    const flows = requests.map((one) => {
      assert.ok(one.kind === 'kept');
      const { url: _url, method: _method, ...flow } = one.request;
      return flow;
    });
    assert.deepEqual(flows, [
      { when, delayMs: 200, retry: { times: 100, until } },
      { when, disabled: true },
    ]);
  });

  it('answers a hostile file in bounded time', async () => {
    for (const piece of [
      '  a: b\n',
      "  a: '''\n",
      '  @x(\n',
      '  a: [\n',
      '}\nget {\n',
      '  ~: \n',
      '  "\n',
      '{{',
      ' ',
    ]) {
      await readImport('x.bru', `meta {\n${piece.repeat(20_000)}`).catch((error: unknown) => {
        assert.equal((error as Error).name, 'UserError');
      });
      await readImport(
        'x.bru',
        `meta {\n  name: a\n}\nget {\n  url: a\n}\nheaders {\n${piece.repeat(5_000)}\n}\n`,
      ).catch((error: unknown) => {
        assert.equal((error as Error).name, 'UserError');
      });
    }
  });
});
