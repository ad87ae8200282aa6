/** `chainwright sync` as scripts see it. */
import assert from 'node:assert/strict';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

const older = `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /orders: {get: {operationId: list}}
  /orders/{id}: {get: {operationId: read}, delete: {operationId: cancel}}
`;
const newer = `openapi: 3.1.0
info: {title: Shop, version: '1'}
security: [{key: []}]
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
paths:
  /orders:
    get: {operationId: list, security: [], parameters: [{name: limit, in: query, required: true, schema: {type: integer, example: 10}}]}
    post: {operationId: make}
  /v2/orders/{id}: {get: {operationId: read, security: []}}
`;
const chain = (more: object) => ({
  formatVersion: 1,
  name: 'Orders',
  variables: { host: 'http://127.0.0.1:9' },
  ...more,
  requests: [
    {
      id: 'list',
      method: 'GET',
      url: '{{host}}/api/orders',
      extract: [{ variable: 'id', from: 'body', path: '$[0].id' }],
    },
    { id: 'read', method: 'GET', url: '{{host}}/api/orders/{{id}}' },
    { id: 'cancel', method: 'DELETE', url: '{{host}}/api/orders/{{id}}' },
    { id: 'health', method: 'GET', url: 'http://other/health' },
  ],
});

describe('chainwright sync', () => {
  let workspace: Workspace;
  const chainwright = (...args: readonly string[]): Promise<Ended> =>
    ended(start(['sync', ...args], workspace.folder));
  const read = (name: string): Promise<string> => readFile(path.join(workspace.folder, name), 'utf8');
  after(() => workspace.dispose());

  beforeEach(async () => {
    await workspace?.dispose();
    workspace = await createWorkspace();
    await workspace.write({
      'api/openapi.yaml': newer,
      'old.yaml': older,
      'chains/orders.chain.json': JSON.stringify(chain({ openapi: '../api/openapi.yaml' }), null, 2),
      'plain.chain.json': JSON.stringify(chain({})),
      'part.yaml': "openapi: 3.0.0\ninfo: {title: A}\npaths: {/a: {$ref: 'missing.yaml'}}",
      'other.chain.json': JSON.stringify(chain({ openapi: 'old.yaml' })),
    });
  });

  it('only says what would change with --dry-run, and ends with 1', async () => {
    const before = await read('chains/orders.chain.json');
    const { stdout, stderr, code } = await chainwright('chains', '--since', 'old.yaml', '--dry-run');
    assert.equal(code, 1, stderr);
    assert.equal(
      stdout,
      `api/openapi.yaml, compared with old.yaml

~ GET /orders  changed  api/openapi.yaml:7
    chains/orders.chain.json:9 list
      + Adds the query parameter "limit" with "10", which is required.

+ POST /orders  new; no chain calls it  api/openapi.yaml:8

> GET /v2/orders/{id}  was GET /orders/{id}  api/openapi.yaml:9
    chains/orders.chain.json:21 read
      + Calls GET /v2/orders/{id}, which was GET /orders/{id}.

- DELETE /orders/{id}  no longer described
    chains/orders.chain.json:26 cancel
      ! It calls an operation that is no longer described. Remove it, or correct its method and URL.

To be written without --dry-run: 2 requests changed in chains/orders.chain.json.
1 point for you to decide, marked with "!".
`,
    );
    assert.equal(await read('chains/orders.chain.json'), before);
  });

  it('writes the chain, and the second time nothing', async () => {
    const once = await chainwright('chains', '--since', 'old.yaml');
    assert.match(once.stdout, /^Written: 2 requests changed in chains\/orders\.chain\.json\.$/m);
    const text = await read('chains/orders.chain.json');
    assert.match(text, /"url": "\{\{host\}\}\/api\/v2\/orders\/\{\{id\}\}"/);
    assert.match(text, /"query": \[\{ "name": "limit", "value": "10" \}\]/);
    const again = await chainwright('chains', '--since', 'old.yaml');
    assert.match(again.stdout, /^There is nothing to write\.$/m);
    assert.equal(await read('chains/orders.chain.json'), text);
  });

  it('adds requests for new operations at the server of the chain', async () => {
    const { stdout } = await chainwright(
      ...['chains', '--since', 'old.yaml', '--add', 'chains/orders.chain.json'],
    );
    assert.match(stdout, /^\+ POST \/orders {2}new; added to chains\/orders\.chain\.json /m);
    assert.match(stdout, /2 requests changed and 1 request added in chains/);
    assert.match(stdout, /^The added requests need values for \{\{\$secret KEY\}\}\.$/m);
    const { requests } = JSON.parse(await read('chains/orders.chain.json')) as {
      readonly requests: readonly { readonly id: string; readonly url: string }[];
    };
    const made = requests.at(-1);
    assert.deepEqual([made?.id, made?.url], ['make', '{{host}}/api/orders']);
    const again = await chainwright('chains', '--since', 'old.yaml', '--add', 'chains/orders.chain.json');
    assert.match(again.stdout, /There is nothing to write/);
  });

  it('writes JSON, with what a program needs to show it', async () => {
    const { stdout, code } = await chainwright('chains', '--since', 'old.yaml', '--dry-run', '--json');
    assert.equal(code, 1);
    const [report] = JSON.parse(stdout) as readonly {
      readonly operations: readonly { readonly change: string; readonly requests: readonly unknown[] }[];
      readonly changed: unknown;
    }[];
    assert.deepEqual(
      report?.operations.map(({ change }) => change),
      ['changed', 'new', 'moved', 'gone'],
    );
    assert.deepEqual(report?.operations[0]?.requests, [
      {
        place: { file: 'chains/orders.chain.json', line: 9, column: 5 },
        id: 'list',
        points: [
          {
            kind: 'append',
            path: ['query'],
            value: { name: 'limit', value: '10' },
            text: 'Adds the query parameter "limit" with "10", which is required.',
          },
        ],
      },
    ]);
    assert.deepEqual(report.changed, [{ file: 'chains/orders.chain.json', requests: ['list', 'read'] }]);
  });

  it('takes a description for chains that name none, and ends with 0 where all is well', async () => {
    const { stdout, stderr, code } = await chainwright('plain.chain.json', '--openapi', 'old.yaml');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'old.yaml\n\nThere is nothing to write.\n');
  });

  const refusals: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    ['chains that name no description', ['plain.chain.json'], /No chain here names an OpenAPI description/],
    [
      'an older description where the chains name several',
      ['.', '--since', 'old.yaml'],
      /The chains name several descriptions: .*--since is about one/s,
    ],
    [
      'a description of which a part is missing',
      ['plain.chain.json', '--openapi', 'part.yaml'],
      /missing\.yaml/,
    ],
    ['an older one that is missing', ['chains', '--since', 'gone.yaml'], /gone\.yaml cannot be read/],
    ['a chain for new requests that is missing', ['chains', '--add', 'gone.chain.json'], /gone\.chain\.json/],
  ];
  for (const [what, args, message] of refusals) {
    it(`refuses ${what}`, async () => {
      const { stderr, code } = await chainwright(...args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it('reads no description that a link leads to outside of the workspace', async () => {
    const outside = await createWorkspace();
    await outside.write({ 'secret.yaml': newer });
    await symlink(path.join(outside.folder, 'secret.yaml'), path.join(workspace.folder, 'linked.yaml'));
    await workspace.write({ 'linked.chain.json': JSON.stringify(chain({ openapi: 'linked.yaml' })) });
    const { stderr, code } = await chainwright('linked.chain.json');
    await outside.dispose();
    assert.equal(code, 2);
    assert.match(stderr, /linked\.yaml/);
  });
});
