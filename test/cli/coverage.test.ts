/** `chainwright coverage` as scripts see it. */
import assert from 'node:assert/strict';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { ApiCoverage } from '../../src/core/openapi/coverage';
import { exchange, orderLifecycle, requestResult } from '../formats/reporters/sampleReport';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

const api = `openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://shop.example/api'}]
paths:
  /orders: {$ref: 'orders.yaml#/all'}
  /orders/{id}:
    get:
      parameters: [{name: id, in: path}]
      responses: {200: {}, 404: {}}
    delete: {responses: {204: {}}}
`;
const orders = {
  formatVersion: 2,
  name: 'Orders',
  requires: ['login.chain.json'],
  requests: [
    { id: 'read', method: 'GET', url: '{{baseUrl}}/orders/{{id}}' },
    { id: 'list', method: 'GET', url: '{{baseUrl}}/orders', disabled: true },
    { id: 'pay', chain: 'pay.chain.json' },
    { id: 'health', method: 'GET', url: '{{baseUrl}}/health' },
  ],
};
const chain = (name: string, url: string) => ({
  formatVersion: 2,
  name,
  requests: [{ id: 'only', method: 'POST', url }],
});
const matrix = {
  formatVersion: 1,
  name: 'Orders',
  users: { alice: { role: 'customer', variables: { id: '1' } }, anybody: { role: 'anonymous' } },
  operations: { 'order.read': { request: 'chains/orders.chain.json#read' } },
  policy: { customer: { 'order.*': 'any' } },
};
const answered = (status: number) =>
  requestResult({
    name: 'Read',
    exchange: exchange('GET', '/api/orders/7', status),
  });
const result = { ...orderLifecycle, requests: [answered(404), answered(503)] };

const described = ($ref: string): string =>
  `openapi: 3.0.0\ninfo: {title: A}\npaths: {/orders: {$ref: '${$ref}'}, /b: {get: {}}}`;

