/** What becomes of a collection in OpenCollection's YAML, and of Bruno's model that it states. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../../src/core/files/chainFile';
import { readEnvironment } from '../../../../../src/core/files/environmentFile';
import { UserError } from '../../../../../src/core/errors';
import type { JsonObject, JsonValue } from '../../../../../src/core/json/json';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImportFolder } from '../../../../../src/formats/importers/readSources';
import { readImport, readImportFile } from '../../../../../src/formats/importers/importers';
import { createSourceFiles } from '../../../../../src/node/files/openSource';
import { corpusFolder, expectedOf, hasCorpus } from '../../corpus';
import { documentation, lostCheck, remarkText } from '../../../../../src/formats/importers/shape/remark';
import { examplesOf } from '../../examplesOf';

const MAIN = 'opencollection: "1.0.0"\ninfo: {name: Orders}\n';

/** Imports a folder of texts. */
const readFolder = async (texts: Readonly<Record<string, string>>): Promise<ImportedCollection> => {
  const { sources } = await readImportFolder(
    {
      name: 'orders',
      files: {
        paths: () => Promise.resolve(Object.keys(texts).sort()),
        text: (path) => Promise.resolve(texts[path] ?? ''),
      },
    },
    { keep: new Set() },
  );
  const [source, ...others] = sources;
  assert.deepEqual(others, []);
  assert.ok(source !== undefined && 'collection' in source, JSON.stringify(source));
  return source.collection;
};

/** Imports a collection of one request. */
const readOne = async (request: JsonObject): Promise<KeptRequest> => {
  const whole = { info: { name: 'one', type: 'http' }, ...request };
  const collection = await readFolder({ 'opencollection.yml': MAIN, 'one.yml': JSON.stringify(whole) });
  const [only] = kept(collection);
  return only ?? assert.fail(JSON.stringify(collection));
};

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

const http = (more: JsonObject = {}): JsonObject => ({ url: 'http://a.example', method: 'GET', ...more });

const file = (seq: number, url = 'http://a.example', more = ''): string =>
  `info: {type: http, seq: ${seq}}\nhttp: {method: GET, url: "${url}"${more}}\n`;

describe('the examples of an OpenCollection request', () => {
  const response = (status: JsonValue, more: JsonObject = {}): JsonObject => ({
    response: { status, headers: [], body: { type: 'json', data: '{"id":7}' }, ...more },
  });

  it('give the first success, with the request that it belongs to', async () => {
    const request = {
      url: '{{baseUrl}}/orders',
      method: 'post',
      headers: [
        { name: 'X-Trace', value: '1' },
        { name: 'X-Off', value: '1', disabled: true },
      ],
      body: { type: 'json', data: '{"sku":"A"}' },
    };
    const kept = await readOne({
      http: http(),
      examples: [
        { ...response(404), name: 'Gone' },
        { ...response(201), request },
      ],
    });
    const { recorded, remarks } = kept;
    const type = { encoding: 'utf8', mediaType: 'application/json' };
    assert.deepEqual(recorded?.exchange.request, {
      method: 'POST',
      url: '{{baseUrl}}/orders',
      headers: [{ name: 'X-Trace', value: '1' }],
      body: { ...type, content: '{"sku":"A"}', size: 11 },
    });
    assert.deepEqual(recorded.exchange.response, {
      status: 201,
      statusText: 'Created',
      httpVersion: '1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      body: { ...type, content: '{"id":7}', size: 8 },
      wireSize: 8,
      notes: [],
    });
    assert.deepEqual(examplesOf(kept), ['201', '404 Gone']);
    assert.deepEqual(remarks, []);
  });

  it('keep the type that their headers state, and the request of the item without one of their own', async () => {
    const headers = [{ name: 'content-type', value: 'application/problem+json' }];
    const { recorded } = await readOne({ http: http(), examples: [response(200, { headers })] });
    assert.deepEqual(recorded?.exchange.response?.headers, headers);
    assert.equal(recorded.exchange.response.body.mediaType, 'application/problem+json');
    assert.deepEqual(recorded.exchange.request, { method: 'GET', url: 'http://a.example', headers: [] });
  });

  const none: readonly [title: string, examples: JsonValue, kept: readonly string[]][] = [
    ['failures alone', [response(500)], ['-', '500']],
    ['what has no status', [response('200'), {}], ['-', 'No status', 'No status']],
    ['nothing where it is not a list', { response: {} }, ['-']],
  ];
  for (const [title, examples, kept] of none) {
    it(`give ${title}`, async () => {
      const request = await readOne({ http: http(), examples });
      assert.deepEqual(examplesOf(request), kept);
      assert.deepEqual(request.remarks, []);
    });
  }
});

