/** `run` with rows of data, by the built program. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { JsonReport } from '../../src/formats/reporters/jsonReport';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

describe('run with rows of data', function () {
  this.timeout(60_000);
  let server: Server;
  let workspace: Workspace;
  let urls: string[];
  let origin: string;
  let open = 0;
  let most = 0;

  before(async () => {
    server = createServer((request, response) => {
      const url = request.url ?? '';
      urls.push(url);
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(url.endsWith('bob') ? 404 : 200).end('{}');
      }, 20);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    urls = [];
    most = 0;
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());
  after(() => server.close());

  /** A chain that reads a user, with further members. */
  function write(members: object): Promise<void> {
    const requests = [{ id: 'read', name: 'Read user', method: 'GET', url: `${origin}/{{user}}` }];
    const chain = { formatVersion: 2, name: 'Users', status: 'active', requests, ...members };
    return workspace.write({ 'users.chain.json': chain });
  }

  function run(...options: readonly string[]): Promise<Ended> {
    return ended(start(['run', 'users.chain.json', ...options], workspace.folder));
  }

  it('runs the chain for each row of the file that it names', async () => {
    await workspace.write({ 'users.csv': 'user\nada\nbob\n' });
    await write({ data: 'users.csv' });
    const { code, stdout } = await run();
    assert.deepEqual(urls, ['/ada', '/bob']);
    assert.equal(code, 1);
    assert.match(stdout, /✓ GET +Read user, row 1 \(ada\) +200/);
    assert.match(stdout, /✗ GET +Read user, row 2 \(bob\) +404/);
    assert.match(stdout, /To run these rows again: --rows 2\n/);
  });

  it('resolves what rows in the chain refer to', async () => {
    await write({
      variables: { prefix: 'user-' },
      data: [{ user: '{{prefix}}1' }, { user: '{{name}}', name: 'ada' }],
    });
    assert.equal((await run()).code, 0);
    assert.deepEqual(urls, ['/user-1', '/ada']);
  });

  it('takes another file with --data, and rows of it with --rows', async () => {
    await write({ data: 'missing.csv' });
    await workspace.write({ 'other.jsonl': '{"user": "x"}\n{"user": "y"}\n{"user": "z"}\n' });
    assert.equal((await run('--data', 'other.jsonl', '--rows', '1,3')).code, 0);
    assert.deepEqual(urls, ['/x', '/z']);
  });

  it('says in reports for which row a request was sent', async () => {
    await write({ data: [{ user: 'ada' }, { user: 'bob' }] });
    await run(
      '--reporter',
      'json=report.json',
      '--reporter',
      'junit=report.xml',
      '--reporter',
      'html=report.html',
    );
    const read = (name: string): Promise<string> => readFile(path.join(workspace.folder, name), 'utf8');
    const [result] = (JSON.parse(await read('report.json')) as JsonReport).results;
    assert.deepEqual(
      result?.requests.map(({ row }) => row),
      [
        { number: 1, label: 'ada' },
        { number: 2, label: 'bob' },
      ],
    );
    assert.deepEqual(result?.data, { file: 'users.chain.json', columns: ['user'] });
    assert.match(await read('report.xml'), /<testcase name="GET Read user, row 2 \(bob\)"/);
    const html = await read('report.html');
    assert.match(html, /Read user, row 2 \(bob\)/);
    const [, cell] = /<th>2 bob<\/th>\s*<td class="failed">\s*<a href="#([^"]+)"/.exec(html) ?? [];
    assert.match(html, new RegExp(`<details class="request failed" id="${cell ?? 'none'}"`));
  });

  it('masks a credential in a column wherever it appears', async () => {
    await write({
      data: [{ user: 'ada', password: 'correct-horse-battery' }],
      requests: [
        { id: 'login', method: 'POST', url: `${origin}/login`, body: { json: { password: '{{password}}' } } },
        { id: 'echo', method: 'GET', url: `${origin}/echo/{{password}}` },
      ],
    });
    await run('--reporter', 'json=report.json');
    assert.deepEqual(urls, ['/login', '/echo/correct-horse-battery']);
    assert.doesNotMatch(await readFile(path.join(workspace.folder, 'report.json'), 'utf8'), /correct-horse/);
  });

  it('runs rows at the same time where they are independent', async () => {
    const data = Array.from({ length: 12 }, (_one, index) => ({ user: `u${index}` }));
    await write({ data });
    assert.equal((await run('--parallel', '4')).code, 0);
    assert.equal(most, 1);
    await write({ data, independentRows: true });
    const { code, stdout } = await run('--parallel', '4');
    assert.equal(code, 0);
    assert.equal(most, 4);
    assert.deepEqual(
      [...stdout.matchAll(/row (\d+) /g)].map(([, number]) => Number(number)),
      data.map((_one, index) => index + 1),
    );
  });

  it('draws other random values for each row, and the same ones with the same seed', async () => {
    await write({
      variables: { user: '{{$uuid}}' },
      data: [{ n: 1 }, { n: 2 }, { n: 3 }],
      independentRows: true,
    });
    await run('--seed', 's');
    const first = urls;
    urls = [];
    await run('--seed', 's', '--parallel', '3');
    assert.deepEqual(urls.toSorted(), first.toSorted());
    assert.equal(new Set(first).size, 3);
  });

  const faults: readonly [title: string, members: object, options: readonly string[], message: RegExp][] = [
    [
      'a row that is not there',
      { data: [{ user: 'ada' }] },
      ['--rows', '2'],
      /There is no row 2\. The data has one row\./,
    ],
    ['rows without data', {}, ['--rows', '1'], /users\.chain\.json has no rows of data to choose from\./],
    ['a file that is not there', { data: 'none.csv' }, [], /The file "none\.csv" does not exist\./],
    [
      'a file outside the workspace',
      { data: '../none.csv' },
      [],
      /The file "\.\.\/none\.csv" (?:does not exist|lies outside)/,
    ],
    ['a file that cannot be read', {}, ['--data', 'none.csv'], /The data file none\.csv cannot be read\./],
    ['a file of another kind', {}, ['--data', 'users.chain.yaml'], /cannot be read|is no data file/],
    ['a broken file', { data: 'broken.csv' }, [], /broken\.csv:3: This row has 2 cells instead of 1\./],
    [
      'a required chain with rows',
      { requires: ['rows.chain.json'] },
      [],
      /rows\.chain\.json: A chain with "data" cannot be required by another one, and cannot be one of its steps\./,
    ],
    [
      'an earlier format version',
      { formatVersion: 1, data: [{ user: 'ada' }] },
      [],
      /Format version 1 does not have "data"\./,
    ],
    ['a name that is no variable', { data: [{ 'a b': 1 }] }, [], /A variable name starts with a letter/],
    ['no rows', { data: [] }, [], /users\.chain\.json/],
  ];
  for (const [title, members, options, message] of faults) {
    it(`sends nothing and ends with 2 for ${title}`, async () => {
      await workspace.write({
        'broken.csv': 'user\nada\nbob,1\n',
        'rows.chain.json': {
          formatVersion: 2,
          name: 'Rows',
          status: 'active',
          data: [{ a: 1 }],
          requests: [],
        },
      });
      await write(members);
      const { code, stderr } = await run(...options);
      assert.match(stderr, message);
      assert.equal(code, 2);
      assert.deepEqual(urls, []);
    });
  }
});
