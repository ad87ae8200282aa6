/** `chainwright export` as scripts see it. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Har } from 'har-format';
import type { ExecutionResult } from '../../src/core/result/result';
import { readImport } from '../../src/formats/importers/importers';
import { createResultStore } from '../../src/node/results/resultStore';
import { fakeRun } from '../core/fakeRun';
import { startWire } from '../formats/exporters/wire';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

let workspace: Workspace;

const orders = {
  formatVersion: 1,
  name: 'Orders',
  environment: 'local',
  requires: ['auth/login.chain.json'],
  auth: { type: 'bearer', token: '{{token}}' },
  requests: [
    { id: 'orders', method: 'GET', url: '{{baseUrl}}/api/orders', retry: { times: 1 } },
    { id: 'upload', method: 'PUT', url: '{{baseUrl}}/x/{{shelf}}', body: { file: 'files/note.txt' } },
  ],
};
const login = {
  formatVersion: 1,
  name: 'Login',
  requests: [
    {
      id: 'login',
      method: 'POST',
      url: '{{baseUrl}}/login',
      body: { json: { password: '{{$secret ALICE_PASSWORD}}' } },
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
    },
  ],
};
const environment = { formatVersion: 1, name: 'local', variables: { baseUrl: 'http://127.0.0.1:4010' } };
const other = { formatVersion: 1, name: 'other', variables: { baseUrl: 'http://127.0.0.1:4020' } };

const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));
const read = (file: string): Promise<string> => readFile(path.join(workspace.folder, file), 'utf8');

interface Collection {
  readonly item: readonly { readonly name: string; readonly item: readonly { readonly request: object }[] }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

describe('chainwright export', () => {
  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'orders.chain.json': JSON.stringify(orders),
      'auth/login.chain.json': JSON.stringify(login),
      'local.environment.json': JSON.stringify(environment),
      'other.environment.json': JSON.stringify(other),
      'broken.chain.json': '{ "formatVersion": 1',
    });
    await mkdir(path.join(workspace.folder, 'folder'));
  });
  after(() => workspace.dispose());

  it('writes to the output what other tools can read there, and tells the rest on the error output', async () => {
    const { code, stdout, stderr } = await chainwright('export', 'orders.chain.json', '--format', 'postman');
    assert.equal(code, 0, stderr);
    const { item, variable } = JSON.parse(stdout) as Collection;
    assert.deepEqual(
      item.map(({ name }) => name),
      ['Login', 'Orders'],
    );
    assert.equal(variable.find(({ key }) => key === 'baseUrl')?.value, 'http://127.0.0.1:4010');
    assert.match(stderr, /orders\.chain\.json: Postman collection 2\.1: 3 requests, 2 not complete/);
    assert.match(stderr, /Secrets required to run it: ALICE_PASSWORD\./);
    assert.match(stderr, /Variables without a value: shelf\./);
    assert.match(stderr, /Add --report <file> to see what\./);
  });

  it('writes a file with its folder, files named from there, and a report of everything', async () => {
    const { code, stdout, stderr } = await chainwright(
      ...[
        'export',
        'orders.chain.json',
        '--to',
        'postman',
        '-o',
        'out/orders.json',
        '--report',
        'out/report.txt',
      ],
    );
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.match(await read('out/orders.json'), /"src": "\.\.\/files\/note\.txt"/);
    assert.equal(
      await read('out/report.txt'),
      `orders.chain.json: Postman collection 2.1, 3 requests, 2 not complete
  ! Postman reads numbers as JavaScript does: beyond 2^53 they lose digits.
  secrets to be given: ALICE_PASSWORD
  variables to be given: shelf
  login (login)
  orders (orders)
    ! Postman does not send a request again until a condition holds.
  upload (upload)
    ! Postman adds the Content-Type that the name of the file has; the chain sends none.
`,
    );
  });

  it('reads the chains that are run as steps, and what they require', async () => {
    const pay = { ...orders, name: 'Pay', requires: ['login.chain.json'] };
    const shop = {
      ...{ formatVersion: 2, name: 'Shop', environment: 'local' },
      requests: [{ id: 'pay', chain: 'auth/pay.chain.json' }],
    };
    await workspace.write({
      'shop.chain.json': JSON.stringify(shop),
      'auth/pay.chain.json': JSON.stringify(pay),
    });
    const { code, stdout, stderr } = await chainwright('export', 'shop.chain.json', '--to', 'http');
    assert.equal(code, 0, stderr);
    assert.deepEqual(stdout.match(/^(GET|PUT|POST) .*|^< .*/gm), [
      'POST {{baseUrl}}/login',
      'GET {{baseUrl}}/api/orders',
      'PUT {{baseUrl}}/x/{{shelf}}',
      '< ./auth/files/note.txt',
    ]);
  });

  it('writes the report as JSON when its name says so', async () => {
    await chainwright('export', 'orders.chain.json', '--to', 'postman', '--report', 'report.json');
    const report = JSON.parse(await read('report.json')) as { formatVersion: number; secrets: string[] };
    assert.deepEqual([report.formatVersion, report.secrets], [1, ['ALICE_PASSWORD']]);
  });

  it('writes a format of several files next to each other, and not to the output', async () => {
    const command = ['export', 'orders.chain.json', '--to', 'arazzo'];
    const refused = await chainwright(...command);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /This format is several files\. Name the first with -o/);
    const clash = await chainwright(...command, '-o', 'a.json', '--report', 'a.openapi.json');
    assert.match(clash.stderr, /cannot be the same file/);
    const { code, stderr } = await chainwright(...command, '-o', 'flows/orders.arazzo.json');
    assert.equal(code, 0, stderr);
    const document = JSON.parse(await read('flows/orders.arazzo.json')) as {
      readonly sourceDescriptions: readonly { readonly url: string }[];
    };
    assert.deepEqual(
      document.sourceDescriptions.map(({ url }) => url),
      ['./orders.arazzo.openapi.json'],
    );
    assert.match(await read('flows/orders.arazzo.openapi.json'), /"\/api\/orders"/);
  });

  it('takes the values of the environment that is named', async () => {
    const { stdout } = await chainwright('export', 'orders.chain.json', '--to', 'postman', '-e', 'other');
    assert.match(stdout, /127\.0\.0\.1:4020/);
  });

  it('writes over a file only with --force, and then nothing by halves', async () => {
    await workspace.write({ 'there.json': 'mine' });
    const refused = await chainwright(
      ...['export', 'orders.chain.json', '--to', 'postman', '-o', 'there.json', '--report', 'new.txt'],
    );
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /there\.json is there already\. .* --force/);
    assert.equal(await read('there.json'), 'mine');
    await assert.rejects(read('new.txt'), { code: 'ENOENT' });
    const forced = await chainwright(
      'export',
      'orders.chain.json',
      '--to',
      'postman',
      '-o',
      'there.json',
      '--force',
    );
    assert.equal(forced.code, 0);
    assert.match(await read('there.json'), /"info"/);
  });

  it('writes a script that runs without questions', async () => {
    const { code, stdout, stderr } = await chainwright(
      'export',
      'orders.chain.json',
      '--to',
      'curl',
      '--script',
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^#!\/bin\/sh\n/);
    assert.match(stderr, /Shell script with cURL and jq: 3 requests/);
  });

  const faults: [title: string, args: readonly string[], message: RegExp][] = [
    [
      'a format that is not known',
      ['orders.chain.json', '--to', 'x'],
      /'x' is invalid\. Allowed choices are postman/,
    ],
    [
      'a script of a format that has none',
      ['orders.chain.json', '--to', 'postman', '--script'],
      /--to postman has no variant --script/,
    ],
    [
      'a script of a HAR',
      ['orders.chain.json', '--to', 'har', '--script'],
      /--to har has no variant --script/,
    ],
    [
      'a dialect of a format that has none',
      ['orders.chain.json', '--to', 'curl', '--dialect', 'httpyac'],
      /--to curl has no variant --dialect httpyac/,
    ],
    ['no format', ['orders.chain.json'], /required option .*--format/],
    ['a chain with errors', ['broken.chain.json', '--to', 'postman'], /broken\.chain\.json has/],
    ['a file that is not there', ['none.chain.json', '--to', 'postman'], /none\.chain\.json does not exist/],
    [
      'an environment that is not there',
      ['orders.chain.json', '--to', 'postman', '-e', 'x'],
      /The environment "x" of orders\.chain\.json does not exist/,
    ],
    ['a folder', ['folder', '--to', 'postman'], /folder is not an ordinary file/],
    ['a chain without results as HAR', ['orders.chain.json', '--to', 'har'], /has no recorded result/],
    ['a report of a HAR', ['orders.chain.json', '--to', 'har', '--report', 'r.txt'], /Leave --report away/],
    ['an environment for a HAR', ['orders.chain.json', '--to', 'har', '-e', 'x'], /Leave --environment away/],
    [
      'a chain as the place of its own export',
      ['orders.chain.json', '--to', 'http', '-o', 'folder/../orders.chain.json', '--force'],
      /cannot be the same file/,
    ],
    [
      'one file for export and report',
      ['orders.chain.json', '--to', 'http', '-o', 'x.http', '--report', './x.http'],
      /cannot be the same file/,
    ],
    [
      'something else as HAR',
      ['local.environment.json', '--to', 'har'],
      /is not a result of a run\. Name a result/,
    ],
  ];
  for (const [title, args, message] of faults) {
    it(`refuses ${title}`, async () => {
      const { code, stderr, stdout } = await chainwright('export', ...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
    });
  }

  describe('as HAR', () => {
    const long = JSON.stringify({ id: 7, text: 'whole' });
    let stored = '';
    before(async () => {
      const store = createResultStore(workspace.folder, 10);
      const { result } = await fakeRun({
        chain: {
          requests: [{ id: 'a', method: 'POST', url: 'http://api.test/a?b=%20c', body: { json: { d: 1 } } }],
        },
        answer: () => ({ status: 201, headers: { 'content-type': 'application/json' }, body: { id: 7 } }),
      });
      const slot = await store.slot('recorded.chain.json', new Date(0));
      await slot.bodies.keep('0-response', long);
      await store.save(slot, withStoredBodies(result, '0-response'), 'runAll');
      stored = path.relative(workspace.folder, slot.file);
      await workspace.write({ 'recorded.chain.json': '{}' });
    });

    it('writes the newest result of a chain, with every body whole', async () => {
      const { code, stdout, stderr } = await chainwright('export', 'recorded.chain.json', '--to', 'har');
      assert.equal(code, 0, stderr);
      const { log } = JSON.parse(stdout) as Har;
      assert.deepEqual(
        log.entries.map(({ request, response }) => [request.method, request.url, response.content.text]),
        [['POST', 'http://api.test/a?b=%20c', long]],
      );
    });

    it('writes all results of a JSON report, as an issue is raised about it', async () => {
      const { origin, close } = await startWire();
      try {
        const request = { id: 'a', method: 'POST', url: `${origin}/a`, body: { json: { d: 1 } } };
        const chain = (name: string) =>
          JSON.stringify({ formatVersion: 1, name, status: 'active', requests: [request] });
        await workspace.write({ 'run/one.chain.json': chain('One'), 'run/two.chain.json': chain('Two') });
        const ran = await chainwright('run', 'run', '--reporter', 'json=report-of-run.json');
        assert.equal(ran.code, 0, ran.stderr);
        const { code, stdout, stderr } = await chainwright('export', 'report-of-run.json', '--to', 'har');
        assert.equal(code, 0, stderr);
        const { log } = JSON.parse(stdout) as Har;
        assert.deepEqual(
          log.pages?.map(({ title }) => title),
          ['One', 'Two'],
        );
        assert.deepEqual(
          log.entries.map(({ request: sent }) => [sent.url, sent.postData?.text]),
          [
            [`${origin}/a`, '{"d":1}'],
            [`${origin}/a`, '{"d":1}'],
          ],
        );
      } finally {
        await close();
      }
    });

    it('writes a result that is named by its file, which comes back as the same request', async () => {
      const { code, stderr } = await chainwright('export', stored, '--to', 'har', '-o', 'recorded.har');
      assert.equal(code, 0, stderr);
      const { requests } = await readImport('recorded.har', await read('recorded.har'));
      assert.deepEqual(
        requests.map((request) => (request.kind === 'kept' ? request.request : request)),
        [
          {
            method: 'POST',
            url: 'http://api.test/a',
            query: [{ name: 'b', value: ' c' }],
            headers: [{ name: 'Accept', value: '*/*' }],
            body: { json: { d: 1 } },
          },
        ],
      );
    });
  });
});

/** The result with only the beginning of each answer's body in it. */
function withStoredBodies(result: ExecutionResult, key: string): ExecutionResult {
  const requests = result.requests.map((request) => {
    const { exchange } = request;
    assert.ok(exchange?.response);
    const body = { ...exchange.response.body, content: '{"id', stored: key };
    return { ...request, exchange: { ...exchange, response: { ...exchange.response, body } } };
  });
  return { ...result, requests };
}