describe('an OpenCollection folder', () => {
  it('has its folders first, and everything by its place', async () => {
    const { requests, name, format } = await readFolder({
      'opencollection.yml': MAIN,
      'a.yml': file(2),
      'b.yml': file(1),
      'c.yml': 'info: {type: http}\nhttp: {url: x}',
      'late/z.yml': file(1),
      'late/folder.yml': 'info: {name: Late, type: folder, seq: 2}',
      'early/folder.yml': 'info: {type: folder, seq: 1}',
      'early/deep/y.yaml': file(1),
    });
    assert.equal(`${format}: ${name}`, 'OpenCollection: Orders');
    assert.deepEqual(
      requests.map((request) => [...request.folders, request.name].join('/')),
      ['early/deep/y', 'Late/z', 'b', 'a', 'c'],
    );
  });

  it('says which files do not belong to it, or are invalid', async () => {
    const { remarks } = await readFolder({
      'opencollection.yml': MAIN,
      'broken.yml': 'a: [',
      'other.yml': 'a: 1',
      'notes.txt': 'a',
    });
    assert.equal(remarks.length, 2);
    assert.match(
      remarkText(remarks[0] ?? ''),
      /^The file "broken\.yml" is left out\. The YAML of the file is not sound/,
    );
    assert.equal(remarks[1], 'The file "other.yml" is not a request and is left out.');
  });

  it('is read from its main file, too, where that is chosen', async () => {
    const texts: Readonly<Record<string, string>> = {
      'x/opencollection.yml': MAIN,
      'x/a.yml': file(1),
      'y.yml': file(1),
    };
    const collection = await readImportFile(
      {
        name: 'opencollection.yml',
        path: 'x/opencollection.yml',
        text: MAIN,
        files: {
          paths: () => Promise.resolve(Object.keys(texts)),
          text: (path) => Promise.resolve(texts[path] ?? ''),
        },
      },
      { keep: new Set() },
    );
    assert.deepEqual(
      collection.requests.map(({ name }) => name),
      ['a'],
    );
  });

  it('may be one file with everything in it', async () => {
    const item = { info: { name: 'a', type: 'http' }, http: http() };
    const { requests, environments } = await readImport(
      'whole.json',
      JSON.stringify({
        opencollection: '1.0.0',
        info: { name: 'Whole' },
        config: { environments: [{ name: 'e', variables: [{ name: 'v', value: 'w' }] }] },
        items: [{ info: { name: 'F', type: 'folder' }, items: [item] }, item],
      }),
    );
    assert.deepEqual(
      requests.map((request) => [request.folders, request.name]),
      [
        [['F'], 'a'],
        [[], 'a'],
      ],
    );
    assert.deepEqual(environments[0]?.variables, [{ name: 'v', value: 'w', isSecret: false }]);
  });

  it('is refused without `info`', async () => {
    await assert.rejects(readImport('x.yml', 'opencollection: "1.0.0"'), UserError);
  });
});