describe('chainwright coverage', () => {
  let workspace: Workspace;
  const chainwright = (...args: readonly string[]): Promise<Ended> =>
    ended(start(['coverage', ...args], workspace.folder));
  after(() => workspace.dispose());
  const json = async (...args: readonly string[]): Promise<ApiCoverage> => {
    const { stdout, stderr, code } = await chainwright(...args, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as ApiCoverage;
  };

  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'api.yaml': api,
      'orders.yaml': 'all:\n  get: {responses: {200: {}}}\n  post: {responses: {201: {}}}\n',
      'chains/orders.chain.json': JSON.stringify(orders),
      'chains/login.chain.json': JSON.stringify(chain('Login', '{{baseUrl}}/login')),
      'chains/pay.chain.json': JSON.stringify(chain('Pay', '{{baseUrl}}/orders')),
      'orders.authz.json': JSON.stringify(matrix),
      'report.json': JSON.stringify({ formatVersion: 1, results: [result] }),
      'api/openapi.yaml': described('../common.yaml#/orders'),
      'common.yaml': 'orders:\n  get: {}\n',
      'broken.yaml': 'openapi: 3.0.0\npaths: [',
      'broken.json': '{\n  "openapi": "3.0.0"\n  "paths": {}\n}',
      'parts.yaml': "openapi: 3.0.0\ninfo: {title: A}\npaths: {/a: {$ref: 'broken.yaml#/a'}}",
      'far.yaml': "openapi: 3.0.0\ninfo: {title: A}\npaths: {/a: {$ref: '../a.yaml'}, /b: {get: {}}}",
      'notes.txt': 'openapi is a format',
    });
  });

  it('shows what chains call, with those that they require and run as steps', async () => {
    const { stdout, stderr, code } = await chainwright('api.yaml', 'chains/orders.chain.json');
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      `Coverage of api.yaml
  Operations called        2 of 4 (50 %)
  Status codes expected    2 of 5 (40 %)
  Parameters sent          1 of 1 (100 %)
  Members of bodies sent   none described
  Members of answers used  none described

Not called
  GET /orders  orders.yaml:2
  DELETE /orders/{id}  api.yaml:10

Called, but not covered completely
  GET /orders/{id}  api.yaml:7
    status codes: 404

Not in the description
  chains/login.chain.json#only POST /login
  chains/orders.chain.json#health GET /health
`,
    );
  });

  it('takes folders, and says what no cell of a matrix tests', async () => {
    const { sums, operations } = await json('api.yaml', '.');
    assert.deepEqual(sums.operations, { covered: 2, total: 4 });
    assert.deepEqual(sums.authorization, { covered: 1, total: 4 });
    assert.deepEqual(
      operations.filter(({ authorization }) => authorization).map(({ path: tested }) => tested),
      ['/orders/{id}'],
    );
  });

  it('counts the chains of a matrix that is named alone', async () => {
    const { sums, operations } = await json('api.yaml', 'orders.authz.json');
    assert.deepEqual(sums.operations, { covered: 2, total: 4 });
    assert.deepEqual(operations.flatMap(({ requests }) => requests).toSorted(), [
      'chains/orders.chain.json#read',
      'chains/pay.chain.json#only',
    ]);
  });

  it('takes the status codes that were seen from a report', async () => {
    const { operations, statusesFrom } = await json('api.yaml', 'chains', '--results', 'report.json');
    const read = operations.find(({ method, path: at }) => method === 'GET' && at === '/orders/{id}');
    assert.equal(statusesFrom, 'results');
    assert.deepEqual(read?.statuses, { covered: ['404'], missing: ['200'] });
    assert.deepEqual(read.undescribedStatuses, [503]);
  });

  it('fails below the threshold, in words, and writes its reports all the same', async () => {
    const passed = await chainwright('api.yaml', 'chains', '--threshold', '50');
    assert.equal(passed.code, 0, passed.stderr);
    const failed = await chainwright(
      ...['api.yaml', 'chains', '--threshold', '50.1'],
      ...['--reporter', 'markdown=out/coverage.md', '--reporter', 'html=coverage.html'],
    );
    assert.equal(failed.code, 1);
    assert.match(
      failed.stderr,
      /^The chains call 2 of 4 \(50 %\) operations of api\.yaml, and --threshold wants 50\.1 %\. Add requests for what is not called\.$/m,
    );
    const read = (file: string): Promise<string> => readFile(path.join(workspace.folder, file), 'utf8');
    assert.match(
      await read('out/coverage.md'),
      /^## Not called \(2\)\n\n- GET \/orders · orders\\\.yaml\\:2$/m,
    );
    assert.match(await read('coverage.html'), /<h3>Not called \(2\)<\/h3>/);
  });

  it('says which files of the description it does not read', async () => {
    const { code, stdout, stderr } = await chainwright('far.yaml', 'chains');
    assert.equal(code, 0);
    assert.match(stdout, /Operations called +0 of 1 /);
    assert.match(
      stderr,
      /^The file "\.\.\/a\.yaml" is outside of the folder; it is not read and is missing\.$/m,
    );
  });

  it('reads what a description refers to in the workspace, and names it by its path', async () => {
    const { operations } = await json('api/openapi.yaml', 'chains');
    assert.deepEqual(
      operations.map(({ method, path: template, place }) => [
        `${method} ${template}`,
        place.file,
        place.line,
      ]),
      [
        ['GET /orders', 'common.yaml', 2],
        ['GET /b', 'api/openapi.yaml', 3],
      ],
    );
  });

  it('does not read what is outside of the workspace, behind a link neither', async () => {
    const other = await createWorkspace();
    try {
      await other.write({ 'common.yaml': 'orders: {get: {}}\n' });
      await symlink(path.join(other.folder, 'common.yaml'), path.join(workspace.folder, 'link.yaml'));
      await workspace.write({ 'api/link.yaml': described('../link.yaml#/orders') });
      const { code, stderr } = await chainwright('api/link.yaml', 'chains');
      assert.equal(code, 2);
      assert.match(stderr, /^link\.yaml: The file "link\.yaml" lies outside the workspace\./m);
    } finally {
      await other.dispose();
    }
  });

  it('covers the sample API with the sample chains and their matrix', async () => {
    const args = ['coverage', 'test/fixtures/authz/openapi.json', 'examples/workspace', '--json'];
    const { stdout, stderr } = await ended(start(args, process.cwd()));
    const { sums } = JSON.parse(stdout) as ApiCoverage;
    assert.deepEqual(sums.operations, { covered: 3, total: 3 }, stderr);
    assert.deepEqual(sums.authorization, { covered: 3, total: 3 });
  });

  const faults: readonly [what: string, args: readonly string[], message: RegExp][] = [
    [
      'a description that is not sound YAML',
      ['broken.yaml', 'chains'],
      /^broken\.yaml: The YAML of the file is not sound: .*at line 2, column \d+\. Correct it/,
    ],
    [
      'a description that is not sound JSON',
      ['broken.json', 'chains'],
      /^broken\.json: It is not sound JSON: .*line 3/,
    ],
    [
      'a description that refers to a file that is not sound',
      ['parts.yaml', 'chains'],
      /^broken\.yaml: The YAML of the file is not sound: .*line 2/,
    ],
    [
      'a file that is no description',
      ['notes.txt', 'chains'],
      /^notes\.txt is no OpenAPI description\. Name the file/,
    ],
    [
      'a description that is not there',
      ['none.yaml', 'chains'],
      /^none\.yaml cannot be read\. Check the name/,
    ],
    ['a folder without chains', ['api.yaml', 'out'], /^No chain or matrix was found at out\. Name a/],
    [
      'results of a chain that has none',
      ['api.yaml', 'chains', '--results', 'chains/pay.chain.json'],
      /no recorded result/,
    ],
    [
      'a threshold that is no percentage',
      ['api.yaml', 'chains', '--threshold', '101'],
      /Write a number from 0 to 100/,
    ],
    [
      'an unknown reporter',
      ['api.yaml', 'chains', '--reporter', 'pdf'],
      /Known are console, json, markdown, html\./,
    ],
  ];
  for (const [what, args, message] of faults) {
    it(`refuses ${what}`, async () => {
      const { code, stdout, stderr } = await chainwright(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
    });
  }
});
