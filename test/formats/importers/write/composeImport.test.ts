/** From collections to files: names, folders, constants, secrets and the report. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../src/core/files/chainFile';
import { readEnvironment } from '../../../../src/core/files/environmentFile';
import { parseJson, stringifyJson } from '../../../../src/core/json/json';
import { composeImport, type ComposedImport } from '../../../../src/formats/importers/write/composeImport';
import type { FolderStyle } from '../../../../src/formats/importers/write/folderGroups';
import { exampleExchange } from '../../../../src/formats/importers/shape/recordedResponses';
import { memberOf } from '../../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../../../../src/formats/importers/shape/imported';
import { summarizeRemarks } from '../../../../src/cli/import/importSummary';
import { renderImportReport } from '../../../../src/formats/importers/write/importReport';
import { collection, environment, request } from '../collections';
import { documentation, lostCheck, type Remark } from '../../../../src/formats/importers/shape/remark';

const compose = (one: ImportedCollection, folders: FolderStyle = 'tags'): ComposedImport =>
  composeImport([{ source: 'orders.json', collection: one }], { folders });

describe('composeImport', () => {
  it('makes secrets of credentials next to references, in JSON that has to stay text as well', () => {
    const { files, secrets } = compose(
      collection([
        request('a', {
          method: 'POST',
          url: '{{baseUrl}}/x?at={{at}}&api_key=k3y',
          headers: [{ name: 'Cookie', value: 'sid=s1d; token={{token}}' }],
          body: { text: '{"id": {{id}}, "copy": "{{id}}", "password": "s\\"3cr3t"}' },
        }),
      ]),
    );
    const [first] = (parseJson(files[0]?.text ?? '') as { requests: unknown[] }).requests;
    assert.deepEqual(first, {
      id: 'a',
      method: 'POST',
      url: '{{baseUrl}}/x?at={{at}}&api_key={{$secret API_KEY}}',
      headers: [{ name: 'Cookie', value: 'sid={{$secret COOKIE}}; token={{token}}' }],
      body: { text: '{"id": {{id}}, "copy": "{{id}}", "password": "{{$secret PASSWORD}}"}' },
    });
    assert.deepEqual(
      secrets.map(({ name, value }) => [name, value]),
      [
        ['API_KEY', 'k3y'],
        ['COOKIE', 's1d'],
        ['PASSWORD', 's\\"3cr3t'],
      ],
    );
  });

  it('writes the chains that a source states, each with its own constants and what runs before', () => {
    const { files } = compose({
      ...collection([
        request('Log in', { url: '{{base}}/login' }, ['Login']),
        request('Pay', { url: '{{base}}/pay?amount={{amount}}' }, ['Pay', 'Card']),
        { kind: 'left-out', name: 'Ask', folders: ['Ask'], reason: 'It cannot be sent.' },
      ]),
      description: 'A shop.',
      variables: [
        { name: 'base', value: 'http://localhost', isSecret: false },
        { name: 'amount', value: 5, isSecret: false },
      ],
      chains: [
        { folder: 'Pay', description: 'Pays.', requires: ['Login', 'Ask', 'Nothing'] },
        { folder: 'Login', requires: [] },
        { folder: 'Ask', requires: [] },
      ],
    });
    assert.deepEqual(
      files.map(({ path, text }) => [path, parseJson(text)]),
      [
        [
          'pay.chain.json',
          {
            formatVersion: 1,
            name: 'Pay',
            description: 'Pays.',
            status: 'draft',
            requires: ['login.chain.json'],
            variables: { base: 'http://localhost', amount: 5 },
            requests: [
              {
                id: 'pay',
                name: 'Pay',
                tags: ['Card'],
                method: 'GET',
                url: '{{base}}/pay?amount={{amount}}',
              },
            ],
          },
        ],
        [
          'login.chain.json',
          {
            formatVersion: 1,
            name: 'Login',
            description: 'A shop.',
            status: 'draft',
            variables: { base: 'http://localhost' },
            requests: [{ id: 'log-in', name: 'Log in', method: 'GET', url: '{{base}}/login' }],
          },
        ],
      ],
    );
  });

  it('writes a chain as people do', () => {
    const { files } = compose(
      collection([
        request('Log in', { method: 'POST', body: { json: { user: 'alice' } } }, ['Users']),
        request('Read', { headers: [{ name: 'Accept', value: 'text/plain' }] }, ['Orders', 'One']),
      ]),
    );
    assert.deepEqual(files, [
      {
        path: 'orders.chain.json',
        text: `{
  "formatVersion": 1,
  "name": "Orders",
  "status": "draft",
  "requests": [
    {
      "id": "log-in",
      "name": "Log in",
      "tags": ["Users"],
      "method": "POST",
      "url": "{{baseUrl}}/x",
      "body": { "json": { "user": "alice" } }
    },
    {
      "id": "read",
      "name": "Read",
      "tags": ["Orders", "One"],
      "method": "GET",
      "url": "{{baseUrl}}/x",
      "headers": [{ "name": "Accept", "value": "text/plain" }]
    }
  ]
}
`,
      },
    ]);
  });

  it('makes a chain of each folder, with what it needs from earlier ones', () => {
    const { files } = compose(
      collection([
        request('Login', { extract: [{ variable: 'token', from: 'body', path: '$.t' }] }, ['Auth']),
        request('List', { auth: { type: 'bearer', token: '{{token}}' } }, ['Orders']),
        request('Top'),
      ]),
      'chains',
    );
    assert.deepEqual(
      files.map(({ path, text }) => {
        const { chain, problems } = readChain(text, path);
        return [path, chain?.name, chain?.requires, problems];
      }),
      [
        ['auth.chain.json', 'Auth', [], []],
        ['orders.chain.json', 'Orders', ['auth.chain.json'], []],
        ['orders-2.chain.json', 'Orders', [], []],
      ],
    );
  });

  it('requires the token request where the chain refreshes the token later', () => {
    const bearer = { auth: { type: 'bearer', token: '{{token}}' } } as const;
    const extract = [{ variable: 'token', from: 'body', path: '$.t' }];
    const token = request('Token', { extract });
    assert.ok(token.kind === 'kept');
    const requests = [
      request('Read', bearer, ['A']),
      request('Refresh', { ...bearer, extract }, ['B']),
      request('Write', bearer, ['C']),
      request('Delete', bearer, ['D']),
    ];
    const requiredBy = (folders: FolderStyle): readonly unknown[] =>
      compose(collection(requests, { required: [token] }), folders).files.map(({ path, text }) => [
        path,
        readChain(text, path).chain?.requires,
      ]);
    assert.deepEqual(requiredBy('tags'), [
      ['auth.chain.json', []],
      ['orders.chain.json', ['auth.chain.json']],
    ]);
    assert.deepEqual(requiredBy('chains'), [
      ['auth.chain.json', []],
      ['shared.chain.json', ['auth.chain.json']],
      ['a.chain.json', ['auth.chain.json']],
      ['c.chain.json', ['auth.chain.json', 'shared.chain.json']],
      ['d.chain.json', ['auth.chain.json', 'shared.chain.json']],
    ]);
  });

  const names: [name: string, path: string][] = [
    ['../../etc/passwd', 'etc-passwd.chain.json'],
    ['CON', 'chain-con.chain.json'],
    ['Größe: "A"\n', 'gro-e-a.chain.json'],
    ['注文', 'chain.chain.json'],
    ['', 'chain.chain.json'],
    ['x'.repeat(5000), `${'x'.repeat(60)}.chain.json`],
  ];
  for (const [name, path] of names) {
    it(`calls the chain ${JSON.stringify(name.slice(0, 20))} ${path.slice(0, 30)}`, () => {
      const { files } = compose(collection([request('a')], { name }));
      assert.deepEqual(
        files.map((file) => file.path),
        [path],
      );
      assert.deepEqual(readChain(files[0]?.text ?? '', path).problems, []);
    });
  }

  it('gives requests of one name ids of their own', () => {
    const { reports } = compose(collection([request('Get'), request('get'), request('!'), request('?')]));
    const ids = reports[0]?.requests.map((one) => ('id' in one ? one.id : ''));
    assert.deepEqual(ids, ['get', 'get-2', 'request', 'request-2']);
  });

  it('makes ids of what programs call requests, and has further words as tags', () => {
    const one = { ...request('Read an order', {}, ['Orders']), id: 'get Order', tags: ['read', 'Orders'] };
    const tagged = JSON.parse(compose(collection([one])).files[0]?.text ?? '') as { requests: object[] };
    assert.deepEqual(tagged.requests[0], {
      id: 'get-order',
      name: 'Read an order',
      tags: ['Orders', 'read'],
      method: 'GET',
      url: '{{baseUrl}}/x',
    });
    const split = compose(collection([one]), 'chains').files[0]?.text ?? '';
    assert.match(split, /"tags": \["read", "Orders"\]/);
  });

  it('names the secrets of a chain in each environment of its source', () => {
    const key = { type: 'bearer', token: '{{$secret API_KEY}}' };
    const { files } = compose(
      collection(
        [
          request('a', { auth: key }),
          request('b', { headers: [{ name: 'X-Api-Key', value: 'k-93u4hf93h' }] }),
        ],
        {
          secrets: ['API_KEY'],
          environments: [environment('one', {}), environment('two', {})],
        },
      ),
    );
    assert.match(files[0]?.text ?? '', /\$secret API_KEY_2/, 'another credential has another name');
    assert.deepEqual(
      files.slice(1).map(({ text, path }) => readEnvironment(text, path).environment?.secrets),
      [
        ['API_KEY', 'API_KEY_2'],
        ['API_KEY', 'API_KEY_2'],
      ],
    );
  });

  it('gives files the format version that they need', () => {
    const version = (value: string): readonly unknown[] =>
      compose({
        ...collection([request('a')]),
        variables: [{ name: 'x', value, isSecret: false }],
        environments: [environment('local', { y: value })],
      }).files.map(({ text }) => Number(/"formatVersion": (\d)/.exec(text)?.[1]));
    assert.deepEqual(version('{{$guid}}'), [1, 1]);
    assert.deepEqual(version('{{$randomEmail}}'), [2, 2]);
  });

  it('puts secrets in place of credentials, one name for one value, and forgets the values', () => {
    const imported = collection(
      [
        request('Login', { method: 'POST', body: { json: { user: 'alice', password: 'hunter22xyz' } } }),
        request('Again', { auth: { type: 'basic', username: 'alice', password: 'hunter22xyz' } }),
        request('Key', { headers: [{ name: 'X-Api-Key', value: 'k-93u4hf93h' }] }),
      ],
      {
        environments: [
          {
            name: 'local',
            variables: [
              { name: 'baseUrl', value: 'http://127.0.0.1', isSecret: false },
              { name: 'plain', value: 'marked as secret', isSecret: true },
            ],
            remarks: [],
          },
        ],
      },
    );
    const { files, reports } = compose(imported);
    const [chain = '', local = ''] = files.map(({ text }) => text);
    assert.doesNotMatch(chain + local + JSON.stringify(reports), /hunter22xyz|k-93u4hf93h|marked as secret/);
    assert.match(chain, /"password": "\{\{\$secret PASSWORD\}\}"/);
    assert.match(chain, /"environment": "local"/);
    assert.deepEqual(readEnvironment(local, 'local').environment?.secrets, ['PASSWORD', 'API_KEY', 'PLAIN']);
    assert.deepEqual(reports[0]?.secrets, ['PASSWORD', 'API_KEY', 'PLAIN']);
    assert.deepEqual(
      reports[0]?.requests.map((one) => ('secrets' in one ? one.secrets : [])),
      [['PASSWORD'], ['PASSWORD'], ['API_KEY']],
    );
  });

  it('puts secrets in place of several keys in one text, whatever text is around them', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const webToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const text = `"a"\\\n\u00e9 ${webToken} \\{{x}} ${key} and ${webToken}`;
    const { files, secrets } = compose(collection([request('Note', { method: 'POST', body: { text } })]));
    const { requests } = JSON.parse(files[0]?.text ?? '') as { requests: { body?: { text: string } }[] };
    const [first, second] = secrets.map(({ name }) => `{{$secret ${name}}}`);
    assert.deepEqual(
      secrets.map(({ value }) => value),
      [webToken, key],
    );
    assert.equal(
      requests[0]?.body?.text,
      `"a"\\\n\u00e9 ${first ?? ''} \\{{x}} ${second ?? ''} and ${first ?? ''}`,
    );
  });

  it('gives constants in JSON without quotes the types of their texts', () => {
    const texts = [
      '7',
      'true',
      '007',
      'x',
      '12345678901234567890',
      '[1, "a"]',
      '{"a": [{{v0}}]}',
      '[1',
      'null',
    ];
    const variables = texts.map((value, index) => ({
      name: `v${index}`,
      value,
      isSecret: false,
    }));
    const { files } = compose(
      collection([request('a')], { variables, typedVariables: variables.map(({ name }) => name) }),
    );
    const chain = parseJson(files[0]?.text ?? '');
    assert.equal(
      stringifyJson(memberOf(chain, 'variables') ?? null),
      '{"v0":7,"v1":true,"v2":"007","v3":"x","v4":12345678901234567890,"v5":[1,"a"],"v6":{"a":["{{v0}}"]},"v7":"[1","v8":null}',
    );
  });

  it('reports every request, without what could move a terminal', () => {
    const { reports } = compose(
      collection([
        { kind: 'left-out', name: 'No \u001b[2Jaddress', folders: ['A'], reason: 'It has no URL.' },
        {
          kind: 'kept',
          name: 'B',
          folders: [],
          request: { method: 'GET', url: '{{host}}/x' },
          remarks: ['Lost.'],
        },
      ]),
    );
    assert.equal(
      renderImportReport({
        formatVersion: 1,
        sources: [...reports, { kind: 'refused', source: 'b.json', reason: 'It is empty. Fill it.' }],
      }),
      [
        'orders.json: Test collection, 1 request, 1 left out, 1 not complete',
        '  variables to be defined in an environment: host',
        '  Not imported:',
        '    A / No \\x1b[2Jaddress: left out. It has no URL.',
        '  Changes what is sent:',
        '    ! B: Lost.',
        '  Requests:',
        '    B -> orders.chain.json#b',
        '',
        'b.json: not imported',
        '  It is empty. Fill it.',
        '',
      ].join('\n'),
    );
  });

  it('says once what several requests lack, first what matters most', () => {
    const call = (name: string, remarks: readonly Remark[]): KeptRequest => ({
      ...{ kind: 'kept', name, folders: [], remarks },
      request: { method: 'GET', url: 'http://a.test' },
    });
    const described = documentation('It has a description.');
    const source = collection(
      [
        call('a', [described, 'A row is left out.', lostCheck('This is not checked.')]),
        call('b', [described, 'A row is left out.', 'A row is left out.']),
        call('c', [described]),
        call('d', [lostCheck('A limit is not checked.')]),
        call('e', []),
      ],
      {
        remarks: [
          documentation('Its specification is left out.'),
          'A file is missing.',
          'A file is missing.',
        ],
      },
    );
    const { reports } = compose(source);
    const [report] = reports;
    assert.ok(report !== undefined);
    assert.equal(
      renderImportReport({ formatVersion: 1, sources: reports }),
      [
        'orders.json: Test collection, 5 requests, 3 not complete',
        '  Changes what is sent:',
        '    ! A file is missing. (2 times)',
        '    ! A row is left out. (2 requests)',
        '  A check was lost:',
        '    ! a: This is not checked.',
        '    ! d: A limit is not checked.',
        '  Documentation only:',
        '    ! Its specification is left out.',
        '    ! It has a description. (3 requests)',
        '  Requests:',
        '    a -> orders.chain.json#a',
        '    b -> orders.chain.json#b',
        '    c -> orders.chain.json#c',
        '    d -> orders.chain.json#d',
        '    e -> orders.chain.json#e',
        '',
      ].join('\n'),
    );
    assert.equal(summarizeRemarks(report), '5 change what is sent, 2 lost checks, 4 about documentation');
    const [first] = report.requests;
    assert.deepEqual(first !== undefined && 'remarks' in first ? first.remarks : [], [
      { severity: 'documentation', text: 'It has a description.' },
      { severity: 'sent', text: 'A row is left out.' },
      { severity: 'check', text: 'This is not checked.' },
    ]);
  });

  it('reports whose responses are kept, where somebody keeps them', () => {
    const answer = { status: 201, headers: [], body: '{}' };
    const call = (name: string): KeptRequest => ({
      ...{ kind: 'kept', name, folders: [], remarks: [] },
      request: { method: 'POST', url: 'http://a.test' },
    });
    const recorded = exampleExchange({ method: 'POST', url: 'http://a.test', headers: [] }, answer);
    const source = {
      source: 'orders.json',
      collection: collection([
        { ...call('a'), recorded, examples: [recorded, recorded] },
        { ...call('b'), examples: [recorded] },
        call('c'),
      ]),
    };
    const textWith = (responses: boolean): string => {
      const { reports } = composeImport([source], { folders: 'tags', responses });
      return renderImportReport({ formatVersion: 1, sources: reports });
    };
    const first = 'orders.json: Test collection, 3 requests';
    const [a, b, c] = ['a', 'b', 'c'].map((id) => `    ${id} -> orders.chain.json#${id}`);
    const kept = ['      response kept: 201', '      further examples kept: 2'];
    const all = [first, '  Requests:', a, ...kept, b, '      examples kept: 1', c, ''];
    assert.equal(textWith(true), all.join('\n'));
    const left = ['  Documentation only:', '    ! Responses to its requests are not carried over.'];
    assert.equal(textWith(false), [first, ...left, '  Requests:', a, b, c, ''].join('\n'));
  });

  it('writes an environment once that several files bring along', () => {
    const shared = environment('dev', { baseUrl: 'http://dev.test' });
    const one = collection([request('a')], { name: 'One', environments: [shared] });
    const other = collection([request('b', { headers: [{ name: 'X-Api-Key', value: 'k-93u4hf93h' }] })], {
      name: 'Other',
      environments: [environment('dev', { baseUrl: 'http://dev.test' })],
    });
    const { files } = composeImport(
      [
        { source: 'one.http', collection: one },
        { source: 'other.http', collection: other },
      ],
      { folders: 'tags' },
    );
    assert.deepEqual(
      files.map(({ path }) => path),
      ['one.chain.json', 'dev.environment.json', 'other.chain.json'],
    );
    assert.deepEqual(readEnvironment(files[1]?.text ?? '', 'dev').environment?.secrets, ['API_KEY']);
    assert.match(files[2]?.text ?? '', /"environment": "dev"/);
  });

  it('makes no chain of a collection without requests', () => {
    assert.deepEqual(compose(collection([])).files, []);
  });

  it('writes next to existing files, and reuses the names of secrets that are stored already', () => {
    const imported = collection(
      [request('Login', { auth: { type: 'basic', username: 'alice', password: 'hunter22xyz' } })],
      { environments: [environment('Local', { password: 'other22xyz' })] },
    );
    const { files, secrets } = composeImport([{ source: 'a', collection: imported }], {
      folders: 'tags',
      taken: ['Orders.chain.json', 'orders-2.chain.json', 'local.json'],
      known: new Map([
        ['ALICE', 'hunter22xyz'],
        ['PASSWORD', 'somebody else'],
      ]),
    });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['orders-3.chain.json', 'local.environment.json'],
    );
    assert.match(files[0]?.text ?? '', /\{\{\$secret ALICE\}\}/);
    assert.deepEqual(
      secrets.map(({ name, value }) => [name, value]),
      [
        ['ALICE', 'hunter22xyz'],
        ['PASSWORD_2', 'other22xyz'],
      ],
    );
  });

  it('says for each secret where its requests go', () => {
    const key = (value: string) => ({ headers: [{ name: 'X-Api-Key', value }] });
    const imported = collection(
      [
        request('One', { ...key('k-one-93u4hf93h'), url: '{{baseUrl}}/x' }),
        request('Two', { ...key('k-two-93u4hf93h'), url: 'http://127.0.0.1:2/x' }),
        request('Three', { ...key('k-two-93u4hf93h'), url: '{{unknown}}/x' }),
      ],
      {
        auth: { type: 'bearer', token: 'k-all-93u4hf93h' },
        variables: [{ name: 'baseUrl', value: 'https://{{host}}/v1', isSecret: false }],
        environments: [environment('local', { host: 'API.example.com', secret: 'k-env-93u4hf93h' })],
      },
    );
    const { secrets } = composeImport([{ source: 'a', collection: imported }], { folders: 'tags' });
    const all = ['https://api.example.com', 'http://127.0.0.1:2'];
    assert.deepEqual(
      secrets.map(({ value, origins }) => [value, origins]),
      [
        ['k-all-93u4hf93h', all],
        ['k-one-93u4hf93h', ['https://api.example.com']],
        ['k-two-93u4hf93h', ['http://127.0.0.1:2']],
        ['k-env-93u4hf93h', all],
      ],
    );
  });

  it('says where each secret goes in the environment of a run, and a client secret to its token endpoint and the requests', () => {
    const bearer = (token: string) => ({ auth: { type: 'bearer', token } });
    const oauth2 = {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: '{{issuer}}/token',
      clientId: '{{$secret CLIENT_ID}}',
      clientSecret: '{{$secret CLIENT_SECRET}}',
    };
    const requests = [
      request('a', bearer('{{$secret OF_API}}')),
      request('b', { url: 'https://more.test/b', ...bearer('k-two-93u4hf93h') }),
      request('c', { auth: oauth2, headers: [{ name: 'X-Api-Key', value: '{{$secret KEY}}' }] }),
      request('d', { url: '{{unknown}}/d', ...bearer('{{$secret OF_UNKNOWN}}') }),
    ];
    const secrets = ['OF_API', 'CLIENT_ID', 'CLIENT_SECRET', 'KEY', 'OF_UNKNOWN'];
    const environments = [
      environment('one', { baseUrl: 'https://one.test/v1', issuer: 'https://login.one.test' }),
      environment('two', { baseUrl: 'https://two.test', issuer: 'https://login.two.test' }),
    ];
    const runIn = (count: number) =>
      compose(collection(requests, { secrets, environments: environments.slice(0, count) })).run;
    assert.deepEqual(runIn(2), {
      environment: {
        path: 'one.environment.json',
        name: 'one',
        origins: ['https://one.test', 'https://login.one.test'],
      },
      secrets: [
        { name: 'OF_API', origins: ['https://one.test'] },
        { name: 'TOKEN', origins: ['https://more.test'] },
        { name: 'CLIENT_ID', origins: ['https://one.test', 'https://login.one.test'] },
        { name: 'CLIENT_SECRET', origins: ['https://one.test', 'https://login.one.test'] },
        { name: 'KEY', origins: ['https://one.test'] },
        { name: 'OF_UNKNOWN', origins: [] },
      ],
      toFillIn: { path: 'one.environment.json', missing: ['unknown'] },
      required: [],
    });
    const { environment: only } = runIn(1);
    assert.deepEqual(only, {
      path: 'one.environment.json',
      origins: ['https://one.test', 'https://login.one.test'],
    });
    assert.deepEqual([runIn(0).environment, runIn(0).toFillIn], [undefined, undefined]);
  });

  it('looks for no origin in an address that is made to explode', () => {
    const variables = ['a', 'b', 'c'].map((name, index) => ({
      name,
      value: `{{${'abc'[index + 1] ?? 'c'}}}`.repeat(100_000),
      isSecret: false,
    }));
    const login = request('x', {
      url: '{{a}}'.repeat(100_000),
      auth: { type: 'bearer', token: 'k-all-93u4hf93h' },
    });
    const { secrets } = composeImport([{ source: 'a', collection: collection([login], { variables }) }], {
      folders: 'tags',
    });
    assert.deepEqual(secrets, [{ name: 'TOKEN', value: 'k-all-93u4hf93h', origins: [] }]);
  });
});