describe('requests of Bruno', () => {
  it('have their rows, path parameters and tags', async () => {
    const { request, tags } = await readOne({
      info: { name: 'one', type: 'http', tags: ['smoke'] },
      http: http({
        url: '{{host}}/a/:id?q=1&r=2',
        params: [
          { name: 'q', value: '1', type: 'query' },
          { name: 'r', value: '2', type: 'query', disabled: true },
          { name: 'id', value: '{{order}}', type: 'path' },
        ],
        headers: [
          { name: 'A', value: 'b' },
          { name: '__proto__', value: 'x' },
        ],
      }),
      settings: { encodeUrl: false, timeout: 5000, followRedirects: false },
    });
    assert.deepEqual(tags, ['smoke']);
    assert.deepEqual(request, {
      method: 'GET',
      url: '{{host}}/a/{{order}}',
      query: [
        { name: 'q', value: '1' },
        { name: 'r', value: '2', disabled: true },
      ],
      headers: [{ name: 'A', value: 'b' }],
      timeoutMs: 5000,
      redirects: 'manual',
    });
  });

  const leftOut: [title: string, request: JsonObject, reason: RegExp][] = [
    ['WebSockets', { info: { type: 'websocket' }, websocket: { url: 'ws://a' } }, /kind "websocket"/],
    ['gRPC', { info: { type: 'grpc' }, grpc: { url: 'a' } }, /kind "grpc"/],
    ['what has no address', { http: http({ url: '' }) }, /no URL/],
    ['what has no method of a chain', { http: http({ method: 'A B' }) }, /method "A B"/],
  ];
  for (const [title, request, reason] of leftOut) {
    it(`leave out ${title}`, async () => {
      const texts = {
        'opencollection.yml': MAIN,
        'a.yml': JSON.stringify({ info: { type: 'http' }, ...request }),
      };
      const [only] = (await readFolder(texts)).requests;
      assert.ok(only?.kind === 'left-out');
      assert.match(only.reason, reason);
    });
  }

  const bodies: [title: string, body: JsonValue, expected: JsonValue | undefined][] = [
    ['none', { type: 'none' }, undefined],
    ['JSON', { type: 'json', data: '{"a": {{n}}}' }, { json: { a: '{{n}}' } }],
    ['XML', { type: 'xml', data: '<a/>' }, { text: '<a/>', contentType: 'application/xml' }],
    [
      'a form',
      { type: 'form-urlencoded', data: [{ name: 'a', value: 'b', disabled: true }] },
      { form: [{ name: 'a', value: 'b', disabled: true }] },
    ],
    [
      'parts',
      {
        type: 'multipart-form',
        data: [
          { name: 'a', type: 'text', value: 'b', contentType: 'text/csv' },
          { name: 'f', type: 'file', value: ['x.png', 'y.png'] },
        ],
      },
      {
        multipart: [
          { name: 'a', value: 'b', contentType: 'text/csv' },
          { name: 'f', file: 'x.png', contentType: 'image/png' },
          { name: 'f', file: 'y.png', contentType: 'image/png' },
        ],
      },
    ],
    [
      'a file',
      {
        type: 'file',
        data: [{ filePath: 'a.bin' }, { filePath: 'b.bin', contentType: 'image/png', selected: true }],
      },
      { file: 'b.bin', contentType: 'image/png' },
    ],
    [
      'the chosen one of several',
      [
        { title: 'a', body: { type: 'text', data: 'a' } },
        { title: 'b', selected: true, body: { type: 'text', data: 'b' } },
      ],
      { text: 'b', contentType: 'text/plain' },
    ],
  ];
  for (const [title, body, expected] of bodies) {
    it(`send ${title}`, async () => {
      assert.deepEqual((await readOne({ http: http({ body }) })).request['body'], expected);
    });
  }

  it('send GraphQL', async () => {
    const { request } = await readOne({
      info: { name: 'one', type: 'graphql' },
      graphql: { url: 'http://a.example', body: { query: '{ a }', variables: '{"b": {{n}}}' } },
    });
    assert.deepEqual(request, {
      method: 'POST',
      url: 'http://a.example',
      body: { graphql: { query: '{ a }', variables: { b: '{{n}}' } } },
    });
  });

  it('keep and check what scripts, actions and assertions say', async () => {
    const { request, remarks } = await readOne({
      http: http(),
      runtime: {
        actions: [
          {
            type: 'set-variable',
            phase: 'after-response',
            selector: { expression: 'res.body.id' },
            variable: { name: 'orderId' },
          },
        ],
        assertions: [
          { expression: 'res.status', operator: 'eq', value: '201' },
          { expression: 'res.body.name', operator: 'contains', value: 'A-' },
          { expression: 'res.body.x', operator: 'isJson' },
          { expression: 'res.body.y', operator: 'eq', value: '1', disabled: true },
        ],
        scripts: [{ type: 'after-response', code: "bru.setVar('token', res.body.token)" }],
      },
    });
    assert.deepEqual(request['extract'], [
      { variable: 'orderId', from: 'body', path: '$.id' },
      { variable: 'token', from: 'body', path: '$.token' },
    ]);
    assert.deepEqual(request['expect'], { status: 201, body: [{ path: '$.name', contains: 'A-' }] });
    assert.deepEqual(remarks, [lostCheck('An assertion is not carried over: res.body.x isJson.')]);
  });

  it('read expressions as expressions, whatever they contain', async () => {
    const { request, remarks } = await readOne({
      http: http(),
      runtime: {
        actions: [{ selector: { expression: '1); while (true) {}; (' }, variable: { name: 'a' } }],
        assertions: [{ expression: '})', operator: 'eq', value: '1' }],
      },
    });
    assert.equal(request['extract'], undefined);
    assert.deepEqual(
      remarks.map((sentence) => /it cannot be read/.test(remarkText(sentence))),
      [true, true],
    );
  });
});

