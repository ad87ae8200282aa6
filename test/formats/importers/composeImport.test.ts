/** From collections to files: names, folders, constants, secrets and the report. */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/chainFile';
import { readEnvironment } from '../../../src/core/environmentFile';
import type { JsonObject } from '../../../src/core/json';
import { composeImport } from '../../../src/formats/importers/composeImport';
import type { ComposedImport } from '../../../src/formats/importers/composeImport';
import type { FolderStyle } from '../../../src/formats/importers/chainGroups';
import type { ImportedCollection, ImportedRequest } from '../../../src/formats/importers/imported';
import { renderImportReport } from '../../../src/formats/importers/importReport';

const collection = (
  requests: readonly ImportedRequest[],
  more: Partial<ImportedCollection> = {},
): ImportedCollection => ({
  format: 'Test collection',
  name: 'Orders',
  variables: [],
  requests,
  environments: [],
  remarks: [],
  renamed: [],
  typedVariables: [],
  ...more,
});

const request = (
  name: string,
  members: JsonObject = {},
  folders: readonly string[] = [],
): ImportedRequest => ({
  kind: 'kept',
  name,
  folders,
  request: { method: 'GET', url: '{{baseUrl}}/x', ...members },
  remarks: [],
});

const compose = (one: ImportedCollection, folders: FolderStyle = 'tags'): ComposedImport =>
  composeImport([{ source: 'orders.json', collection: one }], { folders });

describe('composeImport', () => {
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
    const [chain = '', environment = ''] = files.map(({ text }) => text);
    assert.doesNotMatch(
      chain + environment + JSON.stringify(reports),
      /hunter22xyz|k-93u4hf93h|marked as secret/,
    );
    assert.match(chain, /"password": "\{\{\$secret PASSWORD\}\}"/);
    assert.match(chain, /"environment": "local"/);
    assert.deepEqual(readEnvironment(environment, 'local').environment?.secrets, [
      'PASSWORD',
      'API_KEY',
      'PLAIN',
    ]);
    assert.deepEqual(reports[0]?.secrets, ['PASSWORD', 'API_KEY', 'PLAIN']);
    assert.deepEqual(
      reports[0]?.requests.map((one) => ('secrets' in one ? one.secrets : [])),
      [['PASSWORD'], ['PASSWORD'], ['API_KEY']],
    );
  });

  it('gives constants that stand in JSON without quotes the types of their texts', () => {
    const variables = ['7', 'true', '007', 'x', '12345678901234567890'].map((value, index) => ({
      name: `v${index}`,
      value,
      isSecret: false,
    }));
    const { files } = compose(
      collection([request('a')], { variables, typedVariables: variables.map(({ name }) => name) }),
    );
    assert.match(
      files[0]?.text ?? '',
      /\{ "v0": 7, "v1": true, "v2": "007", "v3": "x", "v4": 12345678901234567890 \}/,
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
        '  A / No \\x1b[2Jaddress: left out. It has no URL.',
        '  B -> orders.chain.json#b',
        '    ! Lost.',
        '',
        'b.json: not imported',
        '  It is empty. Fill it.',
        '',
      ].join('\n'),
    );
  });

  it('makes no chain of a collection without requests', () => {
    assert.deepEqual(compose(collection([])).files, []);
  });
});
