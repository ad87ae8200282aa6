/** `chainwright import` as scripts see it. */
import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../examples/orders-api/ordersApi';
import { readResult } from '../../src/core/result/resultFile';
import { createWorkspace, type Workspace } from '../node/workspace';
import { shellWord } from '../../src/cli/shellWord';
import { ended, start, type Ended } from './program';

let workspace: Workspace;

const collection = {
  info: { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Log in',
      event: [
        { listen: 'test', script: { exec: ["pm.environment.set('token', pm.response.json().token)"] } },
      ],
      request: {
        method: 'POST',
        url: '{{baseUrl}}/login',
        body: {
          mode: 'raw',
          raw: '{"email":"alice@example.com","password":"hunter22xyz"}',
          options: { raw: { language: 'json' } },
        },
      },
    },
    {
      name: 'Orders',
      request: {
        method: 'GET',
        url: '{{baseUrl}}/api/orders',
        auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      },
    },
    { name: 'Nothing', request: { method: 'GET', url: '' } },
  ],
};
const environment = {
  name: 'Local',
  values: [{ key: 'baseUrl', value: 'http://127.0.0.1:4010', enabled: true }],
  _postman_variable_scope: 'environment',
};

const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));
const files = async (folder: string): Promise<readonly string[]> =>
  (await readdir(path.join(workspace.folder, folder))).sort();