describe('what surrounds requests of Bruno', () => {
  it('is their authentication where they inherit it, and their headers', async () => {
    const auth = '{type: bearer, token: "{{token}}"}';
    const collection = await readFolder({
      'opencollection.yml': `${MAIN}request: {headers: [{name: X, value: main}]}`,
      'f/folder.yml': `info: {type: folder}\nrequest: {auth: ${auth}, headers: [{name: Y, value: f}]}`,
      'f/a.yml': file(1, 'http://a.example', ', auth: inherit'),
      'f/b.yml': file(2, 'http://a.example', ', headers: [{name: x, value: own}]'),
      'c.yml': file(3, 'http://a.example', ', auth: {type: apikey, key: k, value: v, placement: query}'),
    });
    assert.deepEqual(collection.auth, { type: 'bearer', token: '{{token}}' });
    assert.deepEqual(
      kept(collection).map(({ request }) => [
        request['auth'],
        (request['headers'] as readonly JsonObject[]).map(({ value }) => value),
      ]),
      [
        [undefined, ['main', 'f']],
        [{ type: 'none' }, ['f', 'own']],
        [{ type: 'apiKey', in: 'query', name: 'k', value: 'v' }, ['main']],
      ],
    );
  });

  it('has variables of folders under names of their own where they clash, and those of requests in these', async () => {
    const variables = (value: string): string => `variables: [{name: x, value: ${value}}]`;
    const collection = await readFolder({
      'opencollection.yml': `${MAIN}request: {${variables('main')}}`,
      'f/folder.yml': `info: {type: folder}\nrequest: {${variables('"f {{x}}"')}}`,
      'f/a.yml': file(1, '{{x}}'),
      'f/b.yml': `${file(2, '{{x}}')}runtime: {${variables('b')}}`,
      'c.yml': file(3, '{{x}}'),
    });
    assert.deepEqual(
      kept(collection).map(({ request }) => [request.url, request.variables]),
      [
        ['{{f_x}}', undefined],
        ['{{f_x}}', { f_x: 'b' }],
        ['{{x}}', undefined],
      ],
    );
    assert.deepEqual(
      collection.variables.map(({ name, value }) => [name, value]),
      [
        ['x', 'main'],
        ['f_x', 'f {{f_x}}'],
      ],
    );
  });

  it('has variables of the collection after those of environments', async () => {
    const { variables, environments } = await readFolder({
      'opencollection.yml': `${MAIN}request: {variables: [{name: host, value: main}, {name: own, value: {type: number, data: "7"}}]}`,
      'environments/Local.yml':
        'variables: [{name: host, value: local}, {name: key, secret: true, value: abc}]',
      'environments/Prod.yml': 'name: Production\nvariables: [{name: off, value: x, disabled: true}]',
      'a.yml': file(1),
    });
    assert.deepEqual(variables, [{ name: 'own', value: 7, isSecret: false }]);
    assert.deepEqual(environments, [
      {
        name: 'Local',
        variables: [
          { name: 'host', value: 'local', isSecret: false },
          { name: 'key', value: 'abc', isSecret: true },
        ],
        remarks: [],
      },
      {
        name: 'Production',
        variables: [{ name: 'host', value: 'main', isSecret: false }],
        remarks: [documentation('Variables that are switched off are left out: "off".')],
      },
    ]);
  });

  const texts: [text: string, expected: string][] = [
    ['{{ a }}', '{{a}}'],
    ['{{process.env.TOKEN}}', '{{$processEnv TOKEN}}'],
    ['{{$guid}}', '{{$guid}}'],
    ['{{?name}}', '{{name}}'],
    ['{{my name}}', '{{my_name}}'],
    ['{{}}', '{{}}'],
  ];
  for (const [text, expected] of texts) {
    it(`has ${text} as ${expected}`, async () => {
      const { request } = await readOne({ http: http({ headers: [{ name: 'X', value: text }] }) });
      assert.deepEqual(request['headers'], [{ name: 'X', value: expected }]);
    });
  }
});

describe('the OpenCollection corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  type Row = readonly [string, string, string, string, string, number, string | null, number, string];

  it('has every row of the table, and becomes files that are valid, the same ones again', async () => {
    const expected = expectedOf<{ environments: number; table: readonly Row[] }>('bruno', 'yml-datatypes');
    const folder = {
      name: 'yml-datatypes',
      files: createSourceFiles(corpusFolder('bruno/yml-datatypes')),
    };
    const { sources, passedOver } = await readImportFolder(folder, { keep: new Set() });
    assert.deepEqual(passedOver, []);
    const [source] = sources;
    assert.ok(source !== undefined && 'collection' in source);
    const { collection } = source;
    const kinds: Readonly<Record<string, string>> = {
      'form-urlencoded': 'form',
      'multipart-form': 'multipart',
    };
    assert.deepEqual(
      kept(collection).map(({ name, request }) => [
        request['method'],
        request['url'],
        Object.keys(request['body'] ?? {})[0],
        (request['headers'] as readonly JsonObject[] | undefined)?.length ?? 0,
        request['auth'] ?? null,
        name,
      ]),
      [...expected.table]
        .sort((one, other) => one[7] - other[7])
        .map(([, , method, url, body, headers, auth, , name]) => [
          method,
          url,
          kinds[body] ?? body,
          headers,
          auth,
          name,
        ]),
    );
    assert.equal(collection.environments.length, expected.environments);
    const once = composeImport([source], { folders: 'tags' });
    const again = (await readImportFolder(folder, { keep: new Set() })).sources;
    assert.deepEqual(again, sources);
    for (const { path, text } of once.files) {
      const isChain = path.endsWith('.chain.json');
      assert.deepEqual((isChain ? readChain(text, path) : readEnvironment(text, path)).problems, []);
    }
  });
});