describe('chainwright import', () => {
  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'orders.json': JSON.stringify(collection),
      'local.json': JSON.stringify(environment),
      'bad.json': '{ "a": ',
    });
  });
  after(() => workspace.dispose());

  it('writes a chain and its environment that the analysis finds nothing wrong with', async () => {
    const { code, stderr, stdout } = await chainwright('import', 'orders.json', 'local.json', '-o', 'one');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /orders\.json: Postman collection 2\.1: 2 requests, 1 left out/);
    assert.match(stderr, /Enter these secrets before a run: PASSWORD\./);
    assert.match(stderr, /^2 files written\./m);
    const place = path.join('one', 'orders.chain.json');
    assert.ok(stderr.includes(`chainwright run ${shellWord(place)} --include-drafts`), stderr);
    assert.deepEqual(await files('one'), ['local.environment.json', 'orders.chain.json']);
    const analysis = await chainwright('analyze', 'one/orders.chain.json');
    assert.equal(analysis.code, 0, analysis.stdout);
    assert.match(analysis.stdout, /token +log-in → orders/);
  });

  it('prints a command that runs a required chain once', async () => {
    const script = [
      "pm.sendRequest(pm.environment.get('host') + '/token', (err, res) => {",
      "  pm.environment.set('token', res.json().access_token);",
      '});',
    ];
    const shop = {
      ...collection,
      event: [{ listen: 'prerequest', script: { exec: script } }],
      item: [{ name: 'One', request: { method: 'GET', url: '{{host}}/{{token}}' } }],
    };
    await workspace.write({ 'tokens.json': JSON.stringify(shop) });
    const { stderr } = await chainwright('import', 'tokens.json', '-o', 'tokens');
    const [, file = ''] = /^Run it: +chainwright run (\S+) --include-drafts$/m.exec(stderr) ?? [];
    assert.match(file, /^tokens[\\/](?!auth)[\w-]+\.chain\.json$/, stderr);
    assert.match(stderr, /^Keep it: .* each file /m);
  });

  it('prints one command that runs what it wrote, with where each secret may go', async () => {
    const api = await startOrdersApi();
    const key = [{ key: 'X-Api-Key', value: 'k-93u4hf93hxx' }];
    const written = {
      'literal.json': { name: 'One', request: { method: 'GET', url: `${api.origin}/health`, header: key } },
      'named.json': { name: 'One', request: { method: 'GET', url: '{{baseUrl}}/health', header: key } },
    };
    await workspace.write(
      Object.fromEntries(
        Object.entries(written).map(([file, item]) => [
          file,
          JSON.stringify({ ...collection, info: { ...collection.info, name: file }, item: [item] }),
        ]),
      ),
    );
    const commandOf = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stderr } = await chainwright('import', ...args);
      const command = /^Run it: +chainwright (.*)$/m.exec(stderr)?.[1] ?? stderr;
      assert.match(stderr, /^Enter secrets: .* CHAINWRIGHT_SECRET_API_KEY, /m);
      return (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^['"]|['"]$/g, ''));
    };
    try {
      const literal = await commandOf('literal.json', '-o', 'literal');
      assert.deepEqual(literal.slice(2), ['--include-drafts', '--secret-host', `API_KEY=${api.origin}`]);
      const run = await ended(
        start(literal, workspace.folder, { CHAINWRIGHT_SECRET_API_KEY: 'k-93u4hf93hxx' }),
      );
      assert.equal(run.code, 0, run.stdout + run.stderr);
      const local = await commandOf('named.json', 'local.json', '-o', 'named');
      assert.deepEqual(local.slice(2), ['--include-drafts']);
      const values = [{ key: 'baseUrl', value: 'https://api.example.test', enabled: true }];
      await workspace.write({ 'far.json': JSON.stringify({ ...environment, name: 'Far', values }) });
      const far = await commandOf('named.json', 'far.json', '-o', 'far');
      assert.deepEqual(far.slice(2), [
        '--include-drafts',
        '--trust-environment',
        path.join('far', 'far.environment.json'),
      ]);
      const both = await commandOf('named.json', 'far.json', 'local.json', '-o', 'both');
      assert.deepEqual(both.slice(2, 5), ['--include-drafts', '-e', 'Far']);
    } finally {
      await api.close();
    }
  });

  it('prints a command that runs no other chains of the folder', async () => {
    const item = [{ name: 'One', request: { method: 'GET', url: 'http://127.0.0.1:1/' } }];
    const named = (name: string): string => JSON.stringify({ info: { ...collection.info, name }, item });
    await workspace.write({ 'a.json': named('A'), 'b.json': named('B') });
    const placesIn = async (folder: string): Promise<string> => {
      const { stderr } = await chainwright('import', 'a.json', 'b.json', '-o', folder);
      return /^Run it: +chainwright run (.*) --include-drafts$/m.exec(stderr)?.[1] ?? stderr;
    };
    assert.equal(await placesIn('empty'), 'empty');
    await workspace.write({ 'used/older/other.chain.json': '{}' });
    const own = ['a.chain.json', 'b.chain.json'].map((file) => shellWord(path.join('used', file)));
    assert.equal(await placesIn('used'), own.join(' '));
  });

  it('says that nothing was written where there is nothing to import', async () => {
    await workspace.write({ 'empty.har': '{"log": {"version": "1.2", "entries": []}}' });
    const { code, stderr } = await chainwright('import', 'empty.har', '-o', 'none');
    assert.equal(code, 2);
    assert.match(stderr, /^Nothing was written: no request or environment was found/m);
  });

  it('names the variables that nothing defines', async () => {
    const { stderr } = await chainwright('import', 'orders.json', '-o', 'alone');
    assert.match(stderr, /Give these variables a value in \S+\.environment\.json: baseUrl\./);
  });

  it('tells first of scripts that may set what requests need', async () => {
    const exec = Array.from({ length: 12 }, (_item, index) => `this.lib.refresh(${index})`);
    const event = [{ listen: 'prerequest', script: { exec } }];
    await workspace.write({ 'scripted.json': JSON.stringify({ ...collection, event }) });
    const { stderr } = await chainwright('import', 'scripted.json', '-o', 'scripted');
    const [, title, first, ...others] = stderr.split('\n');
    assert.equal(title, '  Scripts that may set what requests need, and are not carried over:');
    assert.equal(first, '    Collection: pre-request script, line 1: not carried over: this.lib.refresh(0)');
    assert.equal(others[9], '    2 more, which --report lists');
  });

  it('writes the same bytes again, and only with --force over what is there', async () => {
    const before = await readFile(path.join(workspace.folder, 'one/orders.chain.json'));
    const refused = await chainwright('import', 'orders.json', 'local.json', '-o', 'one');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /orders\.chain\.json, local\.environment\.json are there already/);
    const forced = await chainwright('import', 'orders.json', 'local.json', '-o', 'one', '--force');
    assert.equal(forced.code, 0);
    assert.deepEqual(await readFile(path.join(workspace.folder, 'one/orders.chain.json')), before);
  });

  it('writes nothing at all when one of its files is there', async () => {
    await workspace.write({ 'half/local.environment.json': '{}' });
    assert.equal((await chainwright('import', 'orders.json', 'local.json', '-o', 'half')).code, 2);
    assert.deepEqual(await files('half'), ['local.environment.json']);
  });

  it('does not write through a symbolic link that somebody put into the folder', async () => {
    await workspace.write({ 'elsewhere.txt': 'kept', 'linked/keep': '' });
    await symlink('../elsewhere.txt', path.join(workspace.folder, 'linked/orders.chain.json'));
    assert.equal((await chainwright('import', 'orders.json', '-o', 'linked')).code, 2);
    assert.equal((await chainwright('import', 'orders.json', '-o', 'linked', '--force')).code, 0);
    assert.equal(await readFile(path.join(workspace.folder, 'elsewhere.txt'), 'utf8'), 'kept');
  });

  it('imports what is in a folder, and says which files have no known format', async () => {
    await workspace.write({
      'mixed/a/orders.json': JSON.stringify(collection),
      'mixed/local.json': JSON.stringify(environment),
      'mixed/notes.txt': 'Ask Ada.',
      'mixed/bad.json': '{ "item": 1 }',
    });
    const { code, stderr } = await chainwright(
      'import',
      'mixed/',
      '-o',
      'of-folder',
      '--report',
      'mixed.txt',
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /mixed\/a\/orders\.json: Postman collection 2\.1: 2 requests, 1 left out/);
    assert.match(stderr, /mixed\/bad\.json: not imported\. This Postman collection has no `info`/);
    assert.match(stderr, /mixed: 1 other file in no format that can be imported\./);
    assert.deepEqual(await files('of-folder'), ['local.environment.json', 'orders.chain.json']);
    const report = await readFile(path.join(workspace.folder, 'mixed.txt'), 'utf8');
    assert.match(report, /mixed: 1 other file in no format that can be imported\n {2}notes\.txt\n/);
  });

  it('refuses what it cannot read, with a reason and without a file', async () => {
    const { code, stderr } = await chainwright('import', 'bad.json', 'missing.json', '-o', 'none');
    assert.equal(code, 2);
    assert.match(stderr, /bad\.json: not imported\. The file is not sound JSON: .* at line 1/);
    assert.match(stderr, /missing\.json: not imported\. missing\.json cannot be read/);
    await assert.rejects(files('none'));
  });

  it('reports every request to a file and as JSON', async () => {
    const { code, stdout } = await chainwright(
      'import',
      'orders.json',
      'bad.json',
      '-o',
      'two',
      '--report',
      'two/report.txt',
      '--json',
    );
    assert.equal(code, 0);
    const { sources } = JSON.parse(stdout) as {
      sources: readonly { kind: string; requests?: readonly unknown[] }[];
    };
    assert.deepEqual(
      sources.map(({ kind }) => kind),
      ['imported', 'refused'],
    );
    assert.deepEqual(sources[0]?.requests, [
      { name: 'Log in', file: 'orders.chain.json', id: 'log-in', secrets: ['PASSWORD'], remarks: [] },
      { name: 'Orders', file: 'orders.chain.json', id: 'orders', secrets: [], remarks: [] },
      { name: 'Nothing', leftOut: 'It has no URL.' },
    ]);
    const report = await readFile(path.join(workspace.folder, 'two/report.txt'), 'utf8');
    assert.match(report, /Log in -> orders\.chain\.json#log-in\n {6}secrets: PASSWORD/);
  });

  it('takes in of a recording what --keep names', async () => {
    const call = { request: { method: 'GET', url: 'http://127.0.0.1/logo.png', headers: [] } };
    await workspace.write({ 'page.har': { log: { version: '1.2', entries: [call] } } });
    const without = await chainwright('import', 'page.har', '-o', 'page');
    assert.equal(without.code, 2, 'nothing is left to import');
    assert.match(
      without.stderr,
      /page\.har: HAR 1\.2 recording: 0 requests, 1 left out\n {2}Set aside: 1 images\. --keep/,
    );
    assert.equal((await chainwright('import', 'page.har', '-o', 'page', '--keep', 'fonts,images')).code, 0);
    const unknown = await chainwright('import', 'page.har', '--keep', 'pictures');
    assert.match(unknown.stderr, /--keep pictures is not known\. Known are preflights, .* and all\./);
  });

  describe('of a recording with responses', () => {
    const CANARY = 'q8Zr2LxW0vTn5KcY7hBd';
    const json = { name: 'content-type', value: 'application/json' };
    const entryOf = (line: string, answer: object, headers: readonly object[] = []): object => {
      const [method, url] = line.split(' ');
      const content = { mimeType: json.value, text: JSON.stringify(answer) };
      return {
        startedDateTime: '2026-03-04T05:06:07.089Z',
        time: 12.5,
        request: { method, url: `http://api.test${url}`, headers },
        response: { status: 200, headers: [json, { name: 'set-cookie', value: `sid=${CANARY}2` }], content },
      };
    };
    const bearer = { name: 'authorization', value: `Bearer ${CANARY}` };
    const cookie = { name: 'cookie', value: `sid=${CANARY}2` };
    const recording = {
      log: {
        entries: [
          entryOf('GET /login', { token: CANARY }),
          entryOf('GET /echo', { seen: [`Bearer ${CANARY}`, `${CANARY}2`], state: 'open' }, [bearer, cookie]),
        ],
      },
    };
    const name = '2026-03-04T05-06-07.089Z.json';
    const results = (folder: string): string => `.chainwright/results/${folder}/session`;
    const resultOf = (folder: string): Promise<string> =>
      readFile(path.join(workspace.folder, results(folder), name), 'utf8');
    before(() => workspace.write({ 'session.har': recording }));

    it('keeps them as a result that says it was recorded, at the time of the recording', async () => {
      const { code, stderr } = await chainwright('import', 'session.har', '-o', 'kept');
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^2 responses are kept, secrets masked; --no-responses leaves them out\.$/m);
      const result = readResult(await resultOf('kept'), name);
      assert.equal(result.kind, 'recorded');
      assert.deepEqual(result.chain, { file: 'kept/session.chain.json', name: 'session' });
      assert.deepEqual(result.counts, { passed: 0, failed: 0, blocked: 0, skipped: 2 });
      assert.deepEqual(
        result.requests.map(({ request, exchange }) => [request.id, exchange?.response?.status]),
        [
          ['get-login', 200],
          ['get-echo', 200],
        ],
      );
    });

    it('masks every credential at every place, and leaves the rest', async () => {
      const text = await resultOf('kept');
      assert.doesNotMatch(text, new RegExp(CANARY));
      assert.match(text, /\\"state\\":\\"open\\"/);
    });

    it('keeps the same recording once, however often it is imported', async () => {
      await chainwright('import', 'session.har', '-o', 'kept', '--force');
      await chainwright('import', 'session.har', '-o', 'kept', '--force');
      assert.deepEqual(await files(results('kept')), [name]);
    });

    it('keeps none with --no-responses, and says so in the report', async () => {
      const { stdout } = await chainwright('import', 'session.har', '-o', 'none', '--no-responses', '--json');
      assert.match(stdout, /Responses to its requests are not carried over\./);
      await assert.rejects(resultOf('none'), { code: 'ENOENT' });
    });

    it('keeps none where a chain is there already', async () => {
      await workspace.write({ 'full/session.chain.json': '{}' });
      assert.equal((await chainwright('import', 'session.har', '-o', 'full')).code, 2);
      await assert.rejects(resultOf('full'), { code: 'ENOENT' });
    });

    it('imports the chains also where results cannot be kept', async () => {
      await workspace.write({ 'elsewhere/x': '' });
      await workspace.write({ [`${path.posix.dirname(results('bad'))}/x`]: '' });
      const link = path.join(workspace.folder, results('bad'));
      await symlink(path.join(workspace.folder, 'elsewhere'), link, 'dir');
      const { code, stderr } = await chainwright('import', 'session.har', '-o', 'bad');
      assert.equal(code, 0);
      assert.match(stderr, /^Responses were not kept\. session is a link to somewhere else\./m);
      assert.deepEqual(await files('bad'), ['session.chain.json']);
      assert.deepEqual(await files('elsewhere'), ['x']);
    });
  });

  it('is not loaded for other commands', async () => {
    const [main] = [await readFile('dist/cli.js', 'utf8')];
    assert.doesNotMatch(main, /getpostman/);
  });

  it('runs what it imported against a real server', async () => {
    const api = await startOrdersApi();
    try {
      await workspace.write({
        'real.json': { ...environment, name: 'Local', values: [{ key: 'baseUrl', value: api.origin }] },
      });
      await chainwright('import', 'orders.json', 'real.json', '-o', 'real');
      const run = start(['run', 'real/orders.chain.json', '--include-drafts'], workspace.folder, {
        CHAINWRIGHT_SECRET_PASSWORD: DEMO_SECRETS.ALICE_PASSWORD,
      });
      const { code, stdout } = await ended(run);
      assert.equal(code, 0, stdout);
    } finally {
      await api.close();
    }
  });
});
